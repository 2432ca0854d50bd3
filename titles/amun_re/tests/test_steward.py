"""Steward of Amun-Re: a player with some sense."""

from ai.self_play import play_out
from domain.projector import projector_for
from titles import amun_re as title
from titles.amun_re.commands import BuyStones, EndMarket, PlaceBid, SealOffering, TakeReward
from titles.amun_re.state import THEFT_GOLD
from titles.amun_re.tests.tables import auction, gold, hands, holding, market, offering


def best(table, seat=0):
    """The steward's choice."""
    commands = table.legal(seat)
    worth = title.appraise(table.state, seat, commands)
    return commands[worth.index(max(worth))]


def test_the_steward_beats_chance():
    """One steward wins more than 18 of 24 games against two random players; it sees only its seat."""
    wins = 0
    for seed in range(24):
        kinds = ["random"] * 3
        kinds[seed % 3] = "steward"
        played = play_out(projector_for("amun-re"), kinds, f"beats {seed}")
        wins += played.final.result.winners() == (seed % 3,)
    assert wins > 18


def test_it_completes_a_pyramid():
    """A steward with 2 Gold buys the third Stone, because it completes a pyramid."""
    assert BuyStones(0, 1) == best(market(gold(hands(holding("berenike:s2", "edfu", "abu"), ""), 2)))


def test_it_does_not_overpay():
    """A bid on an empty province is a low one."""
    command = best(auction())
    assert isinstance(command, PlaceBid)
    assert command.gold <= THEFT_GOLD


def test_every_answer_is_appraised():
    """Each legal command has a worth that can be compared."""
    for table in (auction(), market(holding("buto:s2", "edfu", "abu")), offering(holding("buto", "edfu", "abu"))):
        worth = title.appraise(table.state, 0, table.legal(0))
        assert [int] * len(table.legal(0)) == [type(one) for one in worth]
    known = {type(one) for one in market(holding("buto", "edfu", "abu")).legal(0)}
    assert EndMarket in known
    assert {SealOffering, TakeReward} <= set(title.COMMANDS)
