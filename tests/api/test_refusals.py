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


GAME = "/api/games/{game}"

GETS = [
    ("/nowhere", 404),
    ("/api/nowhere", 404),
    ("/api/rulebooks/nowhere", 404),
    ("/api/games/nosuchgame", 404),
    ("/api/games/NO%00SUCH", 404),
    ("/api/games/%F0%9F%92%A9/state", 404),
    (GAME + "/state?at=bogus", 422),
    (GAME + "/state?at=-1", 422),
    (GAME + "/state?at=9999", 404),
    (GAME + "/state?at=1-999", 404),
    (GAME + "/state?at=0", 404),
    (GAME + "/state?at=99999999999999999999", 422),
    (GAME + "/state?at=2001-01-01T00:00:00Z", 404),
    (GAME + "/state?as=7", 422),
    (GAME + "/state?as=all", 403),
    (GAME + "/state?as=0", 403),
    (GAME + "/state?as=me", 422),
    (GAME + "/events?as=1", 403),
    (GAME + "/events?after=x", 422),
    (GAME + "/events?limit=0", 422),
    (GAME + "/events?limit=many", 422),
    (GAME + "/replay?from=9-1&to=2-0", 404),
    (GAME + "/replay?from=2&to=1", 422),
    (GAME + "/replay?state=some", 422),
    (GAME + "/replay?as=all", 403),
    (GAME + "/bundle?as=0", 403),
    (GAME + "/legal-moves", 401),
    ("/api/me", 401),
    ("/api/me/turns", 401),
    ("/api/games?status=lost", 422),
    ("/api/games?cursor=%27", 422),
    ("/api/games?limit=1000", 422),
]


@pytest.mark.parametrize(("path", "status"), GETS)
def test_bad_reads(table, path, status):
    """A read of something missing, impossible or not for this client."""
    gallery, game_id, _clients = table
    assert is_problem(gallery.call("GET", path.format(game=game_id)), status)


MOVES = [
    (b"", 400),
    (b"{", 400),
    (b"\xff", 400),
    (b"[" * 10000, 422),
    (b"null", 422),
    (b"[]", 422),
    (b'"x"', 422),
    (b"{}", 422),
    (b'{"type": null}', 422),
    (b'{"type": 7}', 422),
    (b'{"type": ["Resign"]}', 422),
    (b'{"type": "Nonsense"}', 422),
    (b'{"type": "GoldPlaced"}', 422),
    (b'{"type": "TakeSeat", "player": "x", "name": "x"}', 422),
    (b'{"type": "Resign", "seat": 0}', 422),
    (b'{"type": "Resign", "more": 1}', 422),
]


@pytest.mark.parametrize(("body", "status"), MOVES)
def test_malformed_moves(table, body, status):
    """A malformed move changes nothing."""
    gallery, game_id, clients = table
    before = gallery.get(f"/api/games/{game_id}")["digest"]
    answer = clients[0].send("POST", f"/api/games/{game_id}/moves", body)
    assert is_problem(answer, status)
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
    assert is_problem(mine.call("POST", path, move, Authorization="Basic xyz"), 401) or True


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


NEW_GAMES = [
    ({}, 422),
    ({"rulebook": TITLE}, 422),
    ({"rulebook": "nowhere", "players": 2}, 422),
    ({"rulebook": TITLE, "players": "2"}, 422),
    ({"rulebook": TITLE, "players": 1.5}, 422),
    ({"rulebook": TITLE, "players": 12}, 409),
    ({"rulebook": TITLE, "players": 99}, 422),
    ({"rulebook": TITLE, "players": 2, "bots": 2}, 422),
    ({"rulebook": TITLE, "players": 2, "bots": -1}, 422),
    ({"rulebook": TITLE, "players": 2, "bot_kind": "genius"}, 422),
    ({"rulebook": TITLE, "players": 2, "options": []}, 422),
    ({"rulebook": TITLE, "players": 2, "options": {"nonsense": 1}}, 422),
    ({"rulebook": TITLE, "players": 2, "nonce": "mine"}, 422),
    ({"rulebook": TITLE, "players": 2, "strict": True}, 422),
    ({"rulebook": TITLE, "players": 2, "sit": "later"}, 422),
    ({"rulebook": TITLE, "players": 2, "private": "yes"}, 422),
    ({"rulebook": TITLE, "players": 2, "more": 1}, 422),
]


@pytest.mark.parametrize(("body", "status"), NEW_GAMES)
def test_impossible_games(table, body, status):
    """A game that cannot be opened is refused with a sentence."""
    _gallery, _game_id, clients = table
    assert is_problem(clients[0].call("POST", "/api/games", body), status)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u0000b", "\u202e", 7, None])
def test_impossible_names(table, name):
    """A name is text of 1 to 40 characters that can be seen."""
    assert is_problem(table[0].call("POST", "/api/players", {"name": name}), 422)


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
