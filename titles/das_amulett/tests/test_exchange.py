"""Exchanges: offers, payment, gems, and cards that come back."""

from titles import das_amulett as title
from titles.das_amulett.commands import LayMetals, MoveCompany, OfferMetals, Pass, TakeBack, TakeGem, TakeMetal
from titles.das_amulett.events import (
    ExchangeOpened,
    ExchangeWon,
    GemTaken,
    MetalsLaid,
    MetalsOffered,
    MetalsTakenBack,
    NobodyOffered,
    OfferDiscarded,
    Passed,
    TakeBackInvited,
)
from titles.das_amulett.tests.tables import (
    BARE,
    CITY,
    PYRAMID,
    WALL,
    exchanging,
    hand,
    lay,
    metals,
    offers,
    piles,
    spells,
    there,
)

GOLD = BARE["gold"]


# Offers


def test_offers_from_the_hat_on():
    """DA-X1, DA-T2, R34: the player with the hat opens, then the rest clockwise."""
    table = exchanging("g5", "g5", "g5", "g5", region=GOLD, hat=2)
    asked = []
    for cards in (1, 2, 3, 4):
        (seat,) = title.to_act(table.state)
        asked.append(seat)
        table.when(OfferMetals(seat, cards))
    assert ([2, 3, 0, 1], (2,)) == (asked, title.to_act(table.state))


def test_a_player_who_has_passed_is_out():
    """DA-X1, R34: a player who passes is out, even before any offer, and even with the hat."""
    table = exchanging("g5", "g5", "g5", region=GOLD)
    table.when(Pass(0))
    table.when(OfferMetals(1, 1))
    table.when(OfferMetals(2, 2))
    assert (1,) == title.to_act(table.state)
    table.refuses(OfferMetals(0, 3), "DA-X1")
    table.when(OfferMetals(1, 3))
    assert (2,) == title.to_act(table.state)


def test_a_pass_is_for_this_exchange():
    """R34: in the next exchange all players take part again."""
    table = lay(exchanging("g3", "g3", "g3", region=GOLD), GOLD, "red")
    table.when(Pass(0))
    table.when(Pass(1))
    table.when(OfferMetals(2, 1))
    happened = table.when(MoveCompany(2, "Fog Wood"))
    assert [ExchangeOpened("Fog Wood", (2, 0, 1))] == happened.of(ExchangeOpened)
    table.when(Pass(2))
    assert (0,) == title.to_act(table.state)


def test_an_offer_is_larger():
    """DA-X2, R35: an offer is larger than the best one, by one or more."""
    table = exchanging("g5", "g5", "g5", region=GOLD)
    assert [1, 2, 3, 4, 5] == offers(table, 0)
    table.when(OfferMetals(0, 2))
    assert [3, 4, 5] == offers(table, 1)
    table.refuses(OfferMetals(1, 2), "DA-X2")
    table.refuses(OfferMetals(1, 1), "DA-X2")


def test_an_offer_is_a_number_from_one():
    """R35: zero and less is no offer."""
    table = exchanging("g5", "g5", "g5", region=GOLD)
    table.refuses(OfferMetals(0, 0), "DA-X2")
    table.refuses(OfferMetals(0, -1), "DA-X2")


def test_no_more_than_the_hand():
    """DA-X3: a player can offer only as many cards as are accepted here from their hand."""
    table = exchanging("g2s9", "g5", "", region=GOLD)
    assert [1, 2] == offers(table, 0)
    table.refuses(OfferMetals(0, 3), "DA-X3")


def test_in_the_city_every_card():
    """R36, DA-B2: cards of all metals may be mixed."""
    assert [1, 2, 3, 4] == offers(exchanging("g1s1c1i1", "g5", "", region=CITY), 0)


def test_metal_of_the_region_and_named_and_wild():
    """R36: the region's, the named one, and those that count as any metal by the player's spells; mixed."""
    table = exchanging("g1s1c1i1", "g1s1c1i1", "", region=GOLD, held=("Iron Metamorphosis",))
    table.and_then(title.events.MetalNamed(2, "Burning Desire", "copper"))
    assert [1, 2, 3] == offers(table, 0)
    table.when(OfferMetals(0, 1))
    assert [2] == offers(table, 1)


def test_the_best_offer_wins():
    """DA-X4: the best offer wins when all other players have passed, and its player takes the hat."""
    table = exchanging("g5", "g5", "g5", region=GOLD)
    table.when(OfferMetals(0, 1))
    table.when(OfferMetals(1, 3))
    assert [] == table.when(Pass(2)).of(ExchangeWon)
    assert [Passed(0), ExchangeWon(1, 3, 1)] == table.when(Pass(0)).events[:2]
    assert 1 == table.state.hat


