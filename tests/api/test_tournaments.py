"""Tournaments over HTTP: opened, entered, started, played to the end by the real worker, each refusal named."""

import random
import time

import pytest

from tests.api.clients import play_to_the_end
from tests.api.test_chat import kind

TITLE = "kheops"
PATIENCE_SECONDS = 120


def opened(client, **more):
    return client.post("/api/tournaments", {"name": "The  cup", "rulebook": TITLE, "size": 2, **more})


def test_a_tournament_is_played_to_its_end(gallery):
    """Three players meet each other once; the rounds follow automatically."""
    boss, *others = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy")]
    made = opened(boss, pace={"time": 259_200_000})
    path = f"/api/tournaments/{made['id']}"
    assert (made["name"], made["status"], made["standings"]) == ("The cup", "open", [])
    assert made["id"] in [one["id"] for one in gallery.get("/api/tournaments")["tournaments"]]
    for one in others:
        entered = one.post(f"{path}/entries", {})
    assert entered["players"] == 3 and entered["entered"]
    begun = boss.post(f"{path}/start", {})
    assert (begun["status"], begun["rounds"], begun["played"]) == ("running", 3, 1)
    clients = {one.player["id"]: one for one in others}
    for number in range(1, 4):
        (table,) = gallery.get(path)["made"][-1]["tables"]
        game = gallery.get(f"/api/games/{table['game']}")
        assert [seat["reserved"] for seat in game["seats"]] == [one["id"] for one in table["players"]]
        for one in table["players"]:
            clients[one["id"]].post(f"/api/games/{table['game']}/seats", {"nonce": one["id"]})
        assert game["pace"]["time"] == 259_200_000
        play_to_the_end(table["game"], [clients[one["id"]] for one in table["players"]], random.Random(number))
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (found := gallery.get(path))["played"] == number and found["status"] == "running":
            assert time.monotonic() < deadline, "the next round was never paired"
            time.sleep(0.1)
    assert found["status"] == "over"
    assert [one["games"] for one in found["standings"]] == [2, 2, 2]
    assert all(table["places"] for one in found["made"] for table in one["tables"])


def test_refusals_of_a_tournament(gallery):
    """Missing rights, a missing tournament, and late requests."""
    boss, ada, bo, cy = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy")]
    path = f"/api/tournaments/{opened(boss, kind='swiss')['id']}"
    assert kind(ada.call("POST", f"{path}/start", {})) == (403, "not-the-organiser")
    assert kind(boss.call("POST", f"{path}/start", {})) == (409, "not-now")
    assert kind(gallery.call("POST", f"{path}/entries", {})) == (401, "not-signed-in")
    assert kind(ada.call("DELETE", f"{path}/entries")) == (409, "not-now")
    assert kind(ada.call("POST", "/api/tournaments/nothing/entries", {})) == (404, "no-such-tournament")
    assert kind(gallery.call("GET", "/api/tournaments/nothing")) == (404, "no-such-tournament")
    for one in (ada, bo, cy):
        one.post(f"{path}/entries", {})
    assert not ada.call("DELETE", f"{path}/entries").body["entered"]
    ada.post(f"{path}/entries", {})
    assert kind(ada.call("DELETE", path)) == (403, "not-the-organiser")
    assert boss.call("DELETE", path).body["status"] == "called off"
    assert kind(boss.call("POST", f"{path}/start", {})) == (409, "not-now")


@pytest.mark.parametrize(
    "wrong",
    [{"rulebook": "chess"}, {"size": 7}, {"name": ""}, {"kind": "knockout"}, {"options": {"nonsense": 1}}, {"x": 1}],
)
def test_impossible_tournaments(gallery, wrong):
    """An unknown title, a table of a wrong size, an option that the title does not have."""
    answer = gallery.sign_up("Boss").call(
        "POST", "/api/tournaments", {"name": "Cup", "rulebook": TITLE, "size": 2, **wrong}
    )
    assert kind(answer) in ((422, "invalid-request"), (422, "invalid-option"))
