"""Metrics in Prometheus format.

If `PROMETHEUS_MULTIPROC_DIR` names a directory, each process keeps its metrics in files there, and any process can add
up those of all. The supervisor gives every kind of process a directory of its own (`metrics/web`, `metrics/worker`),
side by side, and a scrape reads them all.
"""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

from operations import METRICS_DIRECTORY

if os.environ.get(METRICS_DIRECTORY):
    Path(os.environ[METRICS_DIRECTORY]).mkdir(parents=True, exist_ok=True)

_ENDED = "ended"
"""The name, in place of a process's number, of the file that has the counts of those that ended."""
REGISTRY = CollectorRegistry()
REQUESTS = Counter("stele_requests", "Requests that got a response", ["call", "status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "stele_request_seconds",
    "Time until the response began, by call",
    ["call"],
    buckets=(0.01, 0.05, 0.2, 1.0, 5.0),  # a few: each is a line for each of the calls
    registry=REGISTRY,
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
    "Time until the database replied, by command; waiting for new records is not counted",
    ["command"],
    buckets=(0.0005, 0.002, 0.01, 0.1, 1.0),
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
        with ExitStack() as locks:
            for kind in {file.parent for file in directory.parent.glob("*/*.db")}:
                locks.enter_context(_locked(kind, fcntl.LOCK_SH))
            files = [str(file) for file in directory.parent.glob("*/*.db")]
            found = MultiProcessCollector.merge(files, accumulate=True)  # type: ignore[no-untyped-call]
    asked = CollectorRegistry(auto_describe=False)
    asked.register(_Found(found))
    for source in more:
        asked.register(source)
    return generate_latest(asked)


def forget_ended() -> None:
    """Add the counts of this kind's ended processes up in one file, and delete their gauges, such as live streams.

    So a scrape does not cost more with each process that ever was.
    """
    directory = _directory()
    if directory is None:
        return
    with _locked(directory, fcntl.LOCK_EX):
        for file in directory.glob("*.db"):
            kind, _, process = file.stem.rpartition("_")
            if process != _ENDED and not _is_alive(int(process)):
                if not kind.startswith("gauge"):
                    _add(file, file.with_name(f"{kind}_{_ENDED}.db"))
                file.unlink()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _add(file: Path, total: Path) -> None:
    """Add these values to those of another file."""
    sums = MmapedDict(str(total))  # type: ignore[no-untyped-call]
    for key, value, at, _place in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
        sums.write_value(key, sums.read_value(key)[0] + value, at)  # type: ignore[no-untyped-call]
    sums.close()  # type: ignore[no-untyped-call]


@contextmanager
def _locked(directory: Path, how: int) -> Iterator[None]:
    """Hold a lock on a directory of metrics, so that no process adds up its files while another reads them."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(opened, how)
        yield
    finally:
        os.close(opened)


class _Found:
    def __init__(self, found: Iterable[Metric]) -> None:
        self._found = found

    def collect(self) -> Iterator[Metric]:
        yield from self._found


def _directory() -> Path | None:
    directory = os.environ.get(METRICS_DIRECTORY)
    return Path(directory) if directory else None
