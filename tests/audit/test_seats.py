"""Reserved seats in a record: their release, and lies about it, by both verifiers."""

import random

import pytest

from ai.self_play import seeded_game_key
from audit.verification.report import print_report
from audit.verification.verify import verify
from domain.game import ReleaseSeat, ReserveSeat, SeatReleased, SeatReserved, TakeSeat
from domain.title_loader import find_rulebooks
from sdk.verify import stele_verify
from tests.audit.games import Seating, bundled
from tests.audit.test_disputes import edited, raw_of, told_anew
from tests.audit.test_signatures import finding

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.most_players > 3)


def told():
    """A game of four in which three seats were reserved, and none of the expected players joined."""
    table = Seating(TITLE, seeded_game_key("kept"), 4, reserved=("", "gone-1", "gone-2", "gone-3"))
    table.sit(0)
    table.act(ReleaseSeat(-1, 2, "declined"))
    table.sit(2)
    table.act(ReleaseSeat(0, 1, "released"))
    table.act(ReserveSeat(0, 3, "gone-4"))
    table.act(ReserveSeat(0, 1, "player-1"))
    table.act(ReleaseSeat(-1, 3, "expired"))
    for seat in (1, 3):
        table.act(TakeSeat(seat, player=f"player-{seat}", nonce=table.nonces[seat]))
    table.play(5000, random.Random(2))
    return table.projector, table.played()


def test_released_seats_verify():
    """For every viewer, by both verifiers, and by the rules."""
    projector, game = told()
    for viewer in ("all", "public", 1):
        raw = bundled(projector, game, game.entries, viewer)
        report, other = verify(raw), stele_verify.verify(raw)
        assert report.ok, print_report(report)
        assert other.first_bad is None


@pytest.mark.parametrize(
    ("which", "changes"),
    [
        (0, {"seat": 0}),  # taken
        (0, {"why": "released"}),  # it was not reserved for a player at the table
        (1, {"seat": 2}),  # the reservation has ended
        (1, {"why": "expired"}),  # it was reserved for a player at the table
    ],
)
def test_an_impossible_release(which, changes):
    """Both verifiers find it without a key."""
    game = told()
    actions, place = edited(game, SeatReleased, which, **changes)
    assert finding(raw_of(game, told_anew(game, actions), "public")) == ("course", place)


@pytest.mark.parametrize(
    ("which", "changes"),
    [
        (0, {"seat": 0}),  # taken
        (0, {"seat": 4}),  # the game has no such seat
        (0, {"player": ""}),
        (0, {"player": "player-0"}),  # has a seat
        (1, {"player": "gone-4"}),  # has another reserved seat
    ],
)
def test_an_impossible_reservation(which, changes):
    """Both verifiers find it without a key."""
    game = told()
    actions, place = edited(game, SeatReserved, which, **changes)
    assert finding(raw_of(game, told_anew(game, actions), "public")) == ("course", place)
