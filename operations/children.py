"""A process that does not outlive the one that started it."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
# Loaded before any fork: between a fork and an exec almost nothing is safe.
_prctl = ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None


def die_with(parent: int) -> None:
    """Have this process killed when `parent`, which started it, dies, however it dies. Only Linux can do that.

    It must be called by the new process: between fork and exec, or right after the fork.
    """
    if _prctl is None:
        return
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
