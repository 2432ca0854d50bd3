"""Sharing a replay: the tree of its variations, and pictures of steps with arrows."""

import random
import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_disputes import positions
from tests.api.test_variations import line_of
from tests.browser.playing import axe_report, fits, saved
from tests.browser.test_analysis import analysed_game

TITLE = "kheops"
BETTER = "7px, 6px"
"""The dashes of a better answer's marks in a picture."""


@pytest.fixture(scope="module")
def finished(served):
    """A finished game between two people."""
    game_id, clients = table_of(Client(served.url), TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(7))
    return game_id, clients


def open_sharing(page):
    """The dialog of the shown step, once the whole record is read."""
    expect(page.locator("#progress")).to_be_empty()
    if not page.locator("#share").is_visible():
        page.click("#show-study")
    page.click("#share")
    return page.get_by_role("dialog")


def test_a_line_is_shared_commented_and_read(browse, gallery, finished):
    """The owner shares a line from the replay; a visitor's link opens the study, whose tree leads to the line's
    step.
    """
    game_id, (ada, _bo) = finished
    path = f"/api/games/{game_id}"
    at = positions(gallery, path)[6]
    line = line_of(ada, path, at, moves=2)
    page = browse(ada, at=f"/games/{line}/replay")
    page.click("#show-study")
    page.locator("#variations > summary").click()
    page.click("#share-variation")
    expect(page.locator("#variations [aria-current] > a")).to_be_visible()
    expect(page.locator("#share-variation")).to_have_count(0)
    page.reload()
    page.click("#show-study")
    page.locator("#remarks textarea").first.fill("<i>The pawn</i> was better here")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#remarks .chat-said")).to_have_text("<i>The pawn</i> was better here")
    said = gallery.get(f"/api/games/{line}/chat?room=comments")["messages"][0]
    ada.post(f"{path}/chat", {"room": "comments", "text": "A hard choice", "position": at})
    first = gallery.get(f"{path}/variations")["variations"][0]["first"]

    visitor = browse(at=f"/games/{game_id}/replay?s=1&study=1")
    tree = visitor.locator("#variations .tree")
    expect(tree.get_by_role("link", name=first["text"])).to_be_visible()
    expect(tree).to_contain_text(f"by {ada.name}")
    expect(tree).to_contain_text("A hard choice")
    expect(tree).to_contain_text("<i>The pawn</i> was better here")
    expect(tree.get_by_role("button")).to_have_count(0)
    expect(visitor.locator(".graph-forked")).to_have_count(1)
    assert axe_report(visitor, within="#variations") is None
    tree.get_by_role("link", name=at).focus()
    visitor.keyboard.press("Enter")
    expect(visitor.locator("#step .story-position")).to_have_text(at)
    tree.get_by_role("link", name=said["position"]).click()
    visitor.wait_for_url(f"**/games/{line}/replay?s=1#{said['position']}*")
    expect(visitor.locator("#step .story-position")).to_have_text(said["position"])

    hidden = browse(knowing=False, phone=True, theme="dark", locale="it-IT", at=f"/games/{game_id}/replay#3-0")
    hidden.click("#show-side")
    hidden.click("#show-study")
    hidden.locator("#variations > summary").click()
    expect(hidden.locator("#variations .hint").last).to_have_text("Un passo successivo è nascosto.")
    expect(hidden.locator("#variations .tree li")).to_have_count(0)
    fits(hidden, 390)

    page.goto(f"/games/{game_id}/replay?s=1&study=1")
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.locator("#variations .tree")).not_to_contain_text(first["text"])
    assert gallery.call("GET", f"/api/games/{line}").status == 403


