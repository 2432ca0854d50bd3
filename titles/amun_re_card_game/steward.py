"""Steward: a sensible player's evaluation of each answer, in Gold, from what the seat may know.

A Province is worth its income at the expected flood, a Pyramid its row's points until the end; an offering is evaluated
by its probable favor, and by its flood's benefit relative to the others.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from operator import add
from typing import NamedTuple

from msgspec import Struct

from stele.title import Command
from titles.amun_re_card_game.commands import (
    BuildPyramids,
    ChooseGold,
    ExtendProvince,
    PlaceGold,
    PlacePyramid,
    PrepareGold,
    SealOffering,
)
from titles.amun_re_card_game.construction import CARAVAN_GOLD, HIGHEST_FLOOD_WITH_CARAVANS
from titles.amun_re_card_game.offering import FAVORS, FAVORS_OF_TWO, LEAST_FAVOR, flood_level
from titles.amun_re_card_game.scoring import FIELDS_FOR_A_POINT
from titles.amun_re_card_game.state import AUCTIONS, KINGDOMS, Player, Province, State, turn_order

# The values of things in Gold; several numbers are for the first, second and third Kingdom.
PYRAMID = (3.4, 4.5, 5.0)
POINT = (6.0, 8.0, 14.0)
FIELD, CARAVAN, ANKH = 0.8, 0.8, 0.5
# An incomplete row, relative to a whole one.
BEGUN = 0.6
# The Gold that the next Kingdom needs, the cost of a Gold less than that, and the value of each further Gold.
NEEDED, SHORT, BEYOND = (24.0, 17.0), 0.4, (0.6, 0.36)
# The average offer of others, its deviation, and how much their income worries the seat.
OTHERS_OFFER, STRAYING, ENVY = 5.5, 1.5, 0.4
_SCALE = 100


class Moment(Struct, frozen=True, dict=True):
    """The view of an asked seat; the common part of several answers is evaluated once."""

    state: State
    seat: int

    @cached_property
    def rivals(self) -> "Rivals":
        """The possible offers of the others."""
        return _rivals(self.state, self.seat)


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """The value of these legal commands; only comparisons between commands of one moment are meaningful."""
    moment = Moment(state, seat)
    return [_worth(moment, command) for command in commands]


def _worth(moment: Moment, command: Command) -> int:
    state, seat = moment.state, moment.seat
    match command:
        case ChooseGold(_, cards) | PrepareGold(_, cards):
            # Many different cards keep most options open in three auctions and the offering.
            return 10 * len(cards) - max(cards)
        case PlaceGold(_, gold, identity):
            bid = next(bid for bid in state.row if bid.province.id == identity)
            return round(_SCALE * (_province(state, seat, bid.province) - gold))
        case ExtendProvince(_, place):
            return -covering_cost(state, seat, place)
        case SealOffering(_, cards):
            return round(_SCALE * _offering(moment, sum(cards))) - len(cards)
        case PlacePyramid(_, place):
            return -place
        case BuildPyramids(_, count):
            return round(_SCALE * _building(state, state.players[seat], count))
    return 0


def covering_cost(state: State, seat: int, place: int) -> int:
    """The loss from covering the card in this place: preferably few Pyramids, then little printed value."""
    province = state.players[seat].provinces[place]
    return round(_SCALE * (4 * province.pyramids + _card(state, province.top)))


def heights(player: Player) -> list[int]:
    """The Pyramids of each Extended Province, printed and tokens together."""
    return [province.pyramids for province in player.provinces]


def _begun(heights: Sequence[int]) -> float:
    """The completed share of the next row."""
    return sum([height > min(heights) for height in heights]) / len(heights)


def _card(state: State, card: Province) -> float:
    """The value of a card in this Kingdom, without Pyramids."""
    flood = flood_level(round(OTHERS_OFFER * len(state.players)))
    caravan = CARAVAN * CARAVAN_GOLD * (flood <= HIGHEST_FLOOD_WITH_CARAVANS)
    return FIELD * flood * card.fields + caravan * card.caravan + ANKH * card.ankhs


def _province(state: State, seat: int, card: Province) -> float:
    """The value of a Province of the row to this seat, including the point for many Fields if it is the last one."""
    worth = _card(state, card) + PYRAMID[state.kingdom - 1] * card.pyramids
    fields = [one.top.fields for one in state.players[seat].provinces if one.top.kingdom == state.kingdom]
    if len(fields) == AUCTIONS - 1 and sum(fields) < FIELDS_FOR_A_POINT <= sum(fields) + card.fields:
        worth += POINT[state.kingdom - 1]
    return worth


class Rivals(NamedTuple):
    """The relevant part of all guesses about offers: the others' total, and the threshold for each rank.

    Guesses that agree in this part are evaluated once; `guesses` maps each to its case.
    """

    kinds: list[tuple[int, tuple[int, ...]]]
    guesses: list[int]
    fields: int
    caravans: int
    their_fields: int
    their_caravans: int


def _rivals(state: State, seat: int) -> Rivals:
    others = [other for other in range(len(state.players)) if other != seat]
    first = turn_order(state).index
    # In a tie, the first in turn order is ahead.
    ahead = [int(first(other) < first(seat)) for other in others]
    kinds: dict[tuple[int, tuple[int, ...]], int] = {}
    guesses: list[int] = []
    for guess in product(*[_likely_offers(state.players[other]) for other in others]):
        beaten_below = tuple(sorted(map(add, guess, ahead)))
        guesses.append(kinds.setdefault((sum(guess), beaten_below), len(kinds)))
    fields = [sum([province.top.fields for province in player.provinces]) for player in state.players]
    caravans = [sum([province.top.caravan for province in player.provinces]) for player in state.players]
    mine, trade = fields[seat], caravans[seat]
    return Rivals(list(kinds), guesses, mine, trade, sum(fields) - mine, sum(caravans) - trade)


def _offering(moment: Moment, total: int) -> float:
    """The value of this offering: its favor, and the income at its flood, relative to the others'."""
    state, rivals, seats = moment.state, moment.rivals, len(moment.state.players)
    brings: list[float] = []
    for offered, beaten_below in rivals.kinds:
        flood = flood_level(total + offered)
        caravan = CARAVAN_GOLD * (flood <= HIGHEST_FLOOD_WITH_CARAVANS)
        mine = flood * rivals.fields + caravan * rivals.caravans
        theirs = (flood * rivals.their_fields + caravan * rivals.their_caravans) / (seats - 1)
        rank = sum([total < least for least in beaten_below])
        brings.append(PYRAMID[state.kingdom - 1] * _favor(seats, rank, total) + mine - ENVY * theirs)
    worth = 0.0
    for kind in rivals.guesses:
        worth += brings[kind]
    return worth / len(rivals.guesses) - total


