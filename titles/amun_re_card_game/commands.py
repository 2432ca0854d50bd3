"""Commands of this game."""

from typing import ClassVar

from stele.title import Command


class ChooseGold(Command, frozen=True):
    """Lay out the first display: Gold cards of exactly 14 in all, the 0 card among them."""

    ANY_ORDER: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[int, ...]


class PlaceGold(Command, frozen=True):
    """Place a Gold card of the display in front of a Province of the row."""

    BID: ClassVar[str] = "gold"

    gold: int
    province: str


class ExtendProvince(Command, frozen=True):
    """Lay the Province just acquired over the one in this place: 0, 1 or 2 from left to right."""

    place: int


class SealOffering(Command, frozen=True):
    """Offer these Gold cards of the display; at least one."""

    ANY_ORDER: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[int, ...]


class PlacePyramid(Command, frozen=True):
    """Place one Pyramid on the Province in this place: 0, 1 or 2 from left to right."""

    place: int


class BuildPyramids(Command, frozen=True):
    """Buy this many Pyramids together, or none."""

    count: int


class PrepareGold(Command, frozen=True):
    """Lay out the next display: Gold cards of exactly the remaining Gold, including the 0 card."""

    ANY_ORDER: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[int, ...]


COMMANDS: tuple[type[Command], ...] = (
    ChooseGold, PlaceGold, ExtendProvince, SealOffering, PlacePyramid, BuildPyramids, PrepareGold,
)  # fmt: skip
