"""The energy phase: Arc and vortices, energy costs, discarding."""

from titles import das_amulett as title
from titles.das_amulett.commands import DiscardSpell, MoveEnergy, Pass, RemoveEnergy, UseNoMore
from titles.das_amulett.events import (
    EnergyMoved,
    EnergyRemoved,
    EnergySpent,
    SpellAcquired,
    SpellDiscarded,
    SpellTurnedUp,
    TurnBegun,
)
from titles.das_amulett.tests.tables import auction, deck, energy, lying, metals, removal, spells, start

ARC, DARKNESS, LIGHT = "Arc of Energy", "Vortex of Darkness", "Vortex of Light"


def table_of(*held, hat=0):
    """The energy phase begins; each seat has these spells."""
    table = start(max(3, len(held)), hat)
    for seat, words in enumerate(held):
        spells(table, seat, *words.split(", ") if words else ())
    return energy(table)


def test_player_by_player():
    """DA-E1, DA-T2, R58: clockwise from the hat; each player does all of it, then the next."""
    table = table_of("Gift:3", f"{LIGHT}:3", f"Iron Seed:1, {LIGHT}:1", hat=2)
    assert (2,) == title.to_act(table.state)
    happened = table.when(removal(table, 2, LIGHT, "Gift"))
    assert [EnergyRemoved(2, LIGHT, "Gift", 0), EnergySpent(2, (1, 1), 2)] == happened.events
    table.when(DiscardSpell(2, "Iron Seed")).then(
        SpellDiscarded(2, "Iron Seed"), SpellDiscarded(2, LIGHT), EnergySpent(0, (2,), 2), SpellDiscarded(0, "Gift")
    )
    assert (1,) == title.to_act(table.state)


def test_blue_spells_in_any_order():
    """DA-E1: each at will, in between the steps of another, or none at all."""
    table = table_of(f"{ARC}:3, {DARKNESS}:3, Gift:2", "Alchemy:5")
    assert {MoveEnergy, RemoveEnergy, UseNoMore} == {type(one) for one in table.legal(0)}
    table.when(removal(table, 0, DARKNESS, "Alchemy")).then(EnergyRemoved(0, DARKNESS, "Alchemy", 1))
    table.when(MoveEnergy(0, "Gift", 1)).then(EnergyMoved(0, ARC, "Gift", 1))
    table.when(removal(table, 0, DARKNESS, "Alchemy")).then(EnergyRemoved(0, DARKNESS, "Alchemy", 1))
    assert [EnergySpent(0, (1, 2, 2), 5)] == [
        one for one in table.when(UseNoMore(0), 0).of(EnergySpent) if one.seat == 0
    ]


def test_a_player_without_blue_spells_is_not_asked():
    """DA-E1: energy is used up immediately, and the next turn begins."""
    happened = table_of("Gift:3", "Alchemy:2").settles(0)
    assert [EnergySpent(0, (2,), 2), EnergySpent(1, (1,), 1), EnergySpent(2, (), 0), TurnBegun(2, 3)] == (
        happened.events[:4]
    )


# The energy costs of spells


def test_each_spell_loses_its_cost():
    """DA-E5, R59: each spell returns its cost of one or two tokens to its owner's reserve."""
    table = table_of("Gift:5, Alchemy:3")
    happened = table.settles(0)
    assert EnergySpent(0, (2, 1), 3) == happened.events[0]
    assert ({"Gift": 3, "Alchemy": 2}, 5) == (lying(table, 0), table.state.players[0].reserve)


def test_it_works_on_with_one_token():
    """DA-E5, R67: a spell that costs two and has one stays until this one is used up, and loses no more than it has."""
    table = table_of("Gift:3")
    table.settles(0)
    assert {"Gift": 1} == lying(table, 0)
    happened = energy(table).settles(0)
    assert [EnergySpent(0, (1,), 1), SpellDiscarded(0, "Gift")] == happened.events[:2]
    assert 10 == table.state.players[0].reserve


def test_a_spell_bought_in_this_turn():
    """R59: loses its cost too."""
    table = auction(start())
    table.and_then(SpellAcquired(0, "Alchemy", 4))
    energy(metals(table)).settles(0)
    assert {"Alchemy": 3} == lying(table, 0)


def test_blue_spells_use_energy_too():
    """R59: Vortex of Darkness costs two, of Light one."""
    table = table_of(f"{DARKNESS}:4, {LIGHT}:4", "Alchemy:5")
    assert EnergySpent(0, (2, 1), 3) == table.when(UseNoMore(0), 0).events[0]


