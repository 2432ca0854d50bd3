"""Study tools of the replay: the board fits the window, words are found, bookmarks stored, links keep the view."""

import re

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.browser.playing import axe_report, back_to, fits, position_of
from tests.in_short import titles_in_short

SIZES = [(1440, 900), (820, 1180), (390, 844)]


def read_whole(page, demo):
    """The replay of a finished game, fully read."""
    page.goto(f"{demo}/replay#60-0&as=all")
    expect(page.locator("#progress")).to_be_empty()
    expect(page.locator("#story li").nth(300)).to_be_attached()
    return page


@pytest.fixture(scope="module")
def shared(browse_long, demo):
    """One page of the game, shared by the tests that store nothing."""
    return read_whole(browse_long(), demo)


@pytest.fixture
def study(shared):
    """The shared page, with the story beside it."""
    return back_to(shared, "60-0")


def is_inside(inner, outer):
    """Whether a box is within another, to the pixel."""
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


@pytest.mark.parametrize("title", titles_in_short("kheops"))
def test_the_whole_board_is_in_the_window(browse, title):
    """After loading and at the game's end, the whole board is above the single control bar, and nothing overlaps."""
    width, height = SIZES[sorted(find_rulebooks()).index(title) % len(SIZES)]
    page = browse(viewport={"width": width, "height": height}, at=f"/games/demo-{title}/replay#60-0")
    expect(page.locator("#story li[aria-current]")).to_have_count(1)
    for key in ("End", "ArrowLeft"):
        box = page.evaluate("document.querySelector('#board .kit-surface > svg').getBoundingClientRect().toJSON()")
        bar = page.locator(".replay-bar").bounding_box()
        assert is_inside(box, {"x": 0, "y": 0, "width": width, "height": bar["y"]}), (box, bar)
        assert bar["y"] + bar["height"] <= height
        assert bar["height"] <= (155 if width < 992 else 140)
        assert box["width"] > width * 0.4 or box["height"] > height * 0.6
        page.keyboard.press(key)
    fits(page, width)


# Whether the board's width is more than one number and no more than another.
HAS_WIDTH = """([least, most]) => {
  const { width } = document.querySelector("#board .kit-surface > svg").getBoundingClientRect();
  return width > least && width <= most;
}"""


def test_twice_the_size(study):
    """A key and a double click enlarge the board to twice its size, movable, and reset it."""
    board, surface = study.locator("#board .kit-surface > svg"), study.locator("#board .kit-surface")
    whole = board.bounding_box()["width"]
    study.keyboard.press("z")
    study.wait_for_function(HAS_WIDTH, arg=[1.5 * whole, 3 * whole])
    assert surface.evaluate("surface => surface.scrollWidth > surface.clientWidth")
    study.keyboard.press("z")
    study.wait_for_function(HAS_WIDTH, arg=[whole - 1, whole])
    box = board.bounding_box()
    study.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    study.wait_for_function(HAS_WIDTH, arg=[1.5 * whole, 3 * whole])
    study.wait_for_function(
        """() => {
          const one = document.querySelector("#board .kit-surface");
          return one.scrollTop > (one.scrollHeight - one.clientHeight) / 2;
        }"""
    )
    study.keyboard.press("z")
    study.wait_for_function(HAS_WIDTH, arg=[whole - 1, whole])


