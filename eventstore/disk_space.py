"""Disk space of the data directory: when it becomes short, new games are refused, and only then moves.

A server that cannot write dies with its next write. So the last of the room is kept for what goes on by itself: what
was recorded can be read while the operator makes room.

Exception
├── DiskShort   there is no room for another game
└── DiskFull    there is no room for a move
"""

import os
from pathlib import Path

from eventstore.valkey.connection import StoreUnavailable
from operations.settings import Settings

_FOR_MOVES = 8
"""Moves are refused when an eighth of the reserve is left."""


class DiskShort(StoreUnavailable):
    """There is too little room for another game."""


class DiskFull(StoreUnavailable):
    """There is too little room for a move."""


class DiskSpace:
    """The room that is left where this directory lies, and how much of it is kept back."""

    def __init__(self, directory: Path, reserve: int) -> None:
        self._directory = directory
        self._reserve = reserve

    @classmethod
    def from_settings(cls, settings: Settings) -> "DiskSpace":
        """The room of the data directory that these settings name."""
        return cls(settings.data, settings.disk_reserve_megabytes * 1_000_000)

    def free(self) -> int:
        """How many bytes are left for this user."""
        place = next(one for one in (self._directory, *self._directory.parents) if one.exists())
        found = os.statvfs(place)
        return found.f_bavail * found.f_frsize

    @property
    def is_full(self) -> bool:
        """Whether there is no room for a move."""
        return self.free() < self._reserve // _FOR_MOVES

    def check_for_game(self) -> None:
        """Raise `DiskShort` without room for another game."""
        if self.free() < self._reserve:
            raise DiskShort(self.note())

    def check_for_move(self) -> None:
        """Raise `DiskFull` without room for a move."""
        if self.is_full:
            raise DiskFull(self.note())

    def note(self) -> str:
        """What the operator should know; nothing while there is enough."""
        if self.free() >= self._reserve:
            return ""
        what, reserve = "the disk is nearly full: no new game", self._reserve
        if self.is_full:
            what, reserve = "the disk is full: no move", self._reserve // _FOR_MOVES
        return f"{what} is taken while less than {reserve // 1_000_000} MB are left where {self._directory} lies"
