"""Luck from a beacon in the browser: a game waits for its round and says so.

How a finished game's round is checked: `tests/js/luck.test.js`, `tests/js/verification.test.js`.
"""

import time
from functools import partial

import pytest
from playwright.sync_api import expect

from audit.signing.receipts import is_genuine
from tests.api.clients import Client
from tests.beacons import Network, Relay
from tests.browser.playing import game_of, open_from_the_lobby
from tests.serving import Served

NETWORK = Network(genesis_time=1_700_000_000)
TITLE = "kheops"


@pytest.fixture(scope="module")
def club(server_directory):
    """A server whose games may use the beacon of this relay."""
    with Relay(NETWORK).serving() as relay:
        server = Served(server_directory("beacon"), STELE_BEACON=relay.url).start()
        while Client(server.url).get("/api/rulebooks")["beacon"] is None:
            time.sleep(0.2)
        yield server
        server.stop()


@pytest.fixture
def browse_club(browse, club):
    """Browsers of this server."""
    return partial(browse, base_url=club.url)


def test_a_game_waits_for_its_round(browse_club, club):
    """The lobby offers the beacon, the table says what it waits for, and a player's browser keeps the receipt."""
    gallery = Client(club.url)
    assert gallery.get("/api/rulebooks")["beacon"] == {"id": "test", "hash": NETWORK.beacon.hash}
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    page = browse_club(ada)
    open_from_the_lobby(page, "Kheops", "Luck from a public beacon")
    game_id = game_of(page)
    expect(page.locator("#turn .beacon")).to_contain_text("depend on the public beacon test")
    assert gallery.get(f"/api/games/{game_id}")["beacon"]["round"] is None
    told = bo.post(f"/api/games/{game_id}/seats", {"nonce": "bo"})
    assert (told["status"], told["beacon"]["recorded"]) == ("waiting", False)
    receipt = told["receipt"]
    assert is_genuine(receipt) and (receipt["position"], receipt["digest"]) == (told["position"], told["digest"])
    expect(page.locator("#turn h2")).to_have_text("Waiting for the public beacon")
    expect(page.locator("#turn .beacon")).to_contain_text(f"round {told['beacon']['round']:d}")
    kept = "async (game) => (await import('/web/signing/receipts.js')).keptReceipts(game)"
    page.wait_for_function(f"async (game) => (await ({kept})(game)).length > 0", arg=game_id)
    assert [one["position"] for one in page.evaluate(kept, game_id)] == [told["position"]]
    page.goto("/")
    expect(page.locator("#my-games")).to_contain_text("waiting for the public beacon")
    ada.post(f"/api/games/{game_id}/moves", {"type": "Abort"})


def test_a_server_without_a_beacon_does_not_offer_it(gallery):
    """Neither the lobby's data nor the call."""
    assert gallery.get("/api/rulebooks")["beacon"] is None
    answer = gallery.sign_up("Cy").call("POST", "/api/games", {"rulebook": TITLE, "players": 2, "beacon": True})
    assert (answer.status, "no public beacon" in answer.body["detail"]) == (422, True)
