"""Components: read from `components.toml` or from a host's own file, and checked (AR-S1).

The rulebook prints neither the provinces' values nor the list of the Favor cards. The shipped data is partly a
reconstruction and marked as such (RULES.md, last chapter).
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec

from stele.title import ComponentStatus
from stele.title import components_file as files
from titles.amun_re.state import FARMERS, Components, Favor
from titles.amun_re.words import province_name

PROVINCES = 15
FAVOR_CARDS = 39
LONGEST_NAME = 40
LONGEST_ID = 20
LARGEST = 99
_META = frozenset({"game", "status", "note", "name"})
_PROVINCE = frozenset({
    "id", "name", "bank", "half", "river", "fields", "favor", "gold_mine", "caravan", "temples", "bonus", "cert",
})  # fmt: skip
_VALUES = frozenset({"name", "bank", "half", "river", "fields", "favor", "gold_mine", "caravan", "temples", "bonus"})
_CERTAINTY: Mapping[str, str] = {"S": "attested", "D": "deduced", "M": "from memory", "R": "reconstructed"}
_TILE = frozenset({"min", "max", "farmer_income", "temple_points", "camel"})


def read_components(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A host's component file in its plain form, or `BadOption` with the location of the error.

    The file has the format of `components.toml`. Unknown keys are refused, so that misspellings are noticed.
    """
    data = files.read_file(data, {"meta", "bid_track", "offering", "scoring", "offering_tile", "province", "favor"})
    plain: dict[str, Any] = {
        **files.read_heading(data, _META),
        "bid_track": _track(files.table(data.get("bid_track"), "bid_track", {"spaces"}).get("spaces")),
        "adjust": _single(data, "offering", "adjust", LARGEST),
        "min_farmers": _single(data, "scoring", "min_farmers", FARMERS),
        "tiles": _tiles(files.listed(data.get("offering_tile"), "offering_tile")),
        "provinces": _provinces(files.listed(data.get("province"), "province")),
        "favors": _favors(files.listed(data.get("favor"), "favor")),
    }
    fields = sum(province[5] for province in plain["provinces"])
    free = sum(count for card, count in plain["favors"] if card == "free_farmer")
    if fields + free > FARMERS:
        raise files.refuse(f"there are {FARMERS} Farmers: Fields and Free Farmers together must not be more")
    return plain


def _single(data: Mapping[str, Any], table: str, name: str, most: int) -> int:
    """The only number of a table without other entries."""
    return files.number(files.table(data.get(table), table, {name}).get(name), 1, most, f"{table}.{name}")


def _track(spaces: Any) -> list[int]:
    numbers = [
        files.number(one, 0, 999, f"bid_track.spaces[{place}]")
        for place, one in enumerate(files.listed(spaces, "bid_track"))
    ]
    if len(numbers) < 2 or numbers[0] != 0 or sorted(set(numbers)) != numbers:
        raise files.refuse("bid_track.spaces must begin with 0 and rise")
    return numbers


