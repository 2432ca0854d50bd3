"""Growth over a year: the sizes of the database and of the disk's data, from measured unit costs.

`python -m bench year` lets twenty people play at a server in this process (`bench.capacity.town`), much faster than
people do, and takes the cost of each unit from the data: an event, a notice, a message, a finished game, what is left
of an archived one. Then it simulates people who play as usual, day by day.

`python -m bench.capacity.year PEOPLE DAYS` forecasts the memory of a club of this size; with `--played` its people also
play, on a server in this process, and each day is compared.
"""

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.capacity.town import DAYS_IN_MEMORY, GAMES_OF_PLAYER, MESSAGES_A_MOVE, MOVES_A_DAY, Count, Length, Town
from bench.fold import Row
from eventstore.keys import PARTITIONS
from eventstore.valkey.connection import connect
from services.jobs.archivist import LOG_RECORDS, REQUESTS_DAYS
from services.notifications.inbox import MOST_NOTICES, MOST_TOLD, Delivery, Dismissal, Inbox, Notice

YEAR = 365
PEOPLE = 2_000
MEMORY_BYTES = 4e9
DISK_BYTES = 40e9
MOST_FULL = 0.7
"""The share of memory or disk that may be in use; the rest is for the operating system and for peaks."""

PROCESSES_BYTES = 300e6
"""The memory of all processes without data."""

LISTS = "finished games: results, lists"
"""The stores of a cluster have this part of the memory by their parts of the lists, not by their partitions."""

EVEN = ("inboxes", "puzzles", "chat", "accounts")
"""These parts of the memory are in all slots of a cluster."""

FILES = 3.0
"""The size of the append-only file in units of a rewritten one: it is rewritten when it has doubled, into a new one."""

ANALYSIS_BYTES = 6_000.0
"""The analysis of a finished game, as the mean of one of each title; every game has one, which is archived with it."""

PUZZLE_BYTES = 500.0
"""A puzzle, one from each game."""

LOG_GAME_BYTES = 25.0
"""The number of a game's last record that is no longer in the logs."""

