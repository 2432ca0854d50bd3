"""Capacity estimate: the number of running games on a server, from a simulated day after a simulated year.

`python -m bench growth` measures and simulates. The assumptions about players and machines are named constants; the
costs of requests come from `figures`, the data of a year from `year`. A part is overloaded if it is busier than
`MOST_BUSY` in the busiest minute of the day, or if a machine's memory or disk is full.
"""

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app import make_services
from bench.capacity.figures import Figures, measure
from bench.capacity.town import GAMES_OF_PLAYER, MOVES_A_DAY
from bench.capacity.traffic import (
    GAME,
    HOURS,
    LEGAL,
    LOBBY,
    LOOKS_A_DAY,
    MOVE,
    REPLAY,
    REPLAYS_A_DAY,
    SHARE_WITH_COMPUTER,
    STATE,
    TURNS,
    VISITS_A_DAY,
    finished_games,
    settle,
)
from bench.capacity.year import LISTS, PEOPLE, YEAR, measured
from bench.capacity.year import simulated as years
from bench.fold import Row
from domain.title_loader import find_rulebooks
from eventstore.keys import FEW_SERVERS, SLOTS
from eventstore.valkey.cluster import ClusterClient
from services.jobs.cluster_slots import Data, shares_of, slot_ranges
from tests.serving import Served

MOST_BUSY = 0.7
SEATS = 3.3
SEARCH_SECONDS = 1.0
"""Processor seconds of a searching computer player's answer; it can wait until the evening is over."""

FOLLOWING = 0.05
"""The share of players who follow a game at the busiest hour."""

FOLLOWER_BYTES = 11_000.0
CORES = 2.0
MEMORY_BYTES = 8e9
EMPTY_BYTES = 400e6
DISK_BYTES = 80e9

RATINGS_BYTES = 800.0
"""A player's ratings and places on the leaderboards of four titles."""

LISTED = (TURNS, LOBBY)
"""The requests that ask every part of the lists."""


@dataclass(frozen=True)
class Shape:
    """Identical machines: each has a store with its part of the games, processes for everything else, and `replicas`
    copies of other machines' stores.
    """

    name: str
    machines: int
    replicas: int = 0


MOST_MACHINES = 100
SHAPES = (
    Shape("one machine", 1),
    Shape("six machines, with a replica of each store,", 6, 1),
    Shape("sixty machines, with a replica of each store,", 60, 1),
    Shape("sixty machines, without replicas,", 60),
)


@dataclass(frozen=True)
class Busy:
    """The use of each part in the busiest minute, 1 being all of it, and the moves a second at that time."""

    parts: dict[str, float]
    moves: float

    @property
    def worst(self) -> str:
        """The bottleneck."""
        return max(self.parts, key=lambda part: self.parts[part])

    @property
    def is_within_limits(self) -> bool:
        """Whether no part is overloaded."""
        return self.parts[self.worst] <= MOST_BUSY


def poisson(lot: random.Random, mean: float) -> float:
    """A Poisson sample: the arrivals in a minute, of many independent visitors."""
    return max(0.0, lot.gauss(mean, mean**0.5)) if mean > 30 else sum(lot.random() < mean / 100 for _ in range(100))


def requests_a_day(games: float) -> dict[str, float]:
    """The number of requests of each kind per day."""
    players = games * SEATS / GAMES_OF_PLAYER
    moves = games * MOVES_A_DAY
    return {
        TURNS: players * VISITS_A_DAY,
        **dict.fromkeys((GAME, STATE, LEGAL, MOVE), moves),
        LOBBY: 3 * players * LOOKS_A_DAY,
        REPLAY: players * REPLAYS_A_DAY,
    }


