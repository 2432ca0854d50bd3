"""Cost of each kind of request: CPU time of web, worker and store, and bytes written to disk."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.capacity.traffic import GAME, LEGAL, LOBBY, MOVE, REPLAY, STATE, TURNS, Failed, Line, Town
from bench.moves import processor_seconds
from eventstore.store import Store
from tests.serving import Served


@dataclass(frozen=True)
class Cost:
    """The cost of one request: processor seconds by kind of process, and bytes on disk."""

    web: float
    worker: float
    store: float
    written: float = 0.0


@dataclass(frozen=True)
class Figures:
    """The measurements of a server: the cost of each kind of request, and the bytes that a running game needs.

    `memory_a_game` and `disk_a_game` count everything that one game adds in memory and on disk after a year of play.
    `listed_a_game` is the part of the memory in lists and results, `even_a_game` that in data of persons and in chats.
    """

    costs: dict[str, Cost]
    memory_a_game: float
    disk_a_game: float
    listed_a_game: float = 0.0
    even_a_game: float = 0.0


class Meter:
    """Measures the resources used by a server's processes."""

    def __init__(self, served: Served, store_process: int, rest_seconds: float) -> None:
        self._rest_seconds = rest_seconds
        self._groups = {name: [process.pid] for name, process in served.processes.items()}
        web = self._groups["web"][0]
        self._groups["web"] += [*map(int, Path(f"/proc/{web}/task/{web}/children").read_text().split())]
        self._groups["store"] = [store_process]
        self._store_process = store_process
        self._idle = dict.fromkeys(self._groups, 0.0)
        idle_seconds = 5 * rest_seconds
        used = self._read(lambda: time.sleep(idle_seconds))
        self._idle = {name: seconds / idle_seconds for name, seconds in used.items()}

    def _written(self) -> int:
        lines = Path(f"/proc/{self._store_process}/io").read_text().splitlines()
        return int(dict(line.split(": ") for line in lines)["write_bytes"])

    def _read(self, work: Callable[[], object]) -> dict[str, float]:
        before = {name: processor_seconds(group) for name, group in self._groups.items()}
        began = time.monotonic()
        work()
        lasted = time.monotonic() - began
        used = {name: processor_seconds(group) - before[name] for name, group in self._groups.items()}
        return {name: max(0.0, seconds - self._idle[name] * lasted) for name, seconds in used.items()}

    def cost(self, work: Callable[[], object], times: int) -> Cost:
        """The cost of one of this work's requests, without the processes' idle load."""
        written = self._written()

        def and_rest() -> None:
            work()
            time.sleep(self._rest_seconds)  # until the worker has processed it

        used = self._read(and_rest)
        return Cost(**{name: used[name] / times for name in used}, written=(self._written() - written) / times)


def measure(served: Served, store: Store, town: Town, times: int = 300, rest_seconds: float = 1.0) -> dict[str, Cost]:
    """The cost of each kind of request at this server, which is otherwise idle."""
    told: Any = store.redis.info("server")
    meter, line = Meter(served, told["process_id"], rest_seconds), Line(town.url)

    def ask(path: str, token: str = "", body: Any = None) -> Any:
        status, answer = line.ask("GET" if body is None else "POST", path, token, body)
        if status not in (200, 201):
            raise Failed(f"{path}: {status} {answer!r}")
        return answer

    def asking(paths: Sequence[tuple[str, str]]) -> Callable[[], None]:
        def work() -> None:
            for number in range(times):
                ask(*paths[number % len(paths)])

        return work

    mine = [(game["id"], token) for token in town.tokens for game in ask("/api/me/turns", token)["games"]]
    at = [(f"/api/games/{quote(game_id)}", token) for game_id, token in mine]
    costs = {
        TURNS: meter.cost(asking([("/api/me/turns", token) for token in town.tokens]), times),
        GAME: meter.cost(asking(at), times),
        STATE: meter.cost(asking([(f"{path}/state", token) for path, token in at]), times),
        LEGAL: meter.cost(asking([(f"{path}/legal-moves", token) for path, token in at]), times),
        LOBBY: meter.cost(asking([("/api/games?status=playing&watchable=true&limit=50", "")]), times),
    }
    if town.finished:
        finished = [(f"/api/games/{quote(game_id)}/replay", "") for game_id in town.finished]
        costs[REPLAY] = meter.cost(asking(finished), times)
    moved = _moves(ask, at, times)

    def move() -> None:
        for path, token, body in moved:
            ask(path, token, body)

    costs[MOVE] = meter.cost(move, len(moved))
    line.close()
    return costs


def _moves(ask: Callable[..., Any], at: Sequence[tuple[str, str]], most: int) -> list[tuple[str, str, Any]]:
    """A move by one player in each of these games, none of which waits for another."""
    found: dict[str, tuple[str, str, Any]] = {}
    for path, token in at:
        if path not in found and len(found) < most and (moves := ask(f"{path}/legal-moves", token)["moves"]):
            found[path] = (f"{path}/moves", token, moves[0]["move"])
    return list(found.values())
