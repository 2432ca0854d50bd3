"""Pages without content: they say what they are for, and lead on."""

from playwright.sync_api import expect

from tests.api.test_puzzles import forget_puzzles
from tests.browser.conftest import PHONE
from tests.browser.playing import axe_report, fits


def test_pages_without_content_lead_on(browse, gallery, served):
    """Nothing is filtered or administered where there is nothing; the steps of a puzzle stand in for puzzles."""
    player = gallery.sign_up("Mereret")
    page = browse(player)
    page.goto(f"/players/{player.player['id']}/games")
    expect(page.locator("p.empty a")).to_have_attribute("href", "/#new-game")
    assert page.locator("main select").count() == 0

    forget_puzzles(served)
    page.goto("/puzzles")
    expect(page.locator(".guide > li")).to_have_count(3)
    assert axe_report(page) is None
    page.set_viewport_size(PHONE)
    fits(page, PHONE["width"])

    visitor = browse()
    visitor.goto("/operator")
    visitor.locator("dialog .dialog-close").click()
    expect(visitor.locator("main h1")).to_have_text("Server administration")
    expect(visitor.locator("main .button")).to_have_attribute("href", "/")
    assert axe_report(visitor) is None
