"""Stakes: the quick weighing of a pawn or a tile equals the evaluation of its resulting state."""

import pytest
from msgspec.structs import replace

from domain.chance import Scripted
from sdk.laws.determinization import playout
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.course import COURSE
from titles.kheops.powers import power_options
from titles.kheops.stakes import stakes
from titles.kheops.steward import REPLY, appraise, prospects


def after(state, command):
    """The resulting state, before anything else follows."""
    for event in COURSE.decide(state, command, Scripted(())):
        state = COURSE.evolve(state, event)
    return state


def margin(state, seat):
    """The number of points by which this seat may expect to win."""
    return stakes(state).margins[seat]


@pytest.fixture(scope="module")
def moments():
    """The decisions of a game with random options."""
    return [moment.table for moment in playout("kheops", 2, 1)]


def test_a_pawns_weight_is_its_states_margin(moments):
    """Placed, moved or swapped, with the best use of its power: its value is the resulting margin."""
    seen = set()
    for state in moments:
        (seat,) = COURSE.to_act(state)
        uses = {}
        for command in COURSE.legal(state, seat)[::3]:
            if isinstance(command, PlaceTile):
                continue
            then = after(state, command)
            worth = margin(then, seat)
            if then.power is not None:
                if then.power not in uses:
                    ready = replace(state, power=then.power, step="power")
                    options = power_options(ready, seat)
                    brings = [margin(after(ready, use), seat) - margin(ready, seat) for use in options]
                    uses[then.power] = max(brings, default=0.0)
                worth += uses[then.power]
            assert appraise(state, seat, [command]) == pytest.approx([1000 * worth], abs=0.51)
            seen.add(type(command))
    assert seen == {PlacePawn, Rotate, Move, Swap}


def test_a_tiles_weight_is_its_states_margin(moments):
    """A tile's weight in any cell and orientation is the resulting margin minus the gain of the opponent's best
    Worker.
    """
    seen = 0
    for state in moments:
        (seat,) = COURSE.to_act(state)
        for command in COURSE.legal(state, seat)[::5]:
            if isinstance(command, PlaceTile):
                then = after(state, command)
                worth = margin(then, seat) - REPLY * stakes(then).best_worker(1 - seat)
                assert appraise(state, seat, [command]) == pytest.approx([1000 * worth], abs=0.51)
                seen += 1
    assert seen > 100


def test_the_margin_is_the_difference_of_expectations(moments):
    """The players' expectations differ by the margin, which is one player's gain and the other's loss."""
    for state in moments:
        first, second = prospects(state)
        assert margin(state, 0) == pytest.approx(first - second)
        assert margin(state, 1) == pytest.approx(second - first)
