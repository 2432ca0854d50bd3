"""Reading a game: its state over HTTP, and positions in long records.

The CPU time counts the web processes and the database together, without the clients. The minimal server sends the same
number of bytes without computing anything.
"""

import http.client
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ai.self_play import play_out
from app import make_services
from bench.fold import Row
from bench.moves import Asked, Server, ask_all, processor_seconds
from domain.game import SHARED_EVENTS, TakeSeat
from domain.projector import Projector, projector_for
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.append import NO_HEAD, Appended
from eventstore.entries import FIRST_DIGEST, Entry, Position, chain
from eventstore.store import Store
from replay.seek import Seeker

CLIENTS = 4
REQUESTS = 200
ROUNDS = 3
MOVES = 40
SHORT, LONG = 100, 10_000
SEEKS = 100


def long_record(projector: Projector, events: int) -> list[Entry]:
    """A record with this number of events: a game's beginning, and then the title's events of that game repeatedly.

    Events are folded without checks, so the state remains a possible one.
    """
    entries = play_out(projector, ["random"] * projector.rulebook.meta.most_players, "long").entries
    own = [entry for entry in entries if not isinstance(projector.decode(entry.public).data, SHARED_EVENTS)]
    began = entries.index(own[0])
    record: list[Entry] = []
    digest = FIRST_DIGEST
    while len(record) < events:
        entry = entries[len(record)] if len(record) < began else own[(len(record) - began) % len(own)]
        is_new = entry.position.effect == 0 or len(record) == began
        before = record[-1].position if record else Position(0, 0)
        position = Position(before.action + 1, 0) if is_new else Position(before.action, before.effect + 1)
        digest = chain(digest, entry.public)
        record.append(Entry(position, entry.public, entry.secrets, digest))
    return record


def append_all(store: Store, game_id: str, record: Sequence[Entry]) -> None:
    """Append the record, action by action."""
    head, action = NO_HEAD, list[Entry]()
    for entry, following in zip(record, (*record[1:], None), strict=True):
        action.append(entry)
        if following is None or following.position.effect == 0:
            outcome = store.append(game_id, action, head)
            assert isinstance(outcome, Appended)
            head, action = outcome.head, []


def process_microseconds(work: Callable[[], Any]) -> float:
    """The median CPU time of this work."""
    taken = []
    for _ in range(SEEKS):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return statistics.median(taken) * 1e6


def seek_rows(store: Store) -> list[Row]:
    """For each title, a seek to the end of a record of 10,000 events and of one of 100."""
    found = []
    for title in find_rulebooks():
        projector, seeker = projector_for(title), Seeker(store)
        record = long_record(projector, LONG)
        append_all(store, f"long-{title}", record)
        append_all(store, f"short-{title}", record[:SHORT])
        seeks = {
            "short": partial(seeker.state_at, f"short-{title}", projector, "public", record[SHORT - 2].position, False),
            # The worst case: the maximum number of events between the last snapshot and this position.
            "end": partial(seeker.state_at, f"long-{title}", projector, "public", record[LONG - 2].position, False),
            "middle": partial(seeker.state_at, f"long-{title}", projector, "public", record[LONG // 2].position, False),
        }
        for seek in seeks.values():
            seek()
        taken = {name: process_microseconds(seek) for name, seek in seeks.items()}
        found.append(
            Row(
                f"{title}: the last position of a record of {LONG:,} events", taken["end"], "µs",
                f"{taken['end'] / taken['short']:.2f} times the time with {SHORT} events; "
                f"a position in the middle: {taken['middle'] / taken['short']:.2f} times",
            )
        )  # fmt: skip
    return found


@dataclass(frozen=True)
class Question:
    """The repeated request, and its server."""

    server: Server
    path: str
    headers: dict[str, str]
    status: int


def ask(question: Question, times: int) -> None:
    """Send it this many times on each client's connection."""
    asked: Asked = ("GET", question.path, None, question.headers)
    ask_all(question.server.port, [[asked] * times] * CLIENTS, question.status)


def microseconds(question: Question, store_process: int) -> float:
    """The CPU time of one request, in the web processes and the database."""
    ask(question, 20)
    processes = [*question.server.workers(), store_process]
    before = processor_seconds(processes)
    ask(question, REQUESTS)
    return (processor_seconds(processes) - before) / (REQUESTS * CLIENTS) * 1e6


def running_game(services: Any, title: str) -> tuple[str, str]:
    """A game of this title in the middle: its id, and the token of its first player."""
    players = find_rulebooks()[title].meta.most_players
    seats = [services.accounts.players.create(f"{title} {seat}", 0) for seat in range(players)]
    first, token = seats[0]
    game_id: str = services.games.tables.open(GameTerms(title, players), creator=TakeSeat(0, player=first.id))
    for player, _token in seats[1:]:
        services.games.tables.command(game_id, TakeSeat(0, player=player.id), "public")
    lot = random.Random(title)
    for _ in range(MOVES):
        seat = services.games.tables.seen(game_id).to_act[0]
        services.games.tables.command(game_id, lot.choice(services.games.tables.seen(game_id, seat).legal()), seat)
    return game_id, token


def state_rows(services: Any, data: Path) -> list[Row]:
    """For each title, its state, read in full and revalidated by a client that has it, compared with a response of the
    same size.
    """
    store_process = services.games.tables.store.redis.info("server")["process_id"]
    stele, found = Server("app:create_app()", data, STELE_LIMITS="off"), []
    try:
        for title in find_rulebooks():
            game_id, token = running_game(services, title)
            path, headers = f"/api/games/{game_id}/state", {"Authorization": f"Bearer {token}"}
            line = http.client.HTTPConnection("127.0.0.1", stele.port, timeout=60)
            line.request("GET", path, headers=headers)
            response = line.getresponse()
            size, etag = len(response.read()), response.getheader("ETag")
            bare = Server("bench.bare:create_app()", data, BENCH_BYTES=str(size))
            try:
                questions = {
                    "bare": Question(bare, "/bytes", {}, 200),
                    "state": Question(stele, path, headers, 200),
                    "unchanged": Question(stele, path, {**headers, "If-None-Match": str(etag)}, 304),
                }
                taken: dict[str, list[float]] = {name: [] for name in questions}
                for _ in range(ROUNDS):
                    for name, question in questions.items():
                        taken[name].append(microseconds(question, store_process))
            finally:
                bare.stop()
            for name, what in (
                ("state", "the current state"),
                ("unchanged", "the same, if it has not changed since (ETag)"),
            ):
                ratio = statistics.median(
                    theirs / mine for theirs, mine in zip(taken["bare"], taken[name], strict=True)
                )
                found.append(
                    Row(
                        f"{title}: {what}", statistics.median(taken[name]), "µs",
                        f"{ratio:.2f} of the speed of the minimal server with {size:,} bytes",
                    )
                )  # fmt: skip
    finally:
        stele.stop()
    return found


def rows() -> list[Row]:
    """The state over HTTP and the seeks, title by title."""
    with tempfile.TemporaryDirectory() as directory:
        services = make_services({"STELE_DATA": directory})
        return [*state_rows(services, Path(directory)), *seek_rows(services.games.tables.store)]
