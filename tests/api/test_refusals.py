"""Refusals: bad input gets a clear problem with the right status, and the record is unchanged."""

import socket

import pytest

from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


@pytest.fixture(scope="module")
def table(application):
    """A started game: gallery, id, the seat to act, its client and the other clients."""
    gallery = Client(application)
    game_id, clients = table_of(gallery, TITLE, ["Ref A", "Ref B"])
    return gallery, game_id, clients


def is_problem(answer, status):
    """Whether this is a problem of RFC 9457 with this status."""
    assert answer.status == status, answer
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.body["status"] == status
    assert answer.body["title"]
    assert answer.body["detail"]
    assert answer.body["type"]
    return True


BAD_READS = {
    401: ("/games/{game}/legal-moves", "/me", "/me/turns"),
    403: (
        "/games/{game}/state?as=all", "/games/{game}/state?as=0", "/games/{game}/events?as=1",
        "/games/{game}/replay?as=all", "/games/{game}/bundle?as=0",
    ),
    404: (
        "/nowhere", "/rulebooks/nowhere", "/games/nosuchgame", "/games/NO%00SUCH",
        "/games/%F0%9F%92%A9/state", "/games/{game}/state?at=9999", "/games/{game}/state?at=1-999",
        "/games/{game}/state?at=0", "/games/{game}/state?at=2001-01-01T00:00:00Z",
        "/games/{game}/replay?from=9-1&to=2-0",
    ),
    422: (
        "/games/{game}/state?at=bogus", "/games/{game}/state?at=-1", "/games/{game}/state?at=99999999999999999999",
        "/games/{game}/state?as=7", "/games/{game}/state?as=me", "/games/{game}/events?after=x",
        "/games/{game}/events?limit=0", "/games/{game}/events?limit=many", "/games/{game}/replay?from=2&to=1",
        "/games/{game}/replay?state=some", "/games?status=lost", "/games?cursor=%27", "/games?limit=1000",
    ),
}  # fmt: skip


def test_bad_reads(table):
    """A read of something missing, impossible or not for this client."""
    gallery, game_id, _clients = table
    for status, paths in BAD_READS.items():
        for path in paths:
            assert is_problem(gallery.call("GET", f"/api{path.format(game=game_id)}"), status), path
    assert is_problem(gallery.call("GET", "/nowhere"), 404)


MALFORMED = {
    400: (b"", b"{", b"\xff"),
    422: (
        b"[" * 10000, b"null", b"[]", b'"x"', b"{}", b'{"type": null}', b'{"type": 7}', b'{"type": ["Resign"]}',
        b'{"type": "Nonsense"}', b'{"type": "GoldPlaced"}', b'{"type": "TakeSeat", "player": "x", "name": "x"}',
        b'{"type": "Resign", "seat": 0}', b'{"type": "Resign", "more": 1}',
    ),
}  # fmt: skip


def test_malformed_moves(table):
    """A malformed move changes nothing."""
    gallery, game_id, clients = table
    before = gallery.get(f"/api/games/{game_id}")["digest"]
    for status, bodies in MALFORMED.items():
        for body in bodies:
            assert is_problem(clients[0].send("POST", f"/api/games/{game_id}/moves", body), status), body
    assert gallery.get(f"/api/games/{game_id}")["digest"] == before


@pytest.fixture
def turn(table):
    """The player to move, another player's client, and a legal move."""
    gallery, game_id, clients = table
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
    return clients[seat], clients[1 - seat], legal[0]["move"]


def wrong_values(value):
    """Values of other types and sizes than this one."""
    yield from (None, {}, 1.5, True, 10**30, "\u0000", "x" * 10_000)
    if isinstance(value, list):
        yield from ([None], [1.5], ["x"], [[]], list(range(10_000)))


def test_every_field_is_checked(table, turn):
    """A legal move with any one field of another type is refused as malformed, or as illegal where the type fits."""
    gallery, game_id, _clients = table
    mine, _other, move = turn
    before = gallery.get(f"/api/games/{game_id}")["digest"]
    for name, value in move.items():
        for wrong in wrong_values(value):
            answer = mine.call("POST", f"/api/games/{game_id}/moves", {**move, name: wrong})
            assert answer.status in ((409, 422) if name != "type" else (422,)), (name, wrong, answer)
            assert is_problem(answer, answer.status)
        without = {key: kept for key, kept in move.items() if key != name}
        assert is_problem(mine.call("POST", f"/api/games/{game_id}/moves", without), 422)
    assert gallery.get(f"/api/games/{game_id}")["digest"] == before


