"""Each numbered rule of High Water."""

import stele_high_water as title
from stele_high_water.rules import Bail, Bailed, StormBegan, Wait, Waited, Walk, Walked, WaterRose, beside

from stele.laws import Given
from stele.title import Result, Rulebook, Scripted

HIGH_WATER: Rulebook[title.State] = title
"""The type checker verifies here that this is a title."""


def given(*events, players=2, tides=5, strength=1):
    """A game after these facts."""
    return Given(title, StormBegan(players, tides, strength), *events)


def flood(field, times=3, out=()):
    """The water rises on this field this number of times."""
    return [WaterRose(field, out if number == 2 else ()) for number in range(times)]


def test_the_wardens_begin_in_the_middle():
    """S1, S2: on dry fields, with the agreed tides and strength."""
    assert [StormBegan(5, 9, 2)] == list(title.setup(5, {"tides": 9, "strength": 2}, Scripted([])))
    state = given(players=5).state
    assert ("b2", "c2", "b1", "c3", "b2") == state.wardens and not any(state.water)


def test_a_turn_has_two_steps():
    """T1, T4: after the player's action the tide comes, and it is the next seat's turn."""
    table = given()
    assert (0,) == title.to_act(table.state)
    after = given(Waited(0)).when(Wait(0), 0)
    after.then(Waited(0), WaterRose("a1", ()))
    assert (1,) == title.to_act(after.state)


def test_wardens_walk_to_fields_beside():
    """T2: beside, above and below, but not to a lost field."""
    assert ["a2", "c2", "b1", "b3"] == beside("b2") and ["b1", "a2"] == beside("a1") and ["c3", "d2"] == beside("d3")
    given().when(Walk(0, "b1")).then(Walked(0, "b1"))
    given().refuses(Walk(0, "d3"), rule="T2")
    given(*flood("a2"), strength=9).refuses(Walk(0, "a2"), rule="T2")


def test_bailing_lowers_the_water():
    """T3: bailing lowers the water, and is refused on a dry field."""
    given().refuses(Bail(0), rule="T3")
    after = given(WaterRose("b2", ()), strength=9).when(Bail(0))
    after.then(Bailed(0, "b2"))
    assert 0 == after.state.depth("b2")


def test_the_water_rises_on_fields_that_are_not_lost():
    """W1: each equally likely, as often as the strength says."""
    after = given(Waited(0), strength=2).when(Wait(0), 11, 0)
    after.then(Waited(0), WaterRose("d3", ()), WaterRose("a1", ()))
    assert "b1" == given(*flood("a1"), Waited(0), strength=4).when(Wait(0), 0).events[-1].field


def test_a_lost_field_takes_its_wardens():
    """W2: the wardens of a lost field are out of the game, and are no longer asked."""
    after = given(*flood("c2", 2), Waited(0), strength=3).when(Wait(0), 6)
    after.then(Waited(0), WaterRose("c2", (1,)))
    assert (1,) == title.eliminated(after.state) and (0,) == title.to_act(after.state)


def test_all_win_or_lose_together():
    """E1: with fewer than four lost fields after the last tide, also those who are out."""
    won = given(*flood("c2", 2), Waited(0), tides=1, strength=3).when(Wait(0), 6)
    assert Result((1, 1), (11, 11), "held") == title.result(won.state)
    lost = given(*flood("a1"), *flood("a2"), *flood("a3"), *flood("d1", 2), Waited(0), strength=12).when(Wait(0), 2)
    assert Result((2, 2), (8, 8), "flooded") == title.result(lost.state)
    alone = given(*flood("c2", out=(1,)), *flood("b2", 2), Waited(0), strength=6).when(Wait(0), 5)
    alone.then(Waited(0), WaterRose("b2", (0,)))
    assert Result((2, 2), (10, 10), "flooded") == title.result(alone.state)
