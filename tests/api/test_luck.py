"""Randomness over HTTP: the table is opened first, nonces follow its commitments, strict games wait for all of them."""

import hashlib
import json
import random

import pytest

from domain.chance import nonce_commitment
from tests.api.clients import play_to_the_end, table_of
from verify.receipts import is_genuine

TITLE = "kheops"


@pytest.fixture
def ann(gallery):
    """A player."""
    return gallery.sign_up("Ann")


@pytest.fixture
def bob(gallery):
    """Another player."""
    return gallery.sign_up("Bob")


def opened(client, **more):
    """The summary of a table that was only opened."""
    return client.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": False, **more})


def first_action(client, game_id):
    """The events of action 1."""
    events = client.get(f"/api/games/{game_id}/events")["events"]
    return [event for event in events if event["position"].startswith("1-")]


def commit(client, game, seat, nonce):
    """Join with the commitment to this nonce."""
    body = {"seat": seat, "nonce_commitment": nonce_commitment(game["id"], seat, nonce), "invite": game.get("invite")}
    return client.call("POST", f"/api/games/{game['id']}/seats", body)


def tell(client, game, nonce):
    """Open this nonce."""
    return client.call("PATCH", f"/api/games/{game['id']}/seat", {"nonce": nonce})


def test_a_nonce_that_comes_before_the_commitment_is_refused(ann):
    """A nonce before its commitment is refused, and the refusal explains the right order."""
    answer = ann.call("POST", "/api/games", {"rulebook": TITLE, "players": 2, "nonce": "mine"})
    assert (answer.status, answer.body["type"]) == (422, "urn:stele:problem:invalid-request")
    assert "POST /api/games/{id}/seats" in answer.body["errors"]["nonce"][0]


def test_a_table_is_open_before_a_player_sits(ann, bob, gallery):
    """1-0 is alone with both commitments; the opener joins after it, and the lobby shows them only then."""
    game = opened(ann, bots=1)
    assert (game["position"], game["your_seat"], game["free_seats"]) == ("1-0", None, 1)
    (created,) = first_action(gallery, game["id"])
    assert created["data"]["commitment"] == game["commitment"]
    assert created["data"]["luck"] == "2"
    listed = {one["id"] for one in gallery.get("/api/games?limit=200")["games"]}
    assert game["id"] not in listed
    seated = ann.post(f"/api/games/{game['id']}/seats", {"nonce": "mine"})
    assert (seated["your_seat"], seated["status"]) == (0, "playing")
    assert game["id"] in {one["id"] for one in gallery.get("/api/games?limit=200")["games"]}
    seats = gallery.get(f"/api/games/{game['id']}/state?as=public")["state"]["seats"]
    assert seats[0]["nonce"] == "mine"
    (bound,) = created["data"]["nonce_commitments"]
    assert bound == nonce_commitment(game["id"], 1, seats[1]["nonce"])


def test_by_default_the_opener_sits_down_without_a_nonce(ann, gallery):
    """By default the opener joins in a separate action without a nonce, so that the commitment is public first."""
    game = ann.post("/api/games", {"rulebook": TITLE, "players": 2})
    assert (game["your_seat"], game["position"]) == (0, "2-0")
    assert len(first_action(gallery, game["id"])) == 1


def test_a_strict_game_starts_when_all_nonces_are_open(ann, bob, gallery):
    """Commitments on joining, nonces when all seats are taken; until then the summary names the awaited players."""
    game = opened(ann, strict=True)
    assert (game["strict"], game["to_open"]) == (True, [])
    assert commit(ann, game, 0, "anns").status == 201
    assert tell(ann, game, "anns").body["rule"] == "G9"
    answer = commit(bob, game, 1, "bobs")
    assert (answer.body["status"], answer.body["to_open"], answer.body["free_seats"]) == ("waiting", [0, 1], 0)
    (listed,) = [one for one in gallery.get("/api/games?status=waiting&limit=200")["games"] if one["id"] == game["id"]]
    assert listed["to_open"] == [0, 1]
    assert tell(bob, game, "other").body["rule"] == "G9"
    assert tell(bob, game, "bobs").body["to_open"] == [0]
    assert tell(bob, game, "bobs").status == 409
    answer = tell(ann, game, "anns")
    assert (answer.status, answer.body["status"], answer.body["to_open"]) == (200, "playing", [])
    play_to_the_end(game["id"], [ann, bob], random.Random(1))
    checks = {check["name"]: check for check in gallery.get(f"/api/games/{game['id']}/audit")["checks"]}
    assert "strict" in checks["luck"]["detail"]
    assert checks["rules"]["verdict"] == "passed"


def test_a_refused_opening_is_answered_with_a_receipt(ann, bob, gallery):
    """Signed by the server: it had this request when the game stood there; a second one, and one after the end, too."""
    game = opened(ann, strict=True)
    commit(ann, game, 0, "anns")
    commit(bob, game, 1, "bobs")
    tell(ann, game, "anns")

    def refused(nonce):
        answer = tell(ann, game, nonce)
        receipt = answer.body["receipt"]
        head = gallery.get(f"/api/games/{game['id']}")
        assert (answer.status, is_genuine(receipt)) == (409, True)
        assert (receipt["position"], receipt["digest"]) == (head["position"], head["digest"])
        assert receipt["request"] == hashlib.sha256(json.dumps({"nonce": nonce}).encode()).hexdigest()

    refused("anns")
    ann.post(f"/api/games/{game['id']}/moves", {"type": "Abort"})
    refused("anns")
    assert "receipt" not in tell(gallery.sign_up("Stranger"), game, "anns").body


def test_a_computer_players_nonce_does_not_follow_from_the_key(gallery):
    """A different one in each game, and not derived from the published game key."""
    found = set()
    for _ in range(2):
        game_id, (me,) = table_of(gallery, TITLE, ["Ann"], bots=1)
        me.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
        state = gallery.get(f"/api/games/{game_id}/state?as=public")["state"]
        nonce, key = state["seats"][1]["nonce"], bytes.fromhex(state["key"])
        assert len(nonce) == 32
        assert nonce not in {key.hex()[:32], hashlib.sha256(key).hexdigest()[:32]}
        found.add(nonce)
    assert len(found) == 2
