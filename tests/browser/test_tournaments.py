"""Tournaments in the browser: opened by a form, entered, started, with standings."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import axe_report, fits


@pytest.mark.soak
def test_a_tournament(browse, gallery):
    """The organiser opens it, three enter, the first round is paired.

    A finished game is shown in the standings and the round.
    """
    boss, ada, bo, cy = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy")]
    page = browse(boss, at="/tournaments")
    page.click("#new-tournament")
    page.get_by_label("Name", exact=True).fill("The winter cup")
    page.get_by_label("Title", exact=True).select_option("kheops")
    page.get_by_label("Pace", exact=True).select_option("days")
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url(re.compile("/tournaments/[a-z0-9]+$"))
    expect(page.locator("#tournament-status")).to_have_text("open for registration")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    path = "/api" + page.url[page.url.index("/tournaments/") :]
    for one in (bo, cy):
        one.post(f"{path}/entries", {})
    player = browse(ada, viewport={"width": 390, "height": 844}, at=page.url)
    player.get_by_role("button", name="Join the tournament").click()
    expect(player.get_by_role("button", name="Leave the tournament")).to_be_visible()
    expect(player.locator(".standings .mine")).to_contain_text(ada.name)
    fits(player, 390)
    page.reload()
    page.get_by_role("button", name="Start", exact=True).click()
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
    clients[table["players"][0]["id"]].post(f"/api/games/{table['game']}/moves", {"type": "Resign"})
    expect(page.locator(".standstills li", has_text="in progress")).to_have_count(1)
    page.reload()
    expect(page.locator(".standstills li").last).to_contain_text(re.compile("1. .*, 2. "))
    page.goto("/tournaments")
    expect(page.locator(".report", has_text="The winter cup").first).to_contain_text("3 players")


def test_the_organisers_form_and_a_players_way(browse, gallery):
    """The form offers all choices, a substitute and a removal; players go from the tournament to game and profile and
    back.
    """
    boss, ada, bo, cy, dee = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy", "Dee")]
    page = browse(boss, at="/tournaments")
    page.click("#new-tournament")
    page.get_by_label("Name", exact=True).fill("The summer cup")
    page.get_by_label("Title", exact=True).select_option("kheops")
    page.get_by_label("Pairing", exact=True).select_option("knockout")
    expect(page.get_by_label("Players per game").locator("option")).to_have_text(["2"])
    expect(page.get_by_label("Rounds")).to_be_disabled()
    expect(page.get_by_label("All meet twice")).to_be_disabled()
    page.get_by_label("Pairing", exact=True).select_option("round_robin")
    page.get_by_label("All meet twice").check()
    page.get_by_label("Days for a round").fill("7")
    page.get_by_label("Maximum number of players").fill("3")
    page.get_by_label("Start", exact=True).fill("2999-01-01T12:00")
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url(re.compile("/tournaments/[a-z0-9]+$"))
    expect(page.locator("main")).to_contain_text("at most 3 players")
    expect(page.locator("main")).to_contain_text("starts on")
    expect(page.locator("main")).to_contain_text("all meet twice · at most 7 days per round")
    path = "/api" + page.url[page.url.index("/tournaments/") :]
    for one in (ada, bo, cy):
        one.post(f"{path}/entries", {})
    late = browse(dee, at=page.url)
    late.get_by_role("button", name="Join as a substitute").click()
    expect(late.locator("#substitutes")).to_contain_text(dee.name)
    page.reload()
    page.get_by_role("button", name=f"Remove {bo.name}").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator(".standings")).to_contain_text(dee.name)
    expect(page.locator(".standings")).not_to_contain_text(bo.name)
    page.get_by_role("button", name="Change the tournament").click()
    expect(page.get_by_label("Start", exact=True)).to_have_value("2999-01-01T12:00")
    page.get_by_label("Name", exact=True).fill("The autumn cup")
    expect(page.get_by_label("Days for a round")).to_have_value("7")
    page.get_by_label("All meet twice").uncheck()
    page.get_by_label("By invitation only").check()
    page.get_by_label("Hours that a game waits for its players").fill("30")
    page.get_by_label("Maximum number of players").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Maximum number of players")).to_be_visible()  # the browser refuses fewer than three
    page.get_by_label("Maximum number of players").fill("")
    page.get_by_label("Start", exact=True).fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).not_to_contain_text("starts on")
    expect(page.locator("main")).not_to_contain_text("at most 3 players")
    page.get_by_role("button", name="Invite players").click()
    page.get_by_label("Players", exact=True).fill(f"{bo.name}, {ada.name}")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("#invited")).to_contain_text(bo.name)
    page.get_by_role("button", name="Close registration").click()
    expect(page.locator("#tournament-status")).to_have_text("registration closed")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#tournament-status")).to_have_text("round 1 of 3")
    page.get_by_role("button", name="Write to all players").click()
    page.get_by_label("Message").fill("Good luck to you all.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Your message has been sent to all players.")).to_be_visible()
    found = gallery.get(path)
    (table,) = found["made"][0]["tables"]
    client = next(one for one in (ada, cy, dee) if one.player["id"] == table["players"][0]["id"])
    other = table["players"][1]["name"]
    player = browse(client, viewport={"width": 390, "height": 844}, at=page.url)
    expect(player.locator("#next-game")).to_contain_text(f"Round 1, against {other}")
    fits(player, 390)
    player.get_by_role("link", name="Go to the game").click()
    player.wait_for_url(f"**/games/{table['game']}")
    expect(player.locator("#tournament")).to_have_text("The autumn cup, round 1")
    player.locator("#tournament").click()
    player.wait_for_url(re.compile("/tournaments/[a-z0-9]+$"))
    player.locator("#schedule summary").click()
    expect(player.locator("#schedule h3")).to_have_text(["Round 2", "Round 3"])
    cross = player.locator("table.cross")
    expect(cross.locator("tbody tr")).to_have_count(3)
    expect(cross.locator("td.self")).to_have_count(3)
    page.reload()
    page.get_by_role("button", name="Repair…").click()
    page.get_by_label(f"Place of {other}").select_option("forfeited")
    page.get_by_label("Reason").fill("They moved away.")
    page.get_by_role("button", name="Repair", exact=True).click()
    expect(page.locator("#repairs li")).to_contain_text("Round 1: the game of")
    expect(page.locator("#repairs li")).to_contain_text("Reason: They moved away.")
    expect(page.locator("main")).to_contain_text("decided by an organiser")
    expect(page.locator("#tournament-status")).to_have_text("round 2 of 3")
    assert gallery.get(path)["wait"] == 108_000_000
    assert axe_report(player) is None
    player.goto(f"/players/{client.player['id']}")
    expect(player.locator("#tournaments")).to_contain_text("The autumn cup")
    expect(player.locator("#tournaments")).to_contain_text("round 2 of 3")


def test_groups_and_their_knock_out(browse, gallery):
    """The form asks for the groups; each has a cross table, and the bracket begins with the first knock-out round."""
    boss, *others = [gallery.sign_up(name) for name in ("Boss", "Ada", "Bo", "Cy", "Dee")]
    page = browse(boss, at="/tournaments")
    page.click("#new-tournament")
    page.get_by_label("Name", exact=True).fill("The spring cup")
    page.get_by_label("Title", exact=True).select_option("kheops")
    expect(page.get_by_label("Number of groups")).to_be_disabled()
    page.get_by_label("Pairing", exact=True).select_option("groups")
    expect(page.get_by_label("Rounds")).to_be_disabled()
    page.get_by_label("Players who go on from each group").fill("1")
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url(re.compile("/tournaments/[a-z0-9]+$"))
    expect(page.locator("main")).to_contain_text("groups, then a knock-out · 2 groups · one player of each goes on")
    path = "/api" + page.url[page.url.index("/tournaments/") :]
    for one in others:
        one.post(f"{path}/entries", {})
    for table in boss.call("PATCH", path, {"status": "running"}).body["made"][0]["tables"]:
        asked = {"kind": "decide", "game": table["game"], "reason": "We agreed.", "places": [1, 2]}
        found = boss.post(f"{path}/repairs", asked)
    page.reload()
    expect(page.locator("#tournament-status")).to_have_text("round 2 of 2")
    expect(page.get_by_role("heading", name="Group")).to_have_text(["Group A", "Group B"])
    expect(page.locator("table.cross")).to_have_count(2)
    expect(page.locator(".standings").first.locator("tbody tr td:nth-child(3)").first).to_have_text(
        re.compile("^[AB]$")
    )
    (final,) = found["made"][1]["tables"]
    expect(page.locator(".bracket li")).to_contain_text([final["players"][0]["name"]])
    expect(page.get_by_role("button", name="Repair…")).to_have_count(3)
    fits(page, 390)
    assert axe_report(page) is None
