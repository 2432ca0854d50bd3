"""Starting tables.

Cards are written as words: `"g3i1"` are three of gold and one of iron, with `s` for silver and `c` for copper. Spells
are called by their names, with the Energy tokens on them after a colon: `"Gift:3"`; without a number there are two.
"""

import re

from msgspec.structs import replace

from stele.title import change_player
from tests.harness import Given
from titles import das_amulett as title
from titles.das_amulett.changes import spell_place
from titles.das_amulett.commands import RemoveEnergy
from titles.das_amulett.components import shipped_components
from titles.das_amulett.events import (
    DiscDrawn,
    EnergyPhaseBegun,
    ExchangeOpened,
    GemsPhaseBegun,
    MetalsPhaseBegun,
    PilesCounted,
    SpellTurnedUp,
    TableLaid,
    TurnBegun,
)
from titles.das_amulett.state import InPlay, gems_in, in_order, region_place

LETTERS = "gsci"
# Regions with known features: (the wall, a pyramid) and their metal.
WALL = {"gold": "Mirror Lake", "silver": "Fog Wood", "copper": "Windy Heath", "iron": "Raven Ridge"}
PYRAMID = {"gold": "Eastern Firth", "silver": "Palm Grove", "copper": "Amber Plain", "iron": "Iron Hills"}
BARE = {"gold": "North Lake", "silver": "Pine Forest", "copper": "Red Desert", "iron": "Cold Spire"}
BOTH = "Watch Mountain"
"""Iron, the wall and a pyramid."""
CITY = "East Quarter"
"""A quarter without wall and pyramid."""
START = "West Quarter"


def count(word):
    """The cards of each metal in this word."""
    found = {letter: int(number) for letter, number in re.findall(r"([gsci])(\d+)", word)}
    return tuple(found.get(letter, 0) for letter in LETTERS)


def removal(table, seat, vortex, spell):
    """The vortex removes a token from this spell of any player."""
    place = spell_place(table.state, spell)
    return RemoveEnergy(seat, vortex, spell, seat if place is None else place[0])


def start(players=3, hat=0, components=None, advanced=False, turn_limit=100):
    """The game is set up, this seat has the hat; two or three different gems are in each region; no spells yet."""
    components = components or shipped_components()
    table = Given(title, TableLaid(players, components, advanced, turn_limit, hat))
    bag = [gem for gem, number in components.gems for _ in range(number)]
    mixed = iter(bag[place * 17 % len(bag)] for place in range(len(bag)))
    gems = tuple(tuple(next(mixed) for _ in range(region.gems)) for region in components.regions)
    table.state = replace(table.state, gems=gems, turn=1)
    return hands(table, *["g1s1c1i1"] * players)


def hands(table, *words):
    """The seats hold these cards; the piles have the rest, and all of it is counted."""
    for seat, word in enumerate(words):
        table.state = change_player(table.state, seat, metals=count(word), cards=sum(count(word)))
    held = [player.metals for player in table.state.players]
    return piles(table, *[28 - sum(hand[place] for hand in held) for place in range(4)])


def piles(table, *stock):
    """The piles have this number of cards, and are counted."""
    return table.and_then(PilesCounted(tuple(stock)))


def hand(table, seat):
    """The cards of each metal in this hand."""
    return table.state.players[seat].metals


def spells(table, seat, *words):
    """This seat has these spells, and its other tokens are in its reserve."""
    split = [word.partition(":") for word in words]
    held = tuple(InPlay(name, int(energy or 2)) for name, _, energy in split)
    reserve = table.state.components.energy - sum(one.energy for one in held)
    table.state = change_player(table.state, seat, spells=held, reserve=reserve)
    return deck(table)


def deck(table, *under, shuffled=None):
    """These spells were put under the deck.

    This number of further spells, or all remaining ones, are in its shuffled part.
    """
    state = replace(table.state, under=under or table.state.under)
    held = sum(len(player.spells) for player in state.players)
    left = len(state.components.spells) - held - len(state.under)
    table.state = replace(state, deck=left if shuffled is None else shuffled)
    return table


def lying(table, seat):
    """The spells before this seat, each with its tokens."""
    return {one.spell: one.energy for one in table.state.players[seat].spells}


def reserve(table, *tokens):
    """The seats have this number of tokens in their reserves."""
    for seat, number in enumerate(tokens):
        table.state = change_player(table.state, seat, reserve=number)
    return table


def amulet(table, seat, *gems):
    """These gems are on this seat's amulet."""
    table.state = change_player(table.state, seat, gems=gems)
    return table


def lay(table, region, *gems):
    """Exactly these gems are in this region."""
    place = region_place(table.state, region)
    lying_there = (*table.state.gems[:place], gems, *table.state.gems[place + 1 :])
    table.state = replace(table.state, gems=lying_there)
    return table


def there(table, region):
    """The gems of this region."""
    return gems_in(table.state, region)


def only(table, **regions):
    """Only these gems are on the board; regions are written with `_` for a space."""
    table.state = replace(table.state, gems=tuple(() for _ in table.state.gems))
    for region, gems in regions.items():
        lay(table, region.replace("_", " "), *gems.split())
    return table


def company(table, region, *gems):
    """The company is in this region, which has these gems if some are named."""
    table.state = replace(table.state, company=region)
    return lay(table, region, *gems) if gems else table


def auction(table, spell="Alchemy", pile=1):
    """The turn begins with this number of spells face down, and this one is turned up."""
    table.and_then(TurnBegun(table.state.turn, pile))
    return table.and_then(SpellTurnedUp(spell, in_order(table.state)))


def metals(table):
    """The table at the beginning of the metals phase."""
    return table.and_then(MetalsPhaseBegun(in_order(table.state)))


def gems(table):
    """The gems phase begins."""
    return table.and_then(GemsPhaseBegun(in_order(table.state)))


def exchange(table, disc=3):
    """The table with the disc drawn and the first exchange opened."""
    gems(table).and_then(DiscDrawn(disc))
    return table.and_then(ExchangeOpened(table.state.company, in_order(table.state)))


def exchanging(*words, region=START, held=(), hat=0):
    """An exchange in this region between hands like these, with no spells but these of seat 0."""
    table = hands(company(start(len(words), hat), region), *words)
    return exchange(spells(table, 0, *held))


def energy(table):
    """The energy phase begins."""
    return table.and_then(EnergyPhaseBegun(in_order(table.state)))


def offers(table, seat):
    """The numbers of cards that the seat may offer."""
    return [one.cards for one in table.legal(seat) if hasattr(one, "cards")]


def targets(table, seat):
    """The regions where the seat may move the company."""
    return {one.region for one in table.legal(seat)}
