"""Moves: their database requests, the headers and body of their response, and refusals."""

import gzip
import json

import pytest

from app import create_app
from domain.title_loader import find_rulebooks
from eventstore.valkey import client as store_client
from services.accounts.name_cache import NameCache
from tests.api.clients import Client, table_of

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
NO_MOVE = {"type": "NoSuchMove"}


@pytest.fixture(scope="module")
def directory(server_directory):
    """A separate data directory for these tests."""
    return server_directory("playing")


@pytest.fixture
def app(directory):
    """The app; a player may send three moves."""
    return create_app({"STELE_DATA": str(directory), "STELE_LIMIT_MOVES_PLAYER": "3/hour", "STELE_HSTS": "60"})


class Table:
    """A game of two new players; `move` sends the first legal move of an asked player."""

    def __init__(self, app, name):
        self.client = app.test_client()
        self.id, players = table_of(Client(app), TITLE, [f"{name} {seat}" for seat in range(2)])
        self.tokens = [player.token for player in players]

    def of(self, seat):
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def legal(self):
        """The player to move, and a legal move."""
        (seat, *_) = self.client.get(f"/api/games/{self.id}").json["to_act"]
        moves = self.client.get(f"/api/games/{self.id}/legal-moves", headers=self.of(seat)).json["moves"]
        return seat, moves[0]["move"]

    def move(self, **headers):
        seat, move = self.legal()
        return self.send(move, seat, **headers)

    def send(self, body, seat=0, **headers):
        path, base = f"/api/games/{self.id}/moves", "https://stele.example"
        return self.client.post(path, base, json=body, headers={**self.of(seat), **headers})


def test_a_move_makes_two_database_requests(app, monkeypatch):
    """A move needs two database requests, for the token and for the append; names are not looked up again."""
    table = Table(app, "Frugal")
    for _ in range(3):
        assert table.move().status_code == 201
    seat, legal = table.legal()
    asked = []

    def noting(holder, name, said):
        usual = getattr(holder, name)

        def noted(self, *given):
            asked.append(said(*given))
            return usual(self, *given)

        monkeypatch.setattr(holder, name, noted)

    noting(store_client.Client, "_watched", lambda _how, command, _options: _asks(command))
    noting(NameCache, "__call__", lambda _players: "names")
    assert table.send(legal, seat).status_code == 201
    assert ["token", "append"] == [one for one in asked if one]


def _asks(command):
    """The database requests of a move. Lookups that a process makes each second happen in any request."""
    if command[0] == "EVALSHA":
        return "append"
    return "token" if str(command[1]).startswith("stele:token:") else ""


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_headers_and_body_of_the_response(app, encoding):
    """The response has exactly these headers, and a body with all that the sender needs."""
    table = Table(app, f"Told {encoding}")
    wanted = {"Accept-Language": "it", "Accept-Encoding": encoding, "X-Request-ID": "0123456789abcdef"}
    response = table.move(**wanted)
    assert response.status == "201 CREATED"
    assert dict(response.headers) == {
        "Content-Type": "application/json",
        **({"Content-Encoding": "gzip"} if encoding == "gzip" else {}),
        "Content-Length": str(len(response.data)),
        "Content-Language": "it",
        "Cache-Control": "private, no-store",
        "Vary": "Accept-Language, Accept-Encoding, Authorization, Cookie",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Request-ID": wanted["X-Request-ID"],
        "Strict-Transport-Security": "max-age=60",
    }
    said = json.loads(gzip.decompress(response.data) if encoding == "gzip" else response.data)
    assert list(said) == ["position", "digest", "events", "state", "to_act", "receipt"]


def test_a_refused_move_is_reported_and_counted_once(app):
    """Three moves an hour: three refused on their merits, the fourth by the limit; the request keeps its id."""
    table = Table(app, "Once")
    for _ in range(3):
        refused = table.send(NO_MOVE, **{"X-Request-ID": "fedcba9876543210"})
        assert refused.status_code == 422
        assert refused.headers["X-Request-ID"] == "fedcba9876543210"
    refused = table.send(NO_MOVE)
    assert refused.status_code == 429
    assert refused.headers["Retry-After"]


def test_an_incomplete_body(app):
    """A body shorter than its declared length is refused, and makes no move."""
    table = Table(app, "Short")
    body = json.dumps(NO_MOVE).encode()
    refused = table.client.post(
        f"/api/games/{table.id}/moves",
        data=body,
        content_type="application/json",
        headers=table.of(0),
        environ_overrides={"CONTENT_LENGTH": str(len(body) + 5)},
    )
    assert refused.status_code == 400


def test_an_ended_token_moves_nothing(app, directory):
    """A process with the token in its cache records and returns nothing once it was ended elsewhere."""
    table = Table(app, "Ended")
    assert table.move().status_code == 201
    seat, legal = table.legal()
    table.send(NO_MOVE, seat)
    elsewhere = create_app({"STELE_DATA": str(directory)}).test_client()
    account = elsewhere.get("/api/me/account", headers=table.of(seat)).json
    (token,) = account["tokens"]
    assert elsewhere.delete(f"/api/me/credentials/{token['id']}", headers=table.of(seat)).status_code == 200
    for body in (legal, NO_MOVE):
        refused = table.send(body, seat)
        assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (401, "not-signed-in")
    assert table.client.get(f"/api/games/{table.id}").json["to_act"] == [seat]
