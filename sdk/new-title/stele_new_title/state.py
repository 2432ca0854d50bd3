"""The table: points, the pot and the die."""

from typing import Literal

from msgspec import Struct

FACES = range(1, 7)

Phase = Literal["choosing", "rolling", "over"]


class State(Struct, frozen=True, gc=False):
    """The whole table: the points of each seat, whose turn it is in which round, the pot, and the last roll."""

    points: tuple[int, ...]
    rounds: int
    round: int = 1
    turn: int = 0
    pot: int = 0
    die: int | None = None
    is_rolling: bool = False


def phase_of(state: State) -> Phase:
    """A player chooses and rolls, until all rounds are over."""
    if state.round > state.rounds:
        return "over"
    return "rolling" if state.is_rolling else "choosing"
