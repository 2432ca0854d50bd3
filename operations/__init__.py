"""Operations: the supervisor, the log, metrics, the data directory.

All packages may import this one; it imports none of them.
"""

import hashlib
import os
import tempfile
from pathlib import Path

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with a process's metrics directory; prometheus_client reads it when it is imported."""


def metrics_directory(data: Path, runtime: str | None = None) -> Path:
    """The parent directory for the metrics of Stele's processes, with a directory for each kind of process.

    `data` is its data directory, `runtime` the user's runtime directory (`XDG_RUNTIME_DIR`).

    The metrics are memory-mapped files, and on a full disk writing to one crashes the process; so they are in memory if
    possible.
    """
    wished = (runtime, "/dev/shm", tempfile.gettempdir())
    place = next(path for path in wished if path and os.access(path, os.W_OK | os.X_OK))
    own = hashlib.sha256(os.fsencode(data)).hexdigest()[:24]
    return Path(place) / f"stele-{os.getuid()}-{own}" / "metrics"
