"""Verdicts on single answers of finished games: who has asked for which, and what was found.

A reader who asks about a step waits for it, so verdicts go before whole analyses, and behind the answers that running
games wait for. They stand in Redis as those do: under the digest that they were found for, lost or out of date found
anew, of no game that still runs.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from computers import verdict
from computers.analysis import SCHEME
from computers.moments import Moments
from computers.search.searching import Stopped
from computers.verdict import Haste, Verdict
from correspondence.tables import Tables
from correspondence.unattended import unattended
from replay.pasts import placed_records
from replay.seen import Seen

_QUEUE = "stele:verdict:queue"
_FOUND = "stele:verdict:of:"
_KEPT_SECONDS = 30 * 24 * 3600
_MOST_LOOKED_AT = 100


class OneAnswer(NamedTuple):
    """The action of a game, by its number."""

    game_id: str
    action: int

    def __str__(self) -> str:
        return f"{self.game_id} {self.action}"


class Judgement(Struct, frozen=True):
    """What was found about one answer; `scheme` and `digest` say by which way and of which record.

    `has_failed` says that it cannot go on.
    """

    scheme: int
    digest: str
    found: Verdict = Verdict()
    has_failed: bool = False


class Verdicts:
    """What is to be judged, and what was."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._redis = tables.store.redis

    def of(self, seen: Seen, action: int) -> Judgement | None:
        """What is known of this action of this game as it is seen; nothing if nobody has asked."""
        kept = self._kept(OneAnswer(seen.game_id, action))
        is_current = kept is not None and (kept.scheme, kept.digest) == (SCHEME, seen.digest.hex())
        return kept if is_current else None

    def _kept(self, one: OneAnswer) -> Judgement | None:
        kept = self._redis.get(f"{_FOUND}{one}")
        try:
            return None if kept is None else msgspec.json.decode(kept, type=Judgement)
        except msgspec.ValidationError:  # of another scheme
            return None

    def ask(self, seen: Seen, action: int) -> Judgement:
        """Let this action of this finished game be judged; what was found stays, and what has failed is tried anew."""
        one, known = OneAnswer(seen.game_id, action), self.of(seen, action)
        if known is None or known.has_failed:
            known = Judgement(SCHEME, seen.digest.hex())
            self.keep(one, known)
        if not known.found.is_done:
            self._redis.zadd(_QUEUE, {str(one): self._tables.now()}, nx=True)
        return known

    def keep(self, one: OneAnswer, judgement: Judgement) -> None:
        """So much is known now."""
        self._redis.set(f"{_FOUND}{one}", msgspec.json.encode(judgement), ex=_KEPT_SECONDS)

    def waiting(self) -> list[OneAnswer]:
        """What is to be judged, that first which was asked for first."""
        found: Any = self._redis.zrange(_QUEUE, 0, _MOST_LOOKED_AT - 1)
        parts = (member.decode().split() for member in found)
        return [OneAnswer(game_id, int(action)) for game_id, action in parts]

    def done(self, one: OneAnswer) -> None:
        """There is nothing more to do for this answer."""
        self._redis.zrem(_QUEUE, str(one))

    def fail(self, one: OneAnswer) -> None:
        """This cannot be judged, as was logged: whoever asks is told, and may ask again."""
        if (known := self._kept(one)) is not None:
            self.keep(one, replace(known, has_failed=True))
        self.done(one)


class Judge:
    """Judges answers, one after the other; `haste` is what it spends on one."""

    def __init__(self, tables: Tables, verdicts: Verdicts, haste: Haste = verdict.USUAL) -> None:
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
                found = verdict.go_on(moments, place, known.digest, found, self._haste, stop)
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
