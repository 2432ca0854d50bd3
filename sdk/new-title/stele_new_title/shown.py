"""The shape of the table in a viewer's state: the result of `view`, described in the API's document."""

from typing import TypedDict

from stele_new_title.state import Phase


class Player(TypedDict):
    """A player's points."""

    seat: int
    points: int


class Table(TypedDict):
    """The whole table. `die` is the last roll, or null before the first."""

    phase: Phase
    round: int
    rounds: int
    turn: int
    pot: int
    die: int | None
    players: list[Player]
