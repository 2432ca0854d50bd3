"""Chances: the features that predict the winner, for a logistic regression with the weights in `chances.toml`.

Gems count most; then metal cards, the first of them more, and the spells by what they bring.
"""

from math import log1p
from typing import NamedTuple

from titles.das_amulett.effects import effects_of, gems_won_in
from titles.das_amulett.exchange import accepted_cards
from titles.das_amulett.spells import Effect, Gift, Income, Power, Refund, Skim
from titles.das_amulett.state import Player, State, gems_in, here, spell_named
from titles.das_amulett.steward import Amulet, amulets, brings


class Standing(NamedTuple):
    """One seat's features: its gems, whether one or at most two are missing, its metal cards and their logarithm.

    Of its spells the number, the metals in a turn, the Gifts, the value in a turn, and the value while their energy
    lasts, in metal cards; and how often the energy lasts for those that take cards back, give cards for gems, or make
    it dear to outbid their owner. Its place in the order of the turn.

    For the exchange at the company's place, while that is not over: the cards it could offer, even if the gems there
    would win the game; whether it has the highest offer, and whether it has passed.
    """

    gems: float
    one_missing: float
    two_missing: float
    cards: float
    cards_logarithm: float
    spells: float
    metals: float
    gifts: float
    a_turn: float
    lasting: float
    refunds: float
    skims: float
    incomes: float
    powers: float
    order: float
    accepted: float
    accepted_to_win: float
    offers_most: float
    passed: float


FEATURES = Standing._fields
STAGES = 6
"""The most gems that any player still needs: more than five, five … one."""

_EXCHANGE = frozenset(("gems", "exchange", "payment", "gem"))
_A_CARD = 10


def features(state: State) -> tuple[Standing, ...]:
    """The features of all seats."""
    found = zip(state.players, amulets(state), strict=True)
    return tuple([_standing(state, seat, player, amulet) for seat, (player, amulet) in enumerate(found)])


def _standing(state: State, seat: int, player: Player, amulet: Amulet) -> Standing:
    metals = a_turn = lasting = 0.0
    uses: dict[type[Effect] | type[None], int] = dict.fromkeys((Refund, Skim, Income, Power), 0)
    for one in player.spells:
        spell = spell_named(state, one.spell)
        metals += sum(spell.metals) + spell.wilds
        a_turn += brings(spell)
        turns = -(-one.energy // spell.cost)
        lasting += brings(spell) * turns
        kind = type(spell.effect)
        if kind in uses:
            uses[kind] += turns
    accepted, wins = 0, False
    if state.phase in _EXCHANGE:
        accepted = sum(accepted_cards(state, seat))
        place = here(state)
        wins = amulet.steps_left <= min(gems_won_in(state, seat, place), len(gems_in(state, place.name)))
    return Standing(
        gems=amulet.gems,
        one_missing=amulet.steps_left <= 1,
        two_missing=amulet.steps_left <= 2,
        cards=player.cards,
        cards_logarithm=log1p(player.cards),
        spells=len(player.spells),
        metals=metals,
        gifts=len(effects_of(state, seat, Gift)),
        a_turn=a_turn / _A_CARD,
        lasting=lasting / _A_CARD,
        refunds=uses[Refund],
        skims=uses[Skim],
        incomes=uses[Income],
        powers=uses[Power],
        order=(seat - state.hat) % len(state.players) / len(state.players),
        accepted=accepted,
        accepted_to_win=accepted * wins,
        offers_most=seat == state.bidder and state.phase in _EXCHANGE,
        passed=state.phase == "exchange" and state.bids[seat] == 0,
    )


def stage(state: State) -> int:
    """The stage of the game, by the gems that the fullest amulet still needs."""
    return STAGES - min(STAGES, max(1, min([amulet.steps_left for amulet in amulets(state)])))