def test_no_player_raises_their_own_offer():
    """R37: the player with the best offer is not asked."""
    table = exchanging("g5", "g5", "g5", region=GOLD)
    table.when(OfferMetals(0, 1))
    table.when(Pass(1))
    assert ExchangeWon(0, 1, 1) == table.when(Pass(2)).events[1]


def test_left_alone_without_an_offer():
    """R37: the last player left may still make an offer, and wins with it."""
    table = exchanging("g5", "g5", "g5", region=GOLD)
    table.when(Pass(0))
    table.when(Pass(1))
    assert [1, 2, 3, 4, 5] == offers(table, 2)
    assert [MetalsOffered(2, 1), ExchangeWon(2, 1, 1)] == table.when(OfferMetals(2, 1)).events[:2]


def test_too_few_cards():
    """R38: a player with fewer cards than an offer needs passes automatically."""
    table = exchanging("g5", "g2s1", "g2s2", region=GOLD)
    table.when(OfferMetals(0, 3)).then(MetalsOffered(0, 3), Passed(1))
    assert [Pass(2)] == table.legal(2)


def test_only_the_wrong_metals():
    """R38: a player with enough cards but not of the right metals is asked: the metals are not public."""
    table = exchanging("g5", "i9", "g5", region=GOLD)
    table.when(OfferMetals(0, 1))
    assert (1,) == title.to_act(table.state)
    assert [Pass(1)] == table.legal(1)


def test_no_offers():
    """DA-X9, R39: no gem is taken, the hat stays, and the company moves on."""
    table = exchanging("g5", "g5", "g5", region=GOLD, hat=1)
    before = there(table, GOLD)
    for seat in (1, 2, 0):
        happened = table.when(Pass(seat))
    assert [Passed(0), NobodyOffered(GOLD)] == happened.events
    assert (before, 1, "movement") == (there(table, GOLD), table.state.hat, table.state.phase)


# Payment


def test_accepted_cards_are_laid():
    """DA-X5, R36: the winner pays in cards of the named metal and the region's, in any mix, face up, and in no
    others.
    """
    table = exchanging("g3s2i1", "", "", region=GOLD)
    table.and_then(title.events.MetalNamed(0, "Burning Desire", "silver"))
    table.when(OfferMetals(0, 3))
    assert {(3, 0, 0, 0), (2, 1, 0, 0), (1, 2, 0, 0)} == {(o.gold, o.silver, o.copper, o.iron) for o in table.legal(0)}
    table.refuses(LayMetals(0, gold=2, iron=1), "DA-X5")
    table.refuses(LayMetals(0, gold=2), "DA-X5")
    table.refuses(LayMetals(0, gold=2, silver=2, iron=-1), "DA-X5")
    assert MetalsLaid(0, (1, 2, 0, 0)) == table.when(LayMetals(0, gold=1, silver=2)).events[0]
    assert (2, 0, 0, 1) == hand(table, 0)


def test_metals_are_chosen_after_winning():
    """R43: offers name only a number."""
    table = exchanging("g2s2", "g1", "", region=CITY)
    table.when(OfferMetals(0, 2))
    assert {LayMetals} == {type(one) for one in table.legal(0)}
    table.refuses(TakeGem(0, "red"), "DA-X6")


def test_one_metal_is_laid_automatically():
    """R43: if only one metal is accepted from the winner, the cards are laid automatically."""
    table = exchanging("g3s2", "", "", region=GOLD)
    assert [MetalsLaid(0, (2, 0, 0, 0))] == table.when(OfferMetals(0, 2)).of(MetalsLaid)


def test_the_whole_hand_is_laid_automatically():
    """R43: in the city, an offer of the whole hand is laid automatically."""
    table = exchanging("g1s1i1", "", "", region=CITY)
    assert [MetalsLaid(0, (1, 1, 0, 1))] == table.when(OfferMetals(0, 3)).of(MetalsLaid)


def test_a_large_offer_in_parts():
    """R43: a player chooses at most eight cards of a large offer at a time, and then the rest."""
    table = exchanging("g9s9", "", "", region=CITY)
    table.when(OfferMetals(0, 11))
    assert {8} == {one.gold + one.silver for one in table.legal(0)}
    table.when(LayMetals(0, gold=8)).then(MetalsLaid(0, (8, 0, 0, 0)))
    assert {3} == {one.gold + one.silver for one in table.legal(0)}
    table.when(LayMetals(0, gold=1, silver=2)).then(MetalsLaid(0, (1, 2, 0, 0)))
    assert (0, 7, 0, 0) == hand(table, 0)


