"""Statistics: the prices of Provinces, what is offered, and the Pyramids that are bought."""

from collections.abc import Iterable
from typing import Any

from stele.title import Event, Fact, Topic, gettext_noop
from titles.amun_re_card_game.events import NileFlooded, OfferingsRevealed, ProvinceAcquired, PyramidsBuilt
from titles.amun_re_card_game.state import State

_TOTAL = gettext_noop("Total of the offerings")
_OFFERING = gettext_noop("Offering")
_PYRAMIDS = gettext_noop("Pyramids")

TOPICS = (
    Topic("province", gettext_noop("Prices of Provinces"), gettext_noop("Province"), gettext_noop("Gold")),
    Topic("offering", gettext_noop("Offerings"), gettext_noop("Offering"), gettext_noop("Gold")),
    Topic("flood", gettext_noop("Floods of the Nile"), gettext_noop("Nile"), gettext_noop("Gold"), wins=False),
    Topic("pyramids", gettext_noop("Pyramids bought together"), gettext_noop("Purchase"), gettext_noop("Pyramids")),
)


def facts(state: State, event: Event) -> Iterable[Fact]:
    """The facts of this event; its round is the Kingdom."""
    match event:
        case ProvinceAcquired(seat, province, gold):
            yield Fact("province", province.id, seat, gold, state.kingdom)
        case OfferingsRevealed(kingdom, offerings):
            for seat, cards in enumerate(offerings):
                yield Fact("offering", _OFFERING, seat, sum(cards), kingdom)
        case NileFlooded(total):
            yield Fact("flood", _TOTAL, None, total, state.kingdom)
        case PyramidsBuilt(seat, count) if count:
            yield Fact("pyramids", _PYRAMIDS, seat, count, state.kingdom)


def situation(state: State) -> Any:
    """The situation of an answer: for a first display nothing more, for a bid the row and its bids, for an offering its
    Kingdom. Other answers have none.
    """
    match state.phase:
        case "display":
            return ["display"]
        case "auction":
            row = sorted((bid.province.id, -1 if bid.gold is None else bid.gold) for bid in state.row)
            return ["auction", state.kingdom, state.auction, row]
        case "offering":
            return ["offering", state.kingdom]
    return None
