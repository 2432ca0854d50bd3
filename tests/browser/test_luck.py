"""Luck in the browser: one click opens a table and joins it, strict games start automatically, draws are checked."""

import hashlib
import json
import random

import pytest
from playwright.sync_api import expect

from audit.bundle import import_entries, read_bundle
from domain.chance import KeyedChance, nonce_commitment
from domain.projector import projector_for
from eventstore.entries import read_records
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.playing import game_of, open_from_the_lobby, unfold_options
from tests.eventstore.handmade import eventually

TITLE = "kheops"


def kept_luck(page):
    """This browser's stored nonces, by game."""
    return json.loads(page.evaluate("localStorage.getItem('stele-luck')") or "{}")


def test_one_click_opens_a_table_and_joins_with_a_nonce(browse, gallery):
    """The nonce is made after the commitment came, and both are stored."""
    page = browse(gallery.sign_up("Ada"))
    page.goto("/")
    page.click("#play-now")
    page.wait_for_url("**/games/*")
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()
    game_id = game_of(page)
    own = kept_luck(page)[game_id]
    assert gallery.get(f"/api/games/{game_id}/state?as=public")["state"]["seats"][0]["nonce"] == own["nonce"]
    assert gallery.get(f"/api/games/{game_id}")["commitment"] == own["commitment"]
    first = gallery.get(f"/api/games/{game_id}/events?limit=2")["events"]
    assert [event["position"] for event in first] == ["1-0", "2-0"]


def test_a_table_whose_opener_could_not_join_offers_the_seat(browse, gallery):
    """The second request fails: the page goes on, and one click takes the seat; a private table as well."""
    page = browse(gallery.sign_up("Ada"))
    page.goto("/")
    page.route("**/seats", lambda route: route.abort())
    page.get_by_role("button", name="New game of Kheops").click()
    unfold_options(page)
    page.get_by_label("Private").check()
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*")
    expect(page.locator("#sit-down")).to_be_visible()
    page.unroute("**/seats")
    page.click("#sit-down")
    expect(page.locator("#sit-down")).to_have_count(0)
    state = page.evaluate(
        "async (id) => (await import('/web/core/api.js')).call(`/api/games/${id}/state`).then((seen) => seen.state)",
        game_of(page),
    )
    assert state["seats"][0]["nonce"] == kept_luck(page)[game_of(page)]["nonce"]


def test_a_strict_game_starts_automatically(browse, gallery):
    """Two browsers commit on joining; when both have joined, both open, from a table and from the lobby."""
    ada, bo = browse(gallery.sign_up("Ada")), browse(gallery.sign_up("Bo"))
    open_from_the_lobby(ada, "Kheops", "Strict luck")
    game_id = game_of(ada)
    expect(ada.locator("#turn")).to_contain_text("This game has strict luck")
    ada.goto("about:blank")  # no page is open while the other player joins

    bo.goto(f"/games/{game_id}")
    bo.click("#sit-down")
    expect(bo.locator("#turn")).to_contain_text("All seats are taken")
    expect(bo.locator("#story")).to_contain_text("revealed their contribution to the random draws")
    assert gallery.get(f"/api/games/{game_id}")["to_open"] == [0]
    expect(bo.locator("#turn h2")).to_contain_text("Waiting for Ada")

    ada.goto("/")
    expect(bo.locator("#board .kit-surface > svg")).to_be_visible()
    expect(bo.locator("#turn")).not_to_contain_text("All seats are taken")
    game = gallery.get(f"/api/games/{game_id}")
    assert (game["status"], game["to_open"]) == ("playing", [])
    events = gallery.get(f"/api/games/{game_id}/events?limit=20")["events"]
    bound = {event["data"]["seat"]: event["data"] for event in events if event["type"] == "SeatTaken"}
    opened = {event["data"]["seat"]: event["data"]["nonce"] for event in events if event["type"] == "NonceOpened"}
    for seat in (0, 1):
        assert bound[seat]["nonce"] == ""
        assert bound[seat]["nonce_commitment"] == nonce_commitment(game_id, seat, opened[seat])
    assert opened[1] == kept_luck(bo)[game_id]["nonce"]


