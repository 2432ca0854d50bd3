"""A real browser for the tests, and what every page must be spared: errors in the console, broken policies."""

import contextlib
import json
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    expect,
    sync_playwright,
)

from domain.rulebooks import find_rulebooks
from tests.api.clients import Client
from tests.api.contract import contract_of
from tests.serving import Served

SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE_MILLISECONDS = 120_000
"""How long a page may take until it shows what a test waits for: a busy machine is slow, and a wait ends at once when
what it waits for is there."""
expect.set_options(timeout=PATIENCE_MILLISECONDS)
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def chromium_path() -> str | None:
    """Where this machine's Chromium is, or none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return None


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of the whole run."""
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium here: the tests in a browser did NOT run (on Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
        yield browser
        browser.close()


class Visitor:
    """One person's browser: its context, its page, and what went wrong on it."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context = context
        self.page = page
        self.errors: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        context.on("requestfinished", self._got)

    def _heard(self, message: ConsoleMessage) -> None:
        # An answer with a status of 400 or more is logged by the browser itself; what the page makes of it is tested.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.errors.append(f"{message.type}: {message.text}")

    def _got(self, request: Request) -> None:
        """Hold what the page got from the API against the document."""
        url = urlsplit(request.url)
        if not url.path.startswith("/api/") or request.is_navigation_request():
            return
        try:
            response = request.response()
            if response is None or "text/event-stream" in response.headers.get("content-type", ""):
                return
            headers = {name: value for name, value in response.headers.items() if name != "content-encoding"}
            body = response.body()
        except Error:  # the page has gone on, and the browser has forgotten it
            return
        try:
            contract_of(f"{url.scheme}://{url.netloc}").check(request.method, url.path, response.status, headers, body)
        except AssertionError as error:
            self.errors.append(str(error))


Browse = Callable[..., Page]


@contextlib.contextmanager
def visiting(chromium: Browser, served: Served) -> Iterator[Browse]:
    """Open a browser of one's own: `browse(player, phone=True, theme="dark", locale="it-IT")` gives its empty page.

    At the end no page may have had an error or broken its policy.
    """
    visitors: list[Visitor] = []

    def open_page(
        player: Client | None = None, *, phone: bool = False, theme: str = "light", locale: str = "en-GB", **more: Any
    ) -> Page:
        settings: dict[str, Any] = {
            "viewport": PHONE if phone else DESKTOP,
            "color_scheme": theme,
            "locale": locale,
            "base_url": served.url,
            "has_touch": phone,
            **more,
        }
        context = chromium.new_context(**settings)
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        if player is not None:
            kept = json.dumps({**player.player, "token": player.token})
            keeping = f"localStorage.setItem('stele-player', {json.dumps(kept)})"
            # Within another page's frame nothing may be kept.
            context.add_init_script(f"try {{ {keeping} }} catch {{}}")
        page = context.new_page()
        visitors.append(Visitor(context, page))
        return page

    yield open_page
    errors = [error for visitor in visitors for error in visitor.errors]
    for visitor in visitors:
        visitor.context.close()
    assert errors == []


@pytest.fixture
def browse(chromium: Browser, served: Served) -> Iterator[Browse]:
    """Browsers for one test."""
    with visiting(chromium, served) as browse:
        yield browse


@pytest.fixture(scope="module")
def browse_long(chromium: Browser, served: Served) -> Iterator[Browse]:
    """Browsers whose pages several tests look at."""
    with visiting(chromium, served) as browse:
        yield browse


DEMO = "/games/demo-amun-re-card-game"


@pytest.fixture(scope="session", autouse=True)
def demo(served: Served) -> str:
    """The path of a finished demonstration game; those of all titles are there then."""
    client = Client(served.url)
    deadline = time.monotonic() + 600
    for title in find_rulebooks():
        while True:
            answer = client.call("GET", f"/api/games/demo-{title}")
            if answer.status == 200 and answer.body["status"] == "finished":
                break
            assert time.monotonic() < deadline, f"the demonstration game of {title} was not played"
            time.sleep(0.2)
    return DEMO
