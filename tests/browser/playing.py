"""Playing in tests: by clicks on the board, or in the list."""

import contextlib
import random
import re
from collections.abc import Iterator
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, TimeoutError, expect

from tests.browser.wire import Wire

ASKED = "#board .can-pick:not(.picked, .aside)"
"""The parts of the board that the question is about."""


def game_of(page: Page) -> str:
    """The id of the game on this page."""
    found = re.search(r"/games/([a-z0-9-]+)", page.url)
    assert found is not None, page.url
    return found[1]


def to_game(page: Page, button: str = "role=button[name='Open the game']") -> str:
    """Press this button, which opens a game; its id, once the page shows it."""
    page.click(button)
    page.wait_for_url("**/games/*")
    return game_of(page)


def unfold_options(page: Page) -> None:
    """Open all options of a new game; the browser may have stored them open."""
    fold = page.locator("#more-options")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()


def open_from_the_lobby(page: Page, title: str, agreed: str) -> None:
    """Open a game against people by clicking, with its terms; it shows its table."""
    page.goto("/")
    page.get_by_role("button", name=f"New game of {title}").click()
    page.locator("[name=bots]").select_option("0")
    unfold_options(page)
    page.get_by_label(agreed).check()
    to_game(page)


def open_table(page: Page, game_id: str, **parameters: str) -> Page:
    """Go to a game's table and wait until it is shown and live; returns the page."""
    query = "&".join(f"{name}={value}" for name, value in parameters.items())
    page.goto(f"/games/{game_id}" + (f"?{query}" if query else ""))
    expect(page.locator("#connection")).to_have_attribute("data-connection", "live")
    return page


@contextlib.contextmanager
def held(page: Page, pattern: str) -> Iterator[list[Route]]:
    """A context within which the page makes a request for this pattern. The request is held until the test calls its
    `fallback`, and is the only one in the list.
    """
    routes: list[Route] = []
    page.route(pattern, lambda route: routes.append(route), times=1)
    with page.expect_request(pattern):
        yield routes
    page.title()  # the browser tells of a request and then of its route: one more answer, and both are known


def saved(page: Page, button: str) -> bytes:
    """The content of the file that this button saves."""
    with page.expect_download() as found:
        page.click(button)
    return found.value.path().read_bytes()


def show_plain(page: Page) -> None:
    """Show tables of plain values instead of the drawing; done by keyboard, because animations swallow clicks."""
    is_folded = page.locator("#side-menu").is_hidden()
    if is_folded:
        page.locator("#show-menu").press("Enter")
    if not page.locator("#plain").is_checked():
        page.locator("#plain").press("Space")
    expect(page.locator("#plain")).to_be_checked()
    expect(page.locator("#board .kit-surface > svg")).to_have_count(0)
    if is_folded:
        page.locator("#show-menu").press("Enter")


def choose_on_board(page: Page, lot: random.Random) -> bool:
    """Click marked parts on the board, at random, until one move is chosen; False if the game is over instead."""
    confirm = page.locator("#confirm")
    for _ in range(40):
        # While the last move is animated, and during other players' turns, there is nothing to click.
        page.locator(f"{ASKED}, #confirm:enabled, #clear:enabled, .ranking").first.wait_for()
        if page.locator(".ranking").count():
            return False
        open_picks = page.locator(ASKED)
        count = open_picks.count()
        if count:
            # Another player's move may redraw the board at this moment: then another pick is tried.
            with contextlib.suppress(TimeoutError):
                open_picks.nth(lot.randrange(count)).click(timeout=1500)
        if confirm.is_enabled():
            return True
        if not count and page.locator("#clear").is_enabled():
            page.click("#clear")
    raise AssertionError("nothing could be chosen on the board")


def wait_for_outcome(page: Page, number: int) -> None:
    """Wait until the story has more lines than this number, or until a notice reports another player's move."""
    # A step merged into an earlier line is there, but folded.
    page.locator("#story li").nth(number).or_(page.locator(".notice")).first.wait_for(state="attached")
    expect(page.locator("#refusal")).to_be_empty()


def play_by_clicking(page: Page, wire: Wire, lot: random.Random, most: int) -> str:
    """Answer every question to this seat with nothing but clicks on the board, to the end of the game.

    Returns the bytes that the browser received before the end, which makes every secret public.
    """
    heard = ""
    for _ in range(most):
        page.locator(".your-turn, .ranking").first.wait_for()
        if page.locator(".ranking").count():
            break
        number = page.locator("#story li").count()
        if not choose_on_board(page, lot):
            break
        try:
            page.click("#confirm", timeout=3000)
        except TimeoutError:
            continue  # other players' moves redrew the board, and the pick is not legal there
        wait_for_outcome(page, number)
        heard = wire.heard.decode("utf-8", "replace") if page.locator(".your-turn").count() else heard
    return heard


def fits(page: Page, *widths: int) -> None:
    """Wait until the page, in windows of these widths, does not overflow to the side."""
    for width in widths:
        if (size := page.viewport_size) and size["width"] != width:
            page.set_viewport_size({**size, "width": width})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.wait_for_function("(width) => document.documentElement.scrollWidth <= width", arg=width)


def in_theme(page: Page, theme: Literal["light", "dark"]) -> Page:
    """The page, in the colours of this theme."""
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    return page


def axe_report(page: Page, *rules: str, within: str | None = None, without: str | None = None) -> str | None:
    """axe-core's findings on the page, or in a part of it (by these rules, or by all); empty if it is accessible.

    A board takes most of the time, so a test of something beside it passes that part as `within`, and one of a page
    with several drawings of one board leaves the others out by `without`.
    """
    only: dict[str, Any] = {"runOnly": list(rules)} if rules else {}
    context = {"exclude": [[without]]} if without else within
    found = Axe().run(page, context=context, options={"resultTypes": ["violations"], **only})
    return found.generate_report() if found.violations_count else None


def position_of(page: Page) -> str:
    """The position shown by the replay."""
    return page.locator("#step .story-position").inner_text()


_IS_ADDRESSED = """() =>
  location.hash.slice(1).split("&")[0] === document.querySelector("#step .story-position").textContent.trim()"""


def back_to(replay: Page, position: str) -> Page:
    """The replay that several tests share, at this position, with the story beside it and nothing else open.

    The address follows the steps a little later. If it were set before that, it could equal the current one, and
    nothing would change.
    """
    replay.keyboard.press("Escape")
    replay.click("#show-story")
    replay.evaluate("document.activeElement.blur()")  # the arrow keys of a tab go to the next tab
    replay.wait_for_function(_IS_ADDRESSED)
    replay.evaluate("(hash) => { location.hash = hash; }", f"#{position}&as=all")
    expect(replay.locator("#step .story-position")).to_have_text(position)
    expect(replay.locator("#comparing")).to_be_hidden()
    return replay
