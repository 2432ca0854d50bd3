"""Every title's drawing: it can be read by everybody, and fits any width."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from domain.rulebooks import find_rulebooks
from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import open_table

TITLES = list(find_rulebooks())
WIDTHS = (320, 390, 768, 1440, 2200)


def unreadable(page):
    """What axe-core finds."""
    found = Axe().run(page)
    return found.generate_report() if found.violations_count else None


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moves", [0, 15, 35])
@pytest.mark.parametrize("name", TITLES)
def test_axe_finds_no_violation(browse, gallery, name, theme, moves):
    """At the table, at the beginning and later, and in the replay."""
    players = find_rulebooks()[name].meta.least_players
    game_id, clients = table_of(gallery, name, ["Ada", "Bo", "Cy"][:players])
    play_to_the_end(game_id, clients, random.Random(moves), most=moves)
    game = gallery.get(f"/api/games/{game_id}")
    page = browse(clients[game["to_act"][0]], theme=theme)
    open_table(page, game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    assert unreadable(page) is None
    page.goto(f"/games/{game_id}/replay#{game['position']}")
    expect(page.locator("#board svg").first).to_be_visible()
    assert unreadable(page) is None


@pytest.mark.parametrize("name", TITLES)
def test_fits_any_width(browse, name):
    """A step in the middle of the demonstration, from a small phone to a wide screen: nothing runs out to the side."""
    page = browse()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"/games/demo-{name}/replay?width={width}#30")
        expect(page.locator("#board svg").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
