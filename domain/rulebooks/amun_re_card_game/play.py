"""The course of the game: whose turn it is, what may be answered, what follows by itself."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from domain.chance import Chance
from domain.messages import Command, Event, Illegal
from domain.rulebooks.amun_re_card_game import auction, construction, offering, scoring
from domain.rulebooks.amun_re_card_game.commands import (
    BuildPyramids,
    ChooseGold,
    ExtendProvince,
    PlaceGold,
    PlacePyramid,
    PrepareGold,
    SealOffering,
)
from domain.rulebooks.amun_re_card_game.components import components_from, shipped_components
from domain.rulebooks.amun_re_card_game.events import OfferingsInvited, TableLaid
from domain.rulebooks.amun_re_card_game.state import AUCTIONS, KINGDOMS, Phase, State

_EVOLVE: dict[type[Event], Any] = {
    **auction.EVOLVE,
    **offering.EVOLVE,
    **construction.EVOLVE,
    **scoring.EVOLVE,
}


_TURN_RULE: dict[Phase, str] = {
    "display": "AC-S4",
    "auction": "AC-A4",
    "pharaoh": "AC-A9",
    "offering": "R23",
    "flood": "AC-O4",
    "favours": "AC-P1",
    "development": "AC-C1",
    "points": "AC-V1",
    "over": "AC-E1",
}


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterable[Event]:
    """The component data is settled, and chance names the first Pharaoh (AC-S1 to AC-S3)."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    return auction.set_up(players, TableLaid(players, components), chance)


def evolve(state: State | None, event: Event) -> State:
    """The state after this event."""
    new: State = _EVOLVE[event.__class__](state, event)
    return new


def to_act(state: State) -> tuple[int, ...]:
    """The seats that must answer now: one, or in the offerings all that have not sealed yet."""
    match state.phase:
        case "display":
            seat = auction.next_to_display(state)
        case "auction":
            seat = auction.next_to_bid(state) if state.row else auction.next_to_extend(state)
        case "offering":
            return offering.seats_to_offer(state)
        case "favours":
            seat = construction.next_to_place(state)
        case "development":
            seat = construction.next_to_develop(state)
        case "pharaoh" | "flood" | "points" | "over":
            return ()
        case _:
            assert_never(state.phase)
    return () if seat is None else (seat,)


def legal(state: State, seat: int) -> Sequence[Command]:
    """Every legal answer of this seat."""
    if seat not in to_act(state):
        return ()
    match state.phase:
        case "display":
            return auction.display_options(state, seat)
        case "auction":
            options = auction.bid_options if state.row else auction.extend_options
            return options(state, seat)
        case "offering":
            return offering.offering_options(state, seat)
        case "favours":
            return construction.place_options(state, seat)
        case _:
            match state.players[seat].step:
                case "construction":
                    return construction.build_options(state, seat)
                case "placement":
                    return construction.place_options(state, seat)
                case "preparation":
                    return construction.prepare_options(state, seat)
                case _:
                    return ()


def decide(state: State, command: Command, chance: Chance) -> Iterable[Event]:
    """The player's own fact, or `Illegal`."""
    if command.seat not in to_act(state):
        raise Illegal("it is not your turn", _TURN_RULE[state.phase])
    match command:
        case ChooseGold():
            return (auction.choose_gold(state, command),)
        case PlaceGold():
            return (auction.place_gold(state, command),)
        case ExtendProvince():
            return (auction.extend_province(state, command),)
        case SealOffering():
            return (offering.seal_offering(state, command),)
        case PlacePyramid():
            return (construction.place_pyramid(state, command),)
        case BuildPyramids():
            return (construction.build_pyramids(state, command),)
        case PrepareGold():
            return (construction.prepare_gold(state, command),)
    raise Illegal("this game knows no such command", "AC-S1")


def advance(state: State, chance: Chance) -> Event | None:
    """The next thing that happens by itself; none while somebody must answer, and at the end."""
    match state.phase:
        case "display":
            if auction.next_to_display(state) is not None:
                return None
            return auction.open_auction(state, 1, 1, chance)
        case "auction":
            return auction.advance_auction(state)
        case "pharaoh":
            if state.auction < AUCTIONS:
                return auction.open_auction(state, state.kingdom, state.auction + 1, chance)
            return OfferingsInvited(state.kingdom)
        case "offering":
            return offering.advance_offering(state)
        case "flood":
            return offering.advance_flood(state)
        case "favours":
            seat = construction.next_to_place(state)
            if seat is None:
                return construction.advance_development(state)
            return construction.forced_placement(state, seat)
        case "development":
            if construction.next_to_develop(state) is None:
                return scoring.advance_points(state)
            return construction.advance_development(state)
        case "points":
            if state.auction == 0 and state.kingdom < KINGDOMS:
                return auction.open_auction(state, state.kingdom + 1, 1, chance)
            return scoring.advance_points(state)
        case "over":
            return None
        case _:
            assert_never(state.phase)
