"""Grimoire: the spells of a component file, read and checked (DA-S7); each effect becomes one of `spells`."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

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
from titles.das_amulett.state import SPELLS

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


def read_spells(spells: Sequence[Any]) -> list[list[Any]]:
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
    name = read_name(table.get("name_en"), f"{place}.name_en")
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


def read_name(value: Any, place: str) -> str:
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
