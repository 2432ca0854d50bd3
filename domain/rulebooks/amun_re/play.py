"""The course of the game: whose turn it is, what may be answered, what follows by itself (AR-T)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from domain.chance import Chance
from domain.messages import Command, Event, Illegal
from domain.rulebooks.amun_re import auction, favors, harvest, market, offering, scoring
from domain.rulebooks.amun_re.commands import (
    BuyFarmers,
    BuyFavor,
    BuyStones,
    ChooseProvince,
    DeclareAdjustment,
    EndMarket,
    PlaceBid,
    PlaceFarmer,
    PlaceStone,
    PlayArchitect,
    PlayFreeFarmer,
    PlayGreatHarvest,
    PlayTreasury,
    SealOffering,
    SealScoringCards,
    SellFavor,
    TakeIncome,
    TakeReward,
)
from domain.rulebooks.amun_re.components import components_from, shipped_components
from domain.rulebooks.amun_re.events import ChoiceInvited, OfferingsInvited, ScoringBegun, TableLaid
from domain.rulebooks.amun_re.state import ROUNDS, START_GOLD, Land, Phase, Player, State

_TURN_RULE: dict[Phase, str] = {
    "deal": "AR-A1", "choice": "AR-X2", "auction": "AR-A2", "control": "AR-A6", "market": "AR-M1", "offering": "AR-O1",
    "adjustment": "AR-O6", "reward": "AR-R1", "harvest": "AR-H1", "scoring": "AR-V6", "points": "AR-V1",
    "gold": "AR-E1", "over": "AR-E3",
}  # fmt: skip


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterable[Event]:
    """The component data is settled, and chance names the start player (AR-S1 to AR-S5)."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    yield TableLaid(players, components, options["expert"], chance.below(players))


def _table_laid(_state: State | None, event: TableLaid) -> State:
    players = tuple(Player(hand=("architect",)) for _ in range(event.players))
    return State(
        event.components,
        event.expert,
        players,
        tuple(Land() for _ in event.components.provinces),
        start=event.start,
        next_start=event.start,
        deck=sum(count for _card, count in event.components.favors) - event.players,
        bank=-START_GOLD * event.players,
    )


_EVOLVE: dict[type[Event], Any] = {
    TableLaid: _table_laid,
    **favors.EVOLVE,
    **auction.EVOLVE,
    **market.EVOLVE,
    **offering.EVOLVE,
    **harvest.EVOLVE,
    **scoring.EVOLVE,
}


def evolve(state: State | None, event: Event) -> State:
    """The state after this event."""
    new: State = _EVOLVE[event.__class__](state, event)
    return new


def to_act(state: State) -> tuple[int, ...]:
    """The seats that must answer now: one, or all that have not chosen or sealed yet where all do at the same time."""
    if state.draws:
        return ()
    match state.phase:
        case "choice":
            return tuple(
                seat for seat, one in enumerate(state.players) if one.chosen is None and len(one.provinces) > 1
            )
        case "auction":
            if all(bid.seat is not None for bid in state.row):
                return ()
            return (auction.next_bidder(state),)
        case "offering" | "scoring":
            return tuple(seat for seat, one in enumerate(state.players) if not one.sealed)
        case "reward":
            placing = [seat for seat, player in enumerate(state.players) if player.farmers or player.stones]
            return tuple(placing[:1]) if placing else state.queue[:1]
        case "market" | "adjustment" | "harvest":
            return state.queue[:1]
        case "deal" | "control" | "points" | "gold" | "over":
            return ()
        case _:
            assert_never(state.phase)


def legal(state: State, seat: int) -> Sequence[Command]:
    """Every legal answer of this seat."""
    if seat not in to_act(state):
        return ()
    match state.phase:
        case "choice":
            return auction.choice_options(state, seat)
        case "auction":
            return auction.bid_options(state, seat)
        case "market":
            return market.market_options(state, seat)
        case "offering":
            return offering.seal_options(state, seat)
        case "adjustment":
            return offering.adjustment_options(state, seat)
        case "reward":
            return market.place_options(state, seat) or offering.reward_options(state, seat)
        case "harvest":
            return harvest.harvest_options(state, seat)
        case "scoring":
            return scoring.scoring_options(state, seat)
        case _:
            return ()


def decide(state: State, command: Command, chance: Chance) -> Iterable[Event]:
    """The player's own fact, or `Illegal`."""
    if command.seat not in to_act(state):
        raise Illegal("it is not your turn", _TURN_RULE[state.phase])
    match command:
        case ChooseProvince():
            return (auction.choose_province(state, command),)
        case PlaceBid():
            return (auction.place_bid(state, command),)
        case SellFavor():
            if state.phase not in ("auction", "market", "offering", "harvest"):
                raise Illegal("Favor cards are sold at one's own decisions before the scoring", "AR-F3")
            return (favors.sell(state, command),)
        case BuyFavor() | BuyFarmers() | BuyStones():
            return (market.buy(state, command),)
        case PlaceFarmer():
            return (market.place_farmer(state, command),)
        case PlaceStone():
            return (market.place_stone(state, command),)
        case PlayFreeFarmer():
            return (market.play_free_farmer(state, command),)
        case PlayArchitect():
            return (market.play_architect(state, command),)
        case EndMarket():
            return (market.end_market(state, command),)
        case SealOffering():
            return (offering.seal_offering(state, command),)
        case DeclareAdjustment():
            return (offering.declare_adjustment(state, command),)
        case TakeReward():
            return (offering.take_reward(state, command),)
        case PlayTreasury():
            return (harvest.play_treasury(state, command),)
        case PlayGreatHarvest():
            return (harvest.play_great_harvest(state, command),)
        case TakeIncome():
            return (harvest.take_income(state, command),)
        case SealScoringCards():
            return (scoring.seal_cards(state, command),)
    raise Illegal("this game knows no such command", "AR-T1")


def advance(state: State, chance: Chance) -> Event | None:
    """The next thing that happens by itself; none while somebody must answer, and at the end."""
    drawn = favors.advance_draws(state, chance)
    if drawn is not None:
        return drawn
    match state.phase:
        case "deal":
            return auction.advance_deal(state, chance)
        case "choice":
            return auction.advance_choice(state)
        case "auction":
            return auction.advance_auction(state) or _only_answer(state, chance)
        case "control":
            return auction.advance_control(state) or market.open_market(state)
        case "market":
            return _only_answer(state, chance) if state.queue else OfferingsInvited(state.kingdom, state.round)
        case "offering":
            return offering.advance_offering(state)
        case "adjustment":
            return offering.advance_adjustment(state)
        case "reward":
            return _only_answer(state, chance) if to_act(state) else harvest.begin_harvest(state)
        case "harvest":
            return _only_answer(state, chance) if state.queue else _next_round(state, chance)
        case "scoring":
            return scoring.advance_scoring(state)
        case "points":
            return scoring.advance_points(state)
        case "gold":
            return scoring.advance_gold(state)
        case "over":
            return None
        case _:
            assert_never(state.phase)


def _only_answer(state: State, chance: Chance) -> Event | None:
    """A single answer is given by itself. Who holds cards could always sell one, so this tells nothing of a hand."""
    seat = to_act(state)[0]
    options = legal(state, seat)
    return next(iter(decide(state, options[0], chance))) if len(options) == 1 else None


def _next_round(state: State, chance: Chance) -> Event:
    """After three rounds the Kingdom is scored (AR-T2)."""
    if state.round == ROUNDS:
        return ScoringBegun(state.kingdom)
    if state.expert:
        return ChoiceInvited(state.kingdom, state.round + 1)
    return auction.advance_deal(state, chance)
