"""Running Stele: its processes are kept running, its numbers and its log are kept.

Every room may use this one; it knows none of them.
"""

from collections.abc import Mapping
from pathlib import Path

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names where a process keeps its numbers; prometheus_client reads it when it is imported."""


def data_directory(settings: Mapping[str, str]) -> Path:
    """The data directory that these settings name."""
    return Path(settings.get("STELE_DATA") or "var").resolve()


def metrics_directory(settings: Mapping[str, str]) -> Path:
    """Where the processes of one Stele keep their numbers, each kind in a directory of its own below this one."""
    return data_directory(settings) / "metrics"
