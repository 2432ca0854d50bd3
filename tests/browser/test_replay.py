"""The replay viewer: every control, permalinks, perspectives, comparing, sharing, downloads."""

import functools
import http.server
import itertools
import random
import re
import struct
import threading
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timedelta
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from audit.verification.verify import verify
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.playing import back_to, position_of, saved, show_plain

TITLE = "amun-re-card-game"


def game_of_three(url):
    """A finished game of three people: its id, its players, its current public events."""
    gallery = Client(url)
    for _ in range(40):
        game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo", "Cy"])
        play_to_the_end(game_id, clients, random.Random())
        events = gallery.get(f"/api/games/{game_id}/events?as=all&limit=5000")["events"]
        # A hand of one card is offered automatically; the offerings needed below were chosen.
        if {0, 1} <= {event["seat"] for event in events if event["type"] == "OfferingSealed"}:
            return game_id, clients, events
    raise AssertionError("nobody offered in forty games")


@pytest.fixture(scope="module")
def finished(served):
    """A game as by `game_of_three`."""
    return game_of_three(served.url)


def read_whole(page, finished):
    """The page of the finished game, at its start, with everything shown."""
    game_id, _clients, events = finished
    page.goto(f"/games/{game_id}/replay#1-0&as=all")
    expect(page.locator("#story li")).to_have_count(len(events))
    return page


@pytest.fixture(scope="module")
def shared(browse_long, finished):
    """One page of the finished game for many tests."""
    return read_whole(browse_long(), finished)


@pytest.fixture
def replay(shared):
    """The shared page at the start of the game, with the story beside it."""
    return back_to(shared, "1-0")


def positions(finished):
    return [event["position"] for event in finished[2]]


def test_steps_actions_and_phases(replay, finished):
    """First, previous, next and last, by effect, by action and by part of the game, with buttons and with keys."""
    all_positions = positions(finished)
    starts = [place for place, position in enumerate(all_positions) if position.endswith("-0")]
    second, third = [all_positions[place] for place in starts if place > 1][:2]
    walk = [
        ("#next", "ArrowRight", all_positions[1]),
        ("#next", "ArrowRight", all_positions[2]),
        ("#previous", "ArrowLeft", all_positions[1]),
        ("#next-action", "Shift+ArrowRight", second),
        ("#next-action", "Shift+ArrowRight", third),
        ("#previous-action", "Shift+ArrowLeft", second),
        ("#last", "End", all_positions[-1]),
        ("#previous", "ArrowLeft", all_positions[-2]),
        ("#previous-action", "Shift+ArrowLeft", all_positions[starts[-1]]),
        ("#first", "Home", all_positions[0]),
        ("#previous", "ArrowLeft", all_positions[0]),
    ]
    for button, _key, expected in walk:
        replay.click(button)
        assert position_of(replay) == expected, button
    for _button, key, expected in walk:
        replay.keyboard.press(key)
        assert position_of(replay) == expected, key

    choice = replay.locator("#phase-choice option")
    labels = choice.all_inner_texts()
    assert len(labels) > 15 and "Kingdom I, auction 1" in labels
    indexes = [int(option.get_attribute("value")) for option in choice.all()]
    for expected in indexes[:3]:
        replay.click("#next-phase")
        assert position_of(replay) == all_positions[expected]
    replay.keyboard.press("PageDown")
    assert position_of(replay) == all_positions[indexes[3]]
    replay.keyboard.press("PageUp")
    replay.click("#previous-phase")
    assert position_of(replay) == all_positions[indexes[1]]
    replay.select_option("#phase-choice", str(indexes[-1]))
    assert position_of(replay) == all_positions[indexes[-1]]


