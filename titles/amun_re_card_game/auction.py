"""Auction, chapter A, and the set-up: displays of 14 Gold, three auctions, extension, the Pharaoh (AC-S, AC-A)."""

from itertools import combinations

from msgspec import UNSET
from msgspec.structs import replace

from stele.title import (
    Chance,
    Illegal,
    Phase,
    PhaseRules,
    change_player,
    choose,
    clockwise,
    decides,
    gettext_noop,
    with_item,
)
from titles.amun_re_card_game.commands import ChooseGold, ExtendProvince, PlaceGold
from titles.amun_re_card_game.events import (
    AuctionOpened,
    GoldChosen,
    GoldPlaced,
    OfferingsInvited,
    PharaohDrawn,
    PharaohNamed,
    ProvinceAcquired,
    ProvinceExtended,
    TableLaid,
)
from titles.amun_re_card_game.state import (
    AUCTIONS,
    GOLD_CARDS,
    Bid,
    ExtendedProvince,
    Player,
    Province,
    State,
    next_of,
    turn_order,
    visible_ankhs,
)

FIRST_DISPLAY = 14


_DISPLAYS = tuple((0, *cards) for count in range(len(GOLD_CARDS)) for cards in combinations(GOLD_CARDS[1:], count))


def displays_worth(total: int) -> list[tuple[int, ...]]:
    """Every display with the 0 card and exactly this total, shortest first (AC-S4, AC-C7)."""
    return [cards for cards in _DISPLAYS if sum(cards) == total]


def next_to_display(state: State) -> tuple[int, ...]:
    """The player who lays out a first display now: in turn order, openly, one after the other (AC-S4, R4)."""
    for seat in turn_order(state):
        if not state.players[seat].display:
            return (seat,)
    return ()


def display_options(state: State, seat: int) -> list[ChooseGold]:
    """The first displays to choose from (AC-S4)."""
    return [ChooseGold(seat, cards) for cards in displays_worth(FIRST_DISPLAY)]


def choose_gold(state: State, command: ChooseGold) -> GoldChosen:
    """Check a first display: exactly 14 and with the 0 card (AC-S4)."""
    check_display(command.cards, FIRST_DISPLAY, "AC-S4")
    return GoldChosen(command.seat, command.cards)


def check_display(cards: tuple[int, ...], wanted: int, rule: str) -> None:
    """Check a display: the player's own nine cards, each at most once, with the 0 card, and this total."""
    if any(card not in GOLD_CARDS for card in cards):
        raise Illegal("Gold cards are numbered 0 to 8", rule)
    if len(set(cards)) < len(cards):
        raise Illegal("list each Gold card only once", rule)
    if 0 not in cards:
        raise Illegal("the 0 card is always part of a display", rule)
    if sum(cards) != wanted:
        raise Illegal("the display must total {wanted}, not {total}", rule, wanted=wanted, total=sum(cards))
    if cards != tuple(sorted(cards)):
        raise Illegal("list the Gold cards in ascending order", rule)


def open_first_auction(state: State, chance: Chance) -> AuctionOpened | None:
    """When all have laid out a display, the first auction of the first Kingdom begins (AC-A1)."""
    return None if next_to_display(state) else open_auction(state, 1, 1, chance)


def next_to_bid(state: State) -> tuple[int, ...]:
    """The player who bids now: the next clockwise from the last bidder without a card in the row (AC-A4, R9, R11)."""
    bidders = [bid.seat for bid in state.row]
    seats = len(state.players)
    first = state.pharaoh if state.bidder is None else (state.bidder + 1) % seats
    for seat in clockwise(first, seats):
        if seat not in bidders:
            return (seat,)
    return ()


def bid_options(state: State, seat: int) -> list[PlaceGold]:
    """Every card before every Province without a bid, or with a lower card (AC-A2, AC-A3)."""
    return [
        PlaceGold(seat, gold, bid.province.id)
        for bid in state.row
        for gold in state.players[seat].display
        if bid.gold is None or gold > bid.gold
    ]


