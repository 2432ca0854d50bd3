"""Tables, demonstrations and imports on a real record."""

import json
import random

import msgspec
import pytest

from ai.analysis.decision_points import DecisionPoints
from ai.analysis.puzzle_check import MOST_ANSWERS
from ai.kinds import find_kinds, searches
from ai.self_play import play_out
from audit.bundle import export_bundle
from audit.game_import import CannotImport
from audit.signing.keyring import Keyring
from audit.signing.keys import SigningKey
from audit.signing.receipts import receipt_of
from audit.transparency.public_log import PublicLog
from audit.verification.verify import verify
from domain.game import Abort, Resign, TakeSeat
from domain.messages import Illegal
from domain.projector import projector_for
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.backup.imports import Imported, imported_mark, mark_imported
from eventstore.backup.restore import copy_missing_of_game
from eventstore.canonical_json import canonical
from eventstore.encryption import SecretBox
from eventstore.entries import Position, read_records
from eventstore.errors import ReadOnly
from eventstore.log import LogReader
from eventstore.store import Store
from eventstore.valkey.connection import connect
from replay.past_states import placed_records
from services.games.analysis.game_analyses import Analyses
from services.games.command_reply import Wanted
from services.games.decide import SentCommand
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.puzzles.puzzle_checks import PuzzleChecks
from services.games.puzzles.puzzles import Puzzles
from services.games.records import Records
from services.games.statistics.demonstrations import demonstration_id
from services.games.tables import NoSuchGame, NoSuchPosition, StillSecret, Tables, whole_action
from services.jobs.demonstration import known_candidates, open_demonstrations
from services.jobs.worker import play_computers
from tests.audit.games import lines_with_checksum
from tests.audit.test_inclusion_proofs import NOTARY
from tests.in_short import titles_in_short
from verify import report as engine
from verify.bundle import Failed, read_bundle
from verify.receipts import is_genuine

TITLES = list(find_rulebooks())


def test_demonstrations_are_finished_and_opened_once(empty_redis, store):
    """A new server has a finished game of every title, whose analysis is planned; repeating it changes nothing.

    The decisions that are known to be worth a check for a puzzle are those of that game: they can still be asked for.
    """
    tables, ids = Tables(store), [demonstration_id(title) for title in TITLES]
    analyses, checks = Analyses(tables), PuzzleChecks(tables, Puzzles(tables))
    assert set(ids) <= set(open_demonstrations(tables, analyses, checks))
    for title in TITLES:
        seen = tables.seen(demonstration_id(title), "all")
        moments = DecisionPoints(seen.projector, list(placed_records(seen.projector, store.read(seen.game_id))))
        for candidate in known_candidates(title):
            place = moments.place_of(candidate.action)
            assert candidate.seat == moments.answered(place).seat
            assert candidate.best in [msgspec.json.decode(msgspec.json.encode(one)) for one in moments.legal(place)]
            assert 1 < len(moments.legal(place)) <= MOST_ANSWERS
    waiting = checks.waiting()
    assert sum(len(known_candidates(title)) for title in TITLES) == len(waiting)
    before = [tables.seen(game_id) for game_id in ids]
    assert {one.game.status for one in before} == {"finished"}
    open_demonstrations(tables, analyses, checks)
    assert waiting == checks.waiting()
    assert len(analyses.waiting()) == len(set(analyses.waiting())) and set(ids) <= set(analyses.waiting())
    for one in before:
        after = Tables(store).seen(one.game_id)
        assert (after.game, after.position, after.digest, after.at) == (one.game, one.position, one.digest, one.at)


@pytest.mark.parametrize("title", TITLES)
def test_an_imported_game_is_identical(store, new_game_id, title):
    """An imported game has the same bytes, digests and states, can be imported twice, and its randomness can be
    verified.
    """
    projector = projector_for(title)
    played = play_out(projector, ["random"] * projector.rulebook.meta.least_players, new_game_id())
    raw = b"".join(export_bundle(projector, played.game_id, played.entries, "all"))
    store.redis.delete(*(store.redis.keys(f"*:game:{played.game_id}:*") or ["nothing"]))
    assert Tables(store).take_in(read_bundle(raw)) == played.game_id
    assert Tables(store).take_in(read_bundle(raw)) == played.game_id
    entries = store.read(played.game_id)
    assert tuple(entries) == played.entries
    assert Tables(store).seen(played.game_id, "all").game == projector.fold(read_records(projector, entries))


