"""A process that archives games and dies at a step of each: `dying_archivist DATA ARCHIVE GAME…`.

Each game is moved by a child that ends itself with SIGKILL, at the step with the game's number in `STEPS`.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eventstore.backup import archive, archive_moves, atomic_files
from eventstore.backup.archive import Archive
from eventstore.backup.archive_moves import move_to_archive
from eventstore.store import Store
from eventstore.valkey.connection import connect

STEPS: tuple[tuple[Any, str, bool], ...] = (
    (archive, "packed", False),
    (os, "fsync", False),
    (Path, "replace", False),
    (Path, "replace", True),
    (atomic_files, "sync_directory", True),
    (Archive, "_read", True),
    (archive_moves, "script", True),
    (archive_moves, "_released", True),
)
"""The calls in order, and whether the process dies ahead of the call or right after it."""


def dying(call: Callable[..., Any], after: bool) -> Callable[..., Any]:
    """The call at which the process ends."""

    def last(*arguments: Any) -> Any:
        if after:
            call(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)

    return last


def main(data: str, place: str, *game_ids: str) -> None:
    """Archive each game in a child, and wait until the child is dead."""
    for (owner, name, after), game_id in zip(STEPS, game_ids, strict=True):
        child = os.fork()
        if not child:
            store = Store(connect(None, Path(data)), archive=Archive(Path(place)))
            setattr(owner, name, dying(getattr(owner, name), after))
            move_to_archive(store, game_id)
            os._exit(0)
        _process, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise RuntimeError(f"{name} was never called")


if __name__ == "__main__":
    main(*sys.argv[1:])
