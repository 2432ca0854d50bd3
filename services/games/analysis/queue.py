"""Analysis queue: requests about finished games for the search processes, and results so far.

Results are stored in Redis beside the records, compressed, with the digest of the record that they are for; lost or
outdated ones are computed again on request.
"""

from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec
import zstandard
from msgspec import Struct
from msgspec.structs import replace

from ai.analysis.game_analysis import SCHEME
from eventstore.backup.archive_format import LEVEL, text_in
from replay.viewer_state import Seen
from services.games.tables import Tables

_MOST_LOOKED_AT = 100
_MOST_PLANNED = 1000
# Larger than any time: requests come first, in their order.
_LATER = 10**13
_LEVEL_OF_UNFINISHED = 3


class SoFar(Protocol):
    """A result that may still grow."""

    @property
    def is_done(self) -> bool:
        """Whether the result is complete."""


Found = TypeVar("Found", bound=SoFar)


class Inquiry(Struct, Generic[Found], frozen=True):
    """A result so far; `scheme` and `digest` identify the method and the record.

    `has_failed` if it cannot be continued.
    """

    scheme: int
    digest: str
    found: Found
    has_failed: bool = False

    @property
    def state(self) -> Literal["under way", "done", "failed"]:
        """The state of the inquiry, in words."""
        if self.has_failed:
            return "failed"
        return "done" if self.found.is_done else "under way"


Known = TypeVar("Known", bound=Inquiry[Any])


class Inquiries(Generic[Known]):
    """Inquiries of one kind, by the name of their subject: requests and results.

    `nothing` is the empty result at the start.
    """

    def __init__(self, tables: Tables, key: str, kind: type[Known], nothing: SoFar, kept_seconds: int) -> None:
        self._tables = tables
        self._redis = tables.store.redis
        self._queue, self._found = f"{key}:queue", f"{key}:of:"
        self._kind, self._nothing = kind, nothing
        self._kept_seconds = kept_seconds

    def known(self, seen: Seen, name: object) -> Known | None:
        """The result for this subject in this game as seen, or none if there was no request."""
        kept = self._kept(name)
        is_current = kept is not None and (kept.scheme, kept.digest) == (SCHEME, seen.digest.hex())
        return kept if is_current else None

    def _kept(self, name: object) -> Known | None:
        text = self._text(name)
        return None if text is None else self._read(text)

    def _text(self, name: object) -> bytes | None:
        """The result as JSON, or none."""
        kept: Any = self._redis.get(f"{self._found}{name}")
        if kept is None or kept.startswith(b"{"):  # results of version 1.0 are not compressed
            return kept  # type: ignore[no-any-return]
        try:
            return text_in(kept)
        except ValueError:
            return None

    def _read(self, text: bytes) -> Known | None:
        try:
            known: Known = msgspec.json.decode(text, type=self._kind)
        except msgspec.DecodeError:  # damaged, or of another scheme
            return None
        return known

    def ask_about(self, seen: Seen, name: object, **begun: Any) -> Known:
        """Request this for a finished game; a result is kept, and a failed inquiry is started again.

        `begun` has further fields of an empty result.
        """
        known = self.known(seen, name)
        if known is None or known.has_failed:
            known = self.begin(seen, **begun)
            self.keep(name, known)
        if not known.found.is_done:
            self._redis.zadd(self._queue, {str(name): self._tables.now()}, lt=True)
        return known

    def begin(self, seen: Seen, **begun: Any) -> Known:
        """An empty result for this game as seen."""
        return self._kind(SCHEME, seen.digest.hex(), self._nothing, **begun)

    def ahead_of(self, name: object) -> int:
        """The number of open inquiries that come before this one."""
        found: Any = self._redis.zrank(self._queue, str(name))
        return 0 if found is None else int(found)

    def plan(self, name: object) -> None:
        """Add this subject to the queue behind all requested ones, unless too many are waiting already."""
        if self._redis.zcard(self._queue) < _MOST_PLANNED:
            self._redis.zadd(self._queue, {str(name): _LATER + self._tables.now()}, nx=True)

    def keep(self, name: object, known: Known) -> None:
        """Store this result."""
        level = LEVEL if known.found.is_done else _LEVEL_OF_UNFINISHED  # what lasts is worth some milliseconds
        compressed = zstandard.ZstdCompressor(level=level).compress(msgspec.json.encode(known))
        self._redis.set(f"{self._found}{name}", compressed, ex=self._kept_seconds)

    def names(self) -> list[str]:
        """The names of open inquiries, in the order of their requests."""
        found: Any = self._redis.zrange(self._queue, 0, _MOST_LOOKED_AT - 1)
        return [member.decode() for member in found]

    def requested(self) -> list[str]:
        """The names of the subjects that readers requested, in the order of the requests."""
        found: Any = self._redis.zrangebyscore(self._queue, "-inf", f"({_LATER}", 0, _MOST_LOOKED_AT)
        return [member.decode() for member in found]

    def done(self, name: object) -> None:
        """Close this inquiry, whose result is complete."""
        self._redis.zrem(self._queue, str(name))

    def fail(self, name: object) -> None:
        """Mark this inquiry as failed, and log it. Readers see that it failed, and may ask again."""
        if (known := self._kept(name)) is not None:
            self.keep(name, replace(known, has_failed=True))
        self.done(name)
