"""Take-backs and agreed ends by the rules of every game: G20 and G23, without a server."""

import pytest
from msgspec.structs import replace

from domain import game as shared
from domain.chance import KeyedChance
from domain.disputes.events import Remedy
from domain.game import Action, CommandSigned, GameFinished, Resign
from domain.lifecycle import SoFar, act, must_sign
from domain.messages import Event, Illegal, Opening
from domain.proposals.events import (
    NO_PROPOSALS,
    AnswerEnd,
    AnswerTakeBack,
    AskTakeBack,
    EndAnswered,
    EndProposed,
    EndWithdrawn,
    ProposeEnd,
    TakeBackAnswered,
    TakeBackAsked,
    TakeBackWithdrawn,
    TakenBack,
    WithdrawEnd,
    WithdrawTakeBack,
)
from domain.proposals.rules import asked_for_consent
from domain.redaction import Hidden, secret
from domain.rulebook import points_so_far
from tests.domain.tables import RULEBOOK
from tests.domain.tables import Table as _Table
from tests.domain.test_disputes import ended


class Shown(Event, frozen=True):
    """An event that a title could have: a card is shown to a seat."""

    seat: int
    card: int | Hidden = secret(to="seat")


class Table(_Table):
    """A game in which no move draws at random: the effect of draws has its own test."""

    def _counting(self):
        return [
            Action(one.before, tuple((place, replace(record, luck=0)) for place, record in one.records))
            for one in super()._counting()
        ]


def moved(table):
    """Make one move; return its player and the position at its start."""
    before, seat = table.end, shared.to_act(RULEBOOK, table.game)[0]
    table.play()
    return seat, before


def test_a_move_is_taken_back_when_all_agree():
    """G20: taking back restores the table; moves, draws and players stay; until then answers can be changed."""
    table = Table(3)
    table.play(2)
    seat, before = moved(table)
    then, others = table.past[before], [one for one in range(3) if one != seat]
    now = table.game
    assert table.do(AskTakeBack(seat)) == [TakeBackAsked(seat, before)]
    assert asked_for_consent(table.game, seat) == tuple(others)
    table.refuses(AskTakeBack(others[0]), "G20")
    table.refuses(AnswerTakeBack(seat, True), "G20")
    table.refuses(WithdrawTakeBack(others[0]), "G20")
    assert table.do(AnswerTakeBack(others[0], True)) == [TakeBackAnswered(others[0], True)]
    table.refuses(AnswerTakeBack(others[0], True), "G20")
    assert table.do(AnswerTakeBack(others[1], True)) == [TakeBackAnswered(others[1], True), TakenBack(before)]
    assert table.game.table == then.table and table.game.table != now.table
    assert replace(table.game, table=None) == replace(now, table=None)
    assert shared.to_act(RULEBOOK, table.game) == (seat,)
    table.play()  # and the game continues


def test_a_player_who_disagrees_keeps_the_move():
    """G20: one refusal keeps the move, even after a consent; and the proposer can withdraw."""
    table = Table(3)
    seat, _ = moved(table)
    others, now = [one for one in range(3) if one != seat], table.game
    for last in (AnswerTakeBack(others[1], False), AnswerTakeBack(others[0], False), WithdrawTakeBack(seat)):
        table.do(AskTakeBack(seat))
        table.do(AnswerTakeBack(others[0], True))
        table.do(last)
        assert table.game == now
        table.refuses(AnswerTakeBack(others[1], True), "G20")


def test_a_take_back_lapses_with_the_next_move():
    """G20: a take-back lapses with the next move, and when a seat resigns or changes hands."""
    table = Table(3)
    seat, _ = moved(table)
    other = (seat + 1) % 3
    table.do(AskTakeBack(seat))
    table.play()
    table.refuses(AnswerTakeBack(other, True), "G20")
    assert table.game.take_back is None
    seat, _ = moved(table)
    table.do(AskTakeBack(seat))
    table.do(ProposeEnd(seat, "draw"))
    table.do(Resign((seat + 1) % 3))
    assert table.game.proposals == NO_PROPOSALS
    table.do(AskTakeBack(seat))
    table.disputed(Remedy("roll_back", table.end))
    table.decided(Remedy("roll_back", table.end))
    assert table.game.proposals == NO_PROPOSALS


