"""Archive: a directory, or S3-compatible storage, with a file for each game that has left the server's memory.

A file is written under its game and the position up to which it goes, and never changed or removed afterwards. What
stays in the server says which file it is, and what its digest must be.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from obstore.exceptions import BaseError

from eventstore.backup.archive_format import packed, text_in, unpacked
from eventstore.backup.atomic_files import DRAFTS, sync_directory, write_durably
from eventstore.backup.chunks import open_place
from eventstore.entries import Entry, Position
from eventstore.keys import GAME_ID
from eventstore.lru import LruCache
from operations.settings import Settings

ARCHIVE = "archive"
"""The archive's name in a data directory and in a backup."""

_MOST_ENTRIES_KEPT = 50_000


class Archived(Struct, frozen=True):
    """That a game is in the archive: its file there, the SHA-256 of the file, and how many entries it has."""

    file: str
    sha256: str
    entries: int


class _Files(Protocol):
    """Where the files lie. What cannot be read or written raises `OSError`."""

    def write(self, name: str, content: bytes) -> None:
        """Write this file, which is kept when this returns."""

    def read(self, name: str) -> bytes:
        """What is in the file."""

    def names(self) -> Iterator[str]:
        """The files that are there."""


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

    This process remembers the entries that it read last.
    """

    def __init__(self, place: Path | str) -> None:
        self.files: _Files = _Bucket(place) if isinstance(place, str) and "://" in place else _Folder(Path(place))
        self._kept: LruCache[str, list[Entry]] = LruCache(_MOST_ENTRIES_KEPT, len)

    def write(self, game_id: str, entries: list[Entry]) -> Archived:
        """Write the game's file, which is on the disk and was read back when this returns.

        `NotPackable` where the file would not give these very entries, `OSError` where it cannot be written.
        """
        if not GAME_ID.fullmatch(game_id):
            raise ValueError(f"{game_id[:64]!r} is no id of a game")
        content = packed(game_id, entries)
        archived = Archived(_file(game_id, entries[-1].position), hashlib.sha256(content).hexdigest(), len(entries))
        self.files.write(archived.file, content)
        if self._read(game_id, archived) != entries:
            raise OSError(f"{archived.file} in the archive does not hold what was written")
        return archived

    def read(self, game_id: str, archived: Archived) -> list[Entry]:
        """The game's entries up to where it was archived; `OSError` or `ValueError` where the file is not what it was.

        Nothing may be changed in the list.
        """
        kept = self._kept.get(archived.sha256)
        return kept if kept is not None else self._kept.keep(archived.sha256, self._read(game_id, archived))

    def texts(self) -> Iterator[tuple[str, bytes | None]]:
        """Every file and its text, also of those that a later one replaced; none where it cannot be read."""
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
    """The archive that the settings name, or the one in the data directory."""
    return Archive(settings.archive or settings.data / ARCHIVE)


def _file(game_id: str, end: Position) -> str:
    return f"{hashlib.sha256(game_id.encode()).hexdigest()[:2]}/{game_id}.{end}.zst"
