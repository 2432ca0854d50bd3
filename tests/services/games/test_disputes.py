"""Disputes on a real record: the effect of each remedy, in every title, with a complete record."""

import random

import pytest
from msgspec.structs import replace

from ai.player import choose
from ai.self_play import play_out
from audit.bundle import export_bundle
from audit.verification.store_validation import validate_stored
from audit.verification.verify import verify
from domain import game as shared
from domain.disputes.events import AnswerDispute, DecideDispute, OpenDispute, Remedy, RolledBack, TakeOver
from domain.game import TakeSeat
from domain.messages import Illegal
from domain.projector import projector_for
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.entries import parse_position
from eventstore.errors import ReadOnly
from replay.state_json import render_state
from services.games.tables import Tables
from services.games.warm_game import WarmGame
from tests.in_short import titles_in_short
from verify.bundle import read_bundle

TITLE = "kheops"
NOTHING = Remedy()


@pytest.fixture
def tables(store):
    return Tables(store)


def seated(tables, title=TITLE, players=None, **opening):
    """A game between persons that has just started."""
    players = players or find_rulebooks()[title].meta.least_players
    game_id = tables.open(GameTerms(title, players, **opening))
    for seat in range(players):
        tables.command(game_id, TakeSeat(seat, player=f"player{seat}", nonce=f"nonce{seat}"), "public")
    return game_id


def played(tables, game_id, moves, lot):
    """Make this number of random moves, and return the positions of their ends."""
    ends = []
    for _ in range(moves):
        public = tables.seen(game_id)
        if public.game.is_over:
            break
        seat = lot.choice(public.to_act)
        seen = tables.seen(game_id, seat)
        command = choose(seen.rulebook, seen.game, seat, "random", lot, list)
        by_computer = not seen.game.seats[seat].is_person
        ends.append(str(tables.command(game_id, command, "public", by_computer=by_computer).seen.position))
    return ends


def decide(tables, game_id, number, remedy, by="operator"):
    return tables.command(game_id, DecideDispute(-1, number, by, "So it is.", remedy), "public")


def dispute(tables, game_id, seat, position, remedy=NOTHING):
    return tables.command(game_id, OpenDispute(seat, position, "I doubt it.", remedy), "public")


def check(tables, game_id):
    """The stored record verifies, is shown step by step to all, and every process folds it to the same states."""
    assert validate_stored(tables.store, game_id).ok, validate_stored(tables.store, game_id)
    fresh = Tables(tables.store)
    players = tables.seen(game_id).game.players
    for viewer in ("public", *range(players)):
        warm, cold = tables.seen(game_id, viewer), fresh.seen(game_id, viewer)
        assert warm.game == cold.game
        shown = render_state(warm.projector, warm.game, viewer)
        assert shown == render_state(cold.projector, cold.game, viewer)
        bundle = export_bundle(warm.projector, game_id, tables.store.read(game_id), viewer)
        assert verify(b"".join(bundle)).ok


@pytest.mark.parametrize("title", titles_in_short())
def test_play_goes_on_from_an_earlier_position(tables, title):
    """Every viewer has the same view there as the first time; draws never go back.

    The game is played to its end and verifies.
    """
    lot = random.Random(title)
    game_id = seated(tables, title)
    players = tables.seen(game_id).game.players
    ends = played(tables, game_id, 30, lot)
    at = parse_position(ends[11])
    viewers = ("public", *range(players))
    then = {viewer: tables.seen_at(tables.seen(game_id, viewer), at).game for viewer in viewers}
    before = tables.seen(game_id).game
    dispute(tables, game_id, 0, ends[20], Remedy("roll_back", ends[11]))
    for seat in range(1, players):
        done = tables.command(game_id, AnswerDispute(seat, 1, True), "public")
    assert [type(one.record.data) for one in done.records][-1] is RolledBack
    for viewer in viewers:
        game = tables.seen(game_id, viewer).game
        assert game.table == then[viewer].table
        assert (game.draws, game.moves) == (before.draws, before.moves)
    check(tables, game_id)
    played(tables, game_id, 20, lot)
    dispute(tables, game_id, 1, ends[25], Remedy("roll_back", ends[25]))
    decide(tables, game_id, 2, Remedy("roll_back", ends[25]))
    played(tables, game_id, 10_000, lot)
    assert tables.seen(game_id).game.status == "finished"
    check(tables, game_id)


