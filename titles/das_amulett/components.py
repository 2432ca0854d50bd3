"""Components: read from `components.toml` or from a host's own file, and checked (DA-S7).

The rulebook prints neither the map nor the spells' costs and effects. The shipped data is a reconstruction that agrees
with every number of the rulebook, and is marked as such (RULES.md, last chapter).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from stele.title import ComponentStatus
from stele.title import components_file as files
from titles.das_amulett.grimoire import read_name, read_spells
from titles.das_amulett.spells import GEMS, Spell
from titles.das_amulett.state import METAL_OF, Components, Region, Terrain

REGIONS = 24
MOST_PLAYERS = 6
MOST_DISCS = 24
MOST_POINTS = 99
LARGEST = 99
WIDEST = 10_000
_META = frozenset({
    "game", "status", "note", "name", "board_width", "board_height", "hex_radius", "start_region", "great_wall",
})  # fmt: skip
_SUPPLY = frozenset({
    "energy_per_player", "metal_cards_each", "discs", "gems_city", "gems_other", "win_different", "win_total", "gems",
})  # fmt: skip
_REGION = frozenset({"id", "name", "terrain", "metal", "pyramid", "wall", "gems", "x", "y", "adjacent"})


def read_components(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A host's component file in its plain form, or `BadOption` with the location of the error.

    The file has the format of `components.toml`. Unknown keys are refused, so that misspellings are noticed.
    """
    data = files.read_file(data, {"meta", "supply", "region", "spell"})
    meta = files.table(data.get("meta"), "meta", _META)
    texts = {name: value for name, value in meta.items() if name in ("name", "status", "note", "game")}
    supply = files.table(data.get("supply"), "supply", _SUPPLY)
    regions, names = _regions(files.listed(data.get("region"), "region"), supply)
    gems = _gems(files.table(supply.get("gems"), "supply.gems", set(GEMS)))
    if sum(count for _gem, count in gems) != sum(region[4] for region in regions):
        raise files.refuse("supply.gems must be as many as lie in all regions: the bag ends empty")
    start = files.short_text(meta.get("start_region"), "meta.start_region")
    if start not in names:
        raise files.refuse("meta.start_region must be the id of a region")
    return {
        **files.read_heading({"meta": texts}, _META),
        "board": [
            files.number(meta.get(name), 100, WIDEST, f"meta.{name}") for name in ("board_width", "board_height")
        ],
        "radius_tenths": _tenths(meta.get("hex_radius")),
        "wall": _wall(files.listed(meta.get("great_wall"), "meta.great_wall")),
        "start": names[start],
        **_supply(supply),
        "gems": gems,
        "regions": regions,
        "spells": read_spells(files.listed(data.get("spell"), "spell")),
    }


def _tenths(radius: Any) -> int:
    """The radius of the hexagons: the only number that may have a fraction."""
    if isinstance(radius, bool) or not isinstance(radius, int | float) or not 1 <= radius <= WIDEST:
        raise files.refuse(f"meta.hex_radius must be a number from 1 to {WIDEST}")
    return round(10 * radius)


def _wall(points: Sequence[Any]) -> list[list[int]]:
    line: list[list[int]] = []
    if len(points) > MOST_POINTS:
        raise files.refuse(f"meta.great_wall: at most {MOST_POINTS} points")
    for number, point in enumerate(points):
        place = f"meta.great_wall[{number}]"
        if not isinstance(point, (list, tuple)) or len(point) != 2:
            raise files.refuse(f"{place} must be a point: two numbers")
        line.append([files.number(one, 0, WIDEST, place) for one in point])
    return line


def _supply(supply: Mapping[str, Any]) -> dict[str, Any]:
    discs = [
        files.number(one, 1, LARGEST, f"supply.discs[{place}]")
        for place, one in enumerate(files.listed(supply.get("discs"), "supply.discs"))
    ]
    for name in ("gems_city", "gems_other"):
        files.number(supply.get(name, 0), 0, LARGEST, f"supply.{name}")
    if not discs or len(discs) > MOST_DISCS or max(discs) > len(discs):
        raise files.refuse(f"supply.discs must be 1 to {MOST_DISCS} discs, none of which says more than there are")
    return {
        "energy": files.number(supply.get("energy_per_player"), 4, 20, "supply.energy_per_player"),
        "metal_cards": files.number(supply.get("metal_cards_each"), MOST_PLAYERS, LARGEST, "supply.metal_cards_each"),
        "discs": sorted(discs),
        "win_different": files.number(supply.get("win_different"), 1, len(GEMS), "supply.win_different"),
        "win_total": files.number(supply.get("win_total"), 1, LARGEST, "supply.win_total"),
    }


