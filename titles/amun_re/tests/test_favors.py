"""Favor cards: drawing, selling, and each of the twelve types."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.chance import KeyedChance
from titles import amun_re as title
from titles.amun_re.commands import (
    BuyFavor,
    DeclareAdjustment,
    EndMarket,
    PlaceBid,
    PlaceStone,
    PlayArchitect,
    PlayFreeFarmer,
    PlayGreatHarvest,
    PlayTreasury,
    SealOffering,
    SealScoringCards,
    SellFavor,
    TakeIncome,
    TakeReward,
)
from titles.amun_re.events import (
    AdjustmentDeclared,
    ArchitectPlayed,
    BidPlaced,
    BonusTaken,
    DeckShuffled,
    DrawLost,
    FavorDrawn,
    FavorSold,
    FreeFarmerPlayed,
    GoodsBought,
    GreatHarvestPlayed,
    HandSold,
    IncomeTaken,
    NileFlooded,
    ProvincesRevealed,
    StonePlaced,
    TreasuryPlayed,
)
from titles.amun_re.favors import deck_cards
from titles.amun_re.state import YELLOW
from titles.amun_re.tests.tables import (
    THEFT,
    auction,
    gold,
    hands,
    harvest,
    holding,
    land,
    market,
    offered,
    offering,
    scoring,
    start,
)


def deck(table, left, *discarded):
    """A table with this number of cards left in the deck, and with these cards discarded."""
    table.state = replace(table.state, deck=left, discard=discarded)
    return table


# Drawing


def test_twelve_types():
    """AR-S1: 39 cards of twelve types, five of them yellow."""
    favors = dict(start().state.components.favors)
    assert (12, 39, 5) == (len(favors), sum(favors.values()), len(YELLOW))


def test_the_deck_has_the_remaining_cards():
    """AR-S3: cards are drawn from those that are neither in a hand nor discarded."""
    table = hands(start(), "bribe bribe bribe", "protection", "")
    assert {"bribe": 0, "protection": 1} == {
        card: deck_cards(table.state).count(card) for card in ("bribe", "protection")
    }
    assert table.state.deck == len(deck_cards(table.state))


def test_an_empty_deck_is_made_anew():
    """AR-F4: if the deck is empty when a card is drawn, the discarded cards become the deck."""
    table = market(hands(holding("memphis", "buto", "edfu"), *["architect"] * 3))
    kept = [card for card in deck_cards(table.state) if card not in ("bribe", "treasury")]
    table = deck(hands(table, "architect", " ".join(kept), "architect"), 0, *["bribe"] * 3, *["treasury"] * 3)
    table.when(BuyFavor(0, 2), 0, 0).then(
        GoodsBought(0, "favor", 2, 3), DeckShuffled(6), FavorDrawn(0, "bribe"), FavorDrawn(0, "bribe")
    )
    assert (4, ()) == (table.state.deck, table.state.discard)


def test_nothing_left_to_draw():
    """R5: with neither deck nor discarded cards the bonus of Baharya is limited to the available cards."""
    table = deck(auction(row=("baharya", "buto", "edfu")), 0)
    table.when(PlaceBid(0, "baharya", 0))
    table.when(PlaceBid(1, "buto", 0))
    happened = table.when(PlaceBid(2, "edfu", 0))
    assert BonusTaken(0, "baharya", 1, 0, 2, 0) in happened.events
    assert [DrawLost(0), DrawLost(0)] == happened.of(DrawLost)


def test_no_limit_to_a_hand():
    """R6: a player with fifteen cards can still buy four."""
    table = market(
        hands(holding("thebes", "buto", "edfu"), " ".join(["free_farmer"] * 3 + ["architect"] * 7 + ["river"] * 2))
    )
    table.when(BuyFavor(0, 4), 0, 0, 0, 0)
    assert 12 + 4 == len(table.state.players[0].hand)


# Selling


def test_a_card_is_discarded_for_1_gold():
    """AR-F3: any card."""
    table = hands(auction(), "many_farmers")
    table.when(SellFavor(0, "many_farmers")).then(FavorSold(0, "many_farmers"))
    assert (21, (), ("many_farmers",)) == (
        table.state.players[0].gold,
        table.state.players[0].hand,
        table.state.discard,
    )


def test_only_own_cards_are_sold():
    """AR-F3: players can sell only cards they hold."""
    hands(auction(), "river", "desert").refuses(SellFavor(0, "desert"), "AR-F3")


def test_when_cards_are_sold():
    """R7: a player sells cards before a bid, a market turn, an offering or a harvest, and not in other players'
    turns.
    """
    for table in (auction(), market(holding("buto", "edfu", "abu")), harvest(holding("buto", "edfu", "abu"))):
        assert SellFavor(0, "architect") in table.legal(0)
        assert SellFavor(1, "architect") not in table.legal(1)
    table = offering(holding("buto", "edfu", "abu"))
    assert [SellFavor(seat, "architect") in table.legal(seat) for seat in range(3)] == [True] * 3
    table.when(SealOffering(0, 1))
    table.refuses(SellFavor(0, "architect"), "AR-O1")


def test_when_cards_are_not_sold():
    """R7: cards are sold neither while rewards are taken nor at the scoring."""
    table = offered(holding("buto", "edfu", "abu"), 3, 2, 1)
    table.settles()
    table.refuses(SellFavor(0, "architect"), "AR-F3")
    scoring(holding("buto", "edfu", "abu")).refuses(SellFavor(0, "architect"), "AR-F3")


def test_several_cards_can_be_sold():
    """AR-F3: any number; AR-F2 binds cards that are played, not sold ones."""
    table = hands(auction(), "bribe bribe bribe")
    for _ in range(3):
        table.when(SellFavor(0, "bribe"))
    assert 23 == table.state.players[0].gold


def test_a_sold_card_was_not_played():
    """R9: after one Treasury is sold the other can still be played."""
    table = harvest(hands(holding("edfu", "buto", "thebes"), "treasury treasury"))
    table.when(SellFavor(0, "treasury"))
    assert PlayTreasury(0, "edfu") in table.legal(0)


def test_cards_that_are_left_are_sold():
    """R8: cards left at the end of the game are sold automatically, after the yellow cards are scored."""
    table = scoring(hands(holding("buto", "edfu", "abu", kingdom=2, number=3), "river river", "", "bribe"))
    table.when(SealScoringCards(0, ("river",)))
    happened = table.when(SealScoringCards(2, ()))
    assert [HandSold(0, 1), HandSold(2, 1)] == happened.of(HandSold)


# Playing


def test_a_played_card_is_discarded():
    """AR-F1: a card is played in its own phase, once, and is then discarded."""
    table = market(hands(holding("buto", "edfu", "abu"), "free_farmer"))
    table.when(PlayFreeFarmer(0, "buto"))
    assert ((), ("free_farmer",)) == (table.state.players[0].hand, table.state.discard)


def test_cards_in_other_phases():
    """AR-F1: each card has its phase."""
    words = "free_farmer architect treasury great_harvest bribe protection"
    table = hands(auction(), words)
    table.refuses(PlayFreeFarmer(0, "buto"), "AR-F7")
    table.refuses(PlayArchitect(0, "buto"), "AR-F8")
    table.refuses(PlayTreasury(0, "buto"), "AR-F10")
    table.refuses(PlayGreatHarvest(0, "buto"), "AR-F11")
    market(hands(holding("buto", "edfu", "abu"), words)).refuses(PlaceBid(0, "buto", 3, True), "AR-A2")
    harvest(hands(holding("buto:s2", "edfu", "abu"), words)).refuses(PlayArchitect(0, "buto"), "AR-F8")


@pytest.mark.parametrize(("card", "command", "rule", "opened"), [
    ("free_farmer", PlayFreeFarmer, "AR-F7", market), ("architect", PlayArchitect, "AR-F8", market),
    ("treasury", PlayTreasury, "AR-F10", harvest), ("great_harvest", PlayGreatHarvest, "AR-F11", harvest),
])  # fmt: skip
def test_no_two_of_one_type_in_a_phase(card, command, rule, opened):
    """AR-F2: a second card of a type can be played only in the next phase of its kind."""
    table = opened(hands(holding("buto:s3 edfu:s3", "mendes", "abu"), f"{card} {card}"))
    table.when(command(0, "buto"))
    table.refuses(command(0, "edfu"), rule)
    opened(table)
    assert command(0, "edfu") in table.legal(0)


def test_different_types_come_together():
    """R9: each type for itself, and each player for themselves."""
    table = market(hands(holding("buto:s2", "edfu:s2", "abu"), "free_farmer architect", "free_farmer"))
    table.when(PlayFreeFarmer(0, "buto"))
    table.when(PlayArchitect(0, "buto"))
    table.when(EndMarket(0))
    assert PlayFreeFarmer(1, "edfu") in table.legal(1)


# The auction's cards


def outbid(words):
    """Seat 0 holds these cards and was outbid on Buto by seat 1; seat 2 has a Scribe on Mendes."""
    table = hands(auction(), words, "", "")
    table.when(PlaceBid(0, "buto", 0))
    table.when(PlaceBid(1, "buto", 3))
    table.when(PlaceBid(2, "mendes", 0))
    return table


def test_a_bribe():
    """AR-F5: a higher bid on the province where the player was outbid last."""
    table = outbid("bribe")
    table.refuses(PlaceBid(0, "buto", 6), "AR-A4")
    table.when(PlaceBid(0, "buto", 6, True)).then(BidPlaced(0, "buto", 3, 6, True, False, 1))
    assert ((), ("bribe",)) == (table.state.players[0].hand, table.state.discard)


def test_a_bribe_does_not_lower_the_minimum():
    """AR-F5: still a higher space, and not without the card."""
    outbid("bribe").refuses(PlaceBid(0, "buto", 3, True), "AR-A3")
    outbid("architect").refuses(PlaceBid(0, "buto", 6, True), "AR-F5")


def test_a_bribe_is_for_that_province():
    """AR-F5: elsewhere it cannot be spent."""
    outbid("bribe").refuses(PlaceBid(0, "thebes", 6, True), "AR-F5")


def test_a_bribe_is_for_one_bid():
    """R18: a player who is outbid there again is barred again."""
    table = outbid("bribe bribe")
    table.when(PlaceBid(0, "buto", 6, True))
    table.when(PlaceBid(1, "mendes", 1))
    table.when(PlaceBid(2, "buto", 10))
    table.refuses(PlaceBid(0, "buto", 15), "AR-A4")
    table.refuses(PlaceBid(0, "buto", 15, True), "AR-F5")


def protected():
    """Seat 0 has bid 3 on Buto with Protection."""
    table = hands(auction(4), "protection", "architect", "", "")
    table.when(PlaceBid(0, "buto", 3, False, True)).then(BidPlaced(0, "buto", 2, 3, False, True, None))
    return table


def test_protection():
    """AR-F6: a player who outbids a protected Scribe must skip one space."""
    table = protected()
    table.refuses(PlaceBid(1, "buto", 6), "AR-F6")
    assert PlaceBid(1, "buto", 10) in table.legal(1)
    assert ("protection",) == table.state.discard


def test_protection_moves_with_the_scribe():
    """AR-F6, R19: when the protected Scribe is outbid, Protection still applies at its next place."""
    table = protected()
    table.when(PlaceBid(1, "buto", 10))
    table.when(PlaceBid(2, "thebes", 0))
    table.when(PlaceBid(3, "mendes", 0))
    table.when(PlaceBid(0, "mendes", 1))
    table.refuses(PlaceBid(3, "thebes", 0), "AR-A3")
    table.refuses(PlaceBid(3, "mendes", 3), "AR-F6")


def test_protection_is_not_left_behind():
    """R19: the Scribe that outbid it is not protected."""
    table = protected()
    table.when(PlaceBid(1, "buto", 10))
    assert PlaceBid(2, "buto", 15) in table.legal(2)


def test_protection_ends_with_the_auction():
    """R19: Protection ends with the auction: in the next round the Scribe has none."""
    table = protected()
    for seat, name in ((1, "mendes"), (2, "thebes"), (3, "edfu")):
        table.when(PlaceBid(seat, name, 0))
    table.and_then(ProvincesRevealed(1, 2, ("abu", "amarna", "kharga", "sawu"), False))
    table.when(PlaceBid(0, "abu", 3))
    assert PlaceBid(1, "abu", 6) in table.legal(1)


def test_protection_on_28_is_final():
    """R19: the space of 36 would have to be left out."""
    table = gold(hands(auction(), "protection", "architect", ""), 99, 99, 99)
    table.when(PlaceBid(0, "buto", 28, False, True))
    assert [] == [one for one in table.legal(1) if getattr(one, "province", None) == "buto"]
    table.refuses(PlaceBid(1, "buto", 36), "AR-F6")


def test_no_protection_on_the_highest_space():
    """R19: 36 cannot be outbid anyway."""
    gold(hands(auction(), "protection"), 99).refuses(PlaceBid(0, "buto", 36, False, True), "AR-F6")


def test_protection_must_be_held():
    """AR-F6: Protection cannot be played without the card, nor twice for one Scribe."""
    auction().refuses(PlaceBid(0, "buto", 3, False, True), "AR-F6")
    table = hands(auction(), "protection protection", "", "")
    table.when(PlaceBid(0, "buto", 0, False, True))
    table.when(PlaceBid(1, "buto", 3))
    table.when(PlaceBid(2, "mendes", 0))
    table.refuses(PlaceBid(0, "thebes", 3, False, True), "AR-F6")


def test_bribe_and_protection_together():
    """R19: a Bribe and a Protection can be played on one bid."""
    table = outbid("bribe protection")
    table.when(PlaceBid(0, "buto", 6, True, True)).then(BidPlaced(0, "buto", 3, 6, True, True, 1))
    table.refuses(PlaceBid(1, "buto", 10, False), "AR-F6")


def test_protection_binds_opponents_only():
    """R20: Protection binds opponents only: its owner may take the next space elsewhere."""
    table = protected()
    table.when(PlaceBid(1, "buto", 10))
    table.when(PlaceBid(2, "thebes", 0))
    table.when(PlaceBid(3, "edfu", 0))
    assert PlaceBid(0, "thebes", 1) in table.legal(0)


# The market's cards


def test_a_free_farmer():
    """AR-F7: free of charge, in any of the player's provinces, without a Field."""
    table = market(hands(holding("berenike abu:f2", "edfu", "buto"), "free_farmer"))
    assert {"berenike", "abu"} == {one.province for one in table.legal(0) if isinstance(one, PlayFreeFarmer)}
    table.when(PlayFreeFarmer(0, "berenike")).then(FreeFarmerPlayed(0, "berenike"))
    assert (1, 20) == (land(table, "berenike").free_farmers, table.state.players[0].gold)


