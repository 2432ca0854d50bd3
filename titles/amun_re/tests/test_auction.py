"""Set-up, auctions and bonuses."""

from domain.chance import KeyedChance
from domain.rulebook import settle_options
from titles import amun_re as title
from titles.amun_re.auction import advance_deal
from titles.amun_re.commands import BuyStones, PlaceBid, PlayFreeFarmer, SealOffering, SellFavor
from titles.amun_re.events import BidPlaced, BonusTaken, FavorDrawn, MarketOpened, ProvinceAcquired, ProvincesRevealed
from titles.amun_re.favors import deck_cards
from titles.amun_re.tests.tables import auction, gold, hands, holding, land, lands, market, offering, start


def laid(players, key=bytes(32)):
    """The events of a set-up."""
    return list(title.setup(players, settle_options(title, {}), KeyedChance(key, "g", [""] * players)))


def bids(table, seat, name):
    """The Gold that the seat may bid for this province without any card."""
    return [
        one.gold
        for one in table.legal(seat)
        if isinstance(one, PlaceBid) and one == PlaceBid(seat, name, one.gold, False, False)
    ]


def test_three_to_five_players():
    """AR-S1: three to five, and fifteen provinces whatever their number."""
    assert (3, 5) == (title.meta.least_players, title.meta.most_players)
    for players in (3, 4, 5):
        (first,) = laid(players)
        assert (players, 15) == (first.players, len(first.components.provinces))


def test_everybody_begins_with_20_gold():
    """AR-S2: each has 20 Gold."""
    assert [20] * 4 == [player.gold for player in start(4).state.players]


def test_all_players_have_a_theft_card():
    """AR-S2: the Theft card can be offered in every round, as it comes back."""
    table = holding("buto", "mendes", "thebes")
    for number in (1, 2):
        offering(table)
        for seat in range(3):
            assert SealOffering(seat, 0, True) in table.legal(seat), number
            table.when(SealOffering(seat, 0, True))


def test_all_players_begin_with_an_architect():
    """AR-S3: each player begins with one Architect, and the deck has the rest of the 39 cards."""
    for players in (3, 4, 5):
        table = start(players)
        assert [("architect",)] * players == [player.hand for player in table.state.players]
        assert 39 - players == table.state.deck


def test_the_other_architects_are_in_the_deck():
    """R2: seven Architects less one for each player."""
    assert [4, 3, 2] == [deck_cards(start(players).state).count("architect") for players in (3, 4, 5)]


def kingdoms(players):
    """The provinces that come up in each Kingdom."""
    table, chance = start(players), KeyedChance(bytes(32), "g", [])
    rows = []
    for kingdom in (1, 2):
        seen: list[str] = []
        for number in (1, 2, 3):
            event = advance_deal(table.state, chance)
            assert isinstance(event, ProvincesRevealed)
            assert (kingdom, number, players) == (event.kingdom, event.round, len(event.provinces))
            table.and_then(event, *[ProvinceAcquired(seat, one, 0) for seat, one in enumerate(event.provinces)])
            seen += event.provinces
        rows.append(seen)
        table.and_then(title.events.KingdomEnded(kingdom)) if kingdom == 1 else None
    return rows


def test_which_provinces_come_into_play():
    """AR-S4, R1: three for each player, none twice, the same in both Kingdoms; the others stay in the box."""
    for players in (3, 4, 5):
        old, new = kingdoms(players)
        assert 3 * players == len(set(old)) == len(old)
        assert set(old) == set(new)


def test_the_new_order():
    """AR-N2: in the New Kingdom the same provinces are revealed again, in another order."""
    old, new = kingdoms(4)
    assert old != new


def test_chance_names_the_start_player():
    """AR-S5: every seat can be the first."""
    starts = {laid(4, bytes([number]) * 32)[0].start for number in range(40)}
    assert {0, 1, 2, 3} == starts


def test_turn_order():
    """AR-S5: clockwise from the start player."""
    assert [2, 3, 0, 1] == title.view(start(4, first=2).state)["turn_order"]


