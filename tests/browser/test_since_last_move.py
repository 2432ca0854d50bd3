"""Returning to a game: the events since my last move, and the next game that waits."""

import re

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.browser.playing import axe_report, game_of, open_table
from tests.browser.test_moves import answer_first, table_at_offerings

# Every announced sentence while the board shows its step.
LISTEN = """
  window.passed = [];
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => {
      const text = document.querySelector(".since-now:not([hidden])")?.textContent;
      if (text && text !== window.passed.at(-1)) window.passed.push(text);
    }).observe(document.querySelector("main"), { childList: true, subtree: true });
  });
"""


def test_events_since_my_last_move(browse, gallery):
    """After my move the next waiting game is one key away.

    When I return, the other players' moves are played on the board, important ones are announced, and all can be played
    again; none is repeated automatically.
    """
    game_id, (ada, bo) = table_at_offerings(gallery)
    page = browse(ada)
    page.add_init_script(LISTEN)
    open_table(page, game_id)
    page.wait_for_function("() => localStorage.getItem('stele-seen') !== null")
    page.locator(".move").first.click()
    page.click("#confirm")
    expect(page.locator("#next-game")).to_contain_text("to the lobby")
    expect(page.locator("#since")).to_be_hidden()
    kheops = {"rulebook": "kheops", "players": 2, "bots": 1, "sit": False, "options": {"white": "first"}}
    other = ada.post("/api/games", kheops)["id"]
    ada.post(f"/api/games/{other}/seats", {"nonce": "nonce"})
    page.keyboard.press("n")
    page.wait_for_url(f"**/games/{other}")
    page.locator(".move").first.wait_for()

    answer_first(bo, game_id)
    events = ada.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    action = events[-1]["position"].split("-")[0]
    since = [event["text"] for event in events if event["position"].split("-")[0] == action]
    open_table(page, game_id)
    again = page.locator("#since-again")
    expect(again).to_have_text("Skip")
    expect(again).to_have_text("Watch again")
    assert page.evaluate("window.passed") == since
    words = page.locator(".since-words a")
    assert 2 <= words.count() <= 3
    assert any(ada.name in text for text in words.all_inner_texts())
    assert words.first.get_attribute("href").startswith(f"/games/{game_id}/replay#{action}-")
    expect(page.locator(".since-count")).to_have_text(f"{len(since)} steps")
    assert not (report := axe_report(page)), report

    seen = page.evaluate("JSON.parse(localStorage.getItem('stele-seen'))")
    assert seen[game_id] == events[-1]["position"]
    page.evaluate("window.passed = []")
    again.click()
    expect(again).to_have_text("Skip")
    page.mouse.click(5, 300)
    expect(again).to_have_text("Watch again")
    assert len(page.evaluate("window.passed")) < len(since)

    page.emulate_media(reduced_motion="reduce")
    open_table(page, game_id)
    expect(words.nth(1)).to_be_attached()
    expect(again).to_be_hidden()
    assert page.evaluate("window.passed") == []


