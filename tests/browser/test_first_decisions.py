"""First decisions of a newcomer at each title: at every width, in light and dark.

The long form checks fifteen decisions. If `STELE_TESTS_LOOKS` names a folder, it takes a picture of each in all widths
and themes for review: `STELE_TESTS_LOOKS=/tmp/looks make soak ARGS="-k first_decisions"`.
"""

import itertools
import os
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.browser.playing import choose_on_board, fits, in_theme, open_table, wait_for_outcome
from tests.in_short import titles_in_short

TITLES = sorted(find_rulebooks())
WINDOWS = [(1440, 900), (820, 1180), (390, 844)]
THEMES = ("light", "dark")
LOOKS = list(itertools.product(WINDOWS, THEMES))
PICTURES = os.environ.get("STELE_TESTS_LOOKS")

# The question, once there is one and nothing is chosen yet.
QUESTION = """() => document.querySelector("#decision:has(.your-turn):not(:has(.chosen-text, #clear:enabled)) #turn p")
  ?.textContent"""

# Whether a selectable part is in sight above the bar, or the name of the area with one.
IS_LED = """() => {
  const [width, bottom] = [innerWidth, document.querySelector("#decision").getBoundingClientRect().top];
  return [...document.querySelectorAll("#board .can-pick, .kit-area-asked, .move")].some((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > 0 && box.left < width && box.bottom > 0 && box.top < bottom;
  });
}"""

# Visible points at which a click picks nothing, on parts that have a name.
WRONG = """() => {
  const bottom = document.querySelector("#decision").getBoundingClientRect().top;
  return [...document.querySelectorAll("#board [role=img][aria-label]")].flatMap((part) => {
    const box = part.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = y > 0 && y < bottom ? document.elementFromPoint(x, y) : null;
    return part.contains(hit) && !hit.closest("[data-pick]") ? [{ x, y, name: part.getAttribute("aria-label") }] : [];
  });
}"""


def look(page, size, theme):
    """Show the page in a window of this size, in this theme."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    in_theme(page, theme)
    fits(page, size[0])


def click_wrongly(page, lot):
    """Click a part that can't be picked: it shows its name, and the question instead."""
    wrong = lot.choice(page.evaluate(WRONG))
    page.mouse.click(wrong["x"], wrong["y"])
    said = page.locator(".explained")
    expect(said).to_be_visible()  # it keeps its last words while it is hidden
    expect(said.locator(".explained-why").last).not_to_be_empty()
    expect(said.locator(".explained-name")).not_to_be_empty()
    assert page.locator("#board .picked").count() == 0, wrong["name"]
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()


def take_pictures(page, name):
    """The page in every width and theme, if pictures are wanted."""
    if not PICTURES:
        return
    for size, theme in LOOKS:
        look(page, size, theme)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=Path(PICTURES) / f"{name}-{theme}-{size[0]}.png")


@pytest.mark.parametrize("decisions", [3, pytest.param(15, marks=pytest.mark.soak)])
@pytest.mark.parametrize("title", titles_in_short("kheops"))
def test_first_decisions(browse, gallery, title, decisions):
    """Each has its question in one sentence, a selectable part in sight, and an answer to a wrong click."""
    meta = find_rulebooks()[title].meta
    players = meta.least_players if decisions < 15 else meta.most_players
    game_id, (client,) = table_of(gallery, title, ["Ada"], bots=players - 1)
    page = open_table(browse(client, unfolded=False), game_id)
    lot = random.Random(title)
    for number in range(decisions):
        question = page.wait_for_function(QUESTION).json_value()
        assert question.count(".") == 1 and question.endswith("."), question
        expect(page.locator("#board .can-pick, .move").first).to_be_visible()
        told_since = page.locator(".since-words a").evaluate_all("links => links.map((one) => one.href)")
        assert len(set(told_since)) == len(told_since)
        expect(page.locator("#next-game")).to_be_hidden()  # no other game waits, and this one has a question
        take_pictures(page, f"{title}-{number + 1:02}-asked")
        for theme in THEMES:
            look(page, WINDOWS[number % 3], theme)
            page.wait_for_function(IS_LED)
            expect(page.locator("#turn p")).to_be_in_viewport(ratio=1)
        click_wrongly(page, lot)
        told = page.locator("#story li").count()
        assert choose_on_board(page, lot)
        expect(page.locator(".chosen-text")).to_be_in_viewport(ratio=1)
        expect(page.locator("#turn .hint")).to_have_count(1 if number < 3 else 0)
        take_pictures(page, f"{title}-{number + 1:02}-chosen")
        page.click("#confirm")
        wait_for_outcome(page, told)
