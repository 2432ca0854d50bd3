"""Piece animation: pieces move visibly, and the final board equals a fresh drawing.

Which elements are kept, and how numbers grow: `tests/js/replays.test.js`.
"""

import json
import math
import random

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import choose_on_board, open_table, position_of
from tests.in_short import titles_in_short

TITLES = list(find_rulebooks())

# All running animations, stopped at their start, half-way and at their end; their places on the page.
SAMPLE = """() => {
  const centre = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  return document.getAnimations().filter(({ id }) => id === "kit-travel").map((animation) => {
    animation.pause();
    const { delay, duration } = animation.effect.getComputedTiming();
    return [0, 0.5, 0.999].map((share) => {
      animation.currentTime = delay + duration * share;
      return centre(animation.effect.target);
    });
  });
}"""

# Keeps animations from finishing: a busy machine may take longer to check than a piece to travel.
HOLD = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    made.pause();
    return made;
  };
}"""

# A whole game on one board, forwards, and backwards in such strides, and each state drawn again.
AS_IF_DRAWN_ANEW = """async ([game, title, viewer, stride]) => {
  const names = ["record/frames", "board/board", "board/load-drawing", "board/title-drawing", "kit/reconcile",
    "board/stage-layout"];
  const [{ Recording }, { Board }, { drawingOf }, { mark, pictureOf }, { reconcile }, { StageLayout }] =
    await Promise.all(names.map((name) => import(`/web/${name}.js`)));
  const arranged = (stage, draft) => new StageLayout().arrange(stage, { width: 1100, height: null }, draft);
  const drawing = await drawingOf(title);
  const recording = new Recording(game, viewer);
  await recording.read();
  const place = document.createElement("div");
  place.style.width = "1100px";
  document.body.append(place);
  const board = new Board(place, drawing);
  const { state: last } = recording.steps.at(-1);
  await board.play([last], last, {}); // which loads what lets pieces travel
  const differ = [];
  let moved = 0;
  let most = 0;
  let before = null;
  // Forth by single steps at first, then, and back, by so many at once.
  const forth = recording.steps.filter((_step, place) => place < 30 || place % stride === 0);
  const back = recording.steps.toReversed().filter((_step, place) => place % stride === 0);
  const shown = [...forth, ...back];
  for (const { state, position } of shown) {
    board.show(state, { before: before?.state ?? null });
    moved += document.getAnimations().some(({ id }) => id === "kit-travel");
    board.skip();
    await import("/web/board/last-move.js").then(() => new Promise((done) => setTimeout(done)));
    // What tells of the last move lies above the drawing, and is of that move alone.
    const told = place.querySelectorAll(".kit-last-move");
    most = Math.max(most, told.length);
    for (const one of told) one.remove();
    const fresh = state.table ? pictureOf(drawing, state, state.as, 1100, null, state, arranged) : null;
    if (fresh) {
      if (before) mark(fresh.notes, before.notes, "changed");
      reconcile(null, fresh.whole);
      if (place.childNodes.length > 1 || !place.firstChild.isEqualNode(fresh.whole.element)) differ.push(position);
    }
    before = fresh;
  }
  return { shown: shown.length, moved, differ, most, left: document.querySelectorAll(".kit-travelling").length };
}"""


@pytest.fixture
def page(browse):
    """A page of the server, for its modules."""
    made = browse(motion=True, at="/")
    expect(made.locator(".title-card")).not_to_have_count(0)
    return made


def replay_before(page, gallery, title, kind, seat="public"):
    """The demonstration game of a title just before its first event of a kind, held during its animation.

    That event.
    """
    events = gallery.get(f"/api/games/demo-{title}/events?limit=5000")["events"]
    number = next(place for place, event in enumerate(events) if event["type"] == kind)
    page.goto(f"/games/demo-{title}/replay#{events[number - 1]['position']}&as={seat}")
    expect(page.locator("#story li")).to_have_count(len(events))
    expect(page.locator("#step")).to_contain_text(events[number - 1]["position"])
    page.mouse.move(9, 9)
    page.evaluate(
        "() => import(document.querySelector('[type=module]').src.replace('replay/page.js', 'kit/piece-motion.js'))"
    )
    page.evaluate(HOLD)
    return events[number]


def step(page, key, position):
    """Press a key, and wait until the board shows the step at a position and an animation runs."""
    page.keyboard.press(key)
    expect(page.locator("#step")).to_contain_text(position)
    expect(page.locator(".kit-travelling")).to_be_attached()


def boxes(page, selector):
    """The current places of these elements."""
    return page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return [left, right, top, bottom];
        })""",
        selector,
    )


