"""Commands of this game."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, ClassVar

from stele.title import Command, gettext_noop
from titles.amun_re_card_game.components import components_from, shipped_components
from titles.amun_re_card_game.state import GOLD_CARDS


class ChooseGold(Command, frozen=True):
    """Lay out the first display: Gold cards of exactly 14 in all, the 0 card among them."""

    SAYS = gettext_noop("Lay out {cards}")
    ANY_ORDER: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[int, ...]


class PlaceGold(Command, frozen=True):
    """Place a Gold card of the display in front of a Province of the row."""

    SAYS = gettext_noop("Place the Gold card {gold} in front of Province {province}")
    BID: ClassVar[str] = "gold"

    gold: int
    province: str


class ExtendProvince(Command, frozen=True):
    """Lay the Province just acquired over the one in this place: 0, 1 or 2 from left to right."""

    SAYS = gettext_noop("Lay the new card on your Province {place}")
    place: int


class SealOffering(Command, frozen=True):
    """Offer these Gold cards of the display; at least one."""

    ANY_ORDER: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[int, ...]


class PlacePyramid(Command, frozen=True):
    """Place one Pyramid on the Province in this place: 0, 1 or 2 from left to right."""

    SAYS = gettext_noop("Place a Pyramid on your Province {place}")
    place: int


class BuildPyramids(Command, frozen=True):
    """Buy this many Pyramids together, or none."""

    count: int


class PrepareGold(Command, frozen=True):
    """Lay out the next display: Gold cards of exactly the remaining Gold, including the 0 card."""

    SAYS = gettext_noop("Lay out {cards}")
    ANY_ORDER: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[int, ...]


COMMANDS: tuple[type[Command], ...] = (
    ChooseGold, PlaceGold, ExtendProvince, SealOffering, PlacePyramid, BuildPyramids, PrepareGold,
)  # fmt: skip


_CARDS = tuple(cards for count in range(1, len(GOLD_CARDS) + 1) for cards in combinations(GOLD_CARDS, count))


def command_values(players: int, options: Mapping[str, Any]) -> Mapping[str, Iterable[Any]]:
    """The values that fields, or all fields of a command, can have, for numbering the commands."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    return {
        "cards": _CARDS,
        "gold": GOLD_CARDS,
        "province": [province.id for province in components.provinces],
        "place": (0, 1, 2),
        "count": range(len(components.construction_cost)),
    }
