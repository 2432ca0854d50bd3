"""The set-up, basic and advanced, and the map."""

from collections import Counter

import pytest

from domain.chance import KeyedChance
from domain.redaction import HIDDEN, Hidden, redact
from domain.rulebook import settle_options
from tests.harness import Given
from titles import das_amulett as title
from titles.das_amulett.commands import BidEnergy, FuelSpells, KeepSpells, Pass
from titles.das_amulett.components import shipped_components
from titles.das_amulett.effects import accepted_metals, holds_in
from titles.das_amulett.events import (
    EnergySpent,
    GemsLaid,
    MetalsDealt,
    PilesCounted,
    SpellDiscarded,
    SpellsDealt,
    SpellsFuelled,
    SpellsKept,
    SpellsRevealed,
    SpellTurnedUp,
    TableLaid,
    TurnBegun,
)
from titles.das_amulett.preparation import undealt_spells
from titles.das_amulett.state import InPlay
from titles.das_amulett.tests.tables import company, energy, exchange, hands, spells, start, targets

FOURS = (
    ("Gift", "Influence", "Alchemy", "Superiority"),
    ("Iron Seed", "Rain of Gold", "Silver Spring", "Vein of Copper"),
    ("Arc of Energy", "Vortex of Light", "Teleportation", "Burning Desire"),
)


def laid(players=3, key=bytes(32), **options):
    """The events of a set-up."""
    return list(title.setup(players, settle_options(title, options), KeyedChance(key, "g", [""] * players)))


def after(players=3, key=bytes(32), **options):
    """The table after a set-up."""
    return Given(title, *laid(players, key, **options))


def dealt(*fours):
    """All players were dealt four spells to choose from."""
    return start(len(fours), advanced=True).and_then(*[SpellsDealt(seat, four) for seat, four in enumerate(fours)])


def of(kind, events):
    """The events of this kind."""
    return [event for event in events if isinstance(event, kind)]


def test_three_to_six_players():
    """DA-S1: three to six."""
    assert (3, 6) == (title.meta.least_players, title.meta.most_players)


def test_the_hat_is_drawn():
    """DA-S1, R1: every seat can be the first, and it is drawn before anything else."""
    starts = {laid(4, bytes([number]) * 32)[0].hat for number in range(40)}
    assert {0, 1, 2, 3} == starts


def test_52_gems_of_ten_kinds():
    """DA-S2: seven of four kinds and four of six come to the map."""
    (event,) = of(GemsLaid, laid())
    counts = Counter(gem for region in event.gems for gem in region)
    assert {"red": 7, "yellow": 7, "green": 7, "clear": 7} == {gem: 7 for gem, number in counts.items() if number == 7}
    assert {"white", "light_blue", "blue", "grey", "orange", "brown"} == {
        gem for gem, number in counts.items() if number == 4
    }


def test_three_gems_in_a_quarter_two_elsewhere():
    """DA-S2: four quarters have three, twenty other regions two."""
    (event,) = of(GemsLaid, laid())
    terrain = [region.terrain for region in shipped_components().regions]
    assert [3 if one == "city" else 2 for one in terrain] == [len(gems) for gems in event.gems]


def test_gems_lie_by_lot():
    """DA-S2: another game key places other gems."""
    assert of(GemsLaid, laid()) != of(GemsLaid, laid(key=b"1" * 32))


def test_gems_are_public():
    """R2: the gems' regions are public, and the bag is empty then."""
    (event,) = of(GemsLaid, laid())
    assert event == redact(event, "public")
    assert 52 == sum(len(gems) for gems in event.gems) == sum(number for _, number in shipped_components().gems)


def test_one_card_of_each_metal():
    """DA-S3: all players begin with gold, silver, copper and iron."""
    assert [MetalsDealt(seat, 4, (1, 1, 1, 1)) for seat in range(5)] == of(MetalsDealt, laid(5))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_piles(players):
    """DA-S3, R4: 28 cards of each metal less one for each player."""
    assert (28 - players,) * 4 == after(players).state.stock