def test_one_scrubber_on_the_curve(replay, finished):
    """The slider is on the score graph: it goes to a step, names it, and is where the curve has that step."""
    all_positions = positions(finished)
    last = len(all_positions) - 1
    replay.locator("#scrubber").fill("40")
    assert position_of(replay) == all_positions[40]
    current = replay.locator("#story [aria-current=step]")
    expect(current).to_have_count(1)
    expect(current).to_contain_text(finished[2][40]["text"])
    expect(current).to_be_in_viewport()
    # The box behind the lines is under it.
    height = "() => getComputedStyle(document.querySelector('#story .story-mark')).height"
    assert replay.evaluate(height) == replay.evaluate("([one]) => `${one.offsetHeight}px`", current.element_handles())
    spoken = replay.locator("#scrubber").get_attribute("aria-valuetext")
    assert spoken == f"Step 41 of {len(all_positions)}: {finished[2][40]['text']}"

    scrubber = replay.locator("#scrubber")
    box = scrubber.bounding_box()
    scrubber.click(position={"x": box["width"] - 2, "y": 20})
    assert position_of(replay) == all_positions[last]
    for along in (0.25, 0.5, 0.9):
        scrubber.click(position={"x": box["width"] * along, "y": 20})
        now = replay.locator(".graph-now").bounding_box()
        step = (box["width"] - 2) / last
        assert abs(now["x"] + now["width"] / 2 - (box["x"] + box["width"] * along)) <= step / 2 + 2
    scrubber.focus()
    for key, to in (("Home", 0), ("ArrowRight", 1), ("ArrowDown", last), ("ArrowUp", 0)):
        replay.keyboard.press(key)
        assert position_of(replay) == all_positions[to]
    expect(replay.locator(".graph-line")).to_have_count(3)
    assert replay.locator(".graph-tick").count() == replay.locator("#phase-choice option").count()

    replay.locator("#story li").nth(25).locator("a").click()
    assert position_of(replay) == all_positions[25]


def test_the_curve_shows_the_step_below_the_pointer(replay, finished):
    """Pointing at the curve shows the step there and its part of the game, before any move."""
    before = position_of(replay)
    box = replay.locator("#scrubber").bounding_box()
    replay.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    hint = replay.locator(".graph-hint")
    expect(hint).to_be_visible()
    told = hint.locator(".story-position").inner_text()
    event = next(event for event in finished[2] if event["position"] == told)
    expect(hint).to_contain_text(event["text"])
    expect(hint).to_contain_text("Kingdom")
    assert abs(positions(finished).index(told) - len(finished[2]) / 2) <= 3
    assert position_of(replay) == before
    replay.mouse.move(10, 10)
    expect(hint).to_be_hidden()


def test_scrubbing_spares_the_address(replay):
    """With the fastest scrubbing, the address changes only a few times a second, because browsers refuse more."""
    replay.evaluate(
        """() => {
          window.changes = [];
          const replaceState = history.replaceState.bind(history);
          history.replaceState = (...asked) => { changes.push(performance.now()); replaceState(...asked); };
          const slider = document.querySelector("#scrubber");
          for (let step = 1; step <= 60; step += 1) {
            slider.value = String(step);
            slider.dispatchEvent(new Event("input"));
          }
        }"""
    )
    replay.wait_for_function(
        """() => !location.hash.startsWith("#1-0")
          && location.hash === `#${document.querySelector("#step .story-position").textContent}&as=all`"""
    )
    assert int(replay.locator("#scrubber").input_value()) == 60
    changes = replay.evaluate("changes")
    assert all(390 <= later - earlier for earlier, later in itertools.pairwise(changes)), changes


def test_play_pause_and_speed(browse, finished):
    """Playing continues automatically at the chosen speed, by steps or by actions, until it is paused."""
    replay = read_whole(browse(first=True), finished)  # a clock belongs to all pages of its context
    replay.clock.install()
    replay.clock.pause_at(datetime.now() + timedelta(hours=1))  # from here on the test releases each request
    before = int(replay.locator("#scrubber").input_value())
    replay.keyboard.press("+")
    replay.keyboard.press("+")
    replay.keyboard.press("+")
    assert replay.locator("#speed").input_value() == "8"
    replay.keyboard.press("Space")
    expect(replay.locator("#play")).to_have_attribute("aria-label", "Pause")
    replay.clock.run_for(1000)
    replay.click("#play")
    # At speed 8 a step takes between 80 and 500 milliseconds.
    assert before + 2 <= int(replay.locator("#scrubber").input_value()) <= before + 13
    expect(replay.locator("#play")).to_have_attribute("aria-label", "Play replay")
    stopped = position_of(replay)
    replay.clock.run_for(10_000)
    assert position_of(replay) == stopped

    replay.select_option("#speed", "1")
    replay.select_option("#unit", "next-action")
    replay.keyboard.press("Space")
    shown = []
    for _ in range(10):
        replay.clock.run_for(1000)
        shown.append(position_of(replay))
    assert len(set(shown)) > 3
    assert all(position.endswith("-0") for position in shown)
    replay.click("#play")
    replay.select_option("#speed", "0.5")
    replay.click("#last")
    replay.click("#play")
    replay.clock.run_for(10_000)
    expect(replay.locator("#play")).to_have_attribute("aria-label", "Play replay")


