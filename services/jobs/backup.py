"""Backup of everything, made while the server runs and verified before it counts; and its restore.

A backup contains a snapshot of the record that any supported server can load; the `checkpoints` from just before, so
that no checkpoint is ahead of the record; the `archive` from just after, so that it has the games that the record
refers to; and the `secret`, if it is a file. Data that has not changed since the last backup in the same place is not
written again. Early backups, which only the embedded server's program can load, can be restored into any other, too.

Exception
└── BadBackup   it differs from what was recorded, or cannot be restored there; the message says why
"""

import hashlib
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from eventstore.backup.archive import ARCHIVE, Archive, Archived
from eventstore.backup.chunks import BadChunk
from eventstore.backup.content import Value, check_takes, everything_in, packed, write_values
from eventstore.backup.destination import Backup, BackupPlace, Group, is_place, opened_backup
from eventstore.backup.restore import raw_entry, sound_part
from eventstore.backup.scratch_server import opened_files
from eventstore.backup.snapshot import Progress, take
from eventstore.checkpoints.checkpoint import latest_checkpoint
from eventstore.checkpoints.compare import compare
from eventstore.entries import parse_position
from eventstore.store import Store
from eventstore.valkey.connection import Client
from operations.clock import now
from services.community.ladders import RATINGS
from services.games.integrity import CHECKPOINTS, Integrity
from services.games.lobby.index import LOBBY
from services.games.statistics.index import STATISTICS

SECRET = "secret"
_OLD_LIST = "backup.json"
_LEFT = "*.lock"

_REBUILT = tuple(name.removesuffix("}").encode() for name in (LOBBY, RATINGS, STATISTICS, "stele:{limits}"))
"""How the names of keys begin that are no part of a backup: read models, which follow from the record, and counts."""


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
    """Back up everything into this place, verify it, and return its name, its contents, and the number of bytes added.

    The backup has everything that was acknowledged before the call. `BadBackup` if the record is damaged or has no
    game, unless that is allowed, or if other files are there; `NoBackup` if the database would not take the backup
    back.
    """
    place = BackupPlace(said, is_new=True)
    if not (place.names() or place.is_empty()):
        raise BadBackup(f"{said} has something else than backups that share their pieces")
    store, at = integrity.store, now()
    check_takes(store.redis)
    earlier = _earlier(place)
    with TemporaryDirectory(prefix="backup-", dir=directory) as own:
        kept = Path(own)
        if (directory / CHECKPOINTS).is_dir():
            shutil.copytree(directory / CHECKPOINTS, kept / CHECKPOINTS, ignore=shutil.ignore_patterns(_LEFT))
        if (directory / SECRET).is_file():
            shutil.copyfile(directory / SECRET, kept / SECRET)
        checkpoint, _complaints = latest_checkpoint(kept / CHECKPOINTS, integrity.notary)
        if checkpoint is not None:
            for finding in compare(store, checkpoint):
                raise BadBackup(f"game {finding.game_id} {finding}")
        known = {label: group.mark for label, group in earlier.groups.items() if group.mark}
        groups: dict[str, Group] = {}
        games = set()
        for taken in take(store.redis, store.partitions, _REBUILT, known, told):
            if taken.group is None:
                groups[taken.label] = earlier.groups[taken.label]
            else:
                values: Iterable[Value] = taken.group.values
                if taken.is_game:
                    values = list(values)
                    _check_game(taken.label, values, store.archive)
                groups[taken.label] = Group(taken.group.mark, [place.pieces.add(part) for part in packed(values)])
            if taken.is_game:
                games.add(taken.label)
        if not games and not allow_empty:
            raise BadBackup(f"the record of {directory} has no game: is it the right one? --allow-empty says so")
        files = {_under(kept, path): place.pieces.add(path.read_bytes()) for path in _files(kept)}
    if store.archive is not None:
        # No file in it is ever changed or removed, so a lost one still belongs to a game that has not changed.
        files |= {path: piece for path, piece in earlier.files.items() if path.startswith(f"{ARCHIVE}/")}
        archived = list(store.archive.files.names())
        for number, file in enumerate(archived, start=1):
            if (path := f"{ARCHIVE}/{file}") not in files:
                files[path] = place.pieces.add(store.archive.files.read(file))
            told("files of the archive kept", number, len(archived))
    backup = Backup(at, len(games), files, groups)
    name = place.write(backup)
    integrity.tell_backup(said, at, failed=False)
    return name, backup, place.pieces.added_bytes


