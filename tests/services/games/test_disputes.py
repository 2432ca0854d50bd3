"""Disputes on a real record: the effect of each remedy, in every title, with a complete record."""

import random

import pytest

from ai.player import choose
from ai.self_play import play_out
from audit.bundle import export_bundle, read_bundle
from audit.verification.store_validation import validate_stored
from audit.verification.verify import verify
from domain import game as shared
from domain.disputes.events import (
    AnswerDispute,
    DecideDispute,
    OpenDispute,
    Remedy,
    ResultReplaced,
    RolledBack,
    SeatFreed,
    TakeOver,
    WithdrawDispute,
)
from domain.game import GameFinished, TakeSeat
from domain.messages import Illegal
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import parse_position
from eventstore.errors import ReadOnly
from replay.state_json import render_state
from services.games.tables import Tables
from services.games.warm_table import Table

TITLES = list(find_rulebooks())
TITLE = "kheops"
NOTHING = Remedy()


@pytest.fixture
def tables(store):
    return Tables(store)


def seated(tables, title=TITLE, players=None, **opening):
    """A game between persons that has just started."""
    players = players or find_rulebooks()[title].meta.least_players
    game_id = tables.open(title, players, {}, **opening)
    for seat in range(players):
        tables.command(game_id, TakeSeat(seat, player=f"player{seat}", nonce=f"nonce{seat}"), "public")
    return game_id


def played(tables, game_id, moves, lot):
    """This number of random moves; the positions of their ends."""
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


@pytest.mark.parametrize("title", TITLES)
def test_play_goes_on_from_an_earlier_position(tables, title):
    """Every viewer has the same view there as the first time; draws never go back.

    The game is played to its end and verifies.
    """
    lot = random.Random(title)
    game_id = seated(tables, title)
    players = tables.seen(game_id).game.players
    ends = played(tables, game_id, 30, lot)
    back = ends[11]
    viewers = ("public", *range(players))
    at = parse_position(back)
    then = {viewer: tables.seen_at(tables.seen(game_id, viewer), at).game for viewer in viewers}
    before = tables.seen(game_id).game
    dispute(tables, game_id, 0, ends[20], Remedy("roll_back", back))
    assert tables.seen(game_id).game.table == before.table
    for seat in range(1, players):
        done = tables.command(game_id, AnswerDispute(seat, 1, True), "public")
    assert [type(one.record.data) for one in done.records][-1] is RolledBack
    for viewer in viewers:
        game = tables.seen(game_id, viewer).game
        assert game.table == then[viewer].table
        assert (game.draws, game.moves) == (before.draws, before.moves)
        assert game.disputes[0].decided.by == "players"
    check(tables, game_id)
    played(tables, game_id, 20, lot)
    again = dispute(tables, game_id, 1, ends[25], Remedy("roll_back", ends[25]))
    assert again.seen.game.disputes[1].outcome == "open"
    decide(tables, game_id, 2, Remedy("roll_back", ends[25]))
    check(tables, game_id)
    played(tables, game_id, 10_000, lot)
    assert tables.seen(game_id).game.status == "finished"
    check(tables, game_id)


def test_a_decision_ends_a_running_game(tables):
    """Places are the referee's, points the current ones, and the key is public."""
    game_id = seated(tables)
    ends = played(tables, game_id, 5, random.Random(1))
    dispute(tables, game_id, 1, ends[2])
    done = decide(tables, game_id, 1, Remedy("result", places=(2, 1)))
    assert isinstance(done.records[-1].record.data, GameFinished)
    game = tables.seen(game_id, "all").game
    assert (game.result.places, game.result.reason) == ((2, 1), "adjudicated")
    assert game.status == "finished" and game.key
    check(tables, game_id)


