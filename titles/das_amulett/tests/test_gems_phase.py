"""The gems phase: spells before the disc, the disc, the moves of the company."""

import pytest

from titles import das_amulett as title
from titles.das_amulett.commands import ChooseDisc, MoveCompany, NameMetal, OfferMetals, Pass, UseNoMore
from titles.das_amulett.events import (
    CompanyMoved,
    CompanyStuck,
    DiscChosen,
    DiscDrawn,
    EnergyPhaseBegun,
    ExchangeOpened,
    MetalNamed,
    NobodyOffered,
    RegionEmpty,
    SpellsDeclined,
)
from titles.das_amulett.tests.tables import (
    BARE,
    CITY,
    company,
    exchange,
    exchanging,
    gems,
    hands,
    lay,
    only,
    spells,
    start,
    targets,
)


def penniless(region, *names, players=3, hat=0, disc=3):
    """An exchange between players without cards; the player with the hat has these spells."""
    table = hands(company(start(players, hat), region), *[""] * players)
    return exchange(spells(table, hat, *names), disc)


def moving(region, *names, players=3, hat=0, disc=3):
    """The company is about to leave this region; the player with the hat has these spells."""
    table = penniless(region, *names, players=players, hat=hat, disc=disc)
    table.settles()
    return table


# Before the disc


def test_asked_from_the_hat_on():
    """DA-G1, DA-T2: players with a spell that works before the disc, clockwise from the hat."""
    table = gems(spells(spells(start(hat=2), 0, "Burning Desire"), 1, "Magical Journey"))
    assert (0,) == title.to_act(table.state)
    table.when(UseNoMore(0)).then(SpellsDeclined(0, ("Burning Desire",)))
    assert (1,) == title.to_act(table.state)


def test_only_owners_are_asked():
    """R30: a player with neither spell is not asked; without any owner the disc is drawn immediately."""
    table = gems(spells(start(hat=1), 1, "Gift", "Superiority", "Wings of the Phoenix", "Foul Curse of Avarice"))
    assert () == title.to_act(table.state)
    assert DiscDrawn(3) == table.settles(0).events[0]


def test_a_metal_is_named():
    """DA-G2: any of the four; then the disc is drawn."""
    table = gems(spells(start(), 1, "Burning Desire"))
    assert {NameMetal(1, metal) for metal in ("gold", "silver", "copper", "iron")} < set(table.legal(1))
    assert [MetalNamed(1, "Burning Desire", "iron"), DiscDrawn(4)] == table.when(NameMetal(1, "iron"), 1).events[:2]


def test_a_disc_is_chosen():
    """DA-G3, R32: a number on a disc; then no disc is drawn."""
    table = gems(spells(start(), 1, "Magical Journey"))
    assert [ChooseDisc(1, disc) for disc in (3, 4, 5, 6)] == table.legal(1)[:-1]
    table.refuses(ChooseDisc(1, 2), "DA-G3")
    table.refuses(ChooseDisc(1, 7), "DA-G3")
    happened = table.when(ChooseDisc(1, 6))
    assert DiscChosen(1, "Magical Journey", 6) == happened.events[0]
    assert ([], 6) == (happened.of(DiscDrawn), table.state.moves)


def test_a_disc_need_not_be_chosen():
    """R32: if the owner chooses no disc, one is drawn."""
    table = gems(spells(start(), 1, "Magical Journey"))
    assert [SpellsDeclined(1, ("Magical Journey",)), DiscDrawn(6)] == table.when(UseNoMore(1), 5).events[:2]


def test_only_before_the_disc():
    """DA-G1, DA-G2, DA-G3: a spell is used only by its owner and before the disc is drawn."""
    table = exchange(spells(start(), 0, "Burning Desire", "Magical Journey"))
    table.refuses(NameMetal(0, "iron"), "DA-G2")
    table.refuses(ChooseDisc(0, 3), "DA-G3")
    table = gems(spells(start(), 0, "Burning Desire"))
    table.refuses(ChooseDisc(0, 3), "DA-G3")
    table.refuses(NameMetal(1, "iron"), "DA-G1")


# The disc


@pytest.mark.parametrize(("number", "disc"), [(0, 3), (1, 4), (2, 4), (3, 5), (4, 5), (5, 6)])
def test_the_discs(number, disc):
    """DA-G4: six discs: 3, 4, 4, 5, 5, 6; all are equally likely."""
    happened = gems(start()).settles(number)
    assert [DiscDrawn(disc)] == happened.of(DiscDrawn)
    assert (disc, 6 - disc) == (happened.state.moves, happened.state.bag)


@pytest.mark.parametrize("disc", [3, 4, 5, 6])
def test_as_many_exchanges_as_moves(disc):
    """DA-G4, R33: exchanges and moves alternate, this number of each.

    After the last move comes the energy phase, without another exchange.
    """
    table = penniless("West Quarter", disc=disc)
    happened = table.settles()
    opened, moves = 1, 0
    while table.state.moves:
        happened = table.when(table.legal(0)[0], *[0] * (table.state.moves == 1))
        moves += 1
        opened += len(happened.of(ExchangeOpened))
        assert (disc - moves, 6 - disc + moves) == (table.state.moves, table.state.bag)
    assert (disc, disc) == (opened, moves)
    assert [EnergyPhaseBegun((0, 1, 2))] == happened.of(EnergyPhaseBegun)