def test_metals_of_the_right_side():
    """R20: a card loses the cost on its right, not the number of metals on its left."""
    assert EnergySpent(0, (1, 2), 3) == table_of("Rain of Gold:4, Gift:4").settles(0).events[0]


# Discards


def test_a_spell_without_tokens_goes_under_the_deck():
    """DA-E6, R60: immediately, after those already there, before the next player's energy is used up."""
    table = deck(table_of("Alchemy:1", "Iron Seed:1"), "Superiority")
    happened = table.settles(0)
    assert [
        EnergySpent(0, (1,), 1), SpellDiscarded(0, "Alchemy"),
        EnergySpent(1, (1,), 1), SpellDiscarded(1, "Iron Seed"),
    ] == happened.events[:4]  # fmt: skip
    assert ("Superiority", "Alchemy", "Iron Seed") == table.state.under
    assert {} == lying(table, 0)


def test_its_owner_orders_discarded_spells():
    """DA-E6, R60: of several spells without energy, the owner chooses the first to discard; the last is discarded
    automatically.
    """
    table = table_of("Alchemy:1, Gift:2, Iron Seed:1, Superiority:5")
    table.settles()
    assert (0,) == title.to_act(table.state)
    assert [DiscardSpell(0, name) for name in ("Alchemy", "Gift", "Iron Seed")] == table.legal(0)
    table.refuses(DiscardSpell(0, "Superiority"), "DA-E6")
    table.refuses(UseNoMore(0), "DA-K2")
    table.when(DiscardSpell(0, "Gift")).then(SpellDiscarded(0, "Gift"))
    table.when(DiscardSpell(0, "Iron Seed"), 0).then(SpellDiscarded(0, "Iron Seed"), SpellDiscarded(0, "Alchemy"), ...)
    assert ("Gift", "Iron Seed", "Alchemy") == table.state.under


def test_a_discarded_spell_comes_up_again():
    """DA-E6: a discarded spell is turned up again when the shuffled part of the deck is used up."""
    table = deck(table_of("Alchemy:1"), shuffled=0)
    assert [SpellTurnedUp("Alchemy", (0, 1, 2))] == table.settles(0).of(SpellTurnedUp)


def test_only_spells_without_energy_are_discarded():
    """DA-E6: spells cannot be given up."""
    table = table_of(f"{LIGHT}:3, Alchemy:2")
    table.refuses(DiscardSpell(0, "Alchemy"), "DA-E6")


# Arc of Energy


def test_arc_to_any_own_spell():
    """DA-E2, R61: any number of its tokens, also to several.

    Not to other players' spells, nor to itself, nor from theirs.
    """
    table = table_of(f"{ARC}:4, Gift:2, Alchemy:1", "Iron Seed:2")
    assert {(name, tokens) for name in ("Gift", "Alchemy") for tokens in (1, 2, 3, 4)} == {
        (one.spell, one.tokens) for one in table.legal(0) if isinstance(one, MoveEnergy)
    }
    for command in (MoveEnergy(0, "Iron Seed", 1), MoveEnergy(0, ARC, 1), MoveEnergy(0, "Gift", 5)):
        table.refuses(command, "DA-E2")
    table.refuses(MoveEnergy(0, "Gift", 0), "DA-E2")
    table.when(MoveEnergy(0, "Gift", 2))
    table.when(MoveEnergy(0, "Alchemy", 1))
    assert {ARC: 1, "Gift": 4, "Alchemy": 2} == lying(table, 0)
    table.refuses(MoveEnergy(0, "Gift", 2), "DA-E2")


def test_an_emptied_arc_is_discarded_first():
    """R61: an Arc whose tokens are all moved is discarded before energy is used up."""
    table = table_of(f"{ARC}:2, Gift:2")
    table.when(MoveEnergy(0, "Gift", 2), 0).then(
        EnergyMoved(0, ARC, "Gift", 2), SpellDiscarded(0, ARC), EnergySpent(0, (2,), 2), ...
    )
    assert {"Gift": 2} == lying(table, 0)


def test_an_arc_that_stays_pays():
    """R61: an Arc that stays pays its own cost."""
    table = table_of(f"{ARC}:3, Gift:2")
    table.when(MoveEnergy(0, "Gift", 1))
    assert EnergySpent(0, (1, 2), 3) == table.when(UseNoMore(0), 0).events[0]


def test_arc_for_its_owner_alone():
    """DA-E2: only its owner uses an Arc, and in no other phase."""
    table_of(f"{LIGHT}:4, Gift:2").refuses(MoveEnergy(0, "Gift", 1), "DA-E2")
    auction(spells(start(), 0, f"{ARC}:4", "Gift:2")).refuses(MoveEnergy(0, "Gift", 1), "DA-E2")


# Vortices


