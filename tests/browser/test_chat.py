"""Chat in the browser: two players at their table, a spectator, comments and notes in the replay, reports."""

import html
import json
import random

from playwright.sync_api import expect

from eventstore.valkey.connection import connect
from services.accounts.roles import Roles
from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import axe_report, fits, open_table

TITLE = "kheops"


def test_two_players_chat(browse, gallery):
    """A message is announced to the other player at once, read, and answered; a spectator gets none of it."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    asked = []
    ada, bo = browse(clients[0], requests=asked), browse(clients[1])
    onlooker = browse(gallery.sign_up("Cy"))
    for page in (ada, bo, onlooker):
        open_table(page, game_id)
        expect(page.locator("#show-chat")).to_have_text("Chat")
    ada.click("#show-chat")
    expect(ada.locator(".chat-text")).to_be_focused()
    ada.keyboard.type("Shall we finish today?")
    ada.keyboard.press("Control+Enter")
    expect(ada.locator(".chat-list li")).to_contain_text("Shall we finish today?")
    expect(bo.locator("#show-chat .side-count")).to_have_text("1")
    bo.click("#show-chat")
    expect(bo.locator(".chat-list li")).to_contain_text(clients[0].name)
    assert axe_report(bo, within="#side") is None
    bo.locator(".chat-text").fill("<b>Yes</b>,\ngladly")
    bo.get_by_role("button", name="Send").click()
    expect(ada.locator(".chat-said").last).to_have_text("<b>Yes</b>,\ngladly", use_inner_text=True)
    expect(bo.locator("#show-chat .side-count")).to_have_count(0)

    onlooker.click("#show-chat")
    expect(onlooker.locator(".chat-list")).to_contain_text("No messages yet.")
    onlooker.locator(".chat-text").fill("Ada wins")
    onlooker.get_by_role("button", name="Send").click()
    expect(onlooker.locator(".chat-said")).to_have_text("Ada wins")
    expect(ada.locator(".chat-said")).to_have_count(2)

    ada.locator(".chat-more summary").click()
    ada.get_by_role("button", name=f"Mute {clients[1].name}").click()
    expect(ada.locator(".chat-said")).to_have_count(1)
    ada.click("#show-story")
    ada.click("#show-chat")
    ada.get_by_text("Muted players: 1").click()
    ada.get_by_role("button", name="Unmute and unblock").click()
    expect(ada.locator(".chat-said")).to_have_count(2)
    streams = [request for request in asked if request.url.endswith(f"/{game_id}/events")]
    assert len(streams) == 1, "no message ended the live stream"


def test_comments_and_notes_on_a_replay(browse, gallery, served):
    """A note is private, a comment public, each at its step; an operator settles a report."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(2))
    ada = browse(clients[0], at=f"/games/{game_id}/replay#6-0")
    ada.click("#show-study")
    note = ada.locator("#note")
    note.fill("Remember this")
    ada.locator("#remarks .chat-form textarea").fill("Here it was lost")
    ada.get_by_role("button", name="Send").click()
    expect(ada.locator("#remarks .chat-said")).to_have_text("Here it was lost")
    ada.click("#next-action")
    expect(note).to_have_value("")
    expect(ada.locator("#remarks .chat-said")).to_have_count(0)
    ada.get_by_role("button", name="Next comment").click()
    expect(note).to_have_value("Remember this")

    bo = browse(clients[1], viewport={"width": 390, "height": 844}, at=f"/games/{game_id}/replay#6-0")
    bo.click("#show-side")
    bo.click("#show-study")
    bo.click("#remark")
    expect(bo.locator("#remarks .chat-said")).to_have_text("Here it was lost")
    expect(bo.locator("#note")).to_have_value("")
    fits(bo, 390)
    bo.locator(".chat-more summary").click()
    bo.get_by_label("Reason for the report").fill("Not nice")
    bo.get_by_role("button", name="Report").click()
    expect(bo.locator("#notices")).to_contain_text("A moderator will review it.")

    judge = gallery.sign_up("Judge")
    Roles(connect(None, served.data)).add(judge.player["id"], "operator")
    page = browse(judge, at="/operator")
    report = page.locator(".report", has_text="Here it was lost")
    expect(report).to_contain_text(f"Reported by {clients[1].name}: Not nice")
    report.get_by_role("button", name="Delete the message").click()
    expect(report).to_have_count(0)
    expect(page.get_by_role("button", name="Announce")).to_be_enabled()
    page.get_by_text("Operator actions").click()
    expect(page.locator(".operator-log")).to_contain_text(f"removed {clients[0].name}")
    bo.reload()
    bo.click("#show-side")
    bo.click("#show-study")
    bo.click("#remark")
    expect(bo.locator("#remarks .chat-form")).to_be_visible()
    expect(bo.locator("#remarks .chat-said")).to_have_count(0)


def test_an_announcement_is_shown_until_it_is_closed(browse):
    """An announcement in the page's head is shown above the page, and stays away once closed."""
    page = browse()
    announced = json.dumps({"text": "Upgrade <tonight>", "number": 7, "until": "2100-01-01T00:00:00.000Z"})
    head = f'<meta name="announcement" content="{html.escape(announced)}"></head>'

    def announce(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace("</head>", head))

    page.route("**/verify", announce)
    page.goto("/verify")
    expect(page.locator(".announcement span")).to_have_text("Upgrade <tonight>")
    assert axe_report(page) is None
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".announcement")).to_have_count(0)
    page.goto("/verify")
    expect(page.locator("#masthead .brand")).to_be_visible()
    expect(page.locator(".announcement")).to_have_count(0)
