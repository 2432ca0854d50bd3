"""The shape of the table in a viewer's state: the result of `view`, described in the API's document."""

from typing import TypedDict

from stele_downhill.rules import Phases


class Player(TypedDict):
    """A skier: `passed` counts the gates so far, `face` is the last one of the die, or null before the first."""

    seat: int
    speed: int
    seconds: int
    passed: int
    face: int | None
    fell: bool


class Table(TypedDict):
    """The whole table."""

    phase: Phases
    gate: int
    gates: int
    icy: list[int]
    players: list[Player]
