"""A sensible player's view of each answer, from what the seat may know."""

from collections.abc import Iterable

from domain.messages import Command
from domain.rulebooks.das_amulett import commands as wishes
from domain.rulebooks.das_amulett.effects import accepted_metals, refunds
from domain.rulebooks.das_amulett.exchange import accepted_cards
from domain.rulebooks.das_amulett.spells import METALS, Gem, Gift, Metal, Refund, Spell, Wild
from domain.rulebooks.das_amulett.state import METAL_OF, State, best_bid, gems_in, here, region_named, spell_named
from domain.secrets import Hidden

# Energy that a good spell is worth: enough for about three turns.
TURNS_WANTED = 3
# What each kind of effect adds to a spell's metals, in tenths of a metal card.
EFFECT_WORTH = {
    "income": 12, "teleport": 4, "extra_metal": 6, "chosen_disc": 5, "skim": 12, "refund": 14, "wild": 14, "gift": 22,
    "power": 8, "equal": 12, "free_move": 8, "arc": 4, "vortex": 6,
}  # fmt: skip
NEW_KIND, OLD_KIND, LAST_GEM = 55, 22, 1000
# An offer begins with half of what the gem is worth, so that an exchange does not take ten rounds.
SLOW = 20


def appraise(state: State, seat: int, command: Command) -> int:
    """How good this legal command looks; only comparisons between commands of one moment mean anything."""
    match command:
        case wishes.KeepSpells(_, first, second):
            return _worth(state, first) + _worth(state, second)
        case wishes.FuelSpells(_, first, second):
            return -abs(first - TURNS_WANTED) - abs(second - TURNS_WANTED)
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
            return _worth(state, spell) - 40 if tokens == 1 else -1
        case wishes.DiscardSpell(_, spell):
            return -_worth(state, spell)
    return 0


def _worth(state: State, name: str) -> int:
    """Tenths of a metal card that this spell brings in a turn."""
    spell = spell_named(state, name)
    return 10 * sum(spell.metals) + 12 * spell.wilds + _effect_worth(spell) - 6 * (spell.cost - 1)


def _effect_worth(spell: Spell) -> int:
    if spell.effect is None:
        return 0
    worth = EFFECT_WORTH[str(spell.effect.__struct_config__.tag)]
    if isinstance(spell.effect, Gift | Refund | Wild) and spell.effect.where != "anywhere":
        worth = worth * 2 // 3
    return worth


def tokens_wanted(state: State, name: str) -> int:
    """How much energy this spell deserves: one more if it is a good one."""
    return TURNS_WANTED + (_worth(state, name) >= 32)


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


def gem_worth(state: State, seat: int, gem: Gem) -> int:
    """Tenths of a metal card that this gem is worth to the seat; the one that wins is worth everything."""
    gems = state.players[seat].gems
    is_new = gem not in gems
    goal = state.components
    if len(gems) + 1 >= goal.win_total or len(set(gems)) + is_new >= goal.win_different:
        return LAST_GEM
    return (NEW_KIND if is_new else OLD_KIND) + 4 * len(gems)


def _best_gem(state: State, seat: int, gems: Iterable[Gem]) -> int:
    return max((gem_worth(state, seat, gem) for gem in gems), default=0)


def _offer(state: State, seat: int, cards: int) -> int:
    """Worth of the gems against the cards that would be gone; as few cards as needed, but no slow beginning."""
    gems = gems_in(state, state.company)
    worth = _best_gem(state, seat, gems)
    others = (one for one, player in enumerate(state.players) if one != seat and player.cards)
    rivals = max((_best_gem(state, one, gems) for one in others), default=0)
    if rivals >= LAST_GEM:
        worth = max(worth, 3 * NEW_KIND)
    spare = max(0, sum(accepted_cards(state, seat)) - cards)
    gone = cards - min(cards, refunds(state, seat))
    slow = max(0, worth // SLOW - cards)
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


def _region_worth(state: State, seat: int, name: str) -> int:
    """A region with gems that are new to the seat's amulet, whose metal is in its hand."""
    region = region_named(state, name)
    metal = METAL_OF[region.terrain]
    cards = sum(_hand(state, seat)) if metal is None else _held(state, seat, metal)
    others = sum(player.cards for one, player in enumerate(state.players) if one != seat)
    mine = _best_gem(state, seat, gems_in(state, name)) + 8 * min(cards, 6)
    return mine - others // 4 if cards else mine // 4


def _teleport(state: State, seat: int, command: wishes.LiftGem | wishes.DropGem) -> int:
    """Only a gem that is new to the seat's amulet is worth moving: to where the company is."""
    if isinstance(command, wishes.DropGem):
        return 1 if command.region == state.company else 0
    near = command.region == state.company
    return -1 if near or command.gem in state.players[seat].gems else gem_worth(state, seat, command.gem) - 50


def _remove(state: State, seat: int, spell: str) -> int:
    """Energy is taken from whoever has the most gems; never from the seat's spells."""
    owner = next(one for one, player in enumerate(state.players) for held in player.spells if held.spell == spell)
    if owner == seat:
        return -1
    return 10 * len(state.players[owner].gems) + _worth(state, spell)
