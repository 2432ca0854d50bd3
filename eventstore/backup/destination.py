"""Backup destination, a folder or S3-compatible storage: each backup is a list of chunks; equal chunks are shared.

A backup exists once its list does, which is written last. `pieces/` holds the chunks, `backups/NAME.json` the lists.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import Struct

from eventstore.backup.archive import ARCHIVE
from eventstore.backup.chunks import PIECES, BadChunk, Chunks, open_place
from eventstore.backup.content import NoBackup, Value, unpacked, write_values
from eventstore.backup.scratch_server import opened_files, put_dumps, served, unpack
from eventstore.valkey.connection import Client

_LISTS = "backups/"
_NAME = re.compile(r"\d{8}T\d{9}Z")
_UNDER_WAY = timedelta(days=1)
"""Unreferenced pieces are kept this long: another backup may be about to refer to them."""


class Group(Struct, frozen=True, array_like=True):
    """A group of keys: its mark (empty: it has none), and the pieces with its content."""

    mark: str
    pieces: list[str]


class Backup(Struct, frozen=True, omit_defaults=True):
    """One backup: its time (milliseconds since 1970 UTC), the number of games, the pieces of the server's files by
    path, and the groups of the record's keys by label.

    An early one has a `record` instead, the pieces of groups of dumps.
    """

    at: int
    games: int
    files: dict[str, str]
    groups: dict[str, Group] = {}
    record: list[list[str]] = []

    def pieces(self) -> set[str]:
        """The names of all its pieces."""
        groups = (*self.record, *(group.pieces for group in self.groups.values()))
        return {*self.files.values(), *(name for names in groups for name in names)}


class BackupPlace:
    """The backups in one place. Raises `NoBackup` if there are none."""

    def __init__(self, place: str, is_new: bool = False) -> None:
        self._said = place
        self._place = open_place(place, is_new)
        self.pieces = Chunks(self._place)

    def names(self) -> list[str]:
        """The names of the backups, oldest first."""
        found = (one["path"].rpartition("/")[2].partition(".")[0] for part in self._place.list(_LISTS) for one in part)
        return sorted(name for name in found if _NAME.fullmatch(name))

    def is_empty(self) -> bool:
        """Whether there is nothing but pieces, which a backup that failed may have left."""
        return all(one["path"].startswith(PIECES) for part in self._place.list() for one in part)

    def read(self, name: str = "") -> Backup:
        """The backup of this name, or the newest."""
        names = self.names()
        if not names or (name and name not in names):
            raise NoBackup(f"{self._said} has no backup{f' of the name {name}' if name else ''}")
        raw = bytes(self._place.get(f"{_LISTS}{name or names[-1]}.json").bytes())
        try:
            return msgspec.json.decode(raw, type=Backup)
        except msgspec.MsgspecError as error:
            raise NoBackup(f"{self._said}/{_LISTS}{name or names[-1]}.json cannot be read: {error}") from error

    def values(self, backup: Backup) -> Iterator[Value]:
        """The content of the record's keys, unless the backup is an early one."""
        return unpacked(self.pieces.read(piece) for group in backup.groups.values() for piece in group.pieces)

    def load(self, backup: Backup, server: Client) -> None:
        """Load the record into a server of the bundled program; `NoBackup` if the server does not accept it."""
        write_values(server, self.values(backup))
        put_dumps(server, (unpack(map(self.pieces.read, names)) for names in backup.record))

    def write(self, backup: Backup) -> str:
        """Complete this backup; returns its name."""
        self.pieces.settle()
        name = f"{datetime.fromtimestamp(backup.at / 1000, UTC):%Y%m%dT%H%M%S}{backup.at % 1000:03}Z"
        self._place.put(f"{_LISTS}{name}.json", msgspec.json.format(msgspec.json.encode(backup)), mode="create")
        self.pieces.settle()
        return name

    def keep(self, count: int) -> int:
        """Keep the newest `count` backups and their pieces, and return how many backups were removed."""
        names = self.names()
        gone, kept = names[:-count], names[-count:]
        named = {piece for name in kept for piece in self.read(name).pieces()}
        if gone:
            self._place.delete([f"{_LISTS}{name}.json" for name in gone])
        self.pieces.remove_all_but(named, datetime.now(UTC) - _UNDER_WAY)
        return len(gone)


@contextmanager
def opened_backup(place: str, name: str = "") -> Iterator[tuple[Client, Path]]:
    """A client of a server loaded from this place, and the location of its archive.

    A place is a backup destination (the newest backup is opened if none is named), a data directory, or its `records`.
    """
    if not is_place(place):
        with opened_files(Path(place)) as client:
            yield client, Path(place) / ARCHIVE
        return
    found = BackupPlace(place)
    backup = found.read(name)
    with TemporaryDirectory(prefix="stele-backup-") as directory, served(Path(directory)) as client:
        archive = Path(directory) / ARCHIVE
        try:
            found.load(backup, client)
            for path, piece in backup.files.items():
                if path.startswith(f"{ARCHIVE}/"):
                    (archive.parent / path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    (archive.parent / path).write_bytes(found.pieces.read(piece))
                else:
                    found.pieces.read(piece)
        except BadChunk as bad:
            raise NoBackup(str(bad)) from bad
        yield client, archive


def is_place(place: str) -> bool:
    """Whether the place has, or may have, backups that share pieces."""
    return "://" in place or (Path(place) / _LISTS).is_dir()


def told_of(error: Any) -> str:
    """The storage's error message, in one line."""
    return str(error).strip().splitlines()[0]
