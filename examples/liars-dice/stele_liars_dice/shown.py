"""The shape of the table in a viewer's state: the result of `view`, described in the API's document."""

from typing import TypedDict

from stele_liars_dice.state import Phase


class Claim(TypedDict):
    """The bid that stands."""

    seat: int
    count: int
    face: int


class Player(TypedDict):
    """How many dice a player has left, and their faces; null if the viewer cannot see under the cup."""

    seat: int
    left: int
    faces: list[int | None]


class Table(TypedDict):
    """The whole table."""

    phase: Phase
    round: int
    turn: int
    claim: Claim | None
    doubter: int | None
    dice: int
    dice_lost: int
    players: list[Player]
