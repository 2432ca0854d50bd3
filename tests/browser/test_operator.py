"""Operators' page: failed deliveries, a cancelled game, and the effects for players and verifiers."""

import pytest
from playwright.sync_api import expect

from eventstore.valkey.connection import connect
from services.accounts.roles import Roles
from services.notifications.inbox import Inbox
from services.notifications.outbox import Outbox, OutboxEntry, Taken
from tests.api.clients import table_of
from tests.api.test_disputes import open_dispute
from tests.browser.playing import axe_report, fits, in_theme
from tests.measured import ROOT

CALLED_OFF = ROOT / "titles" / "kheops" / "tests" / "golden" / "called-off.ndjson"


def test_a_game_is_called_off_and_a_delivery_given_up(browse, gallery, served):
    """An operator cancels a game by its link, with a reason in table and story; the record verifies in the browser."""
    game_id, (ada, _bo) = table_of(gallery, "kheops", ["Ada", "Bo"])
    redis = connect(None, served.data)
    outbox = Outbox(redis, Inbox(redis), (), lambda: 1_900_000_000_000)
    for number in (1, 2):
        taken = Taken(ada.player["id"], "mail", "ada@stele.example", {f"n{number}": OutboxEntry(1)})
        outbox.fail(taken, [f"n{number}"], f"550 no mailbox {number}")
    judge = gallery.sign_up("Judge")
    Roles(redis).add(judge.player["id"], "operator")
    page = browse(judge, viewport={"width": 390, "height": 844}, at="/operator")
    failed = page.locator(".deliveries li", has_text=ada.name)
    expect(failed).to_have_count(2)
    failed.filter(has_text="mailbox 1").get_by_role("button", name="Send again").click()
    expect(failed).to_have_count(1)
    failed.get_by_role("button", name="Discard").click()
    expect(failed).to_have_count(0)
    page.get_by_text("Call off another game").click()
    page.get_by_label("Game link or id").fill(f"{gallery.url}/games/{game_id}/replay#1-0")
    page.locator("#why-any").fill("Opened twice by a fault")
    page.get_by_role("button", name="Call off the game").click()
    expect(page.locator("#notices")).to_contain_text(f"Game {game_id} has been called off")

    expect(page.locator("#server dd").first).to_have_text(gallery.get("/health/live")["version"])
    expect(page.locator("#server")).to_contain_text("Last backupnever")
    cup = ada.post("/api/tournaments", {"name": "Cup of the gone", "rulebook": "kheops", "size": 2})
    page.goto("/operator")
    page.get_by_role("button", name=f"Call off the tournament {cup['name']}").click()
    page.locator("#why-tournament").fill("Its organiser is gone")
    page.get_by_role("button", name="Call off the tournament", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("has been called off")
    expect(page.locator("#tournaments")).not_to_contain_text(cup["name"])
    stranger = browse(ada)
    for address, heading in (("/operator", "Not an operator"), ("/nothing", "Page not found")):
        stranger.goto(address)
        expect(stranger.get_by_role("heading", name=heading, level=1)).to_be_visible()
        expect(stranger.locator("main").get_by_role("link", name="Lobby")).to_be_visible()
        assert axe_report(stranger) is None
    people = page.get_by_text("Players and sign-ups")
    page.route("**/api/operator/people", lambda route: route.abort(), times=1)
    people.click()
    expect(page.locator("#notices")).to_contain_text("The server can't be reached")
    people.click()  # closes it
    people.click()
    expect(page.locator("#people li").filter(has_text=judge.name).first).to_be_visible()
    page.locator("[name=renamed]").fill(ada.name)
    page.locator("[name=new-name]").fill(f"{ada.name} II")
    assert axe_report(page) is None
    fits(page, 390)
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#notices")).to_contain_text(f"{ada.name} is now called {ada.name} II.")
    expect(page.locator("#people li").filter(has_text=f"{ada.name} II")).to_be_visible()

    table = browse(ada, at=f"/games/{game_id}")
    expect(table.locator("main")).to_contain_text("Operator's reason: Opened twice by a fault")
    expect(table.locator("main")).to_contain_text('The operator called the game off: "Opened twice by a fault"')
    in_theme(table, "dark")
    table.goto("/verify")
    table.set_input_files("#verify-file", CALLED_OFF)
    expect(table.locator(".verdict")).to_contain_text("No contradiction was found")


@pytest.mark.soak
def test_a_dispute_is_decided(browse, gallery, served):
    """The operator reads the claim, chooses the outcome and confirms it; the players' page then shows the decision."""
    game_id, (ada, _bo) = table_of(gallery, "kheops", ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    assert open_dispute(ada, path, gallery.get(path)["position"], kind="result", places=[1, 2]).status == 201
    judge = gallery.sign_up("Judge")
    Roles(connect(None, served.data)).add(judge.player["id"], "operator")
    page = browse(judge, viewport={"width": 390, "height": 844}, at="/operator")
    page.get_by_role("button", name=f"Decide: Kheops {game_id}, dispute 1").click()
    dialog = page.get_by_role("dialog").first
    expect(dialog).to_contain_text("Two coins, not three.")
    expect(dialog).to_contain_text(f"1. {ada.name}")
    dialog.get_by_label("Outcome").select_option("none")
    dialog.get_by_label("Your reason").fill("The record is right.")
    assert axe_report(page) is None
    fits(page, 390)
    dialog.get_by_role("button", name="Decide").click()
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("#notices")).to_contain_text(f"Dispute 1 of game {game_id} is decided.")
    expect(page.locator("#disputes")).not_to_contain_text(game_id)
    table = browse(ada, at=f"/games/{game_id}#disputes")
    expect(table.locator("#dispute-1")).to_contain_text("The server's operator decided: no change.")
    expect(table.locator("#dispute-1")).to_contain_text("The record is right.")
