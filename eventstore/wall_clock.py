"""Wall clock checks: a leap of the clock stops recording, since a move dated next year would freeze its game until
then.

The clock is compared with the time since the machine's start, which cannot be set, with the last time the record was
seen, and with the clock of the database if that is another machine. After a restart of the machine, which may have been
off for days, its clock may have advanced by any amount, but must not be behind.

Exception └── ClockLeapt   nothing may be recorded by this process; the message says why
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace
from redis.exceptions import RedisError

from eventstore.checkpoints.lost_store import DoorShut
from eventstore.valkey.connection import Client, StoreUnavailable
from operations.clock import now
from verify.record import time_text

LEAP_MILLISECONDS = 60_000
"""The tolerance within which a clock may be set or differ from another one."""
_CLOCKS = "stele:{ground}:clocks"
_WRITTEN_MILLISECONDS = 10_000
_STEP_MILLISECONDS = 1_000
_MOST_KEPT = 20
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_SINCE_START = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_log = logging.getLogger("stele.record")


class ClockLeapt(DoorShut):
    """The wall clock is wrong and must not be used."""


class Leap(msgspec.Struct, frozen=True):
    """The evidence against the wall clock, as a clause."""

    why: str

    def __str__(self) -> str:
        """The reason as a clause for the operator."""
        return (
            f"the clock of this machine jumped: {self.why}. Nothing is recorded and no deadline expires until it is "
            "set right or confirmed with doctor --confirm-clock"
        )


class _Trusted(msgspec.Struct, frozen=True):
    """A machine's clock when it was last trusted: its time at the machine's start, and at that moment, in
    milliseconds.
    """

    started_at: int
    seen_at: int


class WallClock:
    """Whether this machine's wall clock can be trusted. `has_own` says that the database may have a clock of its
    own.
    """

    def __init__(self, redis: Client, has_own: bool = False, wall: Callable[[], int] = now) -> None:
        self._redis = redis
        self._has_own = has_own
        self._wall = wall
        self._machine = _BOOT_ID.read_text().strip() if _BOOT_ID.exists() else str(self._started_at() // 1000)
        self._trusted: _Trusted | None = None
        self.leap: Leap | None = None

    def check(self) -> None:
        """Raise `ClockLeapt` unless the wall clock continues from its last trusted time."""
        if self.leap is not None:
            raise ClockLeapt(str(self.leap))
        if self._trusted is not None and (why := self._leapt(self._trusted)):
            raise ClockLeapt(str(Leap(why)))

    def look(self) -> None:
        """Check the clock, and store its current state."""
        kept = self._kept()
        trusted = kept.get(self._machine)
        why = self._contradicted() or (self._behind(kept) if trusted is None else self._leapt(trusted))
        if why and self.leap is None:
            _log.critical("The clock of this machine jumped: %s. Nothing is recorded.", why)
        elif not why and self.leap is not None:
            _log.warning("The clock of this machine is trusted again: it is %s.", time_text(self._wall()))
        self.leap = Leap(why) if why else None
        if not why:
            self._trusted = self._keep(trusted)
            if trusted is None and len(kept) >= _MOST_KEPT:
                self._redis.hdel(_CLOCKS, min(kept, key=lambda machine: kept[machine].seen_at))

    def confirm(self) -> str:
        """Trust the clock as it is, on the operator's order. Returns the reason if that is not possible, otherwise
        nothing.
        """
        if why := self._contradicted():
            return why
        at = self._wall()
        for machine, one in self._kept().items():
            if one.seen_at > at:
                self._write(machine, replace(one, seen_at=at))
        self._trusted = _Trusted(self._started_at(), at)
        self._write(self._machine, self._trusted)
        self.leap = None
        return ""

    def _started_at(self) -> int:
        return self._wall() - time.clock_gettime_ns(_SINCE_START) // 1_000_000

    def _leapt(self, trusted: _Trusted) -> str:
        """The size of the leap, as a clause; empty if there was none."""
        leapt = self._started_at() - trusted.started_at
        if abs(leapt) <= LEAP_MILLISECONDS:
            return ""
        at = self._wall()
        return f"it is {time_text(at)}, and without the jump it would be {time_text(at - leapt)}"

    def _behind(self, kept: dict[str, _Trusted]) -> str:
        """The contradiction with the last time the record was seen, as a clause; empty if there is none."""
        at, seen_at = self._wall(), max((one.seen_at for one in kept.values()), default=0)
        if at >= seen_at - LEAP_MILLISECONDS:
            return ""
        return f"it is {time_text(at)}, and before the machine started it was {time_text(seen_at)}"

    def _contradicted(self) -> str:
        """The contradiction with the clock of the database, as a clause; empty if it agrees or is the same
        clock.

        In a cluster any server's clock is used. Raises `StoreUnavailable` if none can be reached.
        """
        if not self._has_own:
            return ""
        for server in self._redis.servers().values():
            before = self._wall()
            with suppress(RedisError):  # there may be another server
                seconds, millionths = server.time()
                break
        else:
            raise StoreUnavailable("no server of the record can be asked for its time")
        at = seconds * 1000 + millionths // 1000
        if before - LEAP_MILLISECONDS <= at <= self._wall() + LEAP_MILLISECONDS:
            return ""
        return f"it is {time_text(before)}, and {time_text(at)} by the clock of the database"

    def _keep(self, before: _Trusted | None) -> _Trusted:
        """The current state of the clock, which is stored from time to time."""
        found = _Trusted(self._started_at(), self._wall())
        is_new = before is None or found.seen_at - before.seen_at > _WRITTEN_MILLISECONDS
        if before is not None and not is_new and abs(found.started_at - before.started_at) < _STEP_MILLISECONDS:
            return before
        self._write(self._machine, found)
        return found

    def _write(self, machine: str, trusted: _Trusted) -> None:
        self._redis.hset(_CLOCKS, machine, msgspec.json.encode(trusted))

    def _kept(self) -> dict[str, _Trusted]:
        found: dict[str, _Trusted] = {}
        kept: dict[bytes, bytes] = self._redis.hgetall(_CLOCKS)  # type: ignore[assignment]
        for machine, said in kept.items():
            with suppress(msgspec.DecodeError):  # unreadable data is ignored
                found[machine.decode(errors="replace")] = msgspec.json.decode(said, type=_Trusted)
        return found
