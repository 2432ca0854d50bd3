"""Backup of everything, made while the server runs and verified before it counts; and its restore.

A backup contains the data of the record's servers, each at one moment; the `checkpoints` from just before, so that no
checkpoint is ahead of the record; the `archive` from after, so that it has the games that the record refers to; and the
`secret`, if it is a file. Files that an earlier backup in the same place has are not written again. Old backups,
directories with `backup.json` and the file of a single server, can be restored as well.

Exception
└── BadBackup   it differs from what was recorded, or cannot be restored there; the message says why
"""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from audit.verification.store_validation import stored_games
from eventstore.backup.archive import ARCHIVE, Archive
from eventstore.backup.chunks import BadChunk
from eventstore.backup.destination import Backup, BackupPlace, is_place, opened_backup
from eventstore.backup.restore import sound_beginning
from eventstore.backup.snapshot import dumps_of, opened_copy, opened_files, pack, put_dumps
from eventstore.checkpoints.checkpoint import Notary, latest_checkpoint
from eventstore.checkpoints.compare import compare, read_ends
from eventstore.store import Store
from eventstore.valkey.connection import Client
from operations.clock import now
from services.games.integrity import CHECKPOINTS, Integrity

SECRET = "secret"
_OLD_LIST = "backup.json"
_LEFT = "*.lock"

Progress = Callable[[str, int, int], None]
"""Receives progress: the step, how much of it is done, and the total."""


class BadBackup(Exception):
    """The backup differs from what was recorded, or cannot be restored there."""


class _OldBackup(Struct, frozen=True):
    """The index of an old backup: its time, its number of games, and each file's SHA-256."""

    at: int
    games: int
    files: dict[str, str]


def make_backup(
    integrity: Integrity, directory: Path, said: str, told: Progress, allow_empty: bool = False
) -> tuple[str, Backup, int]:
    """Back up everything into this place and verify it: its name, its contents, and the bytes that were added.

    `BadBackup` if the record is damaged or has no game, unless that is allowed, or if other files are there.
    """
    place = BackupPlace(said, is_new=True)
    if not (place.names() or place.is_empty()):
        raise BadBackup(f"{said} has something else than backups that share their pieces")
    with TemporaryDirectory(prefix="backup-", dir=directory) as own:
        kept, record = Path(own) / "kept", Path(own) / "record"
        record.mkdir()
        kept.mkdir()
        if (directory / CHECKPOINTS).is_dir():
            shutil.copytree(directory / CHECKPOINTS, kept / CHECKPOINTS, ignore=shutil.ignore_patterns(_LEFT))
        if (directory / SECRET).is_file():
            shutil.copyfile(directory / SECRET, kept / SECRET)
        redis = integrity.store.redis
        with opened_copy(redis, record, lambda done, everything: told("bytes copied", done, everything)) as copy:
            at = now()
            archive = integrity.store.archive
            games = _check(copy, archive, told, kept / CHECKPOINTS, integrity.notary)
            if not games and not allow_empty:
                raise BadBackup(f"the record of {directory} has no game: is it the right one? --allow-empty says so")
            files = {_under(kept, path): place.pieces.add(path.read_bytes()) for path in _files(kept)}
            if archive is not None:
                archived = list(archive.files.names())  # no file in it is ever changed or removed
                for number, file in enumerate(archived, start=1):
                    files[f"{ARCHIVE}/{file}"] = place.pieces.add(archive.files.read(file))
                    told("files of the archive kept", number, len(archived))
            names, everything, found = 0, int(copy.dbsize()), list[list[str]]()
            for group in dumps_of(copy):
                found.append([place.pieces.add(part) for part in pack(group)])
                names += len(group)
                told("names kept", names, everything)
    backup = Backup(at, games, files, found)
    name = place.write(backup)
    integrity.tell_backup(said, at, failed=False)
    return name, backup, place.pieces.added_bytes


