"""The option `strict_supply`: Stones can run out."""

from msgspec import UNSET
from msgspec.structs import replace

from titles import amun_re as title
from titles.amun_re.commands import BuyStones, TakeReward
from titles.amun_re.events import BonusTaken, ProvinceAcquired, TableLaid
from titles.amun_re.state import stones_left
from titles.amun_re.tests.tables import auction, gold, hands, holding, land, lands, market, offered


def strict(table):
    """This table with a limited supply of Stones."""
    table.state = replace(table.state, strict_supply=True)
    return table


def test_the_option_is_recorded():
    """R58: the option is recorded in the first event; without it the state has no such field, as in early records."""
    laid = TableLaid(3, auction().state.components, False, 0, True)
    assert (True, 15) == (title.evolve(None, laid).strict_supply, stones_left(title.evolve(None, laid)))
    assert (UNSET, None) == (auction().state.strict_supply, stones_left(auction().state))


def test_stones_are_bought_while_available():
    """R58: with eleven Stones on the board four are left to buy; two pyramids return their six."""
    table = strict(lands(hands(holding("buto:s2", "mendes:s2", "edfu:s1"), "", "", ""), "abu:s2 sawu:s2 thebes:s2"))
    market(gold(table, 99, 99, 99)).refuses(BuyStones(0, 5), "R58")
    table.when(BuyStones(0, 4))
    assert (0, 2) == (land(table, "buto").stones, land(table, "buto").pyramids)
    assert 6 == stones_left(table.state) == title.view(table.state)["stones_left"]


def test_a_reward_has_no_more_stones():
    """R58, AR-R2: if one Stone is left, only one of three rewards can be a Stone."""
    words = ("buto:s2", "mendes:s2", "edfu:s2")
    table = strict(lands(hands(holding(*words), "", "", ""), "abu:s2 sawu:s2 thebes:s2 amarna:s2"))
    offered(table, 3, 2, 1).settles()
    assert 1 == max(one.stones for one in table.legal(0))
    table.refuses(TakeReward(0, 0, 0, 2), "AR-R2")
    table.when(TakeReward(0, 0, 0, 1))


def test_a_bonus_has_no_more_stones():
    """R58, R24: Dakhla yields two Stones; with one left it yields one, unless that makes a pyramid: three come back."""
    full = "abu:s2 sawu:s2 thebes:s2 amarna:s2 kharga:s2 avaris:s2"
    for lying, brought in (("dakhla:s1 edfu:s1", (1, 0)), ("dakhla:s2", (2, 1))):
        table = strict(lands(auction(row=("dakhla", "mendes", "buto")), f"{full} {lying}"))
        assert 1 == stones_left(table.state)
        taken = table.and_then(ProvinceAcquired(0, "dakhla", 0)).settles().of(BonusTaken)[0]
        assert brought == (taken.stones, taken.pyramids)


def test_stones_do_not_run_out_without_it():
    """R58: without the option, the same bonus yields both Stones."""
    full = "abu:s2 sawu:s2 thebes:s2 amarna:s2 kharga:s2 avaris:s2 edfu:s2"
    table = lands(auction(row=("dakhla", "mendes", "buto")), full)
    taken = table.and_then(ProvinceAcquired(0, "dakhla", 0)).settles().of(BonusTaken)[0]
    assert (2, 0) == (taken.stones, taken.pyramids)
