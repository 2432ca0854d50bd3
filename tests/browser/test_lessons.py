"""Learning by playing: a lesson is played through by clicking, without an account, and leads to a real game."""

import json

import pytest
from playwright.sync_api import expect

from tests.audit.test_lessons import TITLES
from tests.browser.playing import fits, to_game


def lesson_of(gallery, title):
    """The lesson as sent to a page."""
    return gallery.get(f"/api/rulebooks/{title}/lesson")


def picks_of(page):
    """The current picks, as the fields of their moves."""
    picks = page.locator("#board .can-pick:not(.picked)")
    return [(one, json.loads(one.get_attribute("data-pick"))) for one in picks.all()]


def pick(page, move):
    """Click the parts of this move on the board in turn until it is chosen."""
    for _ in range(12):
        if page.locator("#confirm").is_enabled():
            return
        fits_move = [
            one
            for one, fields in picks_of(page)
            if all(value in move[name] if isinstance(move[name], list) else move[name] == value
                   for name, value in fields.items())
        ]  # fmt: skip
        fits_move[0].click()
    raise AssertionError(f"{move} could not be chosen on the board")


def step_forward(page, step):
    """Do the step's task, and go to the next one."""
    if step["task"] is None:
        page.click("#next")
        return
    expect(page.locator(".lesson-task")).to_contain_text(step["task"]["text"])
    pick(page, step["task"]["answer"])
    page.click("#confirm")


def test_a_lesson_from_the_lobby_to_a_real_table(browse, gallery):
    """A lesson leads from the title's card through every step, back and on, to a game; a wrong pick is explained."""
    steps = lesson_of(gallery, "kheops")["steps"]
    page = browse(at="/")
    page.get_by_role("link", name="Learn by playing: Kheops").click()
    said, number = page.locator("#lesson-text"), page.locator("#lesson-progress")
    expect(said).to_contain_text(steps[0]["text"])
    page.click("#next")
    # A part that can't be picked and a pick that leads elsewhere are explained; neither continues.
    told = page.locator("#instead")
    page.locator("#board").click(position={"x": 5, "y": 5})
    expect(told).to_contain_text("are highlighted")
    page.locator('#board [data-pick*="mummy"]').click()
    expect(told).to_have_text(steps[1]["task"]["instead"][0]["text"])
    page.keyboard.press("Escape")
    expect(told).to_be_empty()
    pick(page, {"type": "PlacePawn", "pawn": "worker"} | {"cell": "a2"})
    expect(page.locator(".preview-mark")).to_be_visible()
    expect(page.locator("#chosen")).to_contain_text("Wa2")
    # Enter confirms, as at a table; the focus is where the lesson continues.
    page.locator("#board .picked").first.focus()
    page.keyboard.press("Enter")
    expect(number).to_have_text("Step 3 of 9")
    expect(page.locator("#lesson")).to_be_focused()
    # A returning reader continues there; a stuck reader is shown the answer.
    page.reload()
    expect(number).to_have_text("Step 3 of 9")
    page.click("#restart")
    expect(said).to_contain_text(steps[0]["text"])
    page.click("#next")
    for _ in range(2):
        page.click("#show-me")
        page.click("#confirm")
    for step in steps[3:-1]:
        expect(said).to_contain_text(step["text"])
        step_forward(page, step)
    expect(page.locator("#next")).to_be_hidden()
    expect(page.get_by_role("link", name="Read the rules")).to_be_visible()
    page.click("#back")
    expect(number).to_have_text("Step 8 of 9")
    page.click("#next")
    to_game(page, "#play-now")
    expect(page.locator("#game-title")).to_have_text("Kheops")


@pytest.mark.parametrize(
    "title",
    [one if one == "das-amulett" else pytest.param(one, marks=pytest.mark.soak) for one in TITLES if one != "kheops"],
)
def test_the_first_task_of_every_lesson(browse, gallery, title):
    """On a phone, in the dark theme and in Italian, the picks of the first task are available and lead on."""
    lesson = gallery.call("GET", f"/api/rulebooks/{title}/lesson", Accept_Language="it").body
    page = browse(phone=True, theme="dark", locale="it-IT", at=f"/titles/{title}/lesson")
    for step in lesson["steps"]:
        expect(page.locator("#lesson-text")).to_contain_text(step["text"])
        if step["task"]:
            expect(page.locator("#board .can-pick")).not_to_have_count(0)
            fits(page, 390)
            step_forward(page, step)
            break
        page.click("#next")
    expect(page.locator("#lesson-text")).not_to_contain_text(step["text"])