def test_as_many_provinces_as_players():
    """AR-A1: a province for each player is turned over, and the start player is asked."""
    table = start(4, first=3)
    table.settles(0, 0, 0, 0).then(ProvincesRevealed(1, 1, ("damanhur", "buto", "mendes", "avaris"), False))
    assert (3,) == title.to_act(table.state)


def test_a_bid_is_a_scribe_on_a_space():
    """AR-A2: a bid puts the player's Scribe on any space of any track."""
    table = auction()
    assert [0, 1, 3, 6, 10, 15] == bids(table, 0, "thebes")
    table.when(PlaceBid(0, "thebes", 6)).then(BidPlaced(0, "thebes", 3, 6, False, False, None))


def test_existing_spaces_and_provinces():
    """AR-A2: there is no space for 2 Gold, and only revealed provinces are up for auction."""
    table = auction()
    table.refuses(PlaceBid(0, "buto", 2), "AR-A2")
    table.refuses(PlaceBid(0, "edfu", 3), "AR-A2")
    table.refuses(PlaceBid(1, "buto", 3), "AR-A2")


def test_only_a_higher_space_outbids():
    """AR-A3: neither the same space nor a lower one outbids a Scribe, and an outbid Scribe goes back to its player."""
    table = auction()
    table.when(PlaceBid(0, "buto", 3))
    table.refuses(PlaceBid(1, "buto", 3), "AR-A3")
    table.refuses(PlaceBid(1, "buto", 1), "AR-A3")
    table.when(PlaceBid(1, "buto", 6)).then(BidPlaced(1, "buto", 3, 6, False, False, 0))
    assert [1, None, None] == [bid.seat for bid in table.state.row]


def test_any_higher_space():
    """R14: spaces may be left out."""
    table = auction()
    table.when(PlaceBid(0, "buto", 1))
    assert [3, 6, 10, 15] == bids(table, 1, "buto")


def test_not_on_the_province_of_the_last_outbid():
    """AR-A4: the next bid goes elsewhere."""
    table = auction()
    table.when(PlaceBid(0, "buto", 0))
    table.when(PlaceBid(1, "buto", 1))
    table.when(PlaceBid(2, "mendes", 0))
    table.refuses(PlaceBid(0, "buto", 3), "AR-A4")
    assert [] == bids(table, 0, "buto")
    assert [1, 3, 6, 10, 15] == bids(table, 0, "mendes")


def test_one_province_is_barred_at_most():
    """R12: a player outbid elsewhere may go back to the first province."""
    table = auction()
    table.when(PlaceBid(0, "buto", 0))
    table.when(PlaceBid(1, "buto", 1))
    table.when(PlaceBid(2, "buto", 3))
    table.when(PlaceBid(0, "mendes", 0))
    table.when(PlaceBid(1, "mendes", 1))
    assert "mendes" == table.state.players[0].banned
    table.when(PlaceBid(0, "buto", 6)).then(BidPlaced(0, "buto", 3, 6, False, False, 2))


def test_the_bar_ends_with_the_auction():
    """AR-A4: an outbid player is barred from the province only in that auction; in the next, no player is barred."""
    table = auction()
    table.when(PlaceBid(0, "buto", 0))
    table.when(PlaceBid(1, "buto", 1))
    table.when(PlaceBid(2, "mendes", 0))
    table.when(PlaceBid(0, "thebes", 0))
    table.and_then(ProvincesRevealed(1, 2, ("buto", "edfu", "abu"), False))
    assert [0, 1, 3, 6, 10, 15] == bids(table, 0, "buto")


def test_no_player_bids_more_than_they_have():
    """AR-A5: 5 Gold reach the space of 3."""
    table = gold(auction(), 5)
    assert [0, 1, 3] == bids(table, 0, "buto")
    table.refuses(PlaceBid(0, "buto", 6), "AR-A5")


