"""The metals phase: gem magic and symbols, free choices, empty piles, Teleportation."""

import pytest
from msgspec.structs import replace

from domain.game import Game, Seat
from domain.preview import foresee
from domain.redaction import HIDDEN, redact
from titles import das_amulett as title
from titles.das_amulett.commands import DropGem, LiftGem, Pass, TakeMetal, UseNoMore
from titles.das_amulett.events import (
    DrawsLost,
    GemDropped,
    GemLifted,
    GemsPhaseBegun,
    MetalsDrawn,
    MetalTaken,
    PilesCounted,
    SpellsDeclined,
)
from titles.das_amulett.tests.tables import amulet, company, hand, hands, lay, metals, piles, spells, start, there


def poor(*names, players=3, hat=0):
    """No player has cards, seat 0 has these spells."""
    return spells(hands(start(players, hat), *[""] * players), 0, *names)


def test_the_phase_begins_with_the_hat():
    """DA-M1, DA-T2, R21: player by player, clockwise; each does all of it before the next."""
    table = spells(spells(poor("Alchemy", hat=1), 1, "Teleportation"), 2, "Iron Seed")
    metals(table).settles()
    assert (1,) == title.to_act(table.state)
    table.when(UseNoMore(1))
    table.when(TakeMetal(1, "gold"))
    happened = table.when(TakeMetal(1, "gold"))
    assert [MetalTaken(1, "gold"), MetalsDrawn(2, 3, 1, (0, 0, 0, 3))] == happened.events
    assert (2,) == title.to_act(table.state)


def test_the_grey_spell_comes_first():
    """DA-M1, R21: no card is taken before Teleportation was used or not."""
    table = metals(poor("Teleportation", "Iron Seed"))
    assert [] == table.settles().of(MetalsDrawn)
    table.refuses(TakeMetal(0, "gold"), "DA-M3")
    table.when(UseNoMore(0)).then(SpellsDeclined(0, ("Teleportation",)), MetalsDrawn(0, 3, 3, (0, 0, 0, 3)))


def test_a_gem_is_moved():
    """DA-M1, R28: any gem of any region to any other, in two steps."""
    table = metals(lay(lay(poor("Teleportation"), "Red Desert", "blue", "red"), "Fog Wood"))
    table.when(LiftGem(0, "Red Desert", "blue")).then(GemLifted(0, "Teleportation", "Red Desert", "blue"))
    table.refuses(UseNoMore(0), "DA-K2")
    table.when(DropGem(0, "Fog Wood")).then(GemDropped(0, "Fog Wood", "blue"), ...)
    assert (("red",), ("blue",)) == (there(table, "Red Desert"), there(table, "Fog Wood"))


def test_the_place_of_a_lifted_gem_is_foreseen():
    """R8, R28: the seat sees no pile, and needs none for that: both steps can be sent together."""
    table = metals(poor("Teleportation"))
    seen = replace(table.state, stock=HIDDEN)
    game = Game("das-amulett", 3, {}, "", False, seats=(Seat("", "", "", ""),) * 3, status="playing", table=seen)
    foreseen = foresee(title, game, LiftGem(0, "Red Desert", there(table, "Red Desert")[0]))
    assert foreseen.is_complete and all(isinstance(one, DropGem) for one in title.legal(foreseen.game.table, 0))


def test_a_lifted_gem_goes_elsewhere():
    """R28: a lifted gem goes to any of the other 23 regions, even the company's, but not back to its own."""
    table = metals(poor("Teleportation"))
    gem = there(table, "Red Desert")[0]
    table.when(LiftGem(0, "Red Desert", gem))
    goals = {command.region for command in table.legal(0)}
    assert {one.name for one in table.state.components.regions} - {"Red Desert"} == goals
    table.refuses(DropGem(0, "Red Desert"), "DA-M1")
    table.refuses(DropGem(0, "Atlantis"), "DA-M1")
    table.refuses(TakeMetal(0, "gold"), "DA-M3")
    table.refuses(LiftGem(0, "Fog Wood", there(table, "Fog Wood")[0]), "DA-M1")


def test_only_gems_of_the_map():
    """DA-M1: a gem on an amulet, or a missing one, is not lifted."""
    table = metals(lay(amulet(poor("Teleportation"), 1, "brown"), "Red Desert", "blue", "red"))
    table.refuses(LiftGem(0, "Red Desert", "brown"), "DA-M1")
    table.refuses(LiftGem(0, "Atlantis", "brown"), "DA-M1")
    table.refuses(DropGem(0, "Fog Wood"), "DA-M1")
    assert {"blue", "red"} == {one.gem for one in table.legal(0) if getattr(one, "region", "") == "Red Desert"}


def test_one_gem_a_turn():
    """DA-K2, R28: a player lifts one gem a turn, and then takes cards."""
    table = metals(poor("Teleportation"))
    table.when(LiftGem(0, "Red Desert", there(table, "Red Desert")[0]))
    table.when(DropGem(0, "Fog Wood"))
    assert {TakeMetal} == {type(command) for command in table.legal(0)}
    table.refuses(LiftGem(0, "Fog Wood", there(table, "Fog Wood")[0]), "DA-M1")


