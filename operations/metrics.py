"""Metrics in Prometheus format.

If `PROMETHEUS_MULTIPROC_DIR` names a directory, each process keeps its metrics in files there, and any process can add
up those of all. The supervisor gives every kind of process a directory of its own (`metrics/web`, `metrics/worker`),
side by side: a scrape reads them all.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from operations import METRICS_DIRECTORY

if os.environ.get(METRICS_DIRECTORY):
    Path(os.environ[METRICS_DIRECTORY]).mkdir(parents=True, exist_ok=True)

REGISTRY = CollectorRegistry()
REQUESTS = Counter("stele_requests", "Requests that got a response", ["call", "status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "stele_request_seconds", "Time until the response began, by call", ["call"], registry=REGISTRY
)
FOLLOWERS = Gauge("stele_followers", "Open event streams", multiprocess_mode="livesum", registry=REGISTRY)
APPENDS = Counter(
    "stele_appends",
    "Actions sent to the record, by outcome (appended, repeated, conflict, closed, reused)",
    ["outcome"],
    registry=REGISTRY,
)
FOLDS = Counter(
    "stele_folds",
    "Games folded, by extent (whole: from the beginning, tail: what was new)",
    ["extent"],
    registry=REGISTRY,
)
COMPUTER_MOVES = Counter("stele_computer_moves", "Moves of computer players", registry=REGISTRY)
DELIVERIES = Counter(
    "stele_deliveries",
    "Notices by channel and outcome (sent, later: tried again, refused, lost: it broke off, needless: over before)",
    ["channel", "outcome"],
    registry=REGISTRY,
)
STORE_SECONDS = Histogram(
    "stele_store_seconds",
    "Time until the record's server replied, by command; waiting for new records is not counted",
    ["command"],
    buckets=(0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0),
    registry=REGISTRY,
)


class Source(Protocol):
    """A source of metrics that are computed for each scrape."""

    def collect(self) -> Iterable[Metric]:
        """The current metrics."""
        ...


def exposition(*more: Source) -> bytes:
    """The metrics of all processes and of these sources, in Prometheus format."""
    directory = _directory()
    if directory is None:
        found: Iterable[Metric] = REGISTRY.collect()
    else:
        files = [str(file) for file in directory.parent.glob("*/*.db")]
        found = MultiProcessCollector.merge(files, accumulate=True)  # type: ignore[no-untyped-call]
    asked = CollectorRegistry(auto_describe=False)
    asked.register(_Found(found))
    for source in more:
        asked.register(source)
    return generate_latest(asked)


def forget_process(process: int) -> None:
    """Delete the gauges of an ended process, such as its live streams. Its counters remain."""
    if _directory() is not None:
        mark_process_dead(process)  # type: ignore[no-untyped-call]


def forget_predecessors() -> None:
    """Delete the gauges of all earlier processes of this one's kind, which have ended."""
    directory = _directory()
    for file in directory.glob("gauge_live*.db") if directory is not None else ():
        file.unlink(missing_ok=True)


class _Found:
    def __init__(self, found: Iterable[Metric]) -> None:
        self._found = found

    def collect(self) -> Iterator[Metric]:
        yield from self._found


def _directory() -> Path | None:
    directory = os.environ.get(METRICS_DIRECTORY)
    return Path(directory) if directory else None
