"""Lost store: nothing more is recorded once the record's server has lost data without having been restarted.

FLUSHALL, another database in its place, an older copy that was loaded: no run of the server begins with that, so only a
look tells. What a server left in the record (the mark of its secret) must be there, and no partition's log may end
before where it was seen to end. Once noticed it holds for every process until the operator opens the door again.

Exception
└── DoorShut   nothing may be recorded; the message says since when and why
"""

import logging
import time
from collections.abc import Callable

import msgspec

from eventstore.checkpoints.checkpoint import time_text
from eventstore.log_lag import LogWatch
from eventstore.server_secret import is_settled
from eventstore.valkey.connection import Client, StoreUnavailable

_SHUT = "stele:{ground}:shut"
_REOPENED = "stele:{ground}:reopened"
_log = logging.getLogger("stele.record")


class Shut(msgspec.Struct, frozen=True):
    """What was noticed, and when, in milliseconds."""

    since: int
    why: str

    def __str__(self) -> str:
        """A clause for the operator."""
        return (
            f"the door is shut, because {self.why}; noticed on {time_text(self.since)}. Nothing is recorded and no "
            "checkpoint is signed until it is put back (restore, or doctor --from-backup) and doctor --reopen opens it"
        )


class DoorShut(StoreUnavailable):
    """The record is not what it was: nothing may be added to it."""


class Door:
    """Whether anything may be recorded, as every process finds it. `runs` names the servers' present runs."""

    def __init__(self, redis: Client, partitions: int, runs: Callable[[], frozenset[str]]) -> None:
        self._redis = redis
        self._runs = runs
        self._watch = LogWatch(redis, partitions)
        self._seen: dict[int, int] = {}
        self._was_settled = False
        self._reopened_at = 0
        self.shut: Shut | None = None

    def look(self, is_another_run: bool) -> None:
        """Find out whether it is shut; shut it where what was there is gone.

        What another run of the server has lost is found by comparing it with a checkpoint, game by game.
        """
        runs = self._runs()
        if is_another_run or self._is_reopened():
            self._seen = {}
        self.shut = self._said()
        if self.shut is not None:
            self._seen = {}
            return
        why = self._gone()
        if why and self._runs() == runs:
            shut_door(self._redis, why)
            self.shut = self._said()
            return
        self._seen = self._watch.heads()
        self._was_settled = self._was_settled or is_settled(self._redis)

    def check(self) -> None:
        """Raise `DoorShut` where it is."""
        if self.shut is not None:
            raise DoorShut(str(self.shut))

    def reopen(self) -> bool:
        """Open it again, on the operator's word; whether it was shut."""
        was_shut = self._said() is not None
        self._redis.set(_REOPENED, time.time_ns() // 1_000_000)
        self._redis.delete(_SHUT)
        self.shut = None
        return was_shut

    def _is_reopened(self) -> bool:
        """Whether the operator has opened the door since the last look: what was seen before counts no longer."""
        found = self._redis.get(_REOPENED)
        reopened_at = int(found) if isinstance(found, bytes) and found.isdigit() else 0
        is_later = reopened_at > self._reopened_at
        self._reopened_at = max(reopened_at, self._reopened_at)
        return is_later

    def _gone(self) -> str:
        """What is no longer there, as a clause; nothing if all is."""
        if self._was_settled and not is_settled(self._redis):
            return "the record's server was emptied while Stele ran"
        if back := self._watch.back(self._seen):
            return f"the record's server was set back while Stele ran: {back} of its logs end before where they ended"
        return ""

    def _said(self) -> Shut | None:
        said = self._redis.get(_SHUT)
        if not isinstance(said, bytes):
            return None
        try:
            return msgspec.json.decode(said, type=Shut)
        except msgspec.DecodeError:
            return Shut(time.time_ns() // 1_000_000, "the record says that it was emptied, in words that are damaged")


def shut_door(redis: Client, why: str) -> None:
    """Let nothing be recorded any more by any process."""
    if redis.set(_SHUT, msgspec.json.encode(Shut(time.time_ns() // 1_000_000, why)), nx=True):
        _log.critical("The door is shut, because %s.", why)
