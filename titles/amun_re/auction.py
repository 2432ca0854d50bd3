"""Auction, the first phase of a round: provinces come up, Scribes bid, bonuses are taken (AR-A, AR-B, AR-X)."""

from collections.abc import Sequence

from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    Hidden,
    Illegal,
    Phase,
    PhaseRules,
    change_player,
    choose,
    decides,
    gettext_noop,
    known,
    without,
)
from titles.amun_re.changes import change_land, discard, earn, has_card, land_of, new_phase
from titles.amun_re.commands import ChooseProvince, PlaceBid
from titles.amun_re.events import (
    BidPlaced,
    BonusTaken,
    ChoiceInvited,
    MarketOpened,
    ProvinceAcquired,
    ProvinceChosen,
    ProvinceDealt,
    ProvincesRevealed,
)
from titles.amun_re.favors import SALES, sale_options
from titles.amun_re.state import (
    PROVINCES_EACH,
    STONES_FOR_A_PYRAMID,
    Bid,
    Province,
    State,
    in_order,
    place_of,
    stones_left,
)


def undealt(state: State) -> list[str]:
    """The provinces that may still come up in this Kingdom: in the New Kingdom only those of the Old (AR-S4, AR-N2)."""
    provinces = [province.id for province in state.components.provinces]
    pool = [one for one in provinces if one in state.pool] if state.kingdom > 1 else provinces
    held = {known(one) for player in state.players for one in player.provinces}
    return [one for one in pool if one not in state.seen and one not in held]


def advance_deal(state: State, chance: Chance) -> ProvincesRevealed | ProvinceDealt | ChoiceInvited:
    """Turn over a province for each player; by the expert rules deal three to each first (AR-A1, AR-X1)."""
    seats = len(state.players)
    if not state.expert:
        left = undealt(state)
        drawn: list[str] = []
        for _ in range(seats):
            province = choose(chance, left)
            left.remove(province)
            drawn.append(province)
        return ProvincesRevealed(state.kingdom, state.round + 1, tuple(drawn), False)
    held = [len(player.provinces) for player in state.players]
    seat = held.index(min(held))
    if held[seat] == PROVINCES_EACH:
        return ChoiceInvited(state.kingdom, 1)
    return ProvinceDealt(seat, choose(chance, undealt(state)))


def seats_to_choose(state: State) -> tuple[int, ...]:
    """The seats that have not chosen yet and have more than one province to choose from (AR-X2, R59)."""
    return tuple([seat for seat, one in enumerate(state.players) if one.chosen is None and len(one.provinces) > 1])


def advance_choice(state: State, _chance: Chance) -> ProvinceChosen | ProvincesRevealed | None:
    """Choose automatically if there is a single province; once all have chosen, turn all over (AR-X2)."""
    for seat, player in enumerate(state.players):
        if player.chosen is None and len(player.provinces) == 1:
            return ProvinceChosen(seat, state.kingdom, state.round, player.provinces[0])
    if any(player.chosen is None for player in state.players):
        return None
    chosen = [known(player.chosen) for player in state.players]
    return ProvincesRevealed(state.kingdom, state.round, tuple([one for one in chosen if one is not None]), True)


def choice_options(state: State, seat: int) -> list[ChooseProvince]:
    """The provinces in this seat's hand."""
    return [ChooseProvince(seat, one) for one in state.players[seat].provinces if not isinstance(one, Hidden)]


def choose_province(state: State, command: ChooseProvince) -> ProvinceChosen:
    """The event for choosing the province, or why it is not allowed."""
    if command.province not in state.players[command.seat].provinces:
        raise Illegal("choose a province from your hand", "AR-X2")
    return ProvinceChosen(command.seat, state.kingdom, state.round, command.province)


def next_bidder(state: State) -> tuple[int, ...]:
    """The next seat clockwise with a free Scribe, until every province has one (AR-A2, R11)."""
    seats = len(state.players)
    placed = [bid.seat for bid in state.row]
    if None not in placed:
        return ()
    first = state.start if state.bidder is None else state.bidder + 1
    return tuple([seat % seats for seat in range(first, first + seats) if seat % seats not in placed])[:1]


