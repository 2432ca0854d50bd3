"""Plan of the pyramid: 49 cells, their names, and shared sides (KH-N1, KH-N2).

Rows are lettered from the bottom, `a` to `g`; within a row cells are numbered from the left. Odd numbers stand on a
side (apex up), even ones on their apex. Sides are numbered clockwise: 0 bottom, 1 upper left, 2 upper right of a cell
with its apex up; 0 top, 1 lower right, 2 lower left of the others. A side always faces the neighbour's side of the same
number.
"""

from collections.abc import Mapping
from typing import Final

SIDE: Final = 7
ROWS: Final = "abcdefg"
SIDES: Final = 3


def _cells() -> list[tuple[int, int]]:
    return [(row, column) for row in range(SIDE) for column in range(2 * (SIDE - row) - 1)]


PLACES: Final = tuple(_cells())
CELLS: Final = tuple(f"{ROWS[row]}{column + 1}" for row, column in PLACES)
INDEX: Mapping[str, int] = {name: index for index, name in enumerate(CELLS)}
APEX: Final = len(CELLS) - 1
_AT: Mapping[tuple[int, int], int] = {place: index for index, place in enumerate(PLACES)}


def points_up(cell: int) -> bool:
    """Whether the cell stands on a side."""
    return PLACES[cell][1] % 2 == 0


def _facing(row: int, column: int, side: int) -> tuple[int, int]:
    if column % 2 == 0:
        return ((row - 1, column + 1), (row, column - 1), (row, column + 1))[side]
    return ((row + 1, column - 1), (row, column + 1), (row, column - 1))[side]


# NEIGHBOURS[cell][side]: the cell on the other side, none at the outer border of the pyramid.
NEIGHBOURS: Final = tuple(tuple(_AT.get(_facing(row, column, side)) for side in range(SIDES)) for row, column in PLACES)
BESIDE: Final = tuple(
    tuple((near * 3)[:3]) for sides in NEIGHBOURS if (near := [one for one in sides if one is not None])
)
"""For each cell the three that share a side with it; at the border some are repeated instead of none."""
