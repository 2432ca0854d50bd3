"""A timed game between two browsers: time left, an added day, a pause, a vacation, play times; a time-out."""

import time

import pytest
from playwright.sync_api import expect

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.game import TakeSeat
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.encryption import SecretBox, load_or_make_secret
from eventstore.store import Store
from eventstore.valkey.connection import connect
from services.games.tables import Tables
from tests.api.clients import table_of
from tests.browser.playing import axe_report, fits, open_table
from tests.eventstore.handmade import eventually

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
PACE = {"kind": "answer", "time": 3 * DAY, "windows": True, "vacation": 14, "outcome": "seat"}


def test_two_players_agree_on_time(browse, gallery):
    """A player's action about time is shown to the other; every button is named, and the page is accessible."""
    game, clients = table_of(gallery, TITLE, ["Ada", "Bo"], pace=PACE)
    seat = gallery.get(f"/api/games/{game}")["deadlines"][0]["seat"]
    asked, other = browse(clients[seat]), browse(clients[1 - seat])
    for page in (asked, other):
        open_table(page, game)
    expect(asked.locator("#time-left")).to_contain_text("2 days left")
    expect(asked.locator("#clocks")).to_contain_text(
        "3 days per answer; when time runs out, a computer player plays until"
    )
    assert asked.locator("#time-left time").get_attribute("datetime")
    assert asked.locator("#time-left time").get_attribute("title")
    other.get_by_role("button", name=f"Give {clients[seat].name} one day").click()
    expect(asked.locator("#time-left")).to_contain_text("3 days left")
    expect(asked.locator("#story")).to_contain_text("adds 1 day to")

    asked.get_by_role("button", name="Agree to a pause").click()
    expect(other.locator("#clocks")).to_contain_text("In favour of a pause")
    other.get_by_role("button", name="Agree to a pause").click()
    expect(asked.locator("#clocks")).to_contain_text("The clocks are stopped")
    expect(asked.locator("#time-left")).to_be_hidden()
    asked.get_by_role("button", name="Start the clocks").click()
    expect(asked.locator("#time-left")).to_be_visible()

    strict = {**PACE, "vacation": 0}
    elsewhere = clients[seat].post("/api/games", {"rulebook": TITLE, "players": 2, "pace": strict, "sit": False})["id"]
    for client in clients:
        client.post(f"/api/games/{elsewhere}/seats", {"nonce": "1"})
    asked.get_by_role("button", name="Vacation…").click()
    asked.get_by_label("In all my games with clocks").check()
    asked.get_by_role("button", name="Take vacation").click()
    named = f"{find_rulebooks()[TITLE].meta.title} ({elsewhere})"
    expect(asked.locator("#not-said")).to_contain_text(f"{named}: this game allows 0 vacation days a year")
    expect(asked.locator("#notices")).to_contain_text("Vacation set in one game.")
    asked.locator(".dialog-close").click()
    expect(other.locator("#clocks")).to_contain_text("on vacation from")
    asked.get_by_role("button", name="End my vacation").click()
    expect(other.locator("#clocks")).not_to_contain_text("on vacation from")
    other.get_by_role("button", name="Not now").click()
    expect(other.locator("#play-times")).to_have_count(0)
    asked.get_by_text("What if a player vanishes?").click()
    expect(asked.locator("#clocks")).to_contain_text("under “More” you can propose to end the game")
    asked.locator("#play-times").get_by_role("button", name="My play times…").click()
    assert axe_report(asked) is None
    asked.get_by_role("button", name="Set play times").click()
    expect(asked.locator("#story")).to_contain_text("sets play times: 42 hours a week")
    expect(asked.locator("#play-times")).to_have_count(0)
    fits(asked, 390)
    asked.goto("/")
    expect(asked.locator(".game.my-turn", has_text="left").first).to_be_visible()


def timed_out(tables, players):
    """A game in which a computer player has bid for a player whose time ran out, with a bid left for the next.

    That seat.
    """
    while True:
        game = tables.open(GameTerms("das-amulett", 3, pace=Pace(time=DAY)))
        for seat, player in enumerate(players):
            tables.command(game, TakeSeat(seat, player=player.player["id"]), "public")
        (late,) = tables.seen(game).to_act
        if "SpellAcquired" not in after_a_bid(players[0], game):
            return game, late


def after_a_bid(player, game):
    """The types of the game's events, once there is a bid for energy among them."""

    def events():
        return [one["type"] for one in player.get(f"/api/games/{game}/events")["events"]]

    assert eventually(lambda: "EnergyBid" in events())
    return events()


@pytest.mark.soak
def test_a_time_out_an_order_and_a_take_back(browse, gallery, served):
    """The worker acts on a deadline, and its player returns.

    An order for a whole turn is carried out and then taken back by all; the replay shows all three.
    """
    players = [gallery.sign_up(name) for name in ("Ada", "Bo", "Cy")]
    store = Store(connect(None, served.data), SecretBox(load_or_make_secret(served.data)))
    then = time.time_ns() // 1_000_000 - DAY - 60_000
    tables = Tables(store, lambda: then)
    game, late = timed_out(tables, players)
    order, third = (late + 1) % 3, (late + 2) % 3
    first, second = browse(players[late]), browse(players[order])
    open_table(first, game)
    expect(first.locator("#time-left")).to_contain_text("A computer player is playing for you")
    expect(first.locator("#story")).to_contain_text("time ran out on")
    first.get_by_role("button", name="I am back").click()
    expect(first.locator("#story")).to_contain_text(f"{players[late].name} is back.")
    expect(first.locator("#time-left")).not_to_contain_text("A computer player is playing for you")

    open_table(second, game)
    expect(second.locator(".your-turn")).to_be_visible()
    second.click("#show-orders")
    drawer = second.get_by_role("dialog", name="Standing orders")
    form = drawer.locator("#order-spells")
    # Not all its energy: the third player must be able to bid more, or randomness is drawn that can't be taken back.
    form.get_by_label("When a spell is turned up, bid at most").select_option("5")
    form.get_by_label("for").select_option(label="every spell")
    form.get_by_role("button", name="Order").click()
    expect(drawer.locator(".orders-list li")).to_contain_text("Turn 1: bid up to 5 for every spell")
    expect(first.locator("#story li", has_text="(standing order)")).to_have_count(1)
    drawer.get_by_role("button", name="Remove").click()
    expect(drawer.locator(".orders-list li")).to_have_count(0)
    second.keyboard.press("Escape")

    second.click("#take-back")
    second.get_by_role("dialog").get_by_role("button", name="Ask the other players").click()
    first.click("#agree-TakeBack")
    players[third].post(f"/api/games/{game}/moves", {"type": "AnswerTakeBack", "agrees": True})
    for page in (first, second):
        expect(page.locator("#story")).to_contain_text("The move is taken back. The game continues from")
    expect(second.locator(".your-turn")).to_be_visible()
    assert gallery.get(f"/api/games/{game}/audit")["ok"]
    first.goto(f"/games/{game}/replay")
    for words in ("time ran out on", "(standing order)", "The move is taken back. The game continues from"):
        expect(first.locator("#story")).to_contain_text(words)
