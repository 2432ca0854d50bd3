"""Proposals in the browser: a move is taken back, a seat left and handed over, a game ended and played again."""

import random
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.conftest import DESKTOP
from tests.browser.playing import axe_report, fits, game_of, held, open_table

TITLE = "amun-re-card-game"


@contextmanager
def overtaken(page, pressed, path):
    """The page's post there on this press goes out late: anything done meanwhile comes first."""
    with held(page, f"**{path}") as requests:
        page.click(pressed)
    yield
    requests[0].fallback()


def until_one_can_be_taken_back(gallery, game_id, clients):
    """Played until the last move can be taken back; its player, and its text."""
    path = f"/api/games/{game_id}"
    lot = random.Random(1)
    for _ in range(60):
        seat = gallery.get(path)["to_act"][0]
        play_to_the_end(game_id, clients, lot, most=1)
        asked = clients[seat].call("POST", f"{path}/moves", {"type": "AskTakeBack"})
        if asked.status == 201:
            clients[seat].post(f"{path}/moves", {"type": "WithdrawTakeBack"})
            events = gallery.get(f"{path}/events?limit=5000")["events"]
            mine = [one for one in events if one["seat"] == seat and not one["type"].startswith("TakeBack")]
            return seat, [one for one in mine if one["position"].endswith("-0")][-1]["text"]
    raise AssertionError("no move of this playout can be taken back")


@pytest.mark.soak
def test_two_answer_at_the_same_moment(browse, gallery):
    """An answer right behind another player's is still recorded.

    An answer behind a move is not, and its player is asked to check again.
    """
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"])
    path = f"/api/games/{game_id}"
    moves = f"{path}/moves"
    page = open_table(browse(clients[1]), game_id)
    clients[0].post(moves, {"type": "ProposeEnd", "kind": "draw"})
    with overtaken(page, "#agree-End", moves):
        play_to_the_end(game_id, clients, random.Random(1), most=1)
    expect(page.locator("#notices")).to_contain_text("The game has moved on")
    expect(page.locator(".proposal")).to_contain_text("Waiting for: Bo")
    with overtaken(page, "#agree-End", moves):
        clients[2].post(moves, {"type": "AnswerEnd", "agrees": True})
    expect(page.locator("#turn")).to_contain_text("The game is over")
    assert gallery.get(path)["result"]["reason"] == "agreed"


@pytest.mark.soak
def test_a_proposal_between_two_reads(browse, gallery):
    """A proposal made after a page has read the players, and before the state, is shown anyway."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"])
    page = browse(clients[1])
    path = f"/api/games/{game_id}"
    with page.expect_response(lambda response: response.url.endswith(path)), held(page, f"**{path}/state*") as states:
        page.goto(f"/games/{game_id}")
    clients[0].post(f"{path}/moves", {"type": "ProposeEnd", "kind": "draw"})
    states[0].fallback()
    expect(page.locator(".proposal")).to_contain_text("proposes to end the game as a draw")


def test_players_propose_and_answer(browse, gallery):
    """Each player at a table proposes and answers with a click, and sees the result at once."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"])
    path = f"/api/games/{game_id}"
    di = gallery.sign_up("Di")
    seat, words = until_one_can_be_taken_back(gallery, game_id, clients)
    other, third = (one for one in range(3) if one != seat)
    first, second = browse(clients[seat]), browse(clients[other])
    for page in (first, second):
        open_table(page, game_id)
    moves = gallery.get(path)["position"]

    first.click("#take-back")
    dialog = first.get_by_role("dialog")
    expect(dialog).to_contain_text(words)
    dialog.get_by_role("button", name="Ask the other players").click()
    asked = second.locator(".proposal[data-kind=TakeBack]")
    expect(asked).to_contain_text(f"{clients[seat].name} asks to take back: {words}")
    expect(asked).to_contain_text("Waiting for:")
    expect(first.locator("#withdraw-TakeBack")).to_be_visible()
    expect(first.locator("#take-back")).to_have_count(0)
    assert axe_report(second, within=".proposal") is None
    fits(second, 390)
    second.set_viewport_size(DESKTOP)
    clients[third].post(f"{path}/moves", {"type": "AnswerTakeBack", "agrees": True})
    expect(asked).to_contain_text(f"Agreed: {clients[third].name}.")
    second.click("#agree-TakeBack")
    for page in (first, second):
        expect(page.locator(".proposal")).to_have_count(0)
        expect(page.locator("#story")).to_contain_text("The move is taken back. The game continues from")
        expect(page.locator("#story .annulled").first).to_contain_text("undone")
    expect(first.locator(".your-turn")).to_be_visible()
    assert gallery.get(path)["position"] != moves

    second.click("#offer-seat")
    second.get_by_label("Name of the player").fill(di.name)
    second.get_by_role("button", name="Offer the seat").click()
    expect(first.locator(".proposal")).to_contain_text(f"{clients[other].name} offers their seat to {di.name}.")
    heir = open_table(browse(di), game_id)
    heir.click("#take-seat")
    expect(heir.locator("#propose-end")).to_be_visible()
    expect(first.locator("#story")).to_contain_text(f"{di.name} took over the seat from {clients[other].name}.")

    heir.click("#propose-end")
    heir.get_by_role("button", name="With the current ranking").click()
    expect(first.locator(".proposal")).to_contain_text(f"{di.name} proposes to end the game as it stands.")
    clients[third].post(f"{path}/moves", {"type": "AnswerEnd", "agrees": True})
    expect(first.locator(".proposal")).to_contain_text(f"Agreed: {clients[third].name}.")
    first.click("#agree-End")
    for page in (first, heir):
        expect(page.locator("#turn")).to_contain_text("The game is over")
    assert gallery.get(path)["result"]["reason"] == "agreed"
    assert gallery.get(f"{path}/audit")["ok"]

    for page in (first, heir):
        page.click("#play-again")
        page.wait_for_url(lambda url: "/games/" in url and game_id not in url)
    again = game_of(first)
    assert game_of(heir) == again
    expect(heir.locator("#turn")).to_contain_text("reserved")
    heir.click("#leave-seat")
    heir.wait_for_url(lambda url: "/games/" not in url)
    expect(heir.locator(f"a[href^='/games/{again}']").first).to_be_visible()