def test_changes_are_marked(replay, finished):
    """A step marks its changes on the board, and nothing else."""
    placed = next(place for place, event in enumerate(finished[2]) if event["type"] == "GoldPlaced")
    replay.locator("#scrubber").fill(str(placed))
    expect(replay.locator("#step .story-position")).to_have_text(positions(finished)[placed])
    changed = replay.locator("#board .changed")
    expect(changed).not_to_have_count(0)
    assert changed.count() <= 6
    invited = next(place for place, event in enumerate(finished[2]) if event["type"] == "PharaohNamed")
    replay.locator("#scrubber").fill(str(invited))
    expect(replay.locator("#step .story-position")).to_have_text(positions(finished)[invited])
    assert replay.locator("#board .changed").count() <= 8


def test_permalinks(browse, finished):
    """An address names a step, an action or a time, and a perspective, and follows the reader.

    The linked step is requested first, then the record; neither waits for the other.
    """
    game_id, _clients, events = finished
    page = browse()
    all_positions = [event["position"] for event in events]
    page.goto(f"/games/{game_id}/replay#17&as=1")
    last_of_action = [position for position in all_positions if position.startswith("17-")][-1]
    expect(page.locator("#step")).to_contain_text(last_of_action)
    assert page.locator("#as").input_value() == "1"
    page.click("#next")
    following = all_positions[all_positions.index(last_of_action) + 1]
    expect(page).to_have_url(re.compile(rf"#{following}&as=1$"))

    page.evaluate("location.hash = '#4-1&as=2'")
    expect(page.locator("#step")).to_contain_text("4-1")
    expect(page.locator("#as")).to_have_value("2")

    time = events[len(events) // 2]["at"]
    place = max(number for number, event in enumerate(events) if event["at"] <= time)
    position = all_positions[place]
    page.goto("/health/live")
    held = []
    page.route(lambda url: "/replay?" in url and "from=" not in url, lambda route: held.append(route))
    page.goto(f"/games/{game_id}/replay#{quote(time)}&as=all")
    expect(page.locator("#step .story-position")).to_have_text(position)
    expect(page.locator("#step")).to_contain_text(events[place]["text"])
    expect(page.locator("#board .kit-surface > svg").first).to_be_visible()
    expect(page.locator("#story li")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert position_of(page) == position
    for route in held:
        route.continue_()
    expect(page.locator("#story li")).to_have_count(len(events))
    expect(page.locator("#step .story-position")).to_have_text(all_positions[place + 2])
    page.click("#first")
    assert position_of(page) == all_positions[0]


HOLD_BACK = """
const ask = window.fetch;
const held = new Promise((letGo) => { window.letGo = letGo; });
window.fetch = async (...asked) => {
  const response = await ask(...asked);
  if (!/replay\\?/.test(asked[0]) || /from=/.test(asked[0])) return response;
  let room = 60_000;
  const slow = new TransformStream({
    async transform(chunk, out) {
      out.enqueue(chunk.subarray(0, room));
      if (chunk.length >= room) await held;
      out.enqueue(chunk.subarray(room));
      room = Math.max(0, room - chunk.length);
    },
  });
  return new Response(response.body.pipeThrough(slow), response);
};
"""


@pytest.mark.soak
def test_an_address_that_changes_while_the_record_is_read(browse, finished):
    """A step that has not been read yet is shown as soon as it has, and no step before it."""
    game_id, _clients, events = finished
    page = browse(script=HOLD_BACK)
    late = events[-3]["position"]
    page.goto(f"/games/{game_id}/replay#6-0&as=all")
    expect(page.locator("#progress")).not_to_be_empty()
    page.evaluate("(at) => { location.hash = `${at}&as=all`; }", late)
    page.evaluate("() => window.letGo()")
    expect(page.locator("#step .story-position")).to_have_text(late)
    expect(page).to_have_url(re.compile(f"#{late}&"))


def test_perspectives_then_and_with_hindsight(browse, finished):
    """A seat's view is its view at the time; with hindsight it includes the sealed facts."""
    game_id, clients, events = finished
    ada, bo, cy = (client.name for client in clients)
    sealed = next(event for event in events if event["type"] == "OfferingSealed" and event["seat"] == 0)
    page = browse(clients[1], at=f"/games/{game_id}/replay#{sealed['position']}")
    expect(page.locator("#as")).to_have_value("1")
    assert page.locator("#as option").all_inner_texts() == [
        "The public", ada, f"My seat ({bo})", cy, "Everything",
    ]  # fmt: skip
    expect(page.locator("#step")).to_contain_text(f"{ada} sealed an offering.")
    page.get_by_label("With hindsight").check()
    expect(page.locator("#step")).to_contain_text(sealed["text"])
    expect(page).to_have_url(re.compile(rf"#{sealed['position']}&as=1&hindsight=1$"))
    page.get_by_label("As seen at the time").check()
    expect(page.locator("#step")).to_contain_text(f"{ada} sealed an offering.")
    page.select_option("#as", "0")
    expect(page.locator("#step")).to_contain_text(sealed["text"])
    page.select_option("#as", "public")
    expect(page.locator("#step")).to_contain_text(f"{ada} sealed an offering.")
    expect(page.get_by_label("With hindsight")).to_be_disabled()
    page.select_option("#as", "all")
    expect(page.locator("#step")).to_contain_text(sealed["text"])


def test_a_running_game(browse, gallery):
    """A running game has the public's and the player's own view; other addresses show the public's.

    At the end of its record the view follows the game; earlier in it, the view stays.
    """
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(1), most=2)
    page = browse(clients[0], at=f"/games/{game_id}/replay#1-0&as=1")
    expect(page.locator(".notice.bad")).to_contain_text("only the player in this seat can see this view")
    expect(page.locator("#as")).to_have_value("public")
    assert page.locator("#as option").all_inner_texts() == ["The public", f"My seat ({clients[0].name})"]
    expect(page.locator("#progress")).to_have_text("live")
    page.click("#last")
    expect(page.locator("#step .story-position")).to_have_text(gallery.get(f"/api/games/{game_id}")["position"])
    play_to_the_end(game_id, clients, random.Random(1), most=1)
    expect(page.locator("#step .story-position")).to_have_text(gallery.get(f"/api/games/{game_id}")["position"])
    page.click("#first")
    play_to_the_end(game_id, clients, random.Random(1), most=1)
    events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    expect(page.locator("#story li")).to_have_count(len(events))
    assert position_of(page) == "1-0"


def test_comparing(replay, finished):
    """Two positions side by side: both boards, and the differences in words."""
    before = next(at for at, event in enumerate(finished[2]) if event["type"] == "GoldPlaced") - 1
    replay.locator("#scrubber").fill(str(before))
    pinned = positions(finished)[before]
    replay.click("#show-study")
    replay.click("#pin")
    replay.click("#next")
    expect(replay.locator("#compare-heading")).to_contain_text(pinned)
    expect(replay.locator("#other-board .kit-surface > svg")).to_be_visible()
    expect(replay).to_have_url(re.compile(rf"compare={pinned}"))
    rows = replay.locator(".difference").count()
    expect(replay.locator(".differences h3")).to_contain_text(re.compile(rf"\b{rows}\b|One"))
    for board in ("#board", "#other-board"):
        expect(replay.locator(f"{board} .changed").first).to_be_attached()
    replay.click("#end-compare")
    expect(replay.locator("#comparing")).to_be_hidden()


def test_sharing(replay, finished, served):
    """Links to a step and to a time, and a frame for another page, each of which opens its target."""
    replay.locator("#scrubber").fill("50")
    step = finished[2][50]
    replay.context.grant_permissions(["clipboard-read", "clipboard-write"])
    replay.click("#show-study")
    replay.click("#share")
    to_step = replay.locator("#link-to-step").input_value()
    assert to_step.endswith(f"/replay#{step['position']}&as=all")
    assert replay.locator("#link-to-time").input_value().endswith(f"/replay#{step['at']}&as=all")
    replay.get_by_role("button", name="Copy").first.click()
    expect(replay.get_by_role("button", name="Copied")).to_be_visible()
    assert replay.evaluate("navigator.clipboard.readText()") == to_step
    frame = replay.locator("#frame-code").input_value()
    assert frame.startswith("<iframe") and f"/embed#{step['position']}" in frame


def test_embedded_in_another_page(browse, finished, served, tmp_path):
    """The frame works in a page of another origin, shows the public's view, and signs no visitor in.

    Other pages refuse.
    """
    game_id, clients, events = finished
    sealed = next(event for event in events if event["type"] == "OfferingSealed" and event["seat"] == 1)
    asked = []
    page = browse(clients[1], requests=asked)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    address = f"{served.url}/games/{game_id}"
    (elsewhere / "good.html").write_text(f'<iframe src="{address}/embed#{sealed["position"]}" width="800"></iframe>')
    (elsewhere / "bad.html").write_text(f'<iframe src="{address}/replay"></iframe>')
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=elsewhere)
    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=other.serve_forever, args=(0.02,), daemon=True).start()
    page.goto(f"http://localhost:{other.server_port}/good.html")
    frame = page.frame_locator("iframe")
    expect(frame.locator("#step")).to_contain_text(f"{clients[1].name} sealed an offering.")
    expect(frame.locator("#masthead")).to_be_hidden()
    frame.locator("#next").click()
    expect(frame.locator("#step .story-position")).not_to_have_text(sealed["position"])
    assert not [request for request in asked if "authorization" in request.headers]

    bad = page.context.new_page()
    with bad.expect_console_message(lambda message: "frame-ancestors 'none'" in message.text):
        bad.goto(f"http://localhost:{other.server_port}/bad.html")
    assert bad.frame_locator("iframe").locator("#masthead").count() == 0
    other.shutdown()