def test_the_board_stays_under_the_finger(browse, gallery):
    """On a phone the board stays in place during announcements; the number of new lines is on the way to the story."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    asked = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = browse(clients[asked], phone=True)
    open_table(page, game_id)
    page.wait_for_function("() => localStorage.getItem('stele-seen') !== null")
    board, new = page.locator(".kit-surface > svg"), page.locator("#show-side")
    place = board.bounding_box()["y"]
    while gallery.get(f"/api/games/{game_id}")["to_act"] == [asked]:
        answer_first(clients[asked], game_id)
    expect(new).to_have_attribute("data-new", "")
    assert abs(board.bounding_box()["y"] - place) < 1
    while gallery.get(f"/api/games/{game_id}")["to_act"] != [asked]:
        answer_first(clients[1 - asked], game_id)
    expect(new).to_have_attribute("data-new", re.compile("[1-9]"))
    assert abs(board.bounding_box()["y"] - place) < 1
    new.click()
    expect(page.locator(".since-words a").first).to_be_visible()
    new.click()
    answer_first(clients[asked], game_id)
    expect(new).to_have_attribute("data-new", "")
    assert abs(board.bounding_box()["y"] - place) < 1


@pytest.fixture(scope="module")
def modules(browse_long):
    """A page of the server, for its modules."""
    page = browse_long()
    page.goto("/")
    expect(page.locator(".title-card")).not_to_have_count(0)
    return page


def test_the_lobby_shows_the_boards(browse, gallery):
    """Each game in my view, drawn by its title's drawing in a reserved place, and requested once.

    A table without play has its cover. Readers and keyboard users can skip it.
    """
    game_id, (ada,) = table_of(gallery, "kheops", ["Ada"], bots=1)
    ada.post("/api/games", {"rulebook": "amun-re", "players": 3})
    page = browse(ada, phone=True)
    held = []
    is_free = []
    page.route("**/state?*", lambda route: route.continue_() if is_free else held.append(route))
    page.goto("/")
    mine = page.locator("#my-games .game")
    page.wait_for_function("() => document.querySelectorAll('#my-games .thumbnail').length === 2")
    before = [mine.nth(place).bounding_box() for place in range(2)]
    is_free.append(True)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for route in held:
        route.continue_()
    expect(mine.locator(".thumbnail[inert][aria-hidden=true] > svg.kit-board")).to_have_count(1)
    expect(mine.locator(".thumbnail > img")).to_have_count(1)
    assert [mine.nth(place).bounding_box() for place in range(2)] == before
    addresses = [route.request.url for route in held] + [url for url in asked if "/state?" in url]
    assert len(addresses) == len(set(addresses))
    assert sum(f"/{game_id}/state" in url for url in addresses) == 1
    assert page.locator(".thumbnail .can-pick").count() == 0


STORY = r"""async () => {
  const [{ Story }, { toldTogether }] = await Promise.all(
    ["record/story", "record/grouping"].map((name) => import(`/web/${name}.js`)));
  const place = document.createElement("div");
  const story = new Story(place, "Story", ({ position }) => `#${position}`);
  story.added = toldTogether();
  const at = "2026-01-01T00:00:00Z";
  const step = (position, seat, text) => {
    const name = ["Ada", "Bo 2"][seat];
    const numbers = text.slice(name.length).split(/(\d+)/).map((part, place) => (place % 2 ? Number(part) : part));
    return { position, text, type: "Laid", seat: null, at, seats: [seat], parts: [{ seat, name }, ...numbers] };
  };
  story.add([step("3-0", 0, "Ada laid 2 on 7."), step("3-1", 0, "Ada laid 2 on 9.")]);
  story.add([step("3-2", 0, "Ada laid 2 on 7."), step("3-3", 1, "Bo 2 laid 2 on 7."),
    step("3-4", 0, "Ada laid 2 on 7."), step("3-5", 0, "Ada laid 3 on 9.")]);
  const lines = () => [...story.list.children].filter((one) => !one.hidden)
    .map((one) => one.querySelector(".story-text").textContent);
  const folded = lines();
  story.list.querySelector("button:not([hidden])").click();
  const unfolded = lines();
  story.add([step("3-6", 0, "Ada laid 3 on 4.")]);
  const buttons = [...story.list.querySelectorAll("button:not([hidden])")].map((one) => one.textContent);
  return { folded, unfolded, buttons };
}"""


def test_similar_steps_are_one_line_of_the_story(modules):
    """Events that happen several times to a seat and differ by a number; all of it can be unfolded."""
    other = ["Bo 2 laid 2 on 7.", "Ada laid 2 on 7.", "Ada laid 3 on 9."]
    assert modules.evaluate(STORY) == {
        "folded": ["Ada laid 2 on 7, 9, 7.", *other],
        "unfolded": ["Ada laid 2 on 7.", "Ada laid 2 on 9.", "Ada laid 2 on 7.", *other],
        "buttons": ["×3", "×2"],
    }


TALLIED = """async (titles) => {
  const { endingOf, reasons, sum, tally } = await import("/web/table/ending/score-breakdown.js");
  const found = {};
  for (const title of titles) {
    const [{ events }, { state }] = await Promise.all(["events?limit=5000", "state"].map(async (path) =>
      (await fetch(`/api/games/demo-${title}/${path}`)).json()));
    const ending = await endingOf(title);
    const rows = tally(ending, events, state.seats.length);
    const leads = ending.criteria.map(({ value }) => state.seats.map(({ seat }) => value(state.table, seat)));
    found[title] = { rows: rows.map(({ name }) => name), points: sum(rows, state.seats.length).points, leads,
      result: state.result, rules: ending.criteria.map(({ rule }) => rule), shared: ending.shared ?? null,
      told: reasons(ending, state).length };
  }
  return found;
}"""


def test_points_by_their_source(modules, gallery):
    """In each title's demonstration game the events add up to the points.

    The places follow from the named tie-breakers, and the named rules exist.
    """
    for title, found in modules.evaluate(TALLIED, list(find_rulebooks())).items():
        result = found["result"]
        if found["rows"]:
            assert found["points"] == result["points"], title
        lead = list(zip(*found["leads"], strict=True))
        assert result["places"] == [1 + sum(other > mine for other in lead) for mine in lead], title
        rules = gallery.get(f"/api/rulebooks/{title}")["rules"]
        assert {*found["rules"], found["shared"] or found["rules"][0]} <= set(rules), title
        assert found["rows"] or title == "das-amulett"


REASONS = """async () => {
  const { reasons } = await import("/web/table/ending/score-breakdown.js");
  const names = ["Ada", "Bo", "Cy", "Di", "Ed"];
  const table = [[9, 2], [9, 3], [5, 1], [5, 1], [99, 0]];
  const seats = names.map((name, seat) => ({ name, seat, resigned: name === "Ed" }));
  const criteria = ["points", "stones"].map((name, at) =>
    ({ rule: `X${at}`, name: () => name, value: (shown, seat) => shown[seat][at] }));
  const result = { places: [2, 1, 3, 3, 5], points: [9, 9, 5, 5, 99] };
  return reasons({ criteria, sources: { Scored: {} }, shared: "X2" }, { table, result, seats });
}"""


def test_ties_are_explained(modules):
    """The deciding numbers and their rule are shown, and so is a shared place; a resigned seat is not compared."""
    assert modules.evaluate(REASONS) == [
        {"text": "points: Bo and Ada are tied. stones: Bo 3, Ada 2.", "rule": "X1"},
        {"text": "Cy and Di are tied on all criteria and share place 3.", "rule": "X2"},
    ]


def test_the_end_is_shown_once(browse, gallery):
    """To each player automatically, and later on request; a rematch is one click away.

    A spectator requests it, and sees the points count up.
    """
    kheops = {"rulebook": "kheops", "players": 2, "bots": 1, "sit": False, "options": {"white": "first"}}
    ada = gallery.sign_up("Ada")
    game_id = ada.post("/api/games", kheops)["id"]
    ada.post(f"/api/games/{game_id}/seats", {"nonce": "nonce"})
    ada.post(f"/api/games/{game_id}/moves", ada.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"])
    ada.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
    page = browse(ada)
    open_finished(page, game_id)
    expect(page.locator("#ending h2")).to_contain_text("has won")
    expect(page.locator("#ending")).to_be_focused()
    open_finished(page, game_id)
    page.click("#show-end")
    page.click("#close-ending")
    expect(page.locator("#ending")).to_have_count(0)
    page.click("#show-end")
    page.click("#play-again")
    page.wait_for_url(lambda url: "/games/" in url and game_id not in url)
    again = ada.get(f"/api/games/{game_of(page)}")
    assert (again["rulebook"], again["players"], again["options"]["white"]) == ("kheops", 2, "first")
    assert [seat["kind"] for seat in again["seats"]] == ["person", "steward"]

    open_finished(page, "demo-amun-re-card-game")
    expect(page.locator("#ending")).to_have_count(0)
    surface = page.locator(".kit-surface > svg")
    size = surface.bounding_box()
    page.click("#show-end")
    expect(page.locator("#close-ending")).to_be_in_viewport()
    assert surface.bounding_box() == size, "the end takes nothing from the board"
    page.wait_for_function(
        "() => document.querySelectorAll('tbody tr').length && !document.querySelector('.uncounted')"
    )
    points = gallery.get("/api/games/demo-amun-re-card-game")["result"]["points"]
    expect(page.locator("#ending tfoot td")).to_have_text([str(one) for one in points])
    best = sorted(points, reverse=True)[:3]
    expect(page.locator("#ending .podium-step")).to_have_text([str(one) for one in best])
    expect(page.locator("#ending .curve path.curve-line")).to_have_count(len(points))
    expect(page.locator("#play-again")).to_have_count(0)
    with page.expect_download() as saved:
        page.click("#save-picture")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    assert not (report := axe_report(page)), report


def open_finished(page, game_id):
    """Go to the table of a finished game."""
    page.goto(f"/games/{game_id}")
    expect(page.locator("#show-end")).to_be_visible()