def put_back(
    said: str, name: str, directory: Path, archive: Archive, connected: Callable[[], Client], told: Progress
) -> int:
    """Restore a backup into an empty data directory and empty servers, reached by `connected`; the number of games.

    Archived games are restored into `archive`.

    `BadBackup` if the backup is incomplete, or if existing data would be lost.
    """
    there = [one for one in (CHECKPOINTS, SECRET, "records") if (directory / one).exists()]
    if any(archive.files.names()):
        there.append(ARCHIVE)
    if there:
        raise BadBackup(f"{directory} is not empty: it has {', '.join(there)}")
    if not is_place(said):
        return _put_back_old(Path(said), directory, connected, told)
    place = BackupPlace(said)
    backup = place.read(name)
    try:
        for number, piece in enumerate(sorted(backup.pieces()), start=1):
            place.pieces.read(piece)
            told("pieces read", number, len(backup.pieces()))
        target = _empty(directory, connected)
        put_dumps(target, place.groups(backup))
        for path, piece in backup.files.items():
            if path.startswith(f"{ARCHIVE}/"):
                archive.files.write(path.removeprefix(f"{ARCHIVE}/"), place.pieces.read(piece))
            else:
                _write(directory / path, place.pieces.read(piece))
    except BadChunk as bad:
        raise BadBackup(f"it is not what was backed up: {bad}") from bad
    return backup.games


def check_backup(said: str, name: str, told: Progress) -> int:
    """Verify a whole backup as a restore would, without writing; the number of games. `BadBackup` if it is damaged."""
    with opened_backup(said, name) as (client, archive):
        return _check(client, Archive(archive), told)


def _put_back_old(place: Path, directory: Path, connected: Callable[[], Client], told: Progress) -> int:
    try:
        manifest = msgspec.json.decode((place / _OLD_LIST).read_bytes(), type=_OldBackup)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadBackup(f"{place} is no complete backup: {error}") from error
    found = {_under(place, path): path for path in _files(place) if path.name != _OLD_LIST}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in found.items()}
    wrong = sorted(name for name in {*digests, *manifest.files} if digests.get(name) != manifest.files.get(name))
    if wrong:
        raise BadBackup(f"{place} is not what was backed up: {', '.join(wrong[:5])}")
    target = _empty(directory, connected)
    with opened_files(place) as source:
        everything = int(source.dbsize())
        put_dumps(target, dumps_of(source))
        told("names put back", everything, everything)
    for name, path in found.items():
        if name == SECRET or name.startswith(f"{CHECKPOINTS}/"):
            _write(directory / name, path.read_bytes())
    return manifest.games


def _empty(directory: Path, connected: Callable[[], Client]) -> Client:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = connected()
    if target.dbsize():
        raise BadBackup("the record's server is not empty")
    return target


def _check(
    redis: Client,
    archive: Archive | None,
    told: Progress,
    checkpoints: Path | None = None,
    notary: Notary | None = None,
) -> int:
    """Verify the copy as a server would; its number of games. `BadBackup` names the first damaged one."""
    checkpoint = None
    if checkpoints is not None and notary is not None:
        checkpoint, _complaints = latest_checkpoint(checkpoints, notary)
    store = Store(redis, None, None if checkpoint is None else checkpoint.partitions, archive)
    ids = stored_games(store)
    for number, (game_id, ends) in enumerate(read_ends(store, ids), start=1):
        sound, is_all = sound_beginning(store, game_id)
        if not is_all or not sound or ends.head != ends.last:
            raise BadBackup(f"game {game_id} is damaged; the command doctor says what can be done")
        told("games read back", number, len(ids))
    if checkpoint is not None:
        for finding in compare(store, checkpoint):
            raise BadBackup(f"game {finding.game_id} {finding}")
    return len(ids)


def _files(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file())


def _under(place: Path, path: Path) -> str:
    return path.relative_to(place).as_posix()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(content)
