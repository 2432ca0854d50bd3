"""Kheops in the browser: a whole game by clicking, a hand that is never sent to another player, typed moves."""

import json
import random
import re
from importlib import resources

import pytest
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import in_theme, open_table, play_by_clicking

TITLE = "kheops"
WHITE_FIRST = {"white": "first"}
MOST_BY_CLICKING = 200


@pytest.mark.soak
def test_whole_game_by_clicking(browse, gallery, wire):
    """A game is played from the base to the complete pyramid by clicks on the board; hands stay hidden on the wire.

    No byte sent to the browser reveals a tile that the computer player holds.
    """
    game_id, (client,) = table_of(gallery, TITLE, ["Ada"], bots=1, options=WHITE_FIRST)
    page = open_table(browse(client, base_url=wire.url), game_id)
    expect(page.locator("#board .kit-surface > svg.kheops-board")).to_be_visible()
    heard = play_by_clicking(page, wire, random.Random(6), MOST_BY_CLICKING)
    expect(page.locator(".ranking li")).to_have_count(2)

    sent = re.findall(r'"type":"TileDrawn",[^{]*"data":(\{.*?\}+)', heard)
    drawn = [json.loads(text) for text in sent]
    others = [data for data in drawn if data["seat"] == 1]
    assert len(others) >= 3 and all(data["tile"] == {"hidden": True} for data in others)
    assert any(isinstance(data["tile"], int) for data in drawn if data["seat"] == 0)
    tables = re.findall(r'"seat":1,"colour":"blue","hand_size":3,"hand":(null|\[)', heard)
    assert tables and set(tables) == {"null"}
    other = gallery.get(f"/api/games/{game_id}")["seats"][1]["name"]
    assert not re.search(rf"{re.escape(other)} drew tile \d", heard)
    assert re.search(rf"{client.name} drew tile \d", heard)


def test_a_move_is_found_by_its_notation(browse, gallery):
    """A move can be typed in the notation of RULES.md: the list shows the matches, Enter chooses."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"], options=WHITE_FIRST)
    page = open_table(browse(clients[0]), game_id)
    moves = clients[0].get(f"/api/games/{game_id}/legal-moves")["moves"]
    wanted = moves[-1]
    written = re.search(r"\(([^)]*)\)$", wanted["text"])[1]
    page.get_by_label("Find a move").fill(wanted["move"]["cell"])
    expect(page.locator(".move")).to_have_count(sum(wanted["move"]["cell"] in one["text"].lower() for one in moves))
    page.get_by_label("Find a move").fill(written)
    page.keyboard.press("Enter")
    expect(page.locator(".chosen-text")).to_have_text(wanted["text"])
    page.keyboard.press("Enter")
    expect(page.locator("#story")).to_contain_text(written)


@pytest.fixture(scope="module")
def over(browse_long):
    """The end of the demonstration game, in the replay, with a curve of points for each player."""
    page = browse_long(at="/games/demo-kheops/replay")
    page.click("#last")
    expect(page.locator("#step")).to_contain_text("The game is over")
    expect(page.locator(".graph-line")).to_have_count(2)
    return page


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_seats_have_their_pawns_colours(over, theme):
    """Marks of names and outlines of dungeons use the colour of the seats' pawns, in the same code for all titles."""
    page = in_theme(over, theme)
    white = page.evaluate(
        "document.querySelectorAll('#board .kheops-chip-text')[0].classList[1] === 'kheops-chip-white'"
    )
    paint = """([selector, style]) => getComputedStyle(document.querySelector(selector))[style]"""
    for seat, colour in enumerate(["white", "blue"] if white else ["blue", "white"]):
        pawn = page.evaluate(paint, [f"#board .kheops-{colour} .kheops-body", "fill"])
        assert page.evaluate(paint, [f".ranking .seat-{seat}", "fill"]) == pawn
        assert page.evaluate(paint, [f".graph .seat-line-{seat}", "stroke"]) == pawn
        if page.locator(f"#board .kheops-contour-{colour}").count():
            assert page.evaluate(paint, [f"#board .kheops-contour-{colour}", "stroke"]) == pawn
    expect(page.locator("#board .kheops-contour").first).to_be_attached()