def _likely_offers(player: Player) -> list[int]:
    """Three about equally likely offerings of this player."""
    most = sum(player.display)
    return [min(most, round(OTHERS_OFFER + step * STRAYING)) for step in (-1, 0, 1)]


def _favor(seats: int, rank: int, total: int) -> int:
    """The Pyramids for an offering of this total and rank (AC-F1 to AC-F3)."""
    prizes = FAVORS_OF_TWO if seats == 2 else FAVORS
    if total == 0:
        return 0
    return prizes[rank] if rank < len(prizes) else LEAST_FAVOR


def _building(state: State, player: Player, count: int) -> float:
    """The points of this number of Pyramids until the end, and the Gold left for the next Kingdom."""
    standing = heights(player)
    built = list(standing)
    for _ in range(count):
        built[built.index(min(built))] += 1
    rows, begun = min(built) - min(standing), _begun(built) - _begun(standing)
    later = KINGDOMS - state.kingdom
    worth = POINT[state.kingdom - 1] * (rows + later * (rows + BEGUN * begun))
    if not later:
        return worth
    left = player.revenue - state.components.construction_cost[count]
    needed = NEEDED[state.kingdom - 1]
    return worth + min(left, needed) + BEYOND[state.kingdom - 1] * max(0, left - needed) - SHORT * max(0, needed - left)
