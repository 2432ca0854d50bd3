"""Doctor: checks the whole record, reports the damage to each game, and repairs what can be repaired."""

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from audit.game_repair import CannotRepair, closes, projector_of, repair_from_bundle, repair_from_entries
from audit.verification.store_validation import stored_games
from eventstore.backup.archive import ARCHIVE, Archive
from eventstore.backup.destination import opened_backup
from eventstore.backup.restore import (
    copy_missing_accounts,
    copy_missing_of_game,
    damaged_logs,
    forget_requests_beyond,
    mend_head,
    mend_log_head,
    restore,
    set_aside,
    sound_beginning,
)
from eventstore.backup.salvage import append_only_files, salvage
from eventstore.checkpoints.compare import Finding, read_ends
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.checkpoints.read_only_games import Acceptance
from eventstore.encryption import WrongSecret
from eventstore.entries import BEGINNING, Entry
from eventstore.errors import ReadOnly, RecordDamaged
from eventstore.store import NoGameKey, Store
from eventstore.valkey.connection import connect
from eventstore.wall_clock import LEAP_MILLISECONDS, Leap
from operations.clock import now
from services.games.integrity import CHECKPOINTS, Integrity
from services.games.lobby.lobby import Lobby
from services.games.tables import NoSuchGame, Tables
from services.games.warm_game import TitleMissing
from services.jobs.backup import SECRET
from services.jobs.worker import play_computers
from verify.bundle import Failed, read_bundle
from verify.record import time_text


def salvage_into(directory: Path, new: Path) -> str:
    """Copy the readable part of a data directory's record into a new one beside it; returns a summary.

    The old directory is not changed. The games in the new directory must be checked. Raises `CannotRepair`.
    """
    if not any(append_only_files(directory / "records")):
        raise CannotRepair(f"{directory} has no append-only file of an embedded server")
    if new.exists() and any(new.iterdir()):
        raise CannotRepair(f"{new} is not empty")
    new.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in (CHECKPOINTS, ARCHIVE):
        if (directory / name).is_dir():
            shutil.copytree(directory / name, new / name, ignore=shutil.ignore_patterns("*.lock"))
    if (directory / SECRET).is_file():
        shutil.copy2(directory / SECRET, new / SECRET)
    found = salvage(directory / "records", connect(None, new))
    return (
        f"{found.commands:,} commands were read into {new}, {found.passed_over:,} bytes were skipped, and "
        f"{found.refused:,} commands could not be applied"
    )