def test_again_in_the_next_turn():
    """DA-K2: a spell used in one turn may be used in the next."""
    table = metals(poor("Teleportation"))
    table.when(UseNoMore(0))
    for command in (TakeMetal(0, "gold"), TakeMetal(0, "iron")):
        table.when(command, 0)
    assert LiftGem in {type(command) for command in metals(table).legal(0)}


# Symbols


def test_each_symbol_gives_a_card():
    """DA-M2, R22: a player gets a card for each symbol of this metal on all of the player's spells, of any colour."""
    table = metals(poor("Burning Desire", "Magic of Amber", "Iron Metamorphosis"))
    assert [MetalsDrawn(0, 6, 0, (2, 0, 1, 3))] == [one for one in table.settles(0).of(MetalsDrawn) if one.seat == 0]
    assert (2, 0, 1, 3) == hand(table, 0)


def test_blue_spells_give_metals():
    """R22: a blue spell's free symbol is a choice as well."""
    table = metals(poor("Vortex of Darkness"))
    table.settles()
    assert 4 == len(table.legal(0))


def test_the_metals_of_a_card():
    """R20: Philosopher's Stone gives the metals of its left side, not the number of its cost on the right."""
    table = metals(poor("Philosopher's Stone"))
    table.settles()
    assert ((1, 1, 1, 1), 2) == (hand(table, 0), table.state.picks)


def test_a_free_symbol():
    """DA-M3: a card of any metal."""
    table = metals(poor("Influence"))
    table.settles()
    assert [TakeMetal(0, metal) for metal in ("gold", "silver", "copper", "iron")] == table.legal(0)
    assert MetalTaken(0, "copper") == table.when(TakeMetal(0, "copper"), 0).events[0]
    assert (0, 0, 1, 0) == hand(table, 0)


def test_free_choices_are_foreseen_while_no_pile_can_run_out():
    """R8, R23: the seat sees no pile, but has the number of cards taken since the last count."""
    for left, is_foreseen in ((2, True), (1, False)):
        table = metals(piles(poor("Alchemy"), left, left, left, left))
        table.settles()
        seen = replace(table.state, stock=HIDDEN)
        game = Game("das-amulett", 3, {}, "", False, seats=(Seat("", "", "", ""),) * 3, status="playing", table=seen)
        foreseen = foresee(title, game, TakeMetal(0, "gold"))
        assert (is_foreseen, 2) == (foreseen.is_complete, foreseen.game.table.picks)


def test_each_free_symbol_is_a_choice():
    """R23: three free symbols may be used for three different metals."""
    table = metals(poor("Alchemy"))
    table.settles()
    table.when(TakeMetal(0, "gold"))
    table.when(TakeMetal(0, "iron"))
    table.when(TakeMetal(0, "silver"), 0)
    assert (1, 1, 0, 1) == hand(table, 0)


def test_only_due_cards():
    """DA-M3: a player takes no card for another player's symbols or without a symbol."""
    table = metals(poor("Influence"))
    table.settles()
    table.refuses(TakeMetal(1, "gold"), "DA-M1")
    table.when(TakeMetal(0, "gold"), 0)
    table.refuses(TakeMetal(0, "gold"), "DA-M3")


def test_no_player_refuses():
    """R27: a player taking cards has no other answer, and gem magic is not asked for."""
    table = metals(amulet(poor("Magic of Amber", "Influence"), 0, "yellow"))
    assert MetalsDrawn(0, 4, 1, (3, 0, 1, 0)) == table.settles().events[0]
    assert {TakeMetal} == {type(command) for command in table.legal(0)}
    table.refuses(UseNoMore(0), "DA-K2")
    table.refuses(Pass(0), "DA-X1")


def test_fixed_symbols_first():
    """R26: automatically; then the free choices."""
    table = metals(poor("Rain of Gold"))
    assert [MetalsDrawn(0, 3, 1, (3, 0, 0, 0))] == table.settles().events
    assert 1 == len(table.when(TakeMetal(0, "iron"), 0).of(MetalTaken))


def test_gem_magic_counts_the_amulet():
    """DA-M2, R29: two cards for each gem of the kind; other gems give nothing, and all stay."""
    table = metals(amulet(poor("Magic of the Rubies"), 0, "red", "red", "blue"))
    assert MetalsDrawn(0, 6, 0, (0, 1, 5, 0)) == table.settles(0).events[0]
    assert ("red", "red", "blue") == table.state.players[0].gems


# Empty piles


def test_a_card_of_an_empty_pile():
    """DA-M4, R24: instead of a card of an empty pile, the player takes one of another metal, of free choice."""
    table = metals(piles(poor("Golden Metamorphosis"), 1, 9, 9, 9))
    happened = table.settles()
    assert [PilesCounted((0, 9, 9, 9))] == happened.of(PilesCounted)
    assert MetalsDrawn(0, 1, 1, (1, 0, 0, 0)) == happened.events[0]
    table.refuses(TakeMetal(0, "gold"), "DA-M4")
    assert [TakeMetal(0, metal) for metal in ("silver", "copper", "iron")] == table.legal(0)


