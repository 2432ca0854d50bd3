"""Returning to a game: the events since my last move, and the next game that waits."""

import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import table_of
from tests.browser.playing import axe_report, game_of, open_table, saved
from tests.browser.test_moves import answer_first, table_at_offerings

# Every announced sentence while the board shows its step.
LISTEN = """
  window.passed = [];
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => {
      const text = document.querySelector(".since-now:not([hidden])")?.textContent;
      if (text && text !== window.passed.at(-1)) window.passed.push(text);
    }).observe(document.querySelector("main"), { childList: true, subtree: true });
  });
"""


def test_events_since_my_last_move(browse, gallery):
    """After a move, a key leads to the next waiting game. On return, the other players' moves are played and announced.

    All of them can be played again; none is repeated automatically.
    """
    game_id, (ada, bo) = table_at_offerings(gallery)
    page = open_table(browse(ada, motion=True, script=LISTEN), game_id)
    page.wait_for_function("() => localStorage.getItem('stele-seen') !== null")
    page.locator(".move").first.click()
    page.click("#confirm")
    expect(page.locator("#next-game")).to_contain_text("to the lobby")
    expect(page.locator("#since")).to_be_hidden()
    kheops = {"rulebook": "kheops", "players": 2, "bots": 1, "sit": False, "options": {"white": "first"}}
    other = ada.post("/api/games", kheops)["id"]
    ada.post(f"/api/games/{other}/seats", {"nonce": "nonce"})
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{other}")
    page.locator(".move").first.wait_for()

    answer_first(bo, game_id)
    events = ada.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    action = events[-1]["position"].split("-")[0]
    since = [event["text"] for event in events if event["position"].split("-")[0] == action]
    open_table(page, game_id)
    again = page.locator("#since-again")
    expect(again).to_have_accessible_name("Skip")
    expect(again).to_have_accessible_name("Watch again")
    assert page.evaluate("window.passed") == since
    words = page.locator(".since-words a")
    assert 2 <= words.count() <= 3
    assert any(ada.name in text for text in words.all_inner_texts())
    assert words.first.get_attribute("href").startswith(f"/games/{game_id}/replay#{action}-")
    expect(page.locator(".since-count")).to_have_text(f"{len(since)} steps")
    assert not (report := axe_report(page, within="#since")), report

    seen = page.evaluate("JSON.parse(localStorage.getItem('stele-seen'))")
    assert seen[game_id] == events[-1]["position"]
    page.evaluate("window.passed = []")
    again.click()
    expect(again).to_have_accessible_name("Skip")
    page.mouse.click(5, 300)
    expect(again).to_have_accessible_name("Watch again")
    assert len(page.evaluate("window.passed")) < len(since)

    page.emulate_media(reduced_motion="reduce")
    open_table(page, game_id)
    expect(words.nth(1)).to_be_attached()
    expect(again).to_be_hidden()
    assert page.evaluate("window.passed") == []


@pytest.mark.soak
def test_the_board_stays_under_the_finger(browse, gallery):
    """On a phone the board stays in place during announcements, and the link to the story has the number of new
    lines.
    """
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    asked = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = open_table(browse(clients[asked], phone=True, motion=True), game_id)
    page.wait_for_function("() => localStorage.getItem('stele-seen') !== null")
    board, new = page.locator(".kit-surface > svg"), page.locator("#show-side")
    place = board.bounding_box()["y"]
    while gallery.get(f"/api/games/{game_id}")["to_act"] == [asked]:
        answer_first(clients[asked], game_id)
    expect(new).to_have_attribute("data-new", "")
    assert abs(board.bounding_box()["y"] - place) < 1
    while gallery.get(f"/api/games/{game_id}")["to_act"] != [asked]:
        answer_first(clients[1 - asked], game_id)
    expect(new).to_have_attribute("data-new", re.compile("[1-9]"))
    assert abs(board.bounding_box()["y"] - place) < 1
    new.click()
    expect(page.locator(".since-words a").first).to_be_visible()
    new.click()
    answer_first(clients[asked], game_id)
    expect(new).to_have_attribute("data-new", "")
    assert abs(board.bounding_box()["y"] - place) < 1