def is_protected(state: State, bid: Bid) -> bool:
    """Whether this bid's Scribe has Protection (AR-F6)."""
    return bid.seat is not None and state.players[bid.seat].protected


def least_space(bid: Bid, protected: bool) -> int:
    """The lowest space for a higher bid; one space higher with Protection (AR-A3, AR-F6)."""
    if bid.seat is None:
        return 0
    return bid.space + (2 if protected else 1)


def bid_options(state: State, seat: int) -> Sequence[Command]:
    """Every bid that the seat may place and pay, and the cards that it may sell first."""
    player = state.players[seat]
    track = state.components.bid_track
    may_bribe, may_protect = has_card(state, seat, "bribe"), has_card(state, seat, "protection")
    options: list[Command] = []
    for bid in state.row:
        needs_bribe = player.banned == bid.province
        if needs_bribe and not may_bribe:
            continue
        for space in range(least_space(bid, is_protected(state, bid)), len(track)):
            if track[space] > player.gold:
                break
            options.append(PlaceBid(seat, bid.province, track[space], needs_bribe))
            if may_protect and not player.protected and space < len(track) - 1:
                options.append(PlaceBid(seat, bid.province, track[space], needs_bribe, True))
    return [*options, *sale_options(state, seat)]


def place_bid(state: State, command: PlaceBid) -> BidPlaced:
    """The event for placing the Scribe, or why it is not allowed."""
    seat, player = command.seat, state.players[command.seat]
    bid = next((one for one in state.row if one.province == command.province), None)
    if bid is None:
        raise Illegal("this province is not up for auction", "AR-A2")
    track = state.components.bid_track
    if command.gold not in track:
        raise Illegal("there is no such space on the bid track", "AR-A2")
    if command.gold > player.gold:
        raise Illegal("you can't bid more Gold than you have", "AR-A5")
    space = track.index(command.gold)
    if space < least_space(bid, is_protected(state, bid)):
        blocked = bid.seat is not None and space > bid.space
        raise Illegal("to outbid, you need a higher space", "AR-F6" if blocked else "AR-A3")
    if player.banned == command.province and not command.bribe:
        raise Illegal("you were outbid there; bid elsewhere first, or play a Bribe", "AR-A4")
    if command.bribe and player.banned != command.province:
        raise Illegal("you can use a Bribe only for the province where you were last outbid", "AR-F5")
    if command.bribe and not has_card(state, seat, "bribe"):
        raise Illegal("you have no Bribe to play", "AR-F5")
    if command.protection and (player.protected or not has_card(state, seat, "protection")):
        raise Illegal("you have no Protection to play", "AR-F6")
    if command.protection and space == len(track) - 1:
        raise Illegal("the highest space needs no Protection", "AR-F6")
    return BidPlaced(seat, command.province, space, command.gold, command.bribe, command.protection, bid.seat)


def acquire(state: State, _chance: Chance) -> ProvinceAcquired | None:
    """Once every province has a Scribe, they are paid for in turn order (AR-A6)."""
    if any(bid.seat is None for bid in state.row):
        return None
    seat = next(seat for seat in in_order(state) if any(bid.seat == seat for bid in state.row))
    bid = next(bid for bid in state.row if bid.seat == seat)
    return ProvinceAcquired(seat, bid.province, state.components.bid_track[bid.space])


def advance_control(state: State, chance: Chance) -> BonusTaken | ProvinceAcquired | MarketOpened | None:
    """A player who has paid takes the bonus, the next one pays, and after the last the market opens (AR-B1, R25)."""
    if state.queue:
        return bonus_of(state, state.queue[0])
    return acquire(state, chance) if state.row else MarketOpened(in_order(state))


