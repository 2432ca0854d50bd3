"""Hidden pieces dealt again: Favor cards, provinces of the expert rules, and others' sealed choices."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from stele.title import Chance, Event, Hidden, Need, Pile, Slot, choose, deal, known
from titles.amun_re.commands import SealOffering
from titles.amun_re.course import COURSE
from titles.amun_re.events import (
    ArchitectPlayed,
    BidPlaced,
    DeckShuffled,
    FavorDrawn,
    FavorSold,
    FreeFarmerPlayed,
    GreatHarvestPlayed,
    OfferingSealed,
    OfferingsRevealed,
    ProvinceChosen,
    ProvinceDealt,
    ProvincesRevealed,
    ScoringCardsRevealed,
    ScoringCardsSealed,
    TableLaid,
    TreasuryPlayed,
)
from titles.amun_re.offering import seal_offering, seal_options
from titles.amun_re.scoring import scoring_options
from titles.amun_re.state import Favor, State


def determinize(past: Sequence[Event], lot: Chance) -> list[Event]:
    """The past with every hidden card and province dealt, and every sealed choice made: one consistent possibility.

    A Favor card that a player has shown was drawn earlier, from the deck of that time; the contents of each reshuffled
    deck are public (AR-F4). A sealed choice is its revealed value, or, until then, anything that its seat could choose.
    """
    dealt = {**deal(*_favors(past), lot), **deal(*_provinces(past), lot)}
    offers, provinces, cards = _revealed(past)
    state: State | None = None
    told: list[Event] = []
    for time, event in enumerate(past):
        match event:
            case FavorDrawn(_, Hidden()):
                event = replace(event, card=dealt[time][0])
            case ProvinceDealt(_, Hidden()):
                _kingdom, province = dealt[time][0]
                event = replace(event, province=province)
            case ProvinceChosen(seat, kingdom, turn, Hidden()):
                assert state is not None
                shown = provinces.get((kingdom, turn))
                event = replace(event, province=shown[seat] if shown else choose(lot, state.players[seat].provinces))
            case OfferingSealed(seat, kingdom, turn, Hidden()):
                assert state is not None
                open_offers = offers.get((kingdom, turn))
                event = open_offers[seat] if open_offers else choose(lot, _offerings(state, seat))
            case ScoringCardsSealed(seat, kingdom, Hidden()):
                assert state is not None
                laid = cards.get(kingdom)
                event = replace(event, cards=laid[seat] if laid else choose(lot, scoring_options(state, seat)).cards)
        state = COURSE.evolve(state, event)
        told.append(event)
    return told


def _offerings(state: State, seat: int) -> list[OfferingSealed]:
    """Every offering that the seat can seal; without Gold and cards that is the Theft card (R35)."""
    options = [one for one in seal_options(state, seat) if isinstance(one, SealOffering)]
    return [seal_offering(state, one) for one in options]


def _revealed(
    past: Sequence[Event],
) -> tuple[
    dict[tuple[int, int], list[OfferingSealed]],
    dict[tuple[int, int], tuple[str, ...]],
    dict[int, tuple[tuple[Favor, ...], ...]],
]:
    """The revealed values of sealed offerings, chosen provinces and scoring cards, by Kingdom and round."""
    offers: dict[tuple[int, int], list[OfferingSealed]] = {}
    provinces: dict[tuple[int, int], tuple[str, ...]] = {}
    cards: dict[int, tuple[tuple[Favor, ...], ...]] = {}
    for event in past:
        match event:
            case OfferingsRevealed(kingdom, turn, laid):
                offers[kingdom, turn] = [
                    OfferingSealed(seat, kingdom, turn, (one.gold, one.theft, one.adjusts))
                    for seat, one in enumerate(laid)
                ]
            case ProvincesRevealed(kingdom, turn, chosen, True):
                provinces[kingdom, turn] = chosen
            case ScoringCardsRevealed(kingdom, shown):
                cards[kingdom] = shown
    return offers, provinces, cards


def _favors(past: Sequence[Event]) -> tuple[list[Pile], list[Need]]:
    """The decks, one after the other, without the seat's own draws; and the cards that others showed."""
    piles: list[Pile] = []
    needs: list[Need] = []
    deck: list[Favor] = []
    slots: list[Slot] = []
    balance: Counter[tuple[int, Favor]] = Counter()
    state: State | None = None
    for time, event in enumerate(past):
        match event:
            case TableLaid(players, components):
                deck = [card for card, count in components.favors for _ in range(count)]
                for seat in range(players):
                    deck.remove("architect")
                    balance[seat, "architect"] += 1
            case DeckShuffled():
                assert state is not None
                piles.append(Pile(tuple(deck), tuple(slots)))
                deck, slots = list(state.discard), []
            case FavorDrawn(seat, Hidden()):
                slots.append(Slot(time, seat))
            case FavorDrawn(seat, card):
                deck.remove(known(card))
                balance[seat, known(card)] += 1
        for seat, shown in _shown(event):
            balance[seat, shown] -= 1
            needs.append(Need(time, seat, (shown,), -balance[seat, shown]))
        state = COURSE.evolve(state, event)
    return [*piles, Pile(tuple(deck), tuple(slots))], needs


