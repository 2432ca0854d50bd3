"""Playing in the browser: live, by clicking, with refusals that name their rule, and no secret shown."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import choose_on_board, open_table, to_game, wait_for_outcome

TITLE = "amun-re-card-game"


def until(game_id, clients, wanted):
    """Play at random until the game is in this phase."""
    lot = random.Random(5)
    while True:
        table = clients[0].get(f"/api/games/{game_id}/state")["state"]["table"]
        if wanted(table):
            return
        assert play_to_the_end(game_id, clients, lot, most=1) == 1


class Thrift(random.Random):
    """Lays out as many Gold cards as possible and places the lowest: cards are left to offer."""

    def choice(self, options):
        """The thriftiest of these moves, or the first of these seats."""
        if isinstance(options[0], int):
            return options[0]
        return min(options, key=lambda one: (one["move"].get("gold", 0), -len(one["move"].get("cards", ()))))


def table_at_offerings(gallery):
    """A game of two in its first Kingdom when both must offer, each with several cards."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    while True:
        state = clients[0].get(f"/api/games/{game_id}/state")["state"]
        if state["table"]["phase"] == "offering" and state["to_act"] == [0, 1]:
            return game_id, clients
        assert play_to_the_end(game_id, clients, Thrift(), most=1) == 1


def answer_first(client, game_id):
    """Make the first legal move over HTTP."""
    move = client.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"]
    client.post(f"/api/games/{game_id}/moves", move)


def has_sealed(gallery, game_id, seat):
    """Whether this seat has sealed its offering, as publicly known."""
    return gallery.get(f"/api/games/{game_id}/state")["state"]["table"]["players"][seat]["offering"]["sealed"] or any(
        event["type"] == "OfferingSealed" and event["seat"] == seat
        for event in gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    )


def without_live_events(route):
    """Let everything through but the live events."""
    if "stream" in route.request.headers["accept"]:
        route.abort()
    else:
        route.continue_()


def test_two_browsers_play_live(browse, gallery):
    """Each shows the other's moves without a reload: in the story, on the board, the turn, and in a live region."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    pages = [browse(client) for client in clients]
    for page in pages:
        open_table(page, game_id)
    lot = random.Random(2)
    for _ in range(2):
        seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
        mover, other = pages[seat], pages[1 - seat]
        expect(mover.locator(".your-turn")).to_be_visible()
        choose_on_board(mover, lot)
        with mover.expect_response("**/moves"):
            mover.click("#confirm")
        expect(mover.locator("#refusal")).to_be_empty()
        events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
        for page in (mover, other):
            expect(page.locator("#story li")).to_have_count(len(events))
            expect(page.locator("#story li").last).to_contain_text(events[-1]["text"])
        expect(other.locator("#announcements[aria-live=polite]")).to_contain_text(events[-1]["text"])


@pytest.mark.soak
def test_whole_game_by_clicking(browse):
    """A game is played from the first visit's single click to its end with clicks on the board only."""
    page = browse(at="/")
    to_game(page, "#play-now")
    lot = random.Random(11)
    mine_or_over = page.locator(".your-turn, .ranking")
    for _ in range(200):
        mine_or_over.first.wait_for()
        if page.locator(".ranking").count():
            break
        number = page.locator("#story li").count()
        if not choose_on_board(page, lot):
            break
        page.click("#confirm")
        wait_for_outcome(page, number)
    expect(page.locator(".ranking li")).not_to_have_count(0)
    expect(page.locator("#leave")).to_be_hidden()
    page.get_by_role("link", name="Replay step by step").click()
    expect(page.locator("#step")).to_contain_text("was opened")


def test_a_move_by_keyboard_alone_whose_answer_is_lost(browse, gallery):
    """The list of moves and the button that confirms can be reached and used with Tab, Enter and Space.

    When the answer to a move is lost, the page sends it again under the same key: it counts once.
    """
    game_id, clients = table_of(gallery, TITLE, ["Ada"], bots=1)
    page = open_table(browse(clients[0]), game_id)
    page.locator(".your-turn").wait_for()

    def tab_to(selector):
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"{selector} cannot be reached")

    page.locator("body").press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    tab_to("#board .can-pick")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    tab_to(".move")
    page.keyboard.press("Space")
    expect(page.locator("#confirm")).to_be_enabled()
    tab_to("#confirm")
    sent = []

    def lose_first(route):
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/moves", lose_first)
    with page.expect_response("**/moves"):
        page.keyboard.press("Enter")
    expect(page.locator("#story li", has_text=f"{clients[0].name} laid out")).to_have_count(1)
    assert len(sent) == 2 and len(set(sent)) == 1
    chosen = [event for event in gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
              if event["type"] == "GoldChosen" and event["seat"] == 0]  # fmt: skip
    assert len(chosen) == 1


