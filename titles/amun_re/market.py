"""Market, the second phase of a round: Favor cards, Farmers and Stones are bought and placed (AR-M, AR-P)."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from msgspec.structs import replace

from stele.title import Chance, Command, Illegal, Phase, PhaseRules, change_player, decides, gettext_noop
from titles.amun_re.changes import change_land, discard, earn, has_card, land_of
from titles.amun_re.commands import (
    BuyFarmers,
    BuyFavor,
    BuyStones,
    EndMarket,
    PlaceFarmer,
    PlaceStone,
    PlayArchitect,
    PlayFreeFarmer,
)
from titles.amun_re.events import (
    ArchitectPlayed,
    FarmerPlaced,
    FreeFarmerPlayed,
    GoodsBought,
    MarketLeft,
    MarketOpened,
    OfferingsInvited,
    StonePlaced,
)
from titles.amun_re.favors import SALES, sale_options
from titles.amun_re.state import (
    GOODS,
    MOST_FAVOR_CARDS,
    STONES_FOR_A_PYRAMID,
    STONES_WITH_ARCHITECT,
    Goods,
    State,
    cost,
    most_affordable,
    next_in_turn,
    owned,
    place_of,
    stones_left,
)

Purchase = BuyFavor | BuyFarmers | BuyStones
_GOODS: Mapping[type[Purchase], Goods] = {BuyFavor: "favor", BuyFarmers: "farmers", BuyStones: "stones"}


def close_market(state: State, _chance: Chance) -> OfferingsInvited | None:
    """Once all players have left the market, offerings are made (AR-M1, AR-O1)."""
    return None if state.queue else OfferingsInvited(state.kingdom, state.round)


def open_fields(state: State, place: int) -> int:
    """The number of this province's Fields without a Farmer."""
    return state.components.provinces[place].fields - state.lands[place].farmers


def favor_limit(state: State, seat: int) -> int:
    """How many Favor cards may be bought: the most symbols of one province, limited by the supply (AR-M3)."""
    symbols = max((state.components.provinces[place].favor for place in owned(state, seat)), default=0)
    return min(symbols, MOST_FAVOR_CARDS, cards_left(state))


def cards_left(state: State) -> int:
    """How many Favor cards can still be drawn: the deck and the discarded cards (R34)."""
    return state.deck + len(state.discard)


def most_of(state: State, seat: int, goods: Goods) -> int:
    """How many of these goods the seat may buy and can pay for at once."""
    affordable = most_affordable(state.players[seat].gold)
    room = room_for(state, seat, goods)
    return affordable if room is None else min(affordable, room)


def room_for(state: State, seat: int, goods: Goods) -> int | None:
    """How many of these goods the seat may buy at any price; none if there is no limit (AR-M3, AR-M4, R33, R58)."""
    match goods:
        case "favor":
            return favor_limit(state, seat)
        case "farmers":
            return min(sum(open_fields(state, place) for place in owned(state, seat)), state.farmers_left)
        case "stones":
            return stones_left(state)


def may_buy(state: State, goods: Goods) -> bool:
    """Whether these goods can still be bought in the order of buying (AR-M1)."""
    return state.goods is not None and GOODS.index(goods) >= GOODS.index(state.goods)


def market_options(state: State, seat: int) -> Sequence[Command]:
    """The options of a player in the market: place unplaced goods, or buy or leave; cards can be played at any moment
    of the turn.
    """
    options: list[Command] = list(place_options(state, seat))
    if not options:
        for kind, goods in _GOODS.items():
            if may_buy(state, goods):
                options += [kind(seat, count) for count in range(1, most_of(state, seat, goods) + 1)]
        options.append(EndMarket(seat))
    names = [state.components.provinces[place].id for place in owned(state, seat)]
    if has_card(state, seat, "free_farmer") and state.farmers_left > state.players[seat].farmers:
        options += [PlayFreeFarmer(seat, name) for name in names]
    if has_card(state, seat, "architect"):
        options += [PlayArchitect(seat, name) for name in names if land_of(state, name).stones >= STONES_WITH_ARCHITECT]
    return [*options, *sale_options(state, seat)]


