"""Secrets: no call gives a player another seat's secret before it is public."""

import json
import random

import pytest

from domain.messages import Event
from domain.projector import projector_for
from domain.redaction import secret_fields
from domain.title_loader import find_rulebooks
from tests.api.clients import table_of

SECRETIVE = [
    title
    for title in find_rulebooks()
    if any(secret_fields(event) for event in projector_for(title).event_types.values())
]


def test_some_title_has_secrets():
    """Otherwise nothing is proved here."""
    assert SECRETIVE


def everything(client, game_id, viewer):
    """Every byte that this client may get about the game as this viewer."""
    calls = [
        ("", {}), ("/state", {}), ("/events", {}), ("/events", {"Accept": "application/x-ndjson"}),
        ("/replay", {}), ("/replay?state=patch", {}), ("/bundle", {}), ("/dossier?at=2100-01-01", {}),
    ]  # fmt: skip
    found = []
    for path, headers in calls:
        mark = "&" if "?" in path else "?"
        body = client.get(f"/api/games/{game_id}{path}{mark}as={viewer}", **headers)
        found.append(body.decode() if isinstance(body, bytes) else json.dumps(body))
    return "\n".join(found)


@pytest.mark.parametrize("title", SECRETIVE)
def test_no_call_shows_another_seats_secret(gallery, title):
    """While a secret is sealed, no byte for other viewers depends on it: its event holds a commitment alone."""
    lot = random.Random(4)
    checked = 0
    for number in range(10):  # by luck a game may have no secret that stays sealed for a while
        players = find_rulebooks()[title].meta.most_players
        game_id, clients = table_of(gallery, title, [f"S{number}{seat}" for seat in range(players)])
        while checked < 3 and (action := sealed_action(gallery, clients, game_id, title, lot)):
            check_sealed(gallery, clients, game_id, title, *action)
            checked += 1
        if checked >= 3:
            return
    raise AssertionError("too few secrets were sealed to prove anything")


def sealed_action(gallery, clients, game_id, title, lot):
    """Play until a seat seals something that is not revealed at once: the seat and the event; None at the end."""
    types = projector_for(title).event_types
    while (game := gallery.get(f"/api/games/{game_id}"))["status"] == "playing":
        seat = lot.choice(game["to_act"])
        legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
        answer = clients[seat].post(f"/api/games/{game_id}/moves", lot.choice(legal)["move"])
        revealing = any(types[event["type"]].reveals is not Event.reveals for event in answer["events"])
        for own in () if revealing else answer["events"]:
            fields = secret_fields(types[own["type"]])
            if fields and all(own["data"][name] != {"hidden": True} for name in fields):
                return seat, own
    return None


def check_sealed(gallery, clients, game_id, title, seat, own):
    """The seat sees what it sealed; no other viewer does, by events, bundle or a view from that seat."""
    fields = secret_fields(projector_for(title).event_types[own["type"]])
    for name in fields:
        assert own["data"][name] != {"hidden": True}
    for viewer, client in [("public", gallery), *enumerate(clients)]:
        if viewer == seat:
            continue
        events = client.get(f"/api/games/{game_id}/events?as={viewer}&limit=5000")["events"]
        shown = next(event for event in events if event["position"] == own["position"])
        for name in fields:
            assert shown["data"][name].get("hidden") is True
        bundle = client.get(f"/api/games/{game_id}/bundle?as={viewer}").decode()
        line = next(json.loads(one) for one in bundle.splitlines() if f'"position":"{own["position"]}"' in one)
        assert not line.get("s")
        assert client.call("GET", f"/api/games/{game_id}/state?as={seat}").status == 403


@pytest.mark.parametrize("title", SECRETIVE)
def test_keys_and_tokens_stay_inside(gallery, title, served):
    """While the game runs no response has its key, and no log line holds a token."""
    game_id, clients = table_of(
        gallery, title, [f"K{number}" for number in range(find_rulebooks()[title].meta.least_players)]
    )
    shown = everything(clients[0], game_id, 0)
    assert '"key": ""' in shown or '"key"' not in shown
    log = (served.data / "test.log").read_text()
    assert all(client.token not in log for client in clients)


def test_a_private_game_is_for_its_players(gallery, title):
    """It is not in the lobby, and can't be read or joined without a seat or the invitation."""
    ann, bob, eve = (gallery.sign_up(name) for name in ("Ann", "Bob", "Eve"))
    least = find_rulebooks()[title].meta.least_players
    game = ann.post("/api/games", {"rulebook": title, "players": least, "private": True, "bots": least - 2})
    path = f"/api/games/{game['id']}"
    for call in ("", "/state", "/events", "/replay", "/bundle"):
        assert eve.call("GET", path + call).status == 403
        assert gallery.call("GET", path + call).status == 403
        assert eve.call("GET", f"{path}{call}?invite={game['invite']}").status == 200
    assert game["id"] not in [one["id"] for one in eve.get("/api/games")["games"]]
    assert game["id"] in [one["id"] for one in ann.get("/api/games")["games"]]
    assert eve.call("POST", path + "/seats", {"invite": "guess"}).status == 403
    assert eve.call("POST", path + "/seats", {}).status == 403
    assert bob.call("POST", path + "/seats", {"invite": game["invite"]}).status == 201
    assert "invite" in bob.get(path)