def _tiles(tiles: Sequence[Any]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for number, one in enumerate(tiles):
        place = f"offering_tile[{number}]"
        tile = files.table(one, place, _TILE)
        least, most = (files.number(tile.get(name), -9999, 9999, f"{place}.{name}") for name in ("min", "max"))
        if rows and least != rows[-1][1] + 1:
            raise files.refuse(f"{place}.min must follow the tile before")
        if most < least:
            raise files.refuse(f"{place}.max must not be less than its min")
        income, points = (
            files.number(tile.get(name), 0, LARGEST, f"{place}.{name}") for name in ("farmer_income", "temple_points")
        )
        rows.append([least, most, income, points, files.flag(tile.get("camel"), f"{place}.camel")])
    if not rows or rows[0][0] > -60 or rows[-1][1] < 999:
        raise files.refuse("the offering tiles must leave no total without one: from -60 or less to 999 or more")
    return rows


def _provinces(provinces: Sequence[Any]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for number, one in enumerate(provinces):
        place = f"province[{number}]"
        province = files.table(one, place, _PROVINCE)
        bonus = files.table(province.get("bonus"), f"{place}.bonus", {"stones", "favor", "gold"})
        numbers = [
            files.number(province.get(name), 0, LARGEST, f"{place}.{name}")
            for name in ("fields", "favor", "gold_mine", "caravan", "temples")
        ]
        extras = [files.number(bonus.get(name), 0, 12, f"{place}.bonus.{name}") for name in ("stones", "favor", "gold")]
        certainties = files.table(province.get("cert", {}), f"{place}.cert", _VALUES)
        for value, letter in certainties.items():
            files.one_of(letter, tuple(_CERTAINTY), f"{place}.cert.{value}")
        name = _name(province.get("name"), f"{place}.name")
        rows.append([
            _identity(province.get("id"), name, f"{place}.id"), name,
            files.one_of(province.get("bank"), ("west", "east"), f"{place}.bank"),
            files.one_of(province.get("half"), ("upper", "lower"), f"{place}.half"),
            files.flag(province.get("river"), f"{place}.river"), *numbers, *extras,
        ])  # fmt: skip
    ids = {one["id"] for one in provinces}
    if not len(rows) == len(ids) == len({row[0] for row in rows}) == len({row[1] for row in rows}) == PROVINCES:
        raise files.refuse(f"there must be {PROVINCES} provinces, each with an id and a name of its own")
    return rows


def _name(value: Any, place: str) -> str:
    name = files.short_text(value, place)
    if not 1 <= len(name) <= LONGEST_NAME or name != name.strip():
        raise files.refuse(f"{place} must have 1 to {LONGEST_NAME} characters, none of them a space at its ends")
    return name


def _identity(value: Any, name: str, place: str) -> str:
    """The province's id in records and moves: the file's id, or the name if the id could be misread."""
    if not isinstance(value, str) or not value.isascii() or not value.isidentifier() or len(value) > LONGEST_ID:
        raise files.refuse(f"{place} must be 1 to {LONGEST_ID} ASCII letters, digits and underscores, no digit first")
    return value if province_name(value) == name else name


def _favors(favors: Sequence[Any]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for number, one in enumerate(favors):
        favor = files.table(one, f"favor[{number}]", {"id", "count"})
        card = files.one_of(favor.get("id"), get_args(Favor), f"favor[{number}].id")
        rows.append([card, files.number(favor.get("count"), 0, LARGEST, f"favor[{number}].count")])
    counts: dict[str, int] = {card: count for card, count in rows}  # noqa: C416 - rows are lists
    if len(counts) != len(rows):
        raise files.refuse("a type of Favor card is there twice")
    if counts.get("architect", 0) < 5:
        raise files.refuse("at least five Architects are needed: each player begins with one")
    if not all(counts.get(card) for card in get_args(Favor)) or sum(counts.values()) != FAVOR_CARDS:
        raise files.refuse(f"there must be {FAVOR_CARDS} Favor cards, at least one of each of the twelve types")
    return [[card, counts[card]] for card in get_args(Favor)]


def components_from(plain: Mapping[str, Any]) -> Components:
    """The component data from its plain form, with its digest."""
    return msgspec.convert({**plain, "digest": files.digest_of(plain)}, Components)


@cache
def shipped_components() -> Components:
    """The shipped component data."""
    return components_from({**read_components(files.shipped_text(__package__)), "name": "stele-reconstruction-1"})


def certainties(digest: str) -> Mapping[str, Mapping[str, str]]:
    """The certainty of each value of each province, by the province's id, for the shipped data; otherwise empty."""
    return _shipped_certainties() if digest == shipped_components().digest else {}


@cache
def _shipped_certainties() -> Mapping[str, Mapping[str, str]]:
    shipped = tomllib.loads(files.shipped_text(__package__))["province"]
    return {one["id"]: {value: _CERTAINTY[letter] for value, letter in one["cert"].items()} for one in shipped}


def components_status() -> tuple[ComponentStatus, ...]:
    """The certainty of each part of the shipped data; for the provinces, each province of a table shows the certainty
    of its values.
    """
    return (
        ComponentStatus("Bid track and prices", "exact", "0, 1, 3, 6, 10, 15, 21, 28, 36; each step is one larger"),
        ComponentStatus("Offering tiles", "attested", "ranges, Gold for Farmers, points for Temples, camels"),
        ComponentStatus(
            "Names of provinces",
            "attested",
            "12 of 15 checked against the published game; Baharya, Dakhla and Thebes were entered from memory",
        ),
        ComponentStatus(
            "Map",
            "reconstructed",
            "it is attested that 8 provinces are western and 8 are in Upper Egypt; which ones they are is deduced",
        ),
        ComponentStatus(
            "Gold mines and Caravans", "attested", "mines of 4 and 8, Caravans of 5, 7 and 8; Kharga and Avaris deduced"
        ),
        ComponentStatus(
            "Temples", "reconstructed", "the two of Damanhur are attested; those of Edfu and Amarna are deduced"
        ),
        ComponentStatus(
            "Fields, Favor symbols and bonuses", "reconstructed", "the symbols of Memphis, Buto and Mendes are attested"
        ),
        ComponentStatus("Favor cards", "reconstructed", "39 cards of 12 types are attested, but not how many of each"),
        ComponentStatus("Blue Favor card: 3", "reconstructed", "from memory"),
        ComponentStatus(
            "Yellow card of the Farmers: 9", "reconstructed", "a required number is attested, but not which"
        ),
    )
