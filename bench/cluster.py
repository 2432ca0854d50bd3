"""Moves on a database cluster: over HTTP, with three database servers and with one, alternately."""

import os
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app import make_services
from bench.fold import Row
from bench.moves import ROUNDS, Script, Sending, Server, listed, prepare, send_all
from eventstore.keys import log_name
from eventstore.log import LogReader
from tests.clusters import Cluster, Node

TITLE = "kheops"


class _Side:
    """Web processes on this record, prepared games on it, and the cost of sending their moves."""

    def __init__(self, data: Path, url: str, nodes: list[Node]) -> None:
        data.mkdir()
        settings = {"STELE_DATA": str(data), "REDIS_URL": url}
        self.services: Any = make_services(settings)
        self.prepared: list[list[Script]] = [prepare(self.services, TITLE, one)[0] for one in range(ROUNDS + 1)]
        self.server = Server("app:create_app()", data, REDIS_URL=url)
        self.sending = Sending(self.server, *(node.process_id for node in nodes))
        send_all(self.server.port, [script[:60] for script in self.prepared[0]])


def rows() -> Iterator[Row]:
    """Moves a second on the cluster, the ratio to one server, and the number of records on each server."""
    with tempfile.TemporaryDirectory() as directory:
        base = Path(directory)
        node, cluster = Node(base / "one"), Cluster(base / "cluster")
        sides: list[_Side] = []
        try:
            node.start()
            sides.append(_Side(base / "web-one", f"redis://127.0.0.1:{node.port}", [node]))
            cluster.start()
            sides.append(_Side(base / "web-cluster", cluster.url, cluster.nodes))
            one, three = sides
            for number in range(1, ROUNDS + 1):
                for side in sides if number % 2 else reversed(sides):
                    side.sending.send(side.prepared[number])
            yield _row(one.sending, three.sending)
            yield _shares(three.services)
        finally:
            for side in sides:
                side.server.stop()
            cluster.stop()
            node.kill()


def _row(one: Sending, three: Sending) -> Row:
    ratios = [mine / theirs for mine, theirs in zip(three.speeds, one.speeds, strict=True)]
    of_processors = [theirs / mine for mine, theirs in zip(three.costs, one.costs, strict=True)]
    by_processors = f"{statistics.median(of_processors):.2f} of the speed on one server ({listed(of_processors)})"
    by_the_clock = f"{statistics.median(ratios):.2f} by the clock ({listed(ratios)})"
    costs, where = (
        statistics.median(three.costs),
        f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.0f}",
    )
    return Row(
        f"{TITLE}: moves over HTTP, with a database cluster of three", statistics.median(three.speeds), "moves/s",
        f"{costs:.0f} µs of CPU time, {by_processors}, {by_the_clock}; goal: 0.8; {where}",
    )  # fmt: skip


def _shares(services: Any) -> Row:
    store = services.games.tables.store
    records: Counter[str] = Counter()
    for partition, number in LogReader(store.redis, store.partitions).heads().items():
        records[store.redis.server_of(log_name(partition))] += number
    most = max(records.values()) * len(records) / records.total()
    return Row(f"{TITLE}: records on the cluster's fullest server", most, "times the mean", "goal: at most 1.3")