def _gems(gems: Mapping[str, Any]) -> list[list[Any]]:
    return [[gem, files.number(gems.get(gem, 0), 0, LARGEST, f"supply.gems.{gem}")] for gem in GEMS]


def _regions(regions: Sequence[Any], supply: Mapping[str, Any]) -> tuple[list[list[Any]], dict[str, str]]:
    """The regions in plain form, by name, and the name for each id of the file."""
    tables = [files.table(one, f"region[{number}]", _REGION) for number, one in enumerate(regions)]
    names: dict[str, str] = {}
    for number, table in enumerate(tables):
        identity = files.short_text(table.get("id"), f"region[{number}].id")
        names[identity] = read_name(table.get("name"), f"region[{number}].name")
    if not len(tables) == len(names) == len(set(names.values())) == REGIONS:
        raise files.refuse(f"there must be {REGIONS} regions, each with an id and a name of its own")
    rows = [_region(table, f"region[{number}]", names, supply) for number, table in enumerate(tables)]
    _connected({row[0]: row[7] for row in rows})
    return rows, names


def _region(table: Mapping[str, Any], place: str, names: Mapping[str, str], supply: Mapping[str, Any]) -> list[Any]:
    terrain: Terrain = files.one_of(table.get("terrain"), get_args(Terrain), f"{place}.terrain")  # type: ignore[assignment]
    metal = METAL_OF[terrain] or "any"
    if table.get("metal", metal) != metal:
        raise files.refuse(f"{place}.metal must be {metal}: the terrain decides it")
    usual = supply.get("gems_city" if terrain == "city" else "gems_other")
    listed = files.listed(table.get("adjacent"), f"{place}.adjacent")
    adjacent = [files.short_text(one, f"{place}.adjacent") for one in listed]
    if not all(one in names for one in adjacent):
        raise files.refuse(f"{place}.adjacent must list ids of regions")
    return [
        names[files.short_text(table.get("id"), f"{place}.id")],
        terrain,
        files.flag(table.get("pyramid"), f"{place}.pyramid"),
        files.flag(table.get("wall"), f"{place}.wall"),
        files.number(table.get("gems", usual), 0, LARGEST, f"{place}.gems"),
        files.number(table.get("x"), 0, WIDEST, f"{place}.x"),
        files.number(table.get("y"), 0, WIDEST, f"{place}.y"),
        [names[one] for one in adjacent],
    ]


def _connected(adjacent: Mapping[str, Sequence[str]]) -> None:
    """Check that borders go both ways and that the company can reach every region."""
    for region, others in adjacent.items():
        if region in others or len(set(others)) != len(others) or any(region not in adjacent[one] for one in others):
            raise files.refuse(f"the borders of {region} must be with other regions, each once, and go both ways")
    reached = {next(iter(adjacent))}
    while new := {other for region in reached for other in adjacent[region]} - reached:
        reached |= new
    if len(reached) != len(adjacent):
        raise files.refuse("the map must hang together")


def components_from(plain: Mapping[str, Any]) -> Components:
    """The component data from its plain form, with its digest."""
    return Components(
        plain["name"],
        plain["status"],
        files.digest_of(plain),
        plain["board"][0],
        plain["board"][1],
        plain["radius_tenths"],
        tuple((x, y) for x, y in plain["wall"]),
        plain["start"],
        plain["energy"],
        plain["metal_cards"],
        tuple(plain["discs"]),
        plain["win_different"],
        plain["win_total"],
        tuple((gem, count) for gem, count in plain["gems"]),
        tuple(msgspec.convert(row, Region) for row in plain["regions"]),
        tuple(msgspec.convert(row, Spell) for row in plain["spells"]),
    )


@cache
def shipped_components() -> Components:
    """The shipped component data."""
    return components_from({**read_components(files.shipped_text(__package__)), "name": "stele-reconstruction-1"})


def components_status() -> tuple[ComponentStatus, ...]:
    """The certainty of each part of the shipped data."""
    return (
        ComponentStatus("Supply", "exact", "52 gems, 112 metal cards, 33 spells, 10 energy per player, 6 discs"),
        ComponentStatus(
            "Spells: names and effects", "exact", "27 of 33; the names of the six without effect are invented"
        ),
        ComponentStatus("Spells: metals and costs", "reconstructed", "rebalanced; the printed values are not known"),
        ComponentStatus(
            "Map", "reconstructed", "24 regions that match every count in the rulebook; names are invented"
        ),
    )