def test_computer_players_agree():
    """G20: computer players agree, and so do resigned seats: a caretaker answers for them."""
    alone = Table(2, computers=1)
    while shared.to_act(RULEBOOK, alone.game) != (0,):
        alone.play()
    before = alone.end
    alone.play()
    assert alone.do(AskTakeBack(0))[-1] == TakenBack(before)
    left = Table(3)
    seat, before = moved(left)
    left.do(Resign((seat + 1) % 3))
    left.do(AskTakeBack(seat))
    assert left.do(AnswerTakeBack((seat + 2) % 3, True))[-1] == TakenBack(before)


def test_the_right_to_ask():
    """G20: a playing person who has moved, until the end."""
    waiting = Table(2)
    waiting.game = waiting.past["2-0"]
    waiting.refuses(AskTakeBack(0), "G3")
    table = Table(3)
    for seat in (0, -1, 3):
        table.refuses(AskTakeBack(seat), "G20")  # no player has moved, and there is no such seat
    seat, _ = moved(table)
    table.do(Resign(seat))
    table.refuses(AskTakeBack(seat), "G20")
    table.finished().refuses(AskTakeBack(0), "G7")


def undone(table, seat, **of_the_last):
    """The answer to a take-back request after this last event."""
    last, *actions = table._counting()
    position, record = last.records[-1]
    changed = replace(record, **of_the_last)
    so_far = SoFar(counting=lambda: [Action(last.before, (*last.records[:-1], (position, changed))), *actions])
    return act(RULEBOOK, table.game, AskTakeBack(seat), KeyedChance(bytes(32), "g", ()), "key", so_far=so_far)[0].event


def test_impossible_take_backs():
    """G20: something was drawn, a secret was opened or shown to another player; the refusal names the place."""
    table = Table(2)
    seat, before = moved(table)
    assert undone(table, seat) == TakeBackAsked(seat, before)
    for changes, words in (({"luck": 1}, "at random"), ({"opens": (Opening("1-0", "a", 1, ""),)}, "revealed")):
        with pytest.raises(Illegal, match=f"{words}.* {table.end}") as caught:
            undone(table, seat, **changes)
        assert caught.value.rule == "G20"
    assert undone(table, seat, data=Shown(seat)) == TakeBackAsked(seat, before)
    with pytest.raises(Illegal, match=f"shown to another player at {table.end}"):
        undone(table, seat, data=Shown(1 - seat))


def test_the_earlier_move_is_taken_back_next():
    """G20: a move taken back doesn't count; the other players' later answers go with it."""
    table = Table(2)
    first, _ = moved(table)
    while shared.to_act(RULEBOOK, table.game) != (first,):
        table.play()
    then = table.end
    table.play()
    table.do(AskTakeBack(first))
    assert table.do(AnswerTakeBack(1 - first, True))[-1] == TakenBack(then)
    [asked] = table.do(AskTakeBack(first))
    assert asked != TakeBackAsked(first, then)
    table.do(AnswerTakeBack(1 - first, True))
    assert table.game.table == table.past[asked.position].table


def test_all_agree_to_a_draw():
    """G23: the game ends at once, all share first place, with the current points."""
    table = Table(3)
    table.play(4)
    points = points_so_far(RULEBOOK, table.game.table)
    assert table.do(ProposeEnd(1, "draw")) == [EndProposed(1, "draw")]
    table.play()  # a move does not settle it
    assert table.do(AnswerEnd(0, True)) == [EndAnswered(0, True)]
    *_, last = table.do(AnswerEnd(2, True))
    assert isinstance(last, GameFinished) and last.key == "key"
    assert ended(table) == ("finished", (1, 1, 1), "agreed")
    assert len(points) == len(table.game.result.points)
    table.refuses(ProposeEnd(1, "draw"), "G7")


