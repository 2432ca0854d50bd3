"""Preview of a chosen move as foreseen by the server: requested once, late responses dropped, no flicker."""

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.browser.playing import open_table, show_plain
from tests.in_short import titles_in_short

# The board's content, without the marks of selectable and changed parts. Read from the plain tables: a
# drawing is rebuilt whenever its window changes size, and two may differ in size.
PICTURE = """() => {
  const copy = document.querySelector("#board").firstElementChild.cloneNode(true);
  for (const node of [copy, ...copy.querySelectorAll("*")]) {
    node.classList.remove("can-pick", "aside", "picked", "preview", "changed");
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed", "data-pick"]) node.removeAttribute(name);
    if (!node.getAttribute("class")) node.removeAttribute("class");
  }
  return copy.outerHTML;
}"""


class Oracle:
    """A relay between the page and its preview requests: counts them, and holds back responses on demand."""

    def __init__(self, page) -> None:
        self.asked = []
        self.held = []
        self.holds = False
        page.route("**/moves?dry_run=true", self._asked)

    def _asked(self, route) -> None:
        self.asked.append(route.request.post_data)
        if self.holds:
            self.held.append(route)
        else:
            route.continue_()

    def release(self) -> None:
        """Release every answer that was held back."""
        while self.held:
            self.held.pop(0).continue_()


def seat_to_move(gallery, title):
    """A started game, and the player to move, with the legal moves."""
    least = find_rulebooks()[title].meta.least_players
    game_id, clients = table_of(gallery, title, ["Ada", "Bo", "Cy"][:least])
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    return game_id, clients[seat], clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]


def is_foreseen(page):
    """Wait until the page shows the table after the chosen move."""
    expect(page.locator(".preview-mark")).to_be_visible()


@pytest.mark.parametrize("title", titles_in_short("kheops"))
def test_the_board_shows_the_servers_preview(browse, gallery, title):
    """The page requests one preview for each new choice, and shows an unchanged table when the choice is undone."""
    game_id, client, moves = seat_to_move(gallery, title)
    page = browse(client)
    oracle = Oracle(page)
    open_table(page, game_id)
    page.locator(".move").first.click()
    is_foreseen(page)
    expect(page.locator("#board svg .preview")).not_to_have_count(0)
    page.click("#clear")
    expect(page.locator("#board .preview")).to_have_count(0)
    show_plain(page)
    before = page.evaluate(PICTURE)
    shown = {}
    for number in (0, len(moves) - 1, 0):
        page.locator(".move").nth(number).click()
        is_foreseen(page)
        picture = page.evaluate(PICTURE)
        assert picture != before
        assert shown.setdefault(number, picture) == picture
        expect(page.locator("#board .preview")).not_to_have_count(0)
        page.click("#clear")
        assert page.evaluate(PICTURE) == before
    assert len(oracle.asked) == len(set(oracle.asked)) == len(shown) == 2


@pytest.mark.soak
def test_a_late_response_is_dropped(browse, gallery):
    """The old picture stays until the new one arrives, and outdated ones are never shown."""
    game_id, client, _moves = seat_to_move(gallery, "kheops")
    page = browse(client)
    oracle = Oracle(page)
    open_table(page, game_id)
    show_plain(page)
    before = page.evaluate(PICTURE)

    def choose(number):
        page.locator(".move").nth(number).click()
        expect(page.locator("#confirm")).to_be_enabled()

    choose(0)
    is_foreseen(page)
    first = page.evaluate(PICTURE)
    oracle.holds = True
    page.click("#clear")
    choose(1)
    assert page.evaluate(PICTURE) == before
    expect(page.locator("#turn .hint")).to_have_text("Confirm this move or choose another.")
    page.click("#clear")
    choose(0)
    assert page.evaluate(PICTURE) == first
    with page.expect_response("**/moves?dry_run=true"):
        oracle.release()
    assert page.evaluate(PICTURE) == first
    page.click("#clear")
    choose(1)
    is_foreseen(page)
    assert page.evaluate(PICTURE) not in (before, first)
    assert len(oracle.asked) == 2


@pytest.mark.soak
def test_a_move_can_be_made_without_a_preview(browse, gallery):
    """If the server does not answer, the table stays unchanged and the move can be confirmed."""
    game_id, client, _moves = seat_to_move(gallery, "kheops")
    page = browse(client)
    page.route("**/moves?dry_run=true", lambda route: route.abort())
    open_table(page, game_id)
    show_plain(page)
    before = page.evaluate(PICTURE)
    number = page.locator("#story li").count()
    page.locator(".move").first.click()
    expect(page.locator("#turn .hint")).to_have_text("Confirm this move or choose another.")
    assert page.evaluate(PICTURE) == before
    page.click("#confirm")
    expect(page.locator("#story li")).not_to_have_count(number)
