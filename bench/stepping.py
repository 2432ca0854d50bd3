"""Replays in the browser: from the data to the first board on a slow CPU, each step with its frame, and the memory.

The first board is measured in wall-clock time. A step is measured in wall-clock time, which is limited by 60 frames a
second, and in CPU time of the page's main thread, on which other load on the machine has little effect.
"""

import random
from collections.abc import Iterator

from playwright.sync_api import CDPSession, Page, expect

from bench.fold import Row
from bench.pages import browser_and_server
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of

SLOWER = 4
RUNS = 4
PASSES = 3
EARLY = 100
PATIENCE_MILLISECONDS = 300_000

# A service worker's requests have no timing of their own. The task after the first frame with a board has the highest
# priority, so that the page's further work is not counted.
_WATCH = """delete Navigator.prototype.serviceWorker;
new MutationObserver((_changes, watching) => {
  if (!document.querySelector("#board svg")) return;
  watching.disconnect();
  const painted = () => (window.paintedAt = performance.now());
  requestAnimationFrame(() => scheduler.postTask(painted, { priority: "user-blocking" }));
}).observe(document, { childList: true, subtree: true });"""
# Milliseconds from the last byte of the first frames to the painted board; nothing until then.
_TOOK = """() => {
  const data = performance.getEntriesByType("resource").find(({ name }) => /\\/replay\\?/.test(name));
  return window.paintedAt && data ? Math.max(1, window.paintedAt - data.responseEnd) : null;
}"""
# One step per frame, up to a maximum: the number of steps, and the milliseconds.
_STEP = """async (most) => {
  const position = () => document.querySelector("#step").textContent;
  const began = performance.now();
  let steps = 0;
  for (let last = ""; steps < most && position() !== last; steps += 1) {
    last = position();
    document.querySelector("#next").click();
    await new Promise((done) => requestAnimationFrame(done));
  }
  return [steps, performance.now() - began];
}"""


def processor_milliseconds(session: CDPSession) -> float:
    """The CPU time of the page's main thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) * 1e3 for one in metrics if one["name"] == "TaskDuration")


def heap_kilobytes(session: CDPSession) -> float:
    """The memory of the page's scripts after garbage collection."""
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e3


def first_board(page: Page, session: CDPSession, address: str) -> float:
    """The milliseconds from the data to the painted board; the minimum of several runs."""
    found = []
    for _ in range(RUNS):
        page.goto("about:blank")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(address, wait_until="commit")
        took = page.wait_for_function(_TOOK, timeout=PATIENCE_MILLISECONDS)
        found.append(float(took.json_value()))
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        expect(page.locator("#progress")).to_be_empty(timeout=PATIENCE_MILLISECONDS)
    return min(found)


def stepping(page: Page, session: CDPSession, title: str) -> Row:
    """All steps of the open replay, several times."""
    rates: list[float] = []
    costs: list[float] = []
    heaps: list[float] = []
    for _ in range(PASSES):
        page.click("#first")
        before = processor_milliseconds(session)
        early = page.evaluate(_STEP, EARLY)
        if not heaps:
            heaps.append(heap_kilobytes(session))
        rest = page.evaluate(_STEP, 10**6)
        heaps.append(heap_kilobytes(session))
        steps, milliseconds = (one + other for one, other in zip(early, rest, strict=True))
        rates.append(1e3 * steps / milliseconds)
        costs.append((processor_milliseconds(session) - before) / steps)
    more = (
        f"goal: 60; {min(costs):.1f} ms of CPU time for a step; memory {heaps[0]:,.0f} kB at step {EARLY}, "
        f"{heaps[1]:,.0f} at step {steps}, {heaps[-1]:,.0f} after {PASSES * steps}"
    )
    return Row(f"{title}: playing through the replay", max(rates), "frames/s", more)


def rows() -> Iterator[Row]:
    """The replay of each title's game with the maximum number of players."""
    with browser_and_server() as (browser, url):
        for title, rulebook in find_rulebooks().items():
            name = rulebook.meta.title
            game, clients = table_of(Client(url), title, [f"P{n}" for n in range(rulebook.meta.most_players)])
            play_to_the_end(game, clients, random.Random(title))
            page = browser.new_page(base_url=url, viewport={"width": 1440, "height": 900})
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.add_init_script(_WATCH)
            for place, where in (("#60-0", "opened at step 60-0"), ("", "opened at its beginning")):
                took = first_board(page, session, f"/games/{game}/replay{place}")
                what = f"{name}: first board of a replay {where}"
                yield Row(what, took, "ms", f"on a CPU slowed down {SLOWER} times; goal: 500")
            page.reload()
            expect(page.locator("#story li").nth(EARLY)).to_be_attached(timeout=PATIENCE_MILLISECONDS)
            expect(page.locator("#progress")).to_be_empty(timeout=PATIENCE_MILLISECONDS)
            yield stepping(page, session, name)
            page.close()
