"""Profiles, leaderboards and finding a seat in the browser, on a desktop and on a phone."""

import json

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.browser.conftest import PHONE
from tests.browser.playing import axe_report, fits, saved, to_game, unfold_options

TITLE = "amun-re-card-game"
PACE = {"time": 86_400_000}
NAME = find_rulebooks()[TITLE].meta.title


def season(gallery, names, games=14):
    """Two players with this number of rated games between them, most of them won by the first."""
    players = [gallery.sign_up(name) for name in names]
    for number in range(games):
        game = players[0].post("/api/games", {"rulebook": TITLE, "players": 2, "rated": True, "pace": PACE})
        players[1].post(f"/api/games/{game['id']}/seats", {})
        players[number % 4 != 2].post(f"/api/games/{game['id']}/moves", {"type": "Resign"})
    return players


def test_a_profile_and_the_leaderboards(browse, gallery):
    """On every screen, a name at a table leads to the profile with curve and results, and from there to the
    leaderboard.
    """
    ann, bob = season(gallery, ["Ankhesen", "Baketaten"])
    season(gallery, ["Meritites", "Neferure"], 1)
    running = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "bots": 1})["id"]
    page = browse(bob, at=f"/games/{running}")
    page.locator("#players-line").get_by_role("link", name=ann.name).click()
    page.wait_for_url(f"**/players/{ann.player['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text(ann.name)
    expect(page.locator(".facts")).to_contain_text("1 game in progress")
    expect(page.locator(".facts")).to_contain_text("14 finished games")
    expect(page.locator(".rating-card .rating-curve")).to_have_count(1)
    expect(page.locator(".rating-card .tag")).to_have_count(0)  # until it is not provisional
    expect(page.locator("#results tbody tr")).to_contain_text("11 · 3")
    expect(page.locator("#running .game")).to_have_count(1)
    expect(page.locator("#finished .game")).to_have_count(12)
    assert axe_report(page) is None
    fits(page, 1440)

    page.locator(".rating-card a").click()
    board = page.locator("table.board-of-ratings tbody tr")
    mine, other = board.filter(has_text=ann.name), board.filter(has_text=bob.name)
    expect(mine).to_have_count(1)
    expect(other).to_have_class("own")
    assert int(mine.locator("td").first.inner_text()) < int(other.locator("td").first.inner_text())
    expect(mine.locator(".tag")).to_have_count(0)
    newcomer = board.filter(has_text="Meritites")
    expect(newcomer.locator(".tag")).to_have_text("provisional")
    assert int(other.locator("td").first.inner_text()) < int(newcomer.locator("td").first.inner_text())
    page.goto(f"/ratings?title={TITLE}&players=2")
    expect(page.locator("select[name=ladder]")).to_have_value(TITLE)
    expect(mine).to_have_count(1)
    assert axe_report(page) is None
    fits(page, 1440)

    phone = browse(phone=True, theme="dark", locale="it-IT", at=f"/players/{ann.player['id']}")
    expect(phone.locator(".facts")).to_contain_text("14 partite finite")
    expect(phone.locator("#finished .game").first).to_be_visible()
    fits(phone, 390)
    assert phone.locator(".wide").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    phone.goto("/players/nobody")
    expect(phone.locator("main")).to_contain_text("Non c’è nessun giocatore")


@pytest.mark.soak
def test_head_to_head_and_all_games(browse, gallery):
    """The score against the viewer is first; its games are listed, filtered and saved."""
    ann, bob = season(gallery, ["Hatshepsut", "Senenmut"], 3)
    eve = gallery.sign_up("Ahmose")
    for number in range(4):
        game = ann.post("/api/games", {"rulebook": TITLE, "players": 2, "rated": True, "pace": PACE})
        eve.post(f"/api/games/{game['id']}/seats", {})
        (ann if number else eve).post(f"/api/games/{game['id']}/moves", {"type": "Resign"})
    page = browse(bob, at=f"/players/{ann.player['id']}")
    lines = page.locator("#opponents tbody tr")
    expect(lines).to_have_count(2)
    expect(lines.first).to_have_class("own")
    assert ["3", "2", "0", "1"] == lines.first.locator("td").all_inner_texts()
    assert ["4", "1", "0", "3"] == lines.nth(1).locator("td").all_inner_texts()
    lines.first.get_by_role("link", name=f"3 games against {bob.name}").click()
    page.wait_for_url("**/games?opponent=*")
    games = page.locator("#played-games tbody tr")
    expect(games).to_have_count(3)
    expect(page.locator("#played-games .score")).to_have_text("3 games: 2 won, 0 tied, 1 lost")
    expect(page.locator("select[name=opponent]")).to_have_value(bob.player["id"])
    assert axe_report(page) is None
    fits(page, 1440)
    page.get_by_label("Result").select_option("lost")
    expect(games).to_have_count(1)
    assert 2 == len(saved(page, "role=link[name='CSV']").splitlines())
    assert 1 == len(json.loads(saved(page, "role=link[name='JSON']"))["games"])
    page.get_by_label("Opponent").select_option("")
    expect(games).to_have_count(4)
    page.get_by_label("Result").select_option("tied")
    expect(page.locator("#played-games")).to_contain_text("No finished games match")

    page.set_viewport_size(PHONE)
    page.goto(f"/players/{eve.player['id']}/games")
    expect(games).to_have_count(4)
    fits(page, 390)


@pytest.mark.soak
def test_finding_a_seat(browse, gallery):
    """A seat opened for a range of ratings, or for a friend by name, is found by filters and refused to other
    players.
    """
    ann, _bob = season(gallery, ["Horemheb", "Tadukhipa"], 4)
    friend, eve = gallery.sign_up("Iput"), gallery.sign_up("Mutemwiya")
    page = browse(ann, at="/")
    page.get_by_role("button", name=f"New game of {NAME}").click()
    page.locator("[name=players]").select_option("3")
    page.locator("[name=bots]").select_option("0")
    unfold_options(page)
    page.get_by_label("Strict randomness").check()
    expect(page.get_by_label("Rated", exact=True)).to_be_disabled()
    page.get_by_label("Pace", exact=True).select_option("days")
    expect(page.get_by_label("Rated", exact=True)).to_be_checked()
    page.get_by_label("Strict randomness").uncheck()
    expect(page.get_by_label("Rated", exact=True)).not_to_be_checked()
    page.get_by_label("Rated", exact=True).check()
    page.locator("[name=least]").fill("1600")
    page.get_by_label("Seats reserved for").fill(friend.name)
    to_game(page)
    expect(page.locator(".game-head .tag", has_text="rated")).to_have_count(1)
    expect(page.locator(".seats")).to_contain_text("reserved")

    other = browse(eve, at="/")
    open_games = other.locator("#open-games")
    mine = open_games.locator(".game", has_text=ann.name)
    other.get_by_role("form", name="Seats to list").get_by_label("Title").select_option(TITLE)
    other.get_by_label("Number of players").select_option("3")
    other.get_by_label("Rated only").check()
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("rating 1600 or higher")
    mine.get_by_role("button", name="Join").click()
    expect(other.locator(".notice")).to_contain_text("outside the range for this game's seats")
    other.get_by_label("For my rating").check()
    expect(mine).to_have_count(0)
    assert axe_report(other) is None
    fits(other, 1440)
    other.reload()
    expect(other.get_by_label("For my rating")).to_be_checked()
    expect(open_games.locator(".game, .empty").first).to_be_visible()
    expect(mine).to_have_count(0)

    invited = browse(friend, phone=True, at="/")
    invited.locator("#open-games, #my-games").locator(".game", has_text=ann.name).first.locator("a").first.click()
    invited.get_by_role("button", name="Join").click()
    expect(invited.locator(".seats, #board .kit-stage").first).to_contain_text(friend.name)