def test_the_next_turn_begins_where_the_company_is():
    """R33: the next turn's first exchange is in the company's region."""
    table = gems(company(start(), "Red Desert"))
    assert [ExchangeOpened("Red Desert", (0, 1, 2))] == table.settles(0).of(ExchangeOpened)


# Moves


def test_it_never_stays():
    """DA-V1: the company never stays, not even while gems are left in its region."""
    table = moving("Red Desert")
    assert "Red Desert" not in targets(table, 0)
    table.refuses(MoveCompany(0, "Red Desert"), "DA-V1")


def test_to_an_adjacent_region_with_gems():
    """DA-V2: the company moves to an adjacent region with gems, not to one without gems, and not farther."""
    table = lay(moving("Red Desert"), "Cold Spire")
    assert {"East Quarter", "Reed Lagoon"} == targets(table, 0)
    table.refuses(MoveCompany(0, "Cold Spire"), "DA-V2")
    table.refuses(MoveCompany(0, "North Lake"), "DA-V2")
    table.refuses(MoveCompany(0, "Atlantis"), "DA-V2")
    assert CompanyMoved(0, "Reed Lagoon") == table.when(MoveCompany(0, "Reed Lagoon")).events[0]
    assert "Reed Lagoon" == table.state.company


def test_no_adjacent_region_has_gems():
    """DA-V2: if no adjacent region has gems, the company moves to any region with gems."""
    table = only(moving("Red Desert"), Red_Desert="red", North_Lake="blue", Fog_Wood="grey")
    assert {"North Lake", "Fog Wood"} == targets(table, 0)


def test_a_single_region_is_chosen_automatically():
    """R53: a single possible way is taken automatically."""
    table = only(penniless("Red Desert"), Red_Desert="red", East_Quarter="blue", North_Lake="red")
    assert CompanyMoved(0, "East Quarter") in table.settles(0).events


def test_wings_of_the_phoenix_reach_any_region():
    """DA-V3, R54: any other region with gems, even if adjacent ones have gems; none without, and not its own."""
    table = lay(moving("Red Desert", "Wings of the Phoenix"), "Fog Wood")
    others = {one.name for one in table.state.components.regions} - {"Red Desert", "Fog Wood"}
    assert others == targets(table, 0)
    table.refuses(MoveCompany(0, "Fog Wood"), "DA-V2")


def test_wings_for_their_owner_alone():
    """R54: when another player moves the company, Wings have no effect."""
    table = spells(moving("Red Desert"), 1, "Wings of the Phoenix")
    assert {"East Quarter", "Reed Lagoon", "Cold Spire"} == targets(table, 0)


def test_no_other_region_has_gems():
    """DA-V4, R55: the phase ends, and all discs go back."""
    table = only(penniless("Red Desert", disc=5), Red_Desert="red blue")
    happened = table.settles(0)
    assert [NobodyOffered("Red Desert"), CompanyStuck("Red Desert"), EnergyPhaseBegun((0, 1, 2))] == [
        one for one in happened.events if isinstance(one, NobodyOffered | CompanyStuck | EnergyPhaseBegun)
    ]
    assert 6 == table.state.bag
    assert [] == happened.of(CompanyMoved)


def test_the_hat_moves_the_company():
    """DA-V1, R52: the winner of the exchange."""
    table = lay(exchanging("", "g2", "", region=BARE["gold"]), BARE["gold"], "red")
    table.settles()
    table.when(OfferMetals(1, 2))
    assert (1,) == title.to_act(table.state)
    assert {MoveCompany} == {type(one) for one in table.legal(1)}


def test_the_old_hat_moves_the_company():
    """R52, R39: the winner of the previous exchange, if there was no offer here."""
    table = company(hands(start(hat=1), "g2", "g2", "g2"), CITY)
    exchange(table)
    for seat in (1, 2, 0):
        happened = table.when(Pass(seat))
    assert [NobodyOffered(CITY)] == happened.of(NobodyOffered)
    assert (1,) == title.to_act(table.state)
    assert {MoveCompany} == {type(one) for one in table.legal(1)}
    table.refuses(MoveCompany(0, "Red Desert"), "DA-V1")


def test_it_moves_only_after_an_exchange():
    """DA-V1: the company moves neither during an exchange nor before the disc."""
    exchange(start()).refuses(MoveCompany(0, "Fog Wood"), "DA-V1")
    gems(spells(start(), 0, "Burning Desire")).refuses(MoveCompany(0, "Fog Wood"), "DA-V1")


def test_a_region_without_gems():
    """R42: no exchange there, but the disc is used, and the company continues."""
    table = gems(lay(company(start(), "Red Desert"), "Red Desert"))
    happened = table.settles(0)
    assert [DiscDrawn(3), RegionEmpty("Red Desert")] == happened.events
    assert 2 == table.when(MoveCompany(0, "Reed Lagoon")).state.moves
