"""The market: buying, placing, building."""

import pytest
from msgspec.structs import replace

from titles import amun_re as title
from titles.amun_re.commands import (
    BuyFarmers,
    BuyFavor,
    BuyStones,
    EndMarket,
    PlaceFarmer,
    PlaceStone,
    PlayArchitect,
    PlayFreeFarmer,
    TakeReward,
)
from titles.amun_re.events import (
    ArchitectPlayed,
    FarmerPlaced,
    FavorDrawn,
    FreeFarmerPlayed,
    GoodsBought,
    MarketLeft,
    OfferingsInvited,
    StonePlaced,
)
from titles.amun_re.tests.tables import gold, hands, holding, land, market, offered


def most(table, kind, seat=0):
    """The number of this kind that the seat may buy."""
    return max((one.count for one in table.legal(seat) if isinstance(one, kind)), default=0)


def buy(table, command):
    """Buy, and place everything on the first available place."""
    table.when(command)
    while isinstance(table.legal(command.seat)[0], (PlaceFarmer, PlaceStone)):
        table.when(table.legal(command.seat)[0])


def opened(*words, first=0, **settings):
    """The market opens for these provinces."""
    return market(holding(*words, first=first, **settings))


def test_all_players_buy_in_turn_order():
    """AR-M1: all players buy in turn order from the start player; then they make offerings."""
    table = opened("buto", "mendes", "thebes", first=1)
    for seat in (1, 2):
        table.refuses(EndMarket((seat + 1) % 3), "AR-M1")
        table.when(EndMarket(seat)).then(MarketLeft(seat))
    table.when(EndMarket(0)).then(MarketLeft(0), OfferingsInvited(1, 1))


def test_the_order_of_buying():
    """AR-M1: a player who has bought Farmers can buy no Favor cards, and after Stones no Farmers."""
    table = opened("thebes", "mendes", "buto")
    assert {BuyFavor, BuyFarmers, BuyStones} <= {type(one) for one in table.legal(0)}
    buy(table, BuyFarmers(0, 1))
    table.refuses(BuyFavor(0, 1), "AR-M1")
    buy(table, BuyStones(0, 1))
    table.refuses(BuyFarmers(0, 1), "AR-M1")


def test_a_skipped_step_is_over():
    """R27: a player who buys Stones first has skipped Favor cards and Farmers; each can be bought once."""
    table = opened("thebes", "mendes", "buto")
    buy(table, BuyStones(0, 1))
    table.refuses(BuyFavor(0, 1), "AR-M1")
    table.refuses(BuyFarmers(0, 1), "AR-M1")
    table.refuses(BuyStones(0, 1), "AR-M1")
    assert EndMarket(0) in table.legal(0)


def test_the_next_player_begins_with_favor_cards():
    """R27: the order starts again for each player."""
    table = opened("thebes", "memphis", "buto")
    buy(table, BuyStones(0, 1))
    table.when(EndMarket(0))
    assert 3 == most(table, BuyFavor, 1)


@pytest.mark.parametrize(("count", "price"), [(1, 1), (2, 3), (3, 6), (4, 10), (7, 28), (8, 36), (9, 45), (12, 78)])
def test_prices(count, price):
    """AR-M2: each further one costs one more, even beyond the printed prices."""
    table = gold(opened("thebes", "mendes", "buto"), 80)
    table.when(BuyStones(0, count)).then(GoodsBought(0, "stones", count, price), ...)
    assert 80 - price == table.state.players[0].gold


def test_every_kind_is_paid_apart():
    """AR-M2: each kind of goods is priced separately, so one of each costs 3."""
    table = opened("thebes", "mendes", "buto")
    table.when(BuyFavor(0, 1), 0)
    buy(table, BuyFarmers(0, 1))
    buy(table, BuyStones(0, 1))
    assert 17 == table.state.players[0].gold


def test_nothing_is_bought_on_credit():
    """AR-M2: 5 Gold buy two."""
    table = gold(opened("thebes", "mendes", "buto"), 5)
    assert [2, 2, 2] == [most(table, kind) for kind in (BuyFavor, BuyFarmers, BuyStones)]
    table.refuses(BuyStones(0, 3), "AR-M2")
    table.refuses(BuyStones(0, 0), "AR-M1")


def test_stones_have_no_limit():
    """R33: 99 Gold buy thirteen Stones."""
    assert 13 == most(gold(opened("berenike", "mendes", "buto"), 99), BuyStones)


@pytest.mark.parametrize(
    ("names", "count"), [("buto", 0), ("avaris", 1), ("memphis amarna", 3), ("memphis amarna kharga", 3), ("thebes", 4)]
)
def test_favor_symbols_limit_favor_cards(names, count):
    """AR-M3: the player's province with the most symbols counts alone."""
    table = gold(opened(names, "mendes", "edfu"), 99)
    assert count == most(table, BuyFavor)
    table.refuses(BuyFavor(0, count + 1), "AR-M3")