def test_a_finished_game_is_disputed(tables):
    """The result is replaced, by all or by decision; nothing else is possible, and the log has one end."""
    game_id = seated(tables)
    ends = played(tables, game_id, 10_000, random.Random(2))
    first = tables.seen(game_id, "all").game.result
    dispute(tables, game_id, 1, ends[-3], Remedy("result", places=(1, 1)))
    with pytest.raises(Illegal) as refusal:
        tables.command(game_id, shared.Resign(0), "public")
    assert refusal.value.rule == "G7"
    done = tables.command(game_id, AnswerDispute(0, 1, True, "Right."), "public")
    assert isinstance(done.records[-1].record.data, ResultReplaced)
    game = tables.seen(game_id, "all").game
    assert game.result.places == (1, 1) and game.result.points == first.points and game.is_over
    assert tables.store.head(game_id).closed
    check(tables, game_id)
    dispute(tables, game_id, 0, ends[-3])
    decide(tables, game_id, 2, Remedy("result", places=first.places))
    assert tables.seen(game_id, "all").game.result.places == first.places
    for remedy in (Remedy("roll_back", ends[3]), Remedy("free_seat", seat=1)):
        with pytest.raises(Illegal):
            dispute(tables, game_id, 1, ends[0], remedy)
    check(tables, game_id)


def test_a_freed_seat_is_taken_over(tables):
    """Its former player has no rights there, a computer player answers, and a new person gets the whole seat."""
    game_id = seated(tables)
    ends = played(tables, game_id, 3, random.Random(3))
    dispute(tables, game_id, 0, ends[0], Remedy("free_seat", seat=1))
    before = tables.seen(game_id, 1).game.table
    done = decide(tables, game_id, 1, Remedy("free_seat", seat=1))
    assert isinstance(done.records[-1].record.data, SeatFreed)
    assert tables.place_of(game_id, "player1") is None
    assert tables.seen(game_id).seat_of("player1") is None
    for command in (WithdrawDispute(1, 1), shared.Resign(1)):
        with pytest.raises(Illegal):
            tables.command(game_id, command, "public")
    for player in ("player0", "player1"):
        with pytest.raises(Illegal) as refusal:
            tables.command(game_id, TakeOver(1, player), "public")
        assert refusal.value.rule == "G15"
    tables.command(game_id, TakeOver(1, "player2"), "public")
    assert tables.place_of(game_id, "player2")[0] == 1
    assert tables.seen(game_id, 1).game.table == before
    with pytest.raises(Illegal) as refusal:
        tables.command(game_id, shared.Resign(1), "public", player="player1")
    assert refusal.value.rule == "G15"
    with pytest.raises(Illegal):
        tables.command(game_id, TakeOver(1, "player3"), "public")
    played(tables, game_id, 10_000, random.Random(4))
    result = tables.seen(game_id, "all").game.result
    assert result.reason != "resignation"
    check(tables, game_id)


def test_a_resigned_player_may_be_replaced_and_is_ranked_by_play(tables):
    """A freed seat is not ranked last: the computer player's or the substitute's result counts."""
    game_id = seated(tables, "das-amulett")
    ends = played(tables, game_id, 3, random.Random(5))
    tables.command(game_id, shared.Resign(2), "public")
    dispute(tables, game_id, 0, ends[0], Remedy("free_seat", seat=2))
    decide(tables, game_id, 1, Remedy("free_seat", seat=2))
    seat = tables.seen(game_id).game.seats[2]
    assert (seat.resigned, seat.freed, seat.is_person) == (False, True, False)
    played(tables, game_id, 10_000, random.Random(6))
    seen = tables.seen(game_id, "all")
    assert seen.game.result.places == seen.rulebook.result(seen.game.table).places
    check(tables, game_id)


def test_the_judge(tables):
    """The game's named referee, without a seat; no other player, not even the operator."""
    game_id = tables.open(TITLE, 2, {}, referee="judge")
    with pytest.raises(Illegal) as refusal:
        tables.command(game_id, TakeSeat(0, player="judge"), "public")
    assert refusal.value.rule == "G13"
    for seat in range(2):
        tables.command(game_id, TakeSeat(seat, player=f"player{seat}"), "public")
    ends = played(tables, game_id, 2, random.Random(6))
    dispute(tables, game_id, 0, ends[0])
    with pytest.raises(Illegal) as refusal:
        decide(tables, game_id, 1, Remedy())
    assert refusal.value.rule == "G13"
    decide(tables, game_id, 1, Remedy(), by="referee")
    assert tables.seen(game_id).game.disputes[0].decided.by == "referee"
    check(tables, game_id)


