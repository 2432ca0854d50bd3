"""A sensible player's view of each answer, from what the seat may know."""

from collections.abc import Sequence
from math import exp

from msgspec.structs import replace

from domain.messages import Command
from domain.rulebooks.das_amulett import commands as wishes
from domain.rulebooks.das_amulett.effects import accepted_metals, gems_won, refunds
from domain.rulebooks.das_amulett.exchange import accepted_cards
from domain.rulebooks.das_amulett.spells import METALS, Gem, Gift, Metal, Refund, Spell, Wild
from domain.rulebooks.das_amulett.state import METAL_OF, State, best_bid, gems_in, here, region_named, spell_named
from domain.secrets import Hidden

# Tenths of a metal card that a spell brings in a turn: by its symbols and by its effect, less what it costs in energy.
METAL, FREE, COST = 13, 14, 6
EFFECT_WORTH: dict[str, float] = {
    "income": 8, "teleport": 4, "extra_metal": 6, "chosen_disc": 5, "skim": 12, "refund": 14, "wild": 14, "gift": 60,
    "power": 8, "equal": 12, "free_move": 8, "arc": 4, "vortex": 6,
}  # fmt: skip
# Energy for a usual spell, and how much more a better or a dearer one deserves. Five and six players play about
# half as many turns more than three do: energy bound in one spell is missed at more auctions.
TOKENS, TOKENS_OF_MANY, MANY = 3.6, 2.6, 5
TOKENS_FOR_WORTH, TOKENS_FOR_COST, USUAL_WORTH = 0.05, 0.6, 28
TOKENS_AT_START = 3
# Tenths of a metal card that a gem is worth: with more players, as the amulets fill, and if it brings one nearer.
GEM, GEM_FOR_PLAYERS, FULLER, FULLEST = 26, 3, 0.08, 0.05
NEARER, NO_NEARER, NEW_KIND = 1.0, 0.35, 0.1
LAST_GEM, CAPPED = 1000, 200
# An offer begins with half of what the gem is worth, so that an exchange does not take ten rounds.
SLOW = 20
# Of a region: cards of each player that win there, how sure that is, and what cards and the others' hopes count.
CARDS_THAT_WIN, DOUBT, A_CARD, MOST_CARDS = 1.3, 2.0, 3, 12
RIVAL, ENVY = 0.25, 0.25
GEMS_FOR_WINNING, CARDS_FOR_WINNING = 0.6, 0.05
_SCALE = 10
_HAS_WON = 10.0


def appraise(state: State, seat: int, command: Command) -> int:
    """How good this legal command looks; only comparisons between commands of one moment mean anything."""
    return round(_SCALE * _tenths(state, seat, command))


def _tenths(state: State, seat: int, command: Command) -> float:
    match command:
        case wishes.KeepSpells(_, first, second):
            return _worth(state, first) + _worth(state, second)
        case wishes.FuelSpells(_, first, second):
            return -abs(first - TOKENS_AT_START) - abs(second - TOKENS_AT_START)
        case wishes.BidEnergy(_, tokens):
            return _bid(state, seat, tokens)
        case wishes.OfferMetals(_, cards):
            return _offer(state, seat, cards)
        case wishes.TakeMetal(_, metal):
            return _metal_worth(state, seat, metal)
        case wishes.NameMetal(_, metal):
            return _held(state, seat, metal)
        case wishes.ChooseDisc(_, disc):
            return disc if sum(_hand(state, seat)) > 8 else -disc
        case wishes.LayMetals():
            return _laid(state, seat, command)
        case wishes.TakeGem(_, gem):
            return gem_worth(state, seat, gem)
        case wishes.TakeBack():
            return 10 * sum(command.metals) + _wanted(state, seat, command)
        case wishes.MoveCompany(_, region):
            return _region_worth(state, seat, region)
        case wishes.LiftGem() | wishes.DropGem():
            return _teleport(state, seat, command)
        case wishes.RemoveEnergy(_, _, spell, _):
            return _remove(state, seat, spell)
        case wishes.MoveEnergy(_, spell, tokens):
            return _worth(state, spell) - 40 + tokens
        case wishes.DiscardSpell(_, spell):
            return -_worth(state, spell)
    return 0


def prospects(state: State) -> tuple[float, ...]:
    """How near each seat is to winning, by the gems that it still needs and the cards that it has for them.

    One more makes a seat e times as likely to win.
    """
    if state.winner is not None:
        return tuple([_HAS_WON if seat == state.winner else 0.0 for seat in range(len(state.players))])
    return tuple(
        [
            CARDS_FOR_WINNING * player.cards - GEMS_FOR_WINNING * steps_left(state, player.gems)
            for player in state.players
        ]
    )


def _worth(state: State, name: str) -> float:
    """Tenths of a metal card that this spell brings in a turn."""
    spell = spell_named(state, name)
    return METAL * sum(spell.metals) + FREE * spell.wilds + _effect_worth(spell) - COST * (spell.cost - 1)