def test_a_player_who_joined_in_another_browser_is_told(browse, gallery):
    """The nonce is in the browser that made it; a page without it explains what to do."""
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "strict": True, "sit": False})
    for seat, client in enumerate((ada, bo)):
        body = {"seat": seat, "nonce_commitment": nonce_commitment(game["id"], seat, "kept elsewhere")}
        client.post(f"/api/games/{game['id']}/seats", body)
    page = browse(ada)
    page.goto(f"/games/{game['id']}")
    expect(page.locator("#turn")).to_contain_text("in the browser you joined with")
    page.goto("/")
    expect(page.locator("#my-games")).to_contain_text("waiting for")


def test_a_refused_opening_leaves_a_signed_answer(browse, gallery):
    """The server does not take the nonce; the browser keeps what shows that it had it, and when."""
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "strict": True, "sit": False})
    for seat, client in enumerate((ada, bo)):
        body = {"seat": seat, "nonce_commitment": nonce_commitment(game["id"], seat, "another")}
        client.post(f"/api/games/{game['id']}/seats", body)
    page, nonce = browse(ada), "ab" * 16
    page.goto("/")
    own = {game["id"]: {"commitment": game["commitment"], "nonce": nonce}}
    page.evaluate("own => localStorage.setItem('stele-luck', own)", json.dumps(own))
    kept = "async (game) => (await import('/web/signing/receipts.js')).keptReceipts(game)"
    with page.expect_response(f"**/api/games/{game['id']}/nonce") as answer:
        page.goto(f"/games/{game['id']}")
    assert answer.value.status == 409
    assert eventually(lambda: len(page.evaluate(kept, game["id"])) == 1, 30)
    (found,) = page.evaluate(kept, game["id"])
    sent = hashlib.sha256(json.dumps({"nonce": nonce}, separators=(",", ":")).encode()).hexdigest()
    now = gallery.get(f"/api/games/{game['id']}")
    assert (found["receipt"]["request"], found["position"], found["fault"]) == (sent, now["position"], "")


@pytest.fixture(scope="module")
def finished(served):
    """A finished game between a person with a nonce and a computer player, and its bundle."""
    gallery = Client(served.url)
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(3))
    return game_id, gallery.call("GET", f"/api/games/{game_id}/bundle?as=all").body


def test_the_luck_is_derived_again_in_the_browser(browse, finished):
    """Each draw's bytes, and its number below any bound, also without the server; the scheme's limits are named."""
    game_id, bundle = finished
    page = browse()
    page.goto(f"/games/{game_id}/replay")
    page.click("#show-study")
    page.click("#check-luck")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".luck-verdict")).to_contain_text("Everything matches")
    expect(dialog).to_contain_text("Scheme 2: ")
    expect(dialog.locator(".fits-not")).to_have_count(0)
    page.context.set_offline(True)
    projector = projector_for(TITLE)
    records = read_records(projector, import_entries(read_bundle(bundle)))
    drawn = sum(record.luck for record in records)
    final = projector.fold(records)
    shown = dialog.locator(".luck-draws tbody tr")
    expect(shown).to_have_count(drawn)
    nonces = [seat.nonce for seat in final.seats]
    for bound in (6, 2**53 - 1):
        dialog.get_by_label("Possibilities").fill(str(bound))
        chance = KeyedChance(bytes.fromhex(final.key), game_id, nonces)
        wanted = [str(chance.below(bound)) for _ in range(drawn)]
        expect(shown.locator("td:last-child")).to_have_text(wanted)
    page.context.set_offline(False)


def test_a_lie_about_the_luck_is_shown(browse, finished):
    """Another key than the committed one; another commitment than this browser's."""
    game_id, _bundle = finished
    page = browse()
    page.goto(f"/games/{game_id}/replay")

    def with_another_key(route):
        response = route.fetch()
        told = response.json()
        told["events"][-1]["data"]["key"] = "00" * 32
        route.fulfill(response=response, json=told)

    page.route("**/events?*", with_another_key)
    page.click("#show-study")
    page.click("#check-luck")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Check FAILED")
    expect(page.locator(".fits-not")).to_have_count(1)
    page.keyboard.press("Escape")
    page.unroute("**/events?*")
    lie = json.dumps({game_id: {"commitment": "11" * 32, "nonce": "mine"}})
    page.evaluate("(kept) => localStorage.setItem('stele-luck', kept)", lie)
    page.click("#show-study")
    page.click("#check-luck")
    expect(page.locator(".fits-not")).to_contain_text("this browser received before")
