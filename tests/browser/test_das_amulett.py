"""Das Amulett in the browser: a whole game by clicking, and nobody's hand told to another."""

import json
import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import choose_on_board, open_table
from tests.browser.wire import Wire

TITLE = "das-amulett"
MOST_BY_CLICKING = 700
SEALED = ("MetalsDealt", "MetalsDrawn", "MetalTaken", "SpellsDealt", "SpellsKept", "SpellsFuelled")


def sealed_of_others(heard, seat):
    """The data of every sealed event of other seats that came over the wire."""
    kinds = "|".join(SEALED)
    found = [json.loads(text) for text in re.findall(rf'"type":"(?:{kinds})",[^{{]*"data":(\{{.*?\}}+)', heard)]
    return [data for data in found if data["seat"] != seat]


def play_by_clicking(page, wire, lot, most=MOST_BY_CLICKING):
    """Nothing but clicks on the board, to the end or until so many moves are made; what was heard while it went on."""
    heard = ""
    for _ in range(most):
        page.locator(".your-turn, .ranking").first.wait_for()
        if page.locator(".ranking").count():
            break
        number = page.locator("#story li").count()
        choose_on_board(page, lot)
        page.click("#confirm")
        expect(page.locator("#story li")).not_to_have_count(number)
        expect(page.locator("#refusal")).to_be_empty()
        heard = wire.heard.decode("utf-8", "replace") if page.locator(".your-turn").count() else heard
    return heard


def test_whole_game_by_clicking(browse, gallery, served):
    """Against two computer players with the advanced set-up, from the secret choice to the amulet that is complete.

    No byte that comes tells a metal or a spell that another player keeps to themselves.
    """
    game_id, (client,) = table_of(gallery, TITLE, ["Ada"], bots=2, options={"advanced": True})
    wire = Wire(served.port)
    page = browse(client, base_url=wire.url)
    open_table(page, game_id)
    expect(page.locator("#board svg.amulett-board")).to_be_visible()
    heard = play_by_clicking(page, wire, random.Random(3))
    expect(page.locator(".ranking li")).to_have_count(3)
    others = sealed_of_others(heard, 0)
    assert {"metals", "spells", "energy"} <= {name for data in others for name in data}
    for data in others:
        values = [value for name, value in data.items() if name in ("metals", "metal", "spells", "energy")]
        assert values and all(value["hidden"] is True for value in values), data
    wire.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moves", [0, 12, 40])
def test_axe_finds_no_violation(browse, gallery, theme, moves):
    """At the table: the choice of spells, an auction or the metals, and later."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"], options={"advanced": moves == 0})
    play_to_the_end(game_id, clients, random.Random(moves), most=moves)
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = browse(clients[seat], theme=theme)
    open_table(page, game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [320, 390, 768, 1440, 2200])
def test_fits_any_width(browse, width):
    """The map and all amulets fit from a small phone to a wide screen."""
    page = browse(viewport={"width": width, "height": 900})
    page.goto("/games/demo-das-amulett/replay#80")
    expect(page.locator("#board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
