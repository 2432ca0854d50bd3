"""Board help: an explanation of each part of a board, why it can't be picked, the rules and the player aid."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of
from tests.browser.playing import axe_report, held, open_table
from tests.in_short import titles_in_short

TITLES = sorted(find_rulebooks())

# The kinds of parts, at some moments of the demonstration games, that the title's
# rules.js has no entry for; and the number of named parts explained by a rule.
UNKNOWN = """async (titles) => {
  await (await import("/web/core/i18n.js")).textsReady;
  const { drawingOf } = await import("/web/board/load-drawing.js");
  const { pictureOf } = await import("/web/board/title-drawing.js");
  const { reconcile } = await import("/web/kit/reconcile.js");
  const { Recording } = await import("/web/record/frames.js");
  const { rulesFor, rulesOf } = await import("/web/board/rules/rules-data.js");
  const { partAt, partsOf } = await import("/web/board/part.js");
  const { rulesOfPart } = await import("/web/board/part-rules.js");
  const found = {};
  for (const title of titles) {
    const drawing = await drawingOf(title);
    const rules = await rulesOf(title);
    const unknown = new Set();
    const shares = [];
    const recording = new Recording(`demo-${title}`, "all");
    await recording.read();
    const states = recording.steps.map((one) => one.state).filter(({ table }) => table);
    for (const [number, state] of states.entries()) {
      if (number % 16) continue;
      const picture = pictureOf(drawing, state, 0, 1100, null, state);
      const noted = [...picture.notes.keys()].flatMap((key) => [...(rules.more?.(key, state.table) ?? []), key]);
      for (const kind of [...noted, ...picture.pieces.map((one) => one.kind)]) {
        if (rulesFor(rules.parts, kind) === null) unknown.add(kind);
      }
      if (number % 96) continue;
      reconcile(null, picture.whole);
      const place = document.createElement("div");
      place.append(picture.whole.element);
      const parts = partsOf(place).map((one) => partAt(picture, place, one));
      const explained = await Promise.all(parts.map((one) => rulesOfPart(title, picture, one)));
      shares.push(explained.filter((one) => one.length).length / explained.length);
    }
    found[title] = { unknown: [...unknown], least: Math.min(...shares) };
  }
  return found;
}"""


def test_every_kind_of_part_is_explained(browse, demo):
    """Each kind of part in the drawings has an entry in the title's table, and most named parts have a rule."""
    page = browse(at="/verify")
    found = page.evaluate(UNKNOWN, TITLES)
    assert {title: one["unknown"] for title, one in found.items() if one["unknown"]} == {}
    assert [title for title, one in found.items() if one["least"] < 0.8] == []


def lies_beside(page, part=".explained-ring"):
    """Whether the window is beside the part that it explains, or another part, without covering it."""
    window, ring = (page.locator(name).first.bounding_box() for name in (".explained", part))
    return (
        window["x"] >= ring["x"] + ring["width"]
        or window["x"] + window["width"] <= ring["x"]
        or window["y"] >= ring["y"] + ring["height"]
        or window["y"] + window["height"] <= ring["y"]
    )


@pytest.fixture(scope="module")
def mine(served):
    """A game of Kheops in which its one person is asked for the first pawn."""
    game_id, (client,) = table_of(Client(served.url), "kheops", ["Ada"], bots=1)
    return game_id, client


@pytest.fixture(scope="module")
def table(browse_long, mine):
    """The table of that game, with no selection and no explanation left by an earlier test."""
    game_id, client = mine
    page = open_table(browse_long(client), game_id)
    return page


@pytest.fixture(scope="module")
def phone(browse_long, mine):
    """The table on a phone in the dark theme."""
    game_id, client = mine
    page = open_table(browse_long(client, phone=True, theme="dark"), game_id)
    return page


