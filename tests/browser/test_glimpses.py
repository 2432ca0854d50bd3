"""Glimpses beside the board: steps in small, the question by key, a closer look."""

import itertools
import random

import pytest
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import axe_report, open_table
from tests.eventstore.handmade import eventually

# The text for the browser's own voice, and the side of each sound.
LISTEN = """
  window.said = [];
  window.sides = [];
  speechSynthesis.speak = (one) => window.said.push([one.lang, one.text]);
  window.StereoPannerNode = class extends StereoPannerNode {
    constructor(context, how) { super(context, how); window.sides.push(how.pan); }
  };
"""
SHOWN_WIDTH = "svg => svg.getBoundingClientRect().width"


def at_the_market(gallery):
    """A table at which the first player can buy several things, two Stones among them, and the players."""
    game_id, clients = table_of(gallery, "amun-re", ["Ada", "Bo", "Cy"])
    lot = random.Random(3)
    while True:
        kinds = [one["move"]["type"] for one in clients[0].get(f"/api/games/{game_id}/legal-moves")["moves"]]
        if len(set(kinds)) > 2 and kinds.count("BuyStones") > 1:
            return game_id, clients
        play_to_the_end(game_id, clients, lot, most=1)


def test_beside_a_table(browse, gallery):
    """Beside a table, the kinds of moves named in a question can be picked, and keys read the state and its changes
    aloud.

    A story line shows and finds its small board; the large board can be enlarged, moved, and shown on the full screen.
    """
    game_id, (ada, *_others) = at_the_market(gallery)
    page = open_table(browse(ada, unfolded=False, script=LISTEN), game_id)
    picks = page.locator("#board .can-pick")
    all_picks = picks.count()
    kinds = page.locator("#turn .kind")
    assert kinds.count() > 2
    kinds.filter(has_text="buy Stones").click()
    expect(kinds.filter(has_text="buy Stones")).to_have_attribute("aria-pressed", "true")
    listed = page.locator("#show-moves").inner_text()
    page.keyboard.press("Escape")
    expect(kinds.filter(has_text="buy Stones")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#show-moves")).not_to_have_text(listed)
    expect(picks).to_have_count(all_picks)

    said = page.locator("#announcements")
    asked = page.locator("#turn p").inner_text()
    page.keyboard.press("1")
    expect(said).to_contain_text(asked)
    page.keyboard.press("5")
    expect(said).to_contain_text(f"{all_picks} items can be chosen: ")
    kinds.filter(has_text="leave the market").click()
    expect(page.locator(".preview-mark")).to_be_visible()
    page.keyboard.press("6")
    expect(said).to_contain_text("Effect of the chosen move:")
    expect(said).to_contain_text(", then ")
    page.keyboard.press("t")
    told = page.get_by_role("dialog", name="Describe")
    expect(told.locator("dt")).to_have_count(6)
    expect(told.locator("dd").nth(2)).to_contain_text(ada.name)
    assert not (report := axe_report(page, within="dialog[open]")), report
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")

    page.locator("#sound").check()
    page.wait_for_function("() => window.sides.length > 0")
    expect(page.locator("#loudness")).to_be_visible()
    page.locator("#voice").check()
    page.wait_for_function("() => window.said.length > 0")
    page.keyboard.press("3")
    page.wait_for_function("() => window.said.length > 1")
    language, text = page.evaluate("() => window.said[1]")
    assert language == "en" and ada.name in text

    page.locator("#story li:visible").last.hover()
    small = page.locator(".glimpse .glance svg")
    expect(small).to_be_visible()
    assert small.evaluate(SHOWN_WIDTH) < page.locator("#board .kit-surface > svg").evaluate(SHOWN_WIDTH) / 2
    page.keyboard.press("/")
    page.keyboard.type("JOINED the")
    told = page.locator("#story li .story-text").evaluate_all("all => all.map((one) => one.textContent.toLowerCase())")
    found = [text for text in told if "joined the game" in text]
    assert 0 < len(found) < len(told)
    expect(page.locator("#story li:visible")).to_have_count(len(found))
    page.keyboard.press("Escape")
    expect(page.locator("#story li:visible").nth(len(found))).to_be_attached()
    expect(small).to_be_hidden()

    board = page.locator("#board .kit-surface > svg")
    whole = board.evaluate(SHOWN_WIDTH)
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert board.evaluate(SHOWN_WIDTH) > 1.5 * whole
    view = page.locator("#board .kit-surface")
    middle = view.bounding_box()
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    before = view.evaluate("view => view.scrollLeft")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=3)
    page.mouse.up()
    assert view.evaluate("view => view.scrollLeft") > before + 40
    assert page.locator("#board .picked").count() == 0
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert board.evaluate(SHOWN_WIDTH) == whole
    page.keyboard.press("F")
    expect(page.locator("#masthead")).to_be_hidden()
    expect(page.locator("#whole-screen")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts").locator("tr")).to_have_count(13)
    page.keyboard.press("Escape")
    page.locator("#whole-screen").click()
    expect(page.locator("#masthead")).to_be_visible()


@pytest.mark.soak
def test_beside_a_replay_and_in_the_lobby(browse, gallery, demo):
    """Pointing at the curve or at a line shows that step in small, with its changes.

    The lobby's board plays the last moves of the pointed game, and then shows its state.
    """
    page = browse(at=f"{demo}/replay#60-0&as=all")
    expect(page.locator("#progress")).to_be_empty()

    def is_hinted():  # a pointer that arrived before the board was drawn has to move again
        for x in (140, 150):
            page.locator("#scrubber").hover(position={"x": x, "y": 20})
        page.wait_for_timeout(300)
        return page.locator(".graph-hint").is_visible()

    assert eventually(is_hinted, 30)
    page.wait_for_function("""() => {
      const box = document.querySelector("#scrubber").getBoundingClientRect();
      const at = { clientX: box.left + 155, clientY: box.top + 20, pointerType: "mouse" };
      document.querySelector("#scrubber").dispatchEvent(new PointerEvent("pointermove", at));
      return document.querySelector(".graph-hint .glance svg") !== null;
    }""")
    assert page.locator(".graph-hint .glance").evaluate("one => one.inert && one.ariaHidden === 'true'")
    tries = itertools.count()
    # It shows the place of play: the first of the next lines with a change there.
    seen = page.locator(".glimpse .changed").first
    later = page.locator("#story li[aria-current] ~ li:visible")
    assert eventually(lambda: later.nth(next(tries) % 8).hover() or page.wait_for_timeout(400) or seen.count(), 60)
    expect(page.locator("#step .story-position")).to_have_text("60-0")
    page.keyboard.press("2")
    expect(page.locator("#announcements")).to_contain_text("Changes in this step:")
    board = page.locator("#board .kit-surface > svg")
    whole = board.evaluate(SHOWN_WIDTH)
    board.hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_function(
        "(whole) => document.querySelector('#board .kit-surface > svg').getBoundingClientRect().width > whole * 1.5",
        arg=whole,
    )

    game_id, (ada, bo) = table_of(gallery, "amun-re-card-game", ["Ada", "Bo"])
    play_to_the_end(game_id, [ada, bo], random.Random(1), most=12)
    lobby = browse(ada, motion=True, at="/")
    game = lobby.locator("#my-games .game", has=lobby.locator(f'a[href^="/games/{game_id}"]'))
    game.scroll_into_view_if_needed()
    expect(game.locator(".thumbnail svg")).to_be_attached()
    seen = game.locator(".thumbnail").evaluate_handle("one => one.cloneNode(true)")
    game.hover()
    expect(game.locator(".thumbnail .changed").first).to_be_attached()
    lobby.mouse.move(5, 5)
    # The step that is shown stays for its time, also one without changes; then the board is as it was.
    there = [game.locator(".thumbnail").element_handle(), seen]
    lobby.wait_for_function("([now, before]) => now.isEqualNode(before)", arg=there)


@pytest.mark.soak
def test_the_next_game_opens_automatically(browse, gallery):
    """The button that leads there names it, shows its board in small, and can open it without being pressed."""
    first = {"rulebook": "kheops", "players": 2, "sit": False, "options": {"white": "first"}}
    game_id, (ada, bo) = table_of(gallery, "kheops", ["Ada", "Bo"], options=first["options"])
    other = ada.post("/api/games", first)["id"]
    for player in (ada, bo):
        player.post(f"/api/games/{other}/seats", {"nonce": "nonce"})
    page = open_table(browse(ada), game_id)
    page.locator(".move").first.click()
    page.click("#confirm")
    button = page.locator("#next-game")
    expect(button).to_have_text("Next game (1)")
    expect(button).to_have_attribute("title", "Kheops")
    button.hover()
    expect(page.locator("#next-place .thumbnail svg")).to_be_visible()
    page.locator("#next-by-itself").check()
    while page.url.endswith(game_id) and page.locator(".your-turn").count():
        told = page.locator("#story li").count()
        page.locator(".move").first.click()
        page.click("#confirm")
        # The story may have the move before the answer to it does, which shows the next moves.
        page.wait_for_function(
            """([id, told]) => !location.pathname.endsWith(id) ||
              (document.querySelectorAll("#story li").length > told &&
                document.getElementById("confirm").textContent !== "Sending…")""",
            arg=[game_id, told],
        )
    page.wait_for_url(f"**/games/{other}")
