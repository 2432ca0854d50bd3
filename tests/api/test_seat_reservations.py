"""Reserved seats over HTTP: declined by their player, released by the first seated player (G21)."""

from tests.api.test_chat import kind

TITLE = "kheops"


def kept_for(opener, name):
    """The path of a game with a seat reserved for the player of this name."""
    made = opener.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": True, "reserved": ["", name]})
    return f"/api/games/{made['id']}"


def test_a_reserved_seat_is_declined_or_released(gallery):
    """Then it is open to all, and a second request is answered that it is not reserved."""
    ann, bob, eve = [gallery.sign_up(name) for name in ("Ann", "Bob", "Eve")]
    for who in (bob, ann):
        path = kept_for(ann, bob.player["name"])
        refused = eve.call("DELETE", f"{path}/reservations/1")
        assert kind(refused) == (409, "against-the-rules") and refused.body["rule"] == "G21"
        assert kind(eve.call("POST", f"{path}/seats", {})) == (409, "against-the-rules")
        free = who.call("DELETE", f"{path}/reservations/1").body
        assert "reserved" not in free["seats"][1]
        assert kind(who.call("DELETE", f"{path}/reservations/1")) == (409, "against-the-rules")
        assert eve.post(f"{path}/seats", {})["status"] == "playing"


def test_without_a_session_or_a_game(gallery):
    """Without a session, and for no game."""
    path = kept_for(gallery.sign_up("Ann"), gallery.sign_up("Bob").player["name"])
    assert kind(gallery.call("DELETE", f"{path}/reservations/1")) == (401, "not-signed-in")
    assert kind(gallery.sign_up("Eve").call("DELETE", "/api/games/nothing/reservations/0")) == (404, "no-such-game")