def test_ten_energy():
    """DA-S4: all players have ten Energy tokens, in the reserve and on spells."""
    table = after(6)
    assert [10] * 6 == [one.reserve + sum(spell.energy for spell in one.spells) for one in table.state.players]


def test_two_spells_by_lot():
    """DA-S5: two each, none twice, the rest is the deck."""
    table = after(4)
    names = [one.spell for player in table.state.players for one in player.spells]
    assert 8 == len(set(names)) == len(names)
    assert (25, 25) == (table.state.deck, len(undealt_spells(table.state)))
    assert set(names).isdisjoint(undealt_spells(table.state))


def test_two_tokens_on_each_first_spell():
    """DA-S5, R3: exactly two on each, and six are left in the reserve."""
    for player in after(3).state.players:
        assert ([2, 2], 6) == ([one.energy for one in player.spells], player.reserve)


def test_first_spells_lie_face_up():
    """DA-S5: first spells are public, and the undealt ones stay secret."""
    (event,) = of(SpellsRevealed, laid())
    assert event == redact(event, "public")
    assert not event.chosen


def test_a_first_spell_that_costs_two_lasts_a_turn():
    """R3: a first spell that costs two loses both tokens in the first energy phase."""
    table = energy(spells(start(), 0, "Gift:2", "Alchemy:2"))
    happened = table.settles(0)
    assert [SpellDiscarded(0, "Gift")] == happened.of(SpellDiscarded)


def test_where_the_company_begins():
    """DA-S6: the company begins in the one quarter with a pyramid."""
    assert ["West Quarter"] == [
        one.name for one in shipped_components().regions if one.terrain == "city" and one.pyramid
    ]
    assert "West Quarter" == after().state.company


def test_the_order_of_the_set_up():
    """DA-S1 to DA-S5: table, gems, metals, piles, spells; then the first turn begins."""
    kinds = [type(event) for event in laid()]
    assert [TableLaid, GemsLaid, *[MetalsDealt] * 3, PilesCounted, SpellsRevealed] == kinds
    happened = after().settles(0)
    assert [TurnBegun(1, 3)] == happened.of(TurnBegun)


# The map


@pytest.mark.parametrize(
    ("terrain", "metal"), [("water", "gold"), ("forest", "silver"), ("plain", "copper"), ("mountain", "iron")]
)
def test_terrain_determines_the_metal(terrain, metal):
    """DA-B1: in the five regions of a terrain, only its metal is exchanged."""
    table = start()
    regions = [one.name for one in table.state.components.regions if one.terrain == terrain]
    assert [(metal,)] * 5 == [accepted_metals(company(table, region).state, 0) for region in regions]


def test_quarters_exchange_every_metal():
    """DA-B2: in the four quarters, every metal is exchanged."""
    table = start()
    quarters = [one.name for one in table.state.components.regions if one.terrain == "city"]
    assert [("gold", "silver", "copper", "iron")] * 4 == [
        accepted_metals(company(table, quarter).state, 0) for quarter in quarters
    ]


def test_walls_do_not_hinder():
    """DA-B3: the company crosses the Great Wall and the city's walls, and goes to pyramids and from them."""
    assert {"Fog Wood", "Raven Ridge", "Watch Mountain", "North Quarter", "Amber Plain", "South Quarter"} == targets(
        moving("West Quarter"), 0
    )
    assert "West Quarter" in targets(moving("Fog Wood"), 0)


def moving(region):
    """The company is about to leave this region."""
    table = hands(exchange(company(start(), region)), "", "", "")
    table.settles()
    return table


def test_spells_that_need_a_pyramid():
    """DA-B4: a spell that needs a pyramid works where one is, with or without the wall, and nowhere else."""
    works = {one.name: holds_in("pyramid", one) for one in shipped_components().regions}
    assert (True, True) == (works["Palm Grove"], works["Watch Mountain"])
    assert (False, False) == (works["Fog Wood"], works["Red Desert"])
    assert 8 == sum(works.values())


