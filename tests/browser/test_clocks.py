"""A timed game between two browsers: what is left, a day given, a pause, a vacation, play times; a time-out."""

import itertools
import time

from playwright.sync_api import expect

from correspondence.tables import Tables
from domain.clocks import Pace
from domain.game import TakeSeat
from domain.play_times import DAY
from domain.rulebooks import find_rulebooks
from eventstore.connection import connect
from eventstore.encryption import SecretBox, load_or_make_secret
from eventstore.streams import Store
from tests.api.clients import table_of
from tests.browser.playing import axe_report, fits, game_of, open_table

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
PACE = {"kind": "answer", "time": 3 * DAY, "windows": True, "vacation": 14, "outcome": "seat"}


def test_two_players_agree_on_time(browse, gallery):
    """What one does about time, the other sees; every button is named, and the page reads well."""
    game, clients = table_of(gallery, TITLE, ["Ada", "Bo"], pace=PACE)
    seat = gallery.get(f"/api/games/{game}")["deadlines"][0]["seat"]
    asked, other = browse(clients[seat]), browse(clients[1 - seat])
    for page in (asked, other):
        open_table(page, game)
    expect(asked.locator("#time-left")).to_contain_text("2 days left")
    expect(asked.locator("#clocks")).to_contain_text("3 days for each answer; then a computer player answers until")
    assert asked.locator("#time-left time").get_attribute("datetime")
    assert asked.locator("#time-left time").get_attribute("title")
    other.get_by_role("button", name=f"Give {clients[seat].name} a day").click()
    expect(asked.locator("#time-left")).to_contain_text("3 days left")
    expect(asked.locator("#story")).to_contain_text("gives")

    asked.get_by_role("button", name="Agree to a pause").click()
    expect(other.locator("#clocks")).to_contain_text("Agreed to a pause")
    other.get_by_role("button", name="Agree to a pause").click()
    expect(asked.locator("#clocks")).to_contain_text("The clocks are stopped")
    expect(asked.locator("#time-left")).to_be_hidden()
    asked.get_by_role("button", name="Start the clocks").click()
    expect(asked.locator("#time-left")).to_be_visible()

    asked.get_by_role("button", name="Vacation…").click()
    asked.get_by_role("button", name="Take this vacation").click()
    expect(other.locator("#clocks")).to_contain_text("on vacation from")
    asked.get_by_role("button", name="End my vacation").click()
    expect(other.locator("#clocks")).not_to_contain_text("on vacation from")
    asked.get_by_role("button", name="My play times…").click()
    assert axe_report(asked) is None
    asked.get_by_role("button", name="Set these times").click()
    expect(asked.locator("#story")).to_contain_text("42 hours of the week count")
    for width in (390, 1440):
        asked.set_viewport_size({"width": width, "height": 900})
        fits(asked, width)
    asked.goto("/")
    expect(asked.locator(".game.my-turn", has_text="left").first).to_be_visible()


def test_a_new_game_asks_for_its_pace(browse, gallery):
    """By a choice of paces; what is chosen is what everybody agrees to by sitting down."""
    page = browse(gallery.sign_up("Ada"))
    page.goto("/")
    page.get_by_role("button", name="New game of Kheops").click()
    expect(page.locator("[name=outcome]")).to_be_hidden()
    page.locator("[name=pace]").select_option("bank")
    page.locator("[name=outcome]").select_option("once")
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/games/*")
    pace = gallery.get(f"/api/games/{game_of(page)}")["pace"]
    assert (pace["kind"], pace["outcome"], pace["vacation"]) == ("bank", "once", 14)


def test_who_is_late_is_told_and_comes_back(browse, gallery, served):
    """The worker acts on the deadline; a computer player answers; its player says that they are back."""
    players = [gallery.sign_up(name) for name in ("Ada", "Bo")]
    store = Store(connect(None, served.data), SecretBox(load_or_make_secret(served.data)))
    then = time.time_ns() // 1_000_000 - DAY - 60_000
    tables = Tables(store, lambda: then)
    game = tables.open(TITLE, 2, {}, creator=TakeSeat(0, player=players[0].player["id"]), pace=Pace(time=DAY))
    tables.command(game, TakeSeat(1, player=players[1].player["id"]), "public")
    late = tables.seen(game).to_act[0]
    page = browse(players[late])
    open_table(page, game)
    expect(page.locator("#time-left")).to_contain_text("a computer player answers for you")
    expect(page.locator("#story")).to_contain_text("time ran out on")
    page.get_by_role("button", name="I am back").click()
    expect(page.locator("#story")).to_contain_text(f"{players[late].name} is back.")
    expect(page.locator("#time-left")).not_to_contain_text("a computer player answers for you")
    page.goto(f"/games/{game}/replay")
    expect(page.locator("#story")).to_contain_text("time ran out on")


def test_the_windows_of_a_week(browse):
    """Each day's time, through midnight and through the week's end, one after the other."""
    page = browse()
    page.goto("/")
    windows = "({ days, from, until }) => import('/web/play-times.js').then((it) => it.windowsOf(days, from, until))"
    nights = page.evaluate(windows, {"days": [0, 6], "from": 1380, "until": 60})
    assert nights == [[0, 60], [1380, 1500], [10020, 10080]]
    assert page.evaluate(windows, {"days": [0, 1], "from": 0, "until": 0}) == [[0, 2880]]
    offsets = page.evaluate("() => import('/web/play-times.js').then((it) => it.offsets(Date.UTC(2026, 0, 1)))")
    assert offsets[0][0] == 1767225600000 and all(one[0] < other[0] for one, other in itertools.pairwise(offsets))