def test_an_architect():
    """AR-F8: two Stones of one of the player's provinces become a pyramid."""
    table = market(hands(holding("abu:s2p1 edfu:s1", "buto:s2", "thebes"), "architect"))
    table.refuses(PlayArchitect(0, "edfu"), "AR-F8")
    table.refuses(PlayArchitect(0, "buto"), "AR-B2")
    table.when(PlayArchitect(0, "abu")).then(ArchitectPlayed(0, "abu"))
    assert (0, 2) == (land(table, "abu").stones, land(table, "abu").pyramids)


# The offering's card


def test_the_blue_card():
    """AR-F9: the blue card is added to an offering, changes the common offering by 3, and is discarded."""
    table = offering(hands(holding("buto", "edfu", "abu"), "offering_adjuster", "architect", "architect"))
    table.refuses(SealOffering(1, 5, False, True), "AR-F9")
    table.when(SealOffering(0, 5, False, True))
    table.when(SealOffering(1, 5))
    table.when(SealOffering(2, 4))
    assert (("offering_adjuster",), ()) == (table.state.discard, table.state.players[0].hand)
    happened = table.when(DeclareAdjustment(0, -3))
    assert AdjustmentDeclared(0, -3) == happened.events[0]
    assert [NileFlooded(11, 1, ())] == happened.of(NileFlooded)


