"""The table: cups with dice, and the bid."""

from typing import Literal

from msgspec import Struct

from stele.title import Hidden

FACES = range(1, 7)

Phase = Literal["rolling", "bidding", "doubt", "loss", "over"]


class Player(Struct, frozen=True, gc=False):
    """One player: how many dice are left, and the faces of those that were rolled in this round."""

    left: int
    faces: tuple[int | Hidden, ...] = ()


class Claim(Struct, frozen=True, gc=False):
    """The current bid: by this seat, at least this number of dice show this face."""

    seat: int
    count: int
    face: int


class State(Struct, frozen=True, gc=False):
    """The whole table. `turn` is the seat that bids next, `doubter` the seat that has doubted the claim; `out` are the
    seats without dice.
    """

    players: tuple[Player, ...]
    round: int = 1
    turn: int = 0
    claim: Claim | None = None
    doubter: int | None = None
    is_shown: bool = False
    lost: int = 0
    out: tuple[int, ...] = ()


def phase_of(state: State) -> Phase:
    """Dice are rolled, bid on and counted, and one is lost, until one player is left."""
    if len(state.out) == len(state.players) - 1:
        return "over"
    if state.doubter is not None:
        return "loss" if state.is_shown else "doubt"
    return "rolling" if seat_to_roll(state) is not None else "bidding"


def seat_to_roll(state: State) -> int | None:
    """The first seat that has a die which was not rolled yet in this round, or none."""
    return next((seat for seat, one in enumerate(state.players) if len(one.faces) < one.left), None)


def next_with_dice(players: tuple[Player, ...], seat: int) -> int:
    """The next seat after this one that has dice; this one if no other has."""
    others = ((seat + step) % len(players) for step in range(1, len(players) + 1))
    return next(other for other in others if players[other].left)


def all_dice(state: State) -> int:
    """How many dice there are under all cups together."""
    return sum(player.left for player in state.players)
