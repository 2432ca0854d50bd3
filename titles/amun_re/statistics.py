"""Statistics: the prices of provinces, offerings, the floods of the Nile, and what is bought in the market."""

from collections.abc import Iterable, Mapping
from typing import Any

from stele.title import Event, Fact, Topic, gettext_noop
from titles.amun_re.events import GoodsBought, NileFlooded, OfferingsRevealed, ProvinceAcquired
from titles.amun_re.state import ROUNDS, Goods, State
from titles.amun_re.words import province_name

_GOODS: Mapping[Goods, str] = {
    "favor": gettext_noop("Favor cards"), "farmers": gettext_noop("Farmers"), "stones": gettext_noop("Stones"),
}  # fmt: skip
_OFFERING = gettext_noop("Offering")
_THEFT = gettext_noop("Theft")
_TOTAL = gettext_noop("Total of the offerings")

TOPICS = (
    Topic("province", gettext_noop("Prices of provinces"), gettext_noop("Province"), gettext_noop("Gold")),
    Topic("offering", gettext_noop("Offerings"), gettext_noop("Offering"), gettext_noop("Gold")),
    Topic("flood", gettext_noop("Floods of the Nile"), gettext_noop("Nile"), gettext_noop("Gold"), wins=False),
    Topic("market", gettext_noop("Purchases in the market"), gettext_noop("Goods"), gettext_noop("number bought")),
)


def facts(state: State, event: Event) -> Iterable[Fact]:
    """The facts of this event; rounds count from 1 to 6, through both Kingdoms."""
    number = _round(state)
    match event:
        case ProvinceAcquired(seat, province, gold):
            yield Fact("province", province_name(province), seat, gold, number)
        case OfferingsRevealed(_, _, offers):
            for seat, offer in enumerate(offers):
                yield Fact("offering", _THEFT if offer.theft else _OFFERING, seat, offer.gold, number)
        case NileFlooded(total):
            yield Fact("flood", _TOTAL, None, total, number)
        case GoodsBought(seat, goods, count) if count:
            yield Fact("market", _GOODS[goods], seat, count, number)  # type: ignore[index]


def situation(state: State) -> Any:
    """A bid by the provinces and the bids on them; an offering by its round. Other decisions depend on too much."""
    number = _round(state)
    match state.phase:
        case "auction":
            bids = sorted((bid.province, -1 if bid.seat is None else bid.space) for bid in state.row)
            return ["auction", number, bids]
        case "offering":
            return ["offering", number]
    return None


def _round(state: State) -> int:
    return ROUNDS * (state.kingdom - 1) + state.round
