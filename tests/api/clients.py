"""Clients of the public API for tests: of a server over HTTP, or of an application in the test's own process."""

import asyncio
import json
import random
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from flask import Flask

from services.accounts.credentials import OF_PERSONS
from tests.api.contract import contract_of, contract_of_applications

Made = TypeVar("Made")
OWN = "http://127.0.0.1:8000"
"""The address of an application in its own links."""

_numbers: defaultdict[tuple[str | Flask, str], Iterator[int]] = defaultdict(lambda: count(1))
"""The next free number for each player name, for this server and this process."""


@dataclass
class Answer:
    """A response."""

    status: int
    body: Any
    headers: dict[str, str]


@dataclass
class Client:
    """One player's client of a server at a URL, or of an application. Methods follow the API's names."""

    server: str | Flask
    token: str | None = None
    player: dict[str, Any] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """The server's address; for an application, the address in its links."""
        return self.server if isinstance(self.server, str) else OWN

    @property
    def name(self) -> str:
        """The player's name: the requested one, with a number after it if another test's player has it."""
        return str(self.player["name"])

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request and return its answer, with any status."""
        return self.send(method, path, None if body is None else json.dumps(body).encode(), **headers)

    def send(self, method: str, path: str, data: bytes | None, **headers: str) -> Answer:
        """Send exactly these bytes and return the answer, with any status; the document must contain the response."""
        sent = {"Accept-Encoding": "identity"} | ({} if data is None else {"Content-Type": "application/json"})
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if isinstance(self.server, str):
            status, found, raw = _answer_of_server(self.server, method, path, data, sent)
            contract = contract_of(self.server)
        else:
            status, found, raw = _answer_of_application(self.server, method, path, data, sent)
            contract = contract_of_applications()
        contract.check(method, path, status, found, raw)
        is_json = "json" in found.get("Content-Type", "") and "ndjson" not in found.get("Content-Type", "")
        is_packed = "Content-Encoding" in found  # only on request: then the bytes are wanted
        return Answer(status, json.loads(raw) if is_json and raw and not is_packed else raw, found)

    def get(self, path: str, **headers: str) -> Any:
        """The body of a successful GET."""
        answer = self.call("GET", path, **headers)
        assert answer.status == 200, answer
        return answer.body

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """The body of a successful creation."""
        answer = self.call("POST", path, body, **headers)
        assert answer.status == 201, answer
        return answer.body

    def sign_up(self, name: str) -> "Client":
        """A client of the same server for a new player, with all rights of a person; a taken name gets a number."""
        numbers = _numbers[self.server, name]
        while True:
            number = next(numbers)
            asked = {"name": f"{name} {number}" if number > 1 else name, "scopes": OF_PERSONS}
            answer = self.call("POST", "/api/players", asked)
            if answer.status != 409:
                break
        assert answer.status == 201, answer
        made = answer.body
        return Client(self.server, made["token"], made["player"])


def _answer_of_server(
    url: str, method: str, path: str, data: bytes | None, headers: dict[str, str]
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the response over HTTP."""
    request = urllib.request.Request(url + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            return response.status, dict(response.headers), response.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def _answer_of_application(
    application: Flask, method: str, path: str, data: bytes | None, headers: dict[str, str]
) -> tuple[int, dict[str, str], bytes]:
    """The answer of an application in this process, which costs half as much as a server's."""
    asking = application.test_client(use_cookies=False)
    response = asking.open(path, method=method, data=data, headers=headers, base_url=OWN, buffered=True)
    return response.status_code, dict(response.headers), response.get_data()


def typed(application: Any, *words: str) -> tuple[int, str]:
    """A command of this application, as typed by its operator: its exit code and output."""
    with application.app_context():
        ran = application.test_cli_runner().invoke(args=list(words))
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran.exit_code, ran.output


def appointed(client: Client) -> Client:
    """This player of an application as an operator, with an operator's token."""
    assert client.name in typed(client.server, "operators", "--add", client.name, "--without-proof")[1]
    return operating(client)


def operating(client: Client) -> Client:
    """The operator's client, with an operator's token."""
    asked = {"name": "operating", "scopes": ["read", "play", "account", "operate"]}
    return Client(client.server, client.post("/api/me/tokens", asked)["token"], client.player)


def finished(work: Coroutine[Any, Any, Made], seconds: float = 300) -> Made:
    """The result of this coroutine, in an event loop of its own, because the tests' browser has one in the tests'
    thread.
    """
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, asyncio.wait_for(work, seconds)).result()


def table_of(
    gallery: Client, title: str, names: list[str], *, nonce: str = "nonce", **more: Any
) -> tuple[str, list[Client]]:
    """A started game between new players of these names: its id, and the players in seat order."""
    clients = [gallery.sign_up(name) for name in names]
    bots = more.get("bots", 0)
    game = clients[0].post("/api/games", {"rulebook": title, "players": len(names) + bots, "sit": False, **more})
    for number, client in enumerate(clients):
        client.post(f"/api/games/{game['id']}/seats", {"nonce": f"{nonce}{number}", "invite": game.get("invite")})
    return game["id"], clients


def play_to_the_end(
    game_id: str, clients: list[Client], lot: random.Random, heard: list[Any] | None = None, most: int = 10**6
) -> int:
    """Random legal moves until the game is over (or `most` of them); returns their number.

    `heard` collects (position, seat, state) of each move's answer. Without it, the services of an application in this
    process make the moves, which costs a fifth of the calls.
    """
    if heard is None and isinstance(clients[0].server, Flask):
        return _play_inside(clients[0].server, game_id, clients, lot, most)
    moves = 0
    game = clients[0].get(f"/api/games/{game_id}")
    while moves < most and game["status"] == "playing":
        seat = lot.choice(game["to_act"])
        legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
        answer = legal and clients[seat].call("POST", f"/api/games/{game_id}/moves", lot.choice(legal)["move"])
        if not answer or (answer.status == 409 and len(legal) == 1):  # the server has answered in the meantime
            game = clients[0].get(f"/api/games/{game_id}")
            continue
        assert answer.status == 201, answer
        game = answer.body["state"]
        moves += 1
        if heard is not None:
            heard.append((answer.body["position"], seat, answer.body["state"]))
    return moves


def _play_inside(application: Flask, game_id: str, clients: list[Client], lot: random.Random, most: int) -> int:
    """At most this number of random legal moves by the application's services; returns their number."""
    from api.services import services

    with application.app_context():
        tables = services().games.tables
        for moves in range(most):
            seen = tables.seen(game_id)
            if seen.game.status != "playing":
                return moves
            seat = lot.choice(seen.to_act)
            command = lot.choice(tables.seen(game_id, seat).legal())
            tables.command(game_id, command, seat, player=clients[seat].player["id"])
        return most
