"""Operations: the supervisor, the log, metrics, the data directory.

Every room may use this one; it knows none of them.
"""

import hashlib
import os
import tempfile
from pathlib import Path

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names where a process keeps its numbers; prometheus_client reads it when it is imported."""


def metrics_directory(data: Path, runtime: str | None = None) -> Path:
    """Where the processes of one Stele keep their numbers, each kind in a directory of its own below this one.

    `data` is its data directory, `runtime` the user's directory for running programs (`XDG_RUNTIME_DIR`).

    In memory, where there is a place for that: the numbers are files that processes write as memory, and where the disk
    is full such a write ends the process.
    """
    wished = (runtime, "/dev/shm", tempfile.gettempdir())
    place = next(path for path in wished if path and os.access(path, os.W_OK | os.X_OK))
    own = hashlib.sha256(os.fsencode(data)).hexdigest()[:24]
    return Path(place) / f"stele-{os.getuid()}-{own}" / "metrics"
