"""Randomness in the browser: one click opens and joins a table, strict games start automatically, draws are checked."""

import hashlib
import json

import pytest
from playwright.sync_api import expect

from domain.chance import nonce_commitment
from tests.browser.playing import game_of, open_from_the_lobby, to_game, unfold_options
from tests.eventstore.handmade import eventually

TITLE = "kheops"


def kept_luck(page):
    """This browser's stored nonces, by game."""
    return json.loads(page.evaluate("localStorage.getItem('stele-luck')") or "{}")


def test_one_click_opens_a_table_and_joins_with_a_nonce(browse, gallery):
    """The nonce is made after the commitment came, and both are stored.

    If joining fails, the page continues, and one click takes the seat; a private table as well.
    """
    page = browse(gallery.sign_up("Ada"), at="/")
    to_game(page, "#play-now")
    expect(page.locator("#board .kit-surface > svg")).to_be_visible()
    game_id = game_of(page)
    own = kept_luck(page)[game_id]
    assert gallery.get(f"/api/games/{game_id}/state?as=public")["state"]["seats"][0]["nonce"] == own["nonce"]
    assert gallery.get(f"/api/games/{game_id}")["commitment"] == own["commitment"]
    first = gallery.get(f"/api/games/{game_id}/events?limit=2")["events"]
    assert [event["position"] for event in first] == ["1-0", "2-0"]

    page.goto("/")
    page.route("**/seats", lambda route: route.abort())
    page.get_by_role("button", name="New game of Kheops").click()
    unfold_options(page)
    page.get_by_label("Private").check()
    to_game(page)
    expect(page.locator("#sit-down")).to_be_visible()
    page.unroute("**/seats")
    page.click("#sit-down")
    expect(page.locator("#sit-down")).to_have_count(0)
    state = page.evaluate(
        "async (id) => (await import('/web/core/api.js')).call(`/api/games/${id}/state`).then((seen) => seen.state)",
        game_of(page),
    )
    assert state["seats"][0]["nonce"] == kept_luck(page)[game_of(page)]["nonce"]


@pytest.mark.soak
def test_a_strict_game_starts_automatically(browse, gallery):
    """Two browsers commit on joining; when both have joined, both open, from a table and from the lobby."""
    ada, bo = browse(gallery.sign_up("Ada")), browse(gallery.sign_up("Bo"))
    open_from_the_lobby(ada, "Kheops", "Strict randomness")
    game_id = game_of(ada)
    expect(ada.locator("#turn")).to_contain_text("This game has strict randomness")
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


@pytest.mark.soak
def test_a_player_who_joined_in_another_browser_is_told(browse, gallery):
    """The nonce is in the browser that made it; a page without it explains what to do."""
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "strict": True, "sit": False})
    for seat, client in enumerate((ada, bo)):
        body = {"seat": seat, "nonce_commitment": nonce_commitment(game["id"], seat, "kept elsewhere")}
        client.post(f"/api/games/{game['id']}/seats", body)
    page = browse(ada, at=f"/games/{game['id']}")
    expect(page.locator("#turn")).to_contain_text("in the browser you joined with")
    page.goto("/")
    expect(page.locator("#my-games")).to_contain_text("waiting for")


@pytest.mark.soak
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
    with page.expect_response(f"**/api/games/{game['id']}/seat") as answer:
        page.goto(f"/games/{game['id']}")
    assert answer.value.status == 409
    assert eventually(lambda: len(page.evaluate(kept, game["id"])) == 1, 30)
    (found,) = page.evaluate(kept, game["id"])
    sent = hashlib.sha256(json.dumps({"nonce": nonce}, separators=(",", ":")).encode()).hexdigest()
    now = gallery.get(f"/api/games/{game['id']}")
    assert (found["receipt"]["request"], found["position"], found["fault"]) == (sent, now["position"], "")


def test_the_luck_is_derived_again_in_the_browser(browse):
    """The browser can verify the randomness even without the server; `tests/js/luck.test.js` tests the derivation."""
    page = browse(at=f"/games/demo-{TITLE}/replay")
    page.click("#show-study")
    page.click("#check-luck")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".luck-verdict")).to_contain_text("Everything matches")
    expect(dialog.locator(".fits-not")).to_have_count(0)
    first = dialog.locator(".luck-draws tbody td:last-child").first
    page.context.set_offline(True)
    dialog.get_by_label("Possibilities").fill("1")
    expect(first).to_have_text("0")
