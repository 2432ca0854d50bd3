"""Variations over HTTP: analysis games that are shared as other lines of a finished game, and who may read them."""

import http.client
import random
import urllib.parse

import pytest

from services.games.analysis.variations import MOST_OF_A_PLAYER
from tests.api.clients import Client, appointed, play_to_the_end, table_of
from tests.api.test_chat import kind
from tests.api.test_disputes import positions
from tests.api.test_forks import fork

TITLE = "kheops"
PRIVATE, NOT_SHAREABLE = (403, "private-game"), (409, "not-shareable")


def line_of(client, path, at, moves=1):
    """The id of an analysis game of this player's, from there, with some moves of its own."""
    made = fork(client, path, at, ["me", "me"]).body["id"]
    for _ in range(moves):
        legal = client.get(f"/api/games/{made}/legal-moves")["moves"]
        client.post(f"/api/games/{made}/moves", legal[0]["move"])
    return made


def study(client, path):
    return client.get(f"{path}/variations")


def share(client, path, game):
    return client.call("POST", f"{path}/variations", {"game": game})


@pytest.fixture(scope="module")
def finished(application):
    """A finished public game: its path and its players."""
    return finished_game(Client(application))


def finished_game(gallery):
    """A played out game: its path and its players."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(1))
    return f"/api/games/{game_id}", clients


def test_a_shared_line_is_read_by_everyone(gallery, finished):
    """All readers see a shared line's step, owner, first answer and comments, and every view except a running game's
    secrets.
    """
    path, (ada, _bo) = finished
    cy = gallery.sign_up("Cy")
    ends = positions(gallery, path)
    later, earlier = line_of(cy, path, ends[9]), line_of(ada, path, ends[5])
    assert kind(gallery.call("GET", f"/api/games/{later}")) == PRIVATE
    made = share(cy, path, later)
    assert made.status == 201 and share(cy, path, later).body == made.body
    share(ada, path, earlier)
    said = cy.post(f"/api/games/{later}/chat", {"room": "comments", "text": "<b>Better</b>", "position": "9-0"})
    cy.post(f"{path}/chat", {"room": "comments", "text": "Here it turned", "position": ends[9]})
    found = study(gallery, path)
    assert found["is_open"] and [one["game"] for one in found["variations"]] == [earlier, later]
    shown = found["variations"][1]
    assert shown == {**made.body, "comments": [said]} and shown["by"] == {"id": cy.player["id"], "name": cy.name}
    assert shown["position"] == ends[9]
    first = next(
        one
        for one in gallery.get(f"/api/games/{later}/events?limit=5000")["events"]
        if one["position"] == shown["first"]["position"]
    )
    assert shown["first"] == {name: first[name] for name in ("position", "seat", "text")}
    assert [one["text"] for one in found["comments"]] == ["Here it turned"]
    assert gallery.get(f"/api/games/{later}/chat?room=comments")["messages"] == [said]
    assert gallery.get(f"/api/games/{later}/replay?from=1")["steps"]
    assert kind(gallery.call("GET", f"/api/games/{later}/state?as=all")) == (403, "not-yet")
    assert kind(gallery.call("GET", f"/api/games/{later}/state?as=0")) == (403, "anothers-seat")
    assert later not in [one["id"] for one in gallery.get("/api/games")["games"]]


def test_its_owner_alone_stops_sharing(remote):
    """Only the owner can stop sharing; then the line is private again, and open streams of it end with the next
    move.
    """
    gallery = remote
    path, (ada, bo) = finished_game(gallery)
    line = line_of(ada, path, positions(gallery, path)[6])
    address = f"{path}/variations/{line}"
    assert kind(ada.call("DELETE", address)) == (404, "no-such-variation")
    share(ada, path, line)
    assert kind(bo.call("DELETE", address)) == (404, "no-such-variation")
    host = urllib.parse.urlsplit(gallery.url).netloc
    stream = http.client.HTTPConnection(host, timeout=60)
    stream.request("GET", f"/api/games/{line}/events", headers={"Accept": "text/event-stream"})
    heard = stream.getresponse()
    assert heard.status == 200
    assert ada.call("DELETE", address).status == 204
    legal = ada.get(f"/api/games/{line}/legal-moves")["moves"]
    moved = ada.post(f"/api/games/{line}/moves", legal[0]["move"])
    told = heard.read()  # to its end
    assert b"id: 2-0" in told and f"id: {moved['position']}".encode() not in told
    assert kind(gallery.call("GET", f"/api/games/{line}")) == PRIVATE
    assert kind(bo.call("GET", f"/api/games/{line}/chat?room=comments")) == PRIVATE
    assert line not in [one["game"] for one in study(gallery, path)["variations"]]


def test_no_line_of_a_running_game_is_shared(gallery):
    """A running game's lines can't be shared or seen by other players; after the game they can."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    path, ada = f"/api/games/{game_id}", clients[0]
    play_to_the_end(game_id, clients, random.Random(2), most=8)
    line = line_of(ada, path, positions(gallery, path)[4])
    assert kind(share(ada, path, line)) == (403, "not-yet")
    others = (gallery, clients[1], gallery.sign_up("Cy"))
    for other in others:
        assert study(other, path) == {"is_open": False, "comments": [], "variations": []}
        for call in ("", "/state", "/events", "/replay", "/chat?room=comments", "/bundle"):
            assert kind(other.call("GET", f"/api/games/{line}{call}")) == PRIVATE
    assert kind(share(clients[1], path, line)) == PRIVATE
    play_to_the_end(game_id, clients, random.Random(3))
    for other in others:
        assert kind(other.call("GET", f"/api/games/{line}")) == PRIVATE
    assert share(ada, path, line).status == 201
    for other in others:
        assert [one["game"] for one in study(other, path)["variations"]] == [line]
        assert other.get(f"/api/games/{line}")["fork"]["seen_by"] == 0


