"""Atomic files: a power failure leaves the old content or the new, and nothing that was synced is lost."""

import os
from pathlib import Path

DRAFTS = ".*.draft"
"""The names of files that are being written: whoever finds one after a crash may ignore it."""


def write_durably(path: Path, content: bytes) -> None:
    """Write this file whole or not at all: whoever reads it later finds the old one or the new one."""
    draft = path.with_name(f".{path.name}.draft")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_directory(path.parent)


def extend_durably(path: Path, length: int, more: bytes) -> None:
    """Add this behind the first `length` bytes of the file; what a crash left beyond them is cut off."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "r+b") as file:
        file.truncate(length)
        file.seek(length)
        file.write(more)
        file.flush()
        os.fsync(file.fileno())


def sync_directory(directory: Path) -> None:
    """Make the names in this directory survive a power failure."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
