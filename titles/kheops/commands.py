"""Commands of this game. Cells are named as in `plan`: `a1` to `g1`."""

from collections.abc import Iterable, Mapping
from typing import Any

from stele.title import Command
from titles.kheops.components import components_from, shipped_components
from titles.kheops.plan import CELLS
from titles.kheops.state import PawnKind


class PlacePawn(Command, frozen=True):
    """Place a pawn from the reserve on a tile; the Mummy may replace an opponent's Worker."""

    pawn: PawnKind
    cell: str


class Rotate(Command, frozen=True):
    """Use the power of rotation: turn the tile in this cell clockwise by one or two thirds."""

    cell: str
    thirds: int


class Swap(Command, frozen=True):
    """Use the power of swapping: the player's pawn in the cell `own` and the opponent's in `enemy` change places."""

    own: str
    enemy: str


class Move(Command, frozen=True):
    """Use the power of moving: one of the player's pawns goes to another cell."""

    origin: str
    target: str


class PlaceTile(Command, frozen=True):
    """Lay a tile from the hand in an empty cell, turned clockwise by 0, 1 or 2 thirds."""

    tile: int
    cell: str
    orientation: int


COMMANDS: tuple[type[Command], ...] = (PlacePawn, Rotate, Swap, Move, PlaceTile)


def command_values(players: int, options: Mapping[str, Any]) -> Mapping[str, Iterable[Any]]:
    """The values that fields, or all fields of a command, can have, for numbering the commands."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    return {
        **dict.fromkeys(("cell", "own", "enemy", "origin", "target"), CELLS),
        "thirds": (1, 2),
        "orientation": (0, 1, 2),
        "tile": [tile.id for tile in components.tiles],
    }
