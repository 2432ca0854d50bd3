"""The inbox in the browser: a badge that is live in every tab, a page that lists, and what one wishes to be told of."""

import re

from playwright.sync_api import expect

from tests.api.clients import table_of
from tests.browser.playing import axe_report, fits

TITLE = "kheops"


def test_an_inbox(browse, gallery):
    """What concerns me is counted on every page while it happens, in the tab's title too, and stands in the inbox."""
    game, clients = table_of(gallery, TITLE, ["Isis", "Osiris"])
    seat = gallery.get(f"/api/games/{game}")["to_act"][0]
    page = browse(clients[1 - seat])
    page.goto("/verify")
    badge = page.locator("#inbox")
    expect(badge).to_have_attribute("data-unread", "1")
    expect(page).to_have_title(re.compile(r"^\(1\) Verify"))
    while gallery.get(f"/api/games/{game}")["to_act"] == [seat]:
        legal = clients[seat].get(f"/api/games/{game}/legal-moves")["moves"]
        clients[seat].post(f"/api/games/{game}/moves", legal[0]["move"])
    expect(badge).to_have_attribute("data-unread", "2")
    expect(badge).to_have_attribute("aria-label", "2 unread notices")
    expect(page.locator("#announcements")).to_have_text("Kheops: it is your turn.")
    badge.click()
    newest = page.locator("#notice-list li").first
    expect(newest).to_contain_text("Kheops: it is your turn.")
    expect(page.locator("#notice-list .unread")).to_have_count(2)
    expect(page.locator("form").first).to_be_visible()
    for width in (390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        fits(page, width)
    assert axe_report(page) is None
    other = page.context.new_page()
    other.goto("/verify")
    expect(other.locator("#inbox")).to_have_attribute("data-unread", "2")
    page.get_by_role("button", name="I have read all").click()
    expect(page.locator("#notice-list .unread")).to_have_count(0)
    expect(other.locator("#inbox")).to_have_attribute("data-unread", "")
    expect(other).to_have_title(re.compile("^Verify"))
    page.get_by_role("checkbox", name="A game starts: Webhook").uncheck()
    page.get_by_label("From").fill("22:00")
    page.get_by_label("Until").fill("07:30")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("status").filter(has_text="Kept")).to_be_visible()
    wishes = clients[1 - seat].get("/api/me/wishes")
    assert {"webhook": ["started"]} == wishes["off"] and {"since": "22:00", "until": "07:30"} == wishes["quiet"]
    newest.get_by_role("link").click()
    page.wait_for_url(f"**/games/{game}")