def test_downloads(replay, finished, tmp_path):
    """The record as a bundle that verifies, the position as self-contained SVG and as PNG of twice its size."""
    replay.locator("#scrubber").fill("90")
    replay.click("#show-study")
    replay.click("#share")

    def downloaded(selector):
        with replay.expect_download() as found:
            replay.click(selector)
        path = tmp_path / found.value.suggested_filename
        found.value.save_as(path)
        return path

    bundle = downloaded("#save-bundle")
    assert bundle.name == f"{finished[0]}.ndjson"
    report = verify(bundle.read_bytes())
    assert report.ok, report

    picture = downloaded("#save-svg")
    root = ElementTree.fromstring(picture.read_text())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    text = picture.read_text()
    assert "var(--" not in text and "<script" not in text and 'href="/' not in text
    assert f"{finished[0]}-{positions(finished)[90]}" in picture.name

    image = downloaded("#save-png").read_bytes()
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", image[16:24])
    shown = replay.locator("#board .kit-surface > svg").bounding_box()
    assert width >= 2 * int(float(root.get("width"))) > 2 * shown["width"] and height > 400
    assert len(image) > 20_000, "the picture is not an empty sheet"


@pytest.mark.soak
def test_plain_tables(browse, finished):
    """Every title can show a position as tables of plain values, with its changes marked."""
    replay = read_whole(browse(), finished)
    replay.locator("#scrubber").fill("40")
    show_plain(replay)
    expect(replay.locator("#board .plain-board")).to_be_visible()
    assert replay.locator("#board .kit-surface > svg.amun-board").count() == 0
    order = replay.locator(".plain-zone", has_text="Turn order").locator("li")
    expect(order.first).to_have_text(re.compile("Ada|Bo|Cy"))
    replay.click("#next")
    expect(replay.locator("#board .changed")).not_to_have_count(0)
    replay.click("#show-study")
    replay.click("#share")
    assert len(saved(replay, "#save-png")) > 10_000