class Doctor:
    """Examines and repairs. A repair adds missing data; it never changes a sound entry."""

    def __init__(self, integrity: Integrity, tables: Tables, lobby: Lobby) -> None:
        self._integrity = integrity
        self._store = integrity.store
        self._tables = tables
        self._lobby = lobby
        self.ahead: dict[str, int] = {}
        """The games whose last entry is in the future by the clock, with its time."""

    def examine(self) -> dict[str, Finding]:
        """Compare with the checkpoint, and read every game; the findings, by game."""
        closures = self._integrity.closures
        closures.compare_again()
        for game_id, finding in closures.findings(now=True).items():
            is_accused = finding.kind == "head" and not finding.digest
            if is_accused or finding.kind in ("unreadable", "key"):
                closures.remove(game_id)  # found again below, if it still applies
        self.ahead.clear()
        ids = stored_games(self._store)
        for game_id, ends in read_ends(self._store, ids):
            if ends.head != ends.last and game_id not in closures.findings():
                last = "nothing" if ends.last is None else str(ends.last.position)
                closures.add(self._noticed(game_id, "head", f"its entries end at {last}"))
        for game_id in ids:
            if game_id not in closures.findings():
                self._read(game_id)
        return closures.findings(now=True)

    def whole_games(self) -> int:
        """The number of sound games in the last examination."""
        return len(set(stored_games(self._store)) - set(self._integrity.closures.findings(now=True)))

    def logs(self) -> dict[int, int | None]:
        """The partitions whose log does not end where its head says."""
        return damaged_logs(self._store)

    def mend(self) -> Iterator[str]:
        """Restore what follows from the entries: heads, the ends of logs, the list of games. Yields messages."""
        for partition, number in self.logs().items():
            if number is None:
                yield f"the log of partition {partition} ends with a record that is none: it cannot be mended"
            else:
                mend_log_head(self._store, partition, number)
                yield f"the log of partition {partition} ends at record {number}"
        for game_id, finding in self._integrity.closures.findings(now=True).items():
            sound, is_all = sound_beginning(self._store, game_id)
            if finding.kind == "head" and sound and is_all:
                self._mend_head(game_id, sound)
                yield f"game {game_id}: its head is at {sound[-1].position} again"
        self._settle()

    def from_backup(self, place: str) -> Iterator[str]:
        """Restore missing entries from a backup, a copy of a data directory, or of its `records`. Yields messages."""
        with opened_backup(place) as (client, archive):
            backup = Store(client, archive=Archive(archive))
            findings = self._integrity.closures.findings(now=True)
            missing = set(stored_games(backup)) - set(stored_games(self._store))
            for game_id in sorted({*findings, *missing}):
                try:
                    said = repair_from_entries(self._store, game_id, backup.read(game_id), findings.get(game_id))
                except (CannotRepair, RecordDamaged) as reason:
                    said = f"not repaired: {reason}"
                copy_missing_of_game(backup, self._store, game_id)
                yield f"game {game_id}: {said}"
            accounts = copy_missing_accounts(backup.redis, self._store.redis)
            if accounts:
                yield f"{accounts} keys of accounts that were missing"
        self._settle()

    def from_bundle(self, path: Path) -> str:
        """Restore a game's missing entries from its bundle; returns a message, or raises `CannotRepair`."""
        try:
            bundle = read_bundle(path.read_bytes())
        except Failed as bad:
            raise CannotRepair(f"{path} is no bundle: {bad}") from bad
        said = repair_from_bundle(self._store, bundle, self._integrity.closures.findings(now=True).get(bundle.game_id))
        self._settle()
        return f"game {bundle.game_id}: {said}"

    def accept(self, game_id: str) -> str:
        """Let the game continue from its sound part; the loss remains recorded with it, and in the log."""
        finding = self._integrity.closures.findings(now=True).get(game_id)
        if finding is None:
            raise CannotRepair(f"nothing is known to be lost of game {game_id}")
        if finding.kind == "key":
            raise CannotRepair("without its key a game cannot go on, whatever is accepted")
        sound, is_all = sound_beginning(self._store, game_id)
        if sound:
            if is_all:
                self._mend_head(game_id, sound)
            else:
                projector = projector_of(game_id, sound)
                restore(self._store, game_id, sound, closes(projector, sound))
        else:
            set_aside(self._store, game_id)
        end = sound[-1].position if sound else BEGINNING
        forget_requests_beyond(self._store, game_id, end)
        kept = str(end) if sound else ""
        checkpoint = self._integrity.checkpoint()
        was = checkpoint.games.get(game_id) if checkpoint is not None else None
        lost, digest = (finding.position, finding.digest) if was is None else (str(was.position), was.digest.hex())
        acceptance = Acceptance(lost, digest, kept, now())
        self._integrity.closures.accept(game_id, acceptance)
        self._settle()
        if not sound:
            return f"game {game_id} is given up, because none of its entries is sound"
        try:
            play_computers(self._fresh_tables(), game_id, random.Random())
        except (ReadOnly, RecordDamaged, DoorShut) as reason:
            return f"game {game_id} goes on from {kept}, but {reason}"
        return f"game {game_id} goes on from {kept}"

    def accept_log(self) -> str:
        """Let the log continue from its remaining part, under a new origin that marks the loss.

        Declares that a whole server was restored from a backup, which the server cannot detect. Raises `CannotRepair`.
        """
        signer = self._integrity.signer
        if signer.last() is None:
            raise CannotRepair("no checkpoint of the log was signed yet")
        signer.accept_loss()
        when = "the worker's next checkpoint" if signer.refusal() else "the first checkpoint of the worker's next start"
        return f"{when} begins a new origin, which says that the log was put back"

    def reopen(self) -> str:
        """Reopen a server that was closed because its record had lost data; or raise `CannotRepair`."""
        closures = self._integrity.closures
        if not closures.door.reopen():
            raise CannotRepair("play is already open: no loss was detected")
        return "play is open again: the data that is there now is the record"

    def confirm_clock(self) -> str:
        """Trust this machine's clock after it has leapt; or raise `CannotRepair`."""
        clock, shut = self._integrity.closures.wall_clock, self._integrity.closures.shut()
        if clock is None or not isinstance(shut, Leap):
            raise CannotRepair("the clock is already trusted: no jump was detected")
        if why := clock.confirm():
            raise CannotRepair(f"{why}: correct the one that is wrong")
        return f"the clock is trusted again: it is {time_text(now())}"

    def _mend_head(self, game_id: str, sound: Sequence[Entry]) -> None:
        projector = projector_of(game_id, sound)
        mend_head(self._store, game_id, sound, closes(projector, sound))

    def _settle(self) -> None:
        """Finish a repair: open the sound games, and list them in the lobby."""
        self.examine()
        self._lobby.projection.rebuild()

    def _fresh_tables(self) -> Tables:
        return Tables(self._store, closures=self._integrity.closures)

    def _read(self, game_id: str) -> None:
        closures = self._integrity.closures
        try:
            seen = self._fresh_tables().seen(game_id)
            if seen.at > now() + LEAP_MILLISECONDS:
                self.ahead[game_id] = seen.at
            if not seen.game.is_over:
                self._store.load_game_key(game_id)
        except RecordDamaged as damage:
            closures.report(damage)
        except (NoGameKey, WrongSecret) as error:
            closures.add(self._noticed(game_id, "key", type(error).__name__))
        except (NoSuchGame, TitleMissing):
            return

    def _noticed(self, game_id: str, kind: str, found: str) -> Finding:
        return Finding(game_id, kind, now(), found=found)  # type: ignore[arg-type]