def place_options(state: State, seat: int) -> Sequence[PlaceFarmer | PlaceStone]:
    """The provinces in which the next unplaced Farmer or Stone may be placed, as options (AR-P1, AR-P2)."""
    player = state.players[seat]
    provinces = state.components.provinces
    if player.farmers:
        return [PlaceFarmer(seat, provinces[place].id) for place in owned(state, seat) if open_fields(state, place)]
    if player.stones:
        return [PlaceStone(seat, provinces[place].id) for place in owned(state, seat)]
    return []


def next_to_place(state: State) -> tuple[int, ...]:
    """The player who places a reward: Farmers first, then Stones (AR-R2, R42)."""
    return tuple([seat for seat, player in enumerate(state.players) if player.farmers or player.stones])[:1]


def buy(state: State, command: Purchase) -> GoodsBought:
    """The event for buying the goods, or why it is not allowed."""
    goods = _GOODS[type(command)]
    _refuse_while_placing(state, command.seat)
    if not may_buy(state, goods):
        raise Illegal("buy Favor cards, then Farmers, then Stones, each once", "AR-M1")
    if command.count < 1:
        raise Illegal("buy at least one, or skip it", "AR-M1")
    if command.count > most_of(state, command.seat, goods):
        _refuse_too_many(state, command, goods)
    return GoodsBought(command.seat, goods, command.count, cost(command.count))


def _refuse_too_many(state: State, command: Purchase, goods: Goods) -> NoReturn:
    room = room_for(state, command.seat, goods)
    if room is not None and command.count > room:
        rule = {"favor": "AR-M3", "farmers": "R58" if room == state.farmers_left else "AR-M4", "stones": "R58"}[goods]
        raise Illegal("you may buy at most {most} of these", rule, most=room)
    raise Illegal(
        "{count} cost {cost} Gold; you have {gold}", "AR-M2",
        count=command.count, cost=cost(command.count), gold=state.players[command.seat].gold,
    )  # fmt: skip


def _refuse_while_placing(state: State, seat: int) -> None:
    if place_options(state, seat):
        raise Illegal("place what you already have first", "AR-P1")


def place_farmer(state: State, command: PlaceFarmer) -> FarmerPlaced:
    """The event for placing the Farmer, or why it is not allowed."""
    if command not in place_options(state, command.seat):
        raise Illegal("place one of your Farmers on an open Field in your provinces", "AR-P1")
    return FarmerPlaced(command.seat, command.province)


def place_stone(state: State, command: PlaceStone) -> StonePlaced:
    """The event for placing the Stone, or why it is not allowed; the third one makes a pyramid (AR-P3)."""
    if command not in place_options(state, command.seat):
        raise Illegal("place one of your Stones in one of your provinces", "AR-P2")
    stones = land_of(state, command.province).stones + 1
    return StonePlaced(command.seat, command.province, stones == STONES_FOR_A_PYRAMID)


def _own_province(state: State, seat: int, name: str) -> None:
    place = place_of(state, name)
    if place is None or state.lands[place].owner != seat:
        raise Illegal("this province is not yours", "AR-B2")


def play_free_farmer(state: State, command: PlayFreeFarmer) -> FreeFarmerPlayed:
    """The event for the Free Farmer, or why it is not allowed."""
    seat = command.seat
    if not has_card(state, seat, "free_farmer"):
        raise Illegal("play a Free Farmer from your hand on your turn in the market, one per turn", "AR-F7")
    _own_province(state, seat, command.province)
    if state.farmers_left <= state.players[seat].farmers:
        raise Illegal("there are no Farmers left", "R58")
    return FreeFarmerPlayed(seat, command.province)


