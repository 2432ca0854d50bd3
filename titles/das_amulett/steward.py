"""Steward: a sensible player's evaluation of each answer, from what the seat may know.

Values are in tenths of a metal card. The value of a gem depends only on whether the amulet has one of its kind, and on
how full the amulet is.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from math import exp, log1p
from typing import NamedTuple

from msgspec import Struct

from stele.title import Command, Hidden
from titles.das_amulett import commands
from titles.das_amulett.effects import accepted_metals, gems_won_in, refunds
from titles.das_amulett.exchange import accepted_cards, accepted_cards_in
from titles.das_amulett.spells import METALS, Gem, Gift, Metal, Refund, Spell, Wild
from titles.das_amulett.state import (
    METAL_OF,
    Player,
    Region,
    State,
    best_bid,
    gems_in,
    here,
    region_named,
    spell_named,
)

LOOKED_AT, EXPLORE = 64, 0.5
"""Missing the right offer among a dozen teaches a search nothing, and the more players there are the less one answer
matters: so all are evaluated, and the tree concentrates on successful ones.
"""

# The value of a spell per turn in tenths of a metal card: its symbols and its effect, minus its energy cost.
METAL, FREE, COST = 13, 14, 6
EFFECT_WORTH: Mapping[str, float] = {
    "income": 8, "teleport": 4, "extra_metal": 6, "chosen_disc": 5, "skim": 12, "refund": 14, "wild": 14, "gift": 60,
    "power": 8, "equal": 12, "free_move": 8, "arc": 4, "vortex": 6,
}  # fmt: skip
# Energy for an average spell, and the addition for a better or a more expensive one. Five and six players play about
# half as many turns more than three do: energy bound in one spell is missed at more auctions.
TOKENS, TOKENS_OF_MANY, MANY = 3.6, 2.6, 5
TOKENS_FOR_WORTH, TOKENS_FOR_COST, USUAL_WORTH = 0.05, 0.6, 28
TOKENS_AT_START = 3
# The value of one more gem to an amulet: with more players, as the amulets fill, and for a step towards victory.
GEM, GEM_FOR_PLAYERS, FULLER, FULLEST = 26, 3, 0.08, 0.05
NEARER, NO_NEARER, NEW_KIND = 1.0, 0.35, 0.1
LAST_GEM = 1000
# The maximum value of a region, even with the last gem in it.
CAPPED = 200
# An offer begins with half of the gem's value, so that an exchange does not take ten rounds.
SLOW = 20
# For a region: each player's cards that win there, how certain that is, and the weights of cards and of the others'
# hopes.
CARDS_THAT_WIN, DOUBT, A_CARD, MOST_CARDS = 1.3, 2.0, 3, 12
RIVAL, ENVY = 0.25, 0.25
# The increase in the chance of winning, as a logarithm: a gem, and additionally missing only one or two; metal cards,
# the first of which count most; and the spells' value in tenths of a card, per turn and for all turns they have energy
# for.
A_GEM, NEARLY_THERE = 0.7, (0.7, 0.35)
SOME_CARDS, EACH_CARD = 0.55, 0.07
IN_A_TURN, WHILE_IT_LASTS = 0.003, 0.0018
_SCALE = 10
_HAS_WON = 10.0


class Amulet(NamedTuple):
    """How full an amulet is: its kinds and its gems, how many of each win, and the largest number of gems of any
    player.
    """

    kinds: int
    gems: int
    win_different: int
    win_total: int
    fullest: int
    players: int

    @property
    def steps_left(self) -> int:
        """How many gems it still needs, if each is of a new kind."""
        return min(self.win_different - self.kinds, self.win_total - self.gems)

    def with_gem(self, is_new: bool) -> "Amulet":
        """The amulet with one more gem, of a new kind or not."""
        return self._replace(kinds=self.kinds + is_new, gems=self.gems + 1)


class Moment(Struct, frozen=True, dict=True):
    """The view of an asked seat; the common part of several answers is evaluated once."""

    state: State
    seat: int

    @cached_property
    def amulets(self) -> list[Amulet]:
        """The amulets of all players."""
        return amulets(self.state)

    @cached_property
    def exchange(self) -> "Exchange":
        """The common part of all offers."""
        return _exchange(self)

    @cached_property
    def metal_worths(self) -> tuple[int, ...]:
        """The value of a card of each metal."""
        return _metal_worths(self.state, self.seat)


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """The value of these legal commands; only comparisons between commands of one moment are meaningful."""
    moment = Moment(state, seat)
    return [round(_SCALE * _tenths(moment, command)) for command in commands]


def _tenths(moment: Moment, command: Command) -> float:
    state, seat = moment.state, moment.seat
    match command:
        case commands.OfferMetals(_, cards):
            return _offer(moment.exchange, cards)
        case commands.LayMetals():
            return _laid(moment.metal_worths, command)
        case commands.KeepSpells(_, first, second):
            return _worth(state, first) + _worth(state, second)
        case commands.FuelSpells(_, first, second):
            return -abs(first - TOKENS_AT_START) - abs(second - TOKENS_AT_START)
        case commands.BidEnergy(_, tokens):
            return _bid(state, seat, tokens)
        case commands.TakeMetal(_, metal):
            return moment.metal_worths[METALS.index(metal)]
        case commands.NameMetal(_, metal):
            return _held(state, seat, metal)
        case commands.ChooseDisc(_, disc):
            return disc if sum(_hand(state, seat)) > 8 else -disc
        case commands.TakeGem(_, gem):
            return gem_worth(moment, gem)
        case commands.TakeBack():
            return 10 * sum(command.metals) + _wanted(state, seat, command)
        case commands.MoveCompany(_, region):
            return _region_worth(moment, region)
        case commands.LiftGem() | commands.DropGem():
            return _teleport(moment, command)
        case commands.RemoveEnergy(_, _, spell, _):
            return _remove(state, seat, spell)
        case commands.MoveEnergy(_, spell, tokens):
            return _worth(state, spell) - 40 + tokens
        case commands.DiscardSpell(_, spell):
            return -_worth(state, spell)
    return 0


def prospects(state: State) -> tuple[float, ...]:
    """How near each seat is to winning, relative to the average, by its gems, its cards, and its spells' future value.

    A seat whose value is greater by one is e times as likely to win.
    """
    if state.winner is not None:
        return tuple([_HAS_WON if seat == state.winner else 0.0 for seat in range(len(state.players))])
    near = [
        _nearness(state, player, amulet.steps_left)
        for player, amulet in zip(state.players, amulets(state), strict=True)
    ]
    average = sum(near) / len(near)
    return tuple([one - average for one in near])


def _nearness(state: State, player: Player, steps_left: int) -> float:
    near = A_GEM * len(player.gems) + sum(NEARLY_THERE[max(0, steps_left - 1) :])
    near += SOME_CARDS * log1p(player.cards) + EACH_CARD * player.cards
    for one in player.spells:
        spell = spell_named(state, one.spell)
        near += brings(spell) * (IN_A_TURN + WHILE_IT_LASTS * -(-one.energy // spell.cost))
    return near


def _worth(state: State, name: str) -> float:
    """The value of this spell per turn in tenths of a metal card, minus its energy cost."""
    spell = spell_named(state, name)
    return brings(spell) - COST * (spell.cost - 1)


def brings(spell: Spell) -> float:
    """The value of this spell per turn in tenths of a metal card."""
    return METAL * sum(spell.metals) + FREE * spell.wilds + _effect_worth(spell)


def _effect_worth(spell: Spell) -> float:
    if spell.effect is None:
        return 0
    worth = EFFECT_WORTH[str(spell.effect.__struct_config__.tag)]
    if isinstance(spell.effect, Gift | Refund | Wild) and spell.effect.where != "anywhere":
        worth = worth * 2 / 3
    return worth


def tokens_wanted(state: State, name: str) -> int:
    """The energy to bid for this spell: one token more for a good spell."""
    good = _worth(state, name) - USUAL_WORTH
    cost = spell_named(state, name).cost
    usual = TOKENS if len(state.players) < MANY else TOKENS_OF_MANY
    return max(1, round(usual + TOKENS_FOR_WORTH * good + TOKENS_FOR_COST * (cost - 1)))


def _bid(state: State, seat: int, tokens: int) -> int:
    assert state.offered is not None
    reserve = state.players[seat].reserve
    wanted = min(tokens_wanted(state, state.offered), max(reserve, 1))
    least = max(2, best_bid(state) + 1)
    if tokens > wanted + 1 or tokens < min(least, reserve):
        return -tokens
    return 10 - abs(tokens - wanted)


def _hand(state: State, seat: int) -> tuple[int, ...]:
    hand = state.players[seat].metals
    return (0, 0, 0, 0) if isinstance(hand, Hidden) else hand


def _held(state: State, seat: int, metal: Metal) -> int:
    return _hand(state, seat)[METALS.index(metal)]


def gem_worth(moment: Moment, gem: Gem) -> int:
    """The value of this gem to the seat in tenths of a metal card; a winning gem has the maximum value."""
    return worth_of_gem(moment.amulets[moment.seat], gem not in moment.state.players[moment.seat].gems)


def _haul(moment: Moment, seat: int, region: Region) -> int:
    """The value of a winning offer in this region to a seat."""
    state = moment.state
    gems = gems_in(state, region.name)
    return worth_of_haul(moment.amulets[seat], state.players[seat].gems, gems, gems_won_in(state, seat, region))


class Exchange(NamedTuple):
    """Data that all offers share: the value of the gems, the cards that may be offered, the cards that may come back,
    and a fair first offer.
    """

    worth: int
    accepted: int
    refunded: int
    opening: int


def _exchange(moment: Moment) -> Exchange:
    state, seat = moment.state, moment.seat
    worth = _haul(moment, seat, here(state))
    has_rivals = any(one != seat and state.players[one].cards for one in state.queue)
    opening = max(0, min(worth, LAST_GEM // 10) // SLOW) if has_rivals else 0
    return Exchange(worth, sum(accepted_cards(state, seat)), refunds(state, seat), opening)


def _offer(exchange: Exchange, cards: int) -> int:
    """The value of the gems against the cards spent; as few cards as needed, but no slow beginning."""
    gone = max(0, cards - exchange.refunded)
    slow = min(max(0, exchange.opening - cards), 3)
    return exchange.worth - 10 * gone - 20 * slow - (0 if cards < exchange.accepted else 5)


def _metal_worths(state: State, seat: int) -> tuple[int, ...]:
    """The value of each metal, which is higher for metals of nearby regions and for metals of which few cards are
    held.
    """
    near = [here(state), *(region_named(state, name) for name in here(state).adjacent)]
    uses = [METAL_OF[region.terrain] for region in near if gems_in(state, region.name)]
    accepted = accepted_metals(state, seat)
    return tuple(
        [
            6 * uses.count(metal) + 4 * (metal in accepted) - 2 * held
            for metal, held in zip(METALS, _hand(state, seat), strict=True)
        ]
    )


def _laid(worths: Sequence[int], command: commands.LayMetals) -> int:
    gold, silver, copper, iron = worths
    return -(command.gold * gold + command.silver * silver + command.copper * copper + command.iron * iron)


def _wanted(state: State, seat: int, command: commands.TakeBack) -> int:
    metals = zip(METALS, command.metals, strict=True)
    return sum(count * (5 - _held(state, seat, metal)) for metal, count in metals) // 5


def _others_with_cards(state: State, seat: int) -> tuple[list[int], int]:
    """The other seats that could offer something, and their total number of cards."""
    others = [one for one, player in enumerate(state.players) if one != seat and player.cards]
    return others, sum([state.players[one].cards for one in others])


def _region_worth(moment: Moment, name: str) -> float:
    """The value of a region: gems that are new to the seat's amulet, whose metal is in its hand rather than in the
    others'.
    """
    state, seat = moment.state, moment.seat
    region = region_named(state, name)
    cards = sum(accepted_cards_in(state, seat, region))
    others, held = _others_with_cards(state, seat)
    rival = max([min(CAPPED, _haul(moment, one, region)) for one in others], default=0)
    needed = CARDS_THAT_WIN * len(state.players)
    likely = 1 / (1 + exp(-(cards - needed) / DOUBT))
    mine = min(_haul(moment, seat, region), CAPPED) * likely + A_CARD * min(cards, MOST_CARDS)
    return mine - RIVAL * rival - ENVY * held


def _teleport(moment: Moment, command: commands.LiftGem | commands.DropGem) -> int:
    """Moving a gem is worthwhile only if it is new to the seat's amulet and goes to the company."""
    state, seat = moment.state, moment.seat
    if isinstance(command, commands.DropGem):
        return 1 if command.region == state.company else 0
    near = command.region == state.company
    return -1 if near or command.gem in state.players[seat].gems else gem_worth(moment, command.gem) - 50


