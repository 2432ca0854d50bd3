"""Game analyses: the analyses of finished games, their progress and their results.

Search processes work on them while no game waits for a move: on requested ones first, then on the games that persons
have finished. A running game cannot be analysed, because an analysis
uses the secrets of all seats; nor can a copy of a running game, because the analysis would advise its players.
"""

import time
from collections.abc import Callable

from msgspec.structs import replace

from ai.analysis.game_analysis import SCHEME, USUAL, Analysis, Effort, Findings, MomentChances
from ai.search.search import Stopped
from replay.past_states import placed_records
from replay.viewer_state import Seen
from services.games.analysis.queue import Inquiries, Inquiry
from services.games.failing_games import unattended
from services.games.tables import NoSuchGame, Tables

_KEPT_SECONDS = 90 * 24 * 3600
_AT_ONCE_SECONDS = 1.0
"""The CPU time per step; after each step the result is stored, and waiting searches go first."""

_LEAST_SECONDS = 0.1
"""A shorter step does not show how busy the machine is."""


class Explained(Inquiry[Findings], frozen=True):
    """The progress of a game's analysis, as pieces done of `pieces`, and its result.

    `seconds_left` is the estimated time for the rest at the machine's present load; none before the start. `chances`
    has the chances after each action examined so far. The answers of the `reader`, a seat, are judged first.
    """

    done: int = 0
    pieces: int = 0
    seconds_left: float | None = None
    chances: tuple[MomentChances, ...] = ()
    reader: int | None = None


class Analyses(Inquiries[Explained]):
    """The requested and finished analyses, by game id."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, "stele:analysis", Explained, Findings(), _KEPT_SECONDS)

    def may_tell(self, seen: Seen) -> bool:
        """Whether this game has been played to its end, and so has the game that it is a copy of."""
        if seen.game.status != "finished" or seen.game.fork is None:
            return seen.game.status == "finished"
        try:
            return self._tables.seen(seen.game.fork.game).game.is_over
        except NoSuchGame:
            return True

    def of(self, seen: Seen) -> Explained | None:
        """The analysis of this game as seen, or none if there was no request."""
        return self.known(seen, seen.game_id)

    def known(self, seen: Seen, name: object) -> Explained | None:
        """The analysis of this game as seen, which may be in the archive, or none."""
        store = self._tables.store
        found, archive = super().known(seen, name), store.archive
        if found is None and archive is not None and store.archived(seen.game_id) is not None:
            text = archive.read_beside(seen.game_id, _file(SCHEME, seen.digest.hex()))
            found = None if text is None else self._read(text)
        return found

    def archive(self, game_id: str) -> None:
        """Move the analysis of an archived game, once it is complete, into the archive; `OSError` if that fails."""
        archive, text = self._tables.store.archive, self._text(game_id)
        found = None if text is None else self._read(text)
        if archive is not None and text is not None and found is not None and found.state == "done":
            archive.write_beside(game_id, _file(found.scheme, found.digest), text)
            self._redis.delete(f"{self._found}{game_id}")

    def ask(self, seen: Seen, reader: int | None = None) -> Explained:
        """Request an analysis of this finished game; a new one judges the answers of the `reader`, a seat, first."""
        return self.ask_about(seen, seen.game_id, reader=reader)

    def plan_after(self, game_id: str) -> None:
        """Plan the analysis of this game, if a person has played it to its end here."""
        seen = self._tables.seen(game_id)
        is_played_here = (
            seen.imported is None and seen.game.fork is None and any(one.is_person for one in seen.game.seats)
        )
        if is_played_here and self.may_tell(seen):
            self.plan(game_id)

    def waiting(self) -> list[str]:
        """The games that wait for an analysis."""
        return self.names()


def _file(scheme: int, digest: str) -> str:
    """The name of an analysis by this method of a record with this digest."""
    return f"analysis-{scheme}-{digest[:32]}"


class Analyst:
    """Analyses games step by step; `effort` is the search effort for each game.

    `told` is called with each analysed game and its complete findings.
    """

    def __init__(
        self,
        tables: Tables,
        analyses: Analyses,
        effort: Effort = USUAL,
        told: Callable[[Seen, Findings], object] = lambda _seen, _found: None,
    ) -> None:
        self._tables = tables
        self._analyses = analyses
        self._effort = effort
        self._told = told
        self._latest: tuple[tuple[str, bytes], Analysis] | None = None

    def waiting(self) -> list[str]:
        """The games that wait for an analysis."""
        return self._analyses.waiting()

    def requested(self) -> list[str]:
        """The games whose analysis a reader requested."""
        return self._analyses.requested()

    def work(self, game_id: str, stop: Callable[[], bool]) -> None:
        """Continue with this game, under its lease, until it is time to check for waiting games."""
        if unattended(self._tables, game_id, lambda: self._go_on(game_id, stop)) is None:
            self._analyses.fail(game_id)

    def _go_on(self, game_id: str, stop: Callable[[], bool]) -> bool:
        seen = self._tables.seen(game_id, "all")
        explained = self._analyses.of(seen) or self._analyses.begin(seen)
        if explained.found.is_done:
            self._close(seen, explained.found)
            return True
        analysis = self._analysis(seen, explained)
        began_at, spent_before = time.monotonic(), time.process_time()
        try:
            while not analysis.found.is_done:
                analysis.go_on(stop)
                if time.process_time() >= spent_before + _AT_ONCE_SECONDS:
                    break
        except Stopped:
            pass
        slowdown = (time.monotonic() - began_at) / max(time.process_time() - spent_before, _LEAST_SECONDS)
        progress = {
            "done": analysis.done,
            "pieces": analysis.pieces,
            "seconds_left": analysis.seconds_left * max(1.0, slowdown),
            "found": analysis.found,
            "chances": tuple(analysis.chances()),
        }
        self._analyses.keep(game_id, replace(explained, **progress))
        if analysis.found.is_done:
            self._latest = None
            self._close(seen, analysis.found)
        return True

    def _close(self, seen: Seen, found: Findings) -> None:
        self._told(seen, found)
        self._analyses.done(seen.game_id)

    def _analysis(self, seen: Seen, explained: Explained) -> Analysis:
        """The analysis so far: the one in this process's memory, if no other process has continued it."""
        name = (seen.game_id, seen.digest)
        if self._latest is not None and self._latest[0] == name and self._latest[1].done == explained.done:
            return self._latest[1]
        placed = placed_records(seen.projector, self._tables.store.read(seen.game_id, until=seen.position))
        analysis = Analysis(seen.projector, placed, explained.digest, explained.found, self._effort, explained.reader)
        self._latest = (name, analysis)
        return analysis