def test_refused_commands(tables):
    """Each refusal names its rule, and nothing is recorded."""
    game_id = seated(tables, players=2)
    ends = played(tables, game_id, 4, random.Random(7))
    end = tables.seen(game_id).position
    wrong = [
        (OpenDispute(0, "999-0", "Why?"), "G12"),
        (OpenDispute(0, ends[0], " "), "G12"),
        (OpenDispute(0, ends[0], "x" * 2001), "G12"),
        (OpenDispute(0, ends[0], "a\0b"), "G12"),
        (OpenDispute(0, ends[0], "Why?", Remedy("roll_back", "1-0")), "G14"),
        (OpenDispute(0, ends[0], "Why?", Remedy("roll_back", "999-0")), "G14"),
        (OpenDispute(0, ends[0], "Why?", Remedy("roll_back")), "G13"),
        (OpenDispute(0, ends[0], "Why?", Remedy("none", ends[0])), "G13"),
        (OpenDispute(0, ends[0], "Why?", Remedy("result", places=(1, 3))), "G13"),
        (OpenDispute(0, ends[0], "Why?", Remedy("result", places=(2, 2))), "G13"),
        (OpenDispute(0, ends[0], "Why?", Remedy("result", places=(1,))), "G13"),
        (OpenDispute(0, ends[0], "Why?", Remedy("free_seat", seat=7)), "G15"),
        (AnswerDispute(0, 1, True), "G12"),
        (WithdrawDispute(0, 1), "G12"),
        (DecideDispute(-1, 1, "operator", "So."), "G12"),
        (TakeOver(0, "player9"), "G15"),
    ]  # fmt: skip
    for command, rule in wrong:
        with pytest.raises(Illegal) as refusal:
            tables.command(game_id, command, "public")
        assert refusal.value.rule == rule, command
    assert tables.seen(game_id).position == end
    dispute(tables, game_id, 0, ends[0])
    for command, rule in [
        (OpenDispute(0, ends[1], "Again."), "G12"),
        (AnswerDispute(0, 1, True), "G12"),
        (WithdrawDispute(1, 1), "G12"),
        (DecideDispute(-1, 1, "players", "So."), "G13"),
        (DecideDispute(-1, 1, "operator", ""), "G12"),
    ]:
        with pytest.raises(Illegal) as refusal:
            tables.command(game_id, command, "public")
        assert refusal.value.rule == rule, command
    tables.command(game_id, AnswerDispute(1, 1, False, "No."), "public")
    with pytest.raises(Illegal):
        tables.command(game_id, AnswerDispute(1, 1, True), "public")
    tables.command(game_id, WithdrawDispute(0, 1), "public")
    with pytest.raises(Illegal):
        decide(tables, game_id, 1, Remedy())
    check(tables, game_id)


def test_no_player_agrees_alone(tables):
    """A person against computer players cannot agree to a remedy: a judge is needed."""
    game_id = tables.open(TITLE, 2, {}, creator=TakeSeat(0, player="player0"), computers=("random",))
    position = str(tables.seen(game_id).position)
    done = dispute(tables, game_id, 0, position, Remedy("result", places=(1, 2)))
    assert done.seen.game.disputes[0].outcome == "open"
    waiting = tables.open(TITLE, 2, {}, creator=TakeSeat(0, player="player0"))
    with pytest.raises(Illegal) as refusal:
        dispute(tables, waiting, 0, "1-0")
    assert refusal.value.rule == "G12"


def test_a_process_behind_disputes_a_finished_game(store):
    """It reads again when the append reports that the game is closed; a move is refused then."""
    behind, tables = Tables(store), Tables(store)
    game_id = seated(tables)
    ends = played(tables, game_id, 5000, random.Random(5))
    started = next(at for at in ends if parse_position(at).action == 4)
    late = Tables(store)
    for one in (behind, late):
        one._warm.keep(game_id, Table(game_id, store.read(game_id, until=parse_position(started)), one._pasts(game_id)))
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
