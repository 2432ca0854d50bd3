"""Atomic files: after a power failure a file has its old content or its new content, and synced data is never lost."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

DRAFTS = ".*.draft"
"""The names of files that are being written; after a crash they can be ignored."""


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A draft to write to, which replaces this file at the end, so that a reader finds either the old content or the
    new.
    """
    draft = path.with_name(f".{path.name}.draft")
    try:
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    draft.replace(path)
    sync_directory(path.parent)


def write_durably(path: Path, content: bytes) -> None:
    """Write this file atomically."""
    with replacing(path) as file:
        file.write(content)


def extend_durably(path: Path, length: int, more: bytes) -> None:
    """Append the content after the first `length` bytes of the file, and cut off anything that a crash left beyond
    them.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "r+b") as file:
        file.truncate(length)
        file.seek(length)
        file.write(more)
        file.flush()
        os.fsync(file.fileno())


def sync_directory(directory: Path) -> None:
    """Sync this directory, so that its file names survive a power failure."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
