"""Components: map and spells, read from `components.toml` or from a host's own file, and checked (DA-S7).

The rulebook prints neither the map nor the spells' costs and effects. The shipped data is a reconstruction that agrees
with every number of the rulebook, and is marked as such (RULES.md, last chapter).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from stele.title import ComponentStatus
from stele.title import components_file as files
from titles.das_amulett.spells import (
    GEMS,
    METALS,
    Arc,
    ChosenDisc,
    Colour,
    Effect,
    Equal,
    ExtraMetal,
    FreeMove,
    Gift,
    Income,
    Power,
    Refund,
    Skim,
    Teleport,
    Vortex,
    Where,
    Wild,
)
from titles.das_amulett.state import METAL_OF, SPELLS, Components, Terrain

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
MOST = 9
ANY_SIZE = 999
_SPELL = frozenset({
    "id", "name_de", "name_en", "colour", "phase", "effect", "effect_gem", "effect_metal", "effect_amount",
    "effect_max_bid", "effect_min_bid", "energy_cost", "metals", "text", "source_name", "source_numbers",
})  # fmt: skip
_PHASES: Mapping[str, str] = {"grey": "metals", "red": "gems", "blue": "energy"}
_COLOUR_OF: Mapping[type[Effect], Colour] = {Income: "grey", Teleport: "grey", Arc: "blue", Vortex: "blue"}
_ENDINGS: Mapping[str, Where] = {"": "anywhere", "_wall": "wall", "_pyramid": "pyramid"}
_WHERE: Mapping[str, tuple[str, Where]] = {
    f"{effect}{ending}": (effect, where)
    for effect in ("refund", "extra_gem", "wild_all")
    for ending, where in _ENDINGS.items()
}
# An owner of two of the first four could not tell which one is used; two owners of the last could equal each other
# endlessly.
_ONCE = (Teleport, ExtraMetal, ChosenDisc, Arc, Equal)
# The maximum in all, so that the ways to take cards back are at most a few hundred.
MOST_TAKEN_BACK = 8


_NUMBERS: Mapping[str, tuple[str, ...]] = {
    "gem_income": ("effect_gem", "effect_metal", "effect_amount"),
    "wild_metal": ("effect_metal",),
    "skim_low": ("effect_max_bid", "effect_amount"),
    "skim_high": ("effect_min_bid", "effect_amount"),
    **dict.fromkeys(("min_raise", "drain_others", "drain_any"), ("effect_amount",)),
    **dict.fromkeys((name for name, (effect, _) in _WHERE.items() if effect != "wild_all"), ("effect_amount",)),
}


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
        "spells": _read_spells(files.listed(data.get("spell"), "spell")),
    }


def _tenths(radius: Any) -> int:
    """The radius of the hexagons, which is the only number that may have a fraction."""
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
        names[identity] = _read_name(table.get("name"), f"region[{number}].name")
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
    width, height = plain["board"]
    return msgspec.convert({**plain, "width": width, "height": height, "digest": files.digest_of(plain)}, Components)


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


def _read_spells(spells: Sequence[Any]) -> list[list[Any]]:
    """The spells in plain form."""
    found = [_spell(one, f"spell[{number}]") for number, one in enumerate(spells)]
    if len(found) != SPELLS or len({row[0] for row, _effect in found}) != SPELLS:
        raise files.refuse(f"there must be {SPELLS} spells, each with a name of its own")
    kinds = [type(effect) for _row, effect in found]
    for kind in _ONCE:
        if kinds.count(kind) > 1:
            raise files.refuse(f"at most one spell may have the effect {kind.__struct_config__.tag}")
    if _taken_back([effect for _row, effect in found]) > MOST_TAKEN_BACK:
        raise files.refuse(f"all spells together may take back at most {MOST_TAKEN_BACK} cards of an offer")
    return [row for row, _effect in found]


def _taken_back(effects: Sequence[Effect | None]) -> int:
    """The most cards that one player with all these spells could take back from one offer."""
    skims = [effect for effect in effects if isinstance(effect, Skim)]
    sizes = {size for skim in skims for size in (skim.least, skim.most)}
    skimmed = [sum(skim.amount for skim in skims if skim.least <= size <= skim.most) for size in sizes]
    return sum(effect.amount for effect in effects if isinstance(effect, Refund)) + max(skimmed, default=0)


def _spell(one: Any, place: str) -> tuple[list[Any], Effect | None]:
    table = files.table(one, place, _SPELL)
    colour = files.one_of(table.get("colour"), get_args(Colour), f"{place}.colour")
    if table.get("phase", _PHASES[colour]) != _PHASES[colour]:
        raise files.refuse(f"{place}.phase must be {_PHASES[colour]}: the colour decides it")
    effect = _effect(table, place)
    if effect is not None and _COLOUR_OF.get(type(effect), "red") != colour:
        raise files.refuse(f"{place}.colour does not fit the effect: it decides in which phase it works")
    symbols = [
        files.one_of(symbol, (*METALS, "any"), f"{place}.metals")
        for symbol in files.listed(table.get("metals"), f"{place}.metals")
    ]
    if len(symbols) > MOST:
        raise files.refuse(f"{place}.metals: at most {MOST} symbols")
    for key in ("id", "source_numbers"):
        files.short_text(table.get(key, ""), f"{place}.{key}")
    name = _read_name(table.get("name_en"), f"{place}.name_en")
    row = [
        name,
        files.short_text(table.get("name_de", name), f"{place}.name_de"),
        colour,
        files.number(table.get("energy_cost"), 1, MOST, f"{place}.energy_cost"),
        [symbols.count(metal) for metal in METALS],
        symbols.count("any"),
        None if effect is None else msgspec.to_builtins(effect),
        files.short_text(table.get("text", ""), f"{place}.text"),
        files.short_text(table.get("source_name", "host"), f"{place}.source_name"),
    ]
    return row, effect


def _read_name(value: Any, place: str) -> str:
    """A valid name."""
    name = files.short_text(value, place)
    if not 1 <= len(name) <= 40 or name != name.strip():
        raise files.refuse(f"{place} must have 1 to 40 characters, none of them a space at its ends")
    return name


def _effect(table: Mapping[str, Any], place: str) -> Effect | None:
    """The effect named in the file, with its numbers; unused numbers are refused."""
    name = files.short_text(table.get("effect", "none"), f"{place}.effect")
    for key in sorted(key for key in table if key.startswith("effect_") and key not in _NUMBERS.get(name, ())):
        raise files.refuse(f"{place}.{key} is not used by the effect {name}")
    if name in _WHERE:
        kind, where = _WHERE[name]
        if kind == "wild_all":
            return Wild(None, where)
        amount = _amount(table, place)
        return Refund(amount, where) if kind == "refund" else Gift(amount, where)
    match name:
        case "none":
            return None
        case "gem_income":
            gem = files.one_of(table.get("effect_gem"), GEMS, f"{place}.effect_gem")
            return msgspec.convert(("income", gem, _metal(table, place), _amount(table, place)), Income)
        case "wild_metal":
            return msgspec.convert(("wild", _metal(table, place), "anywhere"), Wild)
        case "skim_low":
            most = files.number(table.get("effect_max_bid"), 1, ANY_SIZE, f"{place}.effect_max_bid")
            return Skim(0, most, _amount(table, place))
        case "skim_high":
            least = files.number(table.get("effect_min_bid"), 1, ANY_SIZE, f"{place}.effect_min_bid")
            return Skim(least, ANY_SIZE, _amount(table, place))
        case "min_raise":
            return Power(_amount(table, place))
        case "drain_others" | "drain_any":
            return Vortex(_amount(table, place), name == "drain_any")
    plain: dict[str, Effect] = {
        "teleport_gem": Teleport(), "extra_metal": ExtraMetal(), "choose_disc": ChosenDisc(), "equal_bid": Equal(),
        "free_move": FreeMove(), "move_energy": Arc(),
    }  # fmt: skip
    if name not in plain:
        raise files.refuse(f"{place}.effect is not known: {name}")
    return plain[name]


def _amount(table: Mapping[str, Any], place: str) -> int:
    return files.number(table.get("effect_amount"), 1, MOST, f"{place}.effect_amount")


def _metal(table: Mapping[str, Any], place: str) -> str:
    return files.one_of(table.get("effect_metal"), METALS, f"{place}.effect_metal")