# The harvest's cards


def test_the_treasury():
    """AR-F10: 8 Gold instead of mines, Caravan and Farmers of one province."""
    table = harvest(hands(holding("abu:f2 avaris:f1", "buto", "edfu"), "treasury architect"), tile=1)
    table.when(PlayTreasury(0, "avaris")).then(TreasuryPlayed(0, "avaris"))
    table.when(TakeIncome(0)).then(IncomeTaken(0, 4, 0, 4, 8, 16))
    assert ("treasury",) == table.state.discard


def test_the_treasury_needs_nothing():
    """AR-F10: 8 Gold even for a province without income."""
    table = harvest(hands(holding("berenike edfu", "buto", "abu"), "treasury architect"), tile=1)
    table.when(PlayTreasury(0, "edfu"))
    table.when(TakeIncome(0)).then(IncomeTaken(0, 8, 0, 0, 8, 16))
    table = harvest(hands(holding("berenike edfu", "buto", "abu"), "treasury"))
    table.refuses(PlayTreasury(0, "buto"), "AR-B2")


def test_the_treasury_is_for_one_harvest():
    """AR-F10: in the next harvest the province has its own income again."""
    table = harvest(hands(holding("berenike", "buto", "abu"), "treasury architect"), tile=1)
    table.when(PlayTreasury(0, "berenike"))
    table.when(TakeIncome(0))
    harvest(table)
    table.when(TakeIncome(0)).then(IncomeTaken(0, 8, 0, 0, 0, 8))


