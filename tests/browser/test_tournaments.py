"""Tournaments in the browser: opened by a form, entered, started, with standings."""

import random
import re

from playwright.sync_api import expect

from tests.api.clients import play_to_the_end
from tests.browser.playing import axe_report, fits


def test_a_tournament(browse, gallery):
    """The organiser opens it, three enter, the first round is paired.

    A finished game is shown in the standings and the round.
    """
    boss, ada, bo, cy = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy")]
    page = browse(boss)
    page.goto("/tournaments")
    page.click("#new-tournament")
    page.get_by_label("Name", exact=True).fill("The winter cup")
    page.get_by_label("Title", exact=True).select_option("kheops")
    page.get_by_label("Pace", exact=True).select_option("days")
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url(re.compile("/tournaments/[a-z0-9]+$"))
    expect(page.locator("#tournament-status")).to_have_text("open for registration")
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    path = "/api" + page.url[page.url.index("/tournaments/") :]
    for one in (bo, cy):
        one.post(f"{path}/entries", {})
    player = browse(ada, viewport={"width": 390, "height": 844})
    player.goto(page.url)
    player.get_by_role("button", name="Join the tournament").click()
    expect(player.get_by_role("button", name="Leave the tournament")).to_be_visible()
    expect(player.locator(".standings .mine")).to_contain_text(ada.name)
    fits(player, 390)
    page.reload()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#tournament-status")).to_have_text("round 1 of 3")
    (table,) = gallery.get(path)["made"][0]["tables"]
    clients = {one.player["id"]: one for one in (ada, bo, cy)}
    for one in table["players"]:
        if one["id"] != ada.player["id"]:
            clients[one["id"]].post(f"/api/games/{table['game']}/seats", {"nonce": one["id"]})
        else:
            player.goto(f"/games/{table['game']}")
            player.click("#sit-down")
            expect(player.locator("#sit-down")).to_have_count(0)
    play_to_the_end(table["game"], [clients[one["id"]] for one in table["players"]], random.Random(5))
    expect(page.locator(".standstills li")).to_contain_text("in progress")
    page.reload()
    expect(page.locator(".standstills li").last).to_contain_text(re.compile("1. .*, 2. |1. .*, 1. "))
    assert axe_report(page) is None
    page.goto("/tournaments")
    expect(page.locator(".report", has_text="The winter cup").first).to_contain_text("3 players")
