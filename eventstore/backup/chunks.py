"""Chunks of bytes named by their SHA-256, compressed, in a folder or in S3-compatible storage.

A chunk that exists is never written again, and what is read is checked against its name.

Exception └── BadPiece   a piece is missing or does not match its name; the message names it
"""

import hashlib
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import zstandard
from obstore.exceptions import BaseError
from obstore.store import LocalStore, from_url

STORE_ERRORS = (BaseError, OSError)
"""Raised by storage that cannot be read or written."""

PIECES = "pieces/"
_LEVEL = 10


class BadChunk(Exception):
    """A piece is missing or does not match its name."""


def open_place(place: str, is_new: bool = False) -> Any:
    """The files in a folder, or under a URL such as `s3://bucket/prefix`, by name; a new folder is private to its
    owner.
    """
    if "://" in place:
        return from_url(place)
    folder = Path(place).absolute()
    if is_new and not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
    return LocalStore(folder)


class Chunks:
    """The pieces in one place."""

    def __init__(self, place: Any) -> None:
        self._place = place
        self._present: set[str] | None = None
        self.added_bytes = 0

    def add(self, content: bytes) -> str:
        """Store this chunk unless it exists, read it back as a check, and return its name."""
        name = hashlib.sha256(content).hexdigest()
        if name not in self.present():
            packed = zstandard.compress(content, _LEVEL)
            self._place.put(_path(name), packed)
            self.read(name)
            self.present().add(name)
            self.added_bytes += len(packed)
        return name

    def present(self) -> set[str]:
        """The names of the pieces that are there."""
        if self._present is None:
            self._present = {piece for piece, _when in self._list()}
        return self._present

    def read(self, name: str) -> bytes:
        """The piece of this name."""
        try:
            content = zstandard.decompress(bytes(self._place.get(_path(name)).bytes()))
        except FileNotFoundError:
            raise BadChunk(f"{_path(name)} is missing") from None
        except zstandard.ZstdError:
            content = b""
        if hashlib.sha256(content).hexdigest() != name:
            raise BadChunk(f"{_path(name)} is not what was kept")
        return content

    def remove_all_but(self, named: Iterable[str], before: datetime) -> int:
        """Remove the older pieces that are no longer referenced, and return how many."""
        kept = set(named)
        gone = [_path(piece) for piece, when in self._list() if piece not in kept and when < before]
        if gone:
            self._place.delete(gone)
        self._present = None
        return len(gone)

    def settle(self) -> None:
        """Return when everything written is on the disk; remote storage confirms this with each reply."""
        if isinstance(self._place, LocalStore):
            os.sync()

    def _list(self) -> list[tuple[str, datetime]]:
        found = (one for part in self._place.list(PIECES) for one in part)
        return [(one["path"].rpartition("/")[2], one["last_modified"]) for one in found]


def _path(name: str) -> str:
    return f"{PIECES}{name[:2]}/{name}"