def test_the_great_harvest():
    """AR-F11: 1 Gold more for each Farmer of one province, Free Farmers too."""
    table = harvest(hands(holding("abu:f2 edfu:f1g2", "buto", "thebes"), "great_harvest architect"), tile=2)
    table.when(PlayGreatHarvest(0, "edfu")).then(GreatHarvestPlayed(0, "edfu"))
    table.when(TakeIncome(0)).then(IncomeTaken(0, 4, 0, 3 * 2 + 4 * 3, 0, 22))
    table = harvest(hands(holding("abu", "buto", "thebes"), "great_harvest"))
    table.refuses(PlayGreatHarvest(0, "buto"), "AR-B2")


def test_the_great_harvest_is_for_one_harvest():
    """AR-F11: in the next harvest the Farmers earn by the tile."""
    table = harvest(hands(holding("edfu:f3", "buto", "thebes"), "great_harvest architect"), tile=2)
    table.when(PlayGreatHarvest(0, "edfu"))
    table.when(TakeIncome(0)).then(IncomeTaken(0, 0, 0, 12, 0, 12))
    harvest(table, tile=2)
    table.when(TakeIncome(0)).then(IncomeTaken(0, 0, 0, 9, 0, 9))


def test_treasury_and_great_harvest():
    """R47: both favors work together; the Great Harvest has no effect on the Treasury's province, but has on
    another.
    """
    for name, farmers in (("buto", 0), ("edfu", 3 * 3)):
        table = harvest(
            hands(holding("buto:f2 edfu:f3", "mendes", "thebes"), "treasury great_harvest architect"), tile=1
        )
        table.when(PlayTreasury(0, "buto"))
        table.when(PlayGreatHarvest(0, name))
        income = table.when(TakeIncome(0)).of(IncomeTaken)[0]
        assert (8, farmers or 3 * 2) == (income.treasury, income.farmers), name


