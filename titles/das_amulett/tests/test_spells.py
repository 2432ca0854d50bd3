"""The grey and blue spells: the effect of each, and its limits; and a check that every spell has a test."""

import re
from pathlib import Path

import pytest

from titles.das_amulett.commands import DropGem, LiftGem, MoveEnergy, NameMetal, RemoveEnergy, TakeMetal, UseNoMore
from titles.das_amulett.events import DiscDrawn, MetalsDrawn, MetalTaken, SpellDiscarded
from titles.das_amulett.tests.tables import (
    amulet,
    auction,
    energy,
    gems,
    hand,
    hands,
    lay,
    lying,
    metals,
    removal,
    spells,
    start,
    there,
)


def drawn(name, *gems_owned, seat=0):
    """The cards that this spell of seat 0 gives a seat automatically, and the number of free choices."""
    table = spells(hands(start(), "", "", ""), 0, name)
    happened = metals(amulet(table, 0, *gems_owned)).settles(0)
    (event,) = [one for one in happened.of(MetalsDrawn) if one.seat == seat]
    return event.metals, event.picks


# Grey: gem magic


@pytest.mark.parametrize("number", [0, 1, 3])
def test_magic_of_amber(number):
    """DA-K3: two more of gold for each yellow gem; none for other gems."""
    assert ((1 + 2 * number, 0, 1, 0), 0) == drawn("Magic of Amber", *["yellow"] * number, "red", "clear", "green")
    assert ((0, 0, 0, 0), 0) == drawn("Magic of Amber", "yellow", seat=1)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_magic_of_the_diamond(number):
    """DA-K3: two more of silver for each clear gem; none for white ones."""
    assert ((0, 1 + 2 * number, 0, 1), 0) == drawn("Magic of the Diamond", *["clear"] * number, "white", "yellow")
    assert ((0, 0, 0, 0), 0) == drawn("Magic of the Diamond", "clear", seat=1)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_magic_of_the_rubies(number):
    """DA-K3: two more of copper for each red gem; none for other gems."""
    assert ((0, 1, 1 + 2 * number, 0), 0) == drawn("Magic of the Rubies", *["red"] * number, "orange", "green")
    assert ((0, 0, 0, 0), 0) == drawn("Magic of the Rubies", "red", seat=1)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_magic_of_the_emeralds(number):
    """DA-K3: two more of iron for each green gem; none for other gems."""
    assert ((1, 0, 0, 1 + 2 * number), 0) == drawn("Magic of the Emeralds", *["green"] * number, "red", "yellow")
    assert ((0, 0, 0, 0), 0) == drawn("Magic of the Emeralds", "green", seat=1)


def test_teleportation():
    """DA-K4: moves one gem of the map to another region; in the metals phase, by its owner."""
    table = metals(lay(lay(spells(start(), 1, "Teleportation"), "Red Desert", "blue", "red"), "North Lake"))
    table.settles()
    table.refuses(LiftGem(0, "Red Desert", "blue"), "DA-M1")
    table.when(LiftGem(1, "Red Desert", "blue"))
    table.when(DropGem(1, "North Lake"))
    assert (("red",), ("blue",)) == (there(table, "Red Desert"), there(table, "North Lake"))
    for other in (auction, gems, energy):
        table = other(spells(start(), 0, "Teleportation"))
        assert LiftGem not in {type(one) for one in table.legal(0)}


# Grey: only metals


def plain(name, fixed, free):
    """The spell gives exactly this in the metals phase, is not asked about in other phases, and changes no offer."""
    table = metals(spells(hands(start(), "", "", ""), 0, name))
    first = table.settles().events[0]
    assert MetalsDrawn(0, sum(fixed), free, fixed) == first
    for _ in range(free):
        happened = table.when(TakeMetal(0, "gold"), 0)
        assert [MetalTaken(0, "gold")] == happened.of(MetalTaken)
    assert (fixed[0] + free, *fixed[1:]) == hand(table, 0)
    assert gems(spells(start(), 0, name)).settles(0).events[0] == DiscDrawn(3)
    (card,) = [one for one in table.state.components.spells if one.name == name]
    assert ("grey", None) == (card.colour, card.effect)


def test_rain_of_gold():
    """DA-K19: three of gold and one of free choice, nothing else."""
    plain("Rain of Gold", (3, 0, 0, 0), 1)


def test_silver_spring():
    """DA-K19: three of silver and one of free choice, nothing else."""
    plain("Silver Spring", (0, 3, 0, 0), 1)


def test_vein_of_copper():
    """DA-K19: three of copper and one of free choice, nothing else."""
    plain("Vein of Copper", (0, 0, 3, 0), 1)


def test_iron_seed():
    """DA-K19: three of iron and one of free choice, nothing else."""
    plain("Iron Seed", (0, 0, 0, 3), 1)


def test_alchemy():
    """DA-K19: three of free choice, nothing else."""
    plain("Alchemy", (0, 0, 0, 0), 3)


def test_philosophers_stone():
    """DA-K19: the owner gets one card of each metal and two of free choice, and nothing else."""
    plain("Philosopher's Stone", (1, 1, 1, 1), 2)


# Blue


def test_arc_of_energy():
    """DA-K17: in the energy phase its owner moves its tokens to other own spells; without any token it is discarded."""
    table = energy(spells(start(), 0, "Arc of Energy:3", "Gift:1"))
    happened = table.when(MoveEnergy(0, "Gift", 3), 0)
    assert ([SpellDiscarded(0, "Arc of Energy")], {"Gift": 2}) == (happened.of(SpellDiscarded), lying(table, 0))


def test_vortex_of_darkness():
    """DA-K18: up to two tokens of other players' spells, none of the player's own, in the energy phase."""
    name = "Vortex of Darkness"
    table = energy(spells(spells(start(), 0, f"{name}:3", "Gift:2"), 1, "Alchemy:3", "Iron Seed:3"))
    table.when(removal(table, 0, name, "Alchemy"))
    table.refuses(removal(table, 0, name, "Gift"), "DA-E3")
    table.when(removal(table, 0, name, "Iron Seed"), 0)
    assert {"Alchemy": 1, "Iron Seed": 1} == lying(table, 1)


def test_vortex_of_light():
    """DA-K18: in the energy phase its owner removes one token of any spell."""
    name = "Vortex of Light"
    table = energy(spells(spells(start(), 0, f"{name}:3", "Gift:2"), 1, "Alchemy:3"))
    assert {name, "Gift", "Alchemy"} == {one.spell for one in table.legal(0) if isinstance(one, RemoveEnergy)}
    table.when(removal(table, 0, name, "Alchemy"), 0)
    assert {"Alchemy": 1} == lying(table, 1)


# All


def test_every_spell_has_a_test():
    """DA-K1 to DA-K19: by its name."""
    text = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*spells.py"))
    cards = start().state.components.spells
    names = {"test_" + one.name.lower().replace("'", "").replace(" ", "_") for one in cards}
    assert 33 == len(names)
    assert set() == names - set(re.findall(r"^def (test_\w+)\(", text, re.MULTILINE))


def test_a_spell_is_used_once_a_turn():
    """DA-K2: a spell is used once a turn, and only if its owner likes."""
    table = gems(spells(start(), 0, "Burning Desire"))
    assert UseNoMore(0) in table.legal(0)
    table.when(NameMetal(0, "iron"), 0)
    table.refuses(NameMetal(0, "gold"), "DA-G2")