def _shown(event: Event) -> list[tuple[int, Favor]]:
    """The Favor cards that leave hands openly with this event."""
    match event:
        case FavorSold(seat, card):
            return [(seat, card)]
        case BidPlaced(seat=seat, bribe=bribe, protection=protection):
            played: tuple[tuple[Favor, bool], ...] = (("bribe", bribe), ("protection", protection))
            return [(seat, card) for card, is_played in played if is_played]
        case FreeFarmerPlayed(seat):
            return [(seat, "free_farmer")]
        case ArchitectPlayed(seat):
            return [(seat, "architect")]
        case OfferingsRevealed(offers=offers):
            return [(seat, "offering_adjuster") for seat, offer in enumerate(offers) if offer.adjusts]
        case TreasuryPlayed(seat):
            return [(seat, "treasury")]
        case GreatHarvestPlayed(seat):
            return [(seat, "great_harvest")]
        case ScoringCardsRevealed(cards=cards):
            return [(seat, card) for seat, laid in enumerate(cards) for card in laid]
    return []


def _provinces(past: Sequence[Event]) -> tuple[list[Pile], list[Need]]:
    """The provinces not dealt to this seat, each with its Kingdom, and those that others put up for auction."""
    piles: list[Pile] = []
    needs: list[Need] = []
    left: list[tuple[int, str]] = []
    slots: list[Slot] = []
    own: set[tuple[int, str]] = set()
    state: State | None = None
    for time, event in enumerate(past):
        if isinstance(event, ProvinceDealt):
            assert state is not None
            if not any(player.provinces for player in state.players):
                piles.append(Pile(tuple(left), tuple(slots)))
                left, slots, own = _cards_of(state), [], set()
            if isinstance(event.province, Hidden):
                slots.append(Slot(time, event.seat))
            else:
                left.remove((state.kingdom, event.province))
                own.add((event.seat, event.province))
        elif isinstance(event, ProvincesRevealed) and event.chosen:
            shown = [(seat, one) for seat, one in enumerate(event.provinces) if (seat, one) not in own]
            needs += [Need(time, seat, ((event.kingdom, one),), 1) for seat, one in shown]
        state = COURSE.evolve(state, event)
    return [*piles, Pile(tuple(left), tuple(slots))], needs


def _cards_of(state: State) -> list[tuple[int, str]]:
    """The provinces dealt in this Kingdom: in the New Kingdom those of the Old (AR-X1, R59)."""
    provinces = [one.id for one in state.components.provinces]
    return [(state.kingdom, one) for one in provinces if state.kingdom == 1 or one in state.pool]
