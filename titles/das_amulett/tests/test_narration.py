"""The sentences of each event and of each move."""

import pytest

from domain.redaction import HIDDEN
from replay.narration import render
from titles import das_amulett as title
from titles.das_amulett.commands import ChooseDisc, FuelSpells, LayMetals, OfferMetals, RemoveEnergy
from titles.das_amulett.events import (
    AmuletCompleted,
    DiscDrawn,
    DrawsLost,
    ExchangeWon,
    GemDropped,
    GemTaken,
    MetalsDrawn,
    MetalsOffered,
    SpellsRevealed,
    TurnBegun,
    TurnLimitReached,
)

NAMES = ("Anna", "Bruno", "Carla")

SAID = [
    (SpellsRevealed((("Gift", "Alchemy"), ("Influence", "Teleportation")), ((2, 2), (7, 3)), True),
     "First spells: Anna has Gift (2 energy) and Alchemy (2 energy) "
     "and Bruno has Influence (7 energy) and Teleportation (3 energy)."),
    (TurnBegun(2, 1), "Turn 2: 1 spell is up for auction."),
    (TurnBegun(2, 3), "Turn 2: 3 spells are up for auction."),
    (TurnBegun(2, 0), "Turn 2: no spells are left to auction."),
    (MetalsDrawn(0, 1, 0, HIDDEN), "Anna's spells gave 1 metal card."),
    (DrawsLost(1, 2), "All piles are empty: Bruno lost 2 cards."),
    (DiscDrawn(4), "The disc shows 4: the company will move 4 times."),
    (DiscDrawn(1), "The disc shows 1: the company will move once."),
    (MetalsOffered(0, 1), "Anna offered 1 card."),
    (ExchangeWon(0, 5, 2), "Anna won with 5 cards and took the hat."),
    (GemTaken(0, "North Lake", "orange"), "Anna took an orange gem from North Lake."),
    (GemTaken(0, "North Lake", "light_blue"), "Anna took a light blue gem from North Lake."),
    (GemDropped(2, "Fog Wood", "orange"), "Carla put the orange gem in Fog Wood."),
    (AmuletCompleted(1, 1, 8), "Bruno completed the amulet: 8 gems of 1 kind."),
    (AmuletCompleted(1, 7, 7), "Bruno completed the amulet: 7 gems of 7 kinds."),
    (TurnLimitReached(1), "1 turn was played: the game ends by the house rule."),
]  # fmt: skip

DESCRIBED = [
    (RemoveEnergy(0, "Vortex of Light", "Influence", 1), "Vortex of Light: remove 1 energy from Bruno's Influence"),
    (FuelSpells(0, 7, 3, ("Gift", "Alchemy")), "Put 7 energy on Gift and 3 on Alchemy"),
    (ChooseDisc(0, 3), "Choose disc 3: the company moves 3 times"),
    (OfferMetals(0, 1), "Offer 1 card"),
    (LayMetals(0, 2, 0, 1), "Lay down 2 gold and 1 copper"),
]


@pytest.mark.parametrize(("event", "said"), SAID)
def test_sentences(event, said):
    """Numbers have their form, and things are named with their owners."""
    assert said == render(title.narrate(event), NAMES)


@pytest.mark.parametrize(("command", "described"), DESCRIBED)
def test_previews_of_moves(command, described):
    """Each move names its objects and their owners."""
    assert described == render(title.describe(command), NAMES)
