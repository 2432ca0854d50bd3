"""Steward of Das Amulett: a player with some sense."""

from titles import das_amulett as title
from titles.das_amulett.commands import OfferMetals, Pass, RemoveEnergy, TakeGem
from titles.das_amulett.tests.tables import BARE, amulet, auction, energy, exchanging, gems, lay, metals, spells, start


def best(table, seat=0):
    """The steward's choice."""
    commands = table.legal(seat)
    worth = title.appraise(table.state, seat, commands)
    return commands[worth.index(max(worth))]


def test_it_completes_the_amulet():
    """DA-W1: the seventh kind is taken rather than a second gem of a kind, and offered for with all cards."""
    table = amulet(exchanging("g5", "g4", "", region=BARE["gold"]), 0, "red", "blue", "grey", "white", "clear", "brown")
    lay(table, BARE["gold"], "red", "green")
    assert isinstance(best(table), OfferMetals)
    table.when(OfferMetals(0, 5))
    assert TakeGem(0, "green") == best(table)


def test_it_does_not_pay_for_little():
    """DA-X1: a gem that it has already is not worth many cards."""
    table = amulet(exchanging("g9", "g9", "", region=BARE["gold"], hat=1), 0, "red")
    lay(table, BARE["gold"], "red", "red").when(OfferMetals(1, 8))
    assert Pass(0) == best(table)


def test_it_bids_less_with_many_players():
    """DA-P2: with five or six players a steward bids less, because there are more auctions for the same energy."""
    bids = [best(auction(start(players))).tokens for players in (3, 4, 5, 6)]
    assert bids[0] == bids[1] == bids[2] + 1 == bids[3] + 1


def test_it_leaves_its_own_spells_alone():
    """DA-E3, DA-E4: a vortex is for other players' spells."""
    table = energy(spells(spells(start(), 0, "Vortex of Light", "Gift"), 1, "Alchemy"))
    assert RemoveEnergy(0, "Vortex of Light", "Alchemy", 1) == best(table)


def test_every_answer_is_appraised():
    """DA-T1: each legal command has a worth that can be compared."""
    tables = (
        auction(start()),
        metals(spells(start(), 0, "Teleportation")),
        gems(spells(start(), 0, "Burning Desire", "Magical Journey")),
        exchanging("g5", "g4", ""),
        energy(spells(start(), 0, "Arc of Energy", "Vortex of Light")),
    )
    for table in tables:
        assert len(table.legal(0)) > 1
        worth = title.appraise(table.state, 0, table.legal(0))
        assert [int] * len(table.legal(0)) == [type(one) for one in worth]
