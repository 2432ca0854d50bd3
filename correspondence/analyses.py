"""Analyses of finished games: who has asked for one, how far it is, what it has found.

They are worked off by the processes that search, and only while no game waits for an answer. What was found stands in
Redis beside the records, under the digest that it was found for; lost or out of date, it is found anew when somebody
asks. Of a game that still runs there is none: what it says was found by everybody's secrets. Nor is there one of a copy
of a game that still runs: it would judge what its players are at.
"""

import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from computers.analysis import SCHEME, USUAL, Analysis, Effort, Findings, Judged
from computers.search.searching import Stopped
from correspondence.tables import NoSuchGame, Tables
from correspondence.unattended import unattended
from replay.pasts import placed_records
from replay.seen import Seen

_QUEUE = "stele:analysis:queue"
_FOUND = "stele:analysis:of:"
_KEPT_SECONDS = 90 * 24 * 3600
_MOST_LOOKED_AT = 100
_AT_ONCE_SECONDS = 2.0
"""So much of a processor is used before what was found is kept, and whoever waits for a search goes before."""


class Explained(Struct, frozen=True):
    """How far the analysis of a game is: so many pieces of `pieces`, and what it has found.

    `scheme` and `digest` say by which way and of which record; `has_failed` says that it cannot go on.
    """

    scheme: int
    digest: str
    done: int = 0
    pieces: int = 0
    found: Findings = Findings()
    chances: tuple[tuple[str, tuple[float, ...]], ...] = ()
    has_failed: bool = False

    @property
    def turning_points(self) -> list[Judged]:
        """The answers that are worth telling, in their order."""
        told = [one for one in self.found.judged if one.is_turning_point]
        return sorted(told, key=lambda one: [int(part) for part in one.position.split("-")])


class Analyses:
    """What is to be explained, and what was."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._redis = tables.store.redis

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
        explained = self._kept(seen.game_id)
        is_current = explained is not None and (explained.scheme, explained.digest) == (SCHEME, seen.digest.hex())
        return explained if is_current else None

    def _kept(self, game_id: str) -> Explained | None:
        kept = self._redis.get(_FOUND + game_id)
        try:
            return None if kept is None else msgspec.json.decode(kept, type=Explained)
        except msgspec.ValidationError:  # of another scheme
            return None

    def ask(self, seen: Seen) -> Explained:
        """Let this finished game be explained; what was found stays, and what has failed is tried anew."""
        explained = self.of(seen)
        if explained is None or explained.has_failed:
            explained = Explained(SCHEME, seen.digest.hex())
            self.keep(seen.game_id, explained)
        if not explained.found.is_done:
            self._redis.zadd(_QUEUE, {seen.game_id: self._tables.now()}, nx=True)
        return explained

    def keep(self, game_id: str, explained: Explained) -> None:
        """This is how far it is now."""
        self._redis.set(_FOUND + game_id, msgspec.json.encode(explained), ex=_KEPT_SECONDS)

    def waiting(self) -> list[str]:
        """The games that are to be explained, those first that were asked for first."""
        found: Any = self._redis.zrange(_QUEUE, 0, _MOST_LOOKED_AT - 1)
        return [member.decode() for member in found]

    def done(self, game_id: str) -> None:
        """There is nothing more to do for this game."""
        self._redis.zrem(_QUEUE, game_id)

    def fail(self, game_id: str) -> None:
        """This game cannot be explained, as was logged: whoever asks is told, and may ask again."""
        if (explained := self._kept(game_id)) is not None:
            self.keep(game_id, replace(explained, has_failed=True))
        self.done(game_id)


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