def test_keys_are_listed(replay):
    """The question mark shows the keys; while a dialog is open they do nothing."""
    replay.keyboard.press("?")
    dialog = replay.get_by_role("dialog")
    expect(dialog).to_contain_text("Next action")
    before = position_of(replay)
    replay.keyboard.press("ArrowRight")
    assert position_of(replay) == before
    replay.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_missing_game(browse):
    """An address without a game says so, with the way to the lobby."""
    page = browse(at="/games/nothing/replay")
    expect(page.locator("main")).to_contain_text("There is no game with this id.")
    page.goto("/games/nothing")
    expect(page.locator("main")).to_contain_text("There is no game with this id.")


def test_an_address_that_the_reader_changes_is_kept(replay):
    """The page follows an address that the reader types, even when it is about to write the address of a step."""
    found = replay.evaluate(
        """async () => {
            const followed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
            const slider = document.querySelector("#timeline input");
            for (const value of [20, 30, 40]) {
                slider.value = value;
                slider.dispatchEvent(new Event("input", { bubbles: true }));
            }
            // The last address is written a moment later: now that is due, and comes before the next event.
            const late = performance.now() + 600;
            while (performance.now() < late);
            location.hash = "#9-0&as=all";
            await followed;
            return location.hash;
        }"""
    )
    assert found.startswith("#9-"), found
    expect(replay.locator("#step")).to_contain_text("9-")