def _earlier(place: BackupPlace) -> Backup:
    """The last backup in this place, without groups whose pieces are missing."""
    if not place.names():
        return Backup(0, 0, {})
    last, present = place.read(), place.pieces.present()
    files = {path: piece for path, piece in last.files.items() if piece in present}
    return Backup(0, 0, files, {label: one for label, one in last.groups.items() if present.issuperset(one.pieces)})


def put_back(
    said: str, name: str, directory: Path, archive: Archive, connected: Callable[[], Client], told: Progress
) -> int:
    """Restore a backup into an empty data directory and empty servers, reached by `connected`, and return the number
    of games.

    Archived games are restored into `archive`.

    `BadBackup` if the backup is incomplete, or if existing data would be lost.
    """
    there = [one for one in (CHECKPOINTS, SECRET, "records") if (directory / one).exists()]
    if any(archive.files.names()):
        there.append(ARCHIVE)
    if there:
        raise BadBackup(f"{directory} is not empty: it has {', '.join(there)}")
    if not is_place(said):
        return _put_back_old(Path(said), directory, connected)
    place = BackupPlace(said)
    backup = place.read(name)
    try:
        for number, piece in enumerate(sorted(backup.pieces()), start=1):
            place.pieces.read(piece)
            told("pieces read", number, len(backup.pieces()))
        target = _empty(directory, connected)
        if backup.groups:
            write_values(target, place.values(backup))
        else:
            with opened_backup(said, name) as (source, _archive):
                write_values(target, everything_in(source))
        for path, piece in backup.files.items():
            if path.startswith(f"{ARCHIVE}/"):
                archive.files.write(path.removeprefix(f"{ARCHIVE}/"), place.pieces.read(piece))
            else:
                _write(directory / path, place.pieces.read(piece))
    except BadChunk as bad:
        raise BadBackup(f"it is not what was backed up: {bad}") from bad
    return backup.games


def check_backup(said: str, name: str, told: Progress) -> int:
    """Verify a backup without writing anything, and return the number of games. `BadBackup` if it is damaged."""
    with opened_backup(said, name) as (client, archive):
        store = Store(client)
        taken = take(client, store.partitions, _REBUILT, {}, told)
        games = 0
        for one in taken:
            values = list(one.group.values) if one.group else []
            if one.is_game:
                _check_game(one.label, values, Archive(archive))
                games += 1
        return games


def _put_back_old(place: Path, directory: Path, connected: Callable[[], Client]) -> int:
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
        write_values(target, everything_in(source))
    for name, path in found.items():
        if name == SECRET or name.startswith(f"{CHECKPOINTS}/"):
            _write(directory / name, path.read_bytes())
    return manifest.games


def _empty(directory: Path, connected: Callable[[], Client]) -> Client:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = connected()
    if target.dbsize():
        raise BadBackup("the database is not empty")
    return target


def _check_game(name: str, values: Sequence[Value], archive: Archive | None) -> None:
    """Verify the content of a game's keys as a server would: its entries, up to its head. Raises `BadBackup`."""
    game_id = name.rpartition(":")[2]
    rows: dict[str, list[list[bytes]]] = defaultdict(list)
    for value in values:
        rows[value.name.decode(errors="replace").removeprefix(f"{name}:")] += value.rows
    raw = [(stream_id, dict(zip(parts[::2], parts[1::2], strict=True))) for stream_id, *parts in rows["events"]]
    try:
        if rows["archived"]:
            if archive is None:
                raise ValueError("there is no archive")
            entries = archive.read(game_id, msgspec.json.decode(rows["archived"][0][0], type=Archived))
            end = entries[-1].position
            raw = [*map(raw_entry, entries), *(one for one in raw if parse_position(one[0].decode()) > end)]
        sound, is_all = sound_part(raw)
        head = dict(rows["head"])
        is_whole = (
            is_all and head[b"position"].decode() == str(sound[-1].position) and head[b"digest"] == sound[-1].digest
        )
    except (LookupError, ValueError, OSError, msgspec.MsgspecError):
        is_whole = False
    if not is_whole:
        raise BadBackup(f"game {game_id} is damaged; the command doctor says what can be done")


def _files(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file())


def _under(place: Path, path: Path) -> str:
    return path.relative_to(place).as_posix()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(content)
