"""Offerings, the flood, rewards."""

import pytest
from msgspec.structs import replace

from domain.redaction import HIDDEN, Hidden, redact
from titles import amun_re as title
from titles.amun_re.commands import DeclareAdjustment, EndMarket, PlaceFarmer, PlaceStone, SealOffering, TakeReward
from titles.amun_re.events import (
    AdjustmentDeclared,
    FavorDrawn,
    HarvestBegun,
    NileFlooded,
    OfferingSealed,
    OfferingsInvited,
    OfferingsRevealed,
    RewardsGranted,
    RewardTaken,
    StonePlaced,
)
from titles.amun_re.state import Offer
from titles.amun_re.tests.tables import THEFT, gold, hands, holding, land, market, offered, offering

LANDS = ("buto", "mendes", "thebes", "edfu", "abu")
BLUE_5 = (5, False, True)
BLUE_THEFT = (0, True, True)


def invited(players=3, first=0):
    """Offerings are invited; each seat has a province and 20 Gold."""
    return offering(holding(*LANDS[:players], first=first))


def granted(*offers, first=0):
    """The rewards after these offerings."""
    table = offered(holding(*LANDS[: len(offers)], first=first), *offers)
    return table.settles().of(RewardsGranted)[0]


def flooded(*offers):
    """The flood after these offerings."""
    return offered(holding(*LANDS[: len(offers)]), *offers).settles().of(NileFlooded)[0]


# The offerings


def test_all_offer_at_the_same_time():
    """AR-O1: all players are asked once, in any order."""
    table = invited(4)
    assert (0, 1, 2, 3) == title.to_act(table.state)
    table.when(SealOffering(2, 4)).then(OfferingSealed(2, 1, 1, (4, False, False)))
    assert (0, 1, 3) == title.to_act(table.state)
    table.refuses(SealOffering(2, 5), "AR-O1")


def test_no_player_is_asked_for_an_offering_in_the_market():
    """AR-O1: offerings have their own phase."""
    market(holding("buto", "mendes", "thebes")).refuses(SealOffering(0, 3), "AR-O1")


def test_offerings_are_secret():
    """AR-O1, R4: other viewers see that one is sealed, not its content; not even Theft or a blue card."""
    sealed = OfferingSealed(2, 1, 1, (4, False, True))
    assert sealed == redact(sealed, 2)
    for viewer in (0, 1, "public"):
        assert OfferingSealed(2, 1, 1, HIDDEN) == redact(sealed, viewer)
    table = invited()
    table.and_then(redact(sealed, 0))
    assert (True, True) == (table.state.players[2].sealed, isinstance(table.state.players[2].offer, Hidden))
    shown = title.view(table.state)["players"][2]
    assert (True, None) == (shown["sealed"], shown["offer"])


def test_revealing_opens_the_offerings_of_this_round():
    """AR-O4: the sealed offerings become public, but not those of other rounds."""
    revealed = OfferingsRevealed(2, 1, ())
    assert revealed.reveals(OfferingSealed(0, 2, 1, (1, False, False)))
    assert not revealed.reveals(OfferingSealed(0, 1, 1, (1, False, False)))
    assert not revealed.reveals(OfferingSealed(0, 2, 2, (1, False, False)))
    assert not revealed.reveals(FavorDrawn(0, "bribe"))


def test_1_gold_or_more():
    """AR-O2: an offering is 1 Gold or more, up to all of the player's Gold."""
    table = gold(invited(), 6)
    assert [1, 2, 3, 4, 5, 6] == [one.gold for one in table.legal(0) if isinstance(one, SealOffering) and not one.theft]
    for amount in (0, -1, 7):
        table.refuses(SealOffering(0, amount), "AR-O2")


def test_any_amount_can_be_paid():
    """R3: Gold is one number: 13 of 20, without change."""
    table = invited()
    for seat, amount in enumerate((13, 7, 1)):
        table.when(SealOffering(seat, amount))
    assert [7, 13, 19] == [player.gold for player in table.state.players]


def test_theft():
    """AR-O3: 3 Gold less in the common offering, 3 Gold more for the thief."""
    table = invited()
    for command in (SealOffering(0, 5), SealOffering(1, 6), SealOffering(2, 0, True)):
        happened = table.when(command)
    assert [NileFlooded(8, 1, (2,))] == happened.of(NileFlooded)
    assert [15, 14, 23] == [player.gold for player in table.state.players]