def test_spells_that_need_the_wall():
    """DA-B4, R56: spells that need the wall work on both sides of it, with or without a pyramid, and nowhere else."""
    works = {one.name: holds_in("wall", one) for one in shipped_components().regions}
    assert (True, True, True) == (works["Fog Wood"], works["Owl Forest"], works["Watch Mountain"])
    assert (False, False) == (works["Palm Grove"], works["North Lake"])
    assert 11 == sum(works.values())


# The advanced set-up


def test_the_option():
    """DA-A1: without the option first spells are drawn; with it, each player is dealt four different ones."""
    assert [False, True] == [settle_options(title, given)["advanced"] for given in ({}, {"advanced": True})]
    assert [] == of(SpellsDealt, laid())
    fours = [event.spells for event in of(SpellsDealt, laid(6, advanced=True))]
    assert [4] * 6 == [len(four) for four in fours]
    assert 24 == len({spell for four in fours for spell in four})


def test_dealt_spells_are_secret():
    """DA-A1, R7: only the owner sees the dealt spells; other viewers see their number."""
    event = SpellsDealt(1, FOURS[1])
    assert event == redact(event, 1)
    assert [SpellsDealt(1, Hidden(4))] * 2 == [redact(event, viewer) for viewer in (0, "public")]


def test_all_choose_together():
    """DA-A1: all players are asked at the same time, and in any order."""
    table = dealt(*FOURS)
    assert (0, 1, 2) == title.to_act(table.state)
    table.when(KeepSpells(2, "Arc of Energy", "Teleportation"))
    assert (0, 1, 2) == title.to_act(table.state)
    table.when(FuelSpells(2, 1, 1, ("Arc of Energy", "Teleportation")))
    assert (0, 1) == title.to_act(table.state)


def test_two_of_four_are_kept():
    """DA-A1: any two of the player's four; the rules list them in the order in which they were dealt."""
    table = dealt(*FOURS)
    assert 6 == len(table.legal(0))
    table.refuses(KeepSpells(0, "Iron Seed", "Rain of Gold"), "DA-A1")
    table.refuses(KeepSpells(0, "Gift", "Gift"), "DA-A1")
    table.refuses(KeepSpells(0, "Influence", "Gift"), "DA-A1")
    table.when(KeepSpells(0, "Gift", "Alchemy")).then(SpellsKept(0, ("Gift", "Alchemy")))
    table.refuses(KeepSpells(0, "Gift", "Influence"), "DA-A1")


def test_the_choice_is_secret():
    """DA-A1, DA-A2, R7: other viewers see that a player has chosen, neither the spells nor the energy."""
    kept, fuelled = SpellsKept(0, ("Gift", "Alchemy")), SpellsFuelled(0, (3, 2))
    assert [kept, fuelled] == [redact(kept, 0), redact(fuelled, 0)]
    for viewer in (1, "public"):
        assert [SpellsKept(0, HIDDEN), SpellsFuelled(0, HIDDEN)] == [redact(kept, viewer), redact(fuelled, viewer)]


def kept():
    """All players keep the first two of four."""
    return dealt(*FOURS).and_then(*[SpellsKept(seat, four[:2]) for seat, four in enumerate(FOURS)])


def test_any_energy_on_the_two():
    """DA-A2, R5: the energy is split in any way, with at least one on each spell and at most ten on both."""
    table = kept()
    assert {(one, other) for one in range(1, 10) for other in range(1, 11 - one)} == {
        (command.first, command.second) for command in table.legal(0)
    }
    for first, second in ((0, 2), (2, 0), (6, 5), (-1, 3)):
        table.refuses(FuelSpells(0, first, second, FOURS[0][:2]), "DA-A2")
    table.refuses(FuelSpells(0, 7, 3, FOURS[0][1:3]), "DA-A2")
    table.when(FuelSpells(0, 7, 3, FOURS[0][:2])).then(SpellsFuelled(0, (7, 3)))


