"""Searching: a record, its queues of searches, analyses and checks, and a process that works on them."""

from functools import cache

from ai.search.search import Budget
from ai.self_play import play_out
from domain.projector import projector_for
from eventstore.append import NO_HEAD, Appended
from eventstore.encryption import SecretBox
from eventstore.store import Store
from services.games.ai_queue import AiQueue, Searcher
from services.games.analysis.game_analyses import Analyses, Analyst
from services.games.analysis.move_analyses import MoveAnalyst, Verdicts
from services.games.puzzles.puzzle_checks import PuzzleChecker, PuzzleChecks
from services.games.puzzles.puzzles import Puzzles
from services.games.tables import Tables

TITLE = "amun-re-card-game"
ONE_GAME = Budget(games=1)


@cache
def _played():
    return play_out(projector_for(TITLE), ("random", "steward"), "finished")


class Searching:
    """A record under a clock that the test moves, with everything that searching processes work on.

    `answer_budgets`, `effort` and `puzzle_budgets` are how long a process takes over an answer, a game and a puzzle.
    With `puzzle_budgets` it proposes the puzzles that it finds in games.
    """

    def __init__(self, redis, now=1_800_000_000_000, *, answer_budgets=(), effort=(), puzzle_budgets=()):
        self.redis, self.now = redis, now
        self._answer_budgets, self._effort, self._puzzle_budgets = answer_budgets, effort, puzzle_budgets
        self.store = Store(redis, SecretBox(bytes(32)))
        self.tables = Tables(self.store, lambda: self.now)
        self.queue, self.analyses, self.verdicts = AiQueue(self.tables), Analyses(self.tables), Verdicts(self.tables)
        self.puzzles = Puzzles(self.tables)
        self.checks = PuzzleChecks(self.tables, self.puzzles)
        self.checker = PuzzleChecker(self.tables, self.checks, self.puzzles, *puzzle_budgets)
        self.process = self.another("one")

    def another(self, name):
        """A second process."""
        judge = MoveAnalyst(self.tables, self.verdicts, *self._answer_budgets)
        proposing = (self.checks.propose,) if self._puzzle_budgets else ()
        analyst = Analyst(self.tables, self.analyses, *self._effort, *proposing)
        return Searcher(self.tables, self.queue, judge, analyst, self.checker, name)

    def finished(self):
        """The id of a finished game of computer players, which are no persons."""
        played = _played()
        self.store.save_game_key(played.game_id, played.game_key)
        assert isinstance(self.store.append(played.game_id, played.entries, NO_HEAD, closes=True), Appended)
        return played.game_id
