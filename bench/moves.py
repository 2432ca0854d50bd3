"""Moves: over HTTP, compared with a minimal server that only stores the same number of bytes.

Both run with two web processes and the embedded database, which writes to disk before each response. The moves are
computed beforehand, so that the clients only send them. *Rounds* are repetitions.
"""

import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ai.self_play import seeded_game_key
from app import make_services
from bench.fold import Row
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, commitment
from domain.game import TakeSeat
from domain.rulebook import settle_options
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from operations.settings import VARIABLES

CLIENTS = 8
GAMES_A_CLIENT = 1
ROUNDS = 3

# The clients come from one address and send quickly: they are counted, but never limited.
WITHOUT_LIMITS = {name: "999999999/minute" for name in VARIABLES if name.startswith("STELE_LIMIT_")}

_PLAIN = [
    "--workers",
    "2",
    "--worker-class",
    "gthread",
    "--threads",
    "16",
    "--keep-alive",
    "30",
    "--log-level",
    "error",
]

Script = list[tuple[str, str, bytes]]
"""One client's script: path, token, body."""


def rehearsed(title: str, game_id: str, players: int, game_key: bytes) -> list[tuple[int, dict[str, Any]]]:
    """A whole game's moves with this game key: the seat and message of each."""
    rulebook = find_rulebooks()[title]
    lot = random.Random(game_id)
    terms = GameTerms(title, players, settle_options(rulebook, {}))
    opened = lifecycle.open_game(rulebook, terms, commitment(game_key), game_id)
    game = shared.evolve_shared(None, opened.event)
    nonces = [""] * players
    moves: list[tuple[int, dict[str, Any]]] = []

    def carry_out(command: Any) -> None:
        nonlocal game
        for one in lifecycle.act(
            rulebook, game, command, KeyedChance(game_key, game_id, nonces, game.draws), game_key.hex()
        ):
            game = shared.evolve(rulebook, game, one.event, one.actor, one.luck)

    for seat in range(players):
        carry_out(TakeSeat(0, player=f"p{seat}"))
    while not game.is_over:
        command = lot.choice(shared.legal(rulebook, game, lot.choice(shared.to_act(rulebook, game))))
        message = msgspec.to_builtins(command)
        moves.append((message.pop("seat"), message))
        carry_out(command)
    return moves


class Server:
    """gunicorn with two processes serving one of the two apps."""

    def __init__(self, app: str, data: Path, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        # Stele's own settings; for the reference, gunicorn's defaults.
        settings = ["-c", "python:api.http.gunicorn_settings"] if app.startswith("app:") else _PLAIN
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *settings, "--bind", f"127.0.0.1:{self.port}", app],
            env={**os.environ, "STELE_DATA": str(data), "PORT": str(self.port), **WITHOUT_LIMITS, **environment},
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)

    def workers(self) -> list[int]:
        """The server's worker processes."""
        web = self.process.pid
        return [*map(int, Path(f"/proc/{web}/task/{web}/children").read_text().split())]

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(20)


def processor_seconds(processes: Sequence[int]) -> float:
    """The CPU time of these processes so far."""
    ticks = 0
    for process in processes:
        told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


Asked = tuple[str, str, bytes | None, dict[str, str]]
"""One request: method, path, body, headers."""


def ask_all(port: int, clients: Sequence[Sequence[Asked]], status: int) -> float:
    """Requests a second when every client sends one request after another on its own connection."""
    problems: list[str] = []

    def run(asked: Sequence[Asked]) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for method, path, body, headers in asked:
            line.request(method, path, body, headers)
            response = line.getresponse()
            content = response.read()
            if response.status != status:
                problems.append(f"{path}: {response.status} {content[:300]!r}")
                return

    threads = [threading.Thread(target=run, args=(asked,)) for asked in clients]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise RuntimeError(problems[0])
    return sum(map(len, clients)) / (time.perf_counter() - began)


def send_all(port: int, scripts: list[Script], status: int = 201) -> float:
    """Moves a second when every client sends its script on its own connection."""
    return ask_all(port, [[_sent(*one) for one in script] for script in scripts], status)


def _sent(path: str, token: str, body: bytes) -> Asked:
    return "POST", path, body, {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}