def reached(table, vortex, seat=0):
    """The spells from which this vortex may remove a token."""
    return {one.spell for one in table.legal(seat) if isinstance(one, RemoveEnergy) and one.vortex == vortex}


def test_darkness_reaches_other_players_spells():
    """DA-E3, R62: Darkness removes one or two tokens, of one spell or of two, but not of its owner's spells."""
    table = table_of(f"{DARKNESS}:4, Gift:2", "Alchemy:2, Influence:2", "Iron Seed:2")
    assert {"Alchemy", "Influence", "Iron Seed"} == reached(table, DARKNESS)
    table.refuses(removal(table, 0, DARKNESS, "Gift"), "DA-E3")
    table.when(removal(table, 0, DARKNESS, "Alchemy")).then(EnergyRemoved(0, DARKNESS, "Alchemy", 1))
    assert {"Alchemy", "Influence", "Iron Seed"} == reached(table, DARKNESS)
    happened = table.when(removal(table, 0, DARKNESS, "Iron Seed"), 0)
    assert [EnergyRemoved(0, DARKNESS, "Iron Seed", 2), EnergySpent(0, (2, 2), 4)] == happened.events[:2]


def test_darkness_takes_two_of_one_spell():
    """R62: Darkness may take both tokens of the same spell."""
    table = table_of(f"{DARKNESS}:4", "Alchemy:5")
    table.when(removal(table, 0, DARKNESS, "Alchemy"))
    happened = table.when(removal(table, 0, DARKNESS, "Alchemy"), 0)
    assert 5 - 2 - 1 == lying(table, 1)["Alchemy"]
    assert 3 == len(happened.of(EnergySpent))


def test_darkness_takes_one_or_none():
    """R62: the owner of Darkness may take one token or none."""
    table = table_of(f"{DARKNESS}:4", "Alchemy:5")
    assert UseNoMore(0) in table.legal(0)
    table.when(removal(table, 0, DARKNESS, "Alchemy"))
    assert UseNoMore(0) in table.legal(0)


def test_light_reaches_any_spell():
    """DA-E4, R63: Light removes one token of any spell, even one of its owner's."""
    table = table_of(f"{LIGHT}:4, Gift:4", "Alchemy:5")
    assert {LIGHT, "Gift", "Alchemy"} == reached(table, LIGHT)
    happened = table.when(removal(table, 0, LIGHT, "Gift"), 0)
    assert [EnergyRemoved(0, LIGHT, "Gift", 0), EnergySpent(0, (1, 2), 3)] == happened.events[:2]
    assert {LIGHT: 3, "Gift": 1} == lying(table, 0)


def test_tokens_go_back_to_their_owner():
    """DA-E3, DA-E4, R65: removed tokens go to the reserve of the spell's owner, so all players still have ten."""
    table = table_of(f"{DARKNESS}:4", "Alchemy:5")
    table.when(removal(table, 0, DARKNESS, "Alchemy"))
    assert [6, 6, 10] == [player.reserve for player in table.state.players]
    assert {f"energy of seat {seat}": 10 for seat in range(3)}.items() <= title.conserved(table.state).items()


def test_a_vortex_once_a_turn():
    """DA-K2: a Vortex is used once a turn; in the next energy phase its tokens are counted again."""
    table = table_of(f"{LIGHT}:4, {ARC}:4", "Alchemy:5")
    table.when(removal(table, 0, LIGHT, "Alchemy"))
    assert set() == reached(table, LIGHT)
    table.refuses(removal(table, 0, LIGHT, "Alchemy"), "DA-E4")
    assert {"Alchemy", LIGHT, ARC} == reached(energy(table), LIGHT)


def test_only_vortices_remove_energy():
    """DA-E1, DA-E3, DA-E4: no other spell, not another player's vortex, and not in another phase."""
    table = table_of(f"{ARC}:4, Gift:2", f"{LIGHT}:4")
    table.refuses(removal(table, 0, ARC, "Gift"), "DA-E3")
    table.refuses(removal(table, 0, LIGHT, "Gift"), "DA-E3")
    table = auction(spells(start(), 0, f"{LIGHT}:4"))
    table.refuses(removal(table, 0, LIGHT, LIGHT), "DA-E1")
    table.refuses(DiscardSpell(0, LIGHT), "DA-E6")
    assert Pass(0) in table.legal(0)


# The next turn


def test_the_hat_stays():
    """R66: the next turn begins with the hat where it is."""
    happened = table_of("Alchemy:3", "Gift:3", "", hat=2).settles(0)
    assert [(2, 0, 1)] == [one.order for one in happened.of(SpellTurnedUp)]
    assert 2 == happened.state.hat
