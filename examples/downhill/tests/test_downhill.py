"""Each numbered rule of Downhill."""

from itertools import chain

import stele_downhill as title
from stele_downhill.rules import GatePassed, RaceBegan, Ski, SpeedChosen, falls

from stele.laws import Given
from stele.title import Result, Scripted


def given(*events, players=2, gates=3):
    """A game after these facts."""
    return Given(title, RaceBegan(players, gates), *events)


def passed(seat, speed=1, seconds=7):
    """This seat passes a gate without a fall."""
    return [SpeedChosen(seat, speed), GatePassed(seat, 6, False, seconds)]


def test_all_begin_at_speed_one():
    """S1: all skiers begin at speed one with no seconds, and the race has the agreed number of gates."""
    assert [RaceBegan(10, 5)] == list(title.setup(10, {"gates": 5}, Scripted([])))
    state = given(players=10).state
    assert {1} == {skier.speed for skier in state.skiers} and (0,) * 10 == title.standing(state)


def test_another_player_begins_at_each_gate():
    """S2: at the second gate the second player."""
    turns = [passed(seat) for seat in (0, 1, 1, 0)]
    order = [title.to_act(given(*chain(*turns[:count])).state) for count in range(5)]
    assert [(0,), (1,), (1,), (0,), (0,)] == order


def test_the_speed_changes_by_one():
    """T1: from 1 to 6."""
    assert [Ski(0, 1), Ski(0, 2)] == given().legal(0)
    given().refuses(Ski(0, 3), rule="T1")
    assert [Ski(0, 1), Ski(0, 2), Ski(0, 3)] == given(*passed(0, 2, 6), *passed(1), *passed(1)).legal(0)


def test_a_low_die_is_a_fall():
    """T2: below the speed; at an icy gate also at the speed; never at speed 1."""
    assert [True, True, False] == [falls(1, 3, face) for face in (1, 2, 3)]
    assert [True, False] == [falls(3, 3, face) for face in (3, 4)]
    assert not any(falls(gate, 1, 1) for gate in (1, 3))


def test_a_gate_takes_less_time_at_speed():
    """T3: 8 seconds minus the speed."""
    given().when(Ski(0, 2), 1).then(SpeedChosen(0, 2), GatePassed(0, 2, False, 6))


def test_a_fall_costs_time_and_speed():
    """T4: five seconds, and on at speed 1."""
    after = given().when(Ski(0, 2), 0)
    after.then(SpeedChosen(0, 2), GatePassed(0, 1, True, 11))
    assert 1 == after.state.skiers[0].speed


def test_the_fewest_seconds_win():
    """E1: equal times share the place."""
    slow, fast = (given(*passed(0, 2, 6), gates=1).when(Ski(1, speed), 3).state for speed in (1, 2))
    assert Result((1, 2), (6, 7), "seconds") == title.result(slow)
    assert Result((1, 1), (6, 6), "seconds") == title.result(fast)
