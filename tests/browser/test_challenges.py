"""Challenges in the browser: from a profile and the player search, declined with a message, and released seats."""

import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import table_of
from tests.browser.playing import axe_report, fits, game_of, held, open_table

TITLE = "kheops"


def test_a_challenge_from_a_profile_is_declined_with_a_message(browse, gallery):
    """The message is in the waiting room of the invited player, their answer in the challenger's; the seat is free."""
    clients = [gallery.sign_up("Ann"), gallery.sign_up("Bob")]
    ann, bob = map(browse, clients)
    ann.goto(f"/players/{clients[1].player['id']}")
    ann.get_by_role("button", name=f"Challenge {clients[1].name}").click()
    dialog = ann.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(f"Challenge {clients[1].name}")
    expect(dialog.get_by_role("combobox", name="Seats reserved for")).to_have_value(clients[1].name)
    assert axe_report(ann, within="dialog[open]") is None
    fits(ann, 1440)
    dialog.get_by_label("Message (optional)").fill("Fancy a <b>game</b>?")
    dialog.get_by_label("Title").select_option(TITLE)
    dialog.get_by_role("button", name="Send the challenge").click()
    ann.wait_for_url("**/games/*")
    expect(ann.locator(".seats")).to_contain_text(f"reserved for {clients[1].name} until")

    bob.goto("/inbox")
    expect(bob.get_by_role("link", name="invites you: “Fancy a <b>game</b>?”")).to_be_visible()
    open_table(bob, game_of(ann))
    expect(bob.locator(".challenge-message blockquote")).to_have_text("Fancy a <b>game</b>?")
    expect(bob.locator(".seats")).to_contain_text("reserved for you until")
    bob.get_by_role("button", name="Decline this seat").click()
    bob.get_by_label("Message (optional)").fill("Not this week")
    assert axe_report(bob) is None
    bob.get_by_role("button", name="Decline", exact=True).click()
    expect(bob.locator("#sit-down")).to_be_visible()
    expect(bob.locator(".seats")).to_contain_text("free")

    expect(ann.locator(".challenge-message blockquote").last).to_have_text("Not this week")
    expect(ann.locator(".seats")).not_to_contain_text("reserved")
    ann.goto("/inbox")
    expect(ann.get_by_role("link", name="declined the invitation: “Not this week”")).to_have_count(1)


@pytest.mark.soak
def test_a_reserved_seat_is_released(browse, gallery):
    """The player who opened the game releases the seat; the invited player reads the challenge and reports it."""
    clients = [gallery.sign_up("Ann"), gallery.sign_up("Bob")]
    body = {"rulebook": TITLE, "players": 2, "reserved": ["", clients[1].name], "message": "Nasty"}
    game = clients[0].post("/api/games", body)
    ann, bob = map(browse, clients)
    for page in (ann, bob):
        open_table(page, game["id"])
    bob.get_by_role("button", name=re.compile("^Report ")).click()
    bob.get_by_label("Reason for the report").fill("Insult")
    bob.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()
    expect(bob.get_by_text("Reported. A moderator will review it.")).to_be_visible()
    ann.get_by_role("button", name="Release this seat").click()
    expect(ann.locator(".seats")).to_contain_text("free")
    expect(bob.locator("#sit-down")).to_be_visible()
    guest = gallery.sign_up("Quentin")
    ann.get_by_role("button", name="Reserve seat 2 for a player").click()
    ann.get_by_role("combobox").fill("quent")
    ann.locator(".offered li").first.click()
    expect(ann.get_by_role("combobox")).to_have_value(guest.name)
    ann.get_by_role("button", name="Reserve", exact=True).click()
    expect(ann.locator(".seats")).to_contain_text(f"reserved for {guest.name} until")
    expect(bob.locator("#sit-down")).to_have_count(0)


def test_players_are_found_by_keyboard(browse, gallery):
    """Players are found by keyboard in the search and in a combobox, which announces its list and closes without the
    dialog.
    """
    for name in ("Xquincy Adams", "Xquinn", "Xquintus"):
        gallery.sign_up(name)
    page = browse(gallery.sign_up("Seeker"), at="/players?name=xquin")
    expect(page.locator(".found-players li")).to_have_count(3)
    fits(page, 1440)
    page.get_by_role("searchbox").fill("adam")
    expect(page.locator(".found-players li")).to_have_count(1)
    page.get_by_role("button", name="Challenge Xquincy Adams").click()
    field = page.get_by_role("combobox", name="Seats reserved for")
    field.focus()
    page.keyboard.press("End")
    page.keyboard.type(", XQUI")
    options = page.locator("[role=listbox] [role=option]:visible")
    expect(options).to_have_text(["Xquinn", "Xquintus"])  # without the one who is there
    expect(field).to_have_attribute("aria-expanded", "true")
    assert axe_report(page, within="dialog[open]") is None
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", str(options.last.get_attribute("id")))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("Xquincy Adams, Xquinn")
    expect(options).to_have_count(0)
    page.keyboard.type(", xqui")
    expect(options).to_have_text(["Xquintus"])
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.soak
def test_a_late_response_to_an_earlier_search_is_not_told(browse, gallery):
    """On the page of players, a late response to an earlier search is neither shown nor announced."""
    for name in ("Xaver", "Xenia"):
        gallery.sign_up(name)
    page = browse(gallery.sign_up("Seeker"), at="/players")
    search = page.get_by_role("searchbox")
    with held(page, "**/api/players/search?name=zzz*") as searches:
        search.fill("zzz")
    search.fill("xa")
    expect(page.locator("#announcements")).to_have_text("One player found.")
    with page.expect_response("**/api/players/search?name=zzz*") as late:
        searches[0].fallback()
    late.value.finished()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.locator("#announcements")).to_have_text("One player found.")
    expect(page.locator(".found-players li")).to_have_count(1)


def test_visitors_sign_in_to_search(browse, gallery):
    """Visitors see current players, and a note that the search requires signing in."""
    _game, (xandra, _xavi) = table_of(gallery, "kheops", ["Xandra", "Xavi"])
    page = browse(at="/players")
    expect(page.get_by_text("Sign in to search for players.")).to_be_visible()
    expect(page.locator("#playing li", has_text=xandra.name)).to_contain_text("plays Kheops")
    assert axe_report(page) is None
