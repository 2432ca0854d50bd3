"""Commands of this game."""

from collections.abc import Iterable, Mapping
from itertools import combinations, product
from typing import Any, ClassVar

from stele.title import Command, gettext_noop
from titles.amun_re.components import components_from, shipped_components
from titles.amun_re.state import YELLOW, Favor


class ChooseProvince(Command, frozen=True):
    """Expert rules: put this province of your hand up for auction."""

    SAYS = gettext_noop("Put {province} up for auction")
    province: str


class PlaceBid(Command, frozen=True):
    """Bid this Gold for this province, with a Bribe where you were last outbid, with Protection."""

    SAYS = gettext_noop("Bid {gold} Gold for {province}")
    BID: ClassVar[str] = "gold"

    province: str
    gold: int
    bribe: bool = False
    protection: bool = False


class SellFavor(Command, frozen=True):
    """Discard a Favor card for 1 Gold."""

    SAYS = gettext_noop("Discard {card} for 1 Gold")
    card: Favor


class BuyFavor(Command, frozen=True):
    """Buy this many Favor cards."""

    count: int


class BuyFarmers(Command, frozen=True):
    """Buy this many Farmers."""

    count: int


class BuyStones(Command, frozen=True):
    """Buy this many Stones."""

    count: int


class PlaceFarmer(Command, frozen=True):
    """Place a Farmer on an open Field of this province."""

    SAYS = gettext_noop("Place a Farmer in {province}")
    province: str


class PlaceStone(Command, frozen=True):
    """Place a Stone in this province."""

    SAYS = gettext_noop("Place a Stone in {province}")
    province: str


class PlayFreeFarmer(Command, frozen=True):
    """Play the Favor card: a Farmer without a Field in this province."""

    SAYS = gettext_noop("Play a Free Farmer in {province}")
    province: str


class PlayArchitect(Command, frozen=True):
    """Play the Favor card: a pyramid for two Stones of this province."""

    SAYS = gettext_noop("Play an Architect in {province}")
    province: str


class EndMarket(Command, frozen=True):
    """Leave the market."""

    SAYS = gettext_noop("Leave the market")


class SealOffering(Command, frozen=True):
    """Offer this Gold, or with `theft` the Theft card (and no Gold), with or without a blue Favor card."""

    gold: int
    theft: bool = False
    adjusts: bool = False


class DeclareAdjustment(Command, frozen=True):
    """The blue Favor card raises the common offering by its amount, or lowers it by a negative amount."""

    amount: int


class TakeReward(Command, frozen=True):
    """Take this many Favor cards, Farmers and Stones, together at most what was granted."""

    favor: int
    farmers: int
    stones: int


class PlayTreasury(Command, frozen=True):
    """Play the Favor card: Gold from the reserve instead of this province's income."""

    SAYS = gettext_noop("Play the Treasury on {province}")
    province: str


class PlayGreatHarvest(Command, frozen=True):
    """Play the Favor card: one more Gold for each Farmer of this province."""

    SAYS = gettext_noop("Play the Great Harvest on {province}")
    province: str


class TakeIncome(Command, frozen=True):
    """Play no more cards and harvest."""

    SAYS = gettext_noop("Harvest")


class SealScoringCards(Command, frozen=True):
    """Lay down these yellow Favor cards, none twice; none at all is possible."""

    ANY_ORDER: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[Favor, ...]


COMMANDS: tuple[type[Command], ...] = (
    ChooseProvince, PlaceBid, SellFavor, BuyFavor, BuyFarmers, BuyStones, PlaceFarmer, PlaceStone, PlayFreeFarmer,
    PlayArchitect, EndMarket, SealOffering, DeclareAdjustment, TakeReward, PlayTreasury, PlayGreatHarvest, TakeIncome,
    SealScoringCards,
)  # fmt: skip


_GOLD = range(1, 121)
_COUNT = range(1, 16)
_REWARDS = range(4)


def command_values(players: int, options: Mapping[str, Any]) -> Mapping[str, Iterable[Any]]:
    """The values that fields, or all fields of a command, can have, for numbering the commands."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    return {
        "SealOffering": [*product(_GOLD, (False,), (False, True)), (0, True, False), (0, True, True)],
        "province": [province.id for province in components.provinces],
        "gold": components.bid_track,
        "count": _COUNT,
        "amount": (-components.adjust, components.adjust),
        **dict.fromkeys(("favor", "farmers", "stones"), _REWARDS),
        "cards": [cards for count in range(len(YELLOW) + 1) for cards in combinations(sorted(YELLOW), count)],
    }
