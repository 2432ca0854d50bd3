"""What a newcomer waits for on a slow network: the lobby's buttons, and the first choice of a new game."""

import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from bench.fold import Row
from tests.browser.conftest import SWITCHES, chromium_path
from tests.browser.waiting import Waiting
from tests.serving import Served

PATIENCE_MILLISECONDS = 120_000


def row(name: str, waiting: Waiting, wanted: str) -> Row:
    """What was waited for until now."""
    requests, rounds, size = waiting.until_now()
    return Row(name, waiting.seconds(), "s", f"{requests} requests, {rounds} in sequence, {size:,} bytes; {wanted}")


def rows() -> list[Row]:
    """At a latency of 400 ms and 50 kB a second; nothing where no Chromium is."""
    path = chromium_path()
    if path is None:
        return []
    found = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
        page = browser.new_context(base_url=served.url).new_page()
        # What a service worker asks for goes by the narrow network.
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        waiting = Waiting(page)
        page.goto("/")
        expect(page.locator("#play-now")).to_be_enabled(timeout=PATIENCE_MILLISECONDS)
        found.append(row("slow network: the lobby's buttons", waiting, "wanted 3 s"))
        page.wait_for_load_state("networkidle")
        waiting.begin_again()
        page.click("#play-now")
        expect(page.locator("#board .can-pick").first).to_be_visible(timeout=PATIENCE_MILLISECONDS)
        found.append(row("slow network: the first choice of a new game, after the click", waiting, "wanted 5 s"))
        browser.close()
        served.stop()
    return found
