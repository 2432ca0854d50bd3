"""Child processes: one dies with its parent, and knows its number among those of its kind."""

import ctypes
import fcntl
import itertools
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

CANNOT_START = 78
"""The exit code of a process that cannot start, nor the next time, because of its settings or its record."""

CANNOT_BOOT = 3
"""What gunicorn takes for that in its children, and ends with itself."""

_PR_SET_PDEATHSIG = 1
# Loaded before any fork: between a fork and an exec almost nothing is safe.
_prctl = ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None
_held: list[int] = []


def with_rooms(environment: Mapping[str, str]) -> str:
    """What a process must have as PYTHONPATH to find the rooms by their names, before what is there already."""
    return os.pathsep.join(filter(None, (str(Path(__file__).resolve().parents[1]), environment.get("PYTHONPATH"))))


def die_with(parent: int) -> None:
    """Have this process killed when `parent`, which started it, dies, however it dies. Only Linux can do that.

    It must be called by the new process: between fork and exec, or right after the fork.
    """
    if _prctl is None:
        return
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def take_number(directory: Path, kind: str) -> int:
    """The lowest number that no living process of this kind holds here; this process holds it until it ends.

    So whoever comes after a process that was killed takes its place, and what it had left unfinished.
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
