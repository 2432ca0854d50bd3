"""Connection notices of a table when the network is slow or lost: always true."""

import random

import pytest
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import choose_on_board, open_table
from tests.browser.test_moves import answer_first, table_at_offerings

KHEOPS = {"white": "first"}

# Every notice ever shown is kept.
LISTEN = """
  window.told = [];
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) window.told.push(node.textContent);
    }).observe(document.getElementById("notices"), { childList: true });
  });
"""


def told(page):
    """Every notice that the page has shown."""
    return page.evaluate("window.told")


def is_move(request):
    """Whether this request makes a move, and is no preview."""
    return request.method == "POST" and request.url.endswith("/moves")


def test_a_move_in_another_window_is_my_own(browse, gallery):
    """Two windows of one player: a move in one is not shown in the other as an opponent's."""
    game_id, (client,) = table_of(gallery, "amun-re-card-game", ["Ada"], bots=1)
    one = open_table(browse(client, script=LISTEN), game_id)
    one.locator(".your-turn").wait_for()
    two = one.context.new_page()
    open_table(two, game_id)
    one.locator(".move").first.click()
    expect(one.locator("#clear")).to_be_enabled()
    two.locator(".move").first.click()
    with two.expect_response(lambda response: is_move(response.request)):
        two.click("#confirm")
    expect(one.locator(".notice")).to_contain_text("You have moved in another window")
    assert not [text for text in told(one) + told(two) if "The game has moved on" in text]
    assert told(two) == []


@pytest.mark.soak
def test_a_move_whose_response_is_lost_permanently(browse, gallery):
    """The server has the move, and no response ever comes: the page shows it as made once its event arrives."""
    game_id, (client,) = table_of(gallery, "amun-re-card-game", ["Ada"], bots=1)
    page = open_table(browse(client, script=LISTEN), game_id)
    page.locator(".your-turn").wait_for()

    def lose(route):
        if is_move(route.request):
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/moves", lose)
    page.locator(".move").first.click()
    page.click("#confirm")
    expect(page.locator(".notice")).to_contain_text("Your move was made")
    expect(page.locator("#refusal")).to_be_empty()
    expect(page.locator(".move[aria-pressed=true]")).to_have_count(0)
    assert len(told(page)) == 1
    page.unroute("**/moves")
    page.locator(".your-turn").wait_for()
    page.locator(".move").first.click()
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.soak
def test_a_notice_goes_with_the_next_choice(browse, gallery):
    """The notice of another player's move stays until the next choice, and no longer."""
    game_id, clients = table_at_offerings(gallery)
    page = open_table(browse(clients[0]), game_id)
    page.locator(".move").first.click()
    answer_first(clients[1], game_id)
    expect(page.locator(".notice")).to_contain_text("The game has moved on")
    page.click("#clear")
    expect(page.locator(".notice")).to_have_count(0)


def test_a_choice_made_during_a_reload(browse, gallery):
    """A move confirmed on an outdated view is not played."""
    game_id, clients = table_at_offerings(gallery)
    sent = []
    page = open_table(browse(clients[0], requests=sent), game_id)
    page.locator(".move").first.click()
    held = []
    page.route("**/legal-moves*", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/legal-moves*"):
        answer_first(clients[1], game_id)
    page.click("#confirm")
    held[0].continue_()
    expect(page.locator(".notice")).to_contain_text("The game has moved on. Your choice is still possible")
    expect(page.locator("#confirm")).to_have_text("Confirm")
    assert [request.response().status for request in sent if is_move(request)] == [412]


@pytest.mark.soak
def test_moves_that_cannot_be_read_are_read_later(browse, gallery):
    """A move was accepted, and then the network fails: that is no refusal, and the page catches up automatically."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"], options=KHEOPS)
    page = open_table(browse(clients[0], script=LISTEN), game_id)
    page.route("**/legal-moves*", lambda route: route.abort())
    choose_on_board(page, random.Random(1))
    page.click("#confirm")
    expect(page.locator("#story")).to_contain_text(f"{clients[0].name} placed")
    expect(page.locator("#confirm")).not_to_have_text("Sending…")
    expect(page.locator("#refusal")).to_be_empty()
    page.unroute("**/legal-moves*")
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("offline")
    page.context.set_offline(False)
    expect(page.locator(".move")).not_to_have_count(0)
    assert not [text for text in told(page) if "moved" in text]


@pytest.mark.soak
def test_a_failed_request_makes_the_connection_doubtful(browse, gallery):
    """After a failed request, the page is not shown as live until the connection works again."""
    game_id, (client,) = table_of(gallery, "amun-re-card-game", ["Ada"], bots=1)
    page = open_table(browse(client), game_id)
    page.locator(".your-turn").wait_for()
    page.evaluate(
        """() => {
          window.said = [];
          const place = document.getElementById("connection");
          new MutationObserver(() => window.said.push(place.textContent)).observe(place, { childList: true });
        }"""
    )
    page.route("**/moves?*", lambda route: route.abort())
    page.locator(".move").first.click()
    page.wait_for_function("() => window.said.includes('reconnecting…')")
    expect(page.locator("#connection")).to_have_text("live")


@pytest.mark.soak
def test_a_silent_connection_is_given_up(browse, gallery, wire):
    """An open connection without events or heartbeats is not live."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"], options=KHEOPS)
    page = open_table(browse(clients[0], base_url=wire.url), game_id)
    wire.hold()
    expect(page.locator("#connection")).to_have_text("reconnecting…")
    wire.let_go()
    expect(page.locator("#connection")).to_have_text("live")


@pytest.mark.parametrize("is_phone", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_new_lines_and_missed_ones(browse, gallery, is_phone):
    """A reader who scrolled up in the story gets a note of new lines, and a click leads there.

    Without a network the page says so; with it again the page is live and shows missed events.
    """
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(1), most=20)
    page = open_table(browse(phone=is_phone), game_id)
    if is_phone:
        page.click("#show-side")
    story = page.locator("#story .story")
    at_end = "e => e.scrollHeight - e.clientHeight - e.scrollTop < 2"
    page.wait_for_function(f"() => ({at_end})(document.querySelector('.story'))")
    expect(page.locator(".story-more")).to_be_hidden()
    story.evaluate("e => { e.scrollTop = 0; }")
    play_to_the_end(game_id, clients, random.Random(2), most=4)
    expect(page.locator(".story-more")).to_be_visible()
    assert story.evaluate("e => e.scrollTop") == 0
    page.locator(".story-more").click()
    page.wait_for_function(f"() => ({at_end})(document.querySelector('.story'))")
    expect(page.locator(".story-more")).to_be_hidden()
    expect(story).to_be_focused()

    page.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("offline")
    play_to_the_end(game_id, clients, random.Random(3), most=3)
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_have_text("live")
    events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    expect(page.locator("#story li")).to_have_count(len(events))