def test_cards_must_be_sold_before_the_bid():
    """R16: a card in the hand is no Gold; once sold it is."""
    table = gold(auction(), 5)
    table.refuses(PlaceBid(0, "buto", 6), "AR-A5")
    table.when(SellFavor(0, "architect"))
    assert [0, 1, 3, 6] == bids(table, 0, "buto")


def test_a_player_with_a_scribe_is_passed_over():
    """R10: a player without Gold must bid, and 0 is a bid; there is no passing."""
    table = auction()
    table.when(PlaceBid(0, "buto", 3))
    table.when(PlaceBid(1, "mendes", 3))
    assert (2,) == title.to_act(table.state)
    assert [] == table.legal(0)
    assert 0 in bids(table, 2, "thebes")
    assert {PlaceBid, SellFavor} == {type(one) for one in table.legal(2)}


def test_the_turn_goes_on_from_the_last_bidder():
    """R11: clockwise to the next without a Scribe, not directly to the outbid player."""
    table = auction(4)
    table.when(PlaceBid(0, "buto", 0))
    table.when(PlaceBid(1, "mendes", 0))
    table.when(PlaceBid(2, "mendes", 1))
    assert (3,) == title.to_act(table.state)
    table.when(PlaceBid(3, "thebes", 0))
    assert (1,) == title.to_act(table.state)


def test_there_is_always_a_bid():
    """R13: a player without Gold who is barred from one province can bid 0 on the empty one."""
    table = gold(hands(auction(), "", "", ""), 1, 20, 20)
    table.when(PlaceBid(0, "buto", 0))
    table.when(PlaceBid(1, "buto", 1))
    table.when(PlaceBid(2, "mendes", 3))
    assert [BidPlaced(0, "thebes", 1, 1, False, False, None)] == table.when(PlaceBid(0, "thebes", 1)).of(BidPlaced)


def test_the_highest_space_cannot_be_outbid():
    """R15: 36 cannot be outbid."""
    table = gold(auction(), 99, 99, 99)
    table.when(PlaceBid(0, "buto", 36))
    assert [] == bids(table, 1, "buto")
    table.refuses(PlaceBid(1, "buto", 36), "AR-A3")


def test_every_bid_is_higher_than_the_last():
    """R22: a province takes at most nine bids, from 0 to 36."""
    table = gold(auction(), 99, 99, 99)
    track = list(table.state.components.bid_track)
    for space, price in enumerate(track):
        seat = title.to_act(table.state)[0]
        name = "buto" if table.state.players[seat].banned != "buto" else "mendes"
        if name == "buto":
            assert min(bids(table, seat, "buto")) >= price, space
            table.when(PlaceBid(seat, "buto", min(bids(table, seat, "buto"))))
    assert [0, 1, 3, 6, 10, 15, 21, 28, 36] == track


def ended(first=0):
    """An auction that ends with the third bid, and its consequences."""
    table = auction(first=first)
    order = [(first + step) % 3 for step in range(3)]
    table.when(PlaceBid(order[0], "thebes", 6))
    table.when(PlaceBid(order[1], "buto", 3))
    return order, table.when(PlaceBid(order[2], "mendes", 10)), table


def test_the_auction_ends_and_all_pay():
    """AR-A6, R21: as soon as every province has a Scribe, all players pay and take control in turn order."""
    order, happened, table = ended(first=1)
    assert [(1, "thebes", 6), (2, "buto", 3), (0, "mendes", 10)] == [
        (one.seat, one.province, one.gold) for one in happened.of(ProvinceAcquired)
    ]
    assert [20 - 10 + 3, 20 - 6, 20 - 3] == [player.gold for player in table.state.players]
    assert [0, 1, 2] == [land(table, name).owner for name in ("mendes", "thebes", "buto")]
    assert [MarketOpened(tuple(order))] == happened.of(MarketOpened)


def test_no_player_pays_before_the_end():
    """R21: no player has paid while a province is without a Scribe."""
    table = auction()
    table.when(PlaceBid(0, "buto", 6))
    table.when(PlaceBid(1, "mendes", 10))
    assert [20, 20, 20] == [player.gold for player in table.state.players]