def test_a_parts_name_and_why_it_cannot_be_picked(table):
    """Pointer, clicks and keys show a part's name and why it cannot be picked; the choice stays."""
    page = table
    board, said = page.locator("#board"), page.locator(".explained")
    board.locator('[aria-label*="in the deck"]').hover()
    expect(said).to_have_attribute("role", "tooltip")
    expect(said).to_contain_text("KH-L4")
    assert said.evaluate("element => getComputedStyle(element).pointerEvents") == "none"

    worker = board.locator(".can-pick[data-pick*=worker]")
    worker.click()
    expect(said).to_be_hidden()
    # A part that is no pick shows the question instead, and the rule against it.
    for part, rule, reason in (
        ('[aria-label*=": empty"]', "KH-P2", "There is no tile there."),
        ('[aria-label*="Tile "]', "KH-T1", "First place a pawn and use the power of its tile, then lay a tile."),
        ('[aria-label^="Priest: 1"]', "KH-R3", "Place your Mummy first."),
    ):
        board.locator(part).first.click()
        expect(said.locator(".explained-why")).to_have_text([reason, "Now: Place a pawn on a tile."])
        expect(said.locator(".rule-number").first).to_have_text(rule)
        assert lies_beside(page)
    # The back of another player's tile belongs to no move: only the question is shown.
    page.keyboard.press("Escape")
    board.locator('[aria-label="A face-down tile"]').first.click()
    expect(said.locator(".explained-why")).to_have_text(["Now: Place a pawn on a tile."])
    assert axe_report(page) is None
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()
    expect(worker).to_have_attribute("aria-pressed", "true")

    worker.focus()
    page.keyboard.press("i")
    expect(said).to_be_focused()
    expect(said).to_have_attribute("role", "dialog")
    expect(said.locator(".explained-name")).to_contain_text("Worker")
    page.keyboard.press("ArrowRight")
    expect(said.locator(".explained-name")).to_contain_text("Priest")
    page.keyboard.press("Escape")
    expect(worker).to_be_focused()
    page.keyboard.press("Escape")
    expect(board.locator(".picked")).to_have_count(0)


