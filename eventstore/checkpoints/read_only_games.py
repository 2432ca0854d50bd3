"""Read-only games: closed until the operator has repaired them, in every process.

They are stored beside the record, so they survive restarts; if the server loses them, the next comparison with the
checkpoint finds them again. A restarted server is compared before anything is added to its record.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from redis.exceptions import RedisError

from eventstore.checkpoints.compare import COMPARED, Finding
from eventstore.checkpoints.lost_store import Door, Shut
from eventstore.errors import ReadOnly, RecordDamaged
from eventstore.unsafe_settings import SettingsWatch, Unsafe
from eventstore.valkey.connection import Client, StoreUnavailable
from eventstore.wall_clock import Leap, WallClock

_CLOSED = "stele:{ground}:closed"
_ACCEPTED = "stele:{ground}:accepted"
_VERSION = "stele:{ground}:version"
_COMPARED = "stele:{ground}:compared"
_LOOK_SECONDS = 1.0
T = TypeVar("T")
_log = logging.getLogger("stele.record")


class Acceptance(msgspec.Struct, frozen=True):
    """The operator's acceptance that part of a game is lost: where the game was, where it continues, and when."""

    lost: str
    lost_digest: str
    kept: str
    at: int


class Closures:
    """The read-only games, and the reasons. `compare` is called again after each restart of the server."""

    def __init__(
        self,
        redis: Client,
        compare: Callable[[], Iterable[Finding] | None] = lambda: None,
        partitions: int = 0,
        wall_clock: WallClock | None = None,
        settings: SettingsWatch | None = None,
    ) -> None:
        self._redis = redis
        self.wall_clock = wall_clock
        self._settings = settings
        self.door = Door(redis, partitions, self._runs_of_servers)
        self._compare = compare
        self._guard = threading.Lock()
        self._looked_at = float("-inf")
        self._version: bytes | None = None
        self.runs: frozenset[str] | None = None
        self._findings: dict[str, Finding] = {}
        self._acceptances: dict[str, Acceptance] = {}

    def check(self, game_id: str) -> None:
        """Raise `ReadOnly` if this game is read-only, `DoorShut` or `ClockLeapt` if nothing may be recorded."""
        finding = self.findings().get(game_id)
        self.check_time()
        self._check_server()
        if finding is not None and finding.kind != "unreadable":
            raise ReadOnly(game_id, str(finding))

    def findings(self, now: bool = False) -> dict[str, Finding]:
        """The known problems, by game; at most a second old, or read `now`."""
        if now or time.monotonic() - self._looked_at > _LOOK_SECONDS:
            with self._guard:
                if now or time.monotonic() - self._looked_at > _LOOK_SECONDS:
                    self._look()
                    self._looked_at = time.monotonic()
        return self._findings

    def shut(self) -> Shut | Leap | Unsafe | None:
        """The reason why recording is stopped, at most a second old; none if it is not stopped."""
        self.findings()
        leap = None if self.wall_clock is None else self.wall_clock.leap
        return self.door.shut or leap or (None if self._settings is None else self._settings.unsafe)

    def check_door(self) -> None:
        """Raise `DoorShut` or one of its kinds if recording is stopped."""
        self.findings()
        self.check_time()
        self._check_server()

    def _check_server(self) -> None:
        self.door.check()
        if self._settings is not None:
            self._settings.check()

    def check_time(self) -> None:
        """Raise `ClockLeapt` if nothing may be recorded with the time just read."""
        if self.wall_clock is not None:
            self.wall_clock.check()

    def add(self, finding: Finding) -> None:
        """Close this game, or note the problem, unless one is already known."""
        if self._redis.hsetnx(_CLOSED, finding.game_id, msgspec.json.encode(finding)):
            self._changed()
            _log.critical("Game %s %s.", finding.game_id, finding)

    def report(self, damage: RecordDamaged) -> None:
        """Note that this game's record is unreadable."""
        self.add(Finding(damage.game_id, "unreadable", time.time_ns() // 1_000_000, found=damage.reason))

    def remove(self, *game_ids: str) -> None:
        """Reopen these games, which are intact again."""
        if game_ids and self._redis.hdel(_CLOSED, *game_ids):
            self._changed()

    def accept(self, game_id: str, acceptance: Acceptance) -> None:
        """Reopen this game, and store permanently what was accepted as lost."""
        self._redis.hset(_ACCEPTED, game_id, msgspec.json.encode(acceptance))
        self._redis.hdel(_CLOSED, game_id)
        self._changed()

    def acceptance(self, game_id: str) -> Acceptance | None:
        """The accepted loss of this game, or none."""
        return self.acceptances().get(game_id)

    def acceptances(self) -> dict[str, Acceptance]:
        """All accepted losses, by game; at most a second old."""
        self.findings()
        return self._acceptances

    def compare_again(self) -> bool:
        """Compare the record with the checkpoint, and reopen games that are intact again, and return whether there is a
        checkpoint.
        """
        found = self._compare()
        if found is None:
            return False
        before, accepted_losses = self._read(_CLOSED, Finding), self._read(_ACCEPTED, Acceptance)
        wrong: dict[str, Finding] = {}
        for one in found:
            accepted = accepted_losses.get(one.game_id)
            if accepted is None or (accepted.lost, accepted.lost_digest) != (one.position, one.digest):
                known = before.get(one.game_id)
                # The first checkpoint that found the problem determines `since`.
                is_known = known is not None and replace(known, since=one.since) == one
                wrong[one.game_id] = known if known is not None and is_known else one
        changed = [one for one in wrong.values() if before.get(one.game_id) != one]
        whole = [game_id for game_id, one in before.items() if one.kind in COMPARED and game_id not in wrong]
        for finding in changed:
            self._redis.hset(_CLOSED, finding.game_id, msgspec.json.encode(finding))
        if whole:
            self._redis.hdel(_CLOSED, *whole)
        if whole or changed:
            self._changed()
        return True

    def _changed(self) -> None:
        """Make every process check again: this one now, the others within a second."""
        self._redis.set(_VERSION, secrets.token_hex(8))
        self._looked_at = float("-inf")

    def _look(self) -> None:
        """Read the findings of other processes; compare first if the server has restarted since the last comparison."""
        runs = self._runs_of_servers()
        was_shut, is_another_run = self.door.shut, self.runs is None or not runs <= self.runs
        with suppress(StoreUnavailable):  # one server of a cluster may be unavailable
            if self.wall_clock is not None:
                self.wall_clock.look()
        with suppress(StoreUnavailable):
            self.door.look(is_another_run)
            if self._settings is not None and len(self._redis.servers()) == 1:
                self._settings.look()
        if self.door.shut and not was_shut:
            self.compare_again()
            self._version = None
        if self.runs is None or not runs <= self.runs:
            compared: Any = self._redis.get(_COMPARED) or b""
            is_compared = runs and runs <= set(compared.decode().split("+"))
            if not is_compared and self.compare_again() and runs:
                self._redis.set(_COMPARED, "+".join(sorted(runs)))
            self.runs = runs.union(self.runs or ())
        try:
            version = self._redis.get(_VERSION) or b""
        except StoreUnavailable:
            if self._version is None:
                raise
            return  # one server of a cluster is unavailable: what was known holds for the games on the others
        if version != self._version:
            self._findings = self._read(_CLOSED, Finding)
            self._acceptances = self._read(_ACCEPTED, Acceptance)
            self._version = version  # type: ignore[assignment]

    def _runs_of_servers(self) -> frozenset[str]:
        """The servers' run ids; empty if they do not report any, in which case a process compares once."""
        try:
            return self._redis.runs()
        except (RedisError, KeyError):
            return frozenset()

    def _read(self, name: str, kind: type[T]) -> dict[str, T]:
        found: dict[str, T] = {}
        stored: dict[bytes, bytes] = self._redis.hgetall(name)  # type: ignore[assignment]
        for game_id, said in stored.items():
            try:
                found[game_id.decode()] = msgspec.json.decode(said, type=kind)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                # The entry about the damage is damaged itself; the next comparison writes it again.
                _log.critical("What is kept in %s about %r cannot be read: %s.", name, game_id, error)
        return found
