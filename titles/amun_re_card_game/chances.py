"""Chances: the features that predict the winner, for a logistic regression with the weights in `chances.toml`.

Each seat's Kingdom is thought through to its scoring: the flood, its favor, its revenue, the Pyramids that it buys.
"""

from collections.abc import Sequence
from typing import NamedTuple

from titles.amun_re_card_game.construction import CARAVAN_GOLD, HIGHEST_FLOOD_WITH_CARAVANS, most_affordable
from titles.amun_re_card_game.offering import FAVORS, FAVORS_OF_TWO, LEAST_FAVOR, flood_level
from titles.amun_re_card_game.scoring import FIELDS_FOR_A_POINT, fewest_ankhs_seat
from titles.amun_re_card_game.state import AUCTIONS, KINGDOMS, Player, State, turn_order, visible_ankhs
from titles.amun_re_card_game.steward import OTHERS_OFFER, heights


class Standing(NamedTuple):
    """One seat's features: its points, and those it is likely to have after this Kingdom.

    Its rows of Pyramids now, in whole, and after building, in whole and in part; its Pyramids and Gold then. Its Gold
    cards, by value and number. Its uncovered Fields, whether they earn a point, its Caravans and Ankhs. Whether it is
    the Pharaoh, whether it has the fewest Ankhs, and its place in turn order.
    """

    points: float
    forecast: float
    rows: float
    level: float
    pyramids: float
    gold: float
    display: float
    cards: float
    fields: float
    many_fields: float
    caravans: float
    ankhs: float
    pharaoh: float
    fewest_ankhs: float
    order: float


FEATURES = Standing._fields
PARTS_OF_A_KINGDOM = 4
STAGES = KINGDOMS * PARTS_OF_A_KINGDOM
"""The number of stages: in each Kingdom the first two auctions together, the third, the offering, and the development.
"""

_BEFORE_OFFERING = frozenset(("display", "auction", "pharaoh"))
_BEFORE_FAVORS = _BEFORE_OFFERING | {"offering", "flood"}


class Building(NamedTuple):
    """The likely buildings of a seat in this Kingdom: the number of Pyramids, rounded and exact, and the Gold left."""

    whole: int
    likely: float
    gold: float


def features(state: State) -> tuple[Standing, ...]:
    """The features of all seats."""
    offers = [_offer(player) for player in state.players]
    has_provinces = all(player.provinces for player in state.players)
    fewest = fewest_ankhs_seat(state) if has_provinces else None
    return tuple([_standing(state, seat, offers, fewest == seat) for seat in range(len(state.players))])


def _standing(state: State, seat: int, offers: Sequence[float], has_fewest_ankhs: bool) -> Standing:
    player, points = state.players[seat], sum(state.players[seat].points)
    # A Province to come has no Pyramids yet.
    built = [*heights(player), *[0] * (AUCTIONS - len(player.provinces))]
    fields = sum([province.top.fields for province in player.provinces])
    has_many_fields, is_pharaoh = fields >= FIELDS_FOR_A_POINT, seat == state.pharaoh
    building = _building(state, seat, fields, offers)
    forecast = 0
    if len(player.points) < state.kingdom:
        forecast = max(0, _rows(built, building.whole) + has_many_fields + is_pharaoh - has_fewest_ankhs)
    return Standing(
        points=points,
        forecast=points + forecast,
        rows=min(built),
        level=_level(built, building.likely),
        pyramids=sum(built) + building.likely,
        gold=building.gold,
        display=sum(player.display),
        cards=len(player.display),
        fields=fields,
        many_fields=has_many_fields,
        caravans=_caravans(player),
        ankhs=visible_ankhs(player),
        pharaoh=is_pharaoh,
        fewest_ankhs=has_fewest_ankhs,
        order=turn_order(state).index(seat) / len(state.players),
    )


def _caravans(player: Player) -> int:
    return sum([province.top.caravan for province in player.provinces])


def _offer(player: Player) -> float:
    """The sealed offering of this player, or a likely one."""
    offering = player.offering
    return sum(offering) if isinstance(offering, tuple) else min(OTHERS_OFFER, sum(player.display))


def _building(state: State, seat: int, fields: int, offers: Sequence[float]) -> Building:
    player = state.players[seat]
    if len(player.points) >= state.kingdom:
        return Building(0, 0.0, sum(player.display))
    granted, gold = float(player.to_place), float(player.revenue)
    is_offered = state.phase not in _BEFORE_FAVORS
    if not is_offered or state.phase == "favours" or player.step == "revenue":
        flood = state.flood if is_offered else flood_level(round(sum(offers)))
        caravans = CARAVAN_GOLD * _caravans(player) * (flood <= HIGHEST_FLOOD_WITH_CARAVANS)
        gold = fields * flood + caravans + sum(player.display)
    if not is_offered:
        gold -= offers[seat]
        granted += _favor(state, seat, offers)
    if is_offered and player.step not in ("revenue", "construction"):
        return Building(int(granted), granted, gold)
    costs = state.components.construction_cost
    count = most_affordable(state, max(0, int(gold)))
    begun = (gold - costs[count]) / (costs[count + 1] - costs[count]) if gold > 0 and count + 1 < len(costs) else 0.0
    return Building(int(granted) + count, granted + count + begun, max(0.0, gold - costs[count]))


def _favor(state: State, seat: int, offers: Sequence[float]) -> float:
    """The Pyramids for these offerings; before they are sealed, the average of all favors."""
    seats = len(offers)
    prizes = FAVORS_OF_TWO if seats == 2 else FAVORS
    if state.phase in _BEFORE_OFFERING:
        return (sum(prizes) + LEAST_FAVOR * (seats - len(prizes))) / seats
    if not offers[seat]:
        return 0
    ranked = sorted(turn_order(state), key=lambda one: -offers[one])
    rank = ranked.index(seat)
    return prizes[rank] if rank < len(prizes) else LEAST_FAVOR


def _rows(built: Sequence[int], more: int) -> int:
    """The number of complete rows after this many more Pyramids, each built where there are fewest."""
    heights = list(built)
    for _ in range(more):
        heights[heights.index(min(heights))] += 1
    return min(heights)


def _level(built: Sequence[int], more: float) -> float:
    """The lowest Provinces' level after adding this many Pyramids, fractions included."""
    ascending = sorted(built)
    for count, height in enumerate(ascending[1:], 1):
        room = count * height - sum(ascending[:count])
        if more <= room:
            return (sum(ascending[:count]) + more) / count
    return (sum(ascending) + more) / len(ascending)


def stage(state: State) -> int:
    """The stage of the game, by Kingdom and phase."""
    if state.phase in _BEFORE_OFFERING:
        part = int(state.auction == AUCTIONS)
    elif state.phase in _BEFORE_FAVORS:
        part = 2
    else:
        part = 3
    return PARTS_OF_A_KINGDOM * (state.kingdom - 1) + part