# The yellow cards


CONDITIONS = [
    ("one_bank", "buto memphis kharga", "buto memphis abu"),
    ("one_half", "buto mendes amarna", "buto mendes abu"),
    ("river", "buto mendes abu", "buto mendes avaris"),
    ("desert", "kharga avaris sawu", "kharga avaris abu"),
    ("many_farmers", "buto:f6 abu:f2g1 edfu", "buto:f6 abu:f2 edfu"),
]


@pytest.mark.parametrize(("card", "names", "others"), CONDITIONS)
def test_a_yellow_card(card, names, others):
    """AR-F12: 3 points for provinces all on one bank, in one half, on or off the Nile, or for nine Farmers."""
    table = scoring(hands(holding(names, "berenike", "damanhur"), card, "", ""))
    assert [SealScoringCards(0, ()), SealScoringCards(0, (card,))] == table.legal(0)
    happened = table.when(SealScoringCards(0, (card,)), 0, 0, 0)
    assert 3 == next(one.cards for one in happened.of(title.events.PointsScored) if one.seat == 0)
    assert (card,) == table.state.discard


@pytest.mark.parametrize(("card", "names", "others"), CONDITIONS)
def test_a_yellow_card_that_is_not_fulfilled(card, names, others):
    """AR-F12, R53: a yellow card that is not fulfilled cannot be laid down, but it can be kept."""
    table = scoring(hands(holding(others, "berenike", "damanhur"), card, "", ""))
    table.refuses(SealScoringCards(0, (card,)), "AR-F12")
    table.when(SealScoringCards(0, ()), 0, 0, 0)
    assert (card,) == table.state.players[0].hand


