"""Keeping checkpoints: one process writes what the server has on its disk into a directory outside of it.

Everything that a reader gets from the server was on its disk before (`appendfsync always`), so a checkpoint holds only
what was acknowledged or could have been. While nothing is recorded, looking costs one call and writes nothing.
"""

import fcntl
import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from eventstore.append import Head
from eventstore.checkpoints import (
    NOTES,
    Checkpoint,
    LogEnd,
    Notary,
    heads_lines,
    latest_checkpoint,
    sync_directory,
    write_durably,
    write_note,
)
from eventstore.comparing import read_ends, shorter_logs
from eventstore.log import LogReader
from eventstore.streams import Store

NOTES_KEPT = 5
_SPARE_LINES = 1_000
_NONE = Checkpoint(0, 0, 0, "", 0, b"", {}, {})


class Keeper:
    """Writes the checkpoints of a directory. `may_take_back` says whether a game may be behind where it was."""

    def __init__(
        self,
        directory: Path,
        store: Store,
        notary: Notary,
        is_closed: Callable[[str], bool] = lambda game_id: False,
        may_take_back: Callable[[str], bool] = lambda game_id: False,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._directory = directory
        self._store = store
        self._notary = notary
        self._is_closed = is_closed
        self._may_take_back = may_take_back
        self._clock = clock
        self._reader = LogReader(store.redis, store.partitions)
        self._lock: int | None = None
        self._games: dict[str, Head] = {}
        self._logs: dict[int, LogEnd] = {}
        self._last = _NONE
        self._hash = hashlib.sha256()
        self._lines = 0
        self._begins_anew = True

    def hold(self) -> bool:
        """Whether this process is the one that writes: it is until it ends, and others wait."""
        if self._lock is not None:
            return True
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self._directory / "writer.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._lock = descriptor
        self._take_up()
        return True

    def release(self) -> None:
        """Let another process write."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def look_at_logs(self) -> None:
        """Follow each log that is not as it was from its beginning: the server may have restarted with less."""
        for partition in shorter_logs(self._reader, self._last_with(self._logs)):
            del self._logs[partition]

    def write(self) -> bool:
        """Write a checkpoint if anything was recorded since the last one; whether there was."""
        changed: set[str] = set()
        logs = dict(self._logs)
        while records := self._reader.read_since({partition: end.number for partition, end in logs.items()}):
            for record in records:
                logs[record.partition] = LogEnd(record.number, record.game_id, record.to_position)
            changed.update(record.game_id for record in records if record.game_id)
        if logs == self._logs:
            return False
        # The heads are read after the logs: they are where the logs say, or further.
        heads = {game_id: ends.last for game_id, ends in read_ends(self._store, changed) if ends.last == ends.head}
        taken = {game_id: head for game_id, head in heads.items() if head and self._is_news(game_id, head)}
        self._write(taken, logs)
        return True

    def _is_news(self, game_id: str, head: Head) -> bool:
        """Whether this is where the game is from now on; a game that was damaged stays where it was."""
        known = self._games.get(game_id)
        if known == head or self._is_closed(game_id):
            return False
        return known is None or head.position > known.position or self._may_take_back(game_id)

    def _write(self, heads: dict[str, Head], logs: dict[int, LogEnd]) -> None:
        games = {**self._games, **heads}
        journal, lines = self._last.journal, self._lines + len(heads)
        if self._begins_anew or lines > 2 * len(games) + _SPARE_LINES:
            journal = f"heads-{int(journal.partition('-')[2]) + 1}"
            whole = heads_lines(games.items())
            write_durably(self._directory / journal, whole)
            hashed, length, lines = hashlib.sha256(whole), len(whole), len(games)
        else:
            more = heads_lines(heads.items())
            self._append(journal, more)
            hashed, length = self._hash.copy(), self._last.length + len(more)
            hashed.update(more)
        number = self._last.number + 1
        last = Checkpoint(number, self._clock(), self._store.partitions, journal, length, hashed.digest(), logs, games)
        write_durably(self._directory / f"{number:010d}.note", self._notary.signed(write_note(last)))
        self._last, self._games, self._logs, self._hash, self._lines = last, games, logs, hashed, lines
        self._begins_anew = False
        self._tidy()

    def _append(self, journal: str, lines: bytes) -> None:
        """Add lines at the end of what counts; what a crash left behind that is cut off."""
        with (self._directory / journal).open("r+b") as file:
            file.truncate(self._last.length)
            file.seek(self._last.length)
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())

    def _take_up(self) -> None:
        """Go on from the last checkpoint that can be read; what was kept of later ones is not overwritten."""
        last, _complaints = latest_checkpoint(self._directory, self._notary)
        if last is None:
            last = _NONE
        newest = max((int(path.stem) for path in self._directory.glob(NOTES) if path.stem.isdigit()), default=0)
        journals = [int(path.name[6:]) for path in self._directory.glob("heads-*") if path.name[6:].isdigit()]
        self._games, self._logs = dict(last.games), dict(last.logs)
        if last.number == newest and last.journal == f"heads-{max(journals, default=0)}":
            content = (self._directory / last.journal).read_bytes()[: last.length]
            self._last, self._hash, self._lines = last, hashlib.sha256(content), content.count(b"\n")
            self._begins_anew = False
        else:
            # There is none, or something newer is damaged: begin a journal beyond all that lie here.
            self._last = msgspec.structs.replace(last, number=newest, journal=f"heads-{max(journals, default=0)}")
            self._begins_anew = True
        self.look_at_logs()

    def _last_with(self, logs: dict[int, LogEnd]) -> Checkpoint:
        return msgspec.structs.replace(self._last, logs=logs)

    def _tidy(self) -> None:
        """Keep the last few notes and their journals."""
        notes = sorted(self._directory.glob(NOTES))
        for path in notes[:-NOTES_KEPT]:
            path.unlink()
        used = {self._last.journal}
        for path in notes[-NOTES_KEPT:]:
            for line in path.read_bytes().split(b"\n"):
                if line.startswith(b"journal "):
                    used.add(line.split(b" ")[1].decode(errors="replace"))
        for path in self._directory.glob("heads-*"):
            if path.name not in used:
                path.unlink()
        sync_directory(self._directory)
