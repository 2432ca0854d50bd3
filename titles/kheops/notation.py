"""Notation of moves, short enough to say and type; `RULES.md` has the table.

`Wa5` a Worker on a5, `Pa5` the Priest, `Ma5` the Mummy, `Fa5` the Pharaoh; `a5+1` turns the tile of a5 by one third;
`a5=b3` swaps the player's pawn on a5 with the opponent's on b3; `a5-b3` moves a pawn; `12@c3/1` lays tile 12 on c3,
turned once.
"""

import re
from collections.abc import Mapping

from stele.title import Command
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.state import PawnKind

LETTERS: Mapping[PawnKind, str] = {"worker": "W", "priest": "P", "mummy": "M", "pharaoh": "F"}
_KINDS: Mapping[str, PawnKind] = {letter: kind for kind, letter in LETTERS.items()}
_CELL = r"([a-g][0-9]{1,2})"
_PAWN = re.compile(f"([WPMF]){_CELL}")
_ROTATE = re.compile(rf"{_CELL}\+([12])")
_PAIR = re.compile(f"{_CELL}([=-]){_CELL}")
_TILE = re.compile(rf"([0-9]{{1,3}})@{_CELL}/([012])")


def written(command: Command) -> str:
    """The move in notation."""
    match command:
        case PlacePawn(_, pawn, cell):
            return f"{LETTERS[pawn]}{cell}"
        case Rotate(_, cell, thirds):
            return f"{cell}+{thirds}"
        case Swap(_, own, enemy):
            return f"{own}={enemy}"
        case Move(_, origin, target):
            return f"{origin}-{target}"
        case PlaceTile(_, tile, cell, orientation):
            return f"{tile}@{cell}/{orientation}"
    raise TypeError(f"{type(command).__name__} is not a command of this game")


def read(text: str, seat: int) -> Command | None:
    """The move of this seat with this notation, or none."""
    if found := _PAWN.fullmatch(text):
        return PlacePawn(seat, _KINDS[found[1]], found[2])
    if found := _ROTATE.fullmatch(text):
        return Rotate(seat, found[1], int(found[2]))
    if found := _PAIR.fullmatch(text):
        return Swap(seat, found[1], found[3]) if found[2] == "=" else Move(seat, found[1], found[3])
    if found := _TILE.fullmatch(text):
        return PlaceTile(seat, int(found[1]), found[2], int(found[3]))
    return None
