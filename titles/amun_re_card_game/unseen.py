"""Hidden pieces dealt again: the others' sealed offerings."""

from collections.abc import Sequence

from msgspec.structs import replace

from stele.title import Chance, Event, Hidden, choose
from titles.amun_re_card_game.course import COURSE
from titles.amun_re_card_game.events import OfferingSealed, OfferingsRevealed
from titles.amun_re_card_game.offering import offering_options
from titles.amun_re_card_game.state import State


def determinize(past: Sequence[Event], lot: Chance) -> list[Event]:
    """The past with every hidden offering: its revealed value, otherwise any that its seat could make (AC-O1, R22)."""
    revealed = {event.kingdom: event.offerings for event in past if isinstance(event, OfferingsRevealed)}
    state: State | None = None
    told: list[Event] = []
    for event in past:
        if isinstance(event, OfferingSealed) and isinstance(event.cards, Hidden):
            offerings = revealed.get(event.kingdom)
            if offerings is not None:
                event = replace(event, cards=offerings[event.seat])
            else:
                assert state is not None
                event = replace(event, cards=choose(lot, offering_options(state, event.seat)).cards)
        state = COURSE.evolve(state, event)
        told.append(event)
    return told