# Gems


def test_a_gem_of_the_region():
    """DA-X6, R44: the winner takes one gem of their choice from this region, and from no other."""
    table = lay(exchanging("g3", "", "", region=GOLD), GOLD, "red", "blue")
    table.when(OfferMetals(0, 2))
    assert [TakeGem(0, "red"), TakeGem(0, "blue")] == table.legal(0)
    table.refuses(TakeGem(0, "brown"), "DA-X6")
    assert GemTaken(0, GOLD, "blue") == table.when(TakeGem(0, "blue")).events[0]
    assert (("blue",), ("red",)) == (table.state.players[0].gems, there(table, GOLD))


def test_a_gem_must_be_taken():
    """R44: no other answer is possible; the last kind is taken automatically."""
    table = lay(exchanging("g3", "", "", region=GOLD), GOLD, "red", "red")
    happened = table.when(OfferMetals(0, 2))
    assert [GemTaken(0, GOLD, "red")] == happened.of(GemTaken)


def test_each_gift_that_works_adds_a_gem():
    """DA-X6, R44: each Gift that works adds one gem while gems are left in the region."""
    table = lay(exchanging("g3", "", "", region=GOLD, held=("Gift",)), GOLD, "red", "red", "red")
    assert 2 == len(table.when(OfferMetals(0, 2)).of(GemTaken))
    table = lay(exchanging("g3", "", "", region=GOLD, held=("Gift",)), GOLD, "red")
    assert 1 == len(table.when(OfferMetals(0, 2)).of(GemTaken))


# Returned cards


def test_remaining_cards_go_to_the_piles():
    """DA-X8, R50: each card to the pile of its printed metal."""
    table = exchanging("g2s2", "", "", region=CITY)
    table.when(OfferMetals(0, 4))
    happened = table.when(table.legal(0)[0])
    assert [OfferDiscarded((2, 2, 0, 0))] == happened.of(OfferDiscarded)
    assert (28, 28, 28, 28) == table.state.stock


def test_an_empty_pile_is_filled_again():
    """DA-X8, R23: discarded cards may be taken in the next metals phase."""
    table = piles(exchanging("g2", "", "", region=GOLD, held=("Influence",)), 0, 9, 0, 9)
    lay(table, GOLD, "red").when(OfferMetals(0, 2))
    metals(table).settles()
    assert [TakeMetal(0, metal) for metal in ("gold", "silver", "iron")] == table.legal(0)


def test_a_wild_card_keeps_its_metal():
    """R57, R50: iron that counted as gold goes to the pile of iron; taken back it is iron again."""
    table = exchanging("i3", "", "", region=GOLD, held=("Iron Metamorphosis", "Influence"))
    table.when(OfferMetals(0, 3))
    happened = table.when(table.legal(0)[0])
    assert [OfferDiscarded((0, 0, 0, 2))] == happened.of(OfferDiscarded)
    assert ((0, 0, 0, 1), (28, 28, 28, 27)) == (hand(table, 0), table.state.stock)


def test_first_the_winner_then_the_rest():
    """DA-X7, DA-T2, R46: the winner uses all refunds together, then each other player clockwise."""
    table = exchanging("", "s3g1", "", "g1", region=CITY, held=("Foul Curse of Avarice",))
    lay(spells(table, 1, "Influence"), CITY, "red")
    table.settles()
    table.when(OfferMetals(1, 3))
    happened = table.when(LayMetals(1, gold=1, silver=2))
    assert [TakeBackInvited((1, 0), (1, 1))] == happened.of(TakeBackInvited)
    table.refuses(TakeBack(0, gold=1), "DA-X7")
    table.when(TakeBack(1, silver=1)).then(MetalsTakenBack(1, (0, 1, 0, 0)))
    table.when(TakeBack(0, gold=1)).then(MetalsTakenBack(0, (1, 0, 0, 0)), OfferDiscarded((0, 1, 0, 0)))
    assert ((1, 0, 0, 0), (0, 2, 0, 0)) == (hand(table, 0), hand(table, 1))


def test_all_at_once():
    """R46: two spells of the winner are one answer."""
    table = lay(exchanging("g2s3", "", "", region=CITY, held=("Influence", "Foul Curse of Avarice")), CITY, "red")
    table.when(OfferMetals(0, 4))
    happened = table.when(LayMetals(0, gold=2, silver=2))
    assert [TakeBackInvited((0,), (2,))] == happened.of(TakeBackInvited)
    table.refuses(TakeBack(0, gold=2, silver=1), "DA-X7")
    assert MetalsTakenBack(0, (2, 0, 0, 0)) == table.when(TakeBack(0, gold=2)).events[0]


