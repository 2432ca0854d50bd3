"""Layout metrics of the pages with a board: the smallest text, the surface's share, empty table, story lines, shifts.

They are measured in a page in a window; `docs/reference/layout-metrics.md` has the table of all of them, which
`python -m bench layout` prints.
"""

from dataclasses import dataclass

from playwright.sync_api import Page

WINDOWS = {
    "320x568": (320, 568), "360x740": (360, 740), "740x360": (740, 360), "820x1180": (820, 1180),
    "1280x720": (1280, 720), "1366x768": (1366, 768), "1440x900": (1440, 900), "1920x1080": (1920, 1080),
    "2560x1440": (2560, 1440), "1440x900 at 200%": (720, 450),
}  # fmt: skip
"""The windows by name, in CSS pixels: at 200% a window has half the pixels in each direction."""

# Layout shifts are recorded as they happen, from the page's start.
WATCHED = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: "layout-shift", buffered: true });
"""

_MEASURED = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const area = ({ width, height }) => Math.max(0, width) * Math.max(0, height);
  const common = (one, other) => area({
    width: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    height: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  });
  const inWindow = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const board = document.querySelector("#board");
  const view = board.closest(".view").getBoundingClientRect();
  const surface = board.querySelector(".kit-surface > svg")?.getBoundingClientRect() ?? board.getBoundingClientRect();

  const words = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  let [smallest, smallestText] = [Infinity, ""];
  while (words.nextNode()) {
    const { parentElement: one, data } = words.currentNode;
    if (!data.trim() || !shown(one) || one.closest("title, .unseen")) continue;
    const scale = one instanceof SVGElement ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
    const size = Number.parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < smallest - 0.01) [smallest, smallestText] = [size, data.trim()];
  }

  // What of the table has nothing on it, by a net of points.
  let [points, empty] = [0, 0];
  for (let x = view.left + 8; x < view.right; x += 16) {
    for (let y = view.top + 8; y < Math.min(view.bottom, innerHeight); y += 16) {
      points += 1;
      const hit = document.elementFromPoint(x, y);
      if (hit?.matches(".view, .board-place, .kit-stage, .kit-surface, .kit-panels, .kit-column")) empty += 1;
    }
  }

  const list = document.querySelector(".story");
  const frame = list && shown(list) ? list.getBoundingClientRect() : null;
  const lines = frame
    ? [...list.children].filter((line) => {
        const box = line.getBoundingClientRect();
        const [top, bottom] = [Math.max(frame.top, 0), Math.min(frame.bottom, innerHeight)];
        return box.height && box.top >= top - 1 && box.bottom <= bottom + 1;
      }).length
    : 0;

  // Of the other players' panels, which can be folded, what has the name and the points.
  const panels = board.querySelector(".kit-panels")?.getBoundingClientRect();
  const others = [...board.querySelectorAll('.kit-panel:has(> [data-panel^="player "])')].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= Math.max(0, panels.top) - 1 && Math.min(bottom, top + 36) <= Math.min(innerHeight, panels.bottom) + 1;
  });

  // A choice that has two parts is in sight where one of them is.
  const picks = new Set();
  const seen = new Set();
  for (const one of board.querySelectorAll(".can-pick")) {
    const box = one.getBoundingClientRect();
    picks.add(one.dataset.pick);
    if (common(box, inWindow) > 0.6 * area(box)) seen.add(one.dataset.pick);
  }
  return {
    smallest: smallest === Infinity ? 0 : smallest,
    smallest_text: smallestText,
    surface: common(surface, view) / area(view),
    surface_of_window: common(surface, inWindow) / (innerWidth * innerHeight),
    empty: (empty / Math.max(1, points)) * (common(view, inWindow) / (innerWidth * innerHeight)),
    lines,
    shifts: window.shifted ?? 0,
    opponents_seen: others.length,
    picks: picks.size,
    picks_seen: seen.size,
    is_wide: document.documentElement.scrollWidth > innerWidth + 1,
  };
}"""


@dataclass(frozen=True)
class LayoutMetrics:
    """The metrics of one page in one window."""

    smallest: float
    """The smallest visible text on the board, in CSS pixels; 0 if there is none."""
    smallest_text: str
    surface: float
    """The share of the stage that the surface's drawing fills, 0 to 1."""
    surface_of_window: float
    """The share of the window that the surface's drawing fills, 0 to 1."""
    empty: float
    """The share of the window that is empty table, 0 to 1."""
    lines: int
    """The number of story lines fully visible."""
    shifts: float
    """The cumulative layout shift since the page began to load."""
    opponents_seen: int
    """The number of other players whose name and points are visible, beside the board."""
    picks: int
    """The number of choices on the board: two parts may stand for the same one."""
    picks_seen: int
    """The number of them with a visible part."""
    is_wide: bool
    """Whether the page is wider than its window."""


# The number of frames for which the board must stay unchanged.
_SETTLED = """() => new Promise((done) => {
  let [last, same] = ["", 0];
  const look = () => {
    const box = JSON.stringify(document.querySelector("#board .kit-surface > svg")?.getBoundingClientRect());
    same = box === last ? same + 1 : 0;
    last = box;
    if (box && same > 20) done(true);
    else requestAnimationFrame(look);
  };
  look();
})"""


def measured(page: Page) -> LayoutMetrics:
    """Measure the page once its board is still. `WATCHED` must have been a script of it from the start."""
    page.locator("#board .kit-surface > svg").wait_for()
    page.evaluate(_SETTLED)
    return LayoutMetrics(**page.evaluate(_MEASURED))
