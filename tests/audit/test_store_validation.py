"""Validation: every stored record still folds, verifies and follows from the rules; failing records are named."""

import msgspec
import pytest

from audit.verification.report import print_report
from audit.verification.store_validation import bundles_in, stored_games, validate_bundle, validate_stored
from domain.redaction import secret_fields
from domain.title_loader import find_rulebooks
from eventstore.append import NO_HEAD
from eventstore.encryption import SecretBox
from eventstore.entries import Position, read_record
from eventstore.keys import GameNames
from eventstore.store import Store
from tests.audit.games import SMALL, bundle_of, played, retold, rewritten, seated, viewers
from tests.in_short import titles_in_short
from tests.measured import ROOT

GOLDEN = list(bundles_in(sorted(ROOT.glob("titles/*/tests/golden"))))


def keep(store, game, entries, closes=True):
    """Store these entries as the game's record on this server, replacing any earlier one, and return the game's id."""
    store.redis.delete(*(store.redis.keys(f"*:game:{game.game_id}:*") or ["nothing"]))
    store = Store(store.redis, SecretBox(bytes(32)))  # a store without a cached game key
    store.save_game_key(game.game_id, game.game_key)
    store.append(game.game_id, entries, NO_HEAD, closes=closes)
    return game.game_id


def bad(report):
    """The failed check, and the place."""
    assert not report.ok
    return next((check.name, check.position) for check in report.checks if check.verdict == "failed")


def whole_actions(entries, share):
    """About this share of the entries, up to the end of an action."""
    last = entries[int(len(entries) * share)].position.action
    return [entry for entry in entries if entry.position.action <= last]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parents[2].name}-{path.stem}")
def test_golden_records_are_valid(path):
    """Every golden record of every title folds, verifies and is played again to the last effect."""
    report = validate_bundle(path.read_bytes())
    assert report.ok, print_report(report)
    assert {check.name for check in report.checks if check.verdict == "not possible"} <= {"receipts", "log"}


def test_every_title_has_a_golden_record():
    """Every title has a golden record."""
    kept = {msgspec.json.decode(path.read_bytes().split(b"\n")[0])["rulebook"] for path in GOLDEN}
    assert set(find_rulebooks()) == kept


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_stored_games_are_valid(store, title):
    """A finished, a running and a waiting game: with the server's game keys all are played again."""
    _, game = seated(title)
    for entries, closes in (
        (game.entries, True),
        (whole_actions(game.entries, 0.5), False),
        ([entry for entry in game.entries if entry.position.action == 1], False),
    ):
        game_id = keep(store, game, entries, closes)
        assert game_id in stored_games(store)
        report = validate_stored(store, game_id)
        assert report.ok, print_report(report)
        verdicts = {check.name: check.verdict for check in report.checks}
        assert verdicts["luck"] == verdicts["rules"] == verdicts["steps"] == "passed"


@pytest.mark.parametrize("title", titles_in_short(*SMALL))
def test_every_viewers_bundle_is_valid(title):
    """A seat's bundle is shown to that seat, the gallery's to the gallery."""
    for viewer in viewers(title):
        report = validate_bundle(bundle_of(title, viewer))
        assert report.ok, print_report(report)
        assert report.checks[-1].name == "steps"
        assert ("to 1 viewers" in report.checks[-1].detail) == (viewer != "all")


def test_a_lie_in_a_running_game_is_found(store):
    """With game key and server, a forger can write a consistent record, but the rules expose it."""
    projector, game = seated("amun-re-card-game")
    entries = whole_actions(game.entries, 0.5)
    number, event = next(
        (number, event)
        for number, entry in enumerate(entries)
        if (event := read_record(projector, entry).data).__class__.__name__ == "NileFlooded"
    )
    lie = msgspec.structs.replace(event, level=event.level + 1)
    told = retold(projector, game, number, lie)[: len(entries)]
    game_id = keep(store, game, told, closes=False)
    assert bad(validate_stored(store, game_id)) == ("rules", str(entries[number].position))


def test_missing_data_is_named(store):
    """A lost record, a game key that is lost or sealed under another secret, a head that is elsewhere."""
    _, game = played("kheops")
    game_id = keep(store, game, game.entries)
    names = GameNames(game_id, store.partitions)
    other = Store(store.redis, SecretBox(bytes(31) + b"1"))
    assert bad(validate_stored(other, game_id))[0] == "key"
    store.redis.hset(names.head, "position", "3-0")
    assert bad(validate_stored(store, game_id)) == ("head", str(game.entries[-1].position))
    store.redis.hset(names.head, mapping={"position": str(game.entries[-1].position), "closed": "0"})
    assert bad(validate_stored(store, game_id))[0] == "steps"
    store.redis.delete(names.game_key)
    assert bad(validate_stored(Store(store.redis, SecretBox(bytes(32))), game_id))[0] == "key"
    store.redis.delete(names.head, names.events)
    assert game_id in stored_games(store), "the logs mention it"
    assert bad(validate_stored(store, game_id)) == ("record", "record")
    store.redis.delete(names.requests)


def test_changed_entries_are_named(store):
    """Bytes that are no record, a first entry that opens no game, a title that is not installed."""
    _, game = played("kheops")
    for change, check in (
        ({"e": b'{"at":1}'}, "record"),
        ({"e": b"nonsense"}, "record"),
        ({"e": game.entries[0].public.replace(b'"kheops"', b'"cheops"')}, "title"),
        ({"e": game.entries[0].public.replace(b'"players":2', b'"players":3')}, "chain"),
    ):
        game_id = keep(store, game, game.entries)
        events = GameNames(game_id, store.partitions).events
        kept = store.redis.xrange(events)
        store.redis.delete(events)
        for place, (position, fields) in enumerate(kept):
            store.redis.xadd(events, {**fields, **({} if place else change)}, position)
        assert bad(validate_stored(store, game_id))[0] == check
    store.redis.delete(*store.redis.keys(f"*:game:{game_id}:*"))


def test_bad_bundles():
    """Nonsense, and a record of a title that is not installed."""
    assert bad(validate_bundle(b"nonsense\n"))[0] == "form"
    foreign = rewritten(bundle_of("kheops", "all"), 0, lambda plain: plain["data"].update(rulebook="cheops"))
    foreign = foreign.replace(b'"rulebook":"kheops","viewer"', b'"rulebook":"cheops","viewer"', 1)
    assert bad(validate_bundle(foreign))[0] == "title"


def test_a_step_that_cannot_be_shown_is_named(monkeypatch):
    """A record may verify although the current narration or view lacks one of its events."""
    rulebook = find_rulebooks()["amun-re-card-game"]
    told = rulebook.narrate

    def forgetful(event):
        if secret_fields(type(event)):
            raise TypeError("not an event of this game")
        return told(event)

    _, game = played("amun-re-card-game")
    first = next(entry.position for entry in game.entries if entry.secrets)
    assert first > Position(1, 0)
    monkeypatch.setattr(rulebook, "narrate", forgetful)
    assert bad(validate_bundle(bundle_of("amun-re-card-game", "all"))) == ("steps", str(first))