def test_gold_and_theft_do_not_go_together():
    """R36: a player offers either Gold or the Theft card, not both."""
    invited().refuses(SealOffering(0, 3, True), "AR-O3")


def test_a_blue_card_lies_with_gold_or_theft():
    """R36: a blue card can be added to Gold or to the Theft card, but cannot be offered alone."""
    table = hands(invited(), "offering_adjuster offering_adjuster")
    assert SealOffering(0, 3, False, True) in table.legal(0)
    assert SealOffering(0, 0, True, True) in table.legal(0)
    table.refuses(SealOffering(0, 0, False, True), "AR-O2")


def test_one_blue_card_at_most():
    """R36, AR-F2: a player with two blue cards adds one to the offering and keeps the other."""
    table = hands(invited(), "offering_adjuster offering_adjuster", "architect", "architect")
    for command in (SealOffering(0, 5, False, True), SealOffering(1, 6), SealOffering(2, 4)):
        table.when(command)
    assert ("offering_adjuster",) == table.state.players[0].hand
    assert (0,) == table.state.queue


def test_without_gold_only_theft():
    """R35: a player with a card may sell it first."""
    table = gold(invited(), 0)
    assert [] == table.settles().events
    assert [SealOffering(0, 0, True)] == [one for one in table.legal(0) if isinstance(one, SealOffering)]
    table.refuses(SealOffering(0, 1), "AR-O2")


def test_theft_is_automatic_without_gold_and_cards():
    """R35: the only answer is not asked for."""
    table = gold(hands(holding("buto", "mendes", "thebes"), "architect", "", "architect"), 20, 0, 20)
    happened = offering(table).settles()
    assert [OfferingSealed(1, 1, 1, (0, True, False))] == happened.events


def test_all_are_revealed_together():
    """AR-O4: the last offering reveals all of them, and only then is the Gold paid."""
    table = invited()
    table.when(SealOffering(1, 5))
    table.when(SealOffering(0, 4))
    assert [20, 20, 20] == [player.gold for player in table.state.players]
    happened = table.when(SealOffering(2, 3))
    shown = tuple(Offer(amount, False, False) for amount in (4, 5, 3))
    assert [OfferingsRevealed(1, 1, shown)] == happened.of(OfferingsRevealed)
    assert [16, 15, 17] == [player.gold for player in table.state.players]


# The common offering


@pytest.mark.parametrize(("offers", "total"), [((5, 6, 7), 18), ((5, THEFT, 7), 9), ((THEFT, THEFT, 7), 1)])
def test_the_common_offering(offers, total):
    """AR-O5: all Gold less 3 for each Theft."""
    assert total == flooded(*offers).total


def test_below_0():
    """R38: -9 is a common offering too, and the first tile is laid."""
    assert NileFlooded(-9, 0, (0, 1, 2)) == flooded(THEFT, THEFT, THEFT)


@pytest.mark.parametrize(("total", "tile"), [(3, 1), (12, 1), (13, 2), (22, 2), (23, 3), (40, 3)])
def test_the_tile(total, tile):
    """AR-O7: the total selects the tile: to 2, to 12, to 22, or above."""
    assert tile == flooded(total - 2, 1, 1).tile


@pytest.mark.parametrize(("amount", "tile"), [(8, 0), (9, 1)])
def test_the_first_tile(amount, tile):
    """AR-O7: 2 is on the first tile, 3 on the second."""
    assert tile == flooded(amount, THEFT, THEFT).tile


@pytest.mark.parametrize(("offers", "tile"), [((999, 999, 999), 3), ((BLUE_THEFT, BLUE_THEFT, BLUE_THEFT), 0)])
def test_the_tiles_have_no_end(offers, tile):
    """AR-O7, R38: the first tile is for all lower totals and the last for all higher ones, also in a host's file."""
    table = holding("buto", "mendes", "thebes")
    tiles = (replace(table.state.components.tiles[0], least=-60), *table.state.components.tiles[1:])
    table.state = replace(table.state, components=replace(table.state.components, adjust=99, tiles=tiles))
    offered(table, *offers).settles()
    while table.state.phase == "adjustment":
        table.when(DeclareAdjustment(title.to_act(table.state)[0], -99))
    assert tile == table.state.tile


