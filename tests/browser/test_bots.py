"""Bots page: all bot accounts with their owners, each challenged with a click."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


@pytest.mark.parametrize("phone", [False, True])
def test_a_bot_is_challenged(browse, gallery, phone):
    """From the players' page to the form with the bot's name; the page is accessible."""
    owner, ada = gallery.sign_up("Amenirdis"), gallery.sign_up("Ada")
    bot = owner.post("/api/me/programs", {"name": owner.name})["player"]
    page = browse(ada, phone=phone, theme="dark" if phone else "light")
    page.goto("/players")
    page.get_by_role("link", name="Bots on this server").click()
    card = page.locator(f'[data-bot="{bot["name"]}"]')
    expect(card).to_contain_text(f"Owner: {owner.name}")
    expect(card).to_contain_text("Not active yet")
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    card.get_by_role("button", name=f"Challenge {bot['name']}").click()
    expect(page.get_by_role("button", name="Send the challenge")).to_be_visible()
    assert bot["name"] in page.get_by_role("dialog").locator("input").evaluate_all("all => all.map(one => one.value)")
