"""Many games: start, lobby and turns on a server with ten thousand and a hundred thousand games.

`python -m bench size` plays some games and appends copies of their records, under other ids, through the store, several
actions at a time and with occasional syncs to disk. Every fiftieth game was played to its end, the others were resigned
after some moves; `RUNNING` are running. Each measurement runs in a separate process, and counts the CPU time of that
process and of the database. The worker's results (ratings, notices) are not loaded.
"""

import multiprocessing
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.services import services
from app import create_app, make_services
from bench.fold import Row
from bench.moves import processor_seconds
from domain.terms import GameTerms
from eventstore.append import NO_HEAD, Appended
from eventstore.entries import Entry
from eventstore.store import Store
from eventstore.valkey.connection import connect
from services.games.tables import Tables
from services.jobs.worker import play_computers

TITLE = "kheops"
FINISHED = (10_000, 100_000)
RUNNING = 3_000
PLAYERS = 40
ASKED = 200
STARTS = 20
SETTINGS = {"STELE_LIMITS": "off"}

Record = list[Entry]


@dataclass(frozen=True)
class Look:
    """Processor seconds at one size: of a start, of one page of the lobby, of a player's turns, and of the comparison
    after a restart of the database; and the memory of the process and of the database.
    """

    start: float
    lobby: float
    turns: float
    comparison: float
    web_bytes: int
    store_bytes: int


def rows() -> Iterator[Row]:
    """Start, lobby and turns at both sizes, and their ratios; then memory."""
    with tempfile.TemporaryDirectory() as place:
        looks = list(measured(Path(place), FINISHED, RUNNING))
    few, many = f"{FINISHED[0]:,}", f"{FINISHED[-1]:,}"
    parts = {
        "reading the record at a start": "start",
        "a page of fifty in the lobby": "lobby",
        "the list of my turns": "turns",
    }
    for name, part in parts.items():
        first, last = (getattr(look, part) for look in (looks[0], looks[-1]))
        times = f"{last / first:.2f} times the value with {few} ({first * 1e3:.1f} ms)"
        yield Row(f"{many} finished games: {name}", last * 1e3, "ms", times)
    last = looks[-1]
    against = f"{looks[0].comparison:.1f} s with {few}"
    yield Row(
        f"{many} finished games: checking all games after a restart of the database", last.comparison, "s", against
    )
    for name, part in (("a web process", "web_bytes"), ("the database", "store_bytes")):
        first, bytes_now = (getattr(look, part) for look in (looks[0], last))
        yield Row(
            f"{many} finished games: memory of {name}", bytes_now / 1e6, "MB", f"{first / 1e6:,.0f} MB with {few}"
        )


def measured(data: Path, sizes: tuple[int, ...], running: int) -> Iterator[Look]:
    """A measurement of a site with each number of finished games."""
    app = create_app({"STELE_DATA": str(data), **SETTINGS})
    with app.app_context():
        here = services()
    redis = here.games.tables.store.redis
    going, over, token = _templates(app, here.games.tables)
    loaded = 0
    for size in sizes:
        redis.config_set("appendfsync", "no")
        if not loaded:
            _load(here.games.tables.store, "running", going, 0, running)
        _load(here.games.tables.store, "over", over, loaded, size)
        loaded = size
        here.games.lobby.catch_up()
        keeper = here.storage.integrity.keeper()
        if not keeper.hold():
            raise RuntimeError("another process writes the checkpoints")
        keeper.write()
        keeper.release()
        redis.config_set("appendfsync", "always")
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            yield pool.apply(_look, (str(data), token))


def _templates(app: Any, tables: Tables) -> tuple[list[Record], list[Record], str]:
    """Records of running and finished games between some players; and the token of one of them."""
    client, lot = app.test_client(use_cookies=False), random.Random(1)
    tokens = [client.post("/api/players", json={"name": f"P{one}"}).json["token"] for one in range(PLAYERS)]
    going, over = [], []
    for number in range(PLAYERS):
        seated = [{"Authorization": f"Bearer {tokens[(number + one) % PLAYERS]}"} for one in range(2)]
        made = client.post("/api/games", json={"rulebook": TITLE, "players": 2, "sit": False}, headers=seated[0]).json
        path = f"/api/games/{made['id']}"
        for one in seated:
            client.post(f"{path}/seats", json={}, headers=one)
        for _move in range(4):
            who = seated[client.get(path).json["to_act"][0]]
            moves = client.get(f"{path}/legal-moves", headers=who).json["moves"]
            client.post(f"{path}/moves", json=lot.choice(moves)["move"], headers=who)
        going.append(tables.store.read(made["id"]))
        client.post(f"{path}/moves", json={"type": "Resign"}, headers=seated[0])
        over.append(tables.store.read(made["id"]))
    whole = tables.open(GameTerms(TITLE, 2, computers=("random", "random")))
    play_computers(tables, whole, random.Random(2))
    return going, [*over, *over[:9], tables.store.read(whole)], tokens[0]


def _load(store: Store, name: str, records: list[Record], first: int, last: int) -> None:
    """Copies of these records in turn."""
    for number in range(first, last):
        record = records[number % len(records)]
        outcome = store.append(f"{name}{number:06d}", record, NO_HEAD, closes=name == "over")
        if not isinstance(outcome, Appended):
            raise RuntimeError(f"{name} {number} is there")


def _look(data: str, token: str) -> Look:
    redis = connect(None, Path(data))
    told: Any = redis.info("server")
    process = told["process_id"]

    def seconds(work: Callable[[], Any]) -> float:
        before, began = processor_seconds([process]), time.process_time()
        work()
        return time.process_time() - began + processor_seconds([process]) - before

    settings = {"STELE_DATA": data, **SETTINGS}
    make_services(settings)  # loads what does not depend on the record; and the first one compares
    start = seconds(lambda: [make_services(settings) for _time in range(STARTS)]) / STARTS
    app = create_app(settings)
    client, mine = app.test_client(use_cookies=False), {"Authorization": f"Bearer {token}"}

    def ask(path: str, wanted: int) -> None:
        for _time in range(ASKED):
            answer = client.get(path, headers=mine)
            if answer.status_code != 200 or len((answer.json or {}).get("games", ())) != wanted:
                raise RuntimeError(f"{path}: {answer.data[:300]!r}")

    first = client.get("/api/me/turns", headers=mine)
    if first.status_code != 200:
        raise RuntimeError(first.data[:400])
    told_first: Any = first.json
    waiting = len(told_first["games"])
    lobby = seconds(lambda: ask("/api/games", 50)) / ASKED
    turns = seconds(lambda: ask("/api/me/turns", waiting)) / ASKED
    web = _resident()
    with app.app_context():
        comparison = seconds(services().storage.integrity.closures.compare_again)
    memory: Any = redis.info("memory")
    return Look(start, lobby, turns, comparison, web, memory["used_memory"])


def _resident() -> int:
    """The resident memory of this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])