def test_bonus_gold_comes_after_paying():
    """R17: the 3 Gold of Mendes do not help to bid for it; they come once it is paid."""
    table = gold(auction(), 20)
    table.refuses(PlaceBid(0, "mendes", 21), "AR-A5")
    _order, happened, _table = ended()
    last = [type(one) for one in happened.events if getattr(one, "province", None) == "mendes"]
    assert [BidPlaced, ProvinceAcquired, BonusTaken] == last


def test_immediate_bonuses_of_a_province():
    """AR-B1: Gold to the player, Favor cards from the deck, Stones."""
    table = auction(row=("mendes", "baharya", "memphis"))
    table.when(PlaceBid(0, "mendes", 0))
    table.when(PlaceBid(1, "baharya", 0))
    happened = table.when(PlaceBid(2, "memphis", 0), 0, 0)
    assert [
        BonusTaken(0, "mendes", 0, 0, 0, 3), BonusTaken(1, "baharya", 1, 0, 2, 0), BonusTaken(2, "memphis", 1, 0, 0, 0)
    ] == happened.of(BonusTaken)  # fmt: skip
    assert [23, 20, 20] == [player.gold for player in table.state.players]
    assert ("architect", "bribe", "bribe") == table.state.players[1].hand


def test_stones_of_the_bonus_stay_in_their_province():
    """R23: Stones of a province's bonus cannot be placed in another province."""
    table = lands(auction(row=("dakhla", "buto", "thebes")), "edfu", 0)
    table.when(PlaceBid(0, "dakhla", 0))
    table.when(PlaceBid(1, "buto", 0))
    table.when(PlaceBid(2, "thebes", 0))
    assert (2, 0, 0) == (land(table, "dakhla").stones, land(table, "edfu").stones, table.state.players[0].stones)


def test_stones_already_there_make_a_pyramid_with_the_bonus():
    """R24: two and two make a pyramid immediately, and the fourth Stone stays."""
    table = lands(auction(row=("dakhla", "buto", "thebes")), "dakhla:s2p1")
    table.when(PlaceBid(0, "dakhla", 0))
    table.when(PlaceBid(1, "buto", 0))
    happened = table.when(PlaceBid(2, "thebes", 0))
    assert BonusTaken(0, "dakhla", 2, 1, 0, 0) == happened.of(BonusTaken)[0]
    assert (1, 2) == (land(table, "dakhla").stones, land(table, "dakhla").pyramids)


def test_bonuses_in_turn_order():
    """R25: bonuses are taken in turn order, so the first player draws first."""
    table = auction(row=("baharya", "sawu", "buto"), first=1)
    table.when(PlaceBid(1, "sawu", 0))
    table.when(PlaceBid(2, "buto", 0))
    happened = table.when(PlaceBid(0, "baharya", 0), 0, 0, 0)
    assert [1, 0, 0] == [one.seat for one in happened.of(FavorDrawn)]


def test_the_new_kingdom_brings_the_bonuses_again():
    """R26: the 3 Gold of Mendes come in the New Kingdom too."""
    table = auction(kingdom=2)
    table.when(PlaceBid(0, "mendes", 0))
    table.when(PlaceBid(1, "buto", 0))
    table.when(PlaceBid(2, "thebes", 0))
    assert 23 == table.state.players[0].gold


def test_a_province_serves_its_owner():
    """AR-B2: a player cannot use another player's province."""
    table = market(hands(holding("buto", "mendes", "thebes"), "free_farmer"))
    table.refuses(PlayFreeFarmer(0, "mendes"), "AR-B2")
    table.refuses(PlayFreeFarmer(0, "edfu"), "AR-B2")
    assert PlayFreeFarmer(0, "buto") in table.legal(0)


def test_the_market_is_closed_during_an_auction():
    """AR-M1: nothing is bought between the bids."""
    auction().refuses(BuyStones(0, 1), "AR-M1")
