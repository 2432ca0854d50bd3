"""Puzzle check: candidates from an analysis, and only clearly best answers pass."""

import random

import msgspec
import pytest

from ai.analysis.decision_points import DecisionPoints
from ai.analysis.game_analysis import Findings, Judgement
from ai.analysis.move_analysis import Rival
from ai.analysis.paired_playouts import Tally
from ai.analysis.puzzle_check import (
    MOST_ANSWERS,
    MOST_OF_GAME,
    Candidate,
    Check,
    CheckBudgets,
    candidates,
    go_on,
    next_round,
)
from ai.search.search import Budget, Stopped
from tests.ai.guessing import Begun, Heap, Take, game_of, sticks
from tests.ai.test_game_analysis import TAKE, finished, judged

CARE = CheckBudgets(Budget(games=400), rounds=4)


def checked(heap, best):
    """The finished check of taking this number of sticks, with this number on the heap."""
    past = [Begun(Heap(heap))]
    game, rulebook = game_of(sticks(), past), sticks()
    check = Check(Candidate(3, 0, msgspec.to_builtins(Take(0, best))))
    while not check.is_done:
        lot = random.Random(f"check {check.done}")
        check = next_round(rulebook, game, past, rulebook.legal(game.table, 0), check, CARE, lot)
    return check


def test_a_clearly_best_answer_passes():
    """With three sticks, taking all of them wins at once; taking two of them loses."""
    right = checked(3, 3)
    assert right.is_puzzle and right.gain >= 0.05 and len(right.others) == 2
    wrong = checked(3, 2)
    assert not wrong.is_puzzle and wrong.done == 1, "the first round already shows a better answer"


def test_equal_answers_are_no_puzzle():
    """A moment with one legal answer is no puzzle, and without the proposed answer there is no check."""
    assert not checked(1, 1).is_puzzle
    assert checked(2, 3) == Check(Candidate(3, 0, msgspec.to_builtins(Take(0, 3))), is_done=True)


def test_candidates_have_a_certain_and_large_advantage():
    """A mistake proposes its better answer, a strong answer itself; small and uncertain differences nothing."""
    assert candidates(Findings(judged=(judged(0.2, position="7-0"),))) == [Candidate(7, 0, {**TAKE, "count": 2})]
    assert candidates(Findings(judged=(judged(-0.2, position="9-0"),))) == [Candidate(9, 0, TAKE)]
    nothing = (
        judged(0.09),
        judged(-0.09),
        judged(0.2, pairs=20),
        judged(0.2, squares=10_000.0),
        Judgement("3-0", 0, TAKE),
    )
    assert candidates(Findings(judged=nothing)) == []
    many = tuple(judged(gain / 100, position=f"{gain}-0") for gain in range(10, 20))
    found = candidates(Findings(judged=many))
    assert [one.action for one in found] == [19, 18, 17] and len(found) == MOST_OF_GAME


def test_a_check_is_a_puzzle_only_if_every_other_answer_is_worse():
    """A puzzle's answer is better than all others by five points in a hundred and by 2.6 standard errors."""
    best = Candidate(3, 0, TAKE)
    worse, close = Rival({}, Tally(100, -20.0, 10.0)), Rival({}, Tally(100, -2.0, 1.0))
    assert Check(best, (worse,)).is_puzzle and Check(best, (worse,)).gain == 0.2
    assert not Check(best, (worse, close)).is_puzzle and not Check(best).is_puzzle
    assert not Check(best, (Rival({}, Tally(100, -20.0, 100.0)),)).is_puzzle
    assert not Check(best, (Rival({}, Tally(20, -4.0, 1.0)),)).is_puzzle


def test_a_check_of_a_game_is_resumed():
    """Any process can resume a check and plays the same rounds; a stopped process loses one round only."""
    moments = DecisionPoints(*finished("amun-re-card-game"))
    place = next(
        at for at in range(len(moments.all)) if moments.choosing(at) is not None and 2 < len(moments.legal(at)) <= 12
    )
    best = msgspec.to_builtins(moments.answered(place).played)
    begun = Check(Candidate(0, moments.answered(place).seat, best))
    budgets = CheckBudgets(Budget(games=len(moments.legal(place)) * 4), rounds=3)
    with pytest.raises(Stopped):
        go_on(moments, place, "seed", begun, budgets, lambda: True)
    first = go_on(moments, place, "seed", begun, budgets)
    assert first.done == 1 and len(first.others) == len(moments.legal(place)) - 1
    assert first == go_on(moments, place, "seed", begun, budgets)
    assert go_on(moments, place, "seed", first, budgets).done == 2


def test_a_decision_with_many_answers_is_checked():
    """Each of the many places for a tile is compared with the best one."""
    moments = DecisionPoints(*finished("kheops"))
    choices = [at for at in range(len(moments.all)) if moments.choosing(at) is not None]
    place = next(at for at in choices if 12 < len(moments.legal(at)) <= MOST_ANSWERS)
    answered = moments.answered(place)
    begun = Check(Candidate(0, answered.seat, msgspec.to_builtins(answered.played)))
    first = go_on(moments, place, "seed", begun, CheckBudgets(Budget(games=1), rounds=2))
    assert first.done == 1 and len(first.others) == len(moments.legal(place)) - 1
