"""Moves before Flask: the same response and the same refusals as through it, and counted once."""

import gzip
import json

import pytest
from flask import Flask

from app import create_app
from domain.title_loader import find_rulebooks
from eventstore.valkey.client import Client
from services.accounts.name_cache import KnownNames

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
THROUGH_FLASK = "?dry_run=false"
NO_MOVE = {"type": "NoSuchMove"}


@pytest.fixture(scope="module")
def directory(server_directory):
    """A record of these tests' own."""
    return server_directory("playing")


@pytest.fixture
def app(directory):
    """The app; a player may send three moves."""
    return create_app({"STELE_DATA": str(directory), "STELE_LIMIT_MOVES_PLAYER": "3/hour", "STELE_HSTS": "60"})


class Table:
    """A game of two new players; `move` sends the first legal move of whoever is asked."""

    def __init__(self, app, name):
        self.client = app.test_client()
        self.tokens = [
            self.client.post("/api/players", json={"name": f"{name} {seat}"}).json["token"] for seat in range(2)
        ]
        game = {"rulebook": TITLE, "players": 2, "sit": False}
        self.id = self.client.post("/api/games", json=game, headers=self.of(0)).json["id"]
        for seat in range(2):
            seated = self.client.post(f"/api/games/{self.id}/seats", json={"nonce": "n"}, headers=self.of(seat))
            assert seated.status_code == 201, seated.json

    def of(self, seat):
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def move(self, query="", **headers):
        (seat, *_) = self.client.get(f"/api/games/{self.id}").json["to_act"]
        legal = self.client.get(f"/api/games/{self.id}/legal-moves", headers=self.of(seat)).json["moves"]
        return self.send(legal[0]["move"], seat, query, **headers)

    def send(self, body, seat=0, query="", **headers):
        path, base = f"/api/games/{self.id}/moves{query}", "https://stele.example"
        return self.client.post(path, base, json=body, headers={**self.of(seat), **headers})


def test_a_move_does_not_pass_flask(app, monkeypatch):
    """What takes longest of a request is not done for a move that comes as most do."""
    table = Table(app, "Swift")
    dispatch, asked = type(app).full_dispatch_request, []

    def dispatched(app):
        from flask import request

        asked.append(request.method)
        return dispatch(app)

    monkeypatch.setattr(type(app), "full_dispatch_request", dispatched)
    assert table.move().status_code == 201
    assert table.move(THROUGH_FLASK).status_code == 201
    assert asked.count("POST") == 1


def test_a_move_asks_twice_and_finds_no_name_again(app, monkeypatch):
    """It asks whether the token still holds and it appends; nobody is named anew, and no context of Flask's is made."""
    table = Table(app, "Frugal")
    for _ in range(3):
        assert table.move().status_code == 201
    (seat, *_) = table.client.get(f"/api/games/{table.id}").json["to_act"]
    legal = table.client.get(f"/api/games/{table.id}/legal-moves", headers=table.of(seat)).json["moves"][0]["move"]
    asked = []

    def noting(holder, name, said):
        usual = getattr(holder, name)

        def noted(self, *given):
            asked.append(said(*given))
            return usual(self, *given)

        monkeypatch.setattr(holder, name, noted)

    noting(Client, "_watched", lambda _how, command, _options: _asks(command))
    noting(KnownNames, "__call__", lambda _players: "names")
    noting(Flask, "app_context", lambda: "context")
    assert table.send(legal, seat).status_code == 201
    assert ["token", "append"] == [one for one in asked if one]


def _asks(command):
    """What a move asks of the record. What a process looks at each second is asked for by whoever comes then."""
    if command[0] == "EVALSHA":
        return "append"
    return "token" if str(command[1]).startswith("stele:token:") else ""


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_both_ways_respond_alike(app, encoding):
    """Headers, in their order, and what the body says, are the same on both ways."""
    wanted = {"Accept-Language": "it", "Accept-Encoding": encoding, "X-Request-ID": "0123456789abcdef"}
    tables = [Table(app, f"Alike {encoding} {way}") for way in range(2)]
    before, through = (table.move(query, **wanted) for table, query in zip(tables, ("", THROUGH_FLASK), strict=True))
    assert (before.status, through.status) == ("201 CREATED", "201 CREATED")
    sizes = [dict(response.headers).pop("Content-Length") for response in (before, through)]
    assert sizes == [str(len(response.data)) for response in (before, through)]
    mine, flasks = (
        [(name, value) for name, value in response.headers if name != "Content-Length"]
        for response in (before, through)
    )
    assert dict(mine) == dict(flasks)
    assert dict(mine)["Strict-Transport-Security"] == "max-age=60"
    said = [json.loads(gzip.decompress(one.data) if encoding == "gzip" else one.data) for one in (before, through)]
    assert said[0].keys() == said[1].keys()
    assert said[0]["events"][0].keys() == said[1]["events"][0].keys()
    assert said[0]["position"] == said[1]["position"]


def test_a_refused_move_is_told_once_and_counted_once(app):
    """Three moves of an hour: three refused for what they are, the fourth as one too many; the request keeps its id."""
    table = Table(app, "Once")
    for _ in range(3):
        refused = table.send(NO_MOVE, **{"X-Request-ID": "fedcba9876543210"})
        assert refused.status_code == 422
        assert refused.headers["X-Request-ID"] == "fedcba9876543210"
    refused = table.send(NO_MOVE)
    assert refused.status_code == 429
    assert refused.headers["Retry-After"]


def test_a_body_that_breaks_off(app):
    """A body that is shorter than it says is refused, and no move is made of what came."""
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


def test_a_token_that_has_ended_moves_nothing(app, directory):
    """A process that knew it decides before it hears that it was ended elsewhere; it records and tells nothing."""
    table = Table(app, "Ended")
    assert table.move().status_code == 201
    (seat, *_) = table.client.get(f"/api/games/{table.id}").json["to_act"]
    legal = table.client.get(f"/api/games/{table.id}/legal-moves", headers=table.of(seat)).json["moves"][0]["move"]
    table.send(NO_MOVE, seat)
    elsewhere = create_app({"STELE_DATA": str(directory)}).test_client()
    account = elsewhere.get("/api/me/account", headers=table.of(seat)).json
    (token,) = account["tokens"]
    assert elsewhere.delete(f"/api/me/tokens/{token['id']}", headers=table.of(seat)).status_code == 200
    for body in (legal, NO_MOVE):
        refused = table.send(body, seat)
        assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (401, "not-signed-in")
    assert table.client.get(f"/api/games/{table.id}").json["to_act"] == [seat]
