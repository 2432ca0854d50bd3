"""Load generator: a day of correspondence players on a running Stele, `python -m bench.capacity.traffic --url URL`.

Each player visits a few times a day, mostly in the evening, and answers in the games where it is their turn; readers
view the lobby and replay finished games; followers stay connected. A day takes as long as `--day` says. Visits start
when they are due, whether or not the server keeps up, and delays count from the due time: a stalled server still
receives the visits of that period. It needs a server of its own, with `STELE_LIMITS=off`.
"""

import argparse
import contextlib
import gzip
import http.client
import itertools
import json
import queue
import random
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from bench.followers import Crowd

HOURS = (8, 4, 2, 1, 1, 2, 5, 12, 20, 24, 25, 27, 32, 29, 25, 25, 27, 32, 40, 56, 72, 76, 58, 26)
"""Relative numbers of visits that begin in each hour of a day: a club in one time zone."""

VISITS_A_DAY = 3.0
"""A player's visits a day."""

REPLAYS_A_DAY = 0.5
LOOKS_A_DAY = 2.0
"""Replays, and views of the lobby without playing, per player and day."""

SHARE_WITH_COMPUTER = 0.1
"""The share of games in which one seat is a searching computer player."""

_LINES = 48
_MOST_ANSWERS = 12
TURNS, GAME, STATE, LEGAL = "my turns", "a game", "a state", "the legal moves"
MOVE, LOBBY, REPLAY = "a move", "the lobby", "a replay"
KINDS = (TURNS, GAME, STATE, LEGAL, MOVE, LOBBY, REPLAY)
"""The kinds of requests."""


class Failed(Exception):
    """The server gave an answer that it must never give; the message is the answer."""


class Line:
    """A persistent connection, which is reopened after the server closed it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._where = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """The status and the body, decoded if it is JSON. Repeated once if the connection had been closed."""
        headers = {"Accept-Encoding": "gzip"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        content = None
        if body is not None:
            content, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
            headers["Idempotency-Key"] = f"{random.getrandbits(64):x}"
        for is_last in (False, True):
            connection = self._connection or http.client.HTTPConnection(*self._where, timeout=60)
            self._connection = connection
            try:
                connection.request(method, path, content, headers)
                response = connection.getresponse()
                raw = response.read()
            except (OSError, http.client.HTTPException):
                self.close()
                if is_last:
                    raise
                continue
            if "json" not in response.headers.get("Content-Type", ""):
                return response.status, raw
            is_packed = response.headers.get("Content-Encoding") == "gzip"
            return response.status, json.loads(gzip.decompress(raw) if is_packed else raw)
        raise AssertionError("not reached")

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass
class Tally:
    """The requests, their durations in seconds from the due time, and the errors."""

    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refused: Counter[str] = field(default_factory=Counter)
    visits: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, seconds: float, status: int) -> None:
        """Add one answer. It is no failure if the game has moved on meanwhile."""
        with self._lock:
            self.taken[kind].append(seconds)
            if status >= 400:
                self.refused[f"{kind}: {status}"] += 1

    def told(self) -> Iterator[str]:
        """The table: the number of requests, and the 50th, 95th and 99th percentiles in milliseconds."""
        yield "| what | asked | 50 of 100 within | 95 | 99 | the slowest |\n|---|---:|---:|---:|---:|---:|"
        for kind in KINDS:
            if len(taken := self.taken[kind]) > 1:
                parts = statistics.quantiles(taken, n=100, method="inclusive")
                shown = " | ".join(f"{1000 * one:,.0f} ms" for one in (parts[49], parts[94], parts[98], max(taken)))
                yield f"| {kind} | {len(taken):,} | {shown} |"
        for what, number in sorted(self.refused.items()):
            yield f"| {what} | {number:,} | | | | |"


@dataclass(frozen=True)
class Town:
    """The players at a server: their tokens, the ids of the games, and of the finished ones."""

    url: str
    tokens: Sequence[str]
    games: Sequence[str]
    finished: Sequence[str]


def settle(url: str, players: int, games: int, told: Callable[[str], None] = lambda _line: None) -> Town:
    """Create accounts and games, and join them; a share of the games has a searching computer player."""
    line, lot = Line(url), random.Random(players)

    def need(method: str, path: str, token: str = "", body: Any = None) -> Any:
        status, answer = line.ask(method, path, token, body)
        if status not in (200, 201):
            raise Failed(f"{method} {path}: {status} {answer!r}")
        return answer

    titles = {title["id"]: title["players"]["max"] for title in need("GET", "/api/rulebooks")["rulebooks"]}
    mark = f"{random.getrandbits(32):x}"
    tokens = []
    for number in range(players):
        tokens.append(need("POST", "/api/players", body={"name": f"visitor {mark} {number}"})["token"])
    made = []
    for number in range(games):
        title, most = lot.choice(list(titles.items()))
        seats = lot.sample(tokens, min(most, players))
        bots = int(lot.random() < SHARE_WITH_COMPUTER)
        game = {"rulebook": title, "players": len(seats), "bots": bots, "bot_kind": "apprentice", "sit": False}
        game_id = need("POST", "/api/games", seats[0], game)["id"]
        for token in seats[: len(seats) - bots]:
            need("POST", f"/api/games/{game_id}/seats", token, {"nonce": f"{lot.getrandbits(64):x}"})
        made.append(game_id)
        if number % 100 == 99:
            told(f"{number + 1} of {games} games")
    line.close()
    return Town(url, tokens, made, finished_games(url))


def finished_games(url: str) -> list[str]:
    """The ids of games that can be replayed."""
    line = Line(url)
    _status, answer = line.ask("GET", "/api/games?status=finished&limit=50")
    line.close()
    return [one["id"] for one in answer["games"]]


class Visitor:
    """A visitor to the server on one connection; each answer is counted from its due time."""

    def __init__(self, town: Town, tally: Tally, seed: int) -> None:
        self._town = town
        self._tally = tally
        self._line = Line(town.url)
        self._lot = random.Random(seed)
        self._due = 0.0

    def play(self, due: float, token: str) -> None:
        """Answer wherever it is this player's turn."""
        self._due = due
        for game in self._ask(TURNS, "/api/me/turns", token)["games"][:_MOST_ANSWERS]:
            path = f"/api/games/{quote(game['id'])}"
            self._ask(GAME, path, token)
            self._ask(STATE, f"{path}/state", token)
            moves = self._ask(LEGAL, f"{path}/legal-moves", token).get("moves")
            if moves:
                self._ask(MOVE, f"{path}/moves", token, self._lot.choice(moves)["move"])

    def look(self, due: float) -> None:
        """View the lobby."""
        self._due = due
        for which in ("status=waiting", "status=playing&watchable=true", "status=finished"):
            self._ask(LOBBY, f"/api/games?{which}&limit=50")

    def study(self, due: float) -> None:
        """Replay a finished game, if there is one."""
        self._due = due
        if self._town.finished:
            self._ask(REPLAY, f"/api/games/{quote(self._lot.choice(self._town.finished))}/replay")

    def _ask(self, kind: str, path: str, token: str = "", body: Any = None) -> Any:
        status, answer = self._line.ask("GET" if body is None else "POST", path, token, body)
        now = time.monotonic()
        self._tally.add(kind, now - self._due, status)
        self._due = now  # the next request is due now
        if status >= 500 and status != 503:
            raise Failed(f"{path}: {status} {answer!r}")
        return answer if status < 400 else {}

    def close(self) -> None:
        """Leave."""
        self._line.close()


