"""Stele as `make run` starts it, with processes that can be found and killed; and players who try again until they
succeed.
"""

import contextlib
import http.client
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ai.kinds import CARETAKER
from tests.api.clients import Answer, Client
from tests.eventstore.handmade import eventually
from tests.serving import READY_SECONDS, ROOT, free_port, is_alive, process_state

KINDS = ("web", "web child", "worker", "search", "server", "server's supervisor")
WITHOUT_A_RECORD = ("web", "web child", "worker", "search")
"""The processes on external database servers."""


class Supervised:
    """Web, worker and embedded server under the supervisor, with two web processes."""

    def __init__(self, directory: Path, **variables: str) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.variables = variables
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Supervised":
        """Start it, wait until it prints its address, where it must be ready, and until its worker is alive."""
        own = {
            "STELE_DATA": str(self.directory),
            "PORT": str(self.port),
            "FLASK_WORKER_DEMO": "false",
            "STELE_LIMITS": "off",
        }
        environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        environment |= {**own, **self.variables}
        with self.log.open("ab") as log:
            began = log.tell()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "operations.supervisor"], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        printed = f"Stele is at {self.url}/".encode()
        assert eventually(lambda: printed in self.log.read_bytes()[began:], READY_SECONDS), self.log.read_text()
        with urllib.request.urlopen(self.url + "/health/ready", timeout=READY_SECONDS) as answer:
            assert answer.status == 200, "a player can play at the printed address at once"
        assert self.log.read_bytes()[began:].count(printed) == 1
        assert eventually(lambda: all(self.found(kind) for kind in self.kinds), READY_SECONDS)
        return self

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of processes to kill."""
        return WITHOUT_A_RECORD if "REDIS_URL" in self.variables else KINDS

    @property
    def log(self) -> Path:
        """The common log of all processes."""
        return self.directory / "test.log"

    def is_ready(self) -> bool:
        """Whether a move could be recorded at this moment."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            return bool(urllib.request.urlopen(self.url + "/health/ready", timeout=5).status == 200)
        return False

    def found(self, kind: str) -> set[int]:
        """The processes of this kind."""
        assert self.process is not None
        match kind:
            case "web":
                return found_processes(self.process.pid, "gunicorn")
            case "worker":
                return found_processes(self.process.pid, "worker")
            case "search":
                return found_processes(self.process.pid, "stele search")
            case "web child":
                return {child for master in self.found("web") for child in found_processes(master)}
            case "server":
                return found_processes(None, f"valkey-server.*{self.directory}")
            case _:
                return found_processes(None, f"eventstore.valkey.embedded {self.directory}")

    def kill(self, kind: str, lot: random.Random) -> float:
        """kill -9 one process of this kind; the seconds until it is replaced and Stele is ready."""
        before = self.found(kind)
        victim = lot.choice(sorted(before))
        os.kill(victim, signal.SIGKILL)
        began = time.monotonic()
        assert eventually(lambda: not is_alive(victim) and len(self.found(kind)) >= len(before)), kind
        assert eventually(self.is_ready), kind
        return time.monotonic() - began

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it with this signal, and return the exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(120)


def found_processes(parent: int | None, command: str = "") -> set[int]:
    """The running children of this process, or all processes, whose command matches."""
    found = set()
    for place in Path("/proc").glob("[0-9]*"):
        process = int(place.name)
        if is_alive(process) and parent in (None, process_state(process)[1]):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                words = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found |= {process} if re.search(command, words) else set()
    return found


@dataclass
class Played:
    """One played game: its opening actions, and the acknowledged moves."""

    game_id: str
    opening: set[str]
    acknowledged: list[dict[str, Any]] = field(default_factory=list)


class Persistent(threading.Thread):
    """Plays all persons of one game in turn, and resends each move under one key until it is acknowledged."""

    def __init__(self, clients: list[Client], rulebook: str, bots: int, seed: int, bot_kind: str = CARETAKER) -> None:
        super().__init__(daemon=True)
        self.games: list[Played] = []
        self._bot_kind = bot_kind
        self.bots = bots
        self.resent = 0
        self.failure: BaseException | None = None
        self._clients = clients
        self._rulebook = rulebook
        self._lot = random.Random(seed)
        self._stopping = threading.Event()

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return sum(len(game.acknowledged) for game in self.games)

    @property
    def persons(self) -> set[int]:
        """The seats of the persons."""
        return set(range(len(self._clients)))

    @property
    def player_id(self) -> str:
        """The first of the persons, who asks for the games' results."""
        return str(self._clients[0].player["id"])

    def notices(self) -> list[dict[str, Any]]:
        """The notices of the first person."""
        return list(self._clients[0].get("/api/me/notices?limit=100")["notices"])

    def run(self) -> None:
        """Play until stopped."""
        try:
            while not self._stopping.is_set():
                self.games.append(self._open())
                while not self._stopping.is_set() and self._play(self.games[-1]):
                    pass
        except BaseException as failure:
            self.failure = failure

    def finish(self) -> None:
        """Stop after the move in progress; its errors are raised here."""
        self._stopping.set()
        self.join(600)
        assert not self.is_alive(), "a player is stuck"
        if self.failure is not None:
            raise self.failure

    def _open(self) -> Played:
        players = len(self._clients) + self.bots
        body = {"rulebook": self._rulebook, "players": players, "bots": self.bots, "bot_kind": self._bot_kind}
        game_id = self._insist(0, "POST", "/api/games", body).body["id"]
        for seat in range(1, len(self._clients)):
            joined = self._insist(seat, "POST", f"/api/games/{game_id}/seats", {"nonce": "n"})
            assert joined.status in (201, 409), joined  # 409: the first answer was lost
        events = self._insist(0, "GET", f"/api/games/{game_id}/events?as=public&limit=5000").body["events"]
        return Played(game_id, {event["position"].partition("-")[0] for event in events})

    def _play(self, played: Played) -> bool:
        game = self._insist(0, "GET", f"/api/games/{played.game_id}").body
        if game["status"] != "playing":
            return False
        seats = sorted(self.persons & set(game["to_act"]))
        if not seats:
            time.sleep(0.02)
            return True
        seat = self._lot.choice(seats)
        legal = self._insist(seat, "GET", f"/api/games/{played.game_id}/legal-moves").body["moves"]
        if legal:
            key = f"move-{len(played.acknowledged)}"
            move = self._lot.choice(legal)["move"]
            made = self._insist(seat, "POST", f"/api/games/{played.game_id}/moves", move, Idempotency_Key=key)
            assert made.status == 201, made
            played.acknowledged.append(made.body)
        return True

    def _insist(self, seat: int, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The answer to this call, resent until there is one."""
        deadline = time.monotonic() + 300
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = self._clients[seat].call(method, path, body, **headers)
                if answer.status != 503:
                    return answer
            assert time.monotonic() < deadline, f"no answer to {method} {path}"
            self.resent += 1
            time.sleep(0.05)
