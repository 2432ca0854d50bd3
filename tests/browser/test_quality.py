"""Quality of every page: accessibility, both themes, any width, the reader's language, a strict policy."""

from functools import cache, cached_property

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client, table_of
from tests.browser.playing import axe_report, fits, in_theme, open_table, show_plain
from tests.browser.test_moves import table_at_offerings, until

TITLE = "amun-re-card-game"


class Tables:
    """Games, each with a player of it, which are opened when they are first looked at."""

    def __init__(self, gallery):
        self.gallery = gallery

    @cached_property
    def auction(self):
        """A game in its auction, and the player whose turn it is."""
        game_id, clients = table_of(self.gallery, TITLE, ["Ada", "Bo", "Cy"])
        until(game_id, clients, lambda table: table["phase"] == "auction" and table["row"][0]["gold"] is not None)
        return game_id, clients[self.gallery.get(f"/api/games/{game_id}")["to_act"][0]]

    @cached_property
    def offering(self):
        """A game in its offerings."""
        game_id, clients = table_at_offerings(self.gallery)
        return game_id, clients[0]

    @cached_property
    def waiting(self):
        """A private game with a free seat."""
        host = self.gallery.sign_up("Host")
        return host.post("/api/games", {"rulebook": TITLE, "players": 2, "private": True})["id"], host


@pytest.fixture(scope="module")
def tables(served):
    """A game in its auction, another in its offerings, a third one waiting."""
    return Tables(Client(served.url))


def be_at(page, path):
    """Go to this address, or close the dialog that covers it."""
    if page.url.endswith(path):
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    else:
        page.goto(path)


def lobby(page, tables, demo):
    be_at(page, "/")
    expect(page.locator(".title-card")).not_to_have_count(0)


def new_game(page, tables, demo):
    be_at(page, "/")
    page.get_by_role("button", name="New game of").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def sign_in(page, tables, demo):
    be_at(page, "/")
    page.click("#account")
    expect(page.get_by_role("dialog")).to_be_visible()


def rules(page, tables, demo):
    page.goto(f"/titles/{TITLE}#AC-A1")
    expect(page.locator("#AC-A1")).to_be_visible()
    page.locator(".example").nth(1).scroll_into_view_if_needed()
    expect(page.locator(".example .board-place .kit-surface > svg")).not_to_have_count(0)


def lesson(page, tables, demo):
    page.goto(f"/titles/{TITLE}/lesson")
    page.click("#next")
    page.locator("#board .can-pick").first.click()
    expect(page.locator("#instead")).not_to_be_empty()
    page.evaluate(f"localStorage.removeItem('stele-lesson-{TITLE}')")  # it may be the same reader's page once more


def table(page, tables, demo):
    open_table(page, tables.auction[0])
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    page.locator(".move").first.click()


def offering(page, tables, demo):
    open_table(page, tables.offering[0])
    expect(page.locator("#board .can-pick")).not_to_have_count(0)


def unfolded(page):
    """Whether the sections beside the board had to be opened, as on a phone."""
    expect(page.locator("#board > *").first).to_be_visible()
    if page.locator("#side").is_visible():
        return False
    page.click("#show-side")
    return True


def plain_table(page, tables, demo):
    be_at(page, f"/games/{tables.auction[0]}")
    is_over_the_board = unfolded(page)
    show_plain(page)
    if is_over_the_board:
        page.click("#show-side")
    expect(page.locator(".plain-board")).to_be_visible()


def waiting_room(page, tables, demo):
    open_table(page, tables.waiting[0])
    expect(page.locator(".invitation")).to_be_visible()


def over(page, tables, demo):
    page.goto(demo)
    expect(page.locator(".ranking")).to_be_visible()


def replay(page, tables, demo):
    page.goto(f"{demo}/replay#60&as=1")
    expect(page.locator("#step")).to_contain_text("60-0")


def comparison(page, tables, demo):
    page.goto(f"{demo}/replay#60&compare=30")
    expect(page.locator("#other-board .kit-surface > svg")).to_be_visible()


def sharing(page, tables, demo):
    page.goto(f"{demo}/replay#60")
    expect(page.locator("#comparing")).to_be_hidden()
    unfolded(page)
    page.click("#show-study")
    page.click("#share")
    expect(page.get_by_role("dialog")).to_be_visible()


def luck(page, tables, demo):
    page.keyboard.press("Escape")  # the dialog of the page before
    page.goto(f"{demo}/replay#60")
    page.click("#show-study")
    page.click("#check-luck")
    expect(page.locator(".luck-draws tbody tr")).not_to_have_count(0)