def lies_in(point, places):
    """Whether a point is in one of these boxes."""
    x, y = point
    return any(left - 2 < x < right + 2 and top - 2 < y < bottom + 2 for left, right, top, bottom in places)


@pytest.mark.parametrize("stride", [10, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("title", titles_in_short("kheops"))
def test_the_board_equals_a_fresh_drawing(page, title, stride):
    """In a whole game, forwards and backwards, the board equals a fresh drawing whenever animations have finished.

    Usually several steps are taken at once; the long form takes each one.
    """
    found = page.evaluate(AS_IF_DRAWN_ANEW, [f"demo-{title}", title, "public", stride])
    print(json.dumps({"title": title, "shown": found["shown"], "with travelling pieces": found["moved"]}))
    assert found["differ"] == [] and found["left"] == 0 and found["most"] == 1
    assert found["moved"] > found["shown"] / 4


TRAVELLERS = [
    ("kheops", "PawnPlaced", '[aria-label^="Worker:"]', '[aria-label^="b7:"]'),
    ("amun-re", "StonePlaced", '[aria-label^="To place:"]', '[aria-label^="{province}:" i]'),
    ("amun-re-card-game", "PyramidPlaced", '[aria-label$=" to place"]', '[aria-label^="Province "]'),
    ("das-amulett", "GemTaken", '[aria-label^="West Quarter:"]', '[aria-label^="Amulet:"]'),
]


@pytest.mark.parametrize(
    "title, kind, start, end",
    [one if one[0] == "kheops" else pytest.param(*one, marks=pytest.mark.soak) for one in TRAVELLERS],
)
def test_a_piece_travels(browse, gallery, title, kind, start, end):
    """A piece travels from its old place over the middle to its new one, and backwards the same way.

    A key or a click finishes all animations at once, and a reader who prefers reduced motion sees none.
    """
    page = browse(viewport={"width": 1440, "height": 2400}, motion=True)
    event = replay_before(page, gallery, title, kind)
    before = position_of(page)
    starts, ends = (
        boxes(page, start),
        boxes(page, end.replace("{province}", str(event["data"].get("province")))),
    )  # an element that a piece leaves may be gone once it has left
    step(page, "ArrowRight", event["position"])
    ways = page.evaluate(SAMPLE)
    there = [way for way in ways if lies_in(way[0], starts) and lies_in(way[2], ends)]
    assert there, ways
    for first, middle, last in there:
        way = math.dist(first, last)
        assert way > 20
        assert math.dist(first, middle) + math.dist(middle, last) == pytest.approx(way, abs=4)
        assert way * 0.1 < math.dist(first, middle) < way * 0.99
    step(page, "ArrowLeft", before)
    back = page.evaluate(SAMPLE)
    assert any(lies_in(way[0], ends) and lies_in(way[2], starts) for way in back), back

    page.keyboard.press("Shift")
    is_at_rest(page, before)
    step(page, "ArrowRight", event["position"])
    page.mouse.click(5, 300)
    is_at_rest(page, event["position"])

    page.emulate_media(reduced_motion="reduce")
    page.goto("/health/live")
    replay_before(page, gallery, title, kind)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text(event["position"])
    is_at_rest(page, event["position"], "kit-t")


def is_at_rest(page, position, names="kit-"):
    """The board shows this step, and no animation with such a name is left."""
    expect(page.locator(".kit-travelling")).to_have_count(0)
    running = "(names) => document.getAnimations().filter(({ id }) => id.startsWith(names)).length"
    assert page.evaluate(running, names) == 0
    assert position_of(page) == position


@pytest.mark.soak
def test_a_tile_turns_in_place(browse, gallery):
    """Turned by a third, it is shown turning; its element stays."""
    page = browse(motion=True)
    event = replay_before(page, gallery, "kheops", "TileRotated")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text(event["position"])
    turning = page.evaluate("""() => document.getAnimations().filter(({ id }) => id === "kit-travel")
      .map(({ effect }) => [effect.target.closest("[aria-label]").getAttribute("aria-label"),
        ...effect.getKeyframes().map((one) => one.transform)])""")
    assert [one[1:] for one in turning] == [["rotate(-120deg)", "rotate(0deg)"]]
    assert turning[0][0].startswith(f"{event['data']['cell']}:")


@pytest.mark.soak
def test_a_fast_replay_leaves_nothing_behind(browse, gallery):
    """At the greatest speed, each piece's animation ends within its step."""
    page = browse(motion=True)
    replay_before(page, gallery, "kheops", "PawnPlaced")
    page.locator("#speed").select_option("8")
    page.keyboard.press(" ")
    expect(page.locator(".kit-travelling")).to_be_attached()
    ends = page.evaluate("""() => document.getAnimations().filter(({ id }) => id === "kit-travel")
      .map(({ effect }) => effect.getComputedTiming().endTime)""")
    assert ends and max(ends) <= 225  # a step without points, at the start of a part, rests 1.8 seconds at single speed


def test_other_players_moves_are_played_step_by_step(browse, gallery):
    """A live game shows the states between in order, each until its pieces have arrived, and then the selectable parts.

    A key shows the end at once.
    """
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    turn = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    page = open_table(browse(clients[1 - turn], motion=True), game_id)
    page.evaluate(HOLD)
    page.evaluate("""() => {
      window.headers = [];
      new MutationObserver(() => {
        const header = document.querySelector("#board .kit-on-header").textContent;
        if (header !== window.headers.at(-1)) window.headers.push(header);
      }).observe(document.querySelector("#board"), { subtree: true, childList: true, characterData: true });
    }""")
    lot = random.Random(4)
    while gallery.get(f"/api/games/{game_id}")["to_act"] == [turn]:
        play_to_the_end(game_id, clients, lot, most=1)
    expect(page.locator("#choices")).to_be_visible()
    expect(page.locator(".kit-travelling")).to_be_attached()
    assert page.locator("#board .can-pick").count() == 0
    release = "document.getAnimations().filter(({ id }) => id.startsWith('kit-')).forEach((one) => one.finish())"
    for _ in range(12):
        page.evaluate(release)
        page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    told = page.evaluate("window.headers")
    assert len(set(told)) == len(told) >= 3, told
    assert choose_on_board(page, lot)


COUNTING_TONES = """
  window.struck = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...how) {
      super(...how);
      window.struck += 1;
    }
  };
"""


@pytest.mark.soak
def test_sounds_are_off_by_default(browse, gallery):
    """No sound module is loaded; once on, a piece is heard when it arrives, also after a reload."""
    asked = []
    page = browse(motion=True, script=COUNTING_TONES, requests=asked)
    event = replay_before(page, gallery, "kheops", "PawnPlaced")
    expect(page.locator("#sound")).not_to_be_checked()
    assert not [request for request in asked if "sound/settings" in request.url]
    page.locator("#sound").check()
    page.wait_for_function("() => window.struck > 0")
    page.reload()
    expect(page.locator("#sound")).to_be_checked()
    page.locator("#board").click(position={"x": 5, "y": 5})
    assert page.evaluate("window.struck") == 0
    page.wait_for_function("""() => ["sound/settings", "kit/piece-motion"].every((name) =>
      performance.getEntriesByType("resource").some((one) => one.name.includes(name) && one.responseEnd))""")
    for _ in range(20):  # the sound module has arrived, and may still be starting
        page.keyboard.press("ArrowRight")
        expect(page.locator("#step")).to_contain_text(event["position"])
        page.wait_for_timeout(500)
        if page.evaluate("window.struck"):
            break
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#step")).not_to_contain_text(event["position"])
    assert page.evaluate("window.struck") > 0


SCRUB = """async ([from, to]) => {
  const scrubber = document.querySelector("#scrubber");
  for (let at = from; at !== to; at += Math.sign(to - from)) {
    scrubber.value = at;
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
    if (at % 25 === 0) await new Promise(requestAnimationFrame);
  }
}"""


@pytest.mark.soak
@pytest.mark.parametrize("title, least", [("kheops", 300), ("amun-re", 900)])
def test_stepping_does_not_grow(browse, gallery, title, least):
    """After hundreds of steps more the page has no more nodes and listeners than after the first hundred."""
    page = browse(motion=True)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    events = gallery.get(f"/api/games/demo-{title}/events?limit=5000")["events"]
    page.goto(f"/games/demo-{title}/replay#8-0")
    expect(page.locator("#story li")).to_have_count(len(events))

    def go(*ways):
        for first, last in ways:
            page.evaluate(SCRUB, [first, last])
        page.keyboard.press("Shift")
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return {name: found[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}

    last = len(events) - 2
    first = go((5, 60), (60, 5))
    then = go((5, last), (last, 5), (5, 60), (60, 5))
    steps = 2 * (last - 5) + 110
    print(json.dumps({"steps": steps, "before": first, "after": then}))
    assert steps >= least
    assert then["Nodes"] <= first["Nodes"] * 1.1 + 200
    assert then["JSEventListeners"] <= first["JSEventListeners"] * 1.1
