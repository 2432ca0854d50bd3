"""Each numbered rule of Liar's Dice."""

import stele_liars_dice as title
from stele_liars_dice.events import Bid, BidDoubted, BidMade, CupsHanded, CupsLifted, DieLost, DieRolled, Doubt

from stele.laws import Given
from stele.title import Result, Rulebook, Scripted

LIARS_DICE: Rulebook[title.State] = title
"""The type checker verifies here that this is a title."""


def given(*events, players=2, dice=1):
    """A table after these facts."""
    return Given(title, CupsHanded(players, dice), *events)


def rolled(*faces, at=1):
    """One die for each seat in this round."""
    return [DieRolled(seat, at, face) for seat, face in enumerate(faces)]


def test_all_players_begin_alike():
    """LD-S1, LD-S2: all seats begin with equally many dice, and the first seat begins."""
    assert [CupsHanded(4, 5)] == list(title.setup(4, {"dice": 5}, Scripted([])))
    state = given(players=4, dice=5).state
    assert (5, 5, 5, 5) == title.standing(state)
    assert 0 == state.turn


def test_all_dice_are_rolled():
    """LD-R1: one after the other, each under its owner's cup; then the first player is asked."""
    happened = given(players=2, dice=2).settles(0, 1, 4, 5)
    assert [(0, 1), (0, 2), (1, 5), (1, 6)] == [(one.seat, one.face) for one in happened.of(DieRolled)]
    assert (0,) == title.to_act(happened.state)


def test_a_bid_names_dice_and_a_face():
    """LD-B1: from one die to all, any face; with no bid there is nothing to doubt."""
    table = given(*rolled(2, 3))
    assert [Bid(0, count, face) for count in (1, 2) for face in range(1, 7)] == table.legal(0)
    table.refuses(Bid(0, 3, 1), rule="LD-B1")
    table.refuses(Bid(0, 1, 7), rule="LD-B1")
    table.refuses(Doubt(0), rule="LD-B2")


def test_the_next_player_bids_higher_or_doubts():
    """LD-B2: more dice of any face, or the same number of a higher face."""
    table = given(*rolled(2, 3), BidMade(0, 1, 5))
    assert [Bid(1, 1, 6), *(Bid(1, 2, face) for face in range(1, 7)), Doubt(1)] == table.legal(1)
    table.refuses(Bid(1, 1, 5), rule="LD-B2")
    table.refuses(Bid(0, 2, 5), rule="LD-B2")


def test_a_player_without_dice_is_left_out():
    """LD-B2, LD-E1: the bid goes to the next seat that has dice."""
    table = given(*rolled(1, 2, 3), BidMade(0, 2, 6), DieLost(1), players=3)
    assert (2,) == title.to_act(table.and_then(DieRolled(0, 2, 1), DieRolled(2, 2, 1)).state)
    assert (0,) == title.to_act(table.and_then(BidMade(2, 1, 1)).state)


def test_the_highest_bid_is_doubted_without_asking():
    """LD-B3, LD-D1: nothing is higher than all dice showing a six."""
    after = given(*rolled(6, 6)).when(Bid(0, 2, 6))
    after.then(BidMade(0, 2, 6), BidDoubted(1), CupsLifted(1, ((6,), (6,)), 6, 2), DieLost(1))


def test_a_bid_that_holds_costs_the_doubter():
    """LD-D2, LD-E1: there are at least as many dice as bid; the last player with dice wins."""
    after = given(*rolled(4, 2), BidMade(0, 1, 4)).when(Doubt(1))
    after.then(BidDoubted(1), CupsLifted(1, ((4,), (2,)), 4, 1), DieLost(1))
    assert Result((1, 2), (1, 0), "dice") == title.result(after.state)


def test_a_bid_that_fails_costs_the_bidder():
    """LD-D2, LD-D3: the loser begins the next round or, without dice, the next player who has some."""
    after = given(*rolled(4, 2, 3), BidMade(0, 2, 4), players=3).when(Doubt(1), 0, 0)
    assert [DieLost(0)] == after.of(DieLost)
    assert (1,) == title.to_act(after.state)
    kept = given(*rolled(4, 2), *rolled(1, 1), BidMade(0, 2, 4), dice=2).when(Doubt(1), 0, 0, 0)
    assert (0,) == title.to_act(kept.state)


def test_a_one_is_a_one():
    """R1: a one counts for no other face."""
    after = given(*rolled(1, 5), BidMade(0, 2, 5)).when(Doubt(1))
    assert [1] == [one.count for one in after.of(CupsLifted)]
