"""Seats by the rules of every game: G21 and G22, without a server."""

import pytest

from domain.chance import KeyedChance, nonce_commitment
from domain.disputes.events import Remedy, SeatTakenOver, TakeOver
from domain.game import (
    Abort,
    GameStarted,
    LeaveSeat,
    OfferSeat,
    OpenNonce,
    ReleaseSeat,
    ReserveSeat,
    Resign,
    SeatLeft,
    SeatOffered,
    SeatReserved,
    TakeSeat,
)
from domain.lifecycle import act, nonces_after
from domain.messages import Illegal
from tests.domain.tables import KEY, RULEBOOK, Sitting, Table


class Waiting(Sitting):
    """A game that waits for players."""

    def __init__(self, players=3, computers=0, **more):
        super().__init__(players, ("steward",) * computers, **more)

    def sits(self, player, **more):
        """A player joins; their seat."""
        return self.do(TakeSeat(0, player=player, **more))[0].seat

    @property
    def sitting(self):
        """The players by seat."""
        return [seat.player for seat in self.game.seats]


def test_a_left_seat_is_free_again():
    """G21: the next player takes the lowest free seat; the opener may leave, too, and return."""
    table = Waiting(3, computers=1)
    assert [table.sits("ada")] == [0]
    assert table.do(LeaveSeat(0)) == [SeatLeft(0)]
    assert table.game.seats == () and table.game.free_seats == 2
    assert [table.sits(player, nonce=player) for player in ("bo",)] == [0]
    table.do(LeaveSeat(0))
    table = Waiting(4)
    assert [table.sits(player, nonce=f"{player}'s") for player in ("ada", "bo", "cy")] == [0, 1, 2]
    table.do(LeaveSeat(1))
    assert (table.sitting, table.game.free_seats) == (["ada", "", "cy"], 2)
    table.refuses(LeaveSeat(1), "G21")
    table.refuses(TakeSeat(0, player="cy"), "G2")
    assert table.sits("di", nonce="di's") == 1
    # The nonces that make the randomness are in the order of the seats, in any order of arrival.
    assert nonces_after(table.game, TakeSeat(3, player="bo", nonce="bo's"), ("c",)) == (
        "ada's",
        "di's",
        "cy's",
        "bo's",
        "c",
    )
    table.do(LeaveSeat(0))
    assert nonces_after(table.game, TakeSeat(0, player="bo", nonce="bo's"), ()) == ("bo's", "di's", "cy's")
    table.refuses(Abort(2), "G6")
    assert [table.sits(player) for player in ("bo", "ada")] == [0, 3]
    assert table.game.status == "playing"
    table.refuses(LeaveSeat(0), "G21")


def test_no_player_leaves_while_nonces_are_opened():
    """G21: in a strict game a seat can be left while another is free; the next player commits again."""
    table = Waiting(2, strict=True)

    def sits(seat, player, nonce):
        bound = nonce_commitment("g", seat, nonce)
        return table.do(TakeSeat(seat, player=player, nonce_commitment=bound))[0].seat

    sits(0, "ada", "first")
    table.do(LeaveSeat(0))
    sits(0, "ada", "second")
    sits(1, "bo", "third")
    table.refuses(LeaveSeat(0), "G21")
    table.do(OpenNonce(1, "third"))
    table.refuses(OpenNonce(0, "first"), "G9")
    assert GameStarted() in table.do(OpenNonce(0, "second"))


def test_reserved_seats():
    """G21: a reserved seat is its player's, wherever it is; the rest take the lowest unreserved one."""
    table = Waiting(3, reserved=("ada", "", "cy"))
    assert [table.sits("eve"), table.sits("cy")] == [1, 2]
    with pytest.raises(Illegal, match="reserved for other players") as caught:
        table.sits("bo")
    assert caught.value.rule == "G21"
    table.do(LeaveSeat(1))
    assert [table.sits("bo"), table.sits("ada")] == [1, 0]
    assert table.game.status == "playing" and [seat.player for seat in table.game.seats] == ["ada", "bo", "cy"]
    for more in (
        {"reserved": ("ada",)}, {"reserved": ("ada", "ada", "")}, {"reserved": ("ada", "", "cy"), "computers": 1},
    ):  # fmt: skip
        with pytest.raises(Illegal) as caught:
            Waiting(3, **more)
        assert caught.value.rule == "G21"
    with pytest.raises(Illegal) as caught:
        Waiting(2, reserved=("ada", ""), referee="ada")
    assert caught.value.rule == "G13"


def test_a_player_hands_a_seat_over():
    """G22: a player hands a whole seat over to a named player; the offer can be changed or withdrawn."""
    table = Table(3, signed=True, referee="judge", signing="1")
    before = table.game.table
    assert table.do(OfferSeat(1, "p9")) == [SeatOffered(1, "p9")]
    assert table.game.seats[1].offered == "p9"
    table.refuses(TakeOver(0, "p9", KEY), "G15")
    table.refuses(TakeOver(1, "p8", KEY), "G15")
    table.refuses(TakeOver(1, "p9"), "G10")
    table.do(OfferSeat(1, "p8"))
    table.refuses(TakeOver(1, "p9", KEY), "G15")
    assert table.do(OfferSeat(1, "")) == [SeatOffered(1, "")]
    table.refuses(OfferSeat(1, ""), "G22")
    table.refuses(TakeOver(1, "p8", KEY), "G15")
    table.do(OfferSeat(1, "p8"))
    assert table.do(TakeOver(1, "p8", KEY)) == [SeatTakenOver(1, "p8", KEY)]
    seat = table.game.seats[1]
    assert (seat.player, seat.name, seat.is_person, seat.offered) == ("p8", "", True, "")
    assert table.game.table == before
    table.do(OfferSeat(1, "p1"))  # also back


