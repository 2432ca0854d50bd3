"""First visit: a new visitor on a slow network, the lobby's buttons, and the first choice of a new game."""

from collections.abc import Iterator

from playwright.sync_api import expect

from bench.fold import Row
from bench.pages import browser_and_server
from tests.browser.page_load import Waiting

PATIENCE_MILLISECONDS = 120_000


def row(name: str, waiting: Waiting, wanted: str) -> Row:
    """The waiting time until the page could be used."""
    requests, rounds, size = waiting.counted()
    return Row(
        name, waiting.seconds(), "s", f"{requests} requests, {rounds} one after another, {size:,} bytes; {wanted}"
    )


def rows() -> Iterator[Row]:
    """The waiting times at a latency of 400 ms and 50 kB a second."""
    with browser_and_server(is_built=True) as (browser, url):
        page = browser.new_context(base_url=url).new_page()
        # A service worker's requests use the slow network too.
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        waiting = Waiting(page, "#play-now:enabled")
        page.goto("/")
        expect(page.locator("#play-now")).to_be_enabled(timeout=PATIENCE_MILLISECONDS)
        yield row("until the lobby's buttons can be used", waiting, "goal: 3 s")
        page.wait_for_load_state("networkidle")
        waiting.begin_again("#board .can-pick")
        page.click("#play-now")
        expect(page.locator("#board .can-pick").first).to_be_visible(timeout=PATIENCE_MILLISECONDS)
        yield row("from the click until the first choice of a new game", waiting, "goal: 5 s")