def test_first_spells_then_energy():
    """DA-A2: a player who has not chosen cannot put energy yet."""
    dealt(*FOURS).refuses(FuelSpells(0, 2, 2, FOURS[0][:2]), "DA-A2")


def test_no_second_deal():
    """R5: a player who was dealt four spells can only keep two of them."""
    assert {KeepSpells} == {type(command) for command in dealt(*FOURS).legal(0)}


def test_all_is_revealed_together():
    """DA-A3: the last choice, and no earlier one, reveals all spells and begins the first turn."""
    table = kept()
    table.when(FuelSpells(1, 2, 3, FOURS[1][:2])).then(SpellsFuelled(1, (2, 3)))
    table.when(FuelSpells(0, 1, 1, FOURS[0][:2])).then(SpellsFuelled(0, (1, 1)))
    table.when(FuelSpells(2, 4, 4, FOURS[2][:2]), 0).then(
        SpellsFuelled(2, (4, 4)), SpellsRevealed(tuple(four[:2] for four in FOURS), ((1, 1), (2, 3), (4, 4)), True), ...
    )
    assert (InPlay("Iron Seed", 2), InPlay("Rain of Gold", 3)) == table.state.players[1].spells
    assert [8, 5, 2] == [player.reserve for player in table.state.players]


def test_revealed_spells_are_final():
    """DA-A3: after the spells are revealed, there is no second choice."""
    table = revealed()
    table.refuses(FuelSpells(0, 2, 2, FOURS[0][:2]), "DA-A2")
    table.refuses(KeepSpells(0, "Gift", "Alchemy"), "DA-A1")


def revealed():
    """All players except seat 0 have put all energy on two spells; seat 0 has put one on each."""
    table = kept().and_then(*[SpellsFuelled(seat, (5, 5) if seat else (1, 1)) for seat in range(3)])
    table.settles(0)
    return table


def test_two_spells_go_back_to_the_deck():
    """DA-A1: rejected spells may be turned up, kept ones not."""
    table = kept().and_then(*[SpellsFuelled(seat, (1, 1)) for seat in range(3)])
    table.state = title.evolve(table.state, title.advance(table.state, KeyedChance(bytes(32), "g", [])))
    assert 27 == table.state.deck == len(undealt_spells(table.state))
    assert {"Alchemy", "Superiority", "Teleportation"} <= set(undealt_spells(table.state))
    assert "Gift" not in undealt_spells(table.state)


def test_revealing_opens_the_kept_ones():
    """DA-A3, R7: the kept spells and their energy, never the four dealt ones; without it nothing was sealed."""
    event = SpellsRevealed((("Gift", "Alchemy"),), ((1, 1),), True)
    assert event.reveals(SpellsKept(0, ("Gift", "Alchemy")))
    assert event.reveals(SpellsFuelled(0, (1, 1)))
    assert not event.reveals(SpellsDealt(0, FOURS[0]))
    assert not event.reveals(MetalsDealt(0, 4, (1, 1, 1, 1)))
    assert not SpellsRevealed((("Gift", "Alchemy"),), ((1, 1),), False).reveals(SpellsKept(0, ("Gift", "Alchemy")))


def test_a_reserve_of_none():
    """R6: all ten tokens may be on the two; that player passes automatically until some come back."""
    table = revealed()
    assert [8, 0, 0] == [player.reserve for player in table.state.players]
    happened = table.when(BidEnergy(0, 1), 0)
    assert [1, 2] == [one.seat for one in happened.of(title.events.Passed)][:2]
    assert 1 == len(happened.of(SpellTurnedUp))
    assert Pass(0) in table.legal(0)
    assert [] == happened.of(EnergySpent)
