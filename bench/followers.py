"""Live streams: thousands of followers of running games, their connection time, the delay of a move, their cost.

Server and followers share this machine's cores, whose speed varies from minute to minute, so moves without followers
are timed before they connect and after they disconnect. The CPU time of a move in a game without followers is
measured in the web processes and the database; the followers' own process is not included. Half of the followers
follow one game, half another.
"""

import contextlib
import http.client
import json
import selectors
import socket
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from app import make_services
from bench.fold import Row
from bench.moves import Script, Server, prepare, processor_seconds
from domain.title_loader import find_rulebooks

FOLLOWERS = 10_000
_AT_ONCE = 64
_MOVES = 450
_HEARD_MOVES = 15


class Crowd:
    """Followers, all in this thread: each has a connection and a count of its events."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._selector = selectors.EpollSelector()
        self.heard: dict[socket.socket, int] = {}
        self._game_of: dict[socket.socket, str] = {}
        self._ready: set[socket.socket] = set()

    def open(self, game_id: str, count: int) -> None:
        """Connect more followers to this game; returns when each has its response's head."""
        left, opening = count, 0
        request = f"GET /api/games/{game_id}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"
        while left or opening:
            while left and opening < _AT_ONCE:
                connection = socket.create_connection(("127.0.0.1", self._port), 60)
                connection.sendall(request.encode())
                connection.setblocking(False)
                self._selector.register(connection, selectors.EVENT_READ)
                self.heard[connection] = 0
                self._game_of[connection] = game_id
                left -= 1
                opening += 1
            for connection, data in self._read(1.0):
                if connection not in self._ready:
                    if not data.startswith(b"HTTP/1.1 200"):
                        raise RuntimeError(f"a follower was refused: {data[:300]!r}")
                    self._ready.add(connection)
                    opening -= 1

    def _read(self, seconds: float) -> list[tuple[socket.socket, bytes]]:
        found = []
        for key, _ in self._selector.select(seconds):
            connection: Any = key.fileobj
            data = connection.recv(1 << 18)
            if not data:
                raise RuntimeError("a follower was dropped")
            self.heard[connection] += data.count(b"\ndata: ")
            found.append((connection, data))
        return found

    def rest(self, seconds: float) -> None:
        """Read incoming events for some time."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._read(left)

    def forget(self) -> None:
        """Reset the counts."""
        self.heard = dict.fromkeys(self.heard, 0)

    def all_heard(self, game_id: str, events: int, most_seconds: float) -> float | None:
        """The seconds until every follower of this game has received this number of events; none after the time-out."""
        began = time.monotonic()
        waiting = {one for one, game in self._game_of.items() if game == game_id and self.heard[one] < events}
        while waiting:
            if time.monotonic() - began > most_seconds:
                return None
            for connection, _data in self._read(0.5):
                if self.heard[connection] >= events:
                    waiting.discard(connection)
        return time.monotonic() - began

    def close(self) -> None:
        """Disconnect all."""
        for connection in self.heard:
            connection.close()
        self.heard = {}
        self._selector.close()


def send(line: http.client.HTTPConnection, path: str, token: str, body: bytes) -> tuple[float, dict[str, Any]]:
    """Make a move; its duration in seconds, and the response."""
    began = time.perf_counter()
    line.request("POST", path, body, {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    response = line.getresponse()
    content = response.read()
    if response.status != 201:
        raise RuntimeError(f"{path}: {response.status} {content[:300]!r}")
    return time.perf_counter() - began, json.loads(content)


def memory_of(process: int) -> int:
    """The private memory of this process and its children, in bytes."""
    total = 0
    for one in (process, *_children(process)):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
    return total


def _children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def p95(seconds: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(seconds, n=20)[18]


def rows(followers: int = FOLLOWERS) -> list[Row]:
    """The time to connect, the time to receive a move, the slowdown of moves, and the memory of each."""
    with tempfile.TemporaryDirectory() as directory:
        services = make_services({"STELE_DATA": directory})
        scripts, games = prepare(services, next(iter(find_rulebooks())), 1)
        many = str(followers * 2)
        server = Server("app:create_app()", Path(directory), STELE_FOLLOWERS=many, STELE_FOLLOWERS_OF_ADDRESS=many)
        crowd = Crowd(server.port)
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        by_game: dict[str, Script] = {}
        for script in scripts:
            for one in script:
                by_game.setdefault(one[0].split("/")[3], []).append(one)
        quiet, followed = games[2:], games[:2]
        moves = iter([one for game in quiet for one in by_game[game]])
        store_process = services.games.tables.store.redis.info("server")["process_id"]
        costs = {"alone": 0.0, "crowded": 0.0}

        def send_some(count: int, which: str) -> list[float]:
            processes = [*server.workers(), store_process]
            spent = processor_seconds(processes)
            took = [send(line, *next(moves))[0] for _ in range(count)]
            costs[which] += processor_seconds(processes) - spent
            return took

        try:
            for _ in range(30):
                send(line, *next(moves))
            alone = send_some(_MOVES // 2, "alone")
            before = memory_of(server.process.pid)
            began = time.monotonic()
            for game in followed:
                crowd.open(game, followers // 2)
            opened = time.monotonic() - began
            crowd.rest(2.0)
            memory = (memory_of(server.process.pid) - before) / followers
            crowded, hearing = [], []
            for number in range(_HEARD_MOVES):
                game = followed[number % 2]
                crowd.forget()
                took, made = send(line, *by_game[game].pop(0))
                heard = crowd.all_heard(game, len(made["events"]), 60)
                if heard is None:
                    raise RuntimeError("somebody did not hear a move within a minute")
                crowded.append(took)
                hearing.append(took + heard)
                crowded += send_some(_MOVES // _HEARD_MOVES, "crowded")
                crowd.rest(0.1)
            crowd.close()
            time.sleep(2.0)
            alone += send_some(_MOVES // 2, "alone")
        finally:
            crowd.close()
            server.stop()
    return [
        Row(f"{followers:,} followers connect", opened, "s"),
        Row(f"a move reaches all {followers // 2:,} followers of its game", max(hearing), "s",
            f"slowest of {_HEARD_MOVES}"),
        Row("a move while all follow, p95", p95(crowded) * 1000, "ms",
            f"{p95(crowded) / p95(alone):.2f} times as long as without followers ({p95(alone) * 1000:.1f} ms)"),
        Row("a move while all follow, in a game without followers", costs["crowded"] / _MOVES * 1e6, "µs of CPU time",
            f"{costs['crowded'] / costs['alone']:.2f} times as much as without followers"),
        Row("memory of the web processes for each follower", memory / 1000, "kB"),
    ]  # fmt: skip
