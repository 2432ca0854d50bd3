"""Scoring after each Kingdom, the change of Kingdom, and the end (AR-V, AR-N, AR-E)."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from msgspec.structs import replace

from stele.title import Chance, Illegal, Phase, PhaseRules, Result, change_player, decides, gettext_noop, known
from titles.amun_re.changes import discard, earn, new_phase
from titles.amun_re.commands import SealScoringCards
from titles.amun_re.events import (
    GameScored,
    GoldScored,
    HandSold,
    KingdomEnded,
    PointsScored,
    ScoringBegun,
    ScoringCardsRevealed,
    ScoringCardsSealed,
)
from titles.amun_re.state import (
    FARMERS,
    KINGDOMS,
    YELLOW,
    Favor,
    Land,
    OfferingTile,
    Province,
    State,
    in_order,
    owned,
    tile_of,
    unsealed,
)

SET_POINTS = 3
BANK_POINTS = 5
CARD_POINTS = 3
GOLD_POINTS = (6, 4, 2)


def is_fulfilled(state: State, seat: int, card: Favor) -> bool:
    """Whether the seat's provinces fulfil the condition of this yellow card (AR-F12)."""
    places = owned(state, seat)
    provinces = [state.components.provinces[place] for place in places]
    match card:
        case "one_bank":
            return len({province.bank for province in provinces}) == 1
        case "one_half":
            return len({province.half for province in provinces}) == 1
        case "river":
            return bool(provinces) and all(province.river for province in provinces)
        case "desert":
            return bool(provinces) and not any(province.river for province in provinces)
        case "many_farmers":
            lands = [state.lands[place] for place in places]
            return sum(land.farmers + land.free_farmers for land in lands) >= state.components.min_farmers
        case _:
            return False


def scoring_options(state: State, seat: int) -> Sequence[SealScoringCards]:
    """Every choice of fulfilled yellow cards in hand, none twice; none at all is possible (AR-V6, R53)."""
    hand = state.players[seat].hand
    fulfilled = [card for card in YELLOW if card in hand and is_fulfilled(state, seat, card)]
    return [
        SealScoringCards(seat, chosen)
        for count in range(len(fulfilled) + 1)
        for chosen in combinations(fulfilled, count)
    ]


def seal_cards(state: State, command: SealScoringCards) -> ScoringCardsSealed:
    """The event for laying down the yellow cards, or why it is not allowed."""
    hand = state.players[command.seat].hand
    cards = command.cards
    if any(card not in YELLOW or card not in hand for card in cards):
        raise Illegal("lay down yellow Favor cards from your hand", "AR-V6")
    if any(not is_fulfilled(state, command.seat, card) for card in cards):
        raise Illegal("a card's condition is not met", "AR-F12")
    if [card for card in YELLOW if card in cards] != list(cards):
        raise Illegal("list each type once, in the order of the card list", "AR-F2")
    return ScoringCardsSealed(command.seat, state.kingdom, cards)


def advance_scoring(state: State, _chance: Chance) -> ScoringCardsSealed | ScoringCardsRevealed | None:
    """A player without cards lays none down; when all have chosen, all cards are revealed (AR-V6)."""
    for seat, player in enumerate(state.players):
        if not player.sealed and not player.hand:
            return ScoringCardsSealed(seat, state.kingdom, ())
    if unsealed(state):
        return None
    return ScoringCardsRevealed(state.kingdom, tuple([known(player.scoring_cards) for player in state.players]))


def bank_winners(state: State, bank: Literal["west", "east"]) -> set[int]:
    """The seats that control the province with the most pyramids on this bank; its Stones break ties (AR-V5, R50)."""
    strengths = [
        (land.pyramids, land.stones, land.owner)
        for province, land in zip(state.components.provinces, state.lands, strict=True)
        if land.pyramids and land.owner is not None and province.bank == bank
    ]
    best = max(strengths, default=(0, 0, 0))
    return {owner for pyramids, stones, owner in strengths if (pyramids, stones) == best[:2]}


def pyramids_of(state: State, seat: int) -> int:
    """The pyramids in the seat's provinces."""
    return sum(state.lands[place].pyramids for place in owned(state, seat))


def stones_of(state: State, seat: int) -> int:
    """The Stones in the seat's provinces."""
    return sum(state.lands[place].stones for place in owned(state, seat))


class Points(NamedTuple):
    """A player's points in a Kingdom, by reason and in total."""

    temples: int
    pyramids: int
    sets: int
    west: int
    east: int
    cards: int
    total: int