@pytest.mark.parametrize(("card", "names"), [
    ("one_bank", "abu amarna thebes"), ("one_half", "abu kharga thebes"), ("many_farmers", "berenike:g9 abu edfu"),
])  # fmt: skip
def test_the_other_bank_and_the_other_half(card, names):
    """AR-F12, R32: east as well as west, Upper as well as Lower Egypt; Free Farmers count like Farmers."""
    table = scoring(hands(holding(names, "buto", "damanhur"), card, "", ""))
    assert SealScoringCards(0, (card,)) in table.legal(0)


def test_several_yellow_cards():
    """AR-F12: 3 points for each of different types."""
    table = scoring(hands(holding("buto memphis", "berenike", "abu"), "one_bank one_half river", "", ""))
    happened = table.when(SealScoringCards(0, ("one_bank", "one_half", "river")), 0, 0, 0)
    assert 9 == happened.of(title.events.PointsScored)[0].cards


def test_no_yellow_card_twice():
    """AR-F2: a player lays down one yellow card of each type at a scoring, and names each once."""
    table = scoring(hands(holding("buto memphis", "berenike", "abu"), "one_bank one_bank one_half", "", ""))
    table.refuses(SealScoringCards(0, ("one_bank", "one_bank")), "AR-F2")
    table.refuses(SealScoringCards(0, ("one_half", "one_bank")), "AR-F2")
    assert SealScoringCards(0, ("one_bank", "one_half")) in table.legal(0)


def test_only_yellow_cards_of_the_hand():
    """AR-V6: at the scoring, a player can lay down neither cards of another colour nor cards that they do not hold."""
    table = scoring(hands(holding("buto memphis", "berenike", "abu"), "architect one_half", "", ""))
    table.refuses(SealScoringCards(0, ("architect",)), "AR-V6")
    table.refuses(SealScoringCards(0, ("one_bank",)), "AR-V6")


def test_no_architect_and_no_free_farmer_with_a_reward():
    """R43: an Architect is not played between a reward's Stones, nor does a free Farmer come with it; a third Stone
    builds.
    """
    table = offered(hands(holding("buto:s1", "edfu", "abu"), "architect free_farmer", "", ""), 9, THEFT, THEFT)
    table.settles()
    table.when(TakeReward(0, 0, 0, 2)).then(
        title.events.RewardTaken(0, 0, 0, 2), StonePlaced(0, "buto", False), StonePlaced(0, "buto", True), ...
    )
    table = offered(hands(holding("buto:s1 edfu", "mendes", "abu"), "architect free_farmer", "", ""), 9, THEFT, THEFT)
    table.settles()
    table.when(TakeReward(0, 0, 0, 2))
    table.when(PlaceStone(0, "buto"))
    table.refuses(PlayArchitect(0, "buto"), "AR-F8")
    table.refuses(PlayFreeFarmer(0, "buto"), "AR-F7")


def test_drawing_is_by_chance():
    """AR-F4: every card of the deck can be drawn."""
    table = market(holding("thebes", "edfu", "abu"))
    table.and_then(GoodsBought(0, "favor", 1, 1))
    drawn = set()
    for number in range(300):
        chance = KeyedChance(number.to_bytes(32, "big"), "g", [])
        event: Any = title.advance(table.state, chance)
        drawn.add(event.card)
    assert 12 == len(drawn)
