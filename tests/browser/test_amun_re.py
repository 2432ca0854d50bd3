"""Amun-Re, the board game, in the browser: a whole game by clicking, and nobody's cards told to another."""

import json
import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import choose_on_board, open_table
from tests.browser.wire import Wire

TITLE = "amun-re"
MOST_BY_CLICKING = 500


def test_whole_game_by_clicking(browse, gallery, served):
    """Against two computer players, from the first auction to the last Gold, with nothing but clicks on the board.

    No byte that comes tells a Favor card that another player holds.
    """
    game_id, (client,) = table_of(gallery, TITLE, ["Ada"], bots=2)
    wire = Wire(served.port)
    page = browse(client, base_url=wire.url)
    open_table(page, game_id)
    expect(page.locator("#board svg.amunre-board")).to_be_visible()
    lot = random.Random(3)
    heard = ""
    for _ in range(MOST_BY_CLICKING):
        page.locator(".your-turn, .ranking").first.wait_for()
        if page.locator(".ranking").count():
            break
        number = page.locator("#story li").count()
        choose_on_board(page, lot)
        page.click("#confirm")
        expect(page.locator("#story li")).not_to_have_count(number)
        expect(page.locator("#refusal")).to_be_empty()
        heard = wire.heard.decode("utf-8", "replace") if page.locator(".your-turn").count() else heard
    expect(page.locator(".ranking li")).to_have_count(3)
    sent = re.findall(r'"type":"FavorDrawn",[^{]*"data":(\{.*?\}+)', heard)
    drawn = [json.loads(text) for text in sent]
    others = [data for data in drawn if data["seat"] != 0]
    assert others and all(data["card"] == {"hidden": True} for data in others)
    wire.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moves", [0, 25, 60])
def test_axe_finds_no_violation(browse, gallery, theme, moves):
    """At the table, at the beginning, in the first rounds and later."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"])
    play_to_the_end(game_id, clients, random.Random(moves), most=moves)
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = browse(clients[seat], theme=theme)
    open_table(page, game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [320, 390, 768, 1440, 2200])
def test_fits_any_width(browse, width):
    """The map fits from a small phone to a wide screen."""
    page = browse(viewport={"width": width, "height": 900})
    page.goto("/games/demo-amun-re/replay#80")
    expect(page.locator("#board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
