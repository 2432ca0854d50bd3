"""Components: read from `components.toml` or from a host's own file, and checked.

No rulebook lists the printed values. The shipped data is a reconstruction and marked as such (RULES.md, last chapter).
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from stele.title import ComponentStatus
from stele.title import components_file as files
from titles.amun_re_card_game.state import KINGDOMS, Components

PROVINCES_OF_A_KINGDOM = 15
LARGEST_VALUE = 12
# The rulebooks' example buys four Pyramids; they do not say how far the printed table goes.
SHORTEST_COST_TABLE, LONGEST_COST_TABLE = 5, 60
LARGEST_COST = 10_000
LONGEST_ID = 20
_META = frozenset({"game", "status", "basis", "name"})
_PROVINCE = frozenset({"id", "kingdom", "ankhs", "fields", "caravan", "pyramids"})


def read_components(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A host's component file in its plain form, or `BadOption` with the location of the error.

    The file has the format of `components.toml`: a [meta] table, [construction] with the cost table, and fifteen
    [[province]] tables for each Kingdom. Unknown keys are refused, so that misspellings are noticed.
    """
    data = files.read_file(data, {"meta", "construction", "province"})
    return {
        **files.read_heading(data, _META),
        "construction_cost": _costs(data.get("construction")),
        "provinces": _provinces(data.get("province")),
    }


def _costs(construction: Any) -> list[int]:
    table = files.table(construction, "construction", {"status", "cost"})
    cost = table.get("cost")
    if not isinstance(cost, (list, tuple)) or not SHORTEST_COST_TABLE <= len(cost) <= LONGEST_COST_TABLE:
        raise files.refuse(
            "construction.cost must list the Gold for 0, 1, 2 … Pyramids: "
            f"{SHORTEST_COST_TABLE} to {LONGEST_COST_TABLE} numbers"
        )
    costs = [files.number(value, 0, LARGEST_COST, f"construction.cost[{place}]") for place, value in enumerate(cost)]
    if costs[0] != 0:
        raise files.refuse("construction.cost[0] must be 0: nothing costs nothing")
    for place in range(1, len(costs)):
        if costs[place] <= costs[place - 1]:
            raise files.refuse(f"construction.cost[{place}] must be more than the one before it")
    return costs


def _provinces(provinces: Any) -> list[list[Any]]:
    if not isinstance(provinces, (list, tuple)):
        raise files.refuse("province must be a list of tables")
    rows = [_province(province, f"province[{number}]") for number, province in enumerate(provinces)]
    seen: set[str] = set()
    for number, (identity, *_) in enumerate(rows):
        if identity in seen:
            raise files.refuse(f"province[{number}].id {identity} is there twice")
        seen.add(identity)
    for kingdom in range(1, KINGDOMS + 1):
        count = sum(row[1] == kingdom for row in rows)
        if count != PROVINCES_OF_A_KINGDOM:
            raise files.refuse(f"Kingdom {kingdom} must have {PROVINCES_OF_A_KINGDOM} provinces, not {count}")
    return rows


def _province(province: Any, place: str) -> list[Any]:
    table = files.table(province, place, _PROVINCE)
    missing = sorted(_PROVINCE - set(table))
    if missing:
        raise files.refuse(f"{place} lacks {', '.join(missing)}")
    if not isinstance(table["caravan"], bool):
        raise files.refuse(f"{place}.caravan must be true or false")
    ankhs, fields, pyramids = (
        files.number(table[name], 0, LARGEST_VALUE, f"{place}.{name}") for name in ("ankhs", "fields", "pyramids")
    )
    kingdom = files.number(table["kingdom"], 1, KINGDOMS, f"{place}.kingdom")
    return [_identity(table["id"], f"{place}.id"), kingdom, ankhs, fields, table["caravan"], pyramids]


def _identity(value: Any, place: str) -> str:
    if isinstance(value, str) and value.isascii() and value.isprintable() and 1 <= len(value) <= LONGEST_ID:
        return value
    raise files.refuse(f"{place} must be 1 to {LONGEST_ID} printable ASCII characters")


def components_from(plain: Mapping[str, Any]) -> Components:
    """The component data from its plain form, with its digest."""
    return msgspec.convert({**plain, "digest": files.digest_of(plain)}, Components)


@cache
def shipped_components() -> Components:
    """The shipped component data."""
    plain = read_components(files.shipped_text(__package__))
    return components_from({**plain, "name": "stele-reconstruction-1"})


def components_status() -> tuple[ComponentStatus, ...]:
    """The certainty of each part of the shipped data."""
    return (
        ComponentStatus("Gold cards", "exact", "nine for each player, 0 to 8"),
        ComponentStatus(
            "Offering table",
            "exact",
            "Gold for each Field: 1 for offerings of 0 to 5 in all, 2 for 6 to 10, 3 for 11 to 15, 4 for 16 or more",
        ),
        ComponentStatus("Construction cost", "reconstructed", "the only attested price is 4 Pyramids for 15 Gold"),
        ComponentStatus(
            "Province cards", "reconstructed", "the kinds of symbols are attested; the values of the cards are not"
        ),
    )