@cache
def shares_of_stores(stores: int) -> list[Data]:
    """The shares of the data on each store: few have equal numbers of slots, more those of `cluster-slots`."""
    bounds = [SLOTS * number // stores for number in range(stores + 1)]
    return shares_of(slot_ranges(stores) if stores > FEW_SERVERS else list(map(range, bounds, bounds[1:])))


def busy(shape: Shape, games: float, figures: Figures, seed: int = 1) -> Busy:
    """A day with this number of running games."""
    lot = random.Random(seed)
    shares = shares_of_stores(shape.machines)
    share = max(one.games for one in shares)
    parts = 1.0 if shape.machines == 1 else ClusterClient.parts * max(one.lists for one in shares)
    daily = requests_a_day(games)
    worst = {"the processors": 0.0, "a store": 0.0}
    most_moves, day_seconds = 0.0, 0.0
    for hour in HOURS:
        # Only minutes of the evening can be the busiest.
        minutes = 60 if hour > 0.9 * max(HOURS) else 1
        for _minute in range(minutes):
            came = {kind: poisson(lot, number * hour / sum(HOURS) / 60) for kind, number in daily.items()}
            web, worker, store = (
                sum(count * getattr(figures.costs[kind], part) for kind, count in came.items()) / 60
                for part in ("web", "worker", "store")
            )
            # A list is asked for in each part: in the worst case one costs as much as the whole.
            lists = sum(came[kind] * figures.costs[kind].store for kind in LISTED) / 60
            of_store = (store - lists) * share + lists * parts
            everywhere = (web + worker) / shape.machines + of_store * (1 + shape.replicas)
            day_seconds += 3600 / minutes * everywhere
            now = {"the processors": everywhere / CORES, "a store": of_store}
            worst = {part: max(most, now[part]) for part, most in worst.items()}
            most_moves = max(most_moves, came[MOVE] / 60)
    searches = games * SHARE_WITH_COMPUTER * MOVES_A_DAY / SEATS * SEARCH_SECONDS / shape.machines
    worst["the processors over the day, with searches"] = (day_seconds + searches) / (86_400 * CORES)
    return Busy({**worst, **_held(shape, games, figures, shares)}, most_moves)


def _held(shape: Shape, games: float, figures: Figures, shares: Sequence[Data]) -> dict[str, float]:
    """How full the memory and the disk of the fullest machine are."""
    players, copies = games * SEATS / GAMES_OF_PLAYER, games * (1 + shape.replicas)
    listed, even = figures.listed_a_game, figures.even_a_game
    data = Data(figures.memory_a_game - listed - even, listed, RATINGS_BYTES * players / games, even)
    followers = players * FOLLOWING / shape.machines * FOLLOWER_BYTES
    return {
        "the memory": (EMPTY_BYTES + copies * max(map(data.of, shares)) + followers) / MEMORY_BYTES,
        "the disk": copies * max(one.games for one in shares) * figures.disk_a_game / DISK_BYTES,
    }


def most_games(shape: Shape, figures: Figures) -> tuple[int, Busy]:
    """The maximum number of running games, and the load with two hundredths more."""
    low, high = 1000.0, 2000.0
    while busy(shape, high, figures).is_within_limits:
        low, high = high, 2 * high
    while high / low > 1.02:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if busy(shape, middle, figures).is_within_limits else (low, middle)
    return int(low), busy(shape, high, figures)


def machines_for(games: float, figures: Figures) -> Shape:
    """The fewest machines that carry this number of games, with a replica of each store. If no number does,
    `ValueError` names the bottleneck.
    """
    for machines in range(3, MOST_MACHINES + 1):
        shape = Shape(f"{machines} machines", machines, 1)
        found = busy(shape, games, figures)
        if found.is_within_limits:
            return shape
    raise ValueError(found.worst)


def simulated(figures: Figures, many: float = 1e5) -> Iterator[Row]:
    """The capacity of each shape, its bottleneck, and the machines for many running games."""
    for shape in SHAPES:
        games, found = most_games(shape, figures)
        parts = sorted(found.parts, key=lambda part: -found.parts[part])
        said = ", ".join(f"{part} {found.parts[part]:.2f}" for part in parts)
        yield Row(
            f"{shape.name} of {CORES:.0f} cores and {MEMORY_BYTES / 1e9:.0f} GB", games, "running games",
            f"{found.moves:,.0f} moves/s in the busiest minute; first limit: {found.worst} ({said})",
        )  # fmt: skip
    try:
        shape = machines_for(many, figures)
        said = "with a replica of each store"
    except ValueError as breaks:
        shape, said = SHAPES[-1], f"and even {MOST_MACHINES} are too few: {breaks} breaks"
    yield Row(f"{many:,.0f} running games", shape.machines, "machines", said)


def rows() -> Iterator[Row]:
    """Measure a server and the data, then simulate."""
    with tempfile.TemporaryDirectory() as directory:
        served = Served(Path(directory), demo=True, forked=False).start()
        try:
            store = make_services({"STELE_DATA": directory}).games.tables.store
            while len(finished_games(served.url)) < len(find_rulebooks()):  # the demonstration games
                time.sleep(0.5)
            costs = measure(served, store, settle(served.url, 100, 320))
        finally:
            served.stop()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        *_, held = years(PEOPLE, YEAR, measured(Path(directory)))
    sizes = (held.memory_bytes, held.disk_bytes, held.memory[LISTS], held.even_bytes)
    figures = Figures(costs, *(one / held.running for one in sizes))
    for kind, cost in figures.costs.items():
        said = (
            f"worker {cost.worker * 1e6:.0f} µs, database {cost.store * 1e6:.0f} µs; {cost.written:,.0f} bytes to disk"
        )
        yield Row(f"{kind}: CPU time of the web process", cost.web * 1e6, "µs", said)
    said = f"on disk {figures.disk_a_game / 1e3:,.0f} kB"
    yield Row("memory for each running game after a year, with all that ended", figures.memory_a_game / 1e3, "kB", said)
    yield from simulated(figures)
