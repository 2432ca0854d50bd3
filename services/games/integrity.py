"""Integrity of the record: whether it is unchanged, who may still add to it, and what the operator must know.

At start and whenever the record's server has restarted, the record is compared with the last checkpoint outside of it.
The worker's process keeps the checkpoints.
"""

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from domain.title_loader import refused_titles
from eventstore.backup.archive import Archive
from eventstore.checkpoints.checkpoint import Checkpoint, Notary, latest_checkpoint, time_text
from eventstore.checkpoints.compare import Finding, compare
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.checkpoints.read_only_games import Closures
from eventstore.checkpoints.signer_memory import NotAnExtension, SignerMemory
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.disk_space import DiskSpace
from eventstore.encryption import SecretBox
from eventstore.store import Store
from eventstore.valkey.connection import Client, StoreUnavailable
from eventstore.valkey.lease import Lease
from eventstore.wall_clock import WallClock

CHECKPOINTS = "checkpoints"
LAST_BACKUP = "stele:{ground}:backup"
"""When a backup was made last, in milliseconds."""
_FAILED_BACKUP = "stele:{ground}:backup-failed"
"""When the last backup failed, in milliseconds; there is none once one was made."""
_PAUSE_SECONDS = 3.0
_LOOK_AT_SETTINGS_SECONDS = 60.0
_MOST_NAMED = 10
_WRITER = "stele:{ground}:checkpoints"
_WRITER_SECONDS = 30.0
_log = logging.getLogger("stele.record")


