"""Pending moves: between a choice and its result no notice is wrong, in any order of arrival, and the focus is kept."""

import random

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.playing import choose_on_board, open_table

TITLES = ("amun-re", "kheops")
"""Two of the titles: the tested code is independent of titles."""
# The delay in milliseconds between a move's event and its response, one move after the other.
DELAYS = {"amun-re": (50, 300), "das-amulett": (0, 50, 100, 300, 600)}

# The response to each move is held back until the page has its event and this many milliseconds have gone by.
# Every notice ever shown is kept.
HOLD_BACK = """
  window.delays = [];
  window.told = [];
  const whole = window.fetch;
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  window.fetch = async (address, options) => {
    const isMove = options?.method === "POST" && String(address).includes("/moves") && !String(address).includes("?");
    const count = () => document.querySelectorAll("#story li").length;
    const before = count();
    const response = await whole(address, options);
    const delay = isMove && response.ok ? window.delays.shift() : undefined;
    if (delay !== undefined) {
      while (count() === before) await wait(1);
      await wait(delay);
    }
    return response;
  };
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) window.told.push(node.textContent);
    }).observe(document.getElementById("notices"), { childList: true });
  });
"""


def wait_for_my_choice(page, gallery: Client, game_id: str) -> bool:
    """Wait until only the first seat is asked and the page shows it; False when the game is over."""
    while True:
        page.locator(".your-turn, .ranking").first.wait_for()
        game = gallery.get(f"/api/games/{game_id}")
        if game["status"] != "playing":
            return False
        if game["to_act"] == [0]:
            expect(page.locator("#story li .story-position").last).to_have_text(game["position"])
            expect(page.locator(".your-turn")).to_be_visible()
            return True


def with_bots(gallery: Client, title: str) -> tuple[str, Client]:
    """A game against as many computer players as make three at the table."""
    most = find_rulebooks()[title].meta.most_players
    game_id, (client,) = table_of(gallery, title, ["Ada"], bots=min(3, most) - 1)
    return game_id, client


@pytest.mark.parametrize("title", [pytest.param("amun-re", marks=pytest.mark.soak), "kheops"])
def test_an_own_move_is_not_shown_as_an_opponents(browse, gallery, title):
    """With any delay or computer moves between response and event, a player's own move is not shown as an
    opponent's.
    """
    game_id, client = with_bots(gallery, title)
    page = open_table(browse(client, script=HOLD_BACK), game_id)
    lot = random.Random(4)
    for delay in DELAYS.get(title, (0, 600)):
        if not wait_for_my_choice(page, gallery, game_id):
            break
        number = page.locator("#story li").count()
        choose_on_board(page, lot)
        page.evaluate("delay => window.delays.push(delay)", delay)
        with page.expect_response(lambda response: response.request.method == "POST" and response.ok):
            page.click("#confirm")
        expect(page.locator("#story li")).not_to_have_count(number)
        expect(page.locator("#confirm")).not_to_have_text("Sending…")
        assert page.evaluate("window.delays") == []
    assert page.evaluate("window.told") == []


@pytest.mark.parametrize("title", [pytest.param("amun-re", marks=pytest.mark.soak), "kheops"])
def test_the_focus_is_never_lost(browse, gallery, title):
    """Enter confirms and keeps the focus where the game continues; Escape undoes everything; g goes to the board.

    The button that undoes everything disables itself, and the focus moves to the question.
    """
    game_id, client = with_bots(gallery, title)
    page = open_table(browse(client), game_id)
    page.locator(".move").first.click()
    page.click("#clear")
    expect(page.locator("#turn")).to_be_focused()
    focused = "document.activeElement.closest('#turn, #board, #choices, #listing') !== null"
    for by_list in (False, True):
        if not wait_for_my_choice(page, gallery, game_id):
            break
        number = page.locator("#story li").count()
        if by_list:
            page.locator(".move").first.focus()
        else:
            page.keyboard.press("g")
            expect(page.locator("#board .can-pick:focus")).to_have_count(1)
        page.keyboard.press("Space")
        expect(page.locator("#clear")).to_be_enabled()
        page.keyboard.press("Escape")
        expect(page.locator("#clear")).to_be_disabled()
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)
        assert page.evaluate(focused)
        page.locator(".move").first.focus()
        page.keyboard.press("Space")
        expect(page.locator("#confirm")).to_be_enabled()
        page.keyboard.press("Enter")
        expect(page.locator("#story li")).not_to_have_count(number)
        expect(page.locator("#confirm")).not_to_have_text("Sending…")
        assert page.evaluate(focused), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


