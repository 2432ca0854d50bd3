"""Folding with decoding, against the `eventsourcing` package rebuilding an aggregate from as many similar events."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from computers.playout import play_out
from domain.projector import Projector, projector_for
from domain.rulebooks import find_rulebooks
from eventstore.entries import Entry, read_records

REPEATS = 15


def longest_game() -> tuple[Projector, list[Entry]]:
    """A full table's game of the title whose games are longest."""
    games = []
    for title, rulebook in find_rulebooks().items():
        projector = projector_for(title)
        games.append((projector, list(play_out(projector, ["random"] * rulebook.meta.most_players, "bench").entries)))
    return max(games, key=lambda game: len(game[1]))


def seconds(work: Callable[[], Any], repeats: int = REPEATS) -> float:
    """The median time of this work."""
    taken = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def stele_events_per_second(projector: Projector, entries: list[Entry]) -> float:
    """From stored bytes to the full state: decode every entry, open its secrets, fold."""
    return len(entries) / seconds(lambda: projector.fold(read_records(projector, entries)))


def eventsourcing_events_per_second(count: int) -> float:
    """From the package's in-memory records to its aggregate: the events carry a seat, a number and a short text."""
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
    table = Table(5)
    for number in range(count - 1):
        table.place(number % 5, number % 9, f"I-{number % 15:02}")
    application.save(table)
    return count / seconds(lambda: application.repository.get(table.id))


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    value: float
    unit: str
    against: str = ""


def rows() -> list[Row]:
    """Both figures, their ratio, and what a stored event takes."""
    projector, entries = longest_game()
    mine = stele_events_per_second(projector, entries)
    theirs = eventsourcing_events_per_second(len(entries))
    middle = entries[: len(entries) // 2]
    size = sum(len(entry.public) + len(entry.secrets) + len(entry.digest) for entry in entries)
    return [
        Row(f"fold with decoding, {len(entries)} events", mine, "events/s"),
        Row("the eventsourcing package, as many", theirs, "events/s", f"Stele is {mine / theirs:.1f} times as fast"),
        Row(
            f"seek to the middle ({len(middle)} events), in memory",
            seconds(lambda: projector.fold(read_records(projector, middle))) * 1e6, "µs",
        ),
        Row("stored bytes an event", size / len(entries), "bytes"),
    ]  # fmt: skip
