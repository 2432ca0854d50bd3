"""Luck from a beacon in the browser: a game waits for its round and says so, and a finished game's round is checked."""

import time
from functools import partial

import pytest
from playwright.sync_api import expect

from audit.signing.receipts import is_genuine
from domain.game import Abort, RecordBeacon, TakeSeat
from services.accounts.players import new_id
from tests.api.clients import Client
from tests.audit.games import SEATED, Seating, bundled
from tests.beacons import Network, Relay
from tests.browser.playing import game_of, open_from_the_lobby
from tests.serving import Served, command

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


@pytest.fixture(scope="module")
def finished(club, tmp_path_factory):
    """A game of this network that was called off after its start, imported from elsewhere."""
    table = Seating(TITLE, bytes(range(32)), 2, beacon=NETWORK.beacon, begins=1_767_225_600_123)
    for nonce in ("ann", "ben"):
        table.act(TakeSeat(0, player=new_id(), nonce=nonce))
    number = table.game.awaited
    table.act(RecordBeacon(-1, number, NETWORK.signature(number)), after=65_000)
    table.act(Abort(0))
    file = tmp_path_factory.mktemp("beacon") / "game.ndjson"
    file.write_bytes(bundled(table.projector, table.played(), table.played().entries))
    code, text = command(club.data, "import", str(file), "--unsigned")
    assert code == 0, text
    return number, file


def test_the_round_of_a_finished_game_is_checked(browse_club, finished):
    """By the browser itself, which names the network, and says that it does not know it."""
    number, _file = finished
    page = browse_club()
    page.goto(f"/games/{SEATED}/replay")
    page.click("#show-study")
    page.click("#check-luck")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".luck-verdict")).to_contain_text("Everything matches")
    expect(dialog).to_contain_text(f"Round {number} of the beacon test was due, and the beacon signed it.")
    expect(dialog).to_contain_text("This page does not know that beacon")
    expect(dialog).to_contain_text("Scheme 2 with a public beacon")
    expect(dialog.locator(".fits-not")).to_have_count(0)


def test_the_page_of_a_verification_says_it(browse_club, finished):
    """In the answer about the luck, with the warning beside the check."""
    _number, file = finished
    page = browse_club()
    page.goto("/verify")
    page.set_input_files("input[type=file]", str(file))
    luck = page.locator("[data-check=luck]").first
    expect(luck).to_contain_text("with warnings")
    expect(page.locator("main")).to_contain_text("the public source test, which this page does not know")
