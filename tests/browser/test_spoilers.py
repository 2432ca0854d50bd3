"""Replays that do not tell how the game continues: what is hidden and how it is shown, guessed moves, fine steps."""

import random

import pytest
from playwright.sync_api import expect

from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.playing import position_of

TITLE = "kheops"
SHOWN = "() => [...document.querySelectorAll('#story li')].filter((one) => !one.hidden).length"
LINES_WIDTH = "() => Number(document.querySelector('#graph-seen rect').getAttribute('width'))"


@pytest.fixture(scope="module")
def finished(served):
    """A finished game of two people: its id, its players, the number of its steps."""
    gallery = Client(served.url)
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(5))
    return game_id, clients, len(gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"])


def opened(browse, finished, query="", place="", player=None, knowing=False, phone=False):
    """The replay, once it is read."""
    page = browse(player, knowing=knowing, phone=phone, at=f"/games/{finished[0]}/replay{query}{place}")
    expect(page.locator("#story li")).to_have_count(finished[2])
    expect(page.locator("#progress")).to_be_empty()
    return page


def test_what_comes_later_is_hidden_until_it_is_wanted(browse, finished):
    """The story, the curve, the marks and the result go as far as the reader has been; one control shows everything."""
    game_id, _clients, number = finished
    page = opened(browse, finished, place="#1-0")
    assert page.evaluate(SHOWN) == 1
    page.click("#show-study")
    expect(page.locator("#result")).to_be_hidden()
    page.click("#show-story")
    assert "Final" not in page.locator(".graph svg").get_attribute("aria-label")
    whole = page.locator(".graph").bounding_box()["width"]
    assert page.evaluate(LINES_WIDTH) < whole / 10
    page.fill("#find", "laid tile")
    expect(page.locator("#found")).to_have_text("Not found")
    expect(page.locator(".graph-found")).to_have_count(0)

    page.goto(f"/games/{game_id}/replay#30-0")
    expect(page.locator("#step .story-position")).to_have_text("30-0")
    seen = page.evaluate(SHOWN)
    assert 20 < seen < number
    page.click("#next")
    assert page.evaluate(SHOWN) == seen + 1
    page.click("#previous")
    assert page.evaluate(SHOWN) == seen + 1  # what was seen stays
    page.fill("#find", "laid tile")
    found = page.locator(".graph-found").count()
    assert found > 0
    box = page.locator("#scrubber").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + 30)
    expect(page.locator(".graph-hint")).to_contain_text("not seen yet")
    expect(page.locator(".graph-hint .glance")).to_have_count(0)

    page.click("#reveal")
    expect(page.locator("#reveal")).to_be_hidden()
    assert page.evaluate(SHOWN) == number
    assert "Final" in page.locator(".graph svg").get_attribute("aria-label")
    assert page.evaluate(LINES_WIDTH) >= whole - 1
    assert page.locator(".graph-found").count() > found
    page.click("#show-study")
    expect(page.locator("#result")).to_be_visible()
    page.click("#show-story")
    expect(page.locator("#step .story-position")).to_have_text("30-0")


def test_who_wants_to_know_the_end_is_told_it(browse, finished):
    """Readers of the last step, and those with a setting that is remembered."""
    number = finished[2]
    page = opened(browse, finished, place="#999999")
    expect(page.locator("#reveal")).to_be_hidden()
    assert page.evaluate(SHOWN) == number
    page.goto("/health/live")
    page.goto(f"/games/{finished[0]}/replay#1-0")
    expect(page.locator("#reveal")).to_be_visible()
    page.locator("#always-results").check()
    expect(page.locator("#story li:not([hidden])")).to_have_count(number)
    page.reload()
    expect(page.locator("#progress")).to_be_empty()
    expect(page.locator("#story li")).to_have_count(number)
    expect(page.locator("#reveal")).to_be_hidden()
    page.locator("#always-results").uncheck()
    page.reload()
    expect(page.locator("#reveal")).to_be_visible()


@pytest.mark.soak
def test_a_link_may_show_the_result(browse, finished):
    """The dialog makes both kinds of links; an embedded replay hides as much as the page."""
    game_id, _clients, _number = finished
    page = opened(browse, finished, place="#30-0")
    page.click("#show-study")
    page.click("#share")
    link, frame = page.locator("#link-to-step"), page.locator("#frame-code")
    assert f"/games/{game_id}/replay#30-0" in link.input_value()
    page.locator("#share-results").check()
    assert f"/games/{game_id}/replay?s=1#30-0" in link.input_value()
    assert f"/games/{game_id}/embed?s=1#30-0" in frame.input_value()
    page.goto(f"/games/{game_id}/embed#30-0")
    expect(page.locator("#step .story-position")).to_have_text("30-0")
    expect(page.locator("#reveal")).to_be_visible()
    page.goto(f"/games/{game_id}/embed?s=1#30-0")
    expect(page.locator("#step .story-position")).to_have_text("30-0")
    expect(page.locator("#reveal")).to_be_hidden()


