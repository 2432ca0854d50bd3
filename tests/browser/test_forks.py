"""Forks in the browser: from a step of the replay into a separate game."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_disputes import positions
from tests.api.test_forks_of_running_games import WRONG_DEALS
from tests.audit.games import rewritten
from tests.browser.playing import axe_report
from tests.browser.test_verification import choose
from tests.eventstore.handmade import eventually

TITLE = "kheops"


@pytest.fixture(scope="module")
def finished(served):
    """A finished game between two people."""
    game_id, clients = table_of(Client(served.url), TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(7))
    return game_id, clients


def test_both_sides_are_played_from_there(browse, gallery, finished):
    """The table names its original and shows the board of that step, and the asked seat is always mine."""
    game_id, clients = finished
    at = positions(gallery, f"/api/games/{game_id}")[6]
    page = browse(clients[1], at=f"/games/{game_id}/replay#{at}&as=1")
    page.click("#show-study")
    page.locator("#try-line").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("select")).to_have_count(2)
    expect(dialog.locator("select").nth(1)).to_have_value("me")
    dialog.locator("select").nth(0).select_option("me")
    assert axe_report(page, within="dialog[open]") is None
    dialog.locator("#fork").click()
    expect(page.locator("#forked")).to_contain_text(at)
    asked = set()
    for _ in range(6):
        number = page.locator("#story li").count()
        page.locator(".move").first.click()
        page.locator("#confirm").click()
        expect(page.locator("#story li")).not_to_have_count(number)
        expect(page.locator("#confirm")).to_have_text("Confirm")  # until "Sending…" is gone
        expect(page.locator(".move").first).to_be_visible()
        game = clients[1].get("/api" + page.evaluate("location.pathname"))
        asked.add(game["your_seat"])
        assert game["your_seat"] in game["to_act"]
        if asked == {0, 1}:
            break
    assert asked == {0, 1}
    page.locator("#forked a").click()
    page.wait_for_url(f"**/games/{game_id}/replay*")


@pytest.mark.soak
def test_a_computer_player_answers(browse, gallery, finished):
    """In a fork, the other seat plays automatically."""
    game_id, clients = finished
    at = positions(gallery, f"/api/games/{game_id}")[4]
    page = browse(clients[0], at=f"/games/{game_id}/replay#{at}&as=0")
    page.click("#show-study")
    page.locator("#try-line").click()
    page.get_by_role("dialog").locator("#fork").click()
    expect(page.locator("#forked")).to_be_visible()
    path = "/api" + page.evaluate("location.pathname")
    mine = clients[0].get(path)["your_seat"]

    def said_by_the_other():
        return [one for one in clients[0].get(f"{path}/events?limit=5000")["events"] if one["seat"] == 1 - mine]

    copied = len(said_by_the_other())
    for _ in range(6):
        expect(page.locator(".move").first).to_be_visible()
        number = page.locator("#story li").count()
        page.locator(".move").first.click()
        page.locator("#confirm").click()
        expect(page.locator("#story li")).not_to_have_count(number)
        expect(page.locator("#confirm")).to_have_text("Confirm")  # until "Sending…" is gone
        if mine not in clients[0].get(path)["to_act"] or len(said_by_the_other()) > copied:
            break
    assert eventually(lambda: len(said_by_the_other()) > copied)


@pytest.mark.soak
def test_another_line_of_a_running_game(browse, gallery, served):
    """A player's replay offers it, a spectator's does not; dialog, table and replay mention the new deal."""
    game_id, clients = table_of(Client(served.url), TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(7), most=12)
    at = positions(clients[1], f"/api/games/{game_id}")[-3]
    page = browse(at=f"/games/{game_id}/replay#{at}")
    expect(page.locator("#share")).to_be_enabled()
    expect(page.locator("#try-line")).to_have_count(0)
    page = browse(clients[1], at=f"/games/{game_id}/replay#{at}&as=1")
    page.click("#show-study")
    page.locator("#try-line").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Hidden parts are dealt again at random")
    dialog.locator("select").nth(0).select_option("me")
    assert axe_report(page, within="dialog[open]") is None
    dialog.locator("#fork").click()
    told = f"Everything hidden from {clients[1].name} at that point was dealt again at random."
    expect(page.locator("#forked")).to_contain_text(told)
    expect(page.locator("#forked a")).to_have_attribute("href", f"/games/{game_id}/replay#{at}&as=1")
    expect(page.locator(".move").first).to_be_visible()
    table = page.evaluate("location.pathname")
    raw = clients[1].call("GET", f"/api{table}/bundle?as=1").body
    page.goto("/verify")
    choose(page, raw)
    expect(page.locator(".verdict")).to_contain_text("No contradiction was found")
    for change in WRONG_DEALS:
        choose(page, rewritten(raw, 1, change))
        expect(page.locator("#first-bad")).to_contain_text("First error")
    page = browse(clients[1], phone=True, theme="dark", locale="it", at=f"{table}/replay")
    expect(page.locator("#dealt")).to_have_text("distribuita di nuovo")
    expect(page.locator("#dealt")).to_have_attribute("title", re.compile(f"nascosto a {clients[1].name}"))
    expect(page.locator("#try-line")).to_have_count(0)
    assert axe_report(page, within="#dealt") is None
