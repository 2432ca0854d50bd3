"""Bots page: all bot accounts with their owners, each challenged with a click."""

from playwright.sync_api import expect

from tests.browser.playing import axe_report, fits


def test_a_bot_is_challenged(browse, gallery):
    """A link on the players' page leads to the form with the bot's name; the page is accessible, also on a phone."""
    owner, ada = gallery.sign_up("Amenirdis"), gallery.sign_up("Ada")
    bot = owner.post("/api/me/bots", {"name": owner.name})["player"]
    page = browse(ada, phone=True, at="/players")
    page.get_by_role("link", name="Bots on this server").click()
    card = page.locator(f'[data-bot="{bot["name"]}"]')
    expect(card).to_contain_text(f"Owner: {owner.name}")
    expect(card).to_contain_text("Not active yet")
    assert axe_report(page) is None
    fits(page, 390)
    card.get_by_role("button", name=f"Challenge {bot['name']}").click()
    expect(page.get_by_role("button", name="Send the challenge")).to_be_visible()
    assert bot["name"] in page.get_by_role("dialog").locator("input").evaluate_all("all => all.map(one => one.value)")