def place_gold(state: State, command: PlaceGold) -> GoldPlaced:
    """Place one card before one Province; it must be higher than a card already there (AC-A2, AC-A3)."""
    bid = next((bid for bid in state.row if bid.province.id == command.province), None)
    if bid is None:
        raise Illegal("there is no such Province in the row", "AC-A2")
    if command.gold not in state.players[command.seat].display:
        raise Illegal("this Gold card is not in your display", "AC-A2")
    if bid.gold is not None and command.gold <= bid.gold:
        raise Illegal("your card must be higher than the {gold} already there", "AC-A3", gold=bid.gold)
    return GoldPlaced(command.seat, command.gold, command.province, bid.seat)


def places_to_extend(state: State, player: Player) -> list[int]:
    """The places of cards of the previous Kingdom that are not yet covered in this one (AC-X1, R20)."""
    return [place for place, province in enumerate(player.provinces) if province.cards[-1].kingdom < state.kingdom]


def next_to_extend(state: State) -> tuple[int, ...]:
    """The seats that lay a new card now: in the turn order of this auction's Pharaoh, or all (AC-X2, R15, R51).

    If the next Pharaoh depended on the covering, the last player would choose the Pharaoh, so players cover in turn in
    that case.
    """
    waiting = next_of(state, lambda player: player.acquired is not None)
    if len(waiting) < 2 or state.edition < 2 or is_pharaoh_settled(state):
        return waiting
    return next(((seat,) for seat in turn_order(state) if seat in waiting), ())


def is_pharaoh_settled(state: State) -> bool:
    """Whether the same player becomes Pharaoh, however the remaining players cover (AC-A9, R51)."""
    reach = [_reachable_ankhs(state, player) for player in state.players]
    order = turn_order(state)
    surest = max(order, key=lambda seat: reach[seat][0])
    behind = order.index(surest)
    return all(
        reach[seat][1] < reach[surest][0] + (place > behind) for place, seat in enumerate(order) if seat != surest
    )


def _reachable_ankhs(state: State, player: Player) -> tuple[int, int]:
    """The fewest and the most Ankhs that this player can show with the new card."""
    visible, new = visible_ankhs(player), player.acquired
    if new is None:
        return visible, visible
    shown = [visible - player.provinces[place].cards[-1].ankhs + new.ankhs for place in places_to_extend(state, player)]
    return min(shown), max(shown)


def extend_options(state: State, seat: int) -> list[ExtendProvince]:
    """The Provinces that may be extended (AC-X1)."""
    return [ExtendProvince(seat, place) for place in places_to_extend(state, state.players[seat])]


def extend_province(state: State, command: ExtendProvince) -> ProvinceExtended:
    """The new card covers one of the previous Kingdom (AC-X1)."""
    if command.place not in places_to_extend(state, state.players[command.seat]):
        raise Illegal("cover a card of the previous Kingdom that is not covered yet", "AC-X1")
    return ProvinceExtended(command.seat, command.place)


def open_auction(state: State, kingdom: int, auction: int, chance: Chance) -> AuctionOpened:
    """Turn over a Province of the Kingdom for each player (AC-A1, R7).

    The deck's order is dealt lazily: each card is drawn from all cards that were not turned over yet. The cards that
    the set-up returns to the box are those that are never drawn (R1).
    """
    left = [card for card in state.components.provinces if card.kingdom == kingdom and card.id not in state.dealt]
    row = []
    for _ in state.players:
        row.append(choose(chance, left))
        left.remove(row[-1])
    return AuctionOpened(kingdom, auction, tuple(row))


def acquire(state: State, _chance: Chance) -> ProvinceAcquired | None:
    """When every Province has a card, each is taken by its bidder, in turn order (AC-A6, AC-A7)."""
    if any(bid.seat is None for bid in state.row):
        return None
    winner = next(seat for seat in turn_order(state) if any(bid.seat == seat for bid in state.row))
    bid = next(bid for bid in state.row if bid.seat == winner)
    assert bid.gold is not None
    return ProvinceAcquired(winner, bid.province, bid.gold, bid.gold == 0, state.kingdom == 1)


def name_pharaoh(state: State, _chance: Chance) -> PharaohNamed | None:
    """When all cards of the auction are laid, the most visible Ankhs make the Pharaoh (AC-A9, R16)."""
    if next_to_extend(state):
        return None
    ankhs = tuple(visible_ankhs(player) for player in state.players)
    # The current Pharaoh is first in turn order, so max() keeps her in a tie (AC-A9, R18).
    return PharaohNamed(max(turn_order(state), key=lambda seat: ankhs[seat]), ankhs)


