"""Checkpoint writer: one process writes the server's state into a directory outside it.

All data that a reader gets from the server is on its disk (`appendfsync always`), so a checkpoint holds only what was
or could have been acknowledged. While nothing is recorded, a check costs one call and writes nothing.
"""

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from eventstore.append import Head
from eventstore.backup.atomic_files import extend_durably, sync_directory, write_durably
from eventstore.checkpoints.checkpoint import (
    NOTES,
    NOTHING_YET,
    Checkpoint,
    LogEnd,
    Notary,
    latest_checkpoint,
    write_note,
)
from eventstore.checkpoints.compare import read_ends, shorter_logs
from eventstore.checkpoints.journal import Claim, journal_lines
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.checkpoints.read_only_games import Acceptance
from eventstore.checkpoints.signer_memory import NotAnExtension, SignerMemory
from eventstore.checkpoints.transparency_log import TransparencyLog
from eventstore.log import LogReader
from eventstore.store import Store
from verify.log import game_name

NOTES_KEPT = 5
_SPARE_LINES = 1_000
_MOST_NAMED = 10


class CheckpointWriter:
    """Writes a directory's checkpoints, and the log, under this origin.

    `accepted` holds the losses that the operator has accepted, by game: only such a game may end before the position in
    the last checkpoint.
    """

    def __init__(
        self,
        directory: Path,
        store: Store,
        notary: Notary,
        origin: str,
        is_closed: Callable[[str], bool] = lambda game_id: False,
        accepted: Callable[[], Mapping[str, Acceptance]] = dict,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._directory = directory
        self._store = store
        self._notary = notary
        self._memory = SignerMemory(store.redis, notary)
        self._log = TransparencyLog(directory, origin, self._memory)
        self._is_closed = is_closed
        self._accepted = accepted
        self._clock = clock
        self._reader = LogReader(store.redis, store.partitions)
        self._lock: int | None = None
        self._claims: dict[str, Claim] = {}
        self._logs: dict[int, LogEnd] = {}
        self._last = NOTHING_YET
        self._hash = hashlib.sha256()
        self._lines = 0
        self._begins_anew = True
        self._is_due = self._is_sure = False

    def hold(self) -> bool:
        """Whether this process is the writer; it remains the writer until it ends, while other processes wait."""
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
        """Follow each changed log from its beginning, because the server may have restarted with less data."""
        for partition in shorter_logs(self._reader, msgspec.structs.replace(self._last, logs=self._logs)):
            del self._logs[partition]

    def write(self) -> bool:
        """Write a checkpoint if anything was recorded since the last one, and return whether anything was.

        A state that does not continue the last signed one is not signed and raises `NotAnExtension`; so does a state
        with less data from the same run of the server, which raises `DoorShut`.
        """
        if not self._is_sure or (self._log.refusal and self._memory.is_loss_accepted()):
            self._take_up()
        if self._log.refusal:
            raise NotAnExtension(self._log.refusal)
        changed: set[str] = set()
        logs = dict(self._logs)
        while records := self._reader.read_since({partition: end.number for partition, end in logs.items()}):
            for record in records:
                logs[record.partition] = LogEnd(record.number, game_name(record.game_id), record.to_position)
            changed.update(record.game_id for record in records if record.game_id)
        lost = self._accepted_claims()
        if logs == self._logs and not lost and not self._is_due:
            return False
        if shorter_logs(self._reader, msgspec.structs.replace(self._last, logs=self._logs)):
            raise DoorShut("the record's logs are not those that were signed last")
        # The heads are read after the logs: they are where the logs say or further, and all of that is on the disk.
        heads = {one: ends.last for one, ends in read_ends(self._store, {*changed, *lost}) if ends.last == ends.head}
        self._store.settle(heads)
        taken = {one: head for one, head in heads.items() if head and (one in lost or self._is_news(one, head))}
        gone = {one for one in lost if one not in taken}
        reasons = [_reason(one, claim.head, taken.get(one)) for one, claim in sorted(lost.items())]
        self._write(taken, gone, logs, reasons)
        return True

    def _accepted_claims(self) -> dict[str, Claim]:
        """The games whose rollback the operator has accepted since the last checkpoint, and where they continue."""
        lost = {}
        for game_id, acceptance in self._accepted().items():
            claim = self._claims.get(game_id)
            said = None if claim is None else (str(claim.head.position), claim.head.digest.hex())
            if claim is not None and said == (acceptance.lost, acceptance.lost_digest):
                lost[game_id] = claim
        if lost:
            for game_id, ends in read_ends(self._store, list(lost)):
                if self._is_closed(game_id) or ends.last == lost[game_id].head:
                    del lost[game_id]
        return lost

    def _is_news(self, game_id: str, head: Head) -> bool:
        """Whether this is the game's new position; a damaged game keeps its old one."""
        claim = self._claims.get(game_id)
        return not self._is_closed(game_id) and (claim is None or head.position > claim.head.position)

    def _write(self, heads: Mapping[str, Head], gone: set[str], logs: dict[int, LogEnd], reasons: list[str]) -> None:
        if self._is_due:  # claims without a leaf get one
            unlogged = {one: claim.head for one, claim in self._claims.items() if claim.leaf is None}
            heads = {**{one: head for one, head in unlogged.items() if one not in gone}, **heads}
        following = self._log.extended(heads, reasons, self._claims)
        new = dict(following.claims)
        journal, lines = self._last.journal, self._lines + len(new)
        if self._begins_anew or gone or lines > 2 * len(self._claims) + len(new) + _SPARE_LINES:
            journal = f"heads-{int(journal.partition('-')[2] or 0) + 1}"
            claims = {one: claim for one, claim in {**self._claims, **new}.items() if one not in gone}
            whole = journal_lines(claims.items())
            write_durably(self._directory / journal, whole)
            hashed, length, lines = hashlib.sha256(whole), len(whole), len(claims)
        else:
            more = journal_lines(new.items())
            extend_durably(self._directory / journal, self._last.length, more)
            hashed, length = self._hash.copy(), self._last.length + len(more)
            hashed.update(more)
        last = Checkpoint(
            self._last.number + 1,
            self._clock(),
            self._store.partitions,
            following.tree,
            journal,
            length,
            hashed.digest(),
            logs,
            {},
            following.restores,
            following.continues,
            following.because,
        )
        self._is_sure = False  # after a failure from here on, a note may be signed: check the disk first
        write_durably(self._directory / f"{last.number:010d}.note", self._notary.signed(write_note(last)))
        self._memory.remember(last)
        self._log.signed(last)
        self._claims.update(new)
        for game_id in gone:
            del self._claims[game_id]
        self._last, self._logs, self._hash, self._lines = last, logs, hashed, lines
        self._begins_anew = self._is_due = False
        self._is_sure = True
        self._tidy()

    def _take_up(self) -> None:
        """Continue from the last readable checkpoint; files of later ones are not overwritten."""
        last, _complaints = latest_checkpoint(self._directory, self._notary)
        if last is None:
            last = NOTHING_YET
        newest = max((int(path.stem) for path in self._directory.glob(NOTES) if path.stem.isdigit()), default=0)
        journals = [int(path.name[6:]) for path in self._directory.glob("heads-*") if path.name[6:].isdigit()]
        self._claims, self._logs = dict(last.claims), dict(last.logs)
        is_newest = last.number == newest and last.journal == f"heads-{max(journals, default=0)}"
        if is_newest and last.tree.origin:
            content = (self._directory / last.journal).read_bytes()[: last.length]
            self._last, self._hash, self._lines = last, hashlib.sha256(content), content.count(b"\n")
            self._begins_anew = False
        else:
            # There is none, or it has the old form, or a newer one is damaged: begin a journal after all of them.
            self._last = msgspec.structs.replace(last, number=newest, journal=f"heads-{max(journals, default=0)}")
            self._begins_anew = True
        self._log.take_up(last)
        is_held = self._log.holds(last.tree)
        self._claims = {one: self._log.known(claim, is_held) for one, claim in self._claims.items()}
        self._is_due = self._log.must_say_more or any(claim.leaf is None for claim in self._claims.values())
        self.look_at_logs()
        self._is_sure = True

    def _tidy(self) -> None:
        """Keep the last few notes and their journals, and delete the rest."""
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


def _reason(game_id: str, was: Head, now: Head | None) -> str:
    """The public reason why the log needs a new origin."""
    left = "nothing of it is left" if now is None else f"it goes on from before and is at {now.position}"
    return f"game {game_name(game_id)} was at {was.position}, and {left}"
