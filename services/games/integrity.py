"""Integrity of the record: whether it is unchanged, who may append to it, and notes for the operator.

At startup, and whenever the database has restarted, the record is compared with the last checkpoint outside of
it. The worker process writes the checkpoints.
"""

import logging
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ai.kinds import refused_kinds
from domain.title_loader import refused_titles
from eventstore.checkpoints.checkpoint import Checkpoint, Notary, latest_checkpoint
from eventstore.checkpoints.compare import Finding, compare
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.checkpoints.read_only_games import Closures
from eventstore.checkpoints.signer_memory import NotAnExtension, SignerMemory
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.disk_space import DiskSpace
from eventstore.store import Store
from eventstore.unsafe_settings import SettingsWatch
from eventstore.valkey.connection import StoreUnavailable
from eventstore.valkey.lease import Lease
from eventstore.wall_clock import WallClock
from operations.clock import now
from verify.record import time_text

CHECKPOINTS = "checkpoints"
LAST_BACKUP = "stele:{ground}:backup"
"""The time of the last backup, in milliseconds."""
_FAILED_BACKUPS = "stele:{ground}:backups-failed"
"""The time of the last failed backup of each place, in milliseconds; deleted by the next successful one there."""
_GIVEN_UP_MILLISECONDS = 30 * 86_400_000
"""A place that got no backup for this long after a failed one is no longer used."""
_PAUSE_SECONDS = 3.0
_MOST_NAMED = 10
_WRITER = "stele:{ground}:checkpoints"
_WRITER_SECONDS = 30.0
_log = logging.getLogger("stele.record")


