"""Archive: a directory or S3-compatible storage with a file for each game that has left the server's memory.

A file is named after its game and the game's last archived position, and is never changed or removed. The server keeps
the name and digest of the current file. Data computed from the game, such as its analysis, may be in a file beside it.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import zstandard
from msgspec import Struct
from obstore.exceptions import BaseError

from eventstore.backup.archive_format import LEVEL, packed, text_in, unpacked
from eventstore.backup.atomic_files import DRAFTS, sync_directory, write_durably
from eventstore.backup.chunks import open_place
from eventstore.entries import Entry, Position, parse_position
from eventstore.keys import GAME_ID
from eventstore.lru import LruCache
from operations.settings import Settings

ARCHIVE = "archive"
"""The archive's name in a data directory and in a backup."""

_MOST_ENTRIES_KEPT = 50_000


class Archived(Struct, frozen=True, omit_defaults=True):
    """An archived game: its file, the file's SHA-256, and the number of entries.

    `digest` is the last entry's, in hexadecimal; empty if an earlier version archived it, which left that entry in the
    stream.
    """

    file: str
    sha256: str
    entries: int
    digest: str = ""

    @property
    def position(self) -> Position:
        """The last archived position."""
        return parse_position(self.file.rsplit(".", 2)[1])


class _Files(Protocol):
    """The storage of the archive's files. Methods raise `OSError` if a file cannot be read or written."""

    def write(self, name: str, content: bytes) -> None:
        """Write this file durably."""

    def read(self, name: str) -> bytes:
        """The file's contents."""

    def names(self) -> Iterator[str]:
        """The names of all files."""


class _Folder:
    """Files in a directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def write(self, name: str, content: bytes) -> None:
        path = self._directory / name
        if not path.parent.is_dir():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            sync_directory(self._directory)
            sync_directory(self._directory.parent)
        write_durably(path, content)

    def read(self, name: str) -> bytes:
        return (self._directory / name).read_bytes()

    def names(self) -> Iterator[str]:
        found = (path for path in self._directory.rglob("*") if path.is_file() and not path.match(DRAFTS))
        return (path.relative_to(self._directory).as_posix() for path in sorted(found))


class _Bucket:
    """Files in S3-compatible storage."""

    def __init__(self, place: str) -> None:
        self._place: Any = open_place(place)

    def write(self, name: str, content: bytes) -> None:
        try:
            self._place.put(name, content)
        except BaseError as error:
            raise OSError(str(error)) from error

    def read(self, name: str) -> bytes:
        try:
            return bytes(self._place.get(name).bytes())
        except BaseError as error:
            raise OSError(str(error)) from error

    def names(self) -> Iterator[str]:
        try:
            yield from (one["path"] for part in self._place.list() for one in part)
        except BaseError as error:
            raise OSError(str(error)) from error


class Archive:
    """The files of the archived games, in a directory or under a URL such as `s3://bucket/prefix`.

    Recently read entries are cached in this process.
    """

    def __init__(self, place: Path | str) -> None:
        self.files: _Files = _Bucket(place) if isinstance(place, str) and "://" in place else _Folder(Path(place))
        self._kept: LruCache[str, list[Entry]] = LruCache(_MOST_ENTRIES_KEPT, len)

    def write(self, game_id: str, entries: list[Entry]) -> Archived:
        """Write the game's file, sync it to disk and read it back.

        Raises `NotPackable` if the file would not yield these entries, `OSError` if it cannot be written.
        """
        if not GAME_ID.fullmatch(game_id):
            raise ValueError(f"{game_id[:64]!r} is no id of a game")
        content = packed(game_id, entries)
        file, last = _file(game_id, entries[-1].position), entries[-1].digest.hex()
        archived = Archived(file, hashlib.sha256(content).hexdigest(), len(entries), last)
        self.files.write(archived.file, content)
        if self._read(game_id, archived) != entries:
            raise OSError(f"{archived.file} in the archive does not hold what was written")
        return archived

    def read(self, game_id: str, archived: Archived) -> list[Entry]:
        """The game's entries up to the archived position; `OSError` or `ValueError` if the file has changed.

        The list must not be modified.
        """
        kept = self._kept.get(archived.sha256)
        return kept if kept is not None else self._kept.keep(archived.sha256, self._read(game_id, archived))

    def write_beside(self, game_id: str, name: str, text: bytes) -> None:
        """Write data computed from this game, compressed; `OSError` if it cannot be written."""
        self.files.write(_place(game_id, name), zstandard.ZstdCompressor(level=LEVEL).compress(text))

    def read_beside(self, game_id: str, name: str) -> bytes | None:
        """The data computed from this game, or none if it is missing or cannot be read."""
        try:
            return text_in(self.files.read(_place(game_id, name)))
        except (OSError, ValueError):
            return None

    def texts(self) -> Iterator[tuple[str, bytes | None]]:
        """Every file and its text, including superseded files; `None` for a file that cannot be read."""
        for file in self.files.names():
            try:
                yield file, text_in(self.files.read(file))
            except (OSError, ValueError):
                yield file, None

    def _read(self, game_id: str, archived: Archived) -> list[Entry]:
        content = self.files.read(archived.file)
        if hashlib.sha256(content).hexdigest() != archived.sha256:
            raise ValueError(f"the archive's file {archived.file} is not what was written")
        entries = unpacked(game_id, content)
        if len(entries) != archived.entries:
            raise ValueError(f"the archive's file {archived.file} has {len(entries)} entries")
        return entries


def archive_of(settings: Settings) -> Archive:
    """The archive from the settings, or the one in the data directory."""
    return Archive(settings.archive or settings.data / ARCHIVE)


def _file(game_id: str, end: Position) -> str:
    return _place(game_id, str(end))


def _place(game_id: str, name: str) -> str:
    return f"{hashlib.sha256(game_id.encode()).hexdigest()[:2]}/{game_id}.{name}.zst"
