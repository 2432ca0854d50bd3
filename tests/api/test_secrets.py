"""A private game is for its players; what seats hide from each other is searched for by `test_leaks.py`."""

import re

from tests.api.contract import contract_of_applications


def test_no_call_reads_a_private_game(gallery):
    """Each view of the game is refused to a stranger, because the game is private."""
    host, stranger = gallery.sign_up("Host"), gallery.sign_up("Stranger")
    game = host.post("/api/games", {"rulebook": "kheops", "players": 2, "private": True})["id"]
    document, resolved = contract_of_applications().document, contract_of_applications().resolved
    for path, calls in document["paths"].items():
        if path.startswith("/api/games/{game_id}") and "get" in calls:
            place = re.sub(r"{(\w+)}", lambda name: game if name[1] == "game_id" else "1", path)
            asked = {resolved(one)["name"] for one in calls["get"].get("parameters", ())}
            query = "&".join(
                f"{name}={value}" for name, value in {"at": "1-0", "room": "players"}.items() if name in asked
            )
            answer = stranger.call("GET", f"{place}?{query}")
            assert (answer.status, answer.body["type"]) == (403, "urn:stele:problem:private-game"), path


def test_a_private_game_is_for_its_players(gallery):
    """A private game is not in the lobby, and needs a seat or the invitation to be read or joined."""
    ann, bob, eve = (gallery.sign_up(name) for name in ("Ann", "Bob", "Eve"))
    game = ann.post("/api/games", {"rulebook": "kheops", "players": 2, "private": True})
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
