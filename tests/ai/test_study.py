"""Analysis study: marked losses and puzzles are judged again with other draws, and the log continues."""

import pytest
from msgspec.structs import replace

from ai.analysis.game_analysis import Effort
from ai.analysis.paired_playouts import Tally
from ai.analysis.puzzle_check import CheckBudgets
from ai.search.search import Budget
from bench.study import TIMES, Again, Mark, Puzzle, Studied, scaled, studied, told

TITLE = "amun-re-card-game"
SMALL = Effort(Budget(games=1), Budget(games=4), Budget(games=8), Budget(games=120), pieces=8)
CARE = CheckBudgets(Budget(games=400), rounds=2)
GAMES = 2


def result(gain, pairs=100, spread=0.0):
    """The result of this many pairs with this gain and standard deviation."""
    return Tally(pairs, gain * pairs, (gain * gain + spread * spread) * pairs)


def again(*gains, spread=0.0):
    """A loss of ten points in a hundred that is judged again in parts."""
    return Again(result(0.1), tuple(result(gain, spread=spread) for gain in gains))


def test_a_loss_holds_if_it_would_be_called_one_again():
    """All parts together must be a mistake; its sign alone is told apart, and the first result does not count."""
    assert again(0.2, 0.0).holds and again(0.2, 0.0).has_its_sign
    assert again(0.02).has_its_sign and not again(0.02).holds, "too small"
    assert again(0.1, spread=1.0).has_its_sign and not again(0.1, spread=1.0).holds, "too uncertain"
    assert not again(-0.1).has_its_sign and not again(-0.1).holds


def test_a_second_judgement_ends_when_it_is_beyond_doubt():
    """Certainly a mistake, or certainly none; before thirty pairs nothing is."""
    assert again(0.2, spread=0.2).is_doubtless and again(-0.2, spread=0.2).is_doubtless
    assert not again(0.2, spread=0.6).is_doubtless and not again(0.02, spread=0.2).is_doubtless
    assert not again().is_doubtless and not Again(result(0.1), (result(0.2, pairs=20),)).is_doubtless


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A log of some games with little effort."""
    path = tmp_path_factory.mktemp("study") / "games.jsonl"
    studied([TITLE], GAMES, SMALL, CARE, path, print)
    return path


@pytest.mark.soak
def test_a_game_is_studied(log):
    """A study's marks and puzzles are decisions of the game, each judged again in at most ten times as many
    playouts.
    """
    games = studied([TITLE], GAMES, SMALL, CARE, log, print)
    marks, puzzles = ([one for game in games for one in getattr(game, name)] for name in ("marks", "puzzles"))
    assert marks and puzzles
    for game in games:
        losses = {one.position: one.measured for one in game.judged}
        assert all(mark.lost.first == losses[mark.position] for mark in game.marks)
        assert all(puzzle.position in losses for puzzle in game.puzzles) and len(game.puzzles) <= game.candidates
    for mark in marks:
        assert {part.pairs for part in mark.lost.parts} == {mark.lost.first.pairs}
        assert len(mark.lost.parts) <= TIMES and mark.lost.first not in mark.lost.parts
        assert mark.lost.is_doubtless or len(mark.lost.parts) == TIMES
    for other in (other for puzzle in puzzles for other in puzzle.others):
        assert other.first.compared().gain > 0, "the best answer is the better one"
        assert other.is_doubtless or TIMES <= len(other.parts) <= TIMES * CARE.rounds


@pytest.mark.soak
def test_a_log_is_continued(log):
    """Finished games are not played again; a line that a stop cut off is, with the same result."""
    whole, rows = log.read_bytes(), list[str]()
    assert len(studied([TITLE], GAMES, SMALL, CARE, log, rows.append)) == GAMES and not rows
    log.write_bytes(whole[:-10])
    studied([TITLE], GAMES, SMALL, CARE, log, rows.append)
    assert log.read_bytes() == whole and len(rows) == 1


def test_the_shares_are_told_with_their_uncertainty():
    """Ten of ten losses are no certainty; a puzzle holds only with all its answers."""
    marks = (Mark("3-0", again(0.2)),) * 10
    puzzles = (Puzzle("3-0", (again(0.2), again(0.02))), Puzzle("5-0", (again(0.2),)))
    row = told([Studied(TITLE, 0, (), 3, marks, puzzles), Studied(TITLE, 1, (), 0, (), ())])
    assert row == (
        "| Amun-Re: The Card Game | 2 | 10 of 10 (72 to 100 %) | 10 of 10 (72 to 100 %) | 1.0 "
        "| 1 of 2 (9 to 91 %) | 2 of 2 (34 to 100 %) |"
    )


def test_a_share_of_the_effort():
    """Seconds are scaled; numbers of games and pieces are not."""
    effort, budgets = scaled(
        replace(SMALL, search=Budget(seconds=100.0)), CheckBudgets(Budget(seconds=4.0), rounds=2), 0.25
    )
    assert effort == replace(SMALL, search=Budget(seconds=25.0)) and budgets == CheckBudgets(
        Budget(seconds=1.0), rounds=2
    )