Visit = tuple[float, Callable[[Visitor, float], None]]
"""The due time, in fractions of the day, and the visit."""


def day(town: Town, lot: random.Random) -> list[Visit]:
    """The visits of one day, in order."""

    def when(a_day: float) -> Iterator[float]:
        whole, part = divmod(a_day * len(town.tokens), 1)
        for hour in lot.choices(range(24), HOURS, k=int(whole) + (lot.random() < part)):
            yield (hour + lot.random()) / 24

    def playing(token: str) -> Callable[[Visitor, float], None]:
        return lambda visitor, due: visitor.play(due, token)

    visits: list[Visit] = [(at, playing(lot.choice(town.tokens))) for at in when(VISITS_A_DAY)]
    visits += [(at, Visitor.study) for at in when(REPLAYS_A_DAY)]
    visits += [(at, Visitor.look) for at in when(LOOKS_A_DAY)]
    return sorted(visits, key=lambda visit: visit[0])


def live(
    town: Town, seconds_a_day: float, days: int, followers: int = 0, told: Callable[[str], None] = lambda _line: None
) -> Tally:
    """Simulate a number of days with this many followers; raises `Failed` at a forbidden answer."""
    tally = Tally()
    waiting: queue.Queue[Visit | None] = queue.Queue()
    failures: list[Exception] = []

    def visit(seed: int) -> None:
        visitor = Visitor(town, tally, seed)
        while (one := waiting.get()) is not None:
            try:
                one[1](visitor, one[0])
            except (Failed, OSError, http.client.HTTPException) as failure:
                failures.append(failure)
        visitor.close()

    lines = [threading.Thread(target=visit, args=(seed,), daemon=True) for seed in range(_LINES)]
    crowd, is_over = Crowd(urlsplit(town.url).port or 80), threading.Event()
    for game, some in Counter(itertools.islice(itertools.cycle(town.games), followers)).items():
        crowd.open(game, some)

    def stay() -> None:
        with contextlib.suppress(RuntimeError):  # a browser would reconnect; here the follower is gone
            while crowd.heard and not is_over.is_set():
                crowd.rest(0.2)

    lines.append(threading.Thread(target=stay, daemon=True))
    for line in lines:
        line.start()
    lot = random.Random(len(town.games))
    began = time.monotonic()
    for number in range(days):
        for at, what in day(town, lot):
            due = began + (number + at) * seconds_a_day
            time.sleep(max(0.0, due - time.monotonic()))
            waiting.put((due, what))
            tally.visits += 1
            if tally.visits % 500 == 0:
                told(f"day {number + 1}, {24 * at:.0f} o'clock: {tally.visits:,} visits, {waiting.qsize()} wait")
            if failures:
                break
    for _ in range(_LINES):
        waiting.put(None)
    for line in lines[:_LINES]:
        line.join()
    is_over.set()
    lines[-1].join()
    crowd.close()
    if failures:
        raise failures[0]
    return tally


def main() -> None:
    """Set up players at a server, and simulate them."""
    asked = argparse.ArgumentParser(prog="python -m bench.capacity.traffic", description=__doc__)
    asked.add_argument("--url", default="http://127.0.0.1:8000")
    asked.add_argument("--players", type=int, default=300)
    asked.add_argument("--games", type=int, default=600)
    asked.add_argument("--followers", type=int, default=100)
    asked.add_argument("--day", type=float, default=60.0, help="how many seconds a day takes")
    asked.add_argument("--days", type=int, default=2)
    chosen = asked.parse_args()

    def told(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    town = settle(chosen.url, chosen.players, chosen.games, told)
    for line in live(town, chosen.day, chosen.days, chosen.followers, told).told():
        print(line)


if __name__ == "__main__":
    main()
