"""Disk space of the data directory: when it runs low, new games are refused, and later every change.

A server that cannot write crashes on its next write. So the last of the space is reserved for automatic writes, and the
record stays readable while the operator frees space. The embedded server's supervisor watches the space, too, and lets
the server refuse further writes (`eventstore.valkey.embedded`).

Exception ├── DiskShort   there is no space for another game └── DiskFull    there is no space for a move
"""

import os
from contextlib import suppress
from pathlib import Path

from eventstore.valkey.connection import StoreUnavailable
from operations.settings import Settings

_FOR_MOVES = 8
"""Moves are refused when an eighth of the reserve is left."""


class DiskShort(StoreUnavailable):
    """There is too little disk space for another game."""


class DiskFull(StoreUnavailable):
    """There is too little disk space for a move."""


class DiskSpace:
    """The free space on this directory's disk, and how much of it is reserved."""

    def __init__(self, directory: Path, reserve: int) -> None:
        self._directory = directory
        self._reserve = reserve

    @classmethod
    def from_settings(cls, settings: Settings) -> "DiskSpace":
        """The disk space of the data directory in these settings."""
        return cls(settings.data, settings.disk_reserve_megabytes * 1_000_000)

    def free(self) -> int:
        """The bytes that are free for this user."""
        found = self._disk()
        return found.f_bavail * found.f_frsize

    def size(self) -> int:
        """The bytes of the disk, free or not."""
        found = self._disk()
        return found.f_blocks * found.f_frsize

    def _disk(self) -> os.statvfs_result:
        return os.statvfs(next(one for one in (self._directory, *self._directory.parents) if one.exists()))

    @property
    def is_full(self) -> bool:
        """Whether there is no space for a move."""
        return self.free() < self._reserve // _FOR_MOVES

    def check_for_game(self) -> None:
        """Raise `DiskShort` if there is no space for another game."""
        if self.free() < self._reserve:
            raise DiskShort(self.note())

    def check_for_move(self) -> None:
        """Raise `DiskFull` if there is no space for a move."""
        if self.is_full:
            raise DiskFull(self.note())

    def note(self) -> str:
        """A note for the operator; empty while there is enough space."""
        if self.free() >= self._reserve:
            return ""
        what, reserve = "the disk is nearly full: no new game", self._reserve
        if self.is_full:
            what, reserve = "the disk is full: no move", self._reserve // _FOR_MOVES
        return f"{what} is taken while less than {reserve // 1_000_000} MB are left where {self._directory} lies"


def machine_memory() -> int:
    """The bytes of this machine's memory, or of its container's, if that may use less."""
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):  # a container without a limit says "max"
        found = min(found, int(Path("/sys/fs/cgroup/memory.max").read_text("ascii")))
    return found