def _remove(state: State, seat: int, spell: str) -> float:
    """Energy is taken from the player with the most gems; never from the seat's spells."""
    owner = next(one for one, player in enumerate(state.players) for held in player.spells if held.spell == spell)
    if owner == seat:
        return -1
    return 10 * len(state.players[owner].gems) + _worth(state, spell)


def amulets(state: State) -> list[Amulet]:
    """The amulets of all players."""
    fullest = max([len(player.gems) for player in state.players])
    different, total, players = state.components.win_different, state.components.win_total, len(state.players)
    return [
        Amulet(len(set(player.gems)), len(player.gems), different, total, fullest, players) for player in state.players
    ]


def worth_of_gem(amulet: Amulet, is_new: bool) -> int:
    """The value of one more gem to this amulet, of a new kind or not; a winning gem has the maximum value."""
    after = amulet.with_gem(is_new)
    left = after.steps_left
    if left <= 0:
        return LAST_GEM
    progress = NEARER if left < amulet.steps_left else NO_NEARER
    progress += NEW_KIND * is_new
    base = GEM + GEM_FOR_PLAYERS * amulet.players
    return round(base * progress * (1 + FULLER * amulet.gems + FULLEST * amulet.fullest))


def _worth_of_gems(amulet: Amulet, new: int, count: int) -> int:
    worth = 0
    for number in range(count):
        is_new = number < new
        one = worth_of_gem(amulet, is_new)
        if one >= LAST_GEM:
            return LAST_GEM
        worth += one
        amulet = amulet.with_gem(is_new)
    return worth


def worth_of_haul(amulet: Amulet, held: Collection[Gem], lying: Sequence[Gem], count: int) -> int:
    """The total value of this number of the gems there, of which new kinds are taken first."""
    return _worth_of_gems(amulet, len(set(lying).difference(held)), min(count, len(lying)))
