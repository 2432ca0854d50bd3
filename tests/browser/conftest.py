"""A real browser for the tests, and the faults that no page may have: console errors, broken policies."""

import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright._impl._sync_base import SyncBase
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from domain.title_loader import find_rulebooks
from tests.api.clients import Client
from tests.api.contract import contract_of
from tests.browser.wire import Wire
from tests.missing_programs import path_of, skip_without
from tests.serving import ROOT, Served

# Nothing is drawn by a graphics processor: a process for it, and one that others are forked from, would only cost time.
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--in-process-gpu", "--no-zygote", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE_MILLISECONDS = 60_000
"""Milliseconds for a page to show what a test waits for: a busy machine is slow, and a wait ends as soon as it can."""
expect.set_options(timeout=PATIENCE_MILLISECONDS)
LONGEST_SECONDS = 10 * PATIENCE_MILLISECONDS / 1000
"""Seconds that any call to the browser may take: Playwright has no limit for scripts in a page, and some compute."""
_ask = SyncBase._sync


def _ask_with_limit(asking: SyncBase, call: Awaitable[Any]) -> Any:
    """Make Playwright's call, and give it up after the longest time."""

    async def within_limit() -> Any:
        async with asyncio.timeout(LONGEST_SECONDS):
            return await call

    return _ask(asking, within_limit())


SyncBase._sync = _ask_with_limit  # type: ignore[assignment, method-assign]
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of all browsers, one for each process, because a process cannot have two."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser of the whole run."""
    skip_without("chromium")
    playwright: Playwright = request.getfixturevalue("playwright")
    browser = playwright.chromium.launch(executable_path=path_of("chromium"), args=list(SWITCHES))
    yield browser
    browser.close()


# Not by Playwright's own events: asking for a body there would delay the test.
_TELL = """
const ask = window.fetch;
window.fetch = async (...asked) => {
  const response = await ask(...asked);
  const type = response.headers.get("content-type") ?? "";
  if (new URL(response.url).pathname.startsWith("/api/") && !type.startsWith("text/event-stream")) {
    const told = [asked[1]?.method ?? "GET", response.url, response.status, Object.fromEntries(response.headers)];
    response.clone().text().then((body) => window.gotFromApi(...told, body)).catch(() => {});
  }
  return response;
};
"""


# A page's request events do not include its service worker's: a page has one only in tests of it.
_WITHOUT_WORKER = "delete Navigator.prototype.serviceWorker"


class Visitor:
    """A browser context with a page: one person's cookies and storage, separate from another person's.

    It serves one test after another, because a new page loads all modules again, which takes twice the time. What the
    previous test stored, routed or listened to is removed; what it did otherwise to a page (a clock, a function, a
    session with the browser's protocol) stays, and needs a context that is `first` and last.
    """

    def __init__(self, browser: Browser, **settings: Any) -> None:
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE_MILLISECONDS)
        self.context.expose_function("gotFromApi", self._got)
        self.context.add_init_script(_TELL)
        self.errors: list[str] = []
        self._home: str = settings["base_url"]
        self._size: ViewportSize = settings["viewport"]
        self._page = self._new_page()
        self._undo: list[Callable[[], object]] = []

    def arrive(
        self,
        player: Client | None,
        kept: Iterable[tuple[str, str]],
        script: str,
        requests: list[Request] | None,
    ) -> Page:
        """An empty page of a person, with their session, and with these folds open.

        The script runs in each document before the page's own; the page's requests are added to the list.
        """
        storage = dict(kept)
        if player is not None:
            storage["stele-player"] = json.dumps(signed_in(self.context, player))
        fill = f"for (const one of Object.entries({json.dumps(storage)})) localStorage.setItem(...one)"
        if self._page.is_closed():
            self._page = self._new_page()
        page = self._page
        # Within another page's frame there is no storage.
        for one in (f"try {{ {fill} }} catch {{}}", script):
            added = self.context.add_init_script(one)
            self._undo.append(lambda added=added: added.__exit__(None, None, None))  # type: ignore[misc]
        if requests is not None:
            page.on("request", note := lambda request: requests.append(request))
            self._undo.append(lambda: page.remove_listener("request", note))
        return page

    def leave(self) -> bool:
        """Remove the person's data; returns whether another person can come, which needs the server."""
        self._unroute()
        self.context.set_offline(False)
        for undo in self._undo:
            undo()
        self._undo = []
        for page in self.context.pages:
            if page is not self._page:
                page.close()
        try:
            if self._page.is_closed():
                self._page = self._new_page()
            self._page.goto(f"{self._home}/health/live")  # a page of the same origin keeps the process
        except Error:
            return False
        self._page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self._page.mouse.move(-1, -1)
        self._page.set_viewport_size(self._size)
        protocol = self.context.new_cdp_session(self._page)
        protocol.send("Storage.clearDataForOrigin", {"origin": self._home, "storageTypes": "all"})
        protocol.detach()
        self.context.clear_cookies()
        self.context.clear_permissions()
        return True

    def end(self) -> None:
        """Close the context."""
        self._unroute()
        self.context.close()

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        return page

    def _unroute(self) -> None:
        for page in self.context.pages:
            page.unroute_all(behavior="ignoreErrors")  # a response that nothing waits for may be on its way
        self.context.unroute_all(behavior="ignoreErrors")

    def _heard(self, message: ConsoleMessage) -> None:
        # The browser logs each answer with a status of 400 or more; the page's handling of it is tested.
        # Without a connection axe reports unreadable styles. On a slow machine the browser also says that the texts of
        # its language were not needed, if the reader has chosen another one.
        is_known = message.text.startswith(("Failed to load resource", "Couldn't load preload assets"))
        is_known = is_known or ("/texts/" in message.text and "was preloaded using link preload" in message.text)
        if message.type in ("error", "warning") and not is_known:
            self.errors.append(f"{message.type}: {message.text}")

    def _got(self, method: str, url: str, status: int, headers: dict[str, str], body: str) -> None:
        """Check an answer to the page against the document."""
        found = urlsplit(url)
        headers.pop("content-encoding", None)  # the browser has unpacked it
        try:
            contract_of(f"{found.scheme}://{found.netloc}").check(method, found.path, status, headers, body.encode())
        except AssertionError as error:
            self.errors.append(str(error))


