"""Analysis queue: questions about finished games for the search processes, and what is known so far.

It stands in Redis beside the records, under the digest that it was found for; lost or out of date, it is found anew
when somebody asks.
"""

from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ai.analysis.game_analysis import SCHEME
from replay.viewer_state import Seen
from services.games.tables import Tables

_MOST_LOOKED_AT = 100


class SoFar(Protocol):
    """What was found so far."""

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to find."""


Found = TypeVar("Found", bound=SoFar)


class Inquiry(Struct, Generic[Found], frozen=True):
    """What is known so far; `scheme` and `digest` say by which way and of which record.

    `has_failed` says that it cannot go on.
    """

    scheme: int
    digest: str
    found: Found
    has_failed: bool = False

    @property
    def state(self) -> Literal["under way", "done", "failed"]:
        """How far it is, in a word."""
        if self.has_failed:
            return "failed"
        return "done" if self.found.is_done else "under way"


Known = TypeVar("Known", bound=Inquiry[Any])


class Inquiries(Generic[Known]):
    """The inquiries of one kind, each by the name of what it is about: what is to be found, and what was.

    `nothing` is what is found before anything is.
    """

    def __init__(self, tables: Tables, key: str, kind: type[Known], nothing: SoFar, kept_seconds: int) -> None:
        self._tables = tables
        self._redis = tables.store.redis
        self._queue, self._found = f"{key}:queue", f"{key}:of:"
        self._kind, self._nothing = kind, nothing
        self._kept_seconds = kept_seconds

    def known(self, seen: Seen, name: object) -> Known | None:
        """What is known of this in this game as it is seen; nothing if nobody has asked."""
        kept = self._kept(name)
        is_current = kept is not None and (kept.scheme, kept.digest) == (SCHEME, seen.digest.hex())
        return kept if is_current else None

    def _kept(self, name: object) -> Known | None:
        kept = self._redis.get(f"{self._found}{name}")
        try:
            return None if kept is None else msgspec.json.decode(kept, type=self._kind)
        except msgspec.ValidationError:  # of another scheme
            return None

    def ask_about(self, seen: Seen, name: object) -> Known:
        """Let this be found in this finished game; what was found stays, and what has failed is tried anew."""
        known = self.known(seen, name)
        if known is None or known.has_failed:
            known = self._kind(SCHEME, seen.digest.hex(), self._nothing)
            self.keep(name, known)
        if not known.found.is_done:
            self._redis.zadd(self._queue, {str(name): self._tables.now()}, nx=True)
        return known

    def keep(self, name: object, known: Known) -> None:
        """So much is known now."""
        self._redis.set(f"{self._found}{name}", msgspec.json.encode(known), ex=self._kept_seconds)

    def names(self) -> list[str]:
        """The names of what is to be found, that first which was asked for first."""
        found: Any = self._redis.zrange(self._queue, 0, _MOST_LOOKED_AT - 1)
        return [member.decode() for member in found]

    def done(self, name: object) -> None:
        """There is nothing more to find."""
        self._redis.zrem(self._queue, str(name))

    def fail(self, name: object) -> None:
        """This cannot be found, as was logged: whoever asks is told, and may ask again."""
        if (known := self._kept(name)) is not None:
            self.keep(name, replace(known, has_failed=True))
        self.done(name)
