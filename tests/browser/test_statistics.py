"""The statistics of a title, and what followed a position in other games: on a desk, a tablet and a phone."""

import random

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_statistics import played_games, without_games
from tests.browser.playing import axe_report, fits, in_theme

TITLE = "amun-re-card-game"
NAME = find_rulebooks()[TITLE].meta.title


@pytest.fixture(scope="module")
def games(served):
    """The counted games that a position needs, most of them resigned after the first moves; the first is played to its
    end.
    """
    gallery = Client(served.url)
    found = played_games(gallery, of_people=1)
    for number in range(5):
        game_id, clients = table_of(gallery, TITLE, ["Ann", "Bob"])
        play_to_the_end(game_id, clients, random.Random(number), most=3)
        clients[0].post(f"/api/games/{game_id}/moves", {"type": "Resign"})
    return found


@pytest.mark.parametrize("is_phone", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_the_page_of_a_title(browse, games, is_phone):
    """Charts with tables beside them, by number of players and with people only; nothing is wider than the screen."""
    page = browse(phone=is_phone, at=f"/titles/{TITLE}")
    page.get_by_role("link", name="Statistics").click()
    page.wait_for_url(f"**/statistics/{TITLE}")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Statistics: {NAME}")
    page.locator("[name=players]").select_option("2")
    page.wait_for_url("**players=2&people=false")
    expect(page.locator("#seats tbody tr")).to_have_count(2)
    expect(page.get_by_text("Not all games are counted yet")).to_have_count(0)
    everything = page.locator("[name=players] option:checked").inner_text()
    page.get_by_label("Only games between people").check()
    page.wait_for_url("**players=2&people=true")
    expect(page.get_by_label("Only games between people")).to_be_focused()
    expect(page.locator("[name=players] option:checked")).not_to_have_text(everything)
    expect(page.locator("#points .histogram svg")).to_have_attribute("aria-label", "Points")
    page.locator("#points summary").click()
    expect(page.locator("#points tbody tr").first).to_be_visible()
    expect(page.locator("#topic-offering tbody tr").first).to_contain_text("Offering: ")
    expect(page.locator("#topic-flood thead th")).to_have_text(["Nile (Gold)", "Number"])
    rows = page.locator("#topic-province tbody")
    expect(rows).to_contain_text("II-")
    page.locator("[name=round-province]").select_option("1")
    expect(rows).not_to_contain_text("II-")
    assert axe_report(in_theme(page, "light")) is None
    assert axe_report(in_theme(page, "dark"), "color-contrast", "link-in-text-block") is None
    fits(page, 1440, 820, 390)


def test_first_moves_are_boards(browse, gallery):
    """Each is the board of a game that began so, with the move marked, and leads to its replay."""
    game_id, clients = table_of(gallery, "kheops", ["Ann", "Bob"])
    play_to_the_end(game_id, clients, random.Random(1), most=8)
    clients[0].post(f"/api/games/{game_id}/moves", {"type": "Resign"})
    page = browse(at="/statistics/kheops?players=2&people=true")
    first = page.locator("#openings .game").first
    first.scroll_into_view_if_needed()
    expect(first.locator(".thumbnail > svg .changed")).not_to_have_count(0)
    said = first.locator("a").inner_text()
    first.locator("a").click()
    page.wait_for_url("**/replay#*")
    expect(page.locator("#step")).to_contain_text(said.removeprefix("A player").split(".")[0])


def test_a_title_without_games_and_none(browse, gallery):
    """An empty state that leads to a new game, in the reader's language; an unknown title leads to the lobby."""
    page = browse(locale="it-IT")
    page.goto(without_games(gallery).replace("/api/rulebooks/", "/statistics/").replace("/statistics?", "?"))
    expect(page.locator(".empty")).to_contain_text("Ancora nessuna partita finita")
    page.goto("/statistics/nothing")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("main a.primary")).to_have_attribute("href", "/")


def test_what_followed_in_other_games(browse, games):
    """A replay's study tool, once opened, follows the step; at a step without a choice it says so."""
    page = browse(at=f"/games/{games[0]}/replay")
    page.get_by_role("tab", name="Study").click()
    fold = page.locator("#others")
    fold.get_by_text("In other games").click()
    events = Client(page.url.split("/games")[0]).get(f"/api/games/{games[0]}/events?limit=200")["events"]
    place = next(number for number, one in enumerate(events) if one["type"] == "GoldChosen")
    page.goto(f"/games/{games[0]}/replay?at={events[place - 1]['position']}")
    page.get_by_role("tab", name="Study").click()
    expect(fold.locator("caption")).to_contain_text("games with this position")
    expect(fold.locator("tbody tr").first).to_contain_text("A player")
    assert axe_report(page, within="#others") is None
    page.locator("#last").click()
    expect(fold.locator(".hint")).to_be_visible()
