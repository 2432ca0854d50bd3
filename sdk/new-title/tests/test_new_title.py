"""Each numbered rule of New Title."""

import stele_new_title as title
from stele_new_title.events import Bank, DieRolled, PotBanked, Roll, RollChosen, RoundsAgreed

from stele.laws import Given
from stele.title import Result, Rulebook, Scripted

NEW_TITLE: Rulebook[title.State] = title
"""The type checker verifies here that this is a title."""


def given(*events, players=2, rounds=3):
    """A game after these facts."""
    return Given(title, RoundsAgreed(players, rounds), *events)


def test_all_players_begin_with_nothing():
    """S1: no points, the first seat begins, and the number of rounds is agreed."""
    assert [RoundsAgreed(4, 5)] == list(title.setup(4, {"rounds": 5}, Scripted([])))
    state = given(players=4, rounds=5).state
    assert (0, 0, 0, 0) == title.standing(state)
    assert 0 == state.turn


def test_the_first_roll_of_a_turn_is_automatic():
    """T1, T2: an empty pot cannot be banked, so the player rolls without being asked."""
    given().settles(4).then(RollChosen(0), DieRolled(0, 5))
    given().refuses(Bank(0), rule="T2")


def test_a_roll_fills_the_pot():
    """T1, T3, R1: the player may roll again and again, and each roll is added."""
    table = given(RollChosen(0), DieRolled(0, 5))
    assert [Roll(0), Bank(0)] == table.legal(0)
    after = table.when(Roll(0), 5)
    after.then(RollChosen(0), DieRolled(0, 6))
    assert 11 == after.state.pot


def test_a_one_empties_the_pot():
    """T4: the turn is over without points, and the next seat begins."""
    after = given(RollChosen(0), DieRolled(0, 5)).when(Roll(0), 0, 3)
    after.then(RollChosen(0), DieRolled(0, 1), RollChosen(1), DieRolled(1, 4))
    assert (0, 0) == title.standing(after.state)
    assert (1,) == title.to_act(after.state)


def test_a_banked_pot_is_kept():
    """T5: the points count, and the turn is over."""
    after = given(RollChosen(0), DieRolled(0, 5)).when(Bank(0), 3)
    after.then(PotBanked(0, 5), ...)
    assert (5, 0) == title.standing(after.state)
    assert (1,) == title.to_act(after.state)


def test_the_most_points_win_after_the_last_round():
    """E1: players with equal points share the place."""
    first = given(RollChosen(0), DieRolled(0, 5), PotBanked(0, 5), RollChosen(1), DieRolled(1, 6), rounds=1)
    assert Result((2, 1), (5, 6), "points") == title.result(first.when(Bank(1)).state)
    equal = given(RollChosen(0), DieRolled(0, 5), PotBanked(0, 5), RollChosen(1), DieRolled(1, 5), rounds=1)
    assert Result((1, 1), (5, 5), "points") == title.result(equal.when(Bank(1)).state)