def test_only_own_lines_of_public_games(gallery, finished):
    """A player can share only own lines of public games with a new move; a copy of a copy is refused."""
    path, (ada, bo) = finished
    at = positions(gallery, path)[5]
    assert kind(share(ada, path, line_of(ada, path, at, moves=0))) == NOT_SHAREABLE
    line = line_of(ada, path, at)
    assert kind(share(bo, path, line)) == PRIVATE
    share(ada, path, line)
    assert share(bo, path, line).status == 409
    assert kind(share(ada, f"/api/games/{line}", line)) == (403, "not-yet")
    assert kind(share(ada, path, path.rpartition("/")[2])) == NOT_SHAREABLE
    assert kind(share(ada, path, "nosuchgame00")) == (404, "no-such-game")
    assert kind(share(gallery, path, line)) == (401, "not-signed-in")
    secret, clients = table_of(gallery, TITLE, ["Ada", "Bo"], private=True)
    play_to_the_end(secret, clients, random.Random(1))
    hidden = f"/api/games/{secret}"
    line = line_of(clients[0], hidden, positions(clients[0], hidden)[5])
    assert kind(share(clients[0], hidden, line)) == NOT_SHAREABLE
    assert kind(gallery.call("GET", f"{hidden}/variations")) == PRIVATE


def test_one_player_shares_few(gallery, finished):
    """A player has room for some variations of a game, and again for one after taking one back."""
    path, _players = finished
    di = gallery.sign_up("Di")
    at = positions(gallery, path)[5]
    lines = [line_of(di, path, at) for _ in range(MOST_OF_A_PLAYER + 1)]
    assert [share(di, path, line).status for line in lines] == [201] * MOST_OF_A_PLAYER + [422]
    assert di.call("DELETE", f"{path}/variations/{lines[0]}").status == 204
    assert share(di, path, lines[-1]).status == 201
    for line in lines[1:]:
        di.call("DELETE", f"{path}/variations/{line}")


def test_muted_players_are_not_shown(gallery, finished):
    """Neither variations nor comments of muted players are shown."""
    path, (ada, _bo) = finished
    ed = gallery.sign_up("Ed")
    line = line_of(ed, path, positions(gallery, path)[7])
    share(ed, path, line)
    ada.call("PUT", f"/api/me/shunned/{ed.player['id']}", {"muted": True})
    assert line not in [one["game"] for one in study(ada, path)["variations"]]
    assert line in [one["game"] for one in study(gallery, path)["variations"]]


def test_an_operator_removes_a_variation(gallery, finished):
    """A player who is no operator cannot, nor a token without the scope; its comments are settled by reports."""
    path, (ada, bo) = finished
    line = line_of(bo, path, positions(gallery, path)[8])
    share(bo, path, line)
    said = bo.post(f"/api/games/{line}/chat", {"room": "comments", "text": "Vile"})["id"]
    reported = ada.call("POST", f"/api/games/{line}/chat/comments/{said}/reports", {"reason": "insults"})
    assert reported.status == 201
    plain = gallery.sign_up("Op")
    op, address = appointed(plain), f"{path}/variations/{line}"
    assert kind(ada.call("DELETE", address)) == (404, "no-such-variation")
    assert kind(plain.call("DELETE", address)) == (403, "missing-scope")
    settled = op.call("PUT", f"/api/reports/{reported.body['number']}", {"outcome": "removed"})
    assert settled.status == 200
    [shown] = [one for one in study(gallery, path)["variations"] if one["game"] == line]
    assert shown["comments"] == []
    assert op.call("DELETE", address).status == 204
    assert op.get("/api/operator/server")["actions"][0]["text"] == f"variation {line}"
    assert kind(op.call("DELETE", address)) == (404, "no-such-variation")
    assert kind(gallery.call("GET", f"/api/games/{line}")) == PRIVATE


def test_a_deleted_players_variations_go(gallery, finished):
    """A deleted account takes its variations and comments with it; the game's other variations stay."""
    path, (ada, _bo) = finished
    fay = gallery.sign_up("Fay")
    at = positions(gallery, path)[7]
    line, other = line_of(fay, path, at), line_of(ada, path, at)
    share(fay, path, line)
    share(ada, path, other)
    ada.post(f"/api/games/{other}/chat", {"room": "comments", "text": "Stays"})
    fay.post(f"/api/games/{other}/chat", {"room": "comments", "text": "Goes"})
    assert fay.call("POST", "/api/me/deletion", {"name": fay.name}).status == 200
    found = {one["game"]: one for one in study(gallery, path)["variations"]}
    assert line not in found
    assert [one["text"] for one in found[other]["comments"]] == ["Stays"]
    assert kind(gallery.call("GET", f"/api/games/{line}")) == PRIVATE