def test_all_agree_to_end_at_the_current_standings():
    """G23: an agreed end ranks by points, with resigned players last; computer players agree."""
    table = Table(3)
    table.play(6)
    table.do(Resign(0))
    table.do(ProposeEnd(1, "as_it_stands"))
    table.do(AnswerEnd(2, True))
    points = points_so_far(RULEBOOK, table.game.table)
    first = 1 if points[1] >= points[2] else 2
    assert table.game.result.places[first] == 1 and table.game.result.places[0] == 3
    assert table.game.result.points == points
    alone = Table(2, computers=1)
    alone.do(ProposeEnd(0, "draw"))
    assert ended(alone) == ("finished", (1, 1), "agreed")


def test_a_refused_end():
    """G23: nothing changes; one proposal at a time, which its proposer may withdraw."""
    table = Table(2)
    now = table.game
    table.do(ProposeEnd(0, "draw"))
    table.refuses(ProposeEnd(1, "as_it_stands"), "G23")
    table.refuses(WithdrawEnd(1), "G23")
    assert table.do(AnswerEnd(1, False)) == [EndAnswered(1, False)]
    assert table.game == now
    table.do(ProposeEnd(0, "draw"))
    assert table.do(WithdrawEnd(0)) == [EndWithdrawn(0)]
    table.refuses(AnswerEnd(1, True), "G23")
    table.do(AskTakeBack(moved(table)[0]))
    assert isinstance(table.do(WithdrawTakeBack(table.game.take_back.seat))[0], TakeBackWithdrawn)


def test_proposals_are_signed():
    """G10: in a signed game proposals are signed like moves, so a consent cannot be invented."""
    table = Table(2, signed=True, signing="1")
    for command in (AskTakeBack(0), AnswerTakeBack(1, True), ProposeEnd(0, "draw"), AnswerEnd(1, True)):
        assert must_sign(table.game, command)
    with pytest.raises(Illegal):
        table.do(ProposeEnd(0, "draw"))
    told = table.do(ProposeEnd(0, "draw"), CommandSigned(0, "signature", "text"))
    assert told == [EndProposed(0, "draw"), CommandSigned(0, "signature", "text")]


@pytest.mark.parametrize("edition", [1, 2])
def test_one_person_cannot_agree_alone_in_a_rated_game(edition):
    """G23, since edition 2: not one person among computer players, nor the last one who has not resigned; two can."""
    alone = Table(3, computers=2, rated=True, edition=edition)
    deserted = Table(2, computers=1, rated=True, edition=edition)
    if edition == 1:
        assert isinstance(alone.do(ProposeEnd(0, "as_it_stands"))[-1], GameFinished)
        return
    alone.refuses(ProposeEnd(0, "as_it_stands"), "G23")
    alone.refuses(ProposeEnd(0, "draw"), "G23")
    deserted.refuses(ProposeEnd(0, "draw"), "G23")
    two = Table(3, rated=True)
    two.do(Resign(2))
    two.do(ProposeEnd(0, "draw"))
    assert isinstance(two.do(AnswerEnd(1, True))[-1], GameFinished)


@pytest.mark.parametrize(("edition", "rated"), [(1, True), (2, False), (2, True)])
@pytest.mark.parametrize("computers", [0, 1])
def test_no_answered_move_is_taken_back_in_a_rated_game(edition, rated, computers):
    """G20, since edition 2: after a person's or a computer player's answer, the choice stands."""
    table = Table(2, computers=computers, rated=rated, edition=edition)
    while shared.to_act(RULEBOOK, table.game) != (0,):
        table.play()
    before = table.end
    table.play()
    while shared.to_act(RULEBOOK, table.game) == (0,):
        before = table.end
        table.play()
    asked = table.do(AskTakeBack(0))  # no player has answered yet
    assert asked[0] == TakeBackAsked(0, before)
    if not computers:
        table.do(WithdrawTakeBack(0))
        table.play()
    else:
        while shared.to_act(RULEBOOK, table.game) != (1,):
            table.play()
        table.play()
    if rated and edition == 2:
        table.refuses(AskTakeBack(0), "G20")
    else:
        table.do(AskTakeBack(0))
