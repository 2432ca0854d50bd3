"""The harvest, and how rounds follow each other."""

from typing import Any

import pytest
from msgspec import UNSET

from domain.chance import Scripted
from titles import amun_re as title
from titles.amun_re.commands import TakeIncome
from titles.amun_re.events import HarvestBegun, IncomeTaken, ProvincesRevealed, ScoringBegun
from titles.amun_re.tests.tables import hands, harvest, holding


def income(names, tile=1):
    """The income of these provinces under this tile."""
    table = harvest(holding(names, "buto", "mendes"), tile)
    return table.when(TakeIncome(0)).of(IncomeTaken)[0]


def test_all_players_earn_in_turn_order():
    """AR-H1: all players take their income in turn order from the start player, in Gold from the reserve."""
    table = harvest(holding("berenike", "abu", "thebes", first=1))
    for seat in (1, 2):
        table.refuses(TakeIncome((seat + 1) % 3), "AR-H1")
        table.when(TakeIncome(seat))
    assert [20, 24, 20] == [player.gold for player in table.state.players]
    table.when(TakeIncome(0), 0, 0, 0)
    assert 28 == table.state.players[0].gold


def test_all_harvest_at_the_same_time():
    """R60: players with cards answer in any order; players without are not waited for, in any seat."""
    from msgspec.structs import replace

    table = hands(holding("berenike", "abu", "thebes", first=1), "treasury", "", "great_harvest")
    table.state = replace(table.state, together=True)
    assert [1] == [one.seat for one in harvest(table).settles().of(IncomeTaken)]
    assert (0, 2) == title.to_act(table.state)
    table.when(TakeIncome(2))
    table.refuses(TakeIncome(2), "AR-H1")
    table.when(TakeIncome(0), 0, 0, 0)
    assert 1 == len(table.state.row) - 2


def test_at_the_same_time_is_an_option():
    """R60: the option is recorded in the first event; without it the state has no such field, as in early records."""
    options = {"expert": False, "components": None}
    given = ({}, {"together": True})
    laid: list[Any] = [next(iter(title.setup(3, {**options, **more}, Scripted((0,))))) for more in given]
    assert [(False, UNSET), (True, True)] == [(one.together, title.evolve(None, one).together) for one in laid]


def test_a_player_without_cards_harvests_automatically():
    """AR-H1: a player without cards has nothing to decide, and harvests automatically."""
    table = hands(holding("berenike", "abu", "thebes"), "", "", "")
    happened = harvest(table).settles(0, 0, 0)
    assert [IncomeTaken(0, 8, 0, 0, 0, 8), IncomeTaken(1, 4, 0, 0, 0, 4)] == happened.of(IncomeTaken)[:2]


@pytest.mark.parametrize("tile", range(4))
def test_gold_mines(tile):
    """AR-H2: gold mines yield their number with every tile, even without a Farmer."""
    assert 12 == income("berenike abu", tile).mines


@pytest.mark.parametrize(("tile", "gold"), [(0, 12), (1, 12), (2, 0), (3, 0)])
def test_caravans(tile, gold):
    """AR-H3: caravans earn Gold only where the tile shows a camel."""
    assert gold == income("sawu kharga", tile).caravans


def test_caravans_need_no_farmer():
    """R48: Avaris yields 8 with empty Fields, and no more with Farmers."""
    assert [8, 8] == [income(names).caravans for names in ("avaris", "avaris:f2")]


@pytest.mark.parametrize(("tile", "each"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_farmers(tile, each):
    """AR-H4, R32: Gold by the tile for each, Free Farmers too."""
    assert 6 * each == income("thebes:f4 edfu:f1g1", tile).farmers


def test_all_together():
    """AR-H1: a player's income from all provinces is one sum."""
    assert IncomeTaken(0, 4, 5, 2 * 3, 0, 15) == income("abu:f1 kharga:f2 edfu")


def test_temples_bring_nothing_in_a_harvest():
    """R46: in a harvest, temples bring neither Gold nor points."""
    table = harvest(holding("damanhur", "edfu", "amarna"))
    table.when(TakeIncome(0))
    assert (20, ()) == (table.state.players[0].gold, table.state.players[0].points)


def test_the_old_order_in_the_harvest():
    """R45: the new start player begins with the next round."""
    from msgspec.structs import replace

    table = holding("berenike", "abu", "thebes", first=1)
    table.state = replace(table.state, next_start=2, tile=0, phase="reward")
    table.settles().then(HarvestBegun((1, 2, 0)))


def harvested(number, kingdom=1):
    """The event of a round's last income."""
    table = harvest(holding("berenike", "abu", "thebes", kingdom=kingdom, number=number))
    table.when(TakeIncome(0))
    table.when(TakeIncome(1))
    return table.when(TakeIncome(2), *(0, 0, 0) if number < 3 else ())


def test_the_next_round():
    """AR-T2: after the harvest, the next round's provinces are revealed."""
    assert [(1, 3)] == [(one.kingdom, one.round) for one in harvested(2).of(ProvincesRevealed)]


def test_after_three_rounds():
    """AR-T1, AR-T2: the Kingdom is scored."""
    assert [ScoringBegun(1)] == harvested(3).of(ScoringBegun)
    assert [ScoringBegun(2)] == harvested(3, 2).of(ScoringBegun)
    assert [] == harvested(3).of(ProvincesRevealed)


def test_not_before_the_harvest():
    """AR-H1: a player cannot harvest in the market."""
    from titles.amun_re.tests.tables import market

    table = market(holding("berenike", "abu", "thebes"))
    table.refuses(TakeIncome(0), "AR-H1")
    assert title.to_act(table.state) == (0,)