@pytest.mark.soak
def test_dragging_goes_in_fine_steps_above_the_curve(browse, finished):
    """On the curve, dragging shows the step at the pointer; high above it, steps go slowly. The curve is not drawn
    again.
    """
    page = opened(browse, finished, "?s=1", "#1-0")
    box = page.locator("#scrubber").bounding_box()
    middle = box["x"] + box["width"] / 2
    slider = page.locator("#scrubber")
    page.evaluate("""() => {
      window.redrawn = 0;
      const count = (changes) => (window.redrawn += changes.length);
      new MutationObserver(count).observe(document.querySelector(".graph"), { childList: true, subtree: true });
    }""")
    page.mouse.move(middle, box["y"] + 40)
    page.mouse.down()
    first = int(slider.input_value())
    page.mouse.move(middle + 100, box["y"] + 40)
    coarse = int(slider.input_value()) - first
    page.mouse.move(middle + 100, box["y"] - 300)
    before = int(slider.input_value())
    page.mouse.move(middle + 200, box["y"] - 300)
    fine = int(slider.input_value()) - before
    page.mouse.up()
    assert coarse >= 5 and 0 <= fine <= coarse / 4
    for key in ("ArrowLeft", "PageUp", "PageDown", "Home"):
        page.keyboard.press(key)
    assert page.evaluate("window.redrawn") == 0


@pytest.mark.soak
def test_a_finger_drags_the_curve(browse, finished):
    """A finger drags the curve like a mouse, without scrolling the page."""
    page = opened(browse, finished, place="#1-0", knowing=True, phone=True)
    box = page.locator("#scrubber").bounding_box()
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + 40, "y": box["y"] + 20}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    for x in range(40, int(box["width"] / 2), 20):
        points = [{**at, "x": box["x"] + x}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    share = page.locator("#scrubber").evaluate("one => one.value / one.max")
    assert 0.35 < share < 0.55


def options_at(gallery, game_id, at):
    """The possible answers at this position."""
    dossier = gallery.get(f"/api/games/{game_id}/dossier?as=all&at={at}")
    return next((one["answers"] for one in dossier["asked"] if one.get("answers")), [])


def test_moves_are_guessed(browse, gallery, finished):
    """The reader picks an answer in the list or on the board, sees what was played, and how many were right."""
    game_id, _clients, _number = finished
    page = opened(browse, finished, "?s=1", "#1-0")
    events = gallery.get(f"/api/games/{game_id}/events?as=all&limit=5000")["events"]
    positions = [one["position"] for one in events]
    answers = [one["position"] for one in events if one["position"].endswith("-0") and one["seat"] is not None]
    choices = (at for at in answers[12:] if len(options_at(gallery, game_id, at)) > 1)
    first, later = next(choices), next(choices)
    start = positions[positions.index(first) - 1]
    page.goto(f"/games/{game_id}/replay?s=1#{start}")
    expect(page.locator("#step .story-position")).to_have_text(start)
    page.click("#show-study")
    page.click("#guess")
    expect(page.locator("#guess-list")).to_be_enabled()
    expect(page.locator("#reveal")).to_be_visible()  # what comes is hidden meanwhile
    expect(page.locator("#guess-now")).to_be_disabled()
    expect(page.locator("#board .can-pick").first).to_be_attached()
    options = options_at(gallery, game_id, first)
    played = next(place for place, one in enumerate(options) if one["chosen"])
    page.select_option("#guess-list", str(played))
    expect(page.locator("#guess-now")).to_be_enabled()
    page.click("#guess-now")
    expect(page.locator("#guess-told")).to_contain_text(options[played]["text"])
    expect(page.locator("#guess-count")).to_have_text("1 of one guess right")
    assert position_of(page) == first

    # Steps may be passed over; a wrong guess is told.
    page.evaluate("(at) => { location.hash = at; }", positions[positions.index(later) - 1])
    expect(page.locator("#guess-list")).to_be_enabled()
    page.locator("#board .can-pick").first.click()
    while page.locator("#guess-now").is_disabled():
        page.select_option("#guess-list", index=1)
    page.click("#guess-now")
    expect(page.locator("#guess-count")).to_contain_text("of 2 guesses right")
    page.click("#guess-stop")
    expect(page.locator("#guessing")).to_be_hidden()
    expect(page.locator("#reveal")).to_be_hidden()
    expect(page.locator("#board .can-pick")).to_have_count(0)
