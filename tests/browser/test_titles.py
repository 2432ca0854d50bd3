"""Every title's drawing: accessible, and for any width.

`test_quality.py` shows both for one title, with all pages.
"""

import random
from collections import Counter
from functools import cache, partial

import pytest
from playwright.sync_api import expect

from ai.self_play import Match
from api.schemas.commands import read_command
from domain import game as shared
from domain.preview import foresee
from domain.projector import projector_for
from domain.redaction import redact_record
from domain.title_loader import find_rulebooks
from replay.message_json import command_json
from replay.state_json import render_state
from tests.api.clients import play_to_the_end, table_of
from tests.browser.playing import axe_report, fits, open_table

TITLES = tuple(find_rulebooks())
WIDTHS = (320, 390, 768, 1440, 2200)


@pytest.mark.soak
@pytest.mark.parametrize(("moves", "theme"), [(0, "light"), (25, "dark")])
@pytest.mark.parametrize("name", TITLES)
def test_axe_finds_no_violation(browse, gallery, name, moves, theme):
    """axe finds no violation at the table, early and late in a game, and in the dark replay."""
    players = find_rulebooks()[name].meta.least_players
    game_id, clients = table_of(gallery, name, ["Ada", "Bo", "Cy"][:players])
    play_to_the_end(game_id, clients, random.Random(moves), most=moves)
    game = gallery.get(f"/api/games/{game_id}")
    page = open_table(browse(clients[game["to_act"][0]], theme=theme), game_id)
    expect(page.locator("#board .can-pick")).not_to_have_count(0)
    assert axe_report(page) is None
    if theme == "dark":
        page.goto(f"/games/{game_id}/replay#{game['position']}")
        expect(page.locator("#board svg:visible").first).to_be_visible()
        assert axe_report(page) is None


@pytest.mark.soak
@pytest.mark.parametrize("name", TITLES)
def test_fits_any_width(browse, name):
    """A step in the middle of the demonstration, from a small phone to a wide screen: nothing overflows to the side."""
    page = browse(at=f"/games/demo-{name}/replay#30")
    expect(page.locator("#board svg:visible").first).to_be_visible()
    fits(page, *WIDTHS)


FAULTY = {
    """export const phase = () => ({ key: "a", label: "A", chapter: "1" });
    export function draw() { throw new Error("no such sign"); }""": ("no such sign", "board.js:2"),
    "export function draw( {": ("Unexpected",),
}


def test_a_faulty_drawing_is_replaced_by_tables(browse, gallery):
    """With a drawing that throws an error or is no program, the game can still be played, and the error is shown with
    its place if possible.
    """
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    page = browse(clients[gallery.get(f"/api/games/{game_id}")["to_act"][0]])
    for code, told in FAULTY.items():
        page.unroute_all()
        page.route("**/titles/kheops/board.js", partial(handed, code))
        open_table(page, game_id)
        for words in told:
            expect(page.get_by_role("alert").filter(has_text="The drawing has an error")).to_contain_text(words)
        expect(page.locator("#board table").first).to_be_visible()
        expect(page.locator("#listing")).to_be_visible()


def handed(code, route):
    """Serve this code in place of the file."""
    route.fulfill(body=code, content_type="text/javascript")


def some_of_each_type(moves, lot):
    """At most two legal moves of each type."""
    types = dict.fromkeys(move["type"] for move in moves)
    same = [[move for move in moves if move["type"] == one] for one in types]
    return [move for group in same for move in lot.sample(group, min(2, len(group)))]


@cache
def asked_seats(name, games):
    """DecisionPoints of random games in their seats' views: the frame, the seat, and each legal move.

    Of each kind of moment, by the types of its moves, a few are taken. With them comes a function that returns, for the
    number of a moment and a move, the table after the move.
    """
    projector = projector_for(name)
    rulebook = projector.rulebook
    meta = rulebook.meta
    flags = [option.name for option in meta.options if option.kind == "flag"]
    taken: Counter[frozenset[str]] = Counter()
    moments, states, lot = [], [], random.Random(name)

    def look(seen):
        def watch(records, game):
            for seat in seen:
                seen[seat] = projector.fold([redact_record(one, seat) for one in records], seen[seat])
            for seat in shared.to_act(rulebook, game):
                commands = rulebook.legal(seen[seat].table, seat)
                kind = frozenset(type(command).__name__ for command in commands)
                if taken[kind] < 2:
                    taken[kind] += 1
                    frame = render_state(projector, seen[seat], seat)
                    moves = [command_json(one) for one in commands]
                    wanted = some_of_each_type(moves, lot)
                    moments.append({"frame": frame, "viewer": seat, "moves": moves, "wanted": wanted})
                    states.append(seen[seat])

        return watch

    for number in range(games):
        players = meta.least_players + number % (meta.most_players - meta.least_players + 1)
        seen = dict.fromkeys(range(players))
        options = dict.fromkeys(flags, number % 2 == 1)
        Match(projector, ["random"] * players, f"picks {number}", options, look(seen)).finish()

    def table_after(number, move):
        viewer = moments[number]["viewer"]
        command = read_command(projector, viewer, move)
        return render_state(projector, foresee(rulebook, states[number], command).game, viewer)["table"]

    return moments, table_after


