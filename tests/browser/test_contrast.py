"""What is drawn can be read: texts, seats' marks and the frames of what can be picked, against the pixels beneath.

The pages' own texts are axe-core's to check; within a picture it checks none. Here each text and each mark is taken
away, the board is photographed, and its colours are held against what was beneath it (WCAG 2.2, 1.4.3 and 1.4.11).
"""

import base64
import random

import pytest
from playwright.sync_api import Page, expect

from domain.rulebooks import find_rulebooks
from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import open_table

TITLES = list(find_rulebooks())

# Every text and mark of the board with its colours, what it needs, and points of the board that lie beneath it. Then
# they are hidden, by rules in a style sheet that the policy lets stand.
COLLECT = """() => {
  const board = document.querySelector("#board svg");
  const origin = board.getBoundingClientRect();
  const found = [];
  const rgb = (colour) => (/^rgb/.test(colour) ? colour.match(/[\\d.]+/g).map(Number) : null);
  const grid = (box) => {
    const points = [];
    for (let x = 1; x < 12; x += 1) for (let y = 1; y < 6; y += 1)
      points.push([box.left - origin.left + (box.width * x) / 12, box.top - origin.top + (box.height * y) / 6]);
    return points;
  };
  const strong = (style) => Number(style.fontWeight) >= 700;
  for (const text of board.querySelectorAll("text")) {
    const style = getComputedStyle(text);
    if (!text.textContent.trim() || style.visibility === "hidden") continue;
    const size = parseFloat(style.fontSize) * Math.abs(text.getScreenCTM().a);
    const isLarge = size >= 24 || (strong(style) && size >= 18.66);
    const outline = style.paintOrder.startsWith("stroke") && rgb(style.stroke);
    found.push({ name: `${text.textContent} (${text.getAttribute("class")})`, colours: [rgb(style.fill)],
                 ground: outline || null, least: isLarge ? 3 : 4.5, points: grid(text.getBoundingClientRect()) });
  }
  for (const mark of board.querySelectorAll(".seat-mark")) {
    const style = getComputedStyle(mark);
    found.push({ name: `mark ${mark.getAttribute("class")}`, colours: [rgb(style.fill), rgb(style.stroke)],
                 ground: null, least: 3, points: grid(mark.getBoundingClientRect()) });
  }
  for (const rim of board.querySelectorAll(":is(.can-pick, .changed, .preview) > .kit-edge > .kit-rim")) {
    const halo = getComputedStyle(rim.previousElementSibling);
    const isOpaque = halo.stroke !== "none" && Number(halo.strokeOpacity) === 1;
    const matrix = rim.getScreenCTM();
    const length = rim.getTotalLength();
    const points = Array.from({ length: 40 }, (_one, step) => {
      const { x, y } = rim.getPointAtLength((length * step) / 40).matrixTransform(matrix);
      return [x - origin.left, y - origin.top];
    });
    const part = rim.closest("[data-pick], .changed, .preview");
    found.push({ name: `frame of ${part.getAttribute("class")} ${part.getAttribute("aria-label") ?? ""}`,
                 colours: [rgb(getComputedStyle(rim).stroke)], ground: isOpaque ? rgb(halo.stroke) : null,
                 least: 3, points });
  }
  const [sheet] = document.styleSheets;
  sheet.insertRule("#board svg :is(text, .seat-mark, .kit-edge, .kit-edge *) { visibility: hidden !important }");
  // Nothing else of the page may lie over the board in the picture.
  sheet.insertRule("body :not(:has(#board), #board, #board *) { visibility: hidden !important }");
  return found;
}"""

# Those whose colours do not stand out from three quarters of the points beneath.
WEAK = """async ([picture, found]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z + 0.05;
  };
  const contrast = (one, other) => Math.max(light(one), light(other)) / Math.min(light(one), light(other));
  const weak = [];
  for (const { name, colours, ground, least, points } of found) {
    const seen = points.flatMap(([x, y]) => {
      const [column, row] = [Math.round(x), Math.round(y)];
      if (column < 0 || row < 0 || column >= image.width || row >= image.height) return [];
      const start = 4 * (row * image.width + column);
      const beneath = ground ?? [...data.slice(start, start + 3)];
      return [Math.max(...colours.filter(Boolean).map((colour) => contrast(colour, beneath)))];
    });
    seen.sort((one, other) => one - other);
    const most = seen[Math.floor(seen.length / 4)];
    if (seen.length && !(most >= least)) weak.push(`${name}: ${most.toFixed(2)} < ${least}`);
  }
  return [...new Set(weak)];
}"""


def weak_colours(page: Page) -> list[str]:
    """What on this page's board cannot be told well enough from what it lies on."""
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    found = page.evaluate(COLLECT)
    assert found
    picture = page.locator("#board svg").first.screenshot()
    dark_room = page.context.browser.new_page()  # a page without a policy, which may read the picture
    weak: list[str] = dark_room.evaluate(WEAK, [base64.b64encode(picture).decode(), found])
    dark_room.close()
    return weak


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("title", TITLES)
def test_every_drawing_can_be_read(browse, gallery, title, theme):
    """The demonstration at steps from its beginning to its end, with what changed there."""
    page = browse(theme=theme, reduced_motion="reduce")
    last = int(gallery.get(f"/api/games/demo-{title}")["position"].split("-")[0])
    for at in (6, last // 2, last):
        page.goto("/verify")
        page.goto(f"/games/demo-{title}/replay#{at}")
        expect(page.locator("#step")).not_to_be_empty()
        expect(page.locator("#board svg").first).to_be_visible()
        assert weak_colours(page) == [], at


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("title", TITLES)
def test_every_choice_can_be_seen(browse, gallery, title, theme):
    """What can be picked, what is picked, and what would be different, on whatever it lies."""
    players = find_rulebooks()[title].meta.least_players
    game_id, clients = table_of(gallery, title, ["Ada", "Bo", "Cy"][:players])
    for moves in (0, 20):
        play_to_the_end(game_id, clients, random.Random(7), most=moves)
        seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
        page = browse(clients[seat], theme=theme, reduced_motion="reduce")
        open_table(page, game_id)
        expect(page.locator("#board .can-pick")).not_to_have_count(0)
        weak = weak_colours(page)
        page.reload()
        page.locator(".move").first.click()
        page.locator(".preview-mark").wait_for()
        assert weak + weak_colours(page) == []
        page.close()
