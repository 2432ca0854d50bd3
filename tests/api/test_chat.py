"""Chat over HTTP: separate rooms, comments, notes, mutes and blocks, and reports."""

import http.client
import json
import random
import urllib.parse

import pytest

from tests.api.clients import Client, appointed, play_to_the_end, table_of, typed

TITLE = "kheops"


@pytest.fixture(scope="module")
def table(application):
    """A running game of two: its path and its players."""
    game_id, clients = table_of(Client(application), TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(1), most=4)
    return f"/api/games/{game_id}", clients


def say(client, path, text, room="players", **more):
    return client.call("POST", f"{path}/chat", {"room": room, "text": text, **more})


def heard(client, path, room="players", after=None):
    query = f"?room={room}" + (f"&after={after}" if after else "")
    return client.get(f"{path}/chat{query}")


def kind(answer):
    return answer.status, answer.body["type"].removeprefix("urn:stele:problem:")


def test_the_players_talk_among_themselves(gallery, table):
    """A player's message is shown to the other, with the game's position, until read; only players can read it."""
    path, (ada, bo) = table
    said = say(ada, path, "  Shall we?\r\nNow?\x07 ")
    assert said.status == 201
    assert {"text": "Shall we?\nNow?", "seat": 0, "name": ada.name}.items() <= said.body.items()
    assert said.body["position"] == gallery.get(path)["position"]
    found = heard(bo, path)
    assert (found["messages"][-1], found["unread"], found["may_write"]) == (said.body, 1, True)
    assert bo.call("PUT", f"{path}/chat/players/read", {"message": said.body["id"]}).status == 204
    assert heard(bo, path)["unread"] == 0 == heard(ada, path)["unread"]
    assert heard(bo, path, after=said.body["id"])["messages"] == []
    stranger = gallery.sign_up("Cy")
    assert kind(stranger.call("GET", f"{path}/chat?room=players")) == (403, "closed-room")
    assert kind(say(stranger, path, "Hello")) == (403, "closed-room")
    assert kind(gallery.call("GET", f"{path}/chat?room=players")) == (403, "closed-room")


def test_spectators_advise_no_player(gallery, table):
    """Spectators read one another; players and anonymous visitors don't read them."""
    path, (ada, _bo) = table
    one, other = gallery.sign_up("Cy"), gallery.sign_up("Di")
    assert say(one, path, "Take the pyramid", "onlookers").status == 201
    assert heard(other, path, "onlookers")["messages"][-1]["text"] == "Take the pyramid"
    for nosy in (ada, gallery):
        assert kind(nosy.call("GET", f"{path}/chat?room=onlookers")) == (403, "closed-room")
    assert kind(say(ada, path, "Thanks", "onlookers")) == (403, "closed-room")
    assert kind(say(one, path, "Well played", "comments")) == (403, "closed-room")


def test_the_end_opens_all_rooms(gallery):
    """After the end, all viewers of the game can read both rooms and comment on its steps."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path, cy = f"/api/games/{game_id}", gallery.sign_up("Cy")
    say(ada, path, "Good luck")
    say(cy, path, "Ada wins", "onlookers")
    play_to_the_end(game_id, [ada, bo], random.Random(3))
    assert [one["text"] for one in heard(gallery, path)["messages"]] == ["Good luck"]
    assert [one["text"] for one in heard(bo, path, "onlookers")["messages"]] == ["Ada wins"]
    assert kind(say(cy, path, "Now I may", "players")) == (403, "closed-room")
    commented = say(cy, path, "Here it was lost", "comments", position="5-0")
    assert commented.status == 201
    assert heard(gallery, path, "comments")["messages"] == [commented.body]
    assert kind(say(cy, path, "Later", "comments", position="99999-0")) == (404, "no-such-position")
    assert kind(say(cy, path, "\u200b \n", "comments")) == (422, "invalid-request")


def test_a_message_is_deleted(table):
    """An author can delete a message permanently; other players can't."""
    path, (ada, bo) = table
    said = say(ada, path, "Oh no").body["id"]
    assert kind(bo.call("DELETE", f"{path}/chat/players/{said}")) == (404, "no-such-message")
    assert ada.call("DELETE", f"{path}/chat/players/{said}").status == 204
    assert kind(ada.call("DELETE", f"{path}/chat/players/{said}")) == (404, "no-such-message")
    assert said not in [one["id"] for one in heard(bo, path)["messages"]]


@pytest.mark.parametrize("message", ["x", "1-1", "1--1", "9" * 40, "1-\u0661", "(1-1"])
def test_ids_of_no_message(table, message):
    """Ids that belong to no message are refused in any form."""
    path, (ada, _bo) = table
    address = f"{path}/chat/players/{urllib.parse.quote(message)}"
    assert kind(ada.call("DELETE", address)) == (404, "no-such-message")
    assert kind(ada.call("DELETE", f"{path}/chat/kitchen/1-1")) == (404, "no-such-message")