class Integrity:
    """The state of the record, for the operator.

    `directory` has the checkpoints, `complaints` are the faults of the latest ones, and `settings` are those of the
    database.
    """

    def __init__(
        self,
        store: Store,
        directory: Path,
        notary: Notary,
        origin: str,
        complaints: Sequence[str] = (),
        settings: SettingsWatch | None = None,
        room: DiskSpace | None = None,
        wall_clock: WallClock | None = None,
    ) -> None:
        self._directory = directory
        self.notary = notary
        self._origin = origin
        self._settings = settings
        self._room = room
        self._complaints = complaints
        self.store = store
        self._said: set[str] = set()
        self.closures = Closures(store.redis, self._compare, store.partitions, wall_clock, settings)
        self.signer = SignerMemory(store.redis, notary)

    def begin(self) -> None:
        """Compare the record if necessary, and log the notes for the operator once."""
        self.closures.findings(now=True)
        self.say()

    def say(self) -> None:
        """Log the notes that have not been logged yet."""
        for note in self.notes():
            self._say(note)

    def _say(self, note: str) -> None:
        if note not in self._said:
            self._said.add(note)
            _log.warning("The database: %s.", note)

    def check_writable(self) -> None:
        """Raise `StoreUnavailable`, with the reason, if the server of the first partition cannot write."""
        self.store.check_writable()

    def notes(self) -> tuple[str, ...]:
        """Notes for the operator on settings, on records that the database discarded, and on each damaged game."""
        shut = self.closures.shut()
        notes = [*([str(shut)] if shut else []), *self.settings_notes()]
        findings = self.closures.findings()
        notes += [f"game {game_id} {finding}" for game_id, finding in sorted(findings.items())[:_MOST_NAMED]]
        if len(findings) > _MOST_NAMED:
            notes.append(f"{len(findings) - _MOST_NAMED} more games are damaged; the command doctor names them")
        return tuple(notes)

    def settings_notes(self) -> tuple[str, ...]:
        """Notes for the operator on the database, the checkpoints, discarded records, and rejected titles."""
        notes = [*(() if self._settings is None else self._settings.look()), *self._complaints]
        with suppress(StoreUnavailable):  # the cluster's server with the answer may be down
            if refusal := self.signer.refusal():
                notes.append(refusal)
        if self._room is not None and (short := self._room.note()):
            notes.append(short)
        for title, reasons in refused_titles().items():
            notes += [f"the title {title} of another package is not played: {reason}" for reason in reasons]
        for kind, reasons in refused_kinds().items():
            notes += [f"the computer player {kind} of another package does not play: {reason}" for reason in reasons]
        return tuple(notes)

    def last_backup(self) -> int | None:
        """The time of the last backup, in milliseconds; None without one."""
        return self._time_in(LAST_BACKUP)

    def failed_backup(self, place: str = "") -> int | None:
        """The time of the last failed backup to this place, by default to any, in milliseconds.

        None if the last one there, or to each place, succeeded.
        """
        failed: dict[bytes, bytes] = self.store.redis.hgetall(_FAILED_BACKUPS)  # type: ignore[assignment]
        last = max((int(at) for name, at in failed.items() if place in ("", name.decode())), default=0)
        return last if last > now() - _GIVEN_UP_MILLISECONDS else None

    def tell_backup(self, place: str, at: int, failed: bool) -> None:
        """Store the time and the success of a backup to this place, for the operators' notes."""
        if failed:
            self.store.redis.hset(_FAILED_BACKUPS, place, at)
        else:
            self.store.redis.set(LAST_BACKUP, at)
            self.store.redis.hdel(_FAILED_BACKUPS, place)

    def last_signed(self) -> int | None:
        """The time of the last signed checkpoint, in milliseconds; None without one."""
        last = self.signer.last()
        return None if last is None else last.at

    def _time_in(self, name: str) -> int | None:
        found: bytes | None = self.store.redis.get(name)  # type: ignore[assignment]
        return int(found) if found is not None and found.isdigit() else None

    def memory(self) -> int:
        """The memory that the database servers use together, in bytes."""
        return self._of_servers("memory", "used_memory")

    def log_bytes(self) -> int:
        """The size of the append-only files of the database servers together, in bytes; 0 without them."""
        return self._of_servers("persistence", "aof_current_size")

    def _of_servers(self, section: str, number: str) -> int:
        return sum(int(one.info(section).get(number, 0)) for one in self.store.redis.servers().values())

    def checkpoint(self) -> Checkpoint | None:
        """The newest readable checkpoint."""
        checkpoint, self._complaints = latest_checkpoint(self._directory, self.notary)
        return checkpoint

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """A context in which checkpoints are written every few seconds and at the end, by one process at a time."""
        stopping = threading.Event()
        thread = threading.Thread(target=self._keep, args=(stopping,), name="checkpoints", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join(30)

    def keeper(self) -> CheckpointWriter:
        """The writer of the checkpoints; it must `hold` first."""
        closures = self.closures
        return CheckpointWriter(
            self._directory,
            self.store,
            self.notary,
            self._origin,
            is_closed=lambda game_id: game_id in closures.findings(),
            accepted=closures.acceptances,
        )

    def writer(self) -> Lease:
        """The lease for writing the checkpoints, shared by the workers of one directory."""
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = self._directory.stat()
        place = f"{socket.gethostname()}:{self._directory.resolve()} ({found.st_dev}:{found.st_ino})"
        return Lease(self.store.redis, _WRITER, place, _WRITER_SECONDS)

    def _keep(self, stopping: threading.Event) -> None:
        keeping = _Keeping(self)
        is_last = False
        while not is_last:
            is_last = stopping.wait(_PAUSE_SECONDS)
            if not self._is_disk_full():  # not even the lease is renewed, because that would write, too
                keeping.try_to_write()
        keeping.end()

    def _is_disk_full(self) -> bool:
        """Whether nothing can be written; the first sign of it is logged."""
        if self._room is None:
            return False
        if short := self._room.note():
            self._say(short)  # the database may have crashed for this reason, and then gives no answer
        return self._room.is_full

    def tell_other_writer(self, place: str) -> None:
        """Log once that another worker writes the checkpoints, in this place."""
        if place not in self._said:
            self._said.add(place)
            _log.warning(
                "The checkpoints are written by another worker, in %s. This one has another directory, %s, and writes "
                "none while that one lives: start it with --no-checkpoints if that is to stay so.",
                place,
                self._directory,
            )

    def _compare(self) -> list[Finding] | None:
        """The differences from the last checkpoint; none without a checkpoint."""
        checkpoint = self.checkpoint()
        return None if checkpoint is None else list(compare(self.store, checkpoint))


def age_text(checkpoint: Checkpoint) -> str:
    """A description of this checkpoint for the operator."""
    return f"checkpoint {checkpoint.number} of {time_text(checkpoint.at)}, {len(checkpoint.claims)} games"


class _Keeping:
    """The writing of checkpoints, one after another, while this process has the lease."""

    def __init__(self, integrity: Integrity) -> None:
        self._integrity = integrity
        self._keeper = integrity.keeper()
        self._lease: Lease | None = None
        self._is_ours = False
        self._followed: tuple[object, object] | None = None
        """The record whose logs are followed: the runs of its servers, and when it was last opened again."""

    def try_to_write(self) -> None:
        """Write a checkpoint, if it is this process's turn. A failure is not fatal, because the next attempt may
        succeed.
        """
        try:
            self._is_ours = self._holds_lease() and self._keeper.hold()
            if self._is_ours:
                self._write()
                self._integrity.say()
        except DoorShut:
            self._followed = None  # after the door is open again, follow the logs from where they are then
            self._integrity.say()
        except StoreUnavailable:
            pass
        except NotAnExtension:
            self._integrity.say()
            if self._lease is not None:
                self._lease.release()  # another directory may be the right one
        except Exception:
            # The game continues without checkpoints; the operator must be notified.
            _log.exception("the checkpoint cannot be written; trying again")

    def end(self) -> None:
        """Leave the writing to another process."""
        self._keeper.release()
        if self._lease is not None and self._is_ours:
            with suppress(StoreUnavailable):
                self._lease.release()

    def _holds_lease(self) -> bool:
        self._lease = self._lease or self._integrity.writer()
        if self._lease.renew() or self._lease.take():
            return True
        if place := self._lease.holder():
            self._integrity.tell_other_writer(place)
        return False

    def _write(self) -> None:
        closures = self._integrity.closures
        closures.findings(now=True)  # compare a restarted server before anything is written
        closures.check_door()
        # The loss may have been noticed elsewhere, and accepted, since the last time.
        if self._followed != (record := (closures.runs, closures.door.reopened_at)):
            self._keeper.look_at_logs()
            self._followed = record
        self._keeper.write()