class Integrity:
    """What the operator must know of the record. `look_at_settings` gives notes on how the server runs."""

    def __init__(
        self,
        redis: Client,
        box: SecretBox,
        directory: Path,
        notary: Notary,
        origin: str,
        archive: Archive,
        look_at_settings: Callable[[], tuple[str, ...]] = tuple,
        what_was_cut: Callable[[], str | None] = lambda: None,
        room: DiskSpace | None = None,
        wall_clock: WallClock | None = None,
    ) -> None:
        self._directory = directory / CHECKPOINTS
        self.notary = notary
        self._origin = origin
        self._look_at_settings = look_at_settings
        self._what_was_cut = what_was_cut
        self._room = room
        self._settings: tuple[float, tuple[str, ...]] = (float("-inf"), ())
        # Every process starts with this: it must not take the longer the more games there are.
        checkpoint, self._complaints = latest_checkpoint(self._directory, notary, with_games=False)
        partitions = None if checkpoint is None else checkpoint.partitions
        self.store = Store(redis, box, partitions, archive)
        self._said: set[str] = set()
        self.closures = Closures(redis, self._compare, self.store.partitions, wall_clock)
        self.signer = SignerMemory(redis, notary)

    def begin(self) -> None:
        """Compare if need be, and say once what the operator should know."""
        self.closures.findings(now=True)
        self.say()

    def say(self) -> None:
        """Write what is to be noted into the log; what was said before is not said again."""
        for note in self.notes():
            self._say(note)

    def _say(self, note: str) -> None:
        if note not in self._said:
            self._said.add(note)
            _log.warning("The record's server: %s.", note)

    def notes(self) -> tuple[str, ...]:
        """What the operator should know now: settings, what was cut, and each game that is damaged."""
        shut = self.closures.shut()
        notes = [*([str(shut)] if shut else []), *self.settings_notes()]
        findings = self.closures.findings()
        notes += [f"game {game_id} {finding}" for game_id, finding in sorted(findings.items())[:_MOST_NAMED]]
        if len(findings) > _MOST_NAMED:
            notes.append(f"{len(findings) - _MOST_NAMED} more games are damaged; the command doctor names them")
        return tuple(notes)

    def settings_notes(self) -> tuple[str, ...]:
        """What the operator should know of the server, the checkpoints, what was cut, and titles that are refused."""
        looked_at, settings = self._settings
        if time.monotonic() - looked_at > _LOOK_AT_SETTINGS_SECONDS:
            settings = self._look_at_settings()
            self._settings = (time.monotonic(), settings)
        notes = [*settings, *self._complaints]
        with suppress(StoreUnavailable):  # of a cluster the server that knows it may be away
            if refusal := self.signer.refusal():
                notes.append(refusal)
        cut = self._what_was_cut()
        if cut is not None:
            notes.append(cut)
        if self._room is not None and (short := self._room.note()):
            notes.append(short)
        for title, reasons in refused_titles().items():
            notes += [f"the title {title} of another package is not played: {reason}" for reason in reasons]
        return tuple(notes)

    def last_backup(self) -> int | None:
        """When a backup was made last, in milliseconds; none if never."""
        return self._time_in(LAST_BACKUP)

    def failed_backup(self) -> int | None:
        """When the last backup failed, in milliseconds; none if it did not."""
        return self._time_in(_FAILED_BACKUP)

    def tell_backup(self, at: int, failed: bool) -> None:
        """Note that a backup was made as the record was then, or failed: operators are told of that."""
        if failed:
            self.store.redis.set(_FAILED_BACKUP, at)
        else:
            self.store.redis.set(LAST_BACKUP, at)
            self.store.redis.delete(_FAILED_BACKUP)

    def last_signed(self) -> int | None:
        """When a checkpoint was signed last, in milliseconds; none if never."""
        last = self.signer.last()
        return None if last is None else last.at

    def _time_in(self, name: str) -> int | None:
        found: bytes | None = self.store.redis.get(name)  # type: ignore[assignment]
        return int(found) if found is not None and found.isdigit() else None

    def memory(self) -> int:
        """How many bytes of memory the record's servers use together."""
        return sum(int(one.info("memory").get("used_memory", 0)) for one in self.store.redis.servers().values())

    def checkpoint(self) -> Checkpoint | None:
        """The newest checkpoint that can be read."""
        checkpoint, self._complaints = latest_checkpoint(self._directory, self.notary)
        return checkpoint

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Within this, checkpoints are written every few seconds and at the end, by one process at a time."""
        stopping = threading.Event()
        thread = threading.Thread(target=self._keep, args=(stopping,), name="checkpoints", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join(30)

    def keeper(self) -> CheckpointWriter:
        """What writes the checkpoints; it must `hold` first."""
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
        """What the workers of one directory have together while they write the checkpoints: only that one may."""
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = self._directory.stat()
        place = f"{socket.gethostname()}:{self._directory.resolve()} ({found.st_dev}:{found.st_ino})"
        return Lease(self.store.redis, _WRITER, place, _WRITER_SECONDS)

    def _is_writer(self, writer: Lease) -> bool:
        """Whether the checkpoints are written here; if they are elsewhere, that is said once."""
        if writer.renew() or writer.take():
            return True
        place = writer.holder()
        if place and place not in self._said:
            self._said.add(place)
            _log.warning(
                "The checkpoints are written by another worker, in %s. This one has another directory, %s, and writes "
                "none while that one lives: start it with --no-checkpoints if that is to stay so.",
                place,
                self._directory,
            )
        return False

    def _keep(self, stopping: threading.Event) -> None:
        keeper, runs = self.keeper(), None
        writer: Lease | None = None
        is_last = is_ours = False
        while not is_last:
            is_last = stopping.wait(_PAUSE_SECONDS)
            if self._room is not None and (short := self._room.note()):
                self._say(short)  # the record's server may have died of it, and say nothing
            try:
                writer = writer or self.writer()
                is_ours = self._is_writer(writer) and keeper.hold()
                if not is_ours:
                    continue
                self.closures.findings(now=True)  # a server that restarted is compared before anything is written
                self.closures.check_door()
                if runs != self.closures.runs:
                    keeper.look_at_logs()
                    runs = self.closures.runs
                keeper.write()
                self.say()
            except DoorShut:
                runs = None  # once the door is open again the logs are followed from where they are then
                self.say()
            except StoreUnavailable:
                continue
            except NotAnExtension:
                self.say()
                if writer is not None:
                    writer.release()  # another directory may be the right one
            except Exception:
                # Play goes on without checkpoints; the operator must hear of it.
                _log.exception("the checkpoint cannot be written; trying again")
        keeper.release()
        if writer is not None and is_ours:
            with suppress(StoreUnavailable):
                writer.release()

    def _compare(self) -> list[Finding] | None:
        """What differs from the last checkpoint; none without a checkpoint."""
        checkpoint = self.checkpoint()
        return None if checkpoint is None else list(compare(self.store, checkpoint))


def age_text(checkpoint: Checkpoint) -> str:
    """Which checkpoint this is, for the operator."""
    return f"checkpoint {checkpoint.number} of {time_text(checkpoint.at)}, {len(checkpoint.claims)} games"
