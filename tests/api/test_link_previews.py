"""Link previews: only public information, and escaped."""

import re
from html import unescape
from http.cookies import SimpleCookie

from tests.api.clients import table_of

TITLE = "kheops"


def said(gallery, path, **headers):
    """The tags of a page."""
    text = gallery.call("GET", path, **headers).body.decode()
    tags = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', text)
    return {name: unescape(content) for name, content in tags}


def test_a_game_shows_its_players_and_turn(gallery):
    """The gallery's view; its picture is the title's cover, small and no SVG."""
    game, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    asked = gallery.get(f"/api/games/{game}")
    name = asked["seats"][asked["to_act"][0]]["name"]
    told = said(gallery, f"/games/{game}")
    assert all(one["name"] in told["og:title"] for one in asked["seats"]) and told["og:title"].startswith("Kheops: ")
    assert told["og:description"] == told["description"] == f"To move: {name}."
    assert told["og:url"] == f"{gallery.url}/games/{game}" and told["twitter:card"] == "summary_large_image"
    picture = gallery.call("GET", told["og:image"].removeprefix(gallery.url))
    assert picture.headers["Content-Type"] == "image/jpeg" and len(picture.body) <= 30_000
    assert said(gallery, f"/games/{game}", Accept_Language="it")["description"] == f"Tocca a: {name}."
    session = SimpleCookie(clients[0].call("POST", "/api/sessions", {}).headers["Set-Cookie"])["stele-session"].value
    assert said(gallery, f"/games/{game}", Cookie=f"stele-session={session}") == told


def test_a_finished_game_names_its_winner_only_if_its_link_shows_results(gallery):
    """The links of the table and the replay say that it is over."""
    game, (player,) = table_of(gallery, TITLE, ["Ada"], bots=1)
    player.post(f"/api/games/{game}/moves", {"type": "Resign"})
    seen = gallery.get(f"/api/games/{game}")
    winners = [seen["seats"][seat]["name"] for seat, place in enumerate(seen["result"]["places"]) if place == 1]
    for path in (f"/games/{game}", f"/games/{game}/replay"):
        for query in ("", "?s=0"):
            told = said(gallery, path + query)["og:description"]
            assert told.startswith("The game is over.") and "won" not in told
            assert not any(name in told for name in winners)
        told = said(gallery, f"{path}?s=1")["og:description"]
        assert winners and all(f"{name} won." in told for name in winners)
    assert told.endswith("Every step can be replayed.")


def test_a_private_game_needs_its_invitation(gallery):
    """Without the invitation, the page looks like a missing game's; with it, the page names no other address."""
    host = gallery.sign_up("Quiet host")
    game = host.post("/api/games", {"rulebook": TITLE, "players": 2, "private": True})
    hidden = gallery.call("GET", f"/games/{game['id']}").body.decode()
    assert "Quiet host" not in hidden and "Kheops" not in hidden and 'data-drawn=""' in hidden
    assert hidden.replace(game["id"], "x") == gallery.call("GET", "/games/x").body.decode()
    told = said(gallery, f"/games/{game['id']}?invite={game['invite']}")
    assert "Quiet host" in told["og:title"] and told["description"] == "One seat is free."
    assert "og:url" not in told and told["robots"] == "noindex"


def test_names_are_text(gallery):
    """Any player name."""
    game, _clients = table_of(gallery, TITLE, ['"><script>x', "Bo"])
    text = gallery.call("GET", f"/games/{game}").body.decode()
    assert "<script>x" not in text and "&lt;script&gt;x" in text