def test_the_lobby_shows_the_boards(browse, gallery):
    """Each game in my view, drawn by its title's drawing in a reserved place, and requested once.

    A table without play has its cover. Readers and keyboard users can skip it.
    """
    game_id, (ada,) = table_of(gallery, "kheops", ["Ada"], bots=1)
    ada.post("/api/games", {"rulebook": "amun-re", "players": 3})
    asked, held = [], []
    page = browse(ada, phone=True, motion=True, requests=asked)
    is_free = []
    page.route("**/state?*", lambda route: route.continue_() if is_free else held.append(route))
    page.goto("/")
    mine = page.locator("#my-games .game")
    page.wait_for_function("() => document.querySelectorAll('#my-games .thumbnail').length === 2")
    before = [mine.nth(place).bounding_box() for place in range(2)]
    is_free.append(True)
    for route in held:
        route.continue_()
    expect(mine.locator(".thumbnail[inert][aria-hidden=true] > svg.kit-board")).to_have_count(1)
    expect(mine.locator(".thumbnail > img")).to_have_count(1)
    assert [mine.nth(place).bounding_box() for place in range(2)] == before
    addresses = [request.url for request in asked if "/state?" in request.url]
    assert len(addresses) == len(set(addresses))
    assert sum(f"/{game_id}/state" in url for url in addresses) == 1
    assert page.locator(".thumbnail .can-pick").count() == 0


def test_the_end_is_shown_once(browse, gallery):
    """Each player sees the end once automatically, and later on request; a rematch is one click away.

    A spectator requests the end, and sees the points count up.
    """
    kheops = {"rulebook": "kheops", "players": 2, "bots": 1, "sit": False, "options": {"white": "first"}}
    ada = gallery.sign_up("Ada")
    game_id = ada.post("/api/games", kheops)["id"]
    ada.post(f"/api/games/{game_id}/seats", {"nonce": "nonce"})
    ada.post(f"/api/games/{game_id}/moves", ada.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"])
    ada.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
    page = browse(ada, motion=True)
    open_finished(page, game_id)
    expect(page.locator("#ending h2")).to_contain_text("has won")
    expect(page.locator("#ending")).to_be_focused()
    open_finished(page, game_id)
    page.click("#show-end")
    page.click("#close-ending")
    expect(page.locator("#ending")).to_have_count(0)
    page.click("#show-end")
    page.click("#play-again")
    page.wait_for_url(lambda url: "/games/" in url and game_id not in url)
    again = ada.get(f"/api/games/{game_of(page)}")
    assert (again["rulebook"], again["players"], again["options"]["white"]) == ("kheops", 2, "first")
    assert [seat["kind"] for seat in again["seats"]] == ["person", "steward"]

    open_finished(page, "demo-amun-re-card-game")
    expect(page.locator("#ending")).to_have_count(0)
    surface = page.locator(".kit-surface > svg")
    size = surface.bounding_box()
    page.click("#show-end")
    expect(page.locator("#close-ending")).to_be_in_viewport()
    assert surface.bounding_box() == size, "the end takes nothing from the board"
    page.wait_for_function(
        "() => document.querySelectorAll('tbody tr').length && !document.querySelector('.uncounted')"
    )
    points = gallery.get("/api/games/demo-amun-re-card-game")["result"]["points"]
    expect(page.locator("#ending tfoot td")).to_have_text([str(one) for one in points])
    best = sorted(points, reverse=True)[:3]
    expect(page.locator("#ending .podium-step")).to_have_text([str(one) for one in best])
    expect(page.locator("#ending .curve path.curve-line")).to_have_count(len(points))
    expect(page.locator("#play-again")).to_have_count(0)
    assert saved(page, "#save-picture").startswith(b"\x89PNG")
    assert not (report := axe_report(page, within="#ending")), report


def open_finished(page, game_id):
    """Go to the table of a finished game."""
    page.goto(f"/games/{game_id}")
    expect(page.locator("#show-end")).to_be_attached()  # hidden while the end is shown, which may be at once
