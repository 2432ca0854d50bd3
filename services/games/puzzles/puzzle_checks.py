"""Puzzle checks: candidates wait here for their check, which search processes do when no reader and no player waits."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from ai.analysis import puzzle_check
from ai.analysis.game_analysis import SCHEME, Findings
from ai.analysis.puzzle_check import Candidate, Check, CheckBudgets, candidates
from ai.search.search import Stopped
from domain.messages import Command
from replay.viewer_state import Seen
from services.games.analysis.latest_decision_points import LatestDecisionPoints
from services.games.analysis.move_analyses import OneAnswer
from services.games.analysis.queue import Inquiries, Inquiry
from services.games.failing_games import unattended
from services.games.puzzles.puzzles import Puzzles, may_be_asked
from services.games.tables import Tables

_KEPT_SECONDS = 90 * 24 * 3600
_NOTHING = Check(Candidate(0, 0, {}), is_done=True)


class CheckInquiry(Inquiry[Check], frozen=True):
    """A request for the check of one candidate, and its result so far."""


class PuzzleChecks(Inquiries[CheckInquiry]):
    """The candidates that await their check, and the checks so far."""

    def __init__(self, tables: Tables, puzzles: Puzzles) -> None:
        super().__init__(tables, "stele:puzzle-check", CheckInquiry, _NOTHING, _KEPT_SECONDS)
        self._puzzles = puzzles

    def propose(self, seen: Seen, found: Findings) -> None:
        """Let the candidates of this analysed game wait for their check."""
        self.wait_for(seen, candidates(found))

    def wait_for(self, seen: Seen, proposed: Iterable[Candidate]) -> None:
        """Let these candidates of a game wait for their check, each once, if the game may be asked about."""
        if not may_be_asked(seen):
            return
        for candidate in proposed:
            one = OneAnswer(seen.game_id, candidate.action)
            if self.known(seen, one) is None and not self._puzzles.has(*one):
                self.keep(one, CheckInquiry(SCHEME, seen.digest.hex(), Check(candidate)))
                self.plan(one)

    def waiting(self) -> list[OneAnswer]:
        """The candidates that wait for their check."""
        parts = (name.split() for name in self.names())
        return [OneAnswer(game_id, int(action)) for game_id, action in parts]


class PuzzleChecker:
    """Checks candidates one after another, with these budgets, and adds those that pass to the puzzles."""

    def __init__(
        self, tables: Tables, checks: PuzzleChecks, puzzles: Puzzles, budgets: CheckBudgets = puzzle_check.USUAL
    ) -> None:
        self._tables = tables
        self._checks = checks
        self._puzzles = puzzles
        self._budgets = budgets
        self._latest = LatestDecisionPoints(tables)

    def waiting(self) -> list[OneAnswer]:
        """The candidates that wait for their check."""
        return self._checks.waiting()

    def work(self, one: OneAnswer, stop: Callable[[], bool]) -> None:
        """Check this candidate, under its game's lease, and store the check as it grows."""
        if unattended(self._tables, one.game_id, lambda: self._go_on(one, stop)) is None:
            self._checks.fail(one)

    def _go_on(self, one: OneAnswer, stop: Callable[[], bool]) -> bool:
        seen = self._tables.seen(one.game_id, "all")
        known = self._checks.known(seen, one)
        if known is None or not may_be_asked(seen):
            self._checks.done(one)
            return True
        moments, found = self._latest.of(seen), known.found
        place = moments.place_of(one.action)
        try:
            while place is not None and not found.is_done:
                found = puzzle_check.go_on(moments, place, known.digest, found, self._budgets, stop)
                self._checks.keep(one, replace(known, found=found))
        except Stopped:
            return True
        if found.is_puzzle:
            plain = found.candidate.best
            best: Command = msgspec.convert(plain, seen.projector.command_types[plain["type"]])
            self._puzzles.add(seen, one.action, best, found.gain)
        self._checks.done(one)
        return True
