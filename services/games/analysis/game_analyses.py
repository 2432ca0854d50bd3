"""Game analyses: which were requested, how far each is, and what it has found.

They are worked off by the processes that search, and only while no game waits for an answer. Of a game that still runs
there is none: what it says was found by everybody's secrets. Nor is there one of a copy of a game that still runs: it
would judge what its players are at.
"""

import time
from collections.abc import Callable

from msgspec.structs import replace

from ai.analysis.game_analysis import USUAL, Analysis, Effort, Findings, Judged
from ai.search.search import Stopped
from replay.past_states import placed_records
from replay.viewer_state import Seen
from services.games.analysis.queue import Inquiries, Inquiry
from services.games.failing_games import unattended
from services.games.tables import NoSuchGame, Tables

_KEPT_SECONDS = 90 * 24 * 3600
_AT_ONCE_SECONDS = 2.0
"""So much of a processor is used before what was found is kept, and whoever waits for a search goes before."""


class Explained(Inquiry[Findings], frozen=True):
    """How far the analysis of a game is: so many pieces of `pieces`, and what it has found."""

    done: int = 0
    pieces: int = 0
    chances: tuple[tuple[str, tuple[float, ...]], ...] = ()

    @property
    def turning_points(self) -> list[Judged]:
        """The answers that are worth telling, in their order."""
        told = [one for one in self.found.judged if one.is_turning_point]
        return sorted(told, key=lambda one: [int(part) for part in one.position.split("-")])


class Analyses(Inquiries[Explained]):
    """What is to be explained, and what was, each by its game's id."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, "stele:analysis", Explained, Findings(), _KEPT_SECONDS)

    def may_tell(self, seen: Seen) -> bool:
        """Whether this game was played to its end, and so was the one that it is a copy of."""
        if seen.game.status != "finished" or seen.game.fork is None:
            return seen.game.status == "finished"
        try:
            return self._tables.seen(seen.game.fork.game).game.is_over
        except NoSuchGame:
            return True

    def of(self, seen: Seen) -> Explained | None:
        """The analysis of this game as it is seen; none if nobody has asked for it."""
        return self.known(seen, seen.game_id)

    def ask(self, seen: Seen) -> Explained:
        """Let this finished game be explained."""
        return self.ask_about(seen, seen.game_id)

    def waiting(self) -> list[str]:
        """The games that are to be explained."""
        return self.names()


class Analyst:
    """Explains games, a little at a time; `effort` is what it spends on one."""

    def __init__(self, tables: Tables, analyses: Analyses, effort: Effort = USUAL) -> None:
        self._tables = tables
        self._analyses = analyses
        self._effort = effort
        self._latest: tuple[tuple[str, bytes], Analysis] | None = None

    def waiting(self) -> list[str]:
        """The games that wait for it."""
        return self._analyses.waiting()

    def work(self, game_id: str, stop: Callable[[], bool]) -> None:
        """Go on with this game, which nobody else is at, until it is time to look who waits."""
        if unattended(self._tables, game_id, lambda: self._go_on(game_id, stop)) is None:
            self._analyses.fail(game_id)

    def _go_on(self, game_id: str, stop: Callable[[], bool]) -> bool:
        seen = self._tables.seen(game_id, "all")
        explained = self._analyses.of(seen)
        if explained is None:
            self._analyses.done(game_id)  # the record has grown since: whoever wants to know asks again
            return True
        analysis = self._analysis(seen, explained)
        ends_at = time.process_time() + _AT_ONCE_SECONDS
        try:
            while not analysis.found.is_done:
                analysis.go_on(stop)
                if time.process_time() >= ends_at:
                    break
        except Stopped:
            pass
        progress = {"done": analysis.done, "pieces": analysis.pieces, "found": analysis.found}
        self._analyses.keep(game_id, replace(explained, **progress, chances=tuple(analysis.chances())))
        if analysis.found.is_done:
            self._latest = None
            self._analyses.done(game_id)
        return True

    def _analysis(self, seen: Seen, explained: Explained) -> Analysis:
        """The analysis as far as it is: this process's own, if nobody else went on with it meanwhile."""
        name = (seen.game_id, seen.digest)
        if self._latest is not None and self._latest[0] == name and self._latest[1].done == explained.done:
            return self._latest[1]
        placed = placed_records(seen.projector, self._tables.store.read(seen.game_id, until=seen.position))
        analysis = Analysis(seen.projector, placed, explained.digest, explained.found, self._effort)
        self._latest = (name, analysis)
        return analysis
