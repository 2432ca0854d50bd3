"""Verdict on one answer: it grows, is the same in every process, and blames only worse answers."""

import msgspec
import pytest

from ai.analysis.decision_points import DecisionPoints
from ai.analysis.move_analysis import LEAST_PAIRS, MOST_RIVALS, AnalysisBudgets, Rival, Verdict, go_on, pieces
from ai.analysis.paired_playouts import Compared, Tally
from ai.search.search import Budget, Stopped
from ai.self_play import play_out
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from replay.past_states import placed_records

QUICK = AnalysisBudgets(Budget(games=2), Budget(games=12), Budget(games=12), rounds=3)


def moments_of(title):
    """The moments of a game between stewards and a random player."""
    projector = projector_for(title)
    least = projector.rulebook.meta.least_players
    played = play_out(projector, ("random", *("steward",) * (least - 1)), "verdict")
    return DecisionPoints(projector, placed_records(projector, played.entries))


def growing(moments, place, budgets=QUICK):
    """The verdict on this answer, piece by piece."""
    found = Verdict()
    while not found.is_done:
        found = go_on(moments, place, "seed", found, budgets)
        yield found


@pytest.mark.parametrize("title", find_rulebooks())
def test_an_answer_is_judged(title):
    """First the chances before and after, then the rivals, then their results; the played answer is not among them."""
    moments = moments_of(title)
    choosing = [place for place in range(len(moments.all)) if moments.choosing(place) is not None]
    place = choosing[len(choosing) // 2]
    first, second, *others = growing(moments, place)
    assert first.before is not None and first.after is not None and (first.done, first.rivals) == (1, ())
    assert all(abs(sum(look.chances) - 1) < 0.001 for look in (first.before, first.after))
    assert first.seat == moments.choosing(place) and moments.place_of(int(first.position.split("-")[0])) == place
    assert second.rivals and len(second.rivals) <= MOST_RIVALS
    assert all(rival.command != first.played and not rival.tally.pairs for rival in second.rivals)
    assert [one.done for one in others] == list(range(3, 3 + len(others))) and others[-1].done <= pieces(QUICK)
    assert all(rival.tally.pairs for rival in others[-1].rivals)
    again = Verdict()
    while not again.is_done:  # by another process, from the stored pieces
        with pytest.raises(Stopped):
            go_on(moments, place, "seed", again, QUICK, lambda: True)
        kept = msgspec.json.decode(msgspec.json.encode(again), type=Verdict)
        again = go_on(moments_of(title), place, "seed", kept, QUICK)
    assert msgspec.json.encode(again) == msgspec.json.encode(others[-1])


def test_nothing_is_judged_without_a_choice():
    """Before the first answer there is no verdict, and an only answer has nothing but chances."""
    moments = moments_of("das-amulett")
    (nothing,) = growing(moments, 0)
    assert (nothing.seat, nothing.played, nothing.rivals) == (None, None, ())
    only = next(
        place for place in range(1, len(moments.all)) if moments.all[place].answer and moments.choosing(place) is None
    )
    (alone,) = growing(moments, only)
    assert alone.played is not None and alone.before is not None and alone.rivals == ()


def test_only_a_surely_better_answer_is_called_better():
    """Few games settle nothing; then a rival is better, hopeless or still open."""
    few = Rival({}, Tally(LEAST_PAIRS - 1, LEAST_PAIRS - 1.0, LEAST_PAIRS - 1.0))
    assert not few.is_better and not few.is_settled and Rival({}).compared == Compared(0.0, 1.0)
    better = Rival({}, Tally(400, 40.0, 60.0))
    assert better.is_better and better.is_settled and better.compared.gain == 0.1
    worse = Rival({}, Tally(400, -40.0, 60.0))
    assert not worse.is_better and worse.is_settled
    unclear = Rival({}, Tally(400, 16.0, 100.0))
    assert not unclear.is_better and not unclear.is_settled