def test_blue_cards_in_turn_order():
    """AR-O6: blue cards are declared in turn order from the start player; each raises or lowers the offering."""
    table = offered(holding("buto", "mendes", "thebes", first=1), BLUE_5, 5, BLUE_5)
    assert (2,) == title.to_act(table.state)
    assert [DeclareAdjustment(2, 3), DeclareAdjustment(2, -3)] == table.legal(2)
    table.refuses(DeclareAdjustment(0, 3), "AR-O6")
    table.when(DeclareAdjustment(2, 3)).then(AdjustmentDeclared(2, 3))
    table.when(DeclareAdjustment(0, -3)).then(AdjustmentDeclared(0, -3), NileFlooded(15, 2, ()), ...)


def test_no_blue_card_no_question():
    """AR-O6: only a player who added a blue card is asked about it, after the offerings are revealed."""
    table = offered(holding("buto", "mendes", "thebes"), 5, BLUE_5, 5)
    assert (1,) == title.to_act(table.state)
    invited().refuses(DeclareAdjustment(0, 3), "AR-O6")


def test_a_blue_card_changes_the_common_offering_only():
    """R37: the card changes the common offering by its full 3, but neither the player's payment nor the player's
    rank.
    """
    table = offered(holding("buto", "mendes", "thebes"), BLUE_5, 6, 4)
    happened = table.when(DeclareAdjustment(0, 3))
    assert AdjustmentDeclared(0, 3) == happened.events[0]
    assert 18 == happened.of(NileFlooded)[0].total
    assert (1, 0, 2) == happened.of(RewardsGranted)[0].order
    assert 15 == table.state.players[0].gold


def test_when_thieves_take_their_gold():
    """R44: thieves take their Gold when the tile is laid, after the other players have paid."""
    table = offered(holding("buto", "mendes", "thebes"), BLUE_THEFT, THEFT, 4)
    assert [20, 20, 16] == [player.gold for player in table.state.players]
    table.when(DeclareAdjustment(0, 3))
    assert [23, 23, 16] == [player.gold for player in table.state.players]


# Rewards


def test_the_rewarded_players():
    """AR-R1: 3, 2, and 1 for every other one in turn order."""
    assert RewardsGranted((3, 1, 0, 2, 4), (3, 2, 1, 1, 1), 3) == granted(4, 6, 5, 9, 1)


def test_thieves_get_nothing():
    """AR-R1: a thief gets no reward and no place in the order of rewards."""
    assert RewardsGranted((2, 0), (3, 2), 2) == granted(4, THEFT, 5)
    assert RewardsGranted((2,), (3,), 2) == granted(THEFT, THEFT, 5)


def test_ties_by_turn_order():
    """AR-R1, R39: of two players with the highest offering, the first in this round's turn order takes 3 rewards, the
    other 2.
    """
    assert RewardsGranted((1, 2, 0), (3, 2, 1), 1) == granted(5, 5, 5, first=1)
    assert RewardsGranted((2, 0, 1), (3, 2, 1), 2) == granted(5, 4, 5, first=1)


def test_only_gold_is_ranked():
    """R39: a blue card does not count."""
    table = offered(holding("buto", "mendes", "thebes"), 5, 6, (6, False, True))
    assert (1, 2, 0) == table.when(DeclareAdjustment(2, 3)).of(RewardsGranted)[0].order


def test_all_steal():
    """R40: if all players steal, there are no rewards, the start player stays, and the harvest begins."""
    table = offered(holding("buto", "mendes", "thebes", first=2), THEFT, THEFT, THEFT)
    table.settles().then(NileFlooded(-9, 0, (2, 0, 1)), RewardsGranted((), (), 2), HarvestBegun((2, 0, 1)))


def test_the_order_of_taking():
    """R41: rewards are taken by the highest offering, then the second highest, then the other players in turn order."""
    table = offered(holding(*LANDS, first=3), 2, 3, 9, 8, 1)
    table.settles()
    order = []
    while table.state.phase == "reward":
        order.append(title.to_act(table.state)[0])
        table.when(TakeReward(order[-1], 0, 0, 0))
    assert [2, 3, 4, 0, 1] == order


def test_any_mix():
    """AR-R2: a Favor card, a Farmer, a Stone; three of one kind as well."""
    table = offered(holding("buto edfu", "mendes", "thebes"), 9, 8, 7)
    table.settles()
    for mix in ((1, 1, 1), (3, 0, 0), (0, 3, 0), (0, 0, 3), (2, 0, 1)):
        assert TakeReward(0, *mix) in table.legal(0)
    table.refuses(TakeReward(0, 2, 1, 1), "AR-R2")
    table.refuses(TakeReward(0, -1, 0, 0), "AR-R2")


