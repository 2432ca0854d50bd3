"""Puzzles in the browser: found from the lobby, answered on the board, with the solution and a streak."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_puzzles import add_puzzle, forget_puzzles
from tests.browser.playing import axe_report, fits

TITLE = "amun-re-card-game"


@pytest.fixture(scope="module")
def puzzles(served):
    """Two puzzles of a finished game: their ids, and the texts of their best moves."""
    forget_puzzles(served)
    game_id, clients = table_of(Client(served.url), TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(5))
    found = {}
    for number in (0, 1):
        puzzle_id, best, _ = add_puzzle(served, game_id, number)
        wanted = json.loads(json.dumps({name: value for name, value in best.items() if name != "seat"}))
        moves = Client(served.url).get(f"/api/puzzles/{puzzle_id}")["moves"]
        found[puzzle_id] = next(one["text"] for one in moves if one["move"] == wanted)
    return found


def test_a_puzzle_is_solved(browse, served, puzzles):
    """The lobby shows today's with its board. A wrong move first, then the solution; the next puzzle at once."""
    page = browse(Client(served.url).sign_up("Cleo"), at=served.url)
    card = page.locator("#puzzles .game", has_text="Amun-Re: The Card Game")
    card.scroll_into_view_if_needed()
    expect(card.locator(".thumbnail > svg")).to_be_visible()
    page.locator("#puzzles a[href$='/puzzles']").click()
    expect(page.locator("h1")).to_have_text("Puzzles")
    cards = page.locator("#puzzles-amun-re-card-game .game")
    expect(cards).to_have_count(2)
    expect(cards.first.locator(".thumbnail > svg")).to_be_visible()
    today = cards.first.locator("a")
    assert axe_report(page) is None
    today.click()
    expect(page.locator("#puzzle h2")).to_contain_text("to move: find the best move.")
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    best = puzzles[page.url.rpartition("/")[2]]
    page.locator("#puzzle summary").click()
    buttons = page.locator(".puzzle-moves button")
    other = next(words for words in buttons.all_inner_texts() if words != best)
    page.get_by_role("button", name=other, exact=True).first.click()
    expect(page.locator("#chosen")).to_have_text(other)
    expect(page.locator(".preview-mark")).to_have_text("Preview, not played yet")
    page.click("#confirm")
    expect(page.locator("#feedback")).to_have_text("There is a better move. Try again, or show the solution.")
    page.click("#show-me")
    expect(page.locator("#solution")).to_contain_text("raises the winning chance by 21 percentage points")
    expect(page.locator("#chosen")).to_have_text(best)
    expect(page.locator("#confirm")).to_be_disabled()
    assert axe_report(page) is None
    following = next(one for one in puzzles if not page.url.endswith(one))
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(following))
    best = puzzles[following]
    page.locator("#puzzle summary").click()
    page.get_by_role("button", name=best, exact=True).first.click()
    page.keyboard.press("Enter")
    expect(page.locator("#feedback")).to_have_text("Right: this is the best move.")
    replay = page.get_by_role("link", name="See it in the replay")
    expect(replay).to_have_attribute("href", re.compile(r"/games/\w+/replay#\d+-0$"))
    page.get_by_role("link", name="All puzzles").click()
    expect(cards.first).to_contain_text("You missed it")

    phone = browse(phone=True, theme="dark", locale="it-IT", at=f"{served.url}/puzzles")
    expect(phone.locator("h1")).to_have_text("Problemi")
    fits(phone, 390)
    phone.locator("#puzzles-amun-re-card-game .game a").first.click()
    expect(phone.locator("#board .can-pick")).not_to_have_count(0)
    assert axe_report(phone) is None
    fits(phone, 390)
