"""Chances: the features that predict the winner, for a logistic regression with the weights in `chances.toml`."""

from typing import NamedTuple

from titles.amun_re.building_values import worth_of_built
from titles.amun_re.scoring import bank_winners
from titles.amun_re.state import KINGDOMS, PROVINCES_EACH, ROUNDS, State, owned
from titles.amun_re.steward import AFTER_MARKET, fits


class Standing(NamedTuple):
    """One seat's features: points; the points expected for its pyramids in this Kingdom, their number, and its Stones.

    The fewest pyramids of three provinces, and the banks it would win now. Its Favor cards, and the yellow ones by
    their chance. Its Gold, and in its provinces Farmers, Gold mines, Caravans and Temples.
    """

    points: float
    expected: float
    pyramids: float
    stones: float
    sets: float
    banks: float
    cards: float
    yellow_cards: float
    gold: float
    farmers: float
    gold_mines: float
    caravans: float
    temples: float


FEATURES = Standing._fields
STAGES = KINGDOMS * ROUNDS * 2
"""The number of stages: in each round of each Kingdom, one before the offering and one from the offering on."""


def features(state: State) -> tuple[Standing, ...]:
    """The features of all seats."""
    west, east = bank_winners(state, "west"), bank_winners(state, "east")
    return tuple([_standing(state, seat, (seat in west) + (seat in east)) for seat in range(len(state.players))])


def _standing(state: State, seat: int, banks: int) -> Standing:
    player, places = state.players[seat], owned(state, seat)
    provinces = [state.components.provinces[place] for place in places]
    lands = [state.lands[place] for place in places]
    pyramids = [land.pyramids for land in lands]
    return Standing(
        points=sum(player.points),
        expected=worth_of_built(state, seat),
        pyramids=sum(pyramids),
        stones=sum([land.stones for land in lands]) + player.stones,
        sets=min(pyramids) if len(pyramids) == PROVINCES_EACH else 0,
        banks=banks,
        cards=len(player.hand),
        yellow_cards=sum([fits(card, provinces) for card in player.hand]),
        gold=player.gold,
        farmers=sum([land.farmers + land.free_farmers for land in lands]),
        gold_mines=sum([province.gold_mine for province in provinces]),
        caravans=sum([province.caravan for province in provinces]),
        temples=sum([province.temples for province in provinces]),
    )


def stage(state: State) -> int:
    """The stage of the game, by Kingdom, round and phase."""
    return 2 * (ROUNDS * (state.kingdom - 1) + max(0, state.round - 1)) + (state.phase in AFTER_MARKET)