def points_for(
    provinces: Sequence[tuple[Province, Land]], tile: OfferingTile, in_west: bool, in_east: bool, cards: int
) -> Points:
    """The points for these provinces with this tile in the delta (AR-V1 to AR-V6).

    `in_west` and `in_east` say whether the banks are won, `cards` is the number of yellow cards.
    """
    pyramids = [land.pyramids for _province, land in provinces]
    parts = (
        tile.temple_points * sum([province.temples for province, _land in provinces]),
        sum(pyramids),
        SET_POINTS * min(pyramids, default=0),
        BANK_POINTS * in_west,
        BANK_POINTS * in_east,
        CARD_POINTS * cards,
    )
    return Points(*parts, sum(parts))


def score(state: State, seat: int, cards: int) -> PointsScored:
    """A player's points in this Kingdom; `cards` is the number of yellow cards."""
    provinces = [(state.components.provinces[place], state.lands[place]) for place in owned(state, seat)]
    in_west, in_east = seat in bank_winners(state, "west"), seat in bank_winners(state, "east")
    return PointsScored(seat, state.kingdom, *points_for(provinces, tile_of(state), in_west, in_east, cards))


def advance_points(state: State, _chance: Chance) -> PointsScored | KingdomEnded:
    """Score all players in turn order, then end the Kingdom (AR-V1, AR-N1)."""
    for seat in in_order(state):
        player = state.players[seat]
        if len(player.points) < state.kingdom:
            return score(state, seat, len(known(player.scoring_cards)))
    return KingdomEnded(state.kingdom)


def advance_gold(state: State, _chance: Chance) -> HandSold | GoldScored | GameScored:
    """Turn remaining cards into Gold, then Gold into points (AR-E1, AR-E2, R54)."""
    for seat in in_order(state):
        if state.players[seat].hand:
            return HandSold(seat, len(state.players[seat].hand))
    golds = [player.gold for player in state.players]
    for seat in in_order(state):
        if len(state.players[seat].points) == KINGDOMS:
            place = 1 + sum(gold > golds[seat] for gold in golds)
            points = GOLD_POINTS[place - 1] if place <= len(GOLD_POINTS) else 0
            return GoldScored(seat, golds[seat], place, points)
    return GameScored()


def result(state: State) -> Result | None:
    """The result: most points win, then most pyramids, then most Stones; otherwise places are shared (AR-E3, R55)."""
    if state.phase != "over":
        return None
    seats = range(len(state.players))
    points = tuple(sum(player.points) for player in state.players)
    ranks = [(points[seat], pyramids_of(state, seat), stones_of(state, seat)) for seat in seats]
    return Result(tuple(1 + sum(other > ranks[seat] for other in ranks) for seat in seats), points, "points")


def _begun(state: State, event: ScoringBegun) -> State:
    return new_phase(state, phase="scoring")


def _sealed(state: State, event: ScoringCardsSealed) -> State:
    return change_player(state, event.seat, sealed=True, scoring_cards=event.cards)


def _revealed(state: State, event: ScoringCardsRevealed) -> State:
    for seat, cards in enumerate(event.cards):
        state = change_player(state, seat, sealed=False, scoring_cards=cards)
        for card in cards:
            state = discard(state, seat, card, used=True)
    return replace(state, phase="points")


def _scored(state: State, event: PointsScored) -> State:
    points = (*state.players[event.seat].points, event.total)
    return change_player(state, event.seat, points=points, scoring_cards=())


def _ended(state: State, event: KingdomEnded) -> State:
    if event.kingdom == KINGDOMS:
        return replace(state, phase="gold")
    lands = tuple(replace(land, owner=None, farmers=0, free_farmers=0) for land in state.lands)
    return new_phase(
        state, phase="deal", kingdom=event.kingdom + 1, round=0, lands=lands, seen=(), farmers_left=FARMERS
    )


def _hand_sold(state: State, event: HandSold) -> State:
    state = replace(change_player(state, event.seat, hand=()), deck=state.deck + event.cards)
    return earn(state, event.seat, event.cards)


def _gold(state: State, event: GoldScored) -> State:
    return change_player(state, event.seat, points=(*state.players[event.seat].points, event.points))


def _game_scored(state: State, event: GameScored) -> State:
    return replace(state, phase="over")


PHASE_RULES = PhaseRules(
    phases={
        "scoring": Phase(
            "AR-V6",
            asked=unsealed,
            options=scoring_options,
            commands=(
                decides(SealScoringCards, seal_cards, refusal=gettext_noop("yellow Favor cards are for the scoring")),
            ),
            advance=advance_scoring,
        ),
        "points": Phase("AR-V1", advance=advance_points),
        "gold": Phase("AR-E1", advance=advance_gold),
        "over": Phase("AR-E3"),
    },
    events=(_begun, _sealed, _revealed, _scored, _ended, _hand_sold, _gold, _game_scored),
)