def test_sealed_offering_stays_sealed(browse, gallery, wire):
    """No byte of the other browser's traffic, and nothing on its page, reveals the offering before the reveal."""
    game_id, clients = table_at_offerings(gallery)
    ada, bo = browse(clients[0]), browse(clients[1], base_url=wire.url)
    for page in (ada, bo):
        open_table(page, game_id)
    display = clients[0].get(f"/api/games/{game_id}/state")["state"]["table"]["players"][0]["display"]
    offered = display[:2]
    for card in offered:
        ada.locator("#board").get_by_role("button", name=f"Gold card {card}", exact=True).click()
    expect(ada.locator(".chosen-text")).to_contain_text(f"{sum(offered)} Gold")
    ada.click("#confirm")
    expect(bo.locator("#story li").last).to_contain_text(f"{clients[0].name} sealed an offering.")
    bo.reload()
    expect(bo.locator("#connection")).to_have_attribute("data-connection", "live")
    expect(bo.locator("#show-orders")).to_be_visible()  # the last part has arrived
    assert "sealed an offering of" not in bo.content()
    bo.goto(f"/games/{game_id}/replay")
    expect(bo.locator("#step")).to_contain_text(f"{clients[0].name} sealed an offering.")

    heard = wire.heard.decode("utf-8", "replace")
    sealed = [json.loads(text) for text in re.findall(r'"data":(\{"seat":0,"kingdom":1,[^}]*\}?\})', heard)]
    assert sealed and all(data["cards"] == {"hidden": True} for data in sealed)
    offerings = re.findall(r'"offering":(\{"sealed":true[^}]*\})', heard)
    assert offerings and set(offerings) == {'{"sealed":true,"cards":null}'}
    assert "sealed an offering of" not in heard
    assert "sealed an offering of" not in bo.content()
    assert "sealed an offering of" in ada.content()

    play_to_the_end(game_id, clients, random.Random(1), most=1)
    expect(bo.locator("#story")).to_contain_text(f"{clients[0].name} ({sum(offered)} Gold)")


def test_reconnects_where_it_was(browse, gallery, wire):
    """A lost connection is opened again from the last position: missed events are shown once, in order."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    page = open_table(browse(clients[0], base_url=wire.url), game_id)
    known = page.locator("#story li").count()
    last_known = gallery.get(f"/api/games/{game_id}")["position"]
    wire.cut()
    expect(page.locator("#connection")).to_have_attribute("data-connection", "lost")
    play_to_the_end(game_id, clients, random.Random(3), most=4)
    wire.asked = b""
    wire.mend()
    events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    expect(page.locator("#story li")).to_have_count(len(events))
    assert len(events) > known
    shown = page.locator("#story .story-position").all_inner_texts()
    assert shown == [event["position"] for event in events]
    assert f"last-event-id: {last_known}".encode() in wire.asked.lower()


def test_the_game_has_moved_on(browse, gallery):
    """A choice from an old state gets a notice, and nothing is played until it is confirmed again."""
    game_id, clients = table_at_offerings(gallery)
    page = browse(clients[0])
    page.route(re.compile(r"/events"), without_live_events)
    page.goto(f"/games/{game_id}")
    page.locator(".move").first.click()
    answer_first(clients[1], game_id)
    page.click("#confirm")
    expect(page.locator(".notice")).to_contain_text("The game has moved on. Your choice is still possible")
    assert not has_sealed(gallery, game_id, 0)
    with page.expect_response("**/moves") as answered:
        page.click("#confirm")
    assert answered.value.status == 201
    assert has_sealed(gallery, game_id, 0)


def test_a_refusal_shows_its_rule_and_a_player_resigns(browse, gallery):
    """A move against the rules, never sent by an honest page, is answered with the reason and a link to the rule.

    It opens the rule beside the board, be it the title's or one of every title; the choice stays. Resigning asks for
    confirmation, and says what follows: then a computer player answers for the seat.
    """
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"])
    until(game_id, clients, lambda table: table["phase"] == "auction")
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = open_table(browse(clients[seat]), game_id)
    cheats = [{"type": "PlaceGold", "gold": 0, "province": "XXX"}, {"type": "Abort"}]
    page.route("**/moves", lambda route: route.continue_(post_data=json.dumps(cheats[0])))
    page.locator(".move").first.click()
    page.click("#confirm")
    expect(page.locator("#refusal")).to_contain_text("there is no such Province in the row (rule AC-A2)")
    page.locator("#refusal a").click()
    expect(page.locator("#rule-AC-A2")).to_be_in_viewport()
    page.keyboard.press("Escape")
    cheats.pop(0)
    page.click("#confirm")
    expect(page.locator("#refusal a")).to_have_text("Rule G6")
    page.locator("#refusal a").click()
    expect(page.locator("#rule-G6")).to_be_in_viewport()
    expect(page.locator("#rule-G6")).to_contain_text("may call the game off until a player has made the first move")

    page.keyboard.press("Escape")
    page.unroute("**/moves")

    page.click("#leave")
    expect(page.get_by_role("dialog")).to_contain_text("a computer player answers for your seat")
    page.get_by_role("button", name="Stay").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert gallery.get(f"/api/games/{game_id}")["seats"][seat]["resigned"] is False
    page.click("#leave")
    page.locator("dialog .danger").click()
    expect(page.locator("#story")).to_contain_text(f"{clients[seat].name} resigned")
    expect(page.locator("#leave")).to_be_hidden()
    assert gallery.get(f"/api/games/{game_id}")["status"] == "playing"
