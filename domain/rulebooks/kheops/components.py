"""The component data: read from `components.toml` or from a host's own file, and checked (KH-S2).

The rulebook prints neither the tiles' make-up nor the picture of the base. What this project ships is a reconstruction
and says so (RULES.md, last chapter).
"""

import hashlib
import json
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, get_args

from domain.rulebook import BadOption, ComponentStatus
from domain.rulebooks.kheops.plan import CELLS, INDEX, PLACES, SIDE, SIDES
from domain.rulebooks.kheops.state import BASE, Components, Kind, Symbol, Tile

TILES = len(CELLS) + 1
LONGEST_TEXT = 500
MOST_WITHOUT_PAWN = 18
_META = {"game", "status", "note", "name"}
_TILE = {"id", "kind", "sides", "symbol", "colour", "figure"}


def _refuse(reason: str) -> BadOption:
    return BadOption("components", reason)


def read_components(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A host's component file in its plain form, or `BadOption` with the place that is wrong.

    The file has the shape of `components.toml`: a [meta] table, a [plan] with the cells of the base, and fifty [[tile]]
    tables. An unknown key is refused, so that a misspelt one is not lost.
    """
    if isinstance(data, str):
        try:
            data = tomllib.loads(data)
        except (ValueError, RecursionError) as error:
            raise _refuse(f"not TOML: {error}") from None
    _only(data, {"meta", "plan", "tile"}, "the file")
    meta = _table(data.get("meta", {}), "meta")
    _only(meta, _META, "meta")
    texts = {name: _short_text(value, f"meta.{name}") for name, value in meta.items()}
    return {
        "name": texts.get("name") or "host",
        "status": texts.get("status") or "host",
        "base": _base(data.get("plan")),
        "tiles": _tiles(data.get("tile")),
    }


def _table(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _refuse(f"{place} must be a table")
    return value


def _only(table: Mapping[str, Any], known: set[str], place: str) -> None:
    unknown = sorted(str(name) for name in table if name not in known)
    if unknown:
        raise _refuse(f"{place} has an unknown key: {', '.join(unknown)}; known are: {', '.join(sorted(known))}")


def _short_text(value: Any, place: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise _refuse(f"{place} must be a short text")
    return unicodedata.normalize("NFC", value)


def _base(plan: Any) -> list[str]:
    """The cells of the base by name. Of the plan nothing else can be chosen: it is a triangle of seven rows."""
    table = _table(plan, "plan")
    _only(table, {"side", "cells", "apex", "all", "base"}, "plan")
    if table.get("side", SIDE) != SIDE or table.get("cells", len(CELLS)) != len(CELLS):
        raise _refuse(f"plan.side must be {SIDE} and plan.cells {len(CELLS)}")
    base = table.get("base")
    if not isinstance(base, (list, tuple)) or len(base) != BASE:
        raise _refuse(f"plan.base must list {BASE} cells")
    names = [_cell(cell, f"plan.base[{number}]") for number, cell in enumerate(base)]
    if len(set(names)) != BASE:
        raise _refuse("plan.base names a cell twice")
    return names


def _cell(cell: Any, place: str) -> str:
    """A cell, given as [row, column] counted from 0 or by its name."""
    if isinstance(cell, str) and cell in INDEX:
        return cell
    pair = tuple(cell) if isinstance(cell, (list, tuple)) else ()
    if len(pair) == 2 and all(type(number) is int for number in pair) and pair in PLACES:
        return CELLS[PLACES.index(pair)]
    raise _refuse(f"{place} must be a cell of the plan: [row, column] or its name")


def _tiles(tiles: Any) -> list[list[Any]]:
    if not isinstance(tiles, (list, tuple)) or len(tiles) != TILES:
        raise _refuse(f"there must be {TILES} tiles")
    rows = [_tile(tile, f"tile[{number}]") for number, tile in enumerate(tiles)]
    if len({row[0] for row in rows}) != TILES:
        raise _refuse("a tile's id is there twice")
    if sum(row[3] == "no_pawn" for row in rows) > MOST_WITHOUT_PAWN:
        raise _refuse(f"at most {MOST_WITHOUT_PAWN} tiles may bar pawns, or a player could find no place")
    return rows


def _tile(tile: Any, place: str) -> list[Any]:
    table = _table(tile, place)
    _only(table, _TILE, place)
    number = table.get("id")
    if type(number) is not int or not 1 <= number <= 999:
        raise _refuse(f"{place}.id must be a whole number from 1 to 999")
    sides = table.get("sides")
    if not isinstance(sides, (list, tuple)) or len(sides) != SIDES or not all(type(side) is bool for side in sides):
        raise _refuse(f"{place}.sides must be three times true or false")
    kind = _one_of(table.get("kind"), get_args(Kind), f"{place}.kind")
    symbol = _one_of(table.get("symbol"), get_args(Symbol), f"{place}.symbol")
    is_sarcophagus = symbol == "sarcophagus"
    colour = _short_text(table.get("colour", ""), f"{place}.colour")
    figure = _short_text(table.get("figure", ""), f"{place}.figure")
    if bool(colour) != is_sarcophagus:
        raise _refuse(f"{place}.colour belongs to every sarcophagus and to nothing else")
    return [number, kind, list(sides), symbol, colour, figure]


def _one_of(value: Any, known: tuple[str, ...], place: str) -> str:
    if value not in known:
        raise _refuse(f"{place} must be one of: {', '.join(known)}")
    return str(value)


def components_from(plain: Mapping[str, Any]) -> Components:
    """The component data from its plain form, with the digest that names it."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    tiles = tuple(
        Tile(number, kind, (sides[0], sides[1], sides[2]), symbol, colour, figure)
        for number, kind, sides, symbol, colour, figure in plain["tiles"]
    )
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Components(plain["name"], plain["status"], digest, tuple(plain["base"]), tiles)


@cache
def shipped_components() -> Components:
    """What this project ships."""
    text = resources.files(__package__).joinpath("components.toml").read_text("utf-8")
    return components_from({**read_components(text), "name": "stele-reconstruction-1"})


def components_status() -> tuple[ComponentStatus, ...]:
    """How sure each part of the shipped data is."""
    return (
        ComponentStatus("Pawns", "exact", "white: 14 Workers, Priest, Mummy, Pharaoh; blue: 15 Workers, Priest, Mummy"),
        ComponentStatus("Plan", "attested", "49 cells of a triangle, by two independent ways of counting"),
        ComponentStatus("Base", "reconstructed", "nineteen cells are attested, their shape is not"),
        ComponentStatus("Tiles", "reconstructed", "their number, six sarcophagi and the kinds of symbols are attested"),
    )