MEASURED_PEOPLE = 20
MEASURED_DAYS = 40
MEASURED_MOVES_A_DAY = 20.0
_INBOXES = (1, MOST_NOTICES // 8, MOST_NOTICES // 4, MOST_NOTICES // 2, MOST_NOTICES, MOST_NOTICES + MOST_TOLD)
_PER_GAME_TOLD = 60


@dataclass(frozen=True)
class Units:
    """The bytes of each unit; `inboxes` are sizes by number of notices, and `lengths` some finished games.

    `overhead` is the server's own share of everything, `rewritten` the size of a rewritten append-only file for each
    byte that the data takes in memory.
    """

    base: float
    overhead: float
    person: float
    inboxes: tuple[tuple[int, float], ...]
    notices_a_move: float
    event: float
    request: float
    record: float
    message: float
    listed: float
    kept: float
    rewritten: float
    leaf: float
    archived_event: float
    counted: float
    lengths: tuple[Length, ...]

    def inbox(self, told: float) -> float:
        """The size of an inbox that got this number of notices."""
        for (few, small), (many, large) in zip(self.inboxes, self.inboxes[1:], strict=False):
            if told <= many:
                return small + (large - small) * max(0.0, told - few) / (many - few)
        return self.inboxes[-1][1]


@dataclass(frozen=True)
class Held:
    """The bytes in memory and on the disk at the end of a day, by kind, and the numbers that they follow from."""

    day: int
    running: int
    finished: int
    moves: float
    memory: dict[str, float]
    disk: dict[str, float]

    @property
    def memory_bytes(self) -> float:
        """All of the memory that the database uses."""
        return sum(self.memory.values())

    @property
    def even_bytes(self) -> float:
        """The part of the memory that is in all slots of a cluster."""
        return sum(self.memory[kind] for kind in EVEN)

    @property
    def disk_bytes(self) -> float:
        """All files of the data directory."""
        return sum(self.disk.values())


def units(counts: Sequence[Count], inboxes: tuple[tuple[int, float], ...]) -> Units:
    """The unit costs of a town; the costs of data that only grows are measured in the second half of the time."""
    half, last = counts[len(counts) // 2], counts[-1]

    def slope(kinds: Sequence[str], before: float, after: float) -> float:
        return sum(last.kinds.get(kind, 0) - half.kinds.get(kind, 0) for kind in kinds) / (after - before)

    ended = last.ended
    kept = last.running_events + sum(one.events for one in ended[last.archived :])
    beside = [count.used - sum(count.kinds.values()) for count in (half, last)]
    overhead = (beside[1] - beside[0]) / (sum(last.kinds.values()) - sum(half.kinds.values()))
    return Units(
        base=beside[1] - overhead * sum(last.kinds.values()),
        overhead=overhead,
        person=counts[0].kinds["people"] / counts[0].people,
        inboxes=inboxes,
        notices_a_move=last.notices / last.moves,
        event=last.kinds["events"] / kept,
        request=half.kinds["requests"] / half.moves,
        record=slope(["log"], half.appends, last.appends),
        message=slope(["talk", "people"], half.messages, last.messages),
        listed=slope(["indexes"], len(half.ended), len(ended)),
        kept=slope(["games"], len(half.ended), len(ended)),
        rewritten=last.disk["records"] / sum(last.kinds.values()),
        leaf=(last.disk["checkpoints"] - half.disk["checkpoints"]) / (last.leaves - half.leaves),
        archived_event=last.disk["archive"] / sum(one.events for one in ended[: last.archived]),
        counted=(last.disk["read-models"] - half.disk["read-models"]) / (len(ended) - len(half.ended)),
        lengths=ended,
    )


def inboxes(data: Path) -> tuple[tuple[int, float], ...]:
    """The sizes of an inbox by its number of notices, up to the maximum, filled with turns in one game after
    another.
    """
    redis = connect(None, data)
    inbox, sizes, told = Inbox(redis), [], 0
    for wanted in _INBOXES:
        while told < wanted:
            game, place = f"{told // _PER_GAME_TOLD:012d}", 10 + 3 * (told % _PER_GAME_TOLD)
            name, subject = f"{game}:{place}-2:turn:0:0", f"turn:{game}:0"
            notice = Notice(name, "turn", game, f"{place}-2", 1_700_000_000_000 + told, 0, subject=subject, place=place)
            inbox.tell([Delivery("person", notice, {})], [Dismissal("person", f"reminder:{game}", place)])
            inbox.tell([], [Dismissal("person", subject, place + 1)])
            told += 1
        names = redis.scan_iter("stele:person:*", 100)
        sizes.append((wanted, float(sum(int(redis.memory_usage(name, samples=0) or 0) for name in names))))
    return tuple(sizes)


def measured(data: Path) -> Units:
    """The unit costs, from some people at a server in this directory."""
    town = Town(data / "town", MEASURED_PEOPLE, MEASURED_MOVES_A_DAY)
    counts = [town.count()]
    for day in range(1, MEASURED_DAYS + 1):
        town.live()
        if day == MEASURED_DAYS:
            town.rewrite()
        if day in (MEASURED_DAYS // 2, MEASURED_DAYS):
            counts.append(town.count())
    return units(counts, inboxes(data / "inbox"))


@dataclass
class _Game:
    length: Length
    moves: float = 0.0
    ended: int = 0


def simulated(people: int, days: int, cost: Units, seed: int = 1) -> Iterator[Held]:
    """The data at the end of each day, for this number of people, from the first game on.

    All finished games are taken to be analysed; analyses are the only data that the measured town lacks.
    """
    lot = random.Random(seed)
    running: list[_Game] = []
    over: list[_Game] = []
    moves = seats = 0.0
    finished = archived = archived_events = opened = 0
    for day in range(1, days + 1):
        while sum(one.length.seats for one in running) < people * GAMES_OF_PLAYER:
            running.append(_Game(lot.choice(cost.lengths)))
            opened, seats = opened + 1, seats + running[-1].length.seats
        for one in running:
            done = min(MOVES_A_DAY, one.length.moves - one.moves)
            one.moves, moves = one.moves + done, moves + done
            one.ended = day if one.moves >= one.length.moves else 0
        finished += sum(one.ended == day for one in running)
        over += [one for one in running if one.ended]
        running = [one for one in running if not one.ended]
        left = [one for one in over if one.ended + DAYS_IN_MEMORY == day]
        archived, archived_events = archived + len(left), archived_events + sum(one.length.events for one in left)
        over = [one for one in over if one.ended + REQUESTS_DAYS > day]
        in_memory = [*running, *(one for one in over if one.ended + DAYS_IN_MEMORY > day)]
        appends = moves + opened + seats
        memory = {
            "events": cost.event * sum(one.length.events * one.moves / one.length.moves for one in in_memory),
            "idempotency keys": cost.request * sum(one.moves + one.length.seats for one in [*running, *over]),
            "inboxes": people * cost.inbox(cost.notices_a_move * moves / people),
            "logs": cost.record * min(appends, PARTITIONS * LOG_RECORDS) + LOG_GAME_BYTES * opened,
            LISTS: cost.listed * (finished + len(running)),
            "finished games: heads, keys": cost.kept * (finished + len(running)),
            "analyses": ANALYSIS_BYTES * (finished - archived),
            "puzzles": PUZZLE_BYTES * finished,
            "chat": cost.message * MESSAGES_A_MOVE * moves,
            "accounts": cost.person * people,
        }
        data = sum(memory.values())
        memory["the server's own"] = cost.base + cost.overhead * data
        disk = {
            "append-only file": FILES * cost.rewritten * data,
            "checkpoints": cost.leaf * appends,
            "archive": cost.archived_event * archived_events + ANALYSIS_BYTES * archived,
            "statistics": cost.counted * finished,
        }
        yield Held(day, len(running), finished, moves, memory, disk)


def compared(data: Path, people: int, days: int, cost: Units) -> Iterator[tuple[Held, float]]:
    """The forecast for these people day by day, without analyses and puzzles, and its ratio to the measured size.

    They play as usual, at a server in this directory.
    """
    town = Town(data, people, packed=512)
    for held in simulated(people, days, cost):
        town.live()
        yield held, (held.memory_bytes - held.memory["analyses"] - held.memory["puzzles"]) / town.used()


def limit(people: int, cost: Units, most_years: int = 30) -> tuple[str, int]:
    """The first limit that a machine with this memory and disk reaches, and the day; after a year, growth is taken as
    linear.
    """
    days = list(simulated(people, 2 * YEAR, cost))
    first, last = days[YEAR - 1], days[-1]
    full = {}
    for name, most, before, after in (
        ("the memory", MOST_FULL * MEMORY_BYTES - PROCESSES_BYTES, first.memory_bytes, last.memory_bytes),
        ("the disk", MOST_FULL * DISK_BYTES, first.disk_bytes, last.disk_bytes),
    ):
        full[name] = YEAR + int(YEAR * (most - before) / (after - before))
    name = min(full, key=lambda one: full[one])
    return name, min(full[name], most_years * YEAR)


def rows() -> Iterator[Row]:
    """The rows of the unit costs, of a town's year, and of the first resource to run out."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:  # the servers still write there
        cost = measured(Path(directory))
    said = f"{MOST_NOTICES} notifications, and the ids of {MOST_TOLD} earlier ones"
    yield Row("a full inbox", cost.inboxes[-1][1], "bytes", said)
    for name, value in (
        ("an event of a game in memory", cost.event), ("the idempotency key of a move", cost.request),
        ("an append in the logs", cost.record), ("a message in a chat", cost.message),
        ("a finished game: results, lists", cost.listed), ("its head and key", cost.kept),
        ("its statistics, on the disk", cost.counted),
    ):  # fmt: skip
        yield Row(name, value, "bytes")
    yield Row("an event in the archive", cost.archived_event, "bytes", f"a leaf of the checkpoints {cost.leaf:.0f}")
    for held in simulated(PEOPLE, YEAR, cost):
        if held.day in (30, 90, 180, YEAR):
            parts = sorted(held.memory.items(), key=lambda one: -one[1])
            said = ", ".join(f"{name} {value / 1e6:,.0f}" for name, value in parts)
            games = f"{held.running:,} games run, {held.finished:,} ended"
            yield Row(
                f"{PEOPLE:,} people after {held.day} days: memory", held.memory_bytes / 1e6, "MB",
                f"{said}; on disk {held.disk_bytes / 1e6:,.0f} MB; {games}",
            )  # fmt: skip
    name, days = limit(PEOPLE, cost)
    yield Row(f"{PEOPLE:,} people: first limit", days / YEAR, "years", f"{name} of {MEMORY_BYTES / 1e9:.0f} GB")


def main() -> None:
    """Print the forecast for these people, day by day."""
    parser = argparse.ArgumentParser(prog="python -m bench.capacity.year")
    parser.add_argument("people", type=int)
    parser.add_argument("days", type=int)
    parser.add_argument("--played", action="store_true", help="let them play, and compare")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        cost = measured(Path(directory))
        if asked.played:
            for held, ratio in compared(Path(directory) / "played", asked.people, asked.days, cost):
                print(f"day {held.day}: {ratio:.2f} of what it is", flush=True)
        else:
            for held in simulated(asked.people, asked.days, cost):
                print(f"day {held.day}: {held.memory_bytes / 1e6:,.0f} MB, {held.running:,} games run", flush=True)


if __name__ == "__main__":
    main()