def test_bundles_that_cannot_be_imported(store):
    """A part of a record, one viewer's record, or another game under the same id."""
    projector = projector_for("kheops")
    played, other = (play_out(projector, ["random"] * 2, seed) for seed in ("one", "another"))

    def bundle(game, viewer, entries=None):
        return read_bundle(b"".join(export_bundle(projector, game.game_id, entries or game.entries, viewer)))

    store.redis.delete(*(store.redis.keys(f"*:game:{played.game_id}:*") or ["nothing"]))
    for wrong in (bundle(played, "public"), bundle(played, "all", played.entries[:-1])):
        with pytest.raises(CannotImport):
            Tables(store).take_in(wrong)
    Tables(store).take_in(bundle(played, "all"))
    with pytest.raises((CannotImport, ValueError)):
        Tables(store).take_in(bundle(other, "all"))


def aborted_bundle(store, game_id, name="Ada", at=10**12):
    """The bundle of a cancelled game; it is not on the server."""
    tables = Tables(store, clock=lambda: at)
    tables.open(GameTerms("kheops", 2), creator=TakeSeat(0, player="ada", nonce="nonce"), game_id=game_id)
    tables.command(game_id, Abort(0), 0)
    bundle = export_bundle(projector_for("kheops"), game_id, store.read(game_id), "all", names={"ada": name})
    raw = b"".join(bundle)
    store.redis.delete(*store.redis.keys(f"*:game:{game_id}:*"))
    return raw


@pytest.mark.parametrize("game_id", ["../../x", "A", "x" * 65, "a/b", "a.b", "", "a\n"])
def test_a_bundles_id_is_checked(store, new_game_id, game_id):
    """An impossible id is refused when the bundle is read: by `verify`, by `import`, by all readers."""
    raw = aborted_bundle(store, new_game_id())
    header, rest = raw.split(b"\n", 1)
    forged = canonical({**json.loads(header), "game": game_id})
    with pytest.raises(Failed, match="line 1: a game's id"):
        read_bundle(forged + b"\n" + rest)
    assert not verify(forged + b"\n" + rest).ok


@pytest.mark.parametrize("name", ["Steward 3", "\u115f", "a  b", "", " a", "x" * 41, "a\u202eb", "a\nb", "\u200b"])
def test_names_of_a_bundle_have_their_form(store, new_game_id, name):
    """A record with a name that no server gives is not imported, however well it verifies."""
    with pytest.raises((CannotImport, Failed), match=r"that no server gives|the names are"):
        Tables(store).take_in(read_bundle(aborted_bundle(store, new_game_id(), name)))


def test_times_of_a_bundle_are_past(store, new_game_id):
    """A record of the future is not imported; one of the past is."""
    with pytest.raises(CannotImport, match="in the future"):
        Tables(store).take_in(read_bundle(aborted_bundle(store, new_game_id(), at=10**14)))
    game_id = new_game_id()
    assert Tables(store).take_in(read_bundle(aborted_bundle(store, game_id))) == game_id


def test_an_imported_game_keeps_its_names(store, new_game_id):
    """An imported game's names are stored beside it, in its mark; a player without a name is shown by the start of the
    id.
    """
    game_id = new_game_id()
    raw = aborted_bundle(store, game_id)
    header, *rest = raw.splitlines(keepends=True)
    plain = json.loads(header)
    assert plain.pop("names") == {"ada": "Ada"} and b"Ada" not in b"".join(rest)
    other = {**plain, "names": {"ada": "Ada", "stranger-of-theirs": "Eve"}}
    for line, called in ((plain, "ada"), (other, "Ada")):
        again = lines_with_checksum([canonical(line) + b"\n", *rest])
        tables = Tables(store)
        assert tables.take_in(read_bundle(again)) == game_id
        seen = tables.seen(game_id)
        assert seen.names == (called,)
        store.redis.delete(*store.redis.keys(f"*:game:{game_id}:*"))
    for wrong in ({"Ada": "Ada"}, {"ada": ""}, {"ada": "x" * 41}, {"ada": "a\u202eb"}, {"ada": 1}, {}):
        forged = lines_with_checksum([canonical({**plain, "names": wrong}) + b"\n", *rest])
        reports = verify(forged), engine.verify(forged)
        assert [report.first_bad for report in reports] == ["header"] * 2, wrong


