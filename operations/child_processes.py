"""Child processes: they end with their parent, and have a number among those of their kind."""

import ctypes
import fcntl
import itertools
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

CANNOT_START = 78
"""The exit code of a process that cannot start because of its settings or its record, so a restart is useless."""

CANNOT_BOOT = 3
"""The exit code of gunicorn's children with that meaning, which also ends gunicorn."""

_PR_SET_PDEATHSIG = 1
# Loaded before any fork: between a fork and an exec almost nothing is safe.
_prctl = ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None
_held: list[int] = []


def with_rooms(environment: Mapping[str, str]) -> str:
    """The PYTHONPATH with which a process finds the packages by their names, before its existing entries."""
    return os.pathsep.join(filter(None, (str(Path(__file__).resolve().parents[1]), environment.get("PYTHONPATH"))))


def die_with(parent: int) -> None:
    """Have this process killed when `parent`, which started it, ends in any way. Only Linux supports this.

    It must be called by the new process: between fork and exec, or right after the fork.
    """
    if _prctl is None:
        return
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def take_number(directory: Path, kind: str) -> int:
    """The lowest number that no running process of this kind has here; this process holds it until it ends.

    So the successor of a killed process gets its number, and its unfinished work.
    """
    for number in itertools.count():
        held = os.open(directory / f"{kind}-{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
            continue
        _held.append(held)
        return number
    raise AssertionError("numbers do not end")
