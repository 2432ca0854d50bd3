"""Table page: the board in the window, one bar for the decision, and on a phone panels behind tabs."""

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of
from tests.browser.conftest import PHONE
from tests.browser.playing import fits, open_table, show_plain
from tests.in_short import titles_in_short

WINDOWS = [(1440, 900), (1280, 720), (820, 1180)]
LONG_PRESS = 700  # milliseconds, longer than part help waits

# The board, the bar and the window: their edges.
SPANS = """() => ["#board .kit-surface > svg", "#decision"].map((selector) => {
  const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return { left, right, top, bottom };
})"""
LOWEST_PICK = """() => {
  const picks = [...document.querySelectorAll("#board .can-pick")];
  return Math.max(...picks.map((one) => one.getBoundingClientRect().bottom));
}"""
LAST_PICKED_IS_SEEN = """() => {
  const picked = [...document.querySelectorAll("#board .picked")].at(-1).getBoundingClientRect();
  const bar = document.querySelector("#decision").getBoundingClientRect();
  return picked.bottom <= bar.top && picked.top >= 0;
}"""


def mine(gallery, title):
    """A new game of four, or of the maximum: its id, and the player who is asked first."""
    most = find_rulebooks()[title].meta.most_players
    game_id, clients = table_of(gallery, title, ["Ada", "Bo", "Cy", "Di"][:most])
    return game_id, clients[gallery.get(f"/api/games/{game_id}")["to_act"][0]]


def fingers(page):
    """A touch of this number of fingers, as the browser gets it from a screen."""
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    return touch


@pytest.fixture(scope="module")
def wide(served, browse_long):
    """The table of the player who is asked, on a desktop: the page, its game and the player."""
    game_id, client = mine(Client(served.url), "amun-re")
    page = open_table(browse_long(client, unfolded=False), game_id)
    return page, game_id, client


def test_the_board_fills_the_page(wide):
    """At each window size the whole board is in sight above the bar; list and story fold away and return."""
    page, game_id, client = wide
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
        page.wait_for_function("""(height) => {
          const board = document.querySelector("#board .kit-surface > svg").getBoundingClientRect();
          const bar = document.querySelector("#decision").getBoundingClientRect();
          return board.bottom <= bar.top + 1 && bar.bottom <= height && board.height > height / 3;
        }""", arg=height)  # fmt: skip
        expect(page.locator("#side")).to_be_visible(visible=width > 992)
        expect(page.locator("#listing")).to_be_hidden()

    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("#side")).to_be_visible()
    before = page.evaluate(SPANS)[1]
    page.keyboard.press("s")
    expect(page.locator("#side")).to_be_hidden()
    assert page.evaluate(SPANS)[1]["right"] > before["right"] + 200
    surface = page.locator("#board .kit-surface")
    page.keyboard.press("z")
    expect(surface).to_contain_class("zoomed")
    assert surface.evaluate("surface => surface.scrollWidth > 1.5 * surface.clientWidth")
    page.keyboard.press("z")
    expect(surface).not_to_contain_class("zoomed")
    page.locator("#board .can-pick").first.dblclick()
    expect(surface).not_to_contain_class("zoomed")  # it is picked twice

    number = len(client.get(f"/api/games/{game_id}/legal-moves")["moves"])
    expect(page.locator("#show-moves")).to_have_text(f"Moves: {number}")
    page.click("#show-moves")
    expect(page.locator(".move")).to_have_count(number)
    expect(page.locator(".move").first).to_be_visible()
    page.locator(".move").first.click()
    expect(page.locator(".chosen-text")).to_have_text(page.locator(".move[aria-pressed=true]").inner_text())
    page.locator(".move[aria-pressed=true]").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".move")).to_have_count(number)
    page.keyboard.press("Escape")
    expect(page.locator("#listing")).to_be_hidden()
    expect(page.locator("#show-moves")).to_be_focused()

    page.reload()
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    expect(page.locator("#side")).to_be_hidden()
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.matches('#board .can-pick')")
    page.keyboard.press("s")
    show_plain(page)
    expect(page.locator(".move").first).to_be_visible()  # nothing can be picked in plain tables
    page.uncheck("#plain")
    expect(page.locator("#listing")).to_be_hidden()


