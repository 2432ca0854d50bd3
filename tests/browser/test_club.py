"""The club in the browser: an operator's choices, signing up by invitation, and the club's page."""

import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client
from tests.browser.conftest import visiting
from tests.browser.playing import axe_report, fits
from tests.serving import Served, command


@pytest.fixture(scope="module")
def club(server_directory):
    """A server of its own, with an operator and a moderator; its one process knows the club's changes at once."""
    served = Served(server_directory("club"), worker=False, WEB_CONCURRENCY="1").start()
    gallery = Client(served.url)
    host, mo = gallery.sign_up("Host"), gallery.sign_up("Mo")
    command(served.data, "operators", "--add", host.name, "--without-proof", **served.variables)
    command(served.data, "operators", "--role", "moderator", "--add", mo.name, "--without-proof", **served.variables)
    yield served, host, mo
    served.stop()


@pytest.fixture
def browse(chromium, club):
    """Browsers of this server's visitors."""
    with visiting(chromium, club[0]) as browse:
        yield browse


def test_a_friend_signs_up_by_invitation(club, browse):
    """The operator names the club and makes a link; without it the sign-in says why, with it a name is enough."""
    _served, host, mo = club
    page = browse(host, viewport={"width": 390, "height": 844}, at="/operator")
    part = page.locator("#club")
    part.get_by_label("Name of the club").fill("Pyramid club")
    part.get_by_label("Welcome text").fill("Welcome to our table.\n\nWe meet on Fridays.")
    part.get_by_label("House rules").fill("Be kind.\n\n<b>Answer</b> in time.")
    part.get_by_role("button", name="Insert a text to start from").click()
    expect(part.get_by_label("Imprint and privacy")).to_have_value(re.compile("^Responsible for this server: "))
    part.get_by_label("Sign-up").select_option("invited")
    part.get_by_label("Language").select_option("it")
    part.get_by_role("button", name="Save").click()
    expect(part.get_by_role("status")).to_have_text("Saved")
    part = page.locator("#invitations")
    part.get_by_label("Note").fill("For Ada")
    part.get_by_role("button", name="Create an invitation link").click()
    link = page.locator("#invitation-link").inner_text()
    expect(part.locator("li")).to_contain_text("For Ada 0 of 1 used")
    part = page.locator("#roles")
    part.get_by_label("Player").fill(mo.name)
    part.get_by_label("Role").select_option("organiser")
    part.get_by_role("button", name="Give the role").click()
    expect(part.locator("li", has_text="Organiser")).to_contain_text(mo.name)
    expect(part.locator("li", has_text="Moderator")).to_contain_text(mo.name)
    part = page.locator("#club-webhook")
    part.get_by_label("Address").fill("https://chat.example/hook")
    part.get_by_label("Format").select_option("discord")
    expect(part.get_by_label("Whose turn it is")).not_to_be_checked()
    part.get_by_label("Whose turn it is").check()
    part.get_by_label("The end of a game").uncheck()
    part.get_by_role("button", name="Set the webhook").click()
    expect(part.locator("code")).to_have_text("https://chat.example/hook")
    stored = "fetch('/api/operator/server').then(async (found) => (await found.json()).club_webhook)"
    kept = page.evaluate(stored)
    page.reload()
    part = page.locator("#club")
    expect(part.get_by_label("Language")).to_have_value("it")
    part.get_by_label("Language").select_option("es")
    part.get_by_role("button", name="Save").click()
    expect(part.get_by_role("status")).to_have_text("Saved")
    page.reload()
    expect(part.get_by_label("Language")).to_have_value("es")
    assert kept["webhook"] and kept["kinds"] == ["club-started", "club-turn", "digest"]
    assert kept == page.evaluate(
        "fetch('/api/operator/server').then(async (found) => (await found.json()).club_webhook)"
    )
    fits(page, 390)
    page.goto("/account")
    handle = page.locator("#club-handle")
    handle.get_by_label("Your handle there").fill("123456789012345678")
    with page.expect_response("**/api/me/account"):
        handle.get_by_role("button", name="Save").click()
    page.reload()
    expect(handle.get_by_label("Your handle there")).to_have_value("123456789012345678")

    stranger = browse(None, viewport={"width": 390, "height": 844}, at="/")
    expect(stranger).to_have_title("Pyramid club")
    expect(stranger.locator(".welcome")).to_contain_text("We meet on Fridays.")
    expect(stranger.locator(".brand")).to_have_text("Pyramid club")
    stranger.locator("#account").click()
    expect(stranger.locator("dialog .no-sign-up")).to_contain_text("New players need an invitation")
    expect(stranger.locator("dialog [name=name]")).to_have_count(0)
    fits(stranger, 390)
    stranger.get_by_role("button", name="Close").click()
    stranger.locator("#play-now").click()  # a guest is a new player, too
    expect(stranger.locator("dialog .no-sign-up")).to_be_visible()

    stranger.goto(link)
    expect(stranger.get_by_text("You are invited")).to_be_visible()
    expect(stranger.get_by_text("We meet on Fridays.")).to_be_visible()
    assert "#" not in stranger.url
    assert axe_report(stranger) is None
    stranger.locator("#join [name=name]").fill("Ada")
    stranger.get_by_role("button", name="Start with this name").click()
    expect(stranger.locator("#account")).to_have_text("Ada")
    stranger.locator("#footer").get_by_role("link", name="Imprint and privacy").click()
    expect(stranger.locator("#imprint")).to_contain_text("download everything that is stored about you")
    expect(stranger.locator("#rules")).to_contain_text("<b>Answer</b> in time.")
    expect(stranger.get_by_text("We meet on Fridays.")).to_be_visible()
    expect(stranger.locator("#members .members").last.locator("li")).to_have_count(3)
    expect(stranger.locator("#join")).to_have_count(0)
    fits(stranger, 390)
    assert axe_report(stranger) is None
    stranger.goto(link)
    expect(stranger.locator("#notices")).to_contain_text("You already have an account")

    late = browse(None, at=link)
    late.locator("#join [name=name]").fill("Bo")
    late.get_by_role("button", name="Start with this name").click()
    expect(late.locator("#join .refusal")).to_contain_text("used up")

    moderator = browse(mo, viewport={"width": 1440, "height": 900}, at="/operator")
    expect(moderator.locator("h1")).to_have_text("Moderation")
    expect(moderator.locator("#invitations li")).to_contain_text("1 of 1 used")
    expect(moderator.locator("#club")).to_have_count(0)
    moderator.get_by_role("button", name="Revoke the invitation For Ada").click()
    expect(moderator.locator("#invitations li")).to_have_count(0)


def test_without_tournaments_the_pairings_are_offered(club, browse):
    """Each pairing has a button, which opens the form of a new tournament with it; what follows is said below."""
    _served, host, _mo = club
    page = browse(host, at="/tournaments")
    expect(page.locator("#tournament-course li")).to_have_count(3)
    assert axe_report(page) is None
    page.get_by_role("button", name="New tournament: Groups, then a knock-out").click()
    expect(page.get_by_label("Pairing", exact=True)).to_have_value("groups")
    expect(page.get_by_label("Number of groups")).to_be_visible()
