"""Computing states from records: compared with the `eventsourcing` package rebuilding an aggregate of similar events.

Both are measured in CPU time, so that other load on the machine has little effect.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from ai.self_play import play_out
from domain.projector import Projector, projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import Entry, read_records

ROUNDS = 6
RUNS_A_ROUND = 8


@cache
def games() -> dict[str, tuple[Projector, list[Entry]]]:
    """A game with the maximum number of players for each title, by the title's name."""
    found = {}
    for title, rulebook in find_rulebooks().items():
        projector = projector_for(title)
        entries = play_out(projector, ["random"] * rulebook.meta.most_players, "bench").entries
        found[rulebook.meta.title] = (projector, list(entries))
    return found


def seconds(*works: Callable[[], Any]) -> list[float]:
    """The minimum CPU time of each of these functions; they alternate, several repetitions at a time."""
    least = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for place, work in enumerate(works):
            for _run in range(RUNS_A_ROUND):
                began = time.process_time()
                work()
                least[place] = min(least[place], time.process_time() - began)
    return least


def fold(projector: Projector, entries: list[Entry]) -> None:
    """Compute the full state from stored bytes: decode every entry, open its secrets, fold."""
    projector.fold(read_records(projector, entries))


@cache
def _application() -> Any:
    """An application of the package, and its aggregate: the events carry a seat, a number and a short text."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Table(Aggregate):
        @event("Opened")
        def __init__(self, players: int) -> None:
            self.displays: list[list[int]] = [[] for _ in range(players)]
            self.row: dict[str, tuple[int, int]] = {}

        @event("GoldPlaced")
        def place(self, seat: int, gold: int, province: str) -> None:
            self.row[province] = (seat, gold)
            self.displays[seat] = [*self.displays[seat][-8:], gold]

    application: Application[Any] = Application()
    return application, Table


def rebuilding(count: int) -> Callable[[], Any]:
    """The benchmark from a package's in-memory records to its aggregate, with the same number of events."""
    application, table_type = _application()
    table = table_type(5)
    for number in range(count - 1):
        table.place(number % 5, number % 9, f"I-{number % 15:02}")
    application.save(table)
    return lambda: application.repository.get(table.id)


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    value: float
    unit: str
    against: str = ""


def rows() -> list[Row]:
    """Each title's fold against the package's, a seek, and the size of a stored event."""
    found = []
    for title, (projector, entries) in games().items():
        middle = entries[: len(entries) // 2]
        mine, theirs, half = seconds(
            partial(fold, projector, entries),
            rebuilding(len(entries)),
            partial(fold, projector, middle),
        )
        size = sum(len(entry.public) + len(entry.secrets) + len(entry.digest) for entry in entries)
        found += [
            Row(
                f"{title}: the state from the stored record, {len(entries)} events", len(entries) / mine, "events/s",
                f"{theirs / mine:.1f} times as fast as the Python package eventsourcing with similar events",
            ),
            Row(f"{title}: the state in the middle of the game, in memory", half * 1e6, "µs"),
            Row(f"{title}: size of a stored event", size / len(entries), "bytes"),
        ]  # fmt: skip
    return found
