"""What a player may wish in this game."""

from domain.messages import Command


class ChooseGold(Command, frozen=True):
    """Lay out the first display: Gold cards in ascending order, the 0 among them, 14 in all."""

    cards: tuple[int, ...]


class PlaceGold(Command, frozen=True):
    """Place a Gold card of the display in front of a Province of the row."""

    gold: int
    province: str


class ExtendProvince(Command, frozen=True):
    """Lay the Province just acquired over the one in this place (0, 1 or 2)."""

    place: int


class SealOffering(Command, frozen=True):
    """Offer these Gold cards of the display, in ascending order; at least one."""

    cards: tuple[int, ...]


class PlacePyramid(Command, frozen=True):
    """Place one Pyramid on the Province in this place (0, 1 or 2)."""

    place: int


class BuildPyramids(Command, frozen=True):
    """Buy this many Pyramids together; none is possible."""

    count: int


class PrepareGold(Command, frozen=True):
    """Lay out the next display: Gold cards in ascending order, the 0 among them, exactly the Gold that is left."""

    cards: tuple[int, ...]


COMMANDS: tuple[type[Command], ...] = (
    ChooseGold, PlaceGold, ExtendProvince, SealOffering, PlacePyramid, BuildPyramids, PrepareGold,
)  # fmt: skip