# Draws each moment at this width and returns the texts that leave their part of the table, or overlap another text.
STRAY = """async ({title, moments, width}) => {
  await (await import("/web/core/i18n.js")).textsReady;
  const { drawingOf } = await import("/web/board/load-drawing.js");
  const { draw } = await drawingOf(title);
  const { reconcile } = await import("/web/kit/reconcile.js");
  const place = document.body.appendChild(document.createElement("div"));
  const isIn = (one, other) => one.left > other.left - 1.5 && one.right < other.right + 1.5
    && one.top > other.top - 2 && one.bottom < other.bottom + 2;
  const areMixed = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5;
  // The surface in this width, and the panels in one between the narrowest and the widest that they get.
  const beside = Math.round(240 + (Math.min(width, 1024) - 320) / 3.2);
  const partsOf = (stage) => {
    const { least, most } = stage.surface;
    const across = Math.max(least, Math.min(most, width));
    return [stage.picture("surface", stage.surface.draw(across), across),
      ...stage.panels.map(({ key, draw }) => stage.picture(key, draw(beside), beside))];
  };
  const stray = [];
  for (const { frame, viewer } of moments) {
    const seats = frame.seats.map((one) => ({ ...one, name: `Nebuchadnezzar of Babylon ${one.seat}` }));
    const drawn = draw(frame.table, {
      width, viewer, seats, toAct: frame.to_act, asked: frame.table, points: frame.points,
      status: frame.status, pick: () => {}, note: () => {}, piece: (part) => part,
    });
    const pictures = drawn.panels ? partsOf(drawn) : [drawn];
    for (const one of pictures) reconcile(null, one);
    place.replaceChildren(...pictures.map(({ element }) => element));
    for (const ground of place.querySelectorAll(".kit-zone")) {
      const texts = [...ground.parentNode.querySelectorAll("text")].filter((one) => one.textContent.trim().length > 1)
        .map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }));
      for (const { words, box } of texts) if (!isIn(box, ground.getBoundingClientRect())) stray.push(words);
      texts.forEach((one, index) => texts.slice(index + 1).forEach((other) => {
        if (areMixed(one.box, other.box)) stray.push([one.words, other.words]);
      }));
    }
  }
  place.remove();
  return stray;
}"""


TEXT_WIDTHS = (320, 366, 760, 1024)


@pytest.mark.parametrize(
    "locale", ["it-IT", *(pytest.param(one, marks=pytest.mark.soak) for one in ("en-GB", "es-ES"))]
)
def test_texts_stay_where_they_belong(browse, locale):
    """In every language, at every width, with long names, no text leaves its part of the table or overlaps another.

    Each moment is tested at one width, another for each; the long form tests all.
    """
    page = browse(locale=locale, at="/verify")
    for name in TITLES:
        moments, _ = asked_seats(name, 3)
        for number, width in enumerate(TEXT_WIDTHS):
            assert stray(page, name, moments[number:25:4], width) == [], (name, width)


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-GB", "it-IT", "es-ES"])
def test_texts_stay_where_they_belong_in_full(browse, locale):
    """Every moment in every width."""
    page = browse(locale=locale, at="/verify")
    for name in TITLES:
        moments, _ = asked_seats(name, 24)
        for width in TEXT_WIDTHS:
            assert stray(page, name, moments, width) == [], (name, width)


def stray(page, name, moments, width):
    """The misplaced texts of these moments."""
    return page.evaluate(STRAY, {"title": name, "moments": moments, "width": width})


# Picks the drawing's choices in turn, as a player would for this move; returns the moves
# that cannot be reached in this way.
REACHED = """async ({title, moments}) => {
  const { draw } = await import(`/web/titles/${title}/board.js`);
  const { Choice } = await import("/web/board/choice/move-choice.js");
  const fits = (move, fields) => Object.entries(fields).every(
    ([name, value]) => Array.isArray(move[name]) ? move[name].includes(value) : move[name] === value);
  const offered = async (number, choice) => {
    const { frame, viewer } = moments[number];
    const fields = [];
    const table = choice.chosen ? await window.tableAfter(number, choice.chosen.move) : frame.table;
    const drawn = draw(table, {
      width: 1000, viewer, seats: frame.seats, toAct: frame.to_act, asked: frame.table, points: frame.points,
      status: frame.status,
      pick: (node, picked) => fields.push(choice.relevant(picked)), note: () => {}, piece: (part) => part,
    });
    drawn.whole?.(1000);
    return fields;
  };
  const unreached = [];
  for (const [number, { moves, wanted }] of moments.entries()) {
    for (const move of wanted) {
      const choice = new Choice(moves.map((one) => ({ move: one, text: "" })));
      const isChosen = () => JSON.stringify(choice.chosen?.move) === JSON.stringify(move);
      for (let step = 0; step < 12 && !isChosen(); step += 1) {
        const next = (await offered(number, choice)).find((fields) =>
          choice.canPick(fields) && !choice.isPicked(fields) && fits(move, fields));
        if (!next) break;
        choice.toggle(next);
      }
      if (isChosen()) await offered(number, choice);
      else unreached.push(move);
    }
  }
  return unreached;
}"""


@pytest.mark.parametrize(
    ("name", "games"),
    [("das-amulett", 3), *(pytest.param(one, 24, marks=pytest.mark.soak) for one in TITLES)],
)
def test_every_move_can_be_chosen_on_the_board(browse, name, games):
    """For any question, picks on the board lead to each legal move and to no other, and its outcome can be drawn."""
    moments, table_after = asked_seats(name, games)
    page = browse(first=True)
    page.expose_function("tableAfter", table_after)
    page.goto(f"/titles/{name}")
    assert page.evaluate(REACHED, {"title": name, "moments": moments}) == []
