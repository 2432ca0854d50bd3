"""Clients of the public API for tests: they use only HTTP."""

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

from tests.api.contract import contract_of

Made = TypeVar("Made")
_numbers: defaultdict[tuple[str, str], Iterator[int]] = defaultdict(lambda: count(1))
"""The next free number for each player name, for this server and this process."""


@dataclass
class Answer:
    """A response."""

    status: int
    body: Any
    headers: dict[str, str]


@dataclass
class Client:
    """One player's client of a server at a URL. Methods follow the API's names."""

    url: str
    token: str | None = None
    player: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The player's name: the requested one, with a number after it if another test's player has it."""
        return str(self.player["name"])

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request and return its answer, with any status."""
        return self.send(method, path, None if body is None else json.dumps(body).encode(), **headers)

    def send(self, method: str, path: str, data: bytes | None, **headers: str) -> Answer:
        """Send exactly these bytes and return the answer, with any status; the document must contain the response."""
        request = urllib.request.Request(self.url + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=300) as response:
                status, raw, found = response.status, response.read(), dict(response.headers)
        except urllib.error.HTTPError as error:
            status, raw, found = error.code, error.read(), dict(error.headers)
        contract_of(self.url).check(method, path, status, found, raw)
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
        """A client of the same server for a new player; a taken name gets a number."""
        numbers = _numbers[self.url, name]
        while True:
            number = next(numbers)
            answer = self.call("POST", "/api/players", {"name": f"{name} {number}" if number > 1 else name})
            if answer.status != 409:
                break
        assert answer.status == 201, answer
        made = answer.body
        return Client(self.url, made["token"], made["player"])


def operating(client: Client) -> Client:
    """The operator's client, with an operator's token."""
    asked = {"name": "operating", "scopes": ["read", "play", "account", "operate"]}
    return Client(client.url, client.post("/api/me/tokens", asked)["token"], client.player)


def finished(work: Coroutine[Any, Any, Made], seconds: float = 300) -> Made:
    """The result of this coroutine, in its own event loop: the tests' browser has one in the tests' thread."""
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

    `heard` collects (position, seat, state) of each move's answer.
    """
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
