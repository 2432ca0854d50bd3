"""The shape of the table in a viewer's state: the result of `view`, described in the API's document."""

from typing import TypedDict

from stele_high_water.rules import Phases


class Field(TypedDict):
    """A field, and how high the water is on it."""

    field: str
    water: int


class Warden(TypedDict):
    """The field of a seat's warden, or null: out of the game."""

    seat: int
    field: str | None


class Table(TypedDict):
    """The whole table."""

    phase: Phases
    tide: int
    tides: int
    turn: int
    steps: int
    fields: list[Field]
    players: list[Warden]
