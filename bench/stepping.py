"""What a board costs a slow processor until it first stands there, and each step of a replay; the heap that stays.

Processor time of the page's main thread, not the clock: what else runs on the machine counts little.
"""

import random
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from bench.fold import Row
from domain.rulebooks import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.conftest import SWITCHES, chromium_path
from tests.serving import Served

SLOWER = 4
RUNS = 4
PASSES = 3
PATIENCE_MILLISECONDS = 300_000

# The page has painted its first board.
_WATCH = """new MutationObserver((_changes, watching) => {
  if (!document.querySelector("#board svg")) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.isDrawn = true), 0));
}).observe(document, { childList: true, subtree: true });"""
# One step in each frame, from the first to the last; how many there were.
_STEP = """async () => {
  document.querySelector("#first").click();
  const position = () => document.querySelector("#step").textContent;
  let steps = 0;
  for (let last = ""; position() !== last; steps += 1) {
    last = position();
    document.querySelector("#next").click();
    await new Promise((done) => requestAnimationFrame(done));
  }
  return steps;
}"""


def measured(session: CDPSession, name: str) -> float:
    """One of the numbers that the browser keeps of a page: milliseconds, or kilobytes."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == name) * (1e3 if "Duration" in name else 1e-3)


def heap_kilobytes(session: CDPSession) -> float:
    """What the page's scripts hold when all that nobody needs has been collected."""
    session.send("HeapProfiler.collectGarbage")
    return measured(session, "JSHeapUsedSize")


def first_drawing(page: Page, session: CDPSession, address: str) -> float:
    """The milliseconds from an empty page to the board; the least of several."""
    found = []
    for _ in range(RUNS):
        page.goto("about:blank")
        before = measured(session, "TaskDuration")
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => window.isDrawn", timeout=PATIENCE_MILLISECONDS)
        found.append(measured(session, "TaskDuration") - before)
    return min(found)


def rows() -> list[Row]:
    """Each title's table and replay of a full game; nothing where no Chromium is."""
    path = chromium_path()
    if path is None:
        return []
    found = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
        for title, rulebook in find_rulebooks().items():
            game, clients = table_of(Client(served.url), title, [f"P{n}" for n in range(rulebook.meta.most_players)])
            play_to_the_end(game, clients, random.Random(title))
            page = browser.new_page(base_url=served.url, viewport={"width": 1440, "height": 900})
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.add_init_script(_WATCH)
            for kind, address in (("table", f"/games/{game}"), ("replay", f"/games/{game}/replay")):
                took = first_drawing(page, session, address)
                found.append(
                    Row(
                        f"{rulebook.meta.title}: a {kind} from nothing to its board, processor {SLOWER} times slower",
                        took * SLOWER, "ms", "wanted 500 from the arrival of the data on; this is all of it",
                    )
                )  # fmt: skip
            expect(page.locator("#progress")).to_be_empty(timeout=PATIENCE_MILLISECONDS)
            page.evaluate(_STEP)
            heap, before = heap_kilobytes(session), measured(session, "TaskDuration")
            steps = sum(page.evaluate(_STEP) for _ in range(PASSES))
            step = (measured(session, "TaskDuration") - before) / steps
            more = (
                f"{steps} steps; a frame has 16.7; heap {heap:,.0f} kB, and {heap_kilobytes(session):,.0f} after them"
            )
            found.append(Row(f"{rulebook.meta.title}: a step of the replay with its frame", step, "ms", more))
            page.close()
        browser.close()
        served.stop()
    return found