def test_notes_are_private(table):
    """A note keeps its position until it is edited or emptied; the other player never sees it."""
    path, (ada, bo) = table
    for position, text in (("3-0", "watch the left"), ("2-0", "a fork"), ("3-0", "watch the right")):
        ada.call("PUT", f"{path}/notes", {"position": position, "text": text})
    notes = ada.get(f"{path}/notes")["notes"]
    assert [(one["position"], one["text"]) for one in notes] == [("2-0", "a fork"), ("3-0", "watch the right")]
    assert bo.get(f"{path}/notes")["notes"] == []
    ada.call("PUT", f"{path}/notes", {"position": "2-0", "text": " "})
    assert [one["position"] for one in ada.get(f"{path}/notes")["notes"]] == ["3-0"]
    assert kind(ada.call("PUT", f"{path}/notes", {"position": "999-0", "text": "?"})) == (404, "no-such-position")


def test_mutes_and_blocks(gallery, table):
    """A muted player's messages are hidden; a blocked player sees no messages and can't join the blocker's tables."""
    path, (ada, bo) = table
    say(ada, path, "Good luck")
    say(bo, path, "You will lose")
    shunned = ada.call("PUT", f"/api/me/shunned/{bo.player['id']}", {"muted": True}).body
    assert shunned == {"muted": [{"id": bo.player["id"], "name": bo.name}], "blocked": []}
    assert all(one["name"] != bo.name for one in heard(ada, path)["messages"])
    assert any(one["name"] == ada.name for one in heard(bo, path)["messages"])
    ada.call("PUT", f"/api/me/shunned/{bo.player['id']}", {"blocked": True})
    assert all(one["name"] != ada.name for one in heard(bo, path)["messages"])
    opened = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": True})
    assert kind(bo.call("POST", f"/api/games/{opened['id']}/seats", {})) == (403, "not-welcome")
    ada.call("PUT", f"/api/me/shunned/{bo.player['id']}", {"muted": False, "blocked": False})
    assert ada.get("/api/me/shunned") == {"muted": [], "blocked": []}
    assert bo.call("POST", f"/api/games/{opened['id']}/seats", {}).status == 201
    assert kind(ada.call("PUT", f"/api/me/shunned/{ada.player['id']}", {"muted": True})) == (404, "no-such-player")


def test_operators_settle_reports(gallery, application, table):
    """An operator settles a report once: the message is deleted and its author muted, or it stays."""
    path, (ada, bo) = table
    said = say(bo, path, "Something vile").body["id"]
    address = f"{path}/chat/players/{said}/reports"
    made = ada.post(address, {"reason": "It is vile"})
    assert ada.post(address, {"reason": "Again"})["number"] == made["number"]
    stranger = gallery.sign_up("Cy")
    assert kind(stranger.call("POST", address, {"reason": "Nosy"})) == (404, "no-such-message")
    assert kind(ada.call("GET", "/api/reports")) == (403, "missing-role")
    judge = gallery.sign_up("Judge")
    judge = appointed(judge)
    assert made in judge.get("/api/reports")["reports"]
    assert f"{bo.name}: Something vile" in typed(application, "reports")[1]
    settled = judge.call("PUT", f"/api/reports/{made['number']}", {"outcome": "silenced", "days": 1})
    assert (settled.status, settled.body["outcome"]) == (200, "silenced")
    assert made["number"] not in [one["number"] for one in judge.get("/api/reports")["reports"]]
    again = judge.call("PUT", f"/api/reports/{made['number']}", {"outcome": "dismissed"})
    assert kind(again) == (409, "already-settled")
    assert said not in [one["id"] for one in heard(ada, path)["messages"]]
    assert kind(say(bo, path, "But")) == (403, "silenced")
    typed(application, "silence", bo.name, "--days", "0")
    assert say(bo, path, "Sorry").status == 201
    assert judge.name not in typed(application, "operators", "--remove", judge.name)[1]
    assert kind(judge.call("GET", "/api/reports")) == (403, "missing-role")


def lines_of(client: Client, game_path: str, viewer: str) -> http.client.HTTPResponse:
    """The open stream of a game's live events."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(client.url).netloc, timeout=60)
    token = {"Authorization": f"Bearer {client.token}"} if client.token else {}
    connection.request("GET", f"{game_path}/events?as={viewer}", headers={"Accept": "text/event-stream", **token})
    return connection.getresponse()


def next_talk(stream):
    """The next room for which the stream announces a message."""
    for line in stream:
        if line == b"event: chat\n":
            return json.loads(next(stream).removeprefix(b"data: "))["room"]
    raise AssertionError("the stream has ended")


def test_followers_get_message_events(remote):
    """A player's stream announces messages in the players' room; a spectator's stream only in the spectators'."""
    game_id, (ada, bo) = table_of(remote, TITLE, ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    player, onlooker = lines_of(bo, path, "1"), lines_of(remote, path, "public")
    assert b"retry" in player.readline() and b"retry" in onlooker.readline()
    say(ada, path, "Are you there?")
    say(remote.sign_up("Cy"), path, "They talk, I think", "onlookers")
    assert next_talk(player) == "players"
    assert next_talk(onlooker) == "onlookers"
    player.close()
    onlooker.close()
