"""Materials of the drawings: each used one is defined, is part of a saved picture, and the land fits together."""

from typing import Literal

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.browser.playing import in_theme

# A demonstration drawn on a bare page, at its start and at its end.
DRAW = """async ([title, width]) => {
  const [{ Recording }, { Board }, { drawingOf }, { boardAsSvg }] = await Promise.all(
    ["record/frames", "board/board", "board/load-drawing", "board/export-image"]
      .map((name) => import(`${document.documentElement.dataset.files}/${name}.js`)));
  const recording = new Recording(`demo-${title}`, "public");
  await recording.read();
  const place = document.createElement("div");
  place.style.width = `${width}px`;
  document.body.replaceChildren(place);
  const board = new Board(place, await drawingOf(title));
  const steps = recording.steps.filter(({ state }) => state.table);
  const looks = [];
  const end = steps.at(-1).state;
  const { offering, tiles } = end.table; // as if most had been offered at last
  if (title === "amun-re") end.table = { ...end.table, offering: { ...offering, tile: tiles.length - 1 } };
  for (const state of [steps[0].state, end]) {
    board.show(state);
    const drawn = place.firstElementChild;
    const used = new Set();
    const filtered = [];
    for (const element of drawn.querySelectorAll("*")) {
      const style = getComputedStyle(element);
      for (const name of ["fill", "stroke", "filter"])
        for (const [, id] of style[name].matchAll(/url\\("#([^"]+)"\\)/g)) used.add(id);
      if (style.filter !== "none") filtered.push(element.tagName);
    }
    const { text } = await boardAsSvg(board, title);
    if (!text.includes("data:font/woff2;base64,")) throw new Error("the picture has no font");
    // The page's policy holds for what is parsed in it, too, and allows no style sheet there.
    const saved = new DOMParser().parseFromString(text.replace(/<style.*?<.style>/s, ""), "image/svg+xml");
    const stops = [...saved.querySelectorAll("stop")];
    looks.push({
      used: [...used],
      missing: [...used].filter((id) => !drawn.querySelector(`[id="${id}"]`)),
      filtered,
      high: drawn.querySelector(".kit-surface > svg").viewBox.baseVal.height,
      unsaved: [...used].filter((id) => !saved.querySelector(`[id="${id}"]`)),
      colourless: stops.filter((stop) => !stop.getAttribute("stop-color")).length,
      levels: [...drawn.querySelectorAll(".amunre-nile")].map((one) => Number(one.getAttribute("stroke-width"))),
      cells: drawn.querySelectorAll(".kheops-empty, .kheops-stone").length,
    });
  }
  return looks;
}"""

# The boards of all demonstrations in small on one page, and the kit's materials that each uses but does not own.
DRAW_SMALL = """async (titles) => {
  const { drawThumbnails, thumbnail } = await import("/web/board/thumbnail.js");
  const games = titles.map((rulebook) => ({ id: `demo-${rulebook}`, rulebook, position: "1-0" }));
  document.body.replaceChildren(...games.map((game) => thumbnail(game)));
  drawThumbnails();
}"""
LENT = """(boards) => boards.map((board) => {
  const used = new Set();
  for (const element of board.querySelectorAll("*")) {
    const { fill, stroke, filter } = getComputedStyle(element);
    for (const [, id] of `${fill} ${stroke} ${filter}`.matchAll(/url\\("#(kit-[^"]+)"\\)/g)) used.add(id);
  }
  const night = getComputedStyle(board).getPropertyValue("--kit-night-lit");
  const lent = [...used].filter((id) => document.getElementById(id)?.closest("svg") !== board);
  return { used: used.size, lent, night };
})"""

