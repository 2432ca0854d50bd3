"""Move analyses: verdicts on single answers of finished games, requested and found.

A reader who asks about a step waits for it, so verdicts go before whole analyses, and behind the answers that running
games wait for. As with analyses there is none of a game that still runs.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from ai.analysis import move_analysis
from ai.analysis.decision_points import Moments
from ai.analysis.move_analysis import Haste, Verdict
from ai.search.search import Stopped
from replay.past_states import placed_records
from replay.viewer_state import Seen
from services.games.analysis.queue import Inquiries, Inquiry
from services.games.failing_games import unattended
from services.games.tables import Tables

_KEPT_SECONDS = 30 * 24 * 3600


class OneAnswer(NamedTuple):
    """The action of a game, by its number."""

    game_id: str
    action: int

    def __str__(self) -> str:
        return f"{self.game_id} {self.action}"


class VerdictInquiry(Inquiry[Verdict], frozen=True):
    """What was found about one answer."""


class Verdicts(Inquiries[VerdictInquiry]):
    """What is to be judged, and what was, each by its answer."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, "stele:verdict", VerdictInquiry, Verdict(), _KEPT_SECONDS)

    def of(self, seen: Seen, action: int) -> VerdictInquiry | None:
        """What is known of this action of this game as it is seen; nothing if nobody has asked."""
        return self.known(seen, OneAnswer(seen.game_id, action))

    def ask(self, seen: Seen, action: int) -> VerdictInquiry:
        """Let this action of this finished game be judged."""
        return self.ask_about(seen, OneAnswer(seen.game_id, action))

    def waiting(self) -> list[OneAnswer]:
        """The answers that are to be judged."""
        parts = (name.split() for name in self.names())
        return [OneAnswer(game_id, int(action)) for game_id, action in parts]


class MoveAnalyst:
    """Judges answers, one after the other; `haste` is what it spends on one."""

    def __init__(self, tables: Tables, verdicts: Verdicts, haste: Haste = move_analysis.USUAL) -> None:
        self._tables = tables
        self._verdicts = verdicts
        self._haste = haste
        self._latest: tuple[tuple[str, bytes], Moments] | None = None

    def waiting(self) -> list[OneAnswer]:
        """The answers that wait for it."""
        return self._verdicts.waiting()

    def work(self, one: OneAnswer, stop: Callable[[], bool]) -> None:
        """Judge this answer of a game that nobody else is at, and keep what is known as it grows."""
        if unattended(self._tables, one.game_id, lambda: self._go_on(one, stop)) is None:
            self._verdicts.fail(one)

    def _go_on(self, one: OneAnswer, stop: Callable[[], bool]) -> bool:
        seen = self._tables.seen(one.game_id, "all")
        known = self._verdicts.of(seen, one.action)
        if known is None:
            self._verdicts.done(one)  # the record has grown since: whoever wants to know asks again
            return True
        moments = self._moments(seen)
        place = moments.place_of(one.action)
        found = Verdict(is_done=True) if place is None else known.found
        try:
            while place is not None and not found.is_done:
                found = move_analysis.go_on(moments, place, known.digest, found, self._haste, stop)
                self._verdicts.keep(one, replace(known, found=found))
        except Stopped:
            return True
        self._verdicts.keep(one, replace(known, found=found))
        self._verdicts.done(one)
        return True

    def _moments(self, seen: Seen) -> Moments:
        """This game's moments; a reader who asks about one step asks about others."""
        name = (seen.game_id, seen.digest)
        if self._latest is None or self._latest[0] != name:
            placed = placed_records(seen.projector, self._tables.store.read(seen.game_id, until=seen.position))
            self._latest = (name, Moments(seen.projector, placed))
        return self._latest[1]
