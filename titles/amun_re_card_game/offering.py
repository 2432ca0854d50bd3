"""Offering, chapter B: sealed offerings, the flood, Amun-Re's favors (AC-O, AC-F)."""

from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from stele.title import Chance, Illegal, Phase, PhaseRules, change_player, decides, gettext_noop, known
from titles.amun_re_card_game.commands import SealOffering
from titles.amun_re_card_game.events import (
    FavorsGranted,
    NileFlooded,
    OfferingSealed,
    OfferingsInvited,
    OfferingsRevealed,
)
from titles.amun_re_card_game.state import State, turn_order

HIGHEST_OF_EACH_FLOOD = (5, 10, 15)
FAVORS = (3, 2)
FAVORS_OF_TWO = (3, 1)
LEAST_FAVOR = 1


def seats_to_offer(state: State) -> tuple[int, ...]:
    """The seats that have not sealed an offering yet, all at the same time (AC-O1)."""
    return tuple(seat for seat, player in enumerate(state.players) if player.offering is None)


def offering_options(state: State, seat: int) -> list[SealOffering]:
    """Every choice of at least one card of the display (AC-O2, R21)."""
    display = state.players[seat].display
    return [SealOffering(seat, cards) for count in range(1, len(display) + 1) for cards in combinations(display, count)]


def seal_offering(state: State, command: SealOffering) -> OfferingSealed:
    """Check an offering: at least one card, all from the player's display; it is final (AC-O2, R21, R23)."""
    display = state.players[command.seat].display
    if not command.cards:
        raise Illegal("offer at least one Gold card; the 0 card will do", "AC-O2")
    if any(card not in display for card in command.cards):
        raise Illegal("offer Gold cards from your display", "AC-O2")
    if len(set(command.cards)) < len(command.cards):
        raise Illegal("list each Gold card only once", "AC-O2")
    if command.cards != tuple(sorted(command.cards)):
        raise Illegal("list the Gold cards in ascending order", "AC-O2")
    return OfferingSealed(command.seat, state.kingdom, command.cards)


def flood_level(total: int) -> int:
    """The Gold for each Field at this total of all offerings, by number of players (AC-O4, R26)."""
    return 1 + sum(total > highest for highest in HIGHEST_OF_EACH_FLOOD)


def favors(offered: Sequence[Sequence[int]], order: Sequence[int]) -> tuple[int, ...]:
    """The Pyramids for each seat: by the offering's height, ties by turn order, none for 0 Gold (AC-F1, AC-F2)."""
    totals = [sum(cards) for cards in offered]
    ranked = sorted(order, key=lambda seat: -totals[seat])
    prizes = FAVORS_OF_TWO if len(totals) == 2 else FAVORS
    granted = [0] * len(totals)
    for rank, seat in enumerate(ranked):
        if totals[seat]:
            granted[seat] = prizes[rank] if rank < len(prizes) else LEAST_FAVOR
    return tuple(granted)


def advance_offering(state: State, _chance: Chance) -> OfferingSealed | OfferingsRevealed | None:
    """Offer a display's only card; when the last offering is sealed, reveal all (AC-O5, AC-O3)."""
    waiting = seats_to_offer(state)
    if waiting:
        forced = next((seat for seat in waiting if len(state.players[seat].display) == 1), None)
        return None if forced is None else OfferingSealed(forced, state.kingdom, state.players[forced].display)
    sealed = [known(player.offering) for player in state.players]
    return OfferingsRevealed(state.kingdom, tuple([cards for cards in sealed if cards is not None]))


def advance_flood(state: State, _chance: Chance) -> NileFlooded | FavorsGranted:
    """The flood, then the favors (AC-O4, AC-F1)."""
    if not state.flood:
        total = sum(sum(cards) for cards in state.offered)
        return NileFlooded(total, flood_level(total))
    return FavorsGranted(favors(state.offered, turn_order(state)))


def _invited(state: State, event: OfferingsInvited) -> State:
    players = tuple([replace(player, offering=None) for player in state.players])
    return replace(state, phase="offering", players=players, offered=(), favors=(), flood_total=0, flood=0)


def _sealed(state: State, event: OfferingSealed) -> State:
    return change_player(state, event.seat, offering=event.cards)


def _revealed(state: State, event: OfferingsRevealed) -> State:
    players = tuple(
        [
            replace(player, offering=None, display=tuple([card for card in player.display if card not in cards]))
            for player, cards in zip(state.players, event.offerings, strict=True)
        ]
    )
    return replace(state, phase="flood", players=players, offered=event.offerings)


def _flooded(state: State, event: NileFlooded) -> State:
    return replace(state, flood_total=event.total, flood=event.level)


def _granted(state: State, event: FavorsGranted) -> State:
    players = tuple(
        [
            replace(player, to_place=count, step="revenue")
            for player, count in zip(state.players, event.pyramids, strict=True)
        ]
    )
    return replace(state, phase="favours", players=players, favors=event.pyramids)


PHASE_RULES = PhaseRules(
    phases={
        "offering": Phase(
            "R23",
            asked=seats_to_offer,
            options=offering_options,
            commands=(decides(SealOffering, seal_offering, "AC-O1", refusal=gettext_noop("no offering is due now")),),
            advance=advance_offering,
        ),
        "flood": Phase("AC-O4", advance=advance_flood),
    },
    events=(_invited, _sealed, _revealed, _flooded, _granted),
)