# Borders of the land without a gap between provinces: one side's points in each of its two neighbours.
LAND = """async () => {
  const { outlineOf } = await import("/web/titles/amun-re/land.js");
  const lattice = { lines: [0, 120, 240], xs: [0, 140, 280, 340, 480, 620], gap: 0, bend: 11, rough: 7 };
  const points = (column, line) => outlineOf(lattice, column, line).outline.match(/-?[\\d.]+ -?[\\d.]+/g);
  // The corner in the north-west, then six points for each side, clockwise.
  const [one, east, south] = [points(0, 0), points(1, 0), points(0, 1)];
  const sides = { east: one.slice(6, 13), west: [...east.slice(18, 25)].reverse(),
                  south: one.slice(12, 19), north: [...south.slice(0, 7)].reverse() };
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const { outline, room } = outlineOf({ ...lattice, gap: 7 }, 3, 0);
  path.setAttribute("d", outline);
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.append(path);
  document.body.append(drawing);
  const inside = (x, y) => path.isPointInFill(new DOMPoint(x, y));
  return [sides, inside(room.x + 1, 60) && inside(room.x + room.width - 1, 60), inside(room.x - 30, 60)];
}"""


def test_each_used_material_is_defined(browse):
    """In every title, each material used on the page or in the saved picture is defined; the filter is rare, and for
    still parts.

    The Nile rises with the offerings, and Kheops' pyramid grows: at its start it is lower than at its end.
    """
    page = browse(at="/verify")
    found = {title: page.evaluate(DRAW, [title, 1100]) for title in find_rulebooks()}
    for title, looks in found.items():
        for look in looks:
            assert {"kit-papyrus", "kit-night"} <= set(look["used"]), title
            assert (look["missing"], look["unsaved"], look["colourless"]) == ([], [], 0), title
            assert len(look["filtered"]) <= 2, title
    start, end = found["amun-re"]
    assert all(before < after for before, after in zip(start["levels"], end["levels"], strict=True))
    start, end = found["kheops"]
    assert start["high"] < end["high"] and start["cells"] < end["cells"]
    sides, is_room_inside, is_outside = page.evaluate(LAND)
    assert sides["east"] == sides["west"] and sides["south"] == sides["north"]
    assert (is_room_inside, is_outside) == (True, False)


def test_boards_of_several_titles_on_one_page(browse):
    """In the lobby each small board uses its own materials, in the colours of its own title."""
    page = browse(at="/verify")
    page.evaluate(DRAW_SMALL, list(find_rulebooks()))
    drawn = page.locator(".thumbnail > svg")
    expect(drawn).to_have_count(len(find_rulebooks()))
    boards = drawn.evaluate_all(LENT)
    assert all(board["used"] > 2 for board in boards)
    assert [board["lent"] for board in boards] == [[] for _ in boards]
    assert len({board["night"] for board in boards}) > 2


# The background of the visible board: its pictures and its colour.
TABLE = """() => {
  const { backgroundImage, backgroundColor } = getComputedStyle(document.querySelector(".view"));
  return [backgroundImage, backgroundColor];
}"""


@pytest.mark.soak
def test_each_title_has_its_own_table(browse):
    """Under the drawing is the title's own table, in both themes; under plain tables of values there is none."""
    tables: dict[Literal["light", "dark"], dict[str, list[str]]] = {"light": {}, "dark": {}}
    for title in find_rulebooks():
        page = browse(at=f"/games/demo-{title}/replay#1")
        page.locator("#board .kit-surface > .kit-board").wait_for()
        for theme, found in tables.items():
            found[title] = in_theme(page, theme).evaluate(TABLE)
        page.get_by_label("Plain tables").check()
        page.locator("#board > :not(.kit-stage)").first.wait_for()
        assert page.evaluate(TABLE)[1] == "rgba(0, 0, 0, 0)"
        page.close()
    for found in tables.values():
        assert all(colour.startswith("rgb(") for _image, colour in found.values()), found
        assert len({colour for _image, colour in found.values()}) == len(found)
        assert len({image for image, _colour in found.values()}) == len(found)


@pytest.mark.parametrize("width", [pytest.param(980, marks=pytest.mark.soak), 1440])
def test_the_map_has_room(browse, width):
    """Amun-Re's map has most of the stage beside the panels, in the replay at a desktop's sizes."""
    page = browse(viewport={"width": width, "height": 900}, at="/games/demo-amun-re/replay#130-0")
    pixels, share = page.locator("#board .kit-surface > svg").evaluate(
        """(map) => {
          const [drawn, stage] = [map, map.closest(".kit-stage")].map((one) => one.getBoundingClientRect());
          return [drawn.width, (drawn.width * drawn.height) / (stage.width * stage.height)];
        }"""
    )
    assert pixels >= 599 and share > 0.5, (pixels, share)