ODD_SARCOPHAGUS = """async (tile) => {
  const { symbolText, tileNodes } = await import("/web/titles/kheops/tile.js");
  const [{ svg }, { reconcile }] = await Promise.all(
    ["elements", "reconcile"].map((name) => import(`/web/kit/${name}.js`)));
  const drawn = svg("g", {}, ...tileNodes({ ...tile, id: 1, kind: "hall", sides: [true, false, false] }, 0, 100));
  reconcile(null, drawn);
  return [symbolText(tile), drawn.element.textContent];
}"""


@pytest.mark.soak
def test_sarcophagi_of_any_colour(over):
    """A host's own colours are named, and distinguished by their first letters; an invalid figure breaks nothing."""
    for colour, figure, words in (
        ("blue", "king", "sarcophagus of a king, colour: blue"),
        ("black", "queen", "sarcophagus of a queen, colour: black"),
        ("constructor", None, "sarcophagus, colour: constructor"),
    ):
        tile = {"symbol": "sarcophagus", "colour": colour, "figure": figure}
        assert over.evaluate(ODD_SARCOPHAGUS, tile) == [words, colour[:2]]


@pytest.mark.soak
def test_a_game_with_other_colours(browse, gallery):
    """A game opened with a host's file is drawn like any other."""
    text = resources.files("titles.kheops").joinpath("components.toml").read_text("utf-8")
    options = {"components": text.replace('"green"', '"blue"'), **WHITE_FIRST}
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"], options=options)
    play_to_the_end(game_id, clients, random.Random(3))
    page = browse(clients[0], at=f"/games/{game_id}/replay")
    page.click("#last")
    expect(page.locator("#board .kheops-letters").first).to_have_text("bl")


def laying_a_tile(gallery):
    """A table at which a rotatable tile is to be laid: its id, the player, the tile and a cell for it."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"], options=WHITE_FIRST)
    lot = random.Random(7)
    while True:
        seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
        moves = [one["move"] for one in clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]]
        turned = next((move for move in moves if move.get("orientation") == 2), None)
        if turned:
            return game_id, clients[seat], turned["tile"], turned["cell"]
        play_to_the_end(game_id, clients, lot, most=1)


@pytest.mark.parametrize("how", [*(pytest.param(one, marks=pytest.mark.soak) for one in ("mouse", "touch")), "Enter"])
def test_a_tile_is_turned_by_picking_its_cell_again(browse, gallery, how):
    """Laid unturned at first, each pick of its cell turns it by a third, shown in the preview.

    The opposite turn is not offered.
    """
    game_id, client, tile, place = laying_a_tile(gallery)
    page = open_table(browse(client, phone=how == "touch"), game_id)
    cell = page.locator(f"#board .kit-surface [data-pick*='\"{place}\"']")
    hint, asked = page.locator("#turn p:not(.chosen-text)"), page.locator(".chosen-text")
    expect(hint).to_contain_text("pick its cell again to turn the tile.")

    def pick(part):
        if how == "mouse":
            part.click()
        elif how == "touch":
            part.tap()
        else:
            part.focus()
            page.keyboard.press("Enter")

    pick(page.locator(f"#board [data-pick='{{\"tile\":{tile}}}']"))
    drawn = []
    for thirds in (0, 1, 2, 0):
        pick(cell)
        expect(asked).to_contain_text(f"({tile}@{place}/{thirds})")
        expect(hint).to_have_text("Confirm this move, or pick the same place again to turn the piece.")
        # The earlier preview stays until the next one arrives.
        walls = cell.locator(".kheops-wall")
        expect(walls).not_to_have_attribute("d", drawn[-1] if drawn else "")
        drawn.append(walls.get_attribute("d"))
    assert len(set(drawn)) == 3 and drawn[0] == drawn[3]

    pick(page.locator(f'#board [data-pick=\'{{"tile":{tile},"orientation":2}}\']'))
    expect(asked).to_contain_text(f"({tile}@{place}/2)")
    number = page.locator("#story li").count()
    if how == "Enter":
        cell.focus()
        page.keyboard.press("Shift+Enter")
    else:
        page.locator("#confirm").click()
    expect(page.locator("#story li")).not_to_have_count(number)
    events = client.get(f"/api/games/{game_id}/events?limit=5000")["events"]
    laid = [event["data"] for event in events if event["type"] == "TilePlaced"][-1]
    assert (laid["tile"], laid["cell"], laid["orientation"]) == (tile, place, 2)
