"""Move analyses: verdicts on single moves of finished games, on request.

A reader waits for the verdict on a step, so verdicts come before whole analyses, and after the moves of running games.
As with analyses, there are none for a running game.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from ai.analysis import move_analysis
from ai.analysis.move_analysis import AnalysisBudgets, Verdict
from ai.search.search import Stopped
from replay.viewer_state import Seen
from services.games.analysis.latest_decision_points import LatestDecisionPoints
from services.games.analysis.queue import Inquiries, Inquiry
from services.games.failing_games import unattended
from services.games.tables import Tables

_KEPT_SECONDS = 30 * 24 * 3600


class OneAnswer(NamedTuple):
    """An action of a game, by its number."""

    game_id: str
    action: int

    def __str__(self) -> str:
        return f"{self.game_id} {self.action}"


class VerdictInquiry(Inquiry[Verdict], frozen=True):
    """A request for the verdict on one move, and its result so far."""


class Verdicts(Inquiries[VerdictInquiry]):
    """The requested and finished verdicts, by move."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, "stele:verdict", VerdictInquiry, Verdict(), _KEPT_SECONDS)

    def of(self, seen: Seen, action: int) -> VerdictInquiry | None:
        """The verdict on this action of this game as seen, or none if there was no request."""
        return self.known(seen, OneAnswer(seen.game_id, action))

    def ask(self, seen: Seen, action: int) -> VerdictInquiry:
        """Request a verdict on this action of this finished game."""
        return self.ask_about(seen, OneAnswer(seen.game_id, action))

    def waiting(self) -> list[OneAnswer]:
        """The moves that wait for a verdict."""
        parts = (name.split() for name in self.names())
        return [OneAnswer(game_id, int(action)) for game_id, action in parts]


class MoveAnalyst:
    """Judges moves, one after another; `budgets` is the search effort for each."""

    def __init__(self, tables: Tables, verdicts: Verdicts, budgets: AnalysisBudgets = move_analysis.USUAL) -> None:
        self._tables = tables
        self._verdicts = verdicts
        self._budgets = budgets
        self._latest = LatestDecisionPoints(tables)

    def waiting(self) -> list[OneAnswer]:
        """The moves that wait for a verdict."""
        return self._verdicts.waiting()

    def work(self, one: OneAnswer, stop: Callable[[], bool]) -> None:
        """Judge this move, under its game's lease, and store the verdict as it grows."""
        if unattended(self._tables, one.game_id, lambda: self._go_on(one, stop)) is None:
            self._verdicts.fail(one)

    def _go_on(self, one: OneAnswer, stop: Callable[[], bool]) -> bool:
        seen = self._tables.seen(one.game_id, "all")
        known = self._verdicts.of(seen, one.action)
        if known is None:
            self._verdicts.done(one)  # the record has changed: a reader can request it again
            return True
        moments = self._latest.of(seen)
        place = moments.place_of(one.action)
        found = Verdict(is_done=True) if place is None else known.found
        try:
            while place is not None and not found.is_done:
                found = move_analysis.go_on(moments, place, known.digest, found, self._budgets, stop)
                self._verdicts.keep(one, replace(known, found=found))
        except Stopped:
            return True
        self._verdicts.keep(one, replace(known, found=found))
        self._verdicts.done(one)
        return True