class Sending:
    """Wall-clock and CPU time of sending: moves a second, microseconds a move, round by round."""

    def __init__(self, server: Server, *store_processes: int) -> None:
        self._server = server
        self._store_processes = store_processes
        self.speeds: list[float] = []
        self.costs: list[float] = []

    def send(self, scripts: list[Script]) -> None:
        """Send everything; the web processes and the database count, the clients do not."""
        processes = [*self._server.workers(), *self._store_processes]
        before = processor_seconds(processes)
        self.speeds.append(send_all(self._server.port, scripts))
        self.costs.append((processor_seconds(processes) - before) / sum(map(len, scripts)) * 1e6)


def prepare(services: Any, title: str, round_number: int) -> tuple[list[Script], list[str]]:
    """Games with prepared moves, and each client's script."""
    players = find_rulebooks()[title].meta.most_players
    seats = [services.accounts.players.create(f"round {round_number} p{seat}", 0) for seat in range(players)]
    scripts, games = [], []
    for client in range(CLIENTS):
        script: Script = []
        for number in range(GAMES_A_CLIENT):
            game_id = f"bench{round_number}x{client}x{number}"
            game_key = seeded_game_key(game_id)
            sitters = [TakeSeat(0, player=player.id) for player, _token in seats]
            services.games.tables.open(
                GameTerms(title, players), creator=sitters[0], game_id=game_id, game_key=game_key
            )
            for sitter in sitters[1:]:
                services.games.tables.command(game_id, sitter, "public")
            for seat, message in rehearsed(title, game_id, players, game_key):
                script.append((f"/api/games/{game_id}/moves", seats[seat][1], json.dumps(message).encode()))
            games.append(game_id)
        scripts.append(script)
    return scripts, games


def rows() -> Iterator[Row]:
    """For each title: moves a second, appends a second, and their ratio."""
    for title in find_rulebooks():
        with tempfile.TemporaryDirectory() as directory:
            yield from _rows_of(title, Path(directory))


def _rows_of(title: str, data: Path) -> Iterator[Row]:
    services = make_services({"STELE_DATA": str(data)})
    store = services.games.tables.store
    prepared = [prepare(services, title, number) for number in range(ROUNDS + 1)]
    games = [game for _scripts, opened in prepared[1:] for game in opened]
    stele = Server("app:create_app()", data)
    bare: Server | None = None
    store_process = store.redis.info("server")["process_id"]
    playing, appending = Sending(stele, store_process), None
    try:
        send_all(stele.port, [script[:60] for script in prepared[0][0]])
        for scripts, opened in prepared[1:]:
            playing.send(scripts)
            if bare is None or appending is None:
                entries = store.read(opened[0])
                moves = len(scripts[0]) // GAMES_A_CLIENT
                size = sum(len(one.public) + len(one.secrets) for one in entries) // moves
                bare = Server("bench.bare:create_app()", data, BENCH_BYTES=str(size))
                send_all(bare.port, [[("/append/warm", "x", b"{}")] * 50 for _ in range(CLIENTS)])
                appending = Sending(bare, store_process)
            same = [[("/append/g" + path.split("/")[3], token, body) for path, token, body in one] for one in scripts]
            appending.send(same)
        events = sum(len(store.read(game)) for game in games)
        memory = sum(store.memory_bytes(game) for game in games)
    finally:
        stele.stop()
        if bare is not None:
            bare.stop()
    assert appending is not None
    ratios = [mine / theirs for mine, theirs in zip(playing.speeds, appending.speeds, strict=True)]
    of_processors = [theirs / mine for mine, theirs in zip(playing.costs, appending.costs, strict=True)]
    yield Row(
        f"{title}: moves over HTTP", statistics.median(playing.speeds), "moves/s",
        f"{statistics.median(playing.costs):.0f} µs of CPU time for each, {statistics.median(of_processors):.2f} of "
        f"the minimal server's speed (rounds: {listed(of_processors)})",
    )  # fmt: skip
    yield Row(
        f"{title}: the minimal server, {size} bytes each", statistics.median(appending.speeds), "appends/s",
        f"Stele reaches {statistics.median(ratios):.2f} of it by the clock (rounds: {listed(ratios)})",
    )  # fmt: skip
    yield Row(f"{title}: memory of the database for each event", memory / events, "bytes")


def listed(ratios: list[float]) -> str:
    """These ratios, round by round."""
    return ", ".join(f"{one:.2f}" for one in ratios)