def bonus_of(state: State, seat: int) -> BonusTaken:
    """The one-time bonus of the province that the seat has just taken; its Stones stay in it (R23, R24)."""
    assert state.acquired is not None
    province = _province(state, state.acquired)
    stones, pyramids = _stones_of_bonus(state, province)
    return BonusTaken(seat, province.id, stones, pyramids, province.bonus_favor, province.bonus_gold)


def _stones_of_bonus(state: State, province: Province) -> tuple[int, int]:
    """The bonus Stones, taken from the quarry one by one, and the resulting pyramids; three Stones of a pyramid go back
    (R58).
    """
    lying, left = land_of(state, province.id).stones, stones_left(state)
    taken = pyramids = 0
    while taken < province.bonus_stones and (left is None or taken - STONES_FOR_A_PYRAMID * pyramids < left):
        taken += 1
        pyramids = (lying + taken) // STONES_FOR_A_PYRAMID
    return taken, pyramids


def _province(state: State, name: str) -> Province:
    place = place_of(state, name)
    assert place is not None
    return state.components.provinces[place]


def _dealt(state: State, event: ProvinceDealt) -> State:
    hand = (*state.players[event.seat].provinces, event.province)
    return change_player(state, event.seat, provinces=hand)


def _invited(state: State, event: ChoiceInvited) -> State:
    return replace(state, phase="choice", round=event.round)


def _chosen(state: State, event: ProvinceChosen) -> State:
    return change_player(state, event.seat, chosen=event.province)


def _revealed(state: State, event: ProvincesRevealed) -> State:
    if event.chosen:
        for seat, province in enumerate(event.provinces):
            hand = without(state.players[seat].provinces, province)
            state = change_player(state, seat, provinces=hand, chosen=None)
    return new_phase(
        state,
        phase="auction",
        round=event.round,
        start=state.next_start,
        row=tuple(Bid(province) for province in event.provinces),
        bidder=None,
        seen=(*state.seen, *event.provinces),
    )


def _bid_placed(state: State, event: BidPlaced) -> State:
    row = [Bid(bid.province, event.seat, event.space) if bid.province == event.province else bid for bid in state.row]
    state = replace(state, row=tuple(row), bidder=event.seat)
    if event.outbid is not None:
        state = change_player(state, event.outbid, banned=event.province)
    if event.bribe:
        state = discard(state, event.seat, "bribe", used=True)
    if event.protection:
        state = change_player(discard(state, event.seat, "protection", used=True), event.seat, protected=True)
    return state


def _acquired(state: State, event: ProvinceAcquired) -> State:
    return replace(
        change_land(earn(state, event.seat, -event.gold), event.province, owner=event.seat),
        row=tuple([bid for bid in state.row if bid.province != event.province]),
        pool=state.pool if event.province in state.pool else (*state.pool, event.province),
        phase="control",
        queue=(event.seat,),
        acquired=event.province,
    )


def _bonus_taken(state: State, event: BonusTaken) -> State:
    land = land_of(state, event.province)
    stones = land.stones + event.stones - STONES_FOR_A_PYRAMID * event.pyramids
    state = earn(state, event.seat, event.gold)
    return replace(
        change_land(state, event.province, stones=stones, pyramids=land.pyramids + event.pyramids),
        queue=(),
        acquired=None,
        draws=(*state.draws, *(event.seat,) * event.favor),
        quarry=state.quarry + event.stones,
    )


PHASE_RULES = PhaseRules(
    phases={
        "deal": Phase("AR-A1", advance=advance_deal),
        "choice": Phase(
            "AR-X2",
            asked=seats_to_choose,
            options=choice_options,
            commands=(decides(ChooseProvince, choose_province),),
            advance=advance_choice,
        ),
        "auction": Phase(
            "AR-A2",
            asked=next_bidder,
            options=bid_options,
            commands=(decides(PlaceBid, place_bid, refusal=gettext_noop("there is no auction to bid in now")), *SALES),
            advance=acquire,
            takes_only_option=True,
        ),
        "control": Phase("AR-A6", advance=advance_control),
    },
    events=(_dealt, _invited, _chosen, _revealed, _bid_placed, _acquired, _bonus_taken),
)
