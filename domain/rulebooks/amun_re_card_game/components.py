"""The component data: read from `components.toml` or from a host's own file, and checked.

The printed values stand in no rulebook. What this project ships is a reconstruction and says so (RULES.md, last
chapter).
"""

import hashlib
import json
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from domain.rulebook import BadOption, ComponentStatus
from domain.rulebooks.amun_re_card_game.state import KINGDOMS, Components, Province

PROVINCES_OF_A_KINGDOM = 15
LARGEST_VALUE = 12
SHORTEST_COST_TABLE, LONGEST_COST_TABLE = 10, 60
LARGEST_COST = 10_000
LONGEST_TEXT = 500
LONGEST_ID = 20
_META = {"game", "status", "basis", "name"}
_PROVINCE = {"id", "kingdom", "ankhs", "fields", "caravan", "pyramids"}


def _refuse(reason: str) -> BadOption:
    return BadOption("components", reason)


def read_components(data: Mapping[str, Any] | str) -> dict[str, Any]:
    """A host's component file in its plain form, or `BadOption` with the place that is wrong.

    The file has the shape of `components.toml`: a [meta] table, [construction] with the cost table, and fifteen
    [[province]] tables for each Kingdom. An unknown key is refused, so that a misspelt one is not lost.
    """
    if isinstance(data, str):
        try:
            data = tomllib.loads(data)
        except (ValueError, RecursionError) as error:
            # ValueError: tomllib lets through what int() says of a number with thousands of digits.
            raise _refuse(f"not TOML: {error}") from None
    _only(data, {"meta", "construction", "province"}, "the file")
    meta = _table(data.get("meta", {}), "meta")
    _only(meta, _META, "meta")
    texts = {name: _short_text(value, f"meta.{name}") for name, value in meta.items()}
    return {
        "name": texts.get("name") or "host",
        "status": texts.get("status") or "host",
        "construction_cost": _costs(data.get("construction")),
        "provinces": _provinces(data.get("province")),
    }


def _table(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _refuse(f"{place} must be a table")
    return value


def _short_text(value: Any, place: str) -> str:
    """A line of text in Unicode's form NFC, as a record must be."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise _refuse(f"{place} must be a short text")
    return unicodedata.normalize("NFC", value)


def _only(table: Mapping[str, Any], known: set[str], place: str) -> None:
    unknown = sorted(str(name) for name in table if name not in known)
    if unknown:
        raise _refuse(f"{place} has an unknown key: {', '.join(unknown)}; known are: {', '.join(sorted(known))}")


def _number(value: Any, least: int, most: int, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _refuse(f"{place} must be a whole number from {least} to {most}")
    return value


def _costs(construction: Any) -> list[int]:
    table = _table(construction, "construction")
    _only(table, {"status", "cost"}, "construction")
    cost = table.get("cost")
    if not isinstance(cost, (list, tuple)) or not SHORTEST_COST_TABLE <= len(cost) <= LONGEST_COST_TABLE:
        raise _refuse(
            "construction.cost must list the Gold for 0, 1, 2 … Pyramids: "
            f"{SHORTEST_COST_TABLE} to {LONGEST_COST_TABLE} numbers"
        )
    costs = [_number(value, 0, LARGEST_COST, f"construction.cost[{place}]") for place, value in enumerate(cost)]
    if costs[0] != 0:
        raise _refuse("construction.cost[0] must be 0: nothing costs nothing")
    for place in range(1, len(costs)):
        if costs[place] <= costs[place - 1]:
            raise _refuse(f"construction.cost[{place}] must be more than the one before it")
    return costs


def _provinces(provinces: Any) -> list[list[Any]]:
    if not isinstance(provinces, (list, tuple)):
        raise _refuse("province must be a list of tables")
    rows = [_province(province, f"province[{number}]") for number, province in enumerate(provinces)]
    seen: set[str] = set()
    for number, (identity, *_) in enumerate(rows):
        if identity in seen:
            raise _refuse(f"province[{number}].id {identity} is there twice")
        seen.add(identity)
    for kingdom in range(1, KINGDOMS + 1):
        count = sum(row[1] == kingdom for row in rows)
        if count != PROVINCES_OF_A_KINGDOM:
            raise _refuse(f"Kingdom {kingdom} must have {PROVINCES_OF_A_KINGDOM} provinces, not {count}")
    return rows


def _province(province: Any, place: str) -> list[Any]:
    table = _table(province, place)
    _only(table, _PROVINCE, place)
    missing = sorted(_PROVINCE - set(table))
    if missing:
        raise _refuse(f"{place} lacks {', '.join(missing)}")
    if not isinstance(table["caravan"], bool):
        raise _refuse(f"{place}.caravan must be true or false")
    ankhs, fields, pyramids = (
        _number(table[name], 0, LARGEST_VALUE, f"{place}.{name}") for name in ("ankhs", "fields", "pyramids")
    )
    kingdom = _number(table["kingdom"], 1, KINGDOMS, f"{place}.kingdom")
    return [_identity(table["id"], f"{place}.id"), kingdom, ankhs, fields, table["caravan"], pyramids]


def _identity(value: Any, place: str) -> str:
    if isinstance(value, str) and value.isascii() and value.isprintable() and 1 <= len(value) <= LONGEST_ID:
        return value
    raise _refuse(f"{place} must be 1 to {LONGEST_ID} printable ASCII characters")


def components_from(plain: Mapping[str, Any]) -> Components:
    """The component data from its plain form, with the digest that names it."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return Components(
        plain["name"],
        plain["status"],
        hashlib.sha256(text.encode()).hexdigest(),
        tuple(plain["construction_cost"]),
        tuple(Province(*row) for row in plain["provinces"]),
    )


def _shipped_text() -> str:
    return resources.files(__package__).joinpath("components.toml").read_text("utf-8")


@cache
def shipped_components() -> Components:
    """What this project ships."""
    plain = read_components(_shipped_text())
    return components_from({**plain, "name": "stele-reconstruction-1"})


def components_status() -> tuple[ComponentStatus, ...]:
    """How sure each part of the shipped data is."""
    return (
        ComponentStatus("Gold cards", "exact", "nine for each player, 0 to 8"),
        ComponentStatus("Offering table", "exact", "0-5, 6-10, 11-15, 16+ give 1, 2, 3, 4 Gold for each Field"),
        ComponentStatus("Construction cost", "reconstructed", "only 4 Pyramids for 15 Gold is attested"),
        ComponentStatus("Province cards", "reconstructed", "the kinds of symbols are attested, no card's values are"),
    )