def test_players_who_cannot_have_a_seat():
    """G22: the referee, and current players; a resigned player has nothing to hand over."""
    table = Table(3, referee="judge")
    for player in ("judge", "p0", "p1"):
        table.refuses(OfferSeat(1, player), "G22")
    for seat in (-1, 3):
        table.refuses(OfferSeat(seat, "p9"), "G22")
    table.do(OfferSeat(1, "p9"))
    table.do(Resign(1))
    table.refuses(OfferSeat(1, "p9"), "G22")
    table.refuses(TakeOver(1, "p9"), "G15")
    two = Table(3)
    two.do(OfferSeat(0, "p9"))
    two.do(OfferSeat(1, "p9"))
    two.do(TakeOver(0, "p9"))
    two.refuses(TakeOver(1, "p9"), "G15")
    waiting = Waiting(2)
    waiting.sits("ada")
    waiting.refuses(OfferSeat(0, "p9"), "G3")


def handed_over(edition):
    """A game of this edition in which p0 has handed seat 0 over to p9."""
    table = Table(3, edition=edition)
    table.do(OfferSeat(0, "p9"))
    table.do(TakeOver(0, "p9"))
    return table


def test_a_seats_former_player_takes_no_other_seat():
    """G15, G22: whether by hand-over, by decision or by both, a former player can take their own seat back, but no
    other.
    """
    table = handed_over(edition=2)
    table.refuses(OfferSeat(1, "p0"), "G22")
    assert table.do(OfferSeat(0, "p0")) == [SeatOffered(0, "p0")]
    table.do(TakeOver(0, "p0"))
    table.refuses(OfferSeat(1, "p9"), "G22")
    table.disputed(Remedy("free_seat", seat=1)).decided(Remedy("free_seat", seat=1))
    for player in ("p9", "p0", "p1", "p2"):
        table.refuses(TakeOver(1, player), "G15")
    table.do(TakeOver(1, "p8"))
    # The loser of a seat by a decision, with any player afterwards; and an earlier offer lapses with the decision.
    table.refuses(OfferSeat(2, "p1"), "G22")
    two = Table(3)
    two.do(OfferSeat(0, "p9"))
    two.do(OfferSeat(1, "p9"))
    two.do(TakeOver(1, "p9"))
    two.do(OfferSeat(1, "p8"))
    two.do(TakeOver(1, "p8"))
    two.refuses(TakeOver(0, "p9"), "G15")


def test_a_player_who_left_before_the_start_has_seen_nothing():
    """G21: nothing was dealt; they may join again in any seat, and take one over later."""
    table = Waiting(3)
    for player in ("ada", "bo"):
        table.sits(player)
    table.do(LeaveSeat(0))
    assert [table.sits(player) for player in ("cy", "di")] == [0, 2]
    assert table.game.status == "playing"
    assert table.do(OfferSeat(1, "ada")) == [SeatOffered(1, "ada")]
    table.do(TakeOver(1, "ada"))
    assert table.sitting == ["cy", "ada", "di"]


def test_the_first_edition_lets_former_players_take_any_seat():
    """G15, G22: in the first edition, a player without a seat can take any seat."""
    table = handed_over(edition=1)
    table.do(OfferSeat(1, "p0"))
    table.do(TakeOver(1, "p0"))
    assert [seat.player for seat in table.game.seats] == ["p9", "p0", "p2"]


def test_the_luck_follows_the_seats():
    """G21: a game filled in another order has the same draws."""
    first, second = Waiting(2), Waiting(2)
    first.sits("ada", nonce="a")
    second.sits("cy", nonce="c")
    second.do(LeaveSeat(0))
    second.sits("ada", nonce="a")
    last = TakeSeat(1, player="bo", nonce="b")
    started = [
        act(RULEBOOK, one.game, last, KeyedChance(bytes(32), "g", nonces_after(one.game, last, ())), "key")
        for one in (first, second)
    ]
    assert started[0] == started[1]


def test_the_first_player_reserves_a_free_seat():
    """G21: a seat is reserved for a player without a seat, or for another player instead; a declined seat again."""
    table = Waiting(4, computers=1, referee="judge")
    table.refuses(ReserveSeat(-1, 1, "bo"), "G21")
    table.sits("ada")
    assert table.do(ReserveSeat(0, 2, "bo")) == [SeatReserved(2, "bo")]
    assert table.game.expected == ("bo",)
    for seat, player, rule in (
        (0, "cy", "G21"),  # taken
        (3, "cy", "G21"),  # a computer player's
        (9, "cy", "G21"),
        (-1, "cy", "G21"),
        (1, "", "G21"),
        (1, "ada", "G21"),
        (1, "bo", "G21"),
        (1, "judge", "G13"),
    ):
        table.refuses(ReserveSeat(0, seat, player), rule)
    assert table.do(ReserveSeat(0, 2, "cy")) == [SeatReserved(2, "cy")]
    assert table.game.expected == ("cy",)
    table.refuses(ReleaseSeat(-1, 2, "declined", "bo"), "G21")
    table.do(ReleaseSeat(-1, 2, "declined", "cy"))
    assert not table.game.expected
    table.do(ReserveSeat(0, 2, "bo"))
    assert table.sits("cy") == 1
    table.refuses(ReserveSeat(1, 2, "di"), "G21")
    table.refuses(TakeSeat(2, player="di"), "G21")
    assert table.sits("bo") == 2 and table.game.status == "playing"
    table.refuses(ReserveSeat(0, 2, "di"), "G21")
