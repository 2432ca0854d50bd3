"""Back after a while: what happened since my last move, and the next game that waits."""

from playwright.sync_api import expect

from tests.api.clients import table_of
from tests.browser.playing import axe_report, open_table
from tests.browser.test_playing import answer_first, table_at_offerings

# Every sentence that is said while the board shows its step.
LISTEN = """
  window.passed = [];
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => {
      const text = document.querySelector(".since-now:not([hidden])")?.textContent;
      if (text && text !== window.passed.at(-1)) window.passed.push(text);
    }).observe(document.querySelector("main"), { childList: true, subtree: true });
  });
"""


def test_what_happened_since_my_last_move(browse, gallery):
    """After my move the next game that waits is one key away. When I come back, what the others did is played on the
    board, what matters to me is said, and all of it can be played again; by itself none of it is played twice."""
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
    expect(again).to_have_text("Again")
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
    expect(again).to_have_text("Again")
    assert len(page.evaluate("window.passed")) < len(since)

    page.emulate_media(reduced_motion="reduce")
    open_table(page, game_id)
    assert len(words.all_inner_texts()) >= 2
    expect(again).to_be_hidden()
    assert page.evaluate("window.passed") == []


MATTERS = """async () => {
  const { matters } = await import("/web/mattering.js");
  const seats = [{ name: "Ada" }, { name: "Adam" }];
  const step = (position, text, points, phase) =>
    ({ position, text, seat: null, state: { seats, points: [points, 0], table: { phase } } });
  const steps = [
    step("2-0", "Adam did a thing.", 0, "one"), step("2-1", "Adam took 3 from Ada.", 0, "one"),
    step("2-2", "It rained.", 0, "one"), step("2-3", "It was counted.", 4, "one"),
    step("2-4", "A new year began.", 4, "two"), step("2-5", "Adam yawned.", 4, "two")];
  return matters(steps, [0], { phase: ({ phase }) => ({ key: phase, label: phase }) }).map(({ text }) => text);
}"""


def test_what_matters_to_me(browse):
    """The sentences that name me (and not one whose name begins like mine), what changes my points, a part that begins;
    in their order."""
    page = browse()
    page.goto("/")
    expect(page.locator(".title-card")).not_to_have_count(0)
    assert page.evaluate(MATTERS) == ["Adam took 3 from Ada.", "It was counted.", "A new year began."]


def test_the_lobby_shows_the_boards(browse, gallery):
    """Each game as I may see it, drawn by its title's drawing in a place that is kept for it, and asked for once; a
    table that nobody plays at yet has its cover. Nobody has to read or to pass through it."""
    game_id, (ada,) = table_of(gallery, "kheops", ["Ada"], bots=1)
    ada.post("/api/games", {"rulebook": "amun-re", "players": 3})
    page = browse(ada, phone=True)
    held = []
    page.route("**/state?*", lambda route: held.append(route))
    page.goto("/")
    mine = page.locator("#my-games .game")
    page.wait_for_function("() => document.querySelectorAll('#my-games .thumbnail').length === 2")
    before = [mine.nth(place).bounding_box() for place in range(2)]
    page.unroute("**/state?*")
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