def test_an_imported_game_is_marked_and_has_no_players_here(empty_redis, store):
    """The lobby shows it as imported; it is in no player's list, no turn waits, and its seats have no players here."""
    raw = aborted_bundle(store, "from-elsewhere")
    tables = Tables(store, clock=lambda: 10**12 + 5000)
    lobby = Lobby(tables, LogReader(store.redis, store.partitions), LobbyIndex(store.redis))
    tables.take_in(read_bundle(raw))
    (shown,) = lobby.games(asking="ada")[0]
    assert shown["imported"] == {"at": "2001-09-09T01:46:45.000Z", "origin": "", "key": ""}
    assert lobby.games(asking="ada", player="ada") == ([], None)
    assert tables.place_of("from-elsewhere", "ada") is None
    assert tables.seen("from-elsewhere").seat_of("ada") is None
    later = Tables(store, clock=lambda: 10**12 + 9000)
    later.take_in(read_bundle(raw))
    assert later.seen("from-elsewhere").imported.at == 10**12 + 5000


def test_no_action_during_an_import(store, new_game_id, monkeypatch):
    """During an import neither a computer player nor a joining player can act."""
    raw, game_id = aborted_bundle(store, new_game_id()), ""
    tables, refused = Tables(store), []
    append = store.append

    def append_and_then_somebody_acts(game_id, *given, **more):
        outcome = append(game_id, *given, **more)
        with pytest.raises((ReadOnly, Illegal)) as refusal:
            Tables(store).command(game_id, TakeSeat(0, player="bo"), "public")
        refused.append(refusal.type)
        return outcome

    monkeypatch.setattr(store, "append", append_and_then_somebody_acts)
    game_id = tables.take_in(read_bundle(raw))
    assert refused == [ReadOnly, ReadOnly, Illegal]  # at the last position the game is over
    assert len(store.read(game_id)) == len(read_bundle(raw).lines)


def test_a_backup_restores_the_mark(store, own_directory, new_game_id):
    """A copy from a backup keeps its mark: imported."""
    backup, game_id = Store(connect(None, own_directory), SecretBox(bytes(32))), new_game_id()
    mark_imported(backup, game_id, Imported(7, "elsewhere", "key"))
    copy_missing_of_game(backup, store, game_id)
    assert imported_mark(store, game_id) == Imported(7, "elsewhere", "key")


def test_a_game_played_here_is_not_marked(store, new_game_id):
    """Importing its own bundle changes nothing: it stays its players'."""
    game_id = new_game_id()
    tables = Tables(store)
    tables.open(GameTerms("kheops", 2), creator=TakeSeat(0, player="ada", nonce="nonce"), game_id=game_id)
    tables.command(game_id, Abort(0), 0)
    raw = b"".join(export_bundle(projector_for("kheops"), game_id, store.read(game_id), "all"))
    tables.take_in(read_bundle(raw))
    assert Tables(store).seen(game_id).imported is None
    assert Tables(store).place_of(game_id, "ada")[0] == 0


def test_an_import_names_its_signer(store, new_game_id):
    """The key and the name are those of the bundle's receipt; a bundle not signed by its key is not imported."""
    raw, signing = aborted_bundle(store, new_game_id()), SigningKey(bytes(32))
    bundle = read_bundle(raw)
    last = bundle.lines[-1]
    receipt = receipt_of(
        signing, "elsewhere", bundle.game_id, Position(*last.position), bytes.fromhex(last.digest), 10**12
    )
    tables = Tables(store)
    with pytest.raises(CannotImport):
        tables.take_in(bundle._replace(proofs=[{**receipt, "origin": "stele.example"}]))
    tables.take_in(bundle._replace(proofs=[receipt]))
    mark = tables.seen(bundle.game_id).imported
    assert (mark.origin, mark.key) == ("elsewhere", signing.public_key)


