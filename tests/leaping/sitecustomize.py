"""A settable clock for a test: a process with this directory on its path reads the offset from a file.

Only the wall clock is changed; the monotonic clock is not.
"""

import os
import time
from pathlib import Path

_set = Path(os.environ["STELE_TESTS_CLOCK_SET"])
_real = time.time_ns


def _time_ns() -> int:
    return _real() + int(_set.read_text()) * 1_000_000


time.time_ns = _time_ns
time.time = lambda: _time_ns() / 1e9
