"""The last move on the board: a ghost at a piece's old place, and an arrow to its new one."""

import random
import re

from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import open_table

ARROWS = "#board .kit-surface .kit-last-move .kit-arrow"
# Start and end of the arrow, on the page.
ENDS = """(arrow) => {
  const [start, end] = arrow.getAttribute("d").match(/[ML][^ML]+/g).slice(0, 2).map((one) => {
    const [x, y] = one.slice(1).split(" ").map(Number);
    return new DOMPoint(x, y).matrixTransform(arrow.getScreenCTM());
  });
  return [[start.x, start.y], [end.x, end.y]];
}"""


def holds(cell, point):
    """Whether a point of the page is within a part of the board."""
    box = cell.bounding_box()
    x, y = point
    return box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]


def test_a_move_in_the_replay(browse, gallery):
    """A move shows one ghost and one arrow in the mover's colour, from old to new place; the next step removes both."""
    events = gallery.get("/api/games/demo-kheops/events?limit=5000")["events"]
    moved = next(event for event in events if event["type"] == "PawnMoved")
    page = browse(at=f"/games/demo-kheops/replay#{moved['position']}")
    arrow = page.locator(ARROWS)
    expect(arrow).to_have_count(1)
    expect(page.locator("#board .kit-ghost")).to_have_count(1)
    expect(page.locator("#step")).to_contain_text(moved["position"])
    start, end = arrow.evaluate(ENDS)
    cell = "#board .kit-surface g:not(.kit-last-move *) > [aria-label^='{}:']"
    assert holds(page.locator(cell.format(moved["data"]["origin"])).first, start)
    assert holds(page.locator(cell.format(moved["data"]["target"])).first, end)
    stroke, colour = arrow.evaluate(
        """(one, seat) => {
          const like = one.cloneNode();
          like.style.stroke = `var(--seat-${seat})`;
          one.after(like);
          const colours = [one, like].map((each) => getComputedStyle(each).stroke);
          like.remove();
          return colours;
        }""",
        moved["data"]["seat"],
    )
    assert stroke == colour
    layer = page.locator("#board .kit-last-move")
    expect(layer).to_have_attribute("aria-hidden", "true")
    assert layer.evaluate("one => getComputedStyle(one).pointerEvents") == "none"
    assert layer.locator("[aria-label], [role], [tabindex]").count() == 0

    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).not_to_contain_text(moved["position"])
    expect(layer).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(arrow).to_have_count(1)


def test_the_last_answer_at_a_table(browse, gallery):
    """Opening a table shows the opponents' last moves, also while choosing an answer."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"], options={"white": "first"})
    lot = random.Random(5)
    for _ in range(200):
        play_to_the_end(game_id, clients, lot, most=1)
        events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
        if events[-1]["type"] == "PawnMoved":
            break
    page = open_table(browse(clients[gallery.get(f"/api/games/{game_id}")["to_act"][0]]), game_id)
    arrow = page.locator(ARROWS)
    expect(arrow).to_have_count(1)
    page.locator("#board .can-pick").first.click()
    expect(page.locator("#board .picked").or_(page.locator("#board .preview")).first).to_be_visible()
    if re.search(r"after this move", page.locator("#turn").inner_text()):
        page.keyboard.press("Escape")
    expect(arrow).to_have_count(1)