@pytest.mark.parametrize("title", titles_in_short())
def test_two_processes_see_the_same_game(store, new_game_id, title):
    """One process's entries reach the other, for every viewer, which reads only the newer entries."""
    least = find_rulebooks()[title].meta.least_players
    one, other = Tables(store), Tables(store)
    game_id = one.open(
        GameTerms(title, least, computers=("random",) * (least - 1)),
        creator=TakeSeat(0, player="ann"),
        game_id=new_game_id(),
    )
    lot = random.Random(1)
    viewers = ["public", *range(least)]
    for turn in range(40):
        mover, reader = (one, other) if turn % 2 else (other, one)
        play_computers(mover, game_id, lot)
        seen = mover.seen(game_id, 0)
        if seen.game.is_over:
            break
        mover.command(game_id, lot.choice(seen.legal()), 0)
        for viewer in viewers:
            reread = reader.seen(game_id, viewer)
            records = read_records(seen.projector, store.read(game_id), viewer)
            assert reread.game == seen.projector.fold(records)
            assert reread.position == store.head(game_id).position


def test_an_answer_is_made_before_the_append_and_again_if_that_fails(store, new_game_id, tmp_path):
    """An event that can't be shown is not recorded.

    After another process's append it is shown again, with a receipt of its place.
    """
    one, other = Tables(store), Tables(store)
    game_id = one.open(GameTerms("amun-re", 3), creator=TakeSeat(0, player="p0"), game_id=new_game_id())
    for player in ("p1", "p2"):
        one.command(game_id, TakeSeat(0, player=player), "public")
    keyring = Keyring(store.redis, bytes(32), "example.org")
    records = Records(store, keyring, PublicLog(tmp_path, store.redis, NOTARY))
    start = store.head(game_id).position

    def unspeakable(text):
        raise LookupError(text)

    with pytest.raises(LookupError):
        one.commands(game_id, [SentCommand(Resign(0))], 0, wanted=Wanted(records, unspeakable, ""))
    assert store.head(game_id).position == start
    heads = []

    def overtaken(text):
        heads.append(store.head(game_id).position)
        if len(heads) == 1:
            other.command(game_id, Resign(1), 1)
        return text

    answer = one.commands(game_id, [SentCommand(Resign(0))], 0, wanted=Wanted(records, overtaken, "ab" * 32)).answer
    assert heads[0] == start and heads[-1].action == start.action + 1
    end = store.head(game_id)
    assert (answer.position, answer.digest) == (str(end.position), end.digest.hex())
    assert is_genuine(answer.receipt)
    assert [answer.receipt[name] for name in ("position", "digest", "request")] == [
        answer.position, answer.digest, "ab" * 32,
    ]  # fmt: skip
    assert {event["position"].split("-")[0] for event in answer.events} == {str(start.action + 2)}


def test_missing_games_and_positions(store, new_game_id):
    """A game or a position that does not exist is reported as missing."""
    tables = Tables(store)
    with pytest.raises(NoSuchGame):
        tables.seen(new_game_id())
    game_id = tables.open(GameTerms("kheops", 2), creator=TakeSeat(0, player="ann"), game_id=new_game_id())
    for wrong in (Position(1, 99), Position(3, 0), whole_action(7)):
        with pytest.raises(NoSuchPosition):
            tables.seen_at(tables.seen(game_id), wrong)


@pytest.mark.parametrize("kind", [name for name, kind in find_kinds().items() if not searches(kind)])
def test_a_playout_is_the_same_for_the_same_seed(kind):
    """Seed and kinds make the game, to the byte; for titles that is a law."""
    one, same, other = (play_out(projector_for("kheops"), [kind] * 2, seed).entries for seed in ("s", "s", "t"))
    assert one == same != other


@pytest.mark.parametrize("title", titles_in_short())
def test_no_viewer_has_all_of_a_running_game(store, new_game_id, title):
    """Everything is shown when the game is over, and not earlier."""
    tables, least = Tables(store), find_rulebooks()[title].meta.least_players
    kinds = ("random",) * (least - 1)
    game_id = tables.open(
        GameTerms(title, least, computers=kinds), creator=TakeSeat(0, player="ann"), game_id=new_game_id()
    )
    with pytest.raises(StillSecret):
        tables.seen(game_id, "all")
    tables.command(game_id, Resign(0), 0)
    assert tables.seen(game_id, "all").game.is_over
