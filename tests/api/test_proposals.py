"""Proposals over HTTP: agreed ends, handed-over seats, and rematches."""

import random

from tests.api.clients import play_to_the_end, table_of

TITLE = "kheops"


def move(client, path, command, **fields):
    return client.call("POST", f"{path}/moves", {"type": command, **fields})


def test_a_game_with_every_proposal(gallery):
    """An end is proposed and refused, a seat handed over, the game ended and played again, all publicly."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"], private=True)
    path = f"/api/games/{game_id}"
    ada, bo = clients
    play_to_the_end(game_id, clients, random.Random(4), most=5)
    assert move(ada, path, "ProposeEnd", kind="defeat").status == 422
    assert move(ada, path, "ProposeEnd", kind="draw").status == 201
    shown = {"seat": 0, "kind": "draw", "agreed": [], "waits_for": [1]}
    assert bo.get(path)["proposed_end"] == shown
    assert move(bo, path, "AnswerEnd", agrees=False).status == 201
    assert "proposed_end" not in bo.get(path)

    cy, eve = gallery.sign_up("Cy"), gallery.sign_up("Eve")
    assert cy.call("GET", path).status == 403
    assert bo.call("PATCH", f"{path}/seat", {"offer_to": "Nobody at all"}).status == 422
    assert bo.call("PATCH", f"{path}/seat", {"offer_to": ada.name}).status == 409
    assert eve.call("PATCH", f"{path}/seat", {"offer_to": cy.name}).status == 403
    offered = bo.call("PATCH", f"{path}/seat", {"offer_to": cy.name}).body
    assert offered["seats"][1]["offered"] == {"player": cy.player["id"], "name": cy.name}
    assert [game["id"] for game in cy.get(f"/api/games?player={cy.player['id']}")["games"]] == [game_id]
    assert cy.get(path)["your_seat"] is None
    invitation = ada.get(path)["invite"]
    assert eve.call("POST", f"{path}/seats", {"seat": 1, "invite": invitation}).status == 409
    hand = bo.get(f"{path}/state?as=1")["state"]["table"]
    taken = cy.post(f"{path}/seats", {"seat": 1})
    assert (taken["your_seat"], taken["seats"][1]["name"]) == (1, cy.name) and "offered" not in taken["seats"][1]
    assert cy.get(f"{path}/state?as=1")["state"]["table"] == hand
    assert bo.call("GET", path).status == 403

    assert ada.call("POST", f"{path}/rematch", {}).status == 409
    move(cy, path, "ProposeEnd", kind="as_it_stands")
    ended = move(ada, path, "AnswerEnd", agrees=True).body
    assert [event["type"] for event in ended["events"]] == ["EndAnswered", "GameFinished"]
    assert ended["state"]["result"]["reason"] == "agreed"
    assert ada.get(f"{path}/audit")["ok"]

    again = ada.call("POST", f"{path}/rematch", {})
    new = f"/api/games/{again.body['id']}"
    assert again.status == 201 and again.headers["Location"] == new
    assert cy.post(f"{path}/rematch", {})["id"] == again.body["id"] != game_id
    kept = [seat["reserved"] for seat in again.body["seats"]]
    assert kept == [cy.player["id"], ada.player["id"]] and again.body["private"]
    assert eve.call("POST", f"{path}/rematch", {}).status == 403
    assert eve.call("POST", f"{new}/seats", {"invite": again.body["invite"]}).body["rule"] == "G21"
    assert ada.post(f"{new}/seats", {})["your_seat"] == 1
    assert again.body["id"] in [one["id"] for one in cy.get(f"/api/games?player={cy.player['id']}")["games"]]
    assert cy.post(f"{new}/seats", {})["status"] == "playing"
