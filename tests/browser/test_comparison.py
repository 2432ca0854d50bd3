"""Comparing two positions of a replay: what differs is told in the words of the board, and both boards line up."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.title_loader import find_rulebooks
from tests.api.clients import Client
from tests.browser.playing import fits, show_plain
from tests.in_short import titles_in_short

LOCALES = ("en-GB", "it-IT", "es-ES")

# The groups of the list: whose it is, and its rows as name, before and after.
GROUPS = """() => [...document.querySelectorAll(".differences tbody")].map((body) => ({
  whose: body.querySelector(".whose").innerText,
  rows: [...body.querySelectorAll(".difference")].map((row) => [...row.children].map((cell) => cell.innerText)),
}))"""

# The rows that point at a part in sight, and how many rows point at each part that is marked.
POINTED = """() => {
  const marked = new Map([...document.querySelectorAll(".stage .changed")].map((part) => [part, 0]));
  const pointing = [...document.querySelectorAll(".difference")].flatMap((row, index) => {
    row.dispatchEvent(new PointerEvent("pointerenter"));
    const parts = [...document.querySelectorAll(".stage .pointed-at")];
    for (const part of parts) marked.set(part, (marked.get(part) ?? 100) + 1);
    row.dispatchEvent(new PointerEvent("pointerleave"));
    return parts.length ? [index] : [];
  });
  return { pointing, times: [...new Set(marked.values())] };
}"""


# The place and size of everything that both halves have: the surface, and the panels in sight by their titles.
HALVES = """() => ["#other-board", "#board"].map((board) => {
  const half = document.querySelector(board).closest(".half, .stage > *").getBoundingClientRect();
  const parts = [...document.querySelectorAll(`${board} .kit-surface > svg, ${board} .kit-panel, ${board} .kit-tabs`)];
  const keyOf = (part) => part.querySelector("[data-panel]")?.dataset.panel ?? part.tagName;
  const places = parts.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [keyOf(part), ...[x - half.x, y - half.y, width, height].map(Math.round)];
  });
  const scales = [...document.querySelectorAll(`${board} .kit-surface > svg`)].map(
    (svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
  );
  return { size: [half.width, half.height].map(Math.round), places, scales };
})"""


def keys_of(value: Any) -> set[str]:
    """Every key of a JSON value."""
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set()


def compare(page: Page, game: str, at: str, pinned: str) -> None:
    """Open two positions of a game beside each other."""
    page.goto(f"{game}/replay#{at}&compare={pinned}&as=all")
    for position in (at, pinned):
        expect(page.locator(".differences thead")).to_contain_text(position)
    expect(page.locator("#progress")).to_be_empty()


def check_that_rows_are_marks(page: Page) -> None:
    """Each marked part has one row, and each row a marked part, on some panel of one of the boards."""
    pointing: set[int] = set()
    panels = page.locator(".stage [data-panel]").evaluate_all("all => all.map((one) => one.dataset.panel)")
    for panel in [None, *dict.fromkeys(panels)]:
        for tab in page.locator(f".stage [data-panel='{panel}']:not([aria-expanded=true])").all():
            if tab.is_visible():
                tab.click()
        found = page.evaluate(POINTED)
        assert found["times"] == [1]
        pointing.update(found["pointing"])
    assert pointing == set(range(page.locator(".difference").count()))


def places_of(events: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Pairs of positions: neighbours, and far from each other, forward and back."""
    at = [events[len(events) * part // 100]["position"] for part in (20, 22, 50, 80)]
    return [(at[1], at[0]), (at[2], at[0]), (at[0], at[3]), (events[-1]["position"], at[3])]


@pytest.mark.parametrize("locales", [LOCALES[1:2], pytest.param(LOCALES, marks=pytest.mark.soak)], ids=len)
@pytest.mark.parametrize("title", titles_in_short("kheops"))
def test_the_list_names_what_is_drawn(browse, served, demo, title, locales):
    """Nothing but the words of the board, in the reader's language: no path, no key, no row without a change."""
    game = f"/games/demo-{title}"
    gallery = Client(served.url)
    events = gallery.get(f"/api{game}/events?as=all&limit=5000")["events"]
    seats = [one["name"] for one in gallery.get(f"/api{game}")["seats"]]
    table = gallery.get(f"/api{game}/state?as=all")["state"]["table"]
    keys = {key.replace("_", " ").capitalize() for key in keys_of(table)}
    names: dict[str, list[list[str]]] = {}
    for locale in locales:
        page = browse(locale=locale)
        for at, pinned in places_of(events):
            compare(page, game, at, pinned)
            groups = page.evaluate(GROUPS)
            assert [one["whose"] for one in groups if one["whose"] in seats] == [
                name for name in seats if name in {one["whose"] for one in groups}
            ]
            assert len([one for one in groups if one["whose"] not in seats]) <= 1
            for _name, before, after in [row for one in groups for row in one["rows"]]:
                assert before != after
            words = " ".join(cell for one in groups for row in one["rows"] for cell in row)
            assert not re.search(r"_|·|undefined|\bnull\b|\[object|\{", words), words
            names.setdefault(locale, []).append([row[0] for one in groups for row in one["rows"]])
        if locale == "en-GB":
            check_that_rows_are_marks(page)
    assert len({tuple(map(len, one)) for one in names.values()}) == 1, "one language lists more than another"
    assert not keys & {name for names_at in names["it-IT"] for name in names_at}


@pytest.mark.soak
@pytest.mark.parametrize("title", find_rulebooks())
def test_both_boards_line_up(browse, served, demo, title):
    """Parts of both positions have the same size and place in each half, in windows of any size."""
    page = browse()
    game = f"/games/demo-{title}"
    events = Client(served.url).get(f"/api{game}/events?as=all&limit=5000")["events"]
    for width, height in ((1280, 720), (1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for at, pinned in places_of(events)[1:3]:
            compare(page, game, at, pinned)
            fits(page, width)
            halves = page.evaluate(HALVES)
            assert halves[0] == halves[1]


@pytest.mark.soak
def test_every_perspective_has_the_same_order(browse, demo):
    """The players' areas keep their places in every perspective."""
    page = browse()
    orders = set()
    page.goto(f"{demo}/replay#60&compare=30&as=public")
    for seat in ("public", "0", "2"):
        page.select_option("#as", seat)
        expect(page).to_have_url(re.compile(f"&as={seat}"))
        expect(page.locator("#progress")).to_be_empty()
        expect(page.locator(".difference").first).to_be_visible()
        panels = page.locator(".stage [data-panel^=player]")
        orders.add(tuple(panels.evaluate_all("all => all.map((one) => one.dataset.panel)")))
    assert orders == {tuple(f"player {seat}" for seat in (0, 1, 2, 3)) * 2}


@pytest.mark.soak
def test_the_plain_tables_are_compared_too(browse, demo):
    """With plain tables as the board, the list names their rows and columns."""
    page = browse()
    compare(page, demo, "60-0", "30-0")
    show_plain(page)
    expect(page.locator("#other-board .plain-board")).to_be_visible()
    groups = page.evaluate(GROUPS)
    words = " ".join(cell for one in groups for row in one["rows"] for cell in row)
    assert not re.search(r"_|·|undefined|\bnull\b|\[object|\{", words), words
    assert groups[0]["whose"] == "Board" and len(groups) == 5
    found = page.evaluate(POINTED)
    assert found["times"] == [1]
    assert found["pointing"] == list(range(page.locator(".difference").count()))
