"""The form of a table: the board in the window, one bar for what is decided, and on a phone a strip of areas."""

from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.browser.conftest import PHONE
from tests.browser.playing import axe_report, fits, open_table, show_plain

WINDOWS = [(1440, 900), (1280, 720), (820, 1180)]

# The board, the bar and the window: from where to where each reaches.
SPANS = """() => ["#board svg", "#decision"].map((selector) => {
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

NAMES_ARE_SEEN = """() => {
  const bar = document.querySelector("#decision").getBoundingClientRect();
  return document.querySelector(".kit-names").getBoundingClientRect().bottom <= bar.top + 1 && bar.height > 140;
}"""

# How high the drawing of a game is in each of these widths.
HEIGHTS = """async ([game, title, widths]) => {
  const [{ Recording }, { drawingOf }, { pictureOf }] = await Promise.all(
    ["record/frames", "board/load-drawing", "board/title-drawing"].map((name) => import(`/web/${name}.js`)));
  const [drawing, recording] = [await drawingOf(title), new Recording(game, "public")];
  await recording.read();
  const { state } = recording.steps.at(-1);
  const wholes = widths.map((width) => pictureOf(drawing, state, "public", width, null, state).whole);
  return wholes.map(({ attributes }) => Number(attributes.viewBox.split(" ")[3]));
}"""


def mine(gallery, title):
    """A new game of four, or of as many as may play it: its id, and the player who is asked first."""
    most = find_rulebooks()[title].meta.most_players
    game_id, clients = table_of(gallery, title, ["Ada", "Bo", "Cy", "Di"][:most])
    return game_id, clients[gallery.get(f"/api/games/{game_id}")["to_act"][0]]


def fingers(page):
    """What lets so many fingers do something, as the browser gets it from a screen."""
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    return touch


def test_the_board_is_the_page(browse, gallery):
    """At each window's size the whole board is in sight above the bar; list and story fold away and come back. Amun-Re
    lays its parts beside the map, with its large provinces, from the width on in which both can be read."""
    game_id, client = mine(gallery, "amun-re")
    page = browse(client, unfolded=False)
    open_table(page, game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
        page.wait_for_function("""(height) => {
          const board = document.querySelector("#board svg").getBoundingClientRect();
          const bar = document.querySelector("#decision").getBoundingClientRect();
          return board.bottom <= bar.top + 1 && bar.bottom <= height && board.height > height / 3;
        }""", arg=height)  # fmt: skip
        expect(page.locator("#side")).to_be_visible(visible=width > 992)
        expect(page.locator("#listing")).to_be_hidden()
    high, narrow, wide = page.evaluate(HEIGHTS, [game_id, "amun-re", [929, 930, 970]])
    assert narrow == wide < high

    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("#side")).to_be_visible()
    before = page.evaluate(SPANS)[1]
    page.keyboard.press("s")
    expect(page.locator("#side")).to_be_hidden()
    assert page.evaluate(SPANS)[1]["right"] > before["right"] + 200
    page.keyboard.press("z")
    expect(page.locator("#fit")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("z")
    page.locator("#board .can-pick").first.dblclick()
    expect(page.locator("#fit")).to_have_attribute("aria-pressed", "false")

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


def test_no_phone_scrolls_far(browse, gallery):
    """With each title's drawing, what can be picked is at most one screen away, and no area makes the page wide."""
    for title in find_rulebooks():
        game_id, client = mine(gallery, title)
        page = browse(client, phone=True)
        open_table(page, game_id)
        expect(page.locator("#board .can-pick")).not_to_have_count(0)
        fits(page, PHONE["width"])
        assert page.evaluate("document.documentElement.scrollHeight") < 2 * PHONE["height"], title
        assert page.evaluate(LOWEST_PICK) < 2 * PHONE["height"], title
        expect(page.locator("#confirm")).to_be_in_viewport()
        page.close()


def test_a_strip_of_areas(browse, gallery):
    """A name leads to its area; what is asked is in sight; the bar does not cover what is picked."""
    game_id, client = mine(gallery, "amun-re")
    page = browse(client, phone=True)
    open_table(page, game_id)
    names = page.locator(".kit-area-name")
    expect(names.first).to_have_attribute("aria-current", "true")
    assert page.locator(".kit-strip > svg").first.locator(".can-pick").count()
    assert axe_report(page) is None
    other = names.nth(2)
    other.click()
    expect(other).to_have_attribute("aria-current", "true")
    expect(page.locator(".kit-strip > svg").nth(2)).to_be_in_viewport(ratio=0.9)
    names.first.click()
    page.locator(".kit-strip > svg").first.locator(".can-pick").last.click()
    expect(page.locator(".chosen-text")).not_to_have_text("Choose on the board or in the list.")
    page.wait_for_function(LAST_PICKED_IS_SEEN)
    expect(page.locator("#confirm")).to_be_in_viewport()
    page.click("#show-moves")
    expect(page.locator(".move").first).to_be_in_viewport()
    page.click("#show-moves")
    page.click("#clear")
    page.evaluate("() => scrollTo(0, 0)")
    page.evaluate("() => document.querySelector('#turn p').append(' or do what takes long to say'.repeat(6))")
    page.wait_for_function(NAMES_ARE_SEEN)
    page.click("#show-side")
    expect(page.locator("#story li").last).to_be_in_viewport()


def test_a_strip_where_nothing_is_asked(browse, demo):
    """Over a finished game's table no bar lies: the areas' names stand at the window's end, not amid the board."""
    page = browse(phone=True)
    page.goto(demo)
    expect(page.locator(".ranking")).to_be_visible()
    names = page.locator(".kit-names")
    expect(names).to_be_attached()
    page.wait_for_function("""() => {
      const { bottom } = document.querySelector(".kit-names").getBoundingClientRect();
      const board = document.querySelector(".kit-main").getBoundingClientRect();
      return bottom >= innerHeight - 1 || bottom > board.bottom;
    }""")


def test_two_fingers(browse, gallery):
    """They enlarge the board, and the page stays where it is; a double tap puts it back."""
    game_id, client = mine(gallery, "kheops")
    page = browse(client, phone=True)
    open_table(page, game_id)
    page.wait_for_function("() => localStorage.getItem('stele-seen') !== null")  # what is told of before is told
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    touch = fingers(page)
    board = page.locator(".kit-main > svg")
    natural = board.bounding_box()
    width, middle = natural["width"], natural["y"] + natural["height"] / 2
    touch("touchStart", (150, middle), (250, middle))
    for step in range(1, 6):
        touch("touchMove", (150 - 10 * step, middle - 20 * step), (250 + 10 * step, middle - 20 * step))
    touch("touchEnd")
    assert abs(board.bounding_box()["width"] - 2 * width) < 5
    assert page.evaluate("scrollY") == 0
    before = board.bounding_box()
    touch("touchStart", (200, middle))
    for step in range(1, 6):
        touch("touchMove", (200 - 10 * step, middle))
    touch("touchEnd")
    assert board.bounding_box()["x"] < before["x"] - 30
    assert page.evaluate("scrollY") == 0
    page.locator(".kit-main").dblclick(position={"x": 20, "y": 20})
    assert board.bounding_box()["width"] == width
    strip = page.locator(".kit-strip").bounding_box()["y"] + 20
    touch("touchStart", (150, strip), (250, strip))
    touch("touchMove", (100, strip), (300, strip))
    touch("touchEnd")
    assert board.bounding_box()["width"] == width, "fingers on the areas enlarge the board"
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#board > svg.kit-board")).to_be_visible()
    expect(page.locator(".kit-strip")).to_have_count(0)