def test_bought_favor_cards_are_drawn():
    """AR-M3: the bought number, from the deck."""
    table = opened("memphis", "mendes", "edfu")
    table.when(BuyFavor(0, 2), 0, 35 - 1).then(
        GoodsBought(0, "favor", 2, 3), FavorDrawn(0, "bribe"), FavorDrawn(0, "many_farmers")
    )


def test_fields_limit_farmers():
    """AR-M4: Mendes has five Fields, Abu two; one of them is taken."""
    table = gold(opened("mendes:f1 abu", "buto", "edfu"), 99)
    assert 6 == most(table, BuyFarmers)
    table.refuses(BuyFarmers(0, 7), "AR-M4")


def test_a_province_without_fields():
    """AR-M4: a player without a Field buys no Farmer."""
    table = opened("berenike sawu", "buto", "edfu")
    assert 0 == most(table, BuyFarmers)
    table.refuses(BuyFarmers(0, 1), "AR-M4")


def test_farmers_are_placed_at_once():
    """AR-P1: Farmers are placed on open Fields of the player's provinces before anything else is bought."""
    table = opened("abu amarna:f2 thebes", "buto", "edfu")
    table.when(BuyFarmers(0, 3))
    assert [PlaceFarmer(0, "thebes"), PlaceFarmer(0, "abu")] == [
        one for one in table.legal(0) if isinstance(one, PlaceFarmer)
    ]
    table.refuses(BuyStones(0, 1), "AR-P1")
    table.refuses(EndMarket(0), "AR-P1")
    table.refuses(PlaceFarmer(0, "amarna"), "AR-P1")
    table.refuses(PlaceFarmer(0, "buto"), "AR-P1")
    table.when(PlaceFarmer(0, "abu")).then(FarmerPlaced(0, "abu"))


def test_a_field_bears_one_farmer():
    """AR-P1: Abu has two Fields, the third Farmer goes elsewhere."""
    table = opened("abu thebes", "buto", "edfu")
    table.when(BuyFarmers(0, 3))
    table.when(PlaceFarmer(0, "abu"))
    table.when(PlaceFarmer(0, "abu"))
    table.refuses(PlaceFarmer(0, "abu"), "AR-P1")


def test_stones_are_placed_one_by_one():
    """AR-P2: Stones are placed one after the other, in any of the player's provinces."""
    table = opened("abu thebes", "buto", "edfu")
    table.when(BuyStones(0, 2))
    table.refuses(PlaceStone(0, "buto"), "AR-P2")
    table.refuses(EndMarket(0), "AR-P1")
    table.when(PlaceStone(0, "abu")).then(StonePlaced(0, "abu", False))
    table.when(PlaceStone(0, "thebes")).then(StonePlaced(0, "thebes", False))
    table.refuses(PlaceStone(0, "abu"), "AR-P2")
    assert (1, 1) == (land(table, "abu").stones, land(table, "thebes").stones)


def test_the_third_stone_makes_a_pyramid():
    """AR-P3: three Stones become one pyramid, immediately."""
    table = opened("abu:s1 thebes", "buto", "edfu")
    table.when(BuyStones(0, 2))
    table.when(PlaceStone(0, "abu")).then(StonePlaced(0, "abu", False))
    table.when(PlaceStone(0, "abu")).then(StonePlaced(0, "abu", True))
    assert (0, 1) == (land(table, "abu").stones, land(table, "abu").pyramids)


def test_several_pyramids_in_one_turn():
    """AR-P3: six Stones are two pyramids."""
    table = gold(opened("abu thebes", "buto", "edfu"), 30)
    table.when(BuyStones(0, 6))
    for _ in range(6):
        table.when(PlaceStone(0, "abu"))
    assert (0, 2) == (land(table, "abu").stones, land(table, "abu").pyramids)


def test_pyramids_are_counted():
    """R31: a second pyramid in a province is a second one, whatever it looks like."""
    table = opened("abu:s2p3 thebes", "buto", "edfu")
    table.when(BuyStones(0, 1))
    table.when(PlaceStone(0, "abu"))
    assert 4 == land(table, "abu").pyramids


def test_the_only_place_is_taken_automatically():
    """AR-P2: with a single province and no card, the Stone is placed automatically."""
    table = hands(opened("abu", "buto", "edfu"), "")
    table.when(BuyStones(0, 1)).then(GoodsBought(0, "stones", 1, 1), StonePlaced(0, "abu", False), MarketLeft(0))