@pytest.mark.soak
def test_the_side_folds_away(browse, demo):
    """The page remembers on a wide screen whether the side is folded; on a phone the side covers the board until a step
    or Escape.
    """
    page = browse(at=f"{demo}/replay#60-0")
    expect(page.locator("#story li").first).to_be_visible()
    narrow = page.locator("#stage").bounding_box()["width"]
    page.click("#show-side")
    expect(page.locator("#side")).to_be_hidden()
    assert page.locator("#stage").bounding_box()["width"] > narrow + 200
    page.reload()
    expect(page.locator("#board .kit-surface > svg").first).to_be_visible()
    expect(page.locator("#side")).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator("#side")).to_be_visible()

    phone = browse(phone=True, at=f"{demo}/replay#60-0")
    expect(phone.locator("#board .kit-surface > svg").first).to_be_visible()
    expect(phone.locator("#side")).to_be_hidden()
    phone.click("#show-side")
    expect(phone.locator("#story li[aria-current]")).to_be_in_viewport()
    assert axe_report(phone, within="#side") is None
    phone.locator("#story li[aria-current] + li a").click()
    expect(phone.locator("#side")).to_be_hidden()
    expect(phone.locator("#step .story-position")).not_to_have_text("60-0")
    phone.click("#show-side")
    phone.locator("#find").focus()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Escape")
    expect(phone.locator("#side")).to_be_hidden()
    expect(phone.locator("#show-side")).to_be_focused()


def test_search_in_the_story(study):
    """Matches are counted and marked in the story and on the curve, in any case; Enter goes to the next."""
    study.keyboard.press("/")
    expect(study.locator("#find")).to_be_focused()
    study.keyboard.type("SCÓRED")
    found = study.locator("#story li.found")
    expect(found).not_to_have_count(0)
    count = found.count()
    texts = study.locator("#story li .story-text").all_inner_texts()
    assert [text for text in texts if "scored" in text.lower()] == found.locator(".story-text").all_inner_texts()
    expect(study.locator("#found")).to_have_text(f"{count} steps" if count > 1 else "1 step")
    expect(study.locator(".graph-found")).to_have_count(count)
    study.keyboard.press("Enter")
    expect(study.locator("#found")).to_have_text(re.compile(rf"^\d+ of {count}$"))
    first = position_of(study)
    study.click("#found-next")
    study.click("#found-previous")
    assert position_of(study) == first
    expect(study).to_have_url(re.compile(r"find=SC%C3%93RED"))
    study.locator("#find").fill("no such words")
    expect(study.locator("#found")).to_have_text("Not found")
    expect(study.locator("#found-next")).to_be_disabled()


def test_bookmarks_are_stored_and_a_link_opens_the_same_view(browse, demo):
    """A bookmark has a name, is on the curve, and is there when the page is opened again.

    A link has step, perspective, comparison, search and bookmarks, which the other reader may keep.
    """
    study = read_whole(browse(), demo)
    study.keyboard.press("b")
    name = study.locator(".bookmarks input")
    expect(name).to_be_focused()
    study.keyboard.type("The flood, & why")
    study.keyboard.press("Enter")
    study.keyboard.press("End")
    study.click("#bookmark")
    expect(study.locator(".bookmarks li")).to_have_count(2)
    expect(study.locator(".graph-kept")).to_have_count(2)
    study.locator(".bookmarks a").first.click()
    expect(study).to_have_url(re.compile("#60-0&"))
    study.reload()
    expect(study.locator(".bookmarks input").first).to_have_value("The flood, & why")
    study.get_by_role("button", name="Remove the bookmark at 60-0").click()
    expect(study.locator(".bookmarks li")).to_have_count(1)

    study.select_option("#as", "2")
    expect(study.locator("#story li").nth(300)).to_be_attached()
    expect(study.locator("#progress")).to_be_empty()
    study.keyboard.press("Escape")
    study.click("#show-study")
    study.locator("#pin").click()
    study.locator("#next-phase").click()
    expect(study.locator(".differences h3")).to_be_visible()
    study.click("#show-story")
    study.locator("#find").fill("Gold")
    expect(study.locator("#found")).not_to_be_empty()
    study.click("#show-study")
    study.click("#share")
    link = study.locator("#link-to-step").input_value()
    other = browse(at=link)
    for selector in ("#step", "#compare-heading", "#found", ".differences h3"):
        expect(other.locator(selector)).to_have_text(study.locator(selector).inner_text())
    expect(other.locator("#as")).to_have_value("2")
    expect(other.locator("#find")).to_have_value("Gold")
    expect(other.locator(".bookmarks li")).to_have_count(1)
    other.click("#show-story")
    other.click(".bookmarks .keep")
    expect(other.locator(".bookmarks .keep")).to_have_count(0)
    other.goto(link.split("#")[0])
    expect(other.locator(".bookmarks li")).to_have_count(1)


