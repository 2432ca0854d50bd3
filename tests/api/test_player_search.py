"""Player search over HTTP: for signed-in players, bounded, without suspended and deleted players."""

import pytest

from tests.api.clients import appointed, typed
from tests.api.test_chat import kind

SEARCH = "/api/players/search"


def names(client, text, **more):
    """The names that this text finds."""
    query = "&".join(f"{name}={value}" for name, value in {"name": text, **more}.items())
    return [one["name"] for one in client.get(f"{SEARCH}?{query}")["players"]]


def test_a_player_is_found_by_the_beginning_of_a_name(gallery):
    """Search finds players by id and name, and bots with their owners; it shows nothing else of a player."""
    osiris, seth = gallery.sign_up("Osíris Quux"), gallery.sign_up("Seth")
    found = seth.get(f"{SEARCH}?name=osir")["players"]
    assert {"id": osiris.player["id"], "name": osiris.name} in found
    assert osiris.name in names(osiris, "quux") and osiris.name in names(seth, "OSIRIS")
    assert all({"id", "name"} == set(one) - {"owner"} for one in found)
    for number in range(3):
        gallery.sign_up(f"Quuxalot {number}")
    assert len(names(seth, "quux", limit=2)) == 2


@pytest.mark.parametrize("query", ["", "name=", f"name={'x' * 41}", "name=a&limit=0", "name=a&limit=21"])
def test_a_search_has_bounds(gallery, query):
    """A text of 1 to 40 characters, and up to 20 players."""
    assert kind(gallery.sign_up("Ann").call("GET", f"{SEARCH}?{query}")) == (422, "invalid-request")


def test_visitors_search_for_no_players(gallery):
    """Names are listed for signed-in players only."""
    assert kind(gallery.call("GET", f"{SEARCH}?name=a")) == (401, "not-signed-in")


def test_suspended_and_deleted_players_are_not_found(gallery, application):
    """Suspended players are found again when the suspension ends, deleted players never."""
    host, gone, seeker = gallery.sign_up("Host"), gallery.sign_up("Ozymandias"), gallery.sign_up("Seeker")
    judge = appointed(host)
    for days, expected in ((2, []), (0, [gone.name])):
        assert judge.call("PUT", "/api/operator/suspensions", {"name": gone.name, "days": days}).status == 200
        assert [one for one in names(seeker, "ozym") if one == gone.name] == expected
    typed(application, "people", "delete", gone.player["id"])
    assert gone.name not in names(seeker, "ozym")