def test_foreign_moves(table, turn):
    """A move without a token, with a wrong token, without a seat, or out of turn has its own status."""
    gallery, game_id, _clients = table
    mine, other, move = turn
    path = f"/api/games/{game_id}/moves"
    assert is_problem(gallery.call("POST", path, move), 401)
    assert is_problem(Client(gallery.server, "wrong").call("POST", path, move), 401)
    assert is_problem(gallery.sign_up("Stranger").call("POST", path, move), 403)
    answer = other.call("POST", path, move)
    assert is_problem(answer, 409)
    assert answer.body["rule"] in find_rulebooks()[TITLE].meta.rules
    assert is_problem(mine.call("POST", path, move, Authorization="Basic xyz"), 401)


def test_stale_moves(table, turn):
    """If-Match with an old digest gives 412 and the game's position; a malformed one gives 422."""
    gallery, game_id, _clients = table
    mine, _other, move = turn
    path = f"/api/games/{game_id}/moves"
    answer = mine.call("POST", path, move, If_Match='"' + "0" * 64 + '"')
    assert is_problem(answer, 412)
    assert answer.body["digest"] == gallery.get(f"/api/games/{game_id}")["digest"]
    assert is_problem(mine.call("POST", path, move, If_Match="nonsense"), 422)
    assert is_problem(mine.call("POST", path, move, Idempotency_Key="x" * 201), 422)


def test_methods_types_and_sizes(table):
    """405 lists the allowed methods, 415 the wanted type, 413 comes before anything is read."""
    gallery, game_id, clients = table
    answer = gallery.call("DELETE", f"/api/games/{game_id}")
    assert is_problem(answer, 405)
    assert "GET" in answer.headers["Allow"]
    path = f"/api/games/{game_id}/moves"
    assert is_problem(clients[0].send("POST", path, b"a=b", Content_Type="application/x-www-form-urlencoded"), 415)
    assert is_problem(clients[0].send("PATCH", "/api/tournaments/x", b"{}", Content_Type="text/plain"), 415)
    assert is_problem(clients[0].send("POST", path, b'{"type": "' + b"x" * 200_000 + b'"}'), 413)
    assert is_problem(clients[0].send("POST", "/api/players", b"x" * 200_000), 413)


IMPOSSIBLE_GAMES = (
    {"rulebook": None, "players": None}, {"players": None}, {"rulebook": "nowhere"}, {"players": "2"}, {"players": 1.5},
    {"players": 99}, {"bots": 2}, {"bots": -1}, {"bot_kind": "genius"}, {"options": []}, {"options": {"nonsense": 1}},
    {"nonce": "mine"}, {"strict": True}, {"sit": "later"}, {"private": "yes"}, {"more": 1},
)  # fmt: skip
"""Changes to a possible game; None leaves a member out."""


def test_impossible_games(table):
    """A game that cannot be opened is refused with a sentence."""
    _gallery, _game_id, clients = table
    possible = {"rulebook": TITLE, "players": 2}
    for change in IMPOSSIBLE_GAMES:
        body = {name: value for name, value in (possible | change).items() if value is not None}
        assert is_problem(clients[0].call("POST", "/api/games", body), 422), change
    assert is_problem(clients[0].call("POST", "/api/games", possible | {"players": 12}), 409)


def test_impossible_names(table):
    """A name is text of 1 to 40 characters that can be seen."""
    for name in ("", "   ", "x" * 41, "a\u0000b", "\u202e", 7, None):
        assert is_problem(table[0].call("POST", "/api/players", {"name": name}), 422), name


def test_seats(table):
    """No player sits twice, and no player joins a full table."""
    gallery, game_id, clients = table
    assert is_problem(clients[0].call("POST", f"/api/games/{game_id}/seats", {}), 409)
    full = gallery.sign_up("Late").call("POST", f"/api/games/{game_id}/seats", {})
    assert is_problem(full, 409)
    assert full.body["rule"] == "G2"
    assert is_problem(gallery.call("POST", f"/api/games/{game_id}/seats", {}), 401)


def test_half_a_request(served):
    """A client that disconnects in the middle of its body does no harm to the server."""
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall(
            b"POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
    assert Client(served.url).get("/health/live")["status"] == "alive"


def test_a_field_and_its_former_name_are_not_sent_together(table):
    """A field and its former name together are refused, and the refusal names the former one; one alone is accepted."""
    player = table[2][0]
    for name, former, value in (("computer_players", "bots", 1), ("computer_kind", "bot_kind", "random")):
        body = {"rulebook": TITLE, "players": 3, name: value, former: value}
        answer = player.call("POST", "/api/games", body)
        assert is_problem(answer, 422) and list(answer.body["errors"]) == [former]
        del body[former]
        assert player.call("POST", "/api/games", body).status == 201