def test_favor_symbols_do_not_limit_rewards():
    """AR-R2: Buto has none, and three cards can be taken."""
    table = offered(holding("buto", "mendes", "thebes"), 9, 8, 7)
    table.settles()
    table.when(TakeReward(0, 3, 0, 0), 0, 0, 0).then(RewardTaken(0, 3, 0, 0), *[FavorDrawn(0, "bribe")] * 3)


def test_farmers_of_a_reward_need_fields():
    """AR-R2: a player with one open Field can take one Farmer as a reward."""
    table = offered(holding("buto:f5", "mendes", "thebes"), 9, 8, 7)
    table.settles()
    table.refuses(TakeReward(0, 0, 2, 0), "AR-R2")
    assert TakeReward(0, 0, 1, 2) in table.legal(0)


def test_no_more_cards_than_available():
    """R34: with two Favor cards left, a player cannot take three as a reward."""
    table = offered(holding("buto", "mendes", "thebes"), 9, 8, 7)
    table.settles()
    table.state = replace(table.state, deck=1, discard=("bribe",))
    assert 2 == max(one.favor for one in table.legal(0))
    table.refuses(TakeReward(0, 3, 0, 0), "AR-R2")


def test_the_mix_is_named_first():
    """R42: a player names the mix, draws cards, and places Farmers and Stones before the next player takes rewards."""
    table = offered(holding("buto edfu", "mendes", "thebes"), 9, 8, 7)
    table.settles()
    table.when(TakeReward(0, 1, 1, 1), 0).then(RewardTaken(0, 1, 1, 1), FavorDrawn(0, "bribe"))
    table.refuses(TakeReward(0, 1, 0, 0), "AR-R1")
    table.refuses(TakeReward(1, 1, 0, 0), "AR-R1")
    assert [PlaceFarmer(0, "buto"), PlaceFarmer(0, "edfu")] == table.legal(0)
    table.when(PlaceFarmer(0, "edfu"))
    table.when(PlaceStone(0, "edfu"))
    assert (1, 1) == (land(table, "edfu").farmers, land(table, "edfu").stones)
    assert (1,) == title.to_act(table.state)


def test_fewer_may_be_taken():
    """R42: a player may take fewer rewards, or none."""
    table = offered(holding("buto edfu", "mendes", "thebes"), 9, 8, 7)
    table.settles()
    table.when(TakeReward(0, 0, 0, 0)).then(RewardTaken(0, 0, 0, 0))


def test_the_third_stone_of_a_reward_builds():
    """R43, AR-P3: the third Stone of a reward builds a pyramid, as in the market."""
    table = offered(holding("buto:s2 edfu", "mendes", "thebes"), 9, 8, 7)
    table.settles()
    table.when(TakeReward(0, 0, 0, 1))
    table.when(PlaceStone(0, "buto")).then(StonePlaced(0, "buto", True))
    assert (0, 1) == (land(table, "buto").stones, land(table, "buto").pyramids)


# The start player


def test_the_next_start_player():
    """AR-R3: the most Gold; among equals the first in turn order."""
    assert 1 == granted(4, 9, 9).start
    assert 2 == granted(4, 9, 9, first=2).start


def test_the_start_player_changes_with_the_next_round():
    """R45: rewards and harvest still have the old order."""
    table = offered(holding("buto", "mendes", "thebes"), 4, 9, 5)
    table.settles()
    for seat in (1, 2):
        table.when(TakeReward(seat, 0, 0, 0))
    happened = table.when(TakeReward(0, 0, 0, 0))
    assert [HarvestBegun((0, 1, 2))] == happened.of(HarvestBegun)
    assert (0, 1) == (table.state.start, table.state.next_start)
    table.and_then(title.events.ProvincesRevealed(1, 2, ("edfu", "abu", "sawu"), False))
    assert (1,) == title.to_act(table.state)


def test_offerings_follow_the_market():
    """AR-T2: offerings begin when the last player has bought."""
    table = market(holding("buto", "mendes", "thebes", number=2))
    table.when(EndMarket(0))
    table.when(EndMarket(1))
    assert [OfferingsInvited(1, 2)] == table.when(EndMarket(2)).of(OfferingsInvited)


def test_no_income_before_the_harvest():
    """AR-H1: a player taking rewards cannot harvest yet."""
    table = offered(holding("buto", "mendes", "thebes"), 4, 9, 5)
    table.settles()
    table.refuses(title.commands.TakeIncome(1), "AR-H1")