@pytest.mark.parametrize(
    "before", [(), (BuyFarmers(0, 1),), (BuyFarmers(0, 1), PlaceFarmer(0, "buto")), (BuyStones(0, 1),)]
)
def test_cards_at_any_time_of_the_own_turn(before):
    """R28: Free Farmer and Architect before, between and after purchases."""
    table = hands(opened("buto:s2 thebes", "mendes", "edfu"), "architect free_farmer")
    for command in before:
        table.when(command)
    table.when(PlayFreeFarmer(0, "thebes")).then(FreeFarmerPlayed(0, "thebes"), ...)
    table.when(PlayArchitect(0, "buto")).then(ArchitectPlayed(0, "buto"), ...)


def test_not_in_another_players_turn():
    """R28: a player can play an Architect only in their own turn."""
    table = hands(opened("buto:s2", "mendes:s2", "edfu"), "architect free_farmer", "architect free_farmer")
    table.refuses(PlayArchitect(1, "mendes"), "AR-M1")
    table.refuses(PlayFreeFarmer(1, "mendes"), "AR-M1")


def test_an_architect_between_two_stones():
    """R29: an Architect can replace the second Stone by a pyramid while the third Stone is still to be placed."""
    table = opened("buto:s1 thebes", "mendes", "edfu")
    table.when(BuyStones(0, 2))
    table.when(PlaceStone(0, "buto"))
    table.when(PlayArchitect(0, "buto")).then(ArchitectPlayed(0, "buto"))
    table.when(PlaceStone(0, "buto"))
    assert (1, 1) == (land(table, "buto").stones, land(table, "buto").pyramids)


def test_one_architect_a_turn():
    """R30: a second one has to wait for the next market."""
    table = hands(opened("buto:s2 thebes:s2", "mendes", "edfu"), "architect architect")
    table.when(PlayArchitect(0, "buto"))
    table.refuses(PlayArchitect(0, "thebes"), "AR-F8")
    market(table)
    assert PlayArchitect(0, "thebes") in table.legal(0)


def test_a_free_farmer_is_bought_apart():
    """R32: free Farmers are bought in any number, even without a Field; price and limit of other Farmers stay the
    same.
    """
    table = gold(hands(opened("berenike:g3 abu", "mendes", "edfu"), "free_farmer"), 3)
    table.when(PlayFreeFarmer(0, "berenike"))
    assert 4 == land(table, "berenike").free_farmers
    assert 2 == most(table, BuyFarmers)
    assert 3 == table.state.players[0].gold


def test_farmers_can_run_out():
    """R58: with 43 Farmers on the board only two are left, and bought Farmers count even before they are placed."""
    table = gold(hands(opened("berenike:g43 abu thebes", "mendes", "edfu"), "free_farmer", "free_farmer"), 99, 99)
    assert 2 == most(table, BuyFarmers)
    table.refuses(BuyFarmers(0, 3), "R58")
    table.when(BuyFarmers(0, 2))
    table.refuses(PlayFreeFarmer(0, "abu"), "R58")
    for _ in range(2):
        table.when(PlaceFarmer(0, "abu"))
    table.refuses(PlayFreeFarmer(0, "abu"), "R58")
    assert 0 == table.state.farmers_left
    table.when(EndMarket(0))
    table.refuses(BuyFarmers(1, 1), "R58")
    table.refuses(PlayFreeFarmer(1, "mendes"), "R58")
    offered(table, 3, 2, 1).settles()
    assert {0} == {one.farmers for one in table.legal(0)}
    table.refuses(TakeReward(0, 0, 1, 0), "AR-R2")


def test_a_free_farmer_takes_no_field():
    """R32: a free Farmer takes no Field: the number of open Fields stays the same."""
    table = hands(opened("abu", "mendes", "edfu"), "free_farmer")
    table.when(PlayFreeFarmer(0, "abu"))
    assert 2 == most(table, BuyFarmers)


def test_no_more_favor_cards_than_available():
    """R34: players can buy only as many Favor cards as the deck and the discarded cards contain."""
    table = opened("thebes", "mendes", "edfu")
    table.state = replace(table.state, deck=1, discard=("bribe",))
    assert 2 == most(table, BuyFavor)
    table.refuses(BuyFavor(0, 3), "AR-M3")


def test_buying_is_free():
    """AR-M1: buying is optional."""
    table = opened("thebes", "mendes", "edfu")
    table.when(EndMarket(0)).then(MarketLeft(0))
    assert (20, 1) == (table.state.players[0].gold, title.to_act(table.state)[0])


def test_gold_that_is_missing_is_named():
    """AR-M2, R16: a player with four open Fields and 2 Gold cannot buy two Farmers, and the refusal names the Gold."""
    table = gold(opened("buto", "mendes", "thebes"), 2)
    table.refuses(BuyFarmers(0, 2), "AR-M2")
    table.refuses(BuyFarmers(0, 7), "AR-M4")