def test_gem_magic_of_an_empty_pile():
    """R24: missing gem magic cards are replaced as well."""
    table = metals(piles(amulet(poor("Magic of Amber"), 0, "yellow"), 0, 9, 9, 9))
    assert MetalsDrawn(0, 1, 3, (0, 0, 1, 0)) == table.settles().events[0]
    assert [TakeMetal(0, metal) for metal in ("silver", "copper", "iron")] == table.legal(0)


def test_card_by_card():
    """R24, R8: a pile that runs out between two choices is counted, and not offered afterwards."""
    table = metals(piles(poor("Alchemy"), 9, 1, 9, 9))
    table.settles()
    table.when(TakeMetal(0, "silver")).then(MetalTaken(0, "silver"), PilesCounted((9, 0, 9, 9)))
    assert [TakeMetal(0, metal) for metal in ("gold", "copper", "iron")] == table.legal(0)


def test_the_only_pile_left():
    """R26: is taken automatically."""
    table = metals(piles(poor("Alchemy"), 0, 0, 0, 9))
    assert [MetalTaken(0, "iron")] * 3 == table.settles(0).of(MetalTaken)


def test_all_piles_empty():
    """R25: the remaining cards are lost."""
    table = metals(piles(poor("Rain of Gold", "Alchemy"), 2, 0, 0, 1))
    happened = table.settles(0)
    assert [MetalsDrawn(0, 2, 5, (2, 0, 0, 0))] == [one for one in happened.of(MetalsDrawn) if one.seat == 0]
    assert [MetalTaken(0, "iron")] == happened.of(MetalTaken)
    assert [DrawsLost(0, 4)] == happened.of(DrawsLost)
    assert (2, 0, 0, 1) == hand(table, 0)


def test_all_piles_empty_for_all():
    """R25: later players get nothing, and the game continues."""
    table = spells(metals(piles(spells(poor("Alchemy"), 1, "Iron Seed"), 0, 0, 0, 0)), 2)
    happened = table.settles(0)
    assert [DrawsLost(0, 3), DrawsLost(1, 4)] == happened.of(DrawsLost)
    assert 1 == len(happened.of(GemsPhaseBegun))


# The public information on the piles


def test_the_piles_are_counted_at_the_end():
    """R8: when all players have taken their cards, the piles are counted for all to see."""
    table = metals(spells(poor("Iron Metamorphosis"), 1, "Golden Metamorphosis"))
    kinds = [type(event) for event in table.settles(0).events[:5]]
    assert [MetalsDrawn, MetalsDrawn, MetalsDrawn, PilesCounted, GemsPhaseBegun] == kinds


@pytest.mark.parametrize(("height", "counted"), [(3, False), (2, True)])
def test_a_short_pile_is_counted(height, counted):
    """R8: a pile is counted before it runs short, and not earlier."""
    table = spells(poor("Golden Metamorphosis", "Influence"), 1, "Iron Seed")
    metals(piles(table, 30, 28, 28, height)).settles()
    happened = table.when(TakeMetal(0, "copper"))
    assert counted == (PilesCounted((28, 28, 27, height)) in happened.events)


def test_in_between_only_the_sum_is_public():
    """R8: while cards are taken, other players cannot see the single piles, but only their total."""
    table = metals(poor("Iron Metamorphosis", "Influence"))
    seen = title.view(table.and_then(redact(MetalsDrawn(0, 2, 1, (0, 0, 0, 2)), 1)).state)["metals"]
    assert (None, 110) == (seen["stock"], seen["cards"])


def test_drawn_metals_are_sealed():
    """R9: including cards from symbols; other viewers see the number of cards."""
    drawn, taken = MetalsDrawn(0, 2, 1, (0, 0, 0, 2)), MetalTaken(0, "gold")
    assert [drawn, taken] == [redact(drawn, 0), redact(taken, 0)]
    for viewer in (1, "public"):
        assert [MetalsDrawn(0, 2, 1, HIDDEN), MetalTaken(0, HIDDEN)] == [redact(drawn, viewer), redact(taken, viewer)]


def test_counting_opens_nothing():
    """R8: counting the piles reveals no single draw."""
    for sealed in (MetalsDrawn(0, 2, 1, (0, 0, 0, 2)), MetalTaken(0, "gold")):
        assert not PilesCounted((1, 1, 1, 1)).reveals(sealed)


def test_an_emptied_region_of_the_company():
    """R28: Teleportation may take the last gem from under the company, and lay one there."""
    table = metals(company(poor("Teleportation"), "West Quarter", "red"))
    table.when(LiftGem(0, "West Quarter", "red"))
    table.when(DropGem(0, "Red Desert"))
    assert () == there(table, "West Quarter")
