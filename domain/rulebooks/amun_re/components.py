"""The component data: read from `components.toml` or from a host's own file, and checked (AR-S1).

The rulebook prints neither the provinces' values nor the list of the Favor cards. What this project ships is partly a
reconstruction and says so (RULES.md, last chapter).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_args

from domain import component_files as files
from domain.rulebook import ComponentStatus
from domain.rulebooks.amun_re.state import FARMERS, Components, Favor, OfferingTile, Province

PROVINCES = 15
LARGEST = 99
_META = {"game", "status", "note", "name"}
_PROVINCE = {
    "id", "name", "bank", "half", "river", "fields", "favor", "gold_mine", "caravan", "temples", "bonus", "cert",
}  # fmt: skip
_TILE = {"min", "max", "farmer_income", "temple_points", "camel"}


def read_components(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A host's component file in its plain form, or `BadOption` with the place that is wrong.

    The file has the shape of `components.toml`. An unknown key is refused, so that a misspelt one is not lost.
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
    """The one number of a table that has nothing else."""
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
        identity = province.get("id")
        if not isinstance(identity, str) or not identity.isascii() or not 1 <= len(identity) <= 20:
            raise files.refuse(f"{place}.id must be 1 to 20 ASCII characters")
        rows.append([
            identity, files.short_text(province.get("name"), f"{place}.name"),
            files.one_of(province.get("bank"), ("west", "east"), f"{place}.bank"),
            files.one_of(province.get("half"), ("upper", "lower"), f"{place}.half"),
            files.flag(province.get("river"), f"{place}.river"), *numbers, *extras,
        ])  # fmt: skip
    if len(rows) != PROVINCES or len({row[0] for row in rows}) != PROVINCES:
        raise files.refuse(f"there must be {PROVINCES} provinces, each with an id of its own")
    return rows


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
    return [[card, counts.get(card, 0)] for card in get_args(Favor)]


def components_from(plain: Mapping[str, Any]) -> Components:
    """The component data from its plain form, with the digest that names it."""
    return Components(
        plain["name"],
        plain["status"],
        files.digest_of(plain),
        tuple(plain["bid_track"]),
        tuple(OfferingTile(*row) for row in plain["tiles"]),
        plain["adjust"],
        plain["min_farmers"],
        tuple(Province(*row) for row in plain["provinces"]),
        tuple((card, count) for card, count in plain["favors"]),
    )


@cache
def shipped_components() -> Components:
    """What this project ships."""
    return components_from({**read_components(files.shipped_text(__package__)), "name": "stele-reconstruction-1"})


def components_status() -> tuple[ComponentStatus, ...]:
    """How sure each part of the shipped data is."""
    return (
        ComponentStatus("Bid track and prices", "exact", "0, 1, 3, 6, 10, 15, 21, 28, 36; one more for each"),
        ComponentStatus("Offering tiles", "attested", "ranges, Gold for Farmers, points for Temples, camels"),
        ComponentStatus("Map", "attested", "fifteen provinces; which lie where is deduced"),
        ComponentStatus("Provinces", "reconstructed", "Fields and bonuses; Temples, mines, Caravans are attested"),
        ComponentStatus("Favor cards", "reconstructed", "39 cards of 12 types are attested, their numbers are not"),
    )
