"""New title: it works in the browser as soon as its folder exists, in lobby, table and replay, without other files."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.api.clients import Client
from tests.browser.playing import game_of, open_table, position_of, saved, to_game, unfold_options
from tests.documents.guide import checkout_with_title
from tests.serving import Served


@pytest.fixture(scope="module")
def with_title(server_directory):
    """A server of a checkout with the title of `docs/tutorials/adding-a-title.md` added."""
    root = checkout_with_title(server_directory("guide"))
    server = Served(server_directory("new-title"), root=root).start()
    yield server
    server.stop()


@pytest.fixture
def page(browse, with_title):
    """A visitor of that server."""
    player = Client(with_title.url).sign_up("Ada")
    return browse(player, base_url=with_title.url)


@pytest.mark.soak
def test_played_and_replayed(page):
    """Opened with its option, played to its end against computer players, replayed with score graph and comparison."""
    page.goto("/")
    expect(page.locator(".title-card", has_text="Pure Strategy").locator("svg.cover")).to_be_visible()
    page.get_by_role("button", name="New game of The Game of Pure Strategy").click()
    unfold_options(page)
    page.get_by_label("cards").fill("4")
    to_game(page)
    open_table(page, game_of(page))
    expect(page.locator("#board .plain-board")).to_contain_text("Prizes left")
    expect(page.locator("#turn")).to_contain_text("Bid")
    expect(page.locator("#plain")).to_be_hidden()
    # A computer player's answer meanwhile is told in a notice, which lies over the moves until it is closed.
    notices = page.locator("#notices .notice")
    page.add_locator_handler(notices, lambda: notices.get_by_role("button", name="Close").click())
    for _ in range(8):
        page.locator(".your-turn, .ranking").first.wait_for()
        if page.locator(".ranking").count():
            break
        steps = page.locator("#story li").count()
        while page.locator("#story li").count() == steps and page.locator(".your-turn").count():
            page.locator(".move").first.click()  # a computer player's answer meanwhile undoes the choice
            page.click("#confirm")
            expect(page.locator("#confirm")).not_to_have_text("Sending…")
        expect(page.locator("#confirm")).not_to_have_text("Sending…")  # then its result is shown
    expect(page.locator(".ranking li")).to_have_count(3)
    assert Axe().run(page).violations_count == 0

    page.get_by_role("link", name="Replay step by step").click()
    expect(page.locator("#step")).to_contain_text("was opened")
    page.click("#last")
    expect(page.locator("#board")).to_contain_text("Prizes left")
    expect(page.locator(".graph-line")).to_have_count(3)
    page.click("#show-study")
    page.click("#pin")
    page.click("#previous-action")
    page.click("#previous-action")
    expect(page).to_have_url(re.compile(rf"#{position_of(page)}&"))
    expect(page.locator("#other-board .plain-board")).to_be_visible()
    expect(page.locator("#board .changed")).not_to_have_count(0)
    page.click("#show-study")
    page.click("#share")
    assert len(saved(page, "#save-png")) > 3000