def dossier(page, tables, demo):
    page.goto(f"{demo}/dossier#60-0")
    expect(page.locator("#happened")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")


def embedded(page, tables, demo):
    page.goto(f"{demo}/embed#60")
    expect(page.locator("#step")).to_contain_text("60-0")


def verifying(page, tables, demo):
    page.goto("/verify")
    expect(page.locator("#verify-file")).to_be_visible()


def not_there(page, tables, demo):
    page.goto("/games/nothing")
    expect(page.locator("main h1")).to_be_visible()


PAGES = (
    lobby, sign_in, new_game, rules, lesson, table, plain_table, offering, waiting_room, over, replay, comparison,
    sharing, luck, dossier, embedded, verifying, not_there,
)  # fmt: skip
"""The pages to test; each may begin where the previous page of the same viewer ended."""
SAME_BOARDS = "#known details ~ details .board-place"
"""The boards of a dossier but the first: the same drawing in other players' views."""
IN_SHORT = [look for look in PAGES if look is not offering]
IN_DARK = [lobby, rules, lesson, table, comparison, luck, dossier, verifying]
"""Pages that have all style sheets between them."""
# The viewer: the pages of a table from the seat to move, the rest as a visitor without an account.
SEATED = {new_game: "auction", table: "auction", plain_table: "auction", offering: "offering", waiting_room: "waiting"}


def opened(browse, look, tables, demo, **settings):
    """A page, for the viewer who sees most of it."""
    player = getattr(tables, SEATED[look])[1] if look in SEATED else None
    page = browse(player, **settings)
    look(page, tables, demo)
    return page


@pytest.fixture(scope="module")
def page_of(browse_long, tables):
    """The one page of each viewer."""
    return cache(lambda name: browse_long(getattr(tables, name)[1] if name else None))


@pytest.fixture(scope="module")
def page(request, page_of, tables, demo):
    """Each page in turn, for several tests."""
    page = page_of(SEATED.get(request.param))
    request.param(page, tables, demo)
    return page


def of_pages(short):
    """Each page is a case; those of the long tests, all but these, are marked."""
    cases = [pytest.param(one, marks=() if one in short else pytest.mark.soak, id=one.__name__) for one in PAGES]
    return pytest.mark.parametrize("page", cases, indirect=True)


@of_pages(IN_SHORT)
def test_axe_finds_no_violation(page):
    """axe-core finds nothing on any page."""
    assert axe_report(in_theme(page, "light"), without=SAME_BOARDS) is None


@of_pages(IN_DARK)
def test_the_dark_theme_is_legible(page):
    """The dark theme changes colours only."""
    in_theme(page, "dark")
    assert axe_report(page, "color-contrast", "link-in-text-block", without=SAME_BOARDS) is None


@of_pages(IN_SHORT)
@pytest.mark.parametrize("widths", [(320, 768, 1440), pytest.param((390, 1024, 2200), marks=pytest.mark.soak)])
def test_fits_any_width(page, widths):
    """No page scrolls sideways, from a small phone to a wide screen."""
    fits(page, *widths)


@pytest.mark.parametrize("page", [replay], indirect=True)
def test_seats_without_motion_or_colour(page):
    """A reader who prefers reduced motion gets none. A seat is recognised by its shape as well as by its colour."""
    expect(page.locator("#board .changed")).not_to_have_count(0)
    assert page.evaluate("document.getAnimations().length") == 0
    shapes = page.evaluate(
        "[0, 1, 2, 3].map(seat => document.querySelector(`.ranking .seat-${seat}`).getAttribute('d'))"
    )
    assert len(set(shapes)) == 4


def test_the_theme_can_be_chosen(browse):
    """Light or dark follows the system until the reader chooses, and the choice is stored."""
    page = browse(theme="dark", at="/")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#settings-menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#settings-menu")).to_be_hidden()
    expect(page.locator("#settings")).to_be_focused()
    page.keyboard.press("Enter")
    page.select_option("#theme", "light")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert page.locator("#theme").input_value() == "light"
    page.click("#settings")
    page.select_option("#theme", "")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_readers_language(browse, tables, demo):
    """Italian and Spanish by the browser's setting, another by choice: page, board, story, moves and refusals."""
    page = opened(browse, table, tables, demo, locale="it-IT")
    assert page.evaluate("document.documentElement.lang") == "it"
    expect(page.locator("#confirm")).to_have_text("Conferma")
    assert "Place" not in page.locator(".move").first.inner_text()
    assert "joined the game" not in page.locator("#story").inner_text()
    page.click("#settings")
    page.select_option("#language", "es")
    expect(page.locator("#confirm")).to_have_text("Confirmar")
    assert page.evaluate("document.documentElement.lang") == "es"
    page.click("#settings")
    page.select_option("#language", "en")
    expect(page.locator("#confirm")).to_have_text("Confirm")