def play_architect(state: State, command: PlayArchitect) -> ArchitectPlayed:
    """The event for the Architect, or why it is not allowed."""
    seat = command.seat
    if not has_card(state, seat, "architect"):
        raise Illegal("play an Architect from your hand on your turn in the market, one per turn", "AR-F8")
    _own_province(state, seat, command.province)
    if land_of(state, command.province).stones < STONES_WITH_ARCHITECT:
        raise Illegal("the Architect needs two Stones in the province", "AR-F8")
    return ArchitectPlayed(seat, command.province)


def end_market(state: State, command: EndMarket) -> MarketLeft:
    """The event for leaving the market, or why it is not allowed."""
    _refuse_while_placing(state, command.seat)
    return MarketLeft(command.seat)


def _opened(state: State, event: MarketOpened) -> State:
    # Leftovers of the auction end with it.
    players = tuple([replace(player, banned=None, protected=False, used=()) for player in state.players])
    return replace(state, players=players, phase="market", queue=event.order, goods="favor")


def _bought(state: State, event: GoodsBought) -> State:
    seat, count = event.seat, event.count
    state = earn(state, seat, -event.gold)
    match event.goods:
        case "favor":
            return replace(state, goods="farmers", draws=(seat,) * count)
        case "farmers":
            return replace(change_player(state, seat, farmers=count), goods="stones")
        case _:
            return replace(change_player(state, seat, stones=count), goods=None, quarry=state.quarry + count)


def _farmer_placed(state: State, event: FarmerPlaced) -> State:
    state = change_land(state, event.province, farmers=land_of(state, event.province).farmers + 1)
    state = change_player(state, event.seat, farmers=state.players[event.seat].farmers - 1)
    return replace(state, farmers_left=state.farmers_left - 1)


def _stone_placed(state: State, event: StonePlaced) -> State:
    land = land_of(state, event.province)
    stones = 0 if event.pyramid else land.stones + 1
    state = change_land(state, event.province, stones=stones, pyramids=land.pyramids + event.pyramid)
    return change_player(state, event.seat, stones=state.players[event.seat].stones - 1)


def _free_farmer(state: State, event: FreeFarmerPlayed) -> State:
    state = discard(state, event.seat, "free_farmer", used=True)
    state = change_land(state, event.province, free_farmers=land_of(state, event.province).free_farmers + 1)
    return replace(state, farmers_left=state.farmers_left - 1)


def _architect(state: State, event: ArchitectPlayed) -> State:
    land = land_of(state, event.province)
    state = change_land(
        discard(state, event.seat, "architect", used=True),
        event.province,
        stones=land.stones - STONES_WITH_ARCHITECT,
        pyramids=land.pyramids + 1,
    )
    return replace(state, architects=state.architects + 1)


def _left(state: State, event: MarketLeft) -> State:
    return replace(state, queue=state.queue[1:], goods="favor")


_PLACING = (decides(PlaceFarmer, place_farmer, "AR-P1"), decides(PlaceStone, place_stone, "AR-P2"))

_CLOSED = gettext_noop("the market is closed")
PHASE_RULES = PhaseRules(
    phases={
        "market": Phase(
            "AR-M1",
            asked=next_in_turn,
            options=market_options,
            commands=(
                decides(BuyFavor, buy, refusal=_CLOSED),
                decides(BuyFarmers, buy, refusal=_CLOSED),
                decides(BuyStones, buy, refusal=_CLOSED),
                *_PLACING,
                decides(PlayFreeFarmer, play_free_farmer, "AR-F7"),
                decides(
                    PlayArchitect,
                    play_architect,
                    "AR-F8",
                    refusal=gettext_noop("play an Architect from your hand on your turn in the market, one per turn"),
                ),
                decides(EndMarket, end_market, refusal=_CLOSED),
                *SALES,
            ),
            advance=close_market,
            takes_only_option=True,
        ),
        "placement": Phase(
            "AR-R1", asked=next_to_place, options=place_options, commands=_PLACING, takes_only_option=True
        ),
    },
    events=(_opened, _bought, _farmer_placed, _stone_placed, _free_farmer, _architect, _left),
)