@pytest.mark.parametrize("title", titles_in_short("das-amulett"))
def test_no_phone_scrolls_far(browse, gallery, title):
    """With each title's drawing, selectable parts are at most one screen away, and no area widens the page."""
    game_id, client = mine(gallery, title)
    page = open_table(browse(client, phone=True), game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    fits(page, PHONE["width"])
    assert page.evaluate("document.documentElement.scrollHeight") < 2 * PHONE["height"]
    assert page.evaluate(LOWEST_PICK) < 2 * PHONE["height"]
    expect(page.locator("#confirm")).to_be_in_viewport()


def test_panels_behind_tabs(browse, gallery):
    """On a phone, each panel has a tab, the question's panel comes first, and the board stays in sight above it.

    Picks and the bar are in sight together.
    """
    game_id, client = mine(gallery, "amun-re")
    page = open_table(browse(client, phone=True), game_id)
    tabs, panels = page.locator(".kit-tab"), page.locator(".kit-panels")
    expect(page.locator(".kit-tab[aria-current]")).to_have_count(1)
    expect(page.locator("#board .can-pick").first).to_be_visible()
    for number in range(tabs.count()):
        tabs.nth(number).click()
        expect(tabs.nth(number)).to_have_attribute("aria-current", "true")
        expect(panels.locator("svg.kit-board")).to_have_count(1)
        expect(page.locator(".kit-surface > svg")).to_be_in_viewport()
    picks = page.locator("#board .can-pick")
    tabs.first.click()
    picks.last.click()
    expect(page.locator(".chosen-text")).not_to_be_empty()
    page.wait_for_function(LAST_PICKED_IS_SEEN)
    expect(page.locator("#confirm")).to_be_in_viewport()
    page.click("#show-moves")
    expect(page.locator(".move").first).to_be_in_viewport()
    page.click("#show-moves")
    page.click("#clear")
    page.click("#show-side")
    expect(page.locator("#story li").last).to_be_in_viewport()


def test_panels_fold_in_a_small_window(wide):
    """Beside the board the other players' parts become one line each before anything is made small.

    A click opens them.
    """
    page, _game_id, _client = wide
    page.set_viewport_size({"width": 1280, "height": 640})
    folded = page.locator(".kit-folded")
    expect(folded).not_to_have_count(0)
    count = folded.count()
    fold = folded.first.locator(".kit-fold")
    key = fold.get_attribute("data-panel")
    fold.click()
    expect(folded).to_have_count(count - 1)
    opened = page.locator(f'.kit-fold[data-panel="{key}"]')
    expect(opened).to_have_attribute("aria-expanded", "true")
    opened.press("Enter")
    expect(folded).to_have_count(count)


@pytest.mark.soak
def test_two_fingers(browse, gallery):
    """Two fingers enlarge the board, however slowly, without moving the page; a double tap resets it."""
    game_id, client = mine(gallery, "kheops")
    page = browse(client, phone=True, first=True)  # a clock belongs to all pages of its context
    open_table(page, game_id)
    page.wait_for_function("() => localStorage.getItem('stele-seen') !== null")  # earlier messages have been shown
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.clock.install()
    touch = fingers(page)
    board = page.locator(".kit-surface > svg")
    natural = board.bounding_box()
    width, middle = natural["width"], natural["y"] + natural["height"] / 2
    touch("touchStart", (150, middle), (250, middle))
    page.clock.fast_forward(LONG_PRESS)
    for step in range(1, 6):
        touch("touchMove", (150 - 10 * step, middle - 20 * step), (250 + 10 * step, middle - 20 * step))
    touch("touchEnd")
    assert abs(board.bounding_box()["width"] - 2 * width) < 5
    assert page.evaluate("scrollY") == 0
    assert not page.locator(".explained").is_visible(), "two fingers are taken for a long press"
    before = board.bounding_box()
    touch("touchStart", (200, middle))
    for step in range(1, 6):
        touch("touchMove", (200 - 10 * step, middle))
    touch("touchEnd")
    assert board.bounding_box()["x"] < before["x"] - 30
    assert page.evaluate("scrollY") == 0
    page.locator(".kit-surface").dblclick(position={"x": 20, "y": 20})
    assert board.bounding_box()["width"] == width
    strip = page.locator(".kit-panels").bounding_box()["y"] + 20
    touch("touchStart", (150, strip), (250, strip))
    touch("touchMove", (100, strip), (300, strip))
    touch("touchEnd")
    assert board.bounding_box()["width"] == width, "fingers on a panel enlarge the board"
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".kit-wide")).to_be_visible()
    expect(page.locator(".kit-tab")).to_have_count(0)