def test_while_cards_are_left():
    """R46: cards are taken while any are left: if the winner takes all, other players take none."""
    table = lay(exchanging("", "g1", "", region=GOLD, held=("Foul Curse of Avarice",)), GOLD, "red")
    spells(table, 1, "Influence").settles()
    happened = table.when(OfferMetals(1, 1))
    assert [MetalsTakenBack(1, (1, 0, 0, 0))] == happened.of(MetalsTakenBack)
    assert [OfferDiscarded((0, 0, 0, 0))] == happened.of(OfferDiscarded)


def taking():
    """Seat 0 may take back two of gold and silver."""
    table = exchanging("g2s2i1", "", "", region="North Quarter", held=("Influence of the Builders",))
    lay(table, "North Quarter", "red")
    table.when(OfferMetals(0, 3))
    table.when(LayMetals(0, gold=1, silver=2))
    return table


def test_the_taker_chooses():
    """R49: the metals, fewer cards or none; not more, and no other cards."""
    table = taking()
    assert {(1, 1), (1, 0), (0, 1), (0, 2), (0, 0)} == {(one.gold, one.silver) for one in table.legal(0)}
    table.refuses(TakeBack(0, gold=1, silver=2), "DA-X7")
    table.refuses(TakeBack(0, iron=1), "DA-X7")
    table.refuses(TakeBack(0, gold=1, iron=-1), "DA-X7")
    table.when(TakeBack(0)).then(MetalsTakenBack(0, (0, 0, 0, 0)), OfferDiscarded((1, 2, 0, 0)))


def test_equal_cards_come_back_automatically():
    """R49: the due number."""
    table = lay(exchanging("g5", "", "", region=GOLD, held=("Influence",)), GOLD, "red")
    assert [MetalsTakenBack(0, (1, 0, 0, 0))] == table.when(OfferMetals(0, 5)).of(MetalsTakenBack)


def test_a_full_refund_is_automatic():
    """R49: a refund of the whole offer is automatic."""
    table = exchanging("g1s1", "", "", region="North Quarter", held=("Influence of the Builders",))
    lay(table, "North Quarter", "red")
    assert [MetalsTakenBack(0, (1, 1, 0, 0))] == table.when(OfferMetals(0, 2)).of(MetalsTakenBack)


def test_cards_taken_go_to_the_hand():
    """R50: taken cards go to the hand of the player who takes them."""
    table = taking()
    table.when(TakeBack(0, silver=2))
    assert ((1, 2, 0, 1), 4) == (hand(table, 0), table.state.players[0].cards)


def test_a_passed_player_takes_cards_too():
    """R51: a player who has passed still takes cards by Avarice and Croesus."""
    table = lay(exchanging("g1", "g3", "", region=GOLD, held=("Foul Curse of Avarice",)), GOLD, "red")
    table.when(Pass(0))
    happened = table.when(OfferMetals(1, 2))
    assert [MetalsTakenBack(0, (1, 0, 0, 0))] == happened.of(MetalsTakenBack)


def test_an_offer_of_one_may_cost_nothing():
    """R48: with Influence, an offer of one card may cost nothing."""
    table = lay(exchanging("g1", "", "", region=GOLD, held=("Influence",)), GOLD, "red")
    table.when(OfferMetals(0, 1))
    assert (("red",), (1, 0, 0, 0)) == (table.state.players[0].gems, hand(table, 0))


def test_all_cards_are_needed_for_the_offer():
    """DA-X3, R48: though cards come back, no more are offered than are in the hand."""
    table = exchanging("g2", "", "", region=WALL["gold"], held=("Influence", "Influence of the Builders"))
    assert [1, 2] == offers(table, 0)


def test_only_fitting_answers():
    """DA-X1, DA-X5, DA-X6, DA-X7: each step of an exchange in its place."""
    table = exchanging("g3", "g3", "g3", region=PYRAMID["gold"])
    table.refuses(LayMetals(0, gold=1), "DA-X5")
    table.refuses(LayMetals(0), "DA-X5")
    table.refuses(TakeGem(0, "red"), "DA-X6")
    table.refuses(TakeBack(0), "DA-X7")
    for seat in (0, 1, 2):
        table.when(Pass(seat))
    table.refuses(OfferMetals(0, 1), "DA-X1")
    table.refuses(Pass(0), "DA-X1")
