"""Lies about agreements among players: each is seen by every verifier, without a key or a title's rules."""

import msgspec
import pytest

from audit.verification.verify import verify
from domain.disputes.events import SeatTakenOver
from domain.game import GameFinished, Happening, SeatLeft, SeatOffered
from domain.proposals.events import (
    EndAnswered,
    EndProposed,
    EndWithdrawn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from sdk.verify import stele_verify
from tests.audit.games import TITLES, disputed, happenings_of
from tests.audit.test_disputes import edited, place_of, raw_of, told_anew
from tests.audit.test_signatures import finding

TITLE = TITLES[-1]


def told():
    """A game in which a seat was handed over, a move taken back, and an end refused and agreed to."""
    return disputed(TITLE, "proposed")


@pytest.mark.parametrize(
    ("kind", "which", "changes", "later"),
    [
        (TakenBack, 0, {"position": "5-0"}, 0),
        (TakeBackAsked, 1, {"position": "5-0"}, 0),
        (TakeBackAnswered, -1, {"agrees": False}, 1),
        (EndAnswered, -1, {"agrees": False}, 1),
        (SeatOffered, 1, {"player": "player-0"}, 0),
        (SeatTakenOver, 0, {"player": "player-8"}, 0),
    ],
)
def test_invented_consent(kind, which, changes, later):
    """Another move taken back, an end or a take-back without consent, a seat taken over by another player."""
    game = told()
    actions = happenings_of(game[0], game[1].entries)
    events = [one.event for action in actions for one in action if isinstance(one.event, kind)]
    which = which % len(events)
    forged, place = edited(game, kind, which, **changes)
    action, effect = map(int, place.split("-"))
    assert finding(raw_of(game, told_anew(game, forged), "public")) == ("course", f"{action}-{effect + later}")


def test_an_agreement_is_carried_out():
    """A result whose places are no ranking, or with another reason, and no result at all."""
    game = told()
    number, effect = place_of(game, GameFinished)
    result = game[1].final.result
    for other in (msgspec.structs.replace(result, places=(2,) * len(result.places)),
                  msgspec.structs.replace(result, reason="points")):  # fmt: skip
        actions, place = edited(game, GameFinished, result=other)
        assert finding(raw_of(game, told_anew(game, actions))) == ("course", place)
    number, effect = place_of(game, TakenBack)
    actions = happenings_of(game[0], game[1].entries)
    undone = [*actions[:number], actions[number][:effect], *actions[number + 1 :]]
    assert finding(raw_of(game, told_anew(game, undone))) == ("course", f"{number + 2}-0")


def test_the_ranking_of_a_running_game_is_the_titles():
    """G23: another ranking of the standings is found with the title's rules alone.

    In the first edition by the points.
    """
    game = told()
    result = game[1].final.result
    assert len(set(result.places)) > 1
    actions, place = edited(game, GameFinished, result=msgspec.structs.replace(result, places=result.places[::-1]))
    raw = raw_of(game, told_anew(game, actions))
    report, other = verify(raw), stele_verify.verify(raw)
    assert (report.checks[-1].name, report.first_bad) == ("rules", place) and other.first_bad is None
    first = [[*actions[0]], *actions[1:]]
    first[0][0] = msgspec.structs.replace(first[0][0], event=msgspec.structs.replace(first[0][0].event, edition=1))
    raw = raw_of(game, told_anew(game, first))
    assert ("course", place) == (verify(raw).checks[-1].name, verify(raw).first_bad)
    assert place == stele_verify.verify(raw).first_bad


def test_actions_without_agreement():
    """Inserted into the record anywhere: a move taken back, an end, an answer to nothing, a seat left or taken over."""
    game = told()
    actions, place = happenings_of(game[0], game[1].entries)[:12], "13-0"
    result = msgspec.structs.replace(game[1].final.result, reason="agreed")
    ends = [str(entry.position) for entry in game[1].entries if entry.position.action == 11]
    for event, actor in (
        (TakenBack(ends[-1]), None), (GameFinished(result, "00" * 32), None), (EndAnswered(0, True), 0),
        (TakeBackAnswered(0, True), 0), (EndWithdrawn(0), 0), (SeatLeft(0), 0), (SeatOffered(0, ""), 0),
        (SeatTakenOver(0, "player-9", ""), 0), (EndProposed(0, "draw"), 1),
    ):  # fmt: skip
        lie = [*actions, [Happening(event, actor)]]
        assert finding(raw_of(game, told_anew(game, lie), "public")) == ("course", place), event


def test_a_seat_that_knows_another():
    """G15, G22: an offer to the previous player of another seat, and a seat that they take over all the same."""
    game = told()
    number, effect = place_of(game, SeatTakenOver)
    actions = happenings_of(game[0], game[1].entries)
    seat = actions[number][effect].event.seat
    before, other = actions[: number + 1], next(one for one in range(2) if one != seat)
    place = f"{number + 2}-0"
    offered = [*before, [Happening(SeatOffered(other, f"player-{seat}"), other)]]
    assert finding(raw_of(game, told_anew(game, offered), "public")) == ("course", place)
    back = [*before, [Happening(SeatOffered(seat, f"player-{seat}"), seat)]]
    raw = raw_of(game, told_anew(game, back), "public")
    assert verify(raw).ok and stele_verify.verify(raw).first_bad is None
    # Their offer came before they took the other seat.
    heir = actions[number][effect].event.player
    both = [*before[:-1], [Happening(SeatOffered(other, heir), other)], before[-1]]
    taken = [*both, [Happening(SeatTakenOver(other, heir, ""), other)]]
    assert finding(raw_of(game, told_anew(game, taken), "public")) == ("course", f"{number + 3}-0")