def test_a_decision_ends_a_running_game(tables):
    """The game's key is public from then on."""
    game_id = seated(tables)
    ends = played(tables, game_id, 5, random.Random(1))
    dispute(tables, game_id, 1, ends[2])
    decide(tables, game_id, 1, Remedy("result", places=(2, 1)))
    game = tables.seen(game_id, "all").game
    assert (game.status, game.result.places, bool(game.key)) == ("finished", (2, 1), True)
    check(tables, game_id)


def test_a_finished_game_is_disputed(tables):
    """The result is replaced, by all or by decision, and the log has one end."""
    game_id = seated(tables)
    ends = played(tables, game_id, 10_000, random.Random(2))
    first = tables.seen(game_id, "all").game.result
    dispute(tables, game_id, 1, ends[-3], Remedy("result", places=(1, 1)))
    tables.command(game_id, AnswerDispute(0, 1, True, "Right."), "public")
    assert tables.seen(game_id, "all").game.result.places == (1, 1)
    assert tables.store.head(game_id).closed
    dispute(tables, game_id, 0, ends[-3])
    decide(tables, game_id, 2, Remedy("result", places=first.places))
    assert tables.seen(game_id, "all").game.result == replace(first, reason="adjudicated")
    check(tables, game_id)


def test_a_freed_seat_is_taken_over(tables):
    """The former player of a freed seat has lost it, and a new person has the whole seat."""
    game_id = seated(tables)
    ends = played(tables, game_id, 3, random.Random(3))
    dispute(tables, game_id, 0, ends[0], Remedy("free_seat", seat=1))
    before = tables.seen(game_id, 1).game.table
    decide(tables, game_id, 1, Remedy("free_seat", seat=1))
    assert tables.place_of(game_id, "player1") is None
    assert tables.seen(game_id).seat_of("player1") is None
    with pytest.raises(Illegal, match="you have lost this seat") as refusal:
        tables.command(game_id, shared.Resign(1), "public")
    assert refusal.value.rule == "G15"
    tables.command(game_id, TakeOver(1, "player2"), "public")
    assert tables.place_of(game_id, "player2")[0] == 1
    assert tables.seen(game_id, 1).game.table == before
    with pytest.raises(Illegal) as refusal:
        tables.command(game_id, shared.Resign(1), "public", player="player1")
    assert refusal.value.rule == "G15"
    played(tables, game_id, 10_000, random.Random(4))
    check(tables, game_id)


def test_a_process_behind_disputes_a_finished_game(store):
    """A process that is behind reads again when the append reports that the game is closed; then it refuses moves."""
    behind, tables = Tables(store), Tables(store)
    game_id = seated(tables)
    ends = played(tables, game_id, 5000, random.Random(5))
    started = next(at for at in ends if parse_position(at).action == 4)
    late = Tables(store)
    for one in (behind, late):
        one._warm.keep(
            game_id, WarmGame(game_id, store.read(game_id, until=parse_position(started)), one._pasts(game_id))
        )
    assert dispute(behind, game_id, 1, ends[2]).seen.game.disputes
    seat = shared.to_act(find_rulebooks()[TITLE], late._warm.get(game_id).game)[0]
    command = shared.legal(find_rulebooks()[TITLE], late._warm.get(game_id).game, seat)[0]
    with pytest.raises(Illegal) as caught:
        late.command(game_id, command, seat)
    assert caught.value.rule == "G7"


def test_an_imported_game_cannot_be_disputed(empty_redis, tables, new_game_id):
    """An imported game stays unchanged: its players, referee and operator have no role on this server."""
    projector = projector_for(TITLE)
    played = play_out(projector, ["random", "random"], new_game_id())
    raw = b"".join(export_bundle(projector, played.game_id, played.entries, "all"))
    game_id = tables.take_in(read_bundle(raw))
    end = str(tables.seen(game_id).position)
    for command in (OpenDispute(0, end, "Why?"), DecideDispute(-1, 1, "operator", "So.")):
        with pytest.raises(ReadOnly):
            tables.command(game_id, command, "public")
    assert not tables.seen(game_id).is_referee("")
