"""Components: read from `components.toml` or from a host's own file, and checked (KH-S2).

The rulebook prints neither the tiles' make-up nor the picture of the base. The shipped data is a reconstruction and
marked as such (RULES.md, last chapter). Every file must agree with what the rulebook says about the tiles.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from stele.title import ComponentStatus
from stele.title import components_file as files
from titles.kheops.plan import APEX, CELLS, INDEX, PLACES, SIDE, SIDES
from titles.kheops.state import BASE, Components, Kind, Symbol

TILES = len(CELLS) + 1
MOST_WITHOUT_PAWN = 18
LEAST_ANKHS = 3
PAIRS = 3
FIGURES = ("king", "queen")
_META = frozenset({"game", "status", "note", "name"})
_TILE = frozenset({"id", "kind", "sides", "symbol", "colour", "figure"})


def read_components(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A host's component file in its plain form, or `BadOption` with the location of the error.

    The file has the format of `components.toml`: a [meta] table, a [plan] with the cells of the base, and fifty
    [[tile]] tables. Unknown keys are refused, so that misspellings are noticed.
    """
    data = files.read_file(data, {"meta", "plan", "tile"})
    return {
        **files.read_heading(data, _META),
        "base": _base(data.get("plan")),
        "tiles": _tiles(data.get("tile")),
    }


def _base(plan: Any) -> list[str]:
    """The cells of the base by name. The rest of the plan is fixed: it is a triangle of seven rows."""
    table = files.table(plan, "plan", {"side", "cells", "apex", "all", "base"})
    if table.get("side", SIDE) != SIDE or table.get("cells", len(CELLS)) != len(CELLS):
        raise files.refuse(f"plan.side must be {SIDE} and plan.cells {len(CELLS)}")
    if "apex" in table and _cell(table["apex"], "plan.apex") != CELLS[APEX]:
        raise files.refuse(f"plan.apex must be {list(PLACES[APEX])}")
    if "all" in table:
        named = [
            _cell(cell, f"plan.all[{number}]")
            for number, cell in enumerate(files.listed(table["all"], "plan.all", "cells"))
        ]
        if sorted(named) != sorted(CELLS):
            raise files.refuse(f"plan.all must list each of the {len(CELLS)} cells once")
    base = table.get("base")
    if not isinstance(base, (list, tuple)) or len(base) != BASE:
        raise files.refuse(f"plan.base must list {BASE} cells")
    names = [_cell(cell, f"plan.base[{number}]") for number, cell in enumerate(base)]
    if len(set(names)) != BASE:
        raise files.refuse("plan.base names a cell twice")
    return names


def _cell(cell: Any, place: str) -> str:
    """A cell, given as [row, column] counted from 0 or by its name."""
    if isinstance(cell, str) and cell in INDEX:
        return cell
    pair = tuple(cell) if isinstance(cell, (list, tuple)) else ()
    if len(pair) == 2 and all(type(number) is int for number in pair) and pair in PLACES:
        return CELLS[PLACES.index(pair)]
    raise files.refuse(f"{place} must be a cell of the plan: [row, column] or its name")


def _tiles(tiles: Any) -> list[list[Any]]:
    if not isinstance(tiles, (list, tuple)) or len(tiles) != TILES:
        raise files.refuse(f"there must be {TILES} tiles")
    rows = [_tile(tile, f"tile[{number}]") for number, tile in enumerate(tiles)]
    if len({row[0] for row in rows}) != TILES:
        raise files.refuse("a tile's id is there twice")
    if sum(row[3] == "no_pawn" for row in rows) > MOST_WITHOUT_PAWN:
        raise files.refuse(f"at most {MOST_WITHOUT_PAWN} tiles may bar pawns, or a player could find no place")
    _check_kinds(rows)
    _check_pairs(rows)
    return rows


def _check_kinds(rows: list[list[Any]]) -> None:
    """Check that there are both kinds of tile, and every symbol in the rulebook (KH-S2, KH-W1)."""
    kinds, symbols = Counter(row[1] for row in rows), Counter(row[3] for row in rows)
    for kind in get_args(Kind):
        if not kinds[kind]:
            raise files.refuse(f"at least one tile must be a {kind}")
    for symbol in get_args(Symbol):
        least = LEAST_ANKHS if symbol == "ankh" else 1
        if symbols[symbol] < least:
            raise files.refuse(f"at least {least} of the tiles must have the symbol {symbol}")


def _check_pairs(rows: list[list[Any]]) -> None:
    """Check that the sarcophagi are a king and a queen in each of three colours, so every pair is possible (KH-V3)."""
    found = sorted((row[4], row[5]) for row in rows if row[3] == "sarcophagus")
    colours = sorted({colour for colour, _figure in found})
    if len(colours) != PAIRS or found != [(colour, figure) for colour in colours for figure in FIGURES]:
        listed = ", ".join(f"{colour} {figure}" for colour, figure in found) or "none"
        raise files.refuse(f"the sarcophagi must be a king and a queen in each of {PAIRS} colours; they are: {listed}")


def _tile(tile: Any, place: str) -> list[Any]:
    table = files.table(tile, place, _TILE)
    number = files.number(table.get("id"), 1, 999, f"{place}.id")
    sides = table.get("sides")
    if not isinstance(sides, (list, tuple)) or len(sides) != SIDES or not all(type(side) is bool for side in sides):
        raise files.refuse(f"{place}.sides must be three times true or false")
    kind = files.one_of(table.get("kind"), get_args(Kind), f"{place}.kind")
    symbol = files.one_of(table.get("symbol"), get_args(Symbol), f"{place}.symbol")
    is_sarcophagus = symbol == "sarcophagus"
    colour = files.short_text(table.get("colour", ""), f"{place}.colour")
    if bool(colour) != is_sarcophagus:
        raise files.refuse(f"{place}.colour belongs to every sarcophagus and to nothing else")
    figure = table.get("figure", "")
    if is_sarcophagus:
        figure = files.one_of(figure, FIGURES, f"{place}.figure")
    elif figure != "":
        raise files.refuse(f"{place}.figure belongs to a sarcophagus")
    return [number, kind, list(sides), symbol, colour, figure]


def components_from(plain: Mapping[str, Any]) -> Components:
    """The component data from its plain form, with its digest."""
    return msgspec.convert({**plain, "digest": files.digest_of(plain)}, Components)


@cache
def shipped_components() -> Components:
    """The shipped component data."""
    return components_from({**read_components(files.shipped_text(__package__)), "name": "stele-reconstruction-1"})


def components_status() -> tuple[ComponentStatus, ...]:
    """The certainty of each part of the shipped data."""
    return (
        ComponentStatus("Pawns", "exact", "white: 14 Workers, Priest, Mummy, Pharaoh; blue: 15 Workers, Priest, Mummy"),
        ComponentStatus("Plan", "attested", "49 cells in a triangle, counted in two independent ways"),
        ComponentStatus("Base", "reconstructed", "nineteen cells are attested; their shape is not"),
        ComponentStatus(
            "Tiles",
            "reconstructed",
            "their number, six sarcophagi and the symbols are attested; sides: KH-N2 and KH-N3",
        ),
    )