@pytest.mark.soak
def test_the_next_players_view(study):
    """One key switches to the next player's view, and the keys continue to work."""
    seen = [study.locator("#as").input_value()]
    for _ in range(study.locator("#as option").count()):
        study.keyboard.press("f")
        expect(study.locator("#as")).not_to_have_value(seen[-1])
        seen.append(study.locator("#as").input_value())
        expect(study.locator("#step .story-position")).to_have_text("60-0")
    assert seen[0] == seen[-1] and len(set(seen)) == len(seen) - 1
    study.keyboard.press("ArrowRight")
    expect(study.locator("#step .story-position")).not_to_have_text("60-0")


def test_two_boards_line_up(study):
    """Two boards are drawn alike and at the same height; after the comparison the first has the full width again.

    The pinned position and the next step are named above the board, not over it.
    """
    whole = study.locator("#board .kit-surface > svg").bounding_box()["width"]
    study.keyboard.press("c")
    expect(study.locator(".half-title").last).to_contain_text("60-0 is pinned. Go to another position to compare.")
    expect(study.locator("#announcements")).to_contain_text("60-0 is pinned.")
    expect(study.locator("#notices > *")).to_have_count(0)
    expect(study.locator(".differences")).to_contain_text("No differences.")
    study.keyboard.press("PageDown")
    expect(study.locator(".half-title").last).not_to_contain_text("is pinned")
    expect(study.locator(".difference").first).to_be_visible()
    expect(study.locator("#other-board .kit-surface > svg")).to_be_visible()
    both = [study.locator(f"{one} .kit-surface > svg") for one in ("#other-board", "#board")]
    boxes = [one.bounding_box() for one in both]
    scales = [one.evaluate("svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width") for one in both]
    assert abs(scales[0] - scales[1]) < 0.001
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["width"] == boxes[1]["width"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]
    assert study.locator(".two .changed:has(.changed) > .kit-edge").evaluate_all(
        "edges => edges.every((edge) => getComputedStyle(edge).visibility === 'hidden')"
    )
    study.click("#end-compare")
    expect(study.locator("#other-board")).to_be_hidden()
    assert study.locator("#board .kit-surface > svg").bounding_box()["width"] >= whole - 1


# The names on the curve, whether any overlaps the next or leaves the curve, and the number of chapters.
CHAPTERS = """() => {
  const all = [...document.querySelectorAll(".graph .graph-chapter")];
  const boxes = all.map((one) => one.getBoundingClientRect());
  const end = document.querySelector(".graph").getBoundingClientRect().right;
  const stray = boxes.some((box, place) => box.right > (boxes[place + 1]?.left ?? end));
  return { names: all.map((one) => one.textContent), stray };
}"""


@pytest.mark.soak
def test_names_of_chapters_on_the_curve(browse):
    """The curve names the chapters of a game in the reader's language, within its room."""
    page = browse(locale="it-IT", at="/games/demo-kheops/replay")
    expect(page.locator("#progress")).to_be_empty()
    page.wait_for_function("() => document.querySelectorAll('.graph-chapter').length > 8")
    wide = page.evaluate(CHAPTERS)
    page.set_viewport_size({"width": 390, "height": 844})
    fewer = "(most) => document.querySelectorAll('.graph-chapter').length < most"
    page.wait_for_function(fewer, arg=len(wide["names"]))
    narrow = page.evaluate(CHAPTERS)
    assert "Punteggio" in wide["names"]
    assert set(narrow["names"]) < set(wide["names"])
    assert not wide["stray"] and not narrow["stray"]