def follow_auction(state: State, chance: Chance) -> AuctionOpened | OfferingsInvited:
    """Open the next auction, or after the third one invite the offerings (AC-A1, AC-O1)."""
    if state.auction < AUCTIONS:
        return open_auction(state, state.kingdom, state.auction + 1, chance)
    return OfferingsInvited(state.kingdom)


def added(display: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The display with one more card, in ascending order."""
    return tuple(sorted((*display, card)))


def removed(display: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The display without this card; unchanged if the card is not known to be in it."""
    return tuple([one for one in display if one != card])


def _laid(state: State | None, event: TableLaid) -> State:
    players = (Player(),) * event.players
    return State(event.components, players, together=event.together or UNSET, edition=event.edition)


def _drawn(state: State, event: PharaohDrawn) -> State:
    return replace(state, pharaoh=event.seat)


def _chosen(state: State, event: GoldChosen) -> State:
    return change_player(state, event.seat, display=event.cards)


def _opened(state: State, event: AuctionOpened) -> State:
    return replace(
        state,
        phase="auction",
        kingdom=event.kingdom,
        auction=event.auction,
        row=tuple([Bid(province) for province in event.provinces]),
        bidder=None,
        dealt=(*state.dealt, *[province.id for province in event.provinces]),
    )


def _placed(state: State, event: GoldPlaced) -> State:
    players = list(state.players)
    row = []
    for bid in state.row:
        if bid.province.id == event.province:
            if event.outbid is not None and bid.gold is not None:
                loser = players[event.outbid]
                players[event.outbid] = replace(loser, display=added(loser.display, bid.gold))
            bid = Bid(bid.province, event.seat, event.gold)
        row.append(bid)
    player = players[event.seat]
    players[event.seat] = replace(player, display=removed(player.display, event.gold))
    return replace(state, players=tuple(players), row=tuple(row), bidder=event.seat)


def _acquired(state: State, event: ProvinceAcquired) -> State:
    player = state.players[event.seat]
    display = added(player.display, event.gold) if event.returns else player.display
    if event.placed:
        new = ExtendedProvince((event.province,), 0, event.province.pyramids)
        player = replace(player, display=display, provinces=(*player.provinces, new))
    else:
        player = replace(player, display=display, acquired=event.province)
    row = tuple([bid for bid in state.row if bid.province.id != event.province.id])
    return replace(state, players=with_item(state.players, event.seat, player), row=row)


def covered(province: ExtendedProvince, card: Province) -> ExtendedProvince:
    """The Province with a new card on top: its printed Pyramids join the visible ones (AC-X1)."""
    return ExtendedProvince((*province.cards, card), province.tokens, province.pyramids + card.pyramids)


def _extended(state: State, event: ProvinceExtended) -> State:
    player = state.players[event.seat]
    assert player.acquired is not None
    provinces = tuple(
        [
            covered(province, player.acquired) if place == event.place else province
            for place, province in enumerate(player.provinces)
        ]
    )
    return change_player(state, event.seat, provinces=provinces, acquired=None)


def _named(state: State, event: PharaohNamed) -> State:
    return replace(state, pharaoh=event.seat, phase="pharaoh")


PHASE_RULES = PhaseRules(
    phases={
        "display": Phase(
            "AC-S4",
            asked=next_to_display,
            options=display_options,
            commands=(
                decides(
                    ChooseGold,
                    choose_gold,
                    refusal=gettext_noop("you can choose the first display only at the beginning"),
                ),
            ),
            advance=open_first_auction,
        ),
        "auction": Phase(
            "AC-A4",
            asked=next_to_bid,
            options=bid_options,
            commands=(
                decides(PlaceGold, place_gold, "AC-A2", refusal=gettext_noop("there is no auction to bid in now")),
            ),
            advance=acquire,
            takes_only_option=True,
        ),
        "extension": Phase(
            "AC-X2",
            asked=next_to_extend,
            options=extend_options,
            commands=(
                decides(
                    ExtendProvince, extend_province, "AC-X1", refusal=gettext_noop("there is no Province to place now")
                ),
            ),
            advance=name_pharaoh,
            takes_only_option=True,
        ),
        "pharaoh": Phase("AC-A9", advance=follow_auction),
    },
    events=(_laid, _drawn, _chosen, _opened, _placed, _acquired, _extended, _named),
)