MARKET = {
    "SellFavor": "sell Favor cards for 1 Gold each",
    "BuyFavor": "buy Favor cards",
    "BuyFarmers": "buy Farmers",
    "BuyStones": "buy Stones",
    "PlaceFarmer": "place a Farmer on an open Field",
    "PlaceStone": "place a Stone in one of your provinces",
    "PlayFreeFarmer": "play the Free Farmer in one of your provinces",
    "PlayArchitect": "play the Architect in a province with two Stones",
    "EndMarket": "leave the market",
}


def test_one_question_at_a_time(browse, gallery):
    """Several kinds of moves are one sentence; once a move is chosen, the page only asks to confirm it.

    The board that shows the result is labelled as a preview, however far its header has gone on.
    """
    title = "amun-re"
    game_id, clients = table_of(gallery, title, ["Ada", "Bo", "Cy"])
    lot = random.Random(2)

    def kinds(seat):
        moves = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
        return {one["move"]["type"] for one in moves}

    while True:
        game = gallery.get(f"/api/games/{game_id}")
        found = [seat for seat in game["to_act"] if len(kinds(seat) & MARKET.keys()) > 1]
        if found:
            break
        assert play_to_the_end(game_id, clients, lot, most=1) == 1
    page = open_table(browse(clients[found[0]]), game_id)
    asked = page.locator("#turn p:not(.chosen-text)")
    expect(asked).to_contain_text("You can ")
    question = asked.inner_text()
    assert all(MARKET[kind] in question for kind in kinds(found[0]))
    assert question.count(".") == 1
    expect(page.locator(".preview-mark")).to_have_count(0)
    page.locator(".move").last.click()
    expect(asked).to_have_text("The board shows the position after this move. Confirm it or choose another.")
    expect(page.locator(".preview-mark")).to_have_text("Preview, not played yet")
    page.click("#clear")
    expect(asked).to_have_text(question)
    expect(page.locator(".preview-mark")).to_have_count(0)


# Steps arrive one by one and in bursts, between frames and after them. Returns the list's distance from its end.
BURST = """async () => {
  const { Story } = await import("/web/record/story.js");
  const place = document.createElement("div");
  place.className = "story-place";
  place.style.height = "300px";
  document.body.append(place);
  const story = new Story(place, "A story", () => "#");
  const { list } = story;
  const picture = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const left = () => list.scrollHeight - list.clientHeight - list.scrollTop;
  let number = 0;
  const burst = async (count) => {
    for (let one = 0; one < count; one += 1) {
      number += 1;
      story.add([{ position: `${number}-0`, text: "Somebody did something. ".repeat(1 + number % 4), seat: 0,
                   at: "2026-01-01T00:00:00Z" }]);
      if (one % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      if (one % 31 === 0) await picture();
    }
    await picture();
  };
  await burst(200);
  const atEnd = left();
  list.scrollTop = 100;
  await picture();
  await burst(200);
  const stays = list.scrollTop;
  list.scrollTop = list.scrollHeight;
  await picture();
  await burst(200);
  place.style.height = "200px";
  await picture();
  return [atEnd, stays, left(), list.children.length];
}"""


def test_the_story_follows_a_burst(browse):
    """After two hundred events at once the list is at its end, unless the reader has scrolled away."""
    page = browse(at="/games/demo-kheops")
    expect(page.locator("#connection")).to_have_attribute("data-connection", "over")
    at_end, stays, at_end_again, count = page.evaluate(BURST)
    assert (round(at_end), stays, round(at_end_again), count) == (0, 100, 0, 600)


@pytest.mark.soak
def test_the_story_follows_a_game(browse, gallery):
    """A watching reader sees the last line, however fast the game goes."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    page = open_table(browse(), game_id)
    play_to_the_end(game_id, clients, random.Random(1), most=30)
    events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    expect(page.locator("#story li")).to_have_count(len(events))
    expect(page.locator("#story li:visible").last).to_be_in_viewport()
