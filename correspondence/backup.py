"""A backup of everything, made while play goes on and read back before it counts; and the way back from it.

A backup is a directory: `record.rdb`, everything in the record's server at one moment; `checkpoints` and `witnessed`,
as they were just before, so that no checkpoint knows more than the record; `archive`, copied after the record, which
says what must be in it; the `secret`, where it is a file;
`backup.json`, which says what lies there. It is complete under its own name: until then it is called `….partial`.

Exception
└── BadBackup   it is not what was recorded, or cannot be put back there; the message says why
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from audit.validation import stored_games
from audit.witnessing import WITNESSED
from correspondence.ground import CHECKPOINTS, Ground
from eventstore.archive import ARCHIVE, Archive
from eventstore.backups import RECORD, copy_record, opened_backup, restore_record
from eventstore.checkpoints import Notary, latest_checkpoint
from eventstore.comparing import compare, read_ends
from eventstore.connection import Client
from eventstore.durable import DRAFTS
from eventstore.restoring import sound_beginning
from eventstore.streams import Store
from operations.clock import now

MANIFEST = "backup.json"
SECRET = "secret"
_DIRECTORIES = (CHECKPOINTS, WITNESSED)
_LEFT = "*.lock"

Told = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


class BadBackup(Exception):
    """What lies there is not what was recorded, or cannot be put back there."""


class Manifest(Struct, frozen=True):
    """What lies in a backup: when it was made (milliseconds since 1970 UTC), how many games, each file's SHA-256."""

    at: int
    games: int
    files: dict[str, str]


def make_backup(ground: Ground, directory: Path, place: Path, told: Told) -> Manifest:
    """Back everything up into `place`, which is not there yet, and read it back; `BadBackup` if it is not sound."""
    if place.exists():
        raise BadBackup(f"{place} is there already: a backup never replaces another")
    partial = place.with_name(f"{place.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True, mode=0o700)
    for name in _DIRECTORIES:
        if (directory / name).is_dir():
            shutil.copytree(directory / name, partial / name, ignore=shutil.ignore_patterns(_LEFT))
    copy_record(ground.store.redis, partial / RECORD, lambda done, everything: told("bytes copied", done, everything))
    if (directory / ARCHIVE).is_dir():
        shutil.copytree(directory / ARCHIVE, partial / ARCHIVE, ignore=shutil.ignore_patterns(DRAFTS))
    if (directory / SECRET).is_file():
        shutil.copyfile(directory / SECRET, partial / SECRET)
        (partial / SECRET).chmod(0o600)
    games = _check(partial, ground.notary, told)
    manifest = Manifest(now(), games, _digests(partial))
    (partial / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    _sync(partial)
    partial.rename(place)
    _sync(place.parent)
    return manifest


def read_manifest(place: Path) -> Manifest:
    """What lies in this backup, whose files are held against it; `BadBackup` if one is missing or changed."""
    try:
        manifest = msgspec.json.decode((place / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadBackup(f"{place} is no complete backup: {error}") from error
    found = _digests(place)
    wrong = sorted(name for name in {*found, *manifest.files} if found.get(name) != manifest.files.get(name))
    if wrong:
        raise BadBackup(f"{place} is not what was backed up: {', '.join(wrong[:5])}")
    return manifest


def put_back(place: Path, directory: Path, connected: Callable[[], Client], told: Told) -> Manifest:
    """Put a backup back into an empty data directory and an empty server, which `connected` reaches.

    `BadBackup` if the backup is not whole, or if there is something that would be lost.
    """
    manifest = read_manifest(place)
    there = [name for name in (*_DIRECTORIES, ARCHIVE, SECRET, "records") if (directory / name).exists()]
    if there:
        raise BadBackup(f"{directory} is not empty: it has {', '.join(there)}")
    directory.mkdir(parents=True, exist_ok=True)
    target = connected()
    if target.dbsize():
        raise BadBackup("the record's server is not empty")
    with opened_backup(place) as source:
        restore_record(source, target, lambda done, everything: told("names put back", done, everything))
    for name in (*_DIRECTORIES, ARCHIVE):
        if (place / name).is_dir():
            shutil.copytree(place / name, directory / name)
    if (place / SECRET).is_file():
        shutil.copyfile(place / SECRET, directory / SECRET)
        (directory / SECRET).chmod(0o600)
    return manifest


def _check(place: Path, notary: Notary, told: Told) -> int:
    """Read the copy as a server would; how many games it has. `BadBackup` names the first that is not sound."""
    with opened_backup(place) as redis:
        checkpoint, _complaints = latest_checkpoint(place / CHECKPOINTS, notary)
        store = Store(redis, None, None if checkpoint is None else checkpoint.partitions, Archive(place / ARCHIVE))
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


def _digests(place: Path) -> dict[str, str]:
    files = sorted(path for path in place.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {str(path.relative_to(place)): _digest(path) for path in files}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(place: Path) -> None:
    """See to it that what lies in this directory is on the disk."""
    for path in (*(one for one in place.rglob("*") if one.is_file()), place):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