CARDS = {
    "amun-re": ("100-0", "[role=img]:has(> .amunre-card)"),
    "amun-re-card-game": ("40-0", "[aria-label^='Gold card']:has(.amun-gold-bright, .amun-gold-display)"),
    "das-amulett": ("60-0", "[aria-label*='; costs ']"),
    "kheops": ("40-0", "[aria-label*='hall, open']"),
}
LEAST_TEXT = """(picture) => Math.min(...[...picture.querySelectorAll("text")]
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


@pytest.mark.parametrize("title", titles_in_short("das-amulett"))
def test_cards_and_tiles_can_be_read(browse, title):
    """Under the pointer, a card or tile is enlarged beside it, within the window, above its explanation."""
    page = browse(viewport={"width": 1280, "height": 720})
    position, selector = CARDS[title]
    page.goto(f"/games/demo-{title}/replay#{position}&as=0")
    expect(page.locator("#story li[aria-current]")).to_have_count(1)
    part = f"#board {selector}"
    card = page.locator(part).first
    card.scroll_into_view_if_needed()
    card.hover()
    large = page.locator(".explained .enlarged")
    expect(large).to_be_visible()
    expect(page.locator(".explained-name")).to_be_visible()
    small, box, around = card.bounding_box(), large.bounding_box(), page.locator(".explained").bounding_box()
    # A card with a panel's width is enlarged to half the window.
    assert box["width"] >= small["width"] * 2.4 or box["width"] >= 1280 / 2 - 2
    assert page.evaluate(f"({LEAST_TEXT})(document.querySelector('.explained .enlarged'))") >= 14
    assert around["x"] >= 0 and around["y"] >= 0
    assert around["x"] + around["width"] <= 1280 and around["y"] + around["height"] <= 720
    assert lies_beside(page, part)
    assert large.locator("[aria-label], [role], [tabindex]").count() == 0


def test_a_tile_is_enlarged_by_keyboard(table):
    """The focus on a tile enlarges it; a figure is only explained."""
    page = table
    worker = page.locator("#board .can-pick[data-pick*=worker]")
    worker.focus()
    page.keyboard.press("i")
    expect(page.locator(".explained-name")).to_contain_text("Worker")
    expect(page.locator(".explained .enlarged")).to_have_count(0)
    page.keyboard.press("Escape")
    worker.click()
    page.locator("#board .kit-surface .can-pick").first.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".explained.is-hint .enlarged")).to_be_visible()
    worker.click()


@contextmanager
def long_press(part):
    """A finger that stays on this part of the board."""
    part.evaluate("element => element.scrollIntoView({ block: 'center' })")
    box = part.bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = part.page.context.new_cdp_session(part.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.soak
def test_a_long_press_explains(phone):
    """A tile is enlarged; a part is explained, and not picked as by a tap."""
    said = phone.locator(".explained")
    with long_press(phone.locator("#board .kit-surface [aria-label*='hall, open']").first):
        expect(said.locator(".enlarged")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(said).to_be_hidden()
    with long_press(phone.locator("#board .can-pick[data-pick*=mummy]")):
        expect(said).to_contain_text("KH-M1")
    assert lies_beside(phone)
    expect(phone.locator("#board .picked")).to_have_count(0)


def test_the_rules_and_the_aid_on_a_phone(phone):
    """On a phone the rules open at the current question's, and the aid marks the current step."""
    rules = phone.locator("#panel-rules")
    phone.tap("#show-side")
    phone.tap("#show-rules")
    expect(rules.locator(".now dt")).to_have_text(["KH-P1", "KH-P2", "KH-P3"])
    expect(rules.locator("#rule-KH-P1")).to_be_in_viewport()
    expect(rules.locator("#rule-R42 code")).to_have_text("2")
    rules.get_by_role("button", name="Player aid").tap()
    expect(rules.locator("[aria-current=step]")).to_contain_text("Place a pawn")
    assert rules.locator(".aid-sign svg *").count() > 20
    assert axe_report(phone, within="#panel-rules") is None
    rules.get_by_role("link", name="KH-V6").tap()
    expect(rules.locator(".now dt")).to_have_text(["KH-V6"])


LOADED = """async (address) => {
  await import(address);
  await import(address.replace("part-help-text", "enlarged"));
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""


def clicked_while_loading(page, demo, pattern, part):
    """The request for this code, which waits; it was asked for by a click on this part in the replay."""
    page.goto(f"{demo}/replay#40-0")
    with held(page, pattern) as routes:
        page.locator(f"#board [aria-label*='{part}']").first.click()
    expect(page.locator(".explained-rules")).to_have_count(0)
    return routes[0]


@pytest.mark.soak
def test_help_is_closed_while_it_is_loading(browse, demo):
    """Escape discards an explanation that is still on its way: it does not open afterwards."""
    page = browse()
    route = clicked_while_loading(page, demo, "**/part-help-text*", "Visible Ankhs:")
    page.keyboard.press("Escape")
    route.fallback()
    page.evaluate(LOADED, route.request.url)
    expect(page.locator(".explained")).to_be_hidden()


@pytest.mark.soak
def test_a_click_while_the_code_is_loading_in_italian(browse, demo):
    """A part clicked on a slow connection is explained when the code for it has come, in the reader's language.

    The same is true of the player aid, which opens at the step shown.
    """
    page = browse(locale="it-IT")
    clicked_while_loading(page, demo, "**/board/part-help.js", "Ankh visibili").fallback()
    expect(page.locator(".explained-rules")).to_contain_text("AC-A8")
    expect(page.locator(".explained-why")).to_have_count(0)
    page.click("#show-rules")
    page.get_by_role("button", name="Promemoria").click()
    steps = page.locator("#panel-rules .aid-steps li")
    expect(steps.nth(1)).to_contain_text("Tre aste")
    expect(page.locator("#panel-rules [aria-current=step]")).to_have_count(1)
