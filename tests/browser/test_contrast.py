"""Contrast: texts, seats' marks and the frames of selectable parts, against the pixels beneath.

The pages' own texts are axe-core's to check; within a picture it checks none. Here each text and each mark is removed,
the board is photographed, and its colours are compared with those beneath (WCAG 2.2, 1.4.3 and 1.4.11). Each state of
a board is checked in both themes.
"""

import base64
import random
import re
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.title_loader import find_rulebooks
from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import in_theme, open_table
from tests.in_short import titles_in_short

TITLES = list(find_rulebooks())

# Every text and mark of the board with its colours, its required contrast, and points of the board beneath it. Then
# they are hidden until SHOW, by rules in a style sheet that the policy allows.
COLLECT = """() => {
  const board = document.querySelector("#board > :is(.kit-stage, svg)");
  const origin = board.getBoundingClientRect();
  const found = [];
  // What is scrolled away is not in the picture, and the outermost pixels are the frame's own line.
  const inSight = (part, points) => {
    const around = part.closest(".kit-surface, .kit-panels");
    const frame = around?.getBoundingClientRect() ?? origin;
    const shaded = (side) => (around?.classList.contains(`more-${side}`) ? 24 : 2); // by the shadow of what scrolls
    return points.filter(([x, y]) => {
      const [left, top] = [x + origin.left, y + origin.top];
      const [first, last] = [frame.top + shaded("above"), frame.bottom - shaded("below")];
      if (left < frame.left + 2 || left > frame.right - 2 || top < first || top > last) return false;
      return !document.elementFromPoint(left, top)?.closest(".kit-lines"); // which lie over what scrolls
    });
  };
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
    if (text.closest(".kit-last-move")) continue; // a ghost of what is read elsewhere
    const size = parseFloat(style.fontSize) * Math.abs(text.getScreenCTM().a);
    const isLarge = size >= 24 || (strong(style) && size >= 18.66);
    const outline = style.paintOrder.startsWith("stroke") && rgb(style.stroke);
    found.push({ name: `${text.textContent} (${text.getAttribute("class")})`, colours: [rgb(style.fill)],
                 ground: outline || null, least: isLarge ? 3 : 4.5,
                 points: inSight(text, grid(text.getBoundingClientRect())) });
  }
  for (const mark of board.querySelectorAll(".seat-mark")) {
    const style = getComputedStyle(mark);
    found.push({ name: `mark ${mark.getAttribute("class")}`, colours: [rgb(style.fill), rgb(style.stroke)],
                 ground: null, least: 3, points: inSight(mark, grid(mark.getBoundingClientRect())) });
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
                 least: 3, points: inSight(rim, points) });
  }
  const [sheet] = document.styleSheets;
  sheet.insertRule("#board svg :is(text, .seat-mark, .kit-edge, .kit-edge *) { visibility: hidden !important }");
  // Nothing else of the page may lie over the board in the picture.
  sheet.insertRule("body :not(:has(#board), #board, #board *) { visibility: hidden !important }");
  return JSON.stringify(found); // tens of thousands of points: as values they would take far longer on their way
}"""

SHOW = """() => {
  const [sheet] = document.styleSheets;
  for (let rule = 0; rule < 2; rule += 1) sheet.deleteRule(0);
}"""

# Those whose colours do not contrast with three quarters of the points beneath.
WEAK = """async ([picture, collected]) => {
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
  for (const { name, colours, ground, least, points } of JSON.parse(collected)) {
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


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def dark_room(chromium: Browser) -> Iterator[Page]:
    """A page without a policy, which may read the pictures."""
    page = chromium.new_page()
    yield page
    page.close()


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def weak_colours(page: Page, dark_room: Page) -> list[str]:
    """The parts of this page's board with too little contrast to their background, in either theme."""
    weak: list[str] = []
    for theme in THEMES:
        in_theme(page, theme)
        page.evaluate(TWO_FRAMES)  # on a busy machine changes of colour begin later than the theme
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        found = page.evaluate(COLLECT)
        assert found != "[]"
        picture = page.locator("#board > :is(.kit-stage, svg)").first.screenshot()
        page.evaluate(SHOW)
        here = dark_room.evaluate(WEAK, [base64.b64encode(picture).decode(), found])
        weak += [f"{theme}: {one}" for one in here]
    return weak


@pytest.mark.soak
@pytest.mark.parametrize("title", find_rulebooks())
def test_every_drawing_is_legible(browse, gallery, dark_room, title):
    """The demonstration in its middle and at its end, with the changes there."""
    page = browse()
    last = int(gallery.get(f"/api/games/demo-{title}")["position"].split("-")[0])
    page.goto(f"/games/demo-{title}/replay#6")
    expect(page.locator("#board svg:visible").first).to_be_visible()
    expect(page.locator("#progress")).to_be_empty()
    for at in (last // 2, last):
        page.evaluate("(at) => { location.hash = at; }", str(at))
        expect(page.locator("#step .story-position")).to_have_text(re.compile(f"^{at}-"))
        assert weak_colours(page, dark_room) == [], at


@pytest.mark.parametrize("title", titles_in_short("das-amulett"))
def test_every_choice_is_visible(browse, gallery, dark_room, title):
    """Selectable parts, selected parts, and previews, on any background."""
    players = find_rulebooks()[title].meta.least_players
    game_id, clients = table_of(gallery, title, ["Ada", "Bo", "Cy"][:players])
    play_to_the_end(game_id, clients, random.Random(7), most=20)
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = open_table(browse(clients[seat]), game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    weak = weak_colours(page, dark_room)
    page.locator(".move").first.click()
    page.locator(".preview-mark").wait_for()
    assert weak + weak_colours(page, dark_room) == []