def _effect_worth(spell: Spell) -> float:
    if spell.effect is None:
        return 0
    worth = EFFECT_WORTH[str(spell.effect.__struct_config__.tag)]
    if isinstance(spell.effect, Gift | Refund | Wild) and spell.effect.where != "anywhere":
        worth = worth * 2 / 3
    return worth


def tokens_wanted(state: State, name: str) -> int:
    """How much energy this spell deserves: one more if it is a good one."""
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


def steps_left(state: State, gems: Sequence[Gem]) -> int:
    """How many gems this amulet still needs, if each is a new one."""
    return min(state.components.win_different - len(set(gems)), state.components.win_total - len(gems))


def _gem_of(state: State, gems: Sequence[Gem], gem: Gem) -> int:
    after = (*gems, gem)
    left = steps_left(state, after)
    if left <= 0:
        return LAST_GEM
    progress = NEARER if left < steps_left(state, gems) else NO_NEARER
    progress += NEW_KIND * (gem not in gems)
    base = GEM + GEM_FOR_PLAYERS * len(state.players)
    first = max(len(player.gems) for player in state.players)
    return round(base * progress * (1 + FULLER * len(gems) + FULLEST * first))


def gem_worth(state: State, seat: int, gem: Gem) -> int:
    """Tenths of a metal card that this gem is worth to the seat; the one that wins is worth everything."""
    return _gem_of(state, state.players[seat].gems, gem)


def _haul(state: State, seat: int, gems: Sequence[Gem], count: int) -> int:
    """What so many of these gems are worth together, the best ones first."""
    mine, lying, worth = state.players[seat].gems, list(gems), 0
    for _ in range(min(count, len(lying))):
        best = max(lying, key=lambda gem: _gem_of(state, mine, gem))
        one = _gem_of(state, mine, best)
        if one >= LAST_GEM:
            return LAST_GEM
        worth += one
        lying.remove(best)
        mine = (*mine, best)
    return worth


def _offer(state: State, seat: int, cards: int) -> int:
    """Worth of the gems against the cards that would be gone; as few cards as needed, but no slow beginning."""
    gems = gems_in(state, state.company)
    worth = _haul(state, seat, gems, gems_won(state, seat))
    others = [one for one in state.queue if one != seat and state.players[one].cards]
    spare = max(0, sum(accepted_cards(state, seat)) - cards)
    gone = cards - min(cards, refunds(state, seat))
    slow = max(0, min(worth, LAST_GEM // 10) // SLOW - cards) if others else 0
    return worth - 10 * gone - 20 * min(slow, 3) - (0 if spare else 5)


def _metal_worth(state: State, seat: int, metal: Metal) -> int:
    """Metals of the regions that are near, and those of which little is held."""
    near = [here(state), *(region_named(state, name) for name in here(state).adjacent)]
    uses = sum(METAL_OF[region.terrain] == metal for region in near if gems_in(state, region.name))
    accepted = accepted_metals(state, seat)
    return 6 * uses + 4 * (metal in accepted) - 2 * _held(state, seat, metal)


def _laid(state: State, seat: int, command: wishes.LayMetals) -> int:
    metals = zip(METALS, command.metals, strict=True)
    return -sum(count * _metal_worth(state, seat, metal) for metal, count in metals)


def _wanted(state: State, seat: int, command: wishes.TakeBack) -> int:
    metals = zip(METALS, command.metals, strict=True)
    return sum(count * (5 - _held(state, seat, metal)) for metal, count in metals) // 5


def _region_worth(state: State, seat: int, name: str) -> float:
    """A region with gems that are new to the seat's amulet, whose metal is in its hand, rather than to the others'."""
    there = replace(state, company=name)
    gems = gems_in(state, name)
    cards = sum(accepted_cards(there, seat))
    others = [one for one, player in enumerate(state.players) if one != seat]
    held = sum(state.players[one].cards for one in others)
    rival = max(
        min(CAPPED, _haul(state, one, gems, gems_won(there, one))) * (state.players[one].cards > 0) for one in others
    )
    needed = CARDS_THAT_WIN * len(state.players)
    likely = 1 / (1 + exp(-(cards - needed) / DOUBT))
    mine = min(_haul(state, seat, gems, gems_won(there, seat)), CAPPED) * likely + A_CARD * min(cards, MOST_CARDS)
    return mine - RIVAL * rival - ENVY * held


def _teleport(state: State, seat: int, command: wishes.LiftGem | wishes.DropGem) -> int:
    """Only a gem that is new to the seat's amulet is worth moving: to where the company is."""
    if isinstance(command, wishes.DropGem):
        return 1 if command.region == state.company else 0
    near = command.region == state.company
    return -1 if near or command.gem in state.players[seat].gems else gem_worth(state, seat, command.gem) - 50


def _remove(state: State, seat: int, spell: str) -> float:
    """Energy is taken from whoever has the most gems; never from the seat's spells."""
    owner = next(one for one, player in enumerate(state.players) for held in player.spells if held.spell == spell)
    if owner == seat:
        return -1
    return 10 * len(state.players[owner].gems) + _worth(state, spell)
