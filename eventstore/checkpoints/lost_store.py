"""Lost store: stops all recording after the database has lost data without a restart.

FLUSHALL, a replaced database or an older copy loaded at run time do not show as a new run of the server, so the data is
checked: the mark of the server's secret must exist, and no partition's log may end earlier than it did. Once a loss is
noticed, it stops every process until the operator reopens the record.

Exception └── DoorShut   recording is stopped; the message says since when and why
"""

import logging
import time
from collections.abc import Callable

import msgspec

from eventstore.log_lag import LogWatch
from eventstore.server_secret import is_settled
from eventstore.valkey.connection import Client, StoreUnavailable
from verify.record import time_text

_SHUT = "stele:{ground}:shut"
_REOPENED = "stele:{ground}:reopened"
_log = logging.getLogger("stele.record")


class Shut(msgspec.Struct, frozen=True):
    """The noticed loss, and its time in milliseconds."""

    since: int
    why: str

    def __str__(self) -> str:
        """The reason as a clause for the operator."""
        return (
            f"the door is shut, because {self.why}; noticed on {time_text(self.since)}. Nothing is recorded and no "
            "checkpoint is signed until it is put back (restore, or doctor --from-backup) and doctor --reopen opens it"
        )


class DoorShut(StoreUnavailable):
    """The record has lost data; nothing may be added to it."""


class Door:
    """Whether recording is allowed, shared by all processes. `runs` names the servers' current runs."""

    def __init__(self, redis: Client, partitions: int, runs: Callable[[], frozenset[str]]) -> None:
        self._redis = redis
        self._runs = runs
        self._watch = LogWatch(redis, partitions)
        self._seen: dict[int, int] = {}
        self._was_settled = False
        self.reopened_at = 0
        self.shut: Shut | None = None

    def look(self, is_another_run: bool) -> None:
        """Check for lost data, and stop recording if any is missing.

        Data lost before another run of the server is found by comparison with a checkpoint, game by game.
        """
        runs = self._runs()
        self.shut = self._said()
        if is_another_run or self._is_reopened():  # read after it: what was reopened in between is not shut again
            self._seen = {}
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
        """Raise `DoorShut` if recording is stopped."""
        if self.shut is not None:
            raise DoorShut(str(self.shut))

    def reopen(self) -> bool:
        """Allow recording again, on the operator's order, and return whether it was stopped."""
        was_shut = self._said() is not None
        self._redis.set(_REOPENED, time.time_ns() // 1_000_000)
        self._redis.delete(_SHUT)
        self.shut = None
        return was_shut

    def _is_reopened(self) -> bool:
        """Whether the operator has reopened the record since the last check. If so, earlier observations are
        discarded.
        """
        found = self._redis.get(_REOPENED)
        reopened_at = int(found) if isinstance(found, bytes) and found.isdigit() else 0
        is_later = reopened_at > self.reopened_at
        self.reopened_at = max(reopened_at, self.reopened_at)
        return is_later

    def _gone(self) -> str:
        """The missing data, as a clause; empty if nothing is missing."""
        if self._was_settled and not is_settled(self._redis):
            return "the database was emptied while Stele ran"
        if back := self._watch.back(self._seen):
            return f"the database was set back while Stele ran: {back} of its logs end before where they ended"
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
    """Stop recording in every process."""
    if redis.set(_SHUT, msgspec.json.encode(Shut(time.time_ns() // 1_000_000, why)), nx=True):
        _log.critical("The door is shut, because %s.", why)