def signed_in(context: BrowserContext, player: Client) -> dict[str, Any]:
    """This player's browser storage, with a session cookie; an unknown player has an older token."""
    answer = player.call("POST", "/api/sessions", {}) if player.token else None
    if answer is None or answer.status != 201:
        return {**player.player, "token": player.token}
    value = SimpleCookie(answer.headers["Set-Cookie"])["stele-session"].value
    context.add_cookies([{"name": "stele-session", "value": value, "url": player.url, "httpOnly": True}])
    # A player of these tests has said that they need no other way in.
    return {**player.player, "is_secured": True}


Browse = Callable[..., Page]
_waiting: dict[tuple[Any, ...], list[Visitor]] = defaultdict(list)
"""The contexts that no test uses now, by what a context is made for: browser, language, touch screen, address."""


@contextlib.contextmanager
def visiting(chromium: Browser, served: Served) -> Iterator[Browse]:
    """Open a separate browser: `browse(player, phone=True, theme="dark", locale="it-IT", at="/verify")` gives its page.

    Its reader keeps the list of moves open, except on a phone, where it would cover the board; rarely used sections are
    open, too, unless it is `folded`; replays show results, unless the reader is not `knowing`. A `first` visit finds
    nothing in the browser's cache, and leaves no page to another test; so does one with a service worker, or with
    settings of the context (`more`). The `script` runs in each document first, and the page's requests are added to
    `requests`. The reader prefers reduced motion, unless they want `motion`, because most tests do not need animations,
    which take most of a page's time.

    At the end, an error or a breach of the content policy in any page fails the test.
    """
    visits: list[tuple[Visitor, list[Visitor] | None]] = []

    def open_page(
        player: Client | None = None,
        *,
        phone: bool = False,
        theme: Literal["light", "dark"] = "light",
        motion: bool = False,
        locale: str = "en-GB",
        viewport: ViewportSize | None = None,
        base_url: str | None = None,
        unfolded: bool | None = None,
        folded: bool = False,
        knowing: bool = True,
        with_worker: bool = False,
        first: bool = False,
        at: str = "",
        script: str = "",
        requests: list[Request] | None = None,
        **more: Any,
    ) -> Page:
        url = base_url or served.url
        size = PHONE if phone else DESKTOP
        settings = {"locale": locale, "has_touch": phone, "viewport": size, "base_url": url, **more}
        key = (chromium, locale, phone, url)
        free = None if first or with_worker or more else _waiting[key]
        if free:
            visitor = free.pop()
        else:
            visitor = Visitor(chromium, **settings)
            if not with_worker:
                visitor.context.add_init_script(_WITHOUT_WORKER)
        visits.append((visitor, free))
        kept = (
            []
            if folded
            else [(name, "open") for name in ("stele-more", "stele-result", "stele-remarks", "stele-clocks")]
        )
        if knowing and not folded:
            kept.append(("stele-show-results", "shown"))
        if unfolded or (unfolded is None and not phone):
            kept.append(("stele-moves", "open"))
        page = visitor.arrive(player, kept, script, requests)
        page.emulate_media(media="null", color_scheme=theme, reduced_motion="no-preference" if motion else "reduce")
        if viewport:
            page.set_viewport_size(viewport)
        if at:
            page.goto(at)
        return page

    yield open_page
    errors = []
    for visitor, free in visits:
        if free is not None and visitor.leave():
            free.append(visitor)
        else:
            visitor.end()
        errors += visitor.errors
        visitor.errors = []
    assert errors == []


@pytest.fixture
def browse(chromium: Browser, served: Served) -> Iterator[Browse]:
    """Browsers for one test."""
    with visiting(chromium, served) as browse:
        yield browse


@pytest.fixture(scope="module")
def browse_long(chromium: Browser, served: Served) -> Iterator[Browse]:
    """Browsers with pages that several tests share."""
    with visiting(chromium, served) as browse:
        yield browse


@pytest.fixture
def wire(served: Served) -> Iterator[Wire]:
    """A wire to the server that can be cut, and whose bytes can be read."""
    wire = Wire(served.port)
    yield wire
    wire.close()


TITLES = ("liars-dice", "whist", "downhill", "high-water", "hex")
"""The examples of titles in packages, by their folders and ids."""


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with all examples of packages, as installed by pip, and a package of outdated protocols."""
    place = tmp_path_factory.mktemp("examples")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", "--no-index"]
    paths = [str(ROOT / "examples" / name) for name in (*TITLES, "computer-player")]
    subprocess.run([*pip, "--no-build-isolation", "--no-compile", "--target", str(place), *paths], check=True)
    (place / "ancient.py").write_text("PROTOCOL = 0\n", "utf-8")
    about = place / "ancient-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ancient\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(
        "[stele.titles]\nancient = ancient\n[stele.kinds]\nelder = ancient\n", "utf-8"
    )
    return place


DEMO = "/games/demo-amun-re-card-game"


@pytest.fixture(scope="session", autouse=True)
def demo(served: Served) -> str:
    """The path of a finished demonstration game, once those of all titles exist."""
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