@pytest.mark.soak
def test_lines_of_running_games_are_not_offered(browse, gallery):
    """Nothing about variations is shown there, neither in the game's replay nor in the analysis game's."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(7), most=12)
    line = line_of(clients[0], f"/api/games/{game_id}", positions(clients[0], f"/api/games/{game_id}")[-3])
    page = browse(clients[0])
    for game in (game_id, line):
        with page.expect_response(re.compile("/notes$")):  # it is read after the variations
            page.goto(f"/games/{game}/replay")
        page.click("#show-study")
        expect(page.locator("#remark")).to_be_visible()
        expect(page.locator("#variations")).to_be_hidden()


# How many steps of a demonstration's beginning have arrows, ghosts and changed parts in their pictures.
MARKS = """async ([title, most]) => {
  const [{ Recording }, { Board }, { drawingOf }] = await Promise.all(
    ["record/frames", "board/board", "board/load-drawing"]
      .map((name) => import(`${document.documentElement.dataset.files}/${name}.js`)));
  const recording = new Recording(`demo-${title}`, "public");
  await recording.read();
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  const board = new Board(place, await drawingOf(title));
  const steps = recording.steps.filter(({ state }) => state.table);
  board.show(steps[0].state);
  const told = { arrows: [], ghosts: [], changed: [], better: [] };
  const states = steps.map(({ state }) => state);
  for (let index = 1; index < Math.min(most, states.length); index += 1) {
    const [before, state] = states.slice(index - 1, index + 1);
    const place = Object.assign(document.createElement("div"), { className: "pictured" });
    document.body.append(place);
    await board.pictureIn(place, { state, before, better: { before, after: state } });
    const has = (name) => place.firstChild.querySelector(name) && place.children.length === 1;
    if (has(".kit-last-move:not(.kit-better) .kit-arrow")) told.arrows.push(steps[index].position);
    if (has(".kit-ghost")) told.ghosts.push(steps[index].position);
    if (has(".changed")) told.changed.push(steps[index].position);
    if (has(".kit-better .kit-arrow")) told.better.push(steps[index].position);
    place.remove();
    if (Object.values(told).every((found) => found.length)) break;
  }
  return told;
}"""


@pytest.mark.soak
@pytest.mark.parametrize("title", find_rulebooks())
def test_pictures_with_arrows(browse, title):
    """In every title, the picture of a step shows the last move, unless the reader leaves it out."""
    page = browse(at="/verify")
    told = page.evaluate(MARKS, [title, 130])
    assert told["ghosts"] and told["changed"] and told["better"]
    assert told["arrows"] or title == "amun-re"  # whose pieces come from outside of its map
    page.goto(f"/games/demo-{title}/replay#{(told['arrows'] or told['ghosts'])[-1]}")
    open_sharing(page)
    with_arrows = saved(page, "#save-svg").decode()
    assert "var(--" not in with_arrows and " style=" not in with_arrows
    page.get_by_label("Pictures with arrows").uncheck()
    plain = saved(page, "#save-svg").decode()
    [marked, unmarked] = [
        [one.get("opacity") for one in ElementTree.fromstring(text).iter()] for text in (with_arrows, plain)
    ]
    assert marked.count("0.35") > unmarked.count("0.35")
    assert saved(page, "#save-png")[:4] == b"\x89PNG"


@pytest.mark.soak
def test_the_better_answer_is_in_the_picture(browse, gallery, served):
    """The picture of a step marks the better answer of the shown analysis with dashes, unless moves are guessed."""
    game_id = analysed_game(served, "pictured")
    page = browse(gallery.sign_up("Ada"), at=f"/games/{game_id}/replay")
    expect(page.locator("#progress")).to_be_empty()
    page.click("#show-study")
    page.click("#explain")
    turning = page.locator("#explained [aria-labelledby=turning-heading] li a")
    expect(turning).not_to_have_count(0)
    expect(page.locator("#explained progress")).to_have_count(0)
    pictures = []
    for link in turning.all():
        link.click()
        open_sharing(page)
        pictures.append(saved(page, "#save-svg").decode())
        page.keyboard.press("Escape")
    marked = next(number for number, one in enumerate(pictures) if BETTER in one)
    turning.nth(marked).click()
    open_sharing(page)
    page.get_by_label("Pictures with arrows").uncheck()
    assert BETTER not in saved(page, "#save-svg").decode()
    page.keyboard.press("Escape")
    page.click("#guess")
    open_sharing(page)
    assert BETTER not in saved(page, "#save-svg").decode()
