"""The pages' own modules, asked directly in the browser: choosing a move, patching states, finding a place."""

import random

import pytest
from playwright.sync_api import expect

from tests.api.clients import play_to_the_end, table_of

TITLE = "amun-re-card-game"

# Every legal move must be reached by picking its own values in any order, whatever was tried before and taken back.
REACH = """async ([moves, seed]) => {
  const { Choice } = await import("/web/choice.js");
  let state = seed;
  const lot = (most) => { state = (state * 1103515245 + 12345) % 2147483648; return state % most; };
  const missed = [];
  for (const { move } of moves) {
    const choice = new Choice(moves);
    const picks = Object.entries(move).filter(([field]) => field !== "type").flatMap(([field, value]) =>
      Array.isArray(value) ? value.map((one) => ({ [field]: one })) : [{ [field]: value }]);
    if (!picks.length) picks.push({ type: move.type });
    picks.sort(() => lot(3) - 1);
    for (const fields of picks) {
      if (!choice.canPick(fields)) missed.push(["cannot pick", fields, move]);
      if (!choice.isPicked(fields)) choice.toggle(fields);
    }
    if (JSON.stringify(choice.chosen?.move) !== JSON.stringify(move)) missed.push([choice.chosen, move]);
    for (const fields of picks) choice.toggle(fields);
    if (choice.candidates().length !== moves.length) missed.push(["not put back", choice.picks]);
    choice.choose(move);
    if (JSON.stringify(choice.chosen?.move) !== JSON.stringify(move)) missed.push(["not chosen", move]);
  }
  return missed;
}"""


@pytest.fixture
def page(browse):
    """A page of the server, for its modules."""
    made = browse()
    made.goto("/")
    expect(made.locator(".title-card")).not_to_have_count(0)
    return made


def test_every_legal_move_can_be_picked(page, gallery):
    """In every kind of decision of a whole game."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    lot = random.Random(8)
    kinds = set()
    while gallery.get(f"/api/games/{game_id}")["status"] == "playing":
        for seat in gallery.get(f"/api/games/{game_id}")["to_act"]:
            moves = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
            kinds |= {one["move"]["type"] for one in moves}
            assert page.evaluate(REACH, [moves, lot.randrange(1000)]) == []
        play_to_the_end(game_id, clients, lot, most=1)
    assert {"ChooseGold", "PlaceGold", "SealOffering", "PlacePyramid", "BuildPyramids", "PrepareGold"} <= kinds


def test_moves_of_several_kinds_and_without_fields(page):
    """A title may ask for moves with different fields, or for one without any."""
    moves = [
        {"move": move, "text": ""}
        for move in (
            {"type": "Pass"},
            {"type": "Put", "tile": 3, "cell": "a1"},
            {"type": "Put", "tile": 3, "cell": "b2"},
            {"type": "Put", "tile": 4, "cell": "a1"},
            {"type": "Rotate", "cell": "a1", "turns": [1, 2]},
        )
    ]
    assert page.evaluate(REACH, [moves, 5]) == []
    left = page.evaluate(
        """async (moves) => {
          const { Choice } = await import("/web/choice.js");
          const choice = new Choice(moves);
          choice.toggle({ cell: "b2" });
          const first = choice.chosen.move.tile;
          const other = choice.canPick({ tile: 4 });
          choice.toggle({ tile: 4 });
          return [first, other, choice.candidates().length, choice.chosen.move.cell, choice.canPick({ cell: "z9" })];
        }""",
        moves,
    )
    assert left == [3, True, 1, "a1", False]


@pytest.mark.parametrize("viewer", ["public", "1", "all"])
def test_states_are_the_servers(page, demo, gallery, viewer):
    """The states that the browser patches together are those of the API, step by step."""
    game = demo.rsplit("/", 1)[1]
    mine = page.evaluate(
        """async ([game, viewer]) => {
          const { Recording } = await import("/web/recording.js");
          const recording = new Recording(game, viewer);
          await recording.read();
          return recording.steps.map(({ position, state }) => [position, state]);
        }""",
        [game, viewer],
    )
    frames = gallery.get(f"/api{demo}/replay?as={viewer}")["frames"]
    assert mine == [[frame["position"], frame["state"]] for frame in frames]


def test_patches_of_every_kind(page):
    """RFC 6902's operations, with escaped names and the end of a list; what was before stays as it was."""
    before = {"a/b": [1, 2, 3], "m~n": {"x": 1}, "list": []}
    patch = [
        {"op": "add", "path": "/a~1b/1", "value": 9},
        {"op": "remove", "path": "/a~1b/0"},
        {"op": "replace", "path": "/m~0n/x", "value": None},
        {"op": "add", "path": "/list/-", "value": {"y": 1}},
        {"op": "copy", "from": "/list/0", "path": "/copied"},
        {"op": "move", "from": "/a~1b/2", "path": "/m~0n/moved"},
    ]
    code = """async ([before, patch]) => {
      const { patched } = await import("/web/patch.js");
      const kept = JSON.stringify(before);
      const after = patched(before, patch);
      return [after, JSON.stringify(before) === kept];
    }"""
    wanted = {"a/b": [9, 2], "m~n": {"x": None, "moved": 3}, "list": [{"y": 1}], "copied": {"y": 1}}
    assert page.evaluate(code, [before, patch]) == [wanted, True]


def test_places(page):
    """Positions, actions and times, before the first step, between steps and beyond the last."""
    steps = [{"position": position, "at": f"2026-01-01T00:00:0{second}.000Z"}
             for second, position in enumerate(["1-0", "1-1", "2-0", "2-1", "10-0"])]  # fmt: skip
    wanted = {
        "1-0": 0, "1": 1, "2-0": 2, "2": 3, "9": 3, "10": 4, "11-7": 4, "0-0": 0, "rubbish": 4,
        "2026-01-01T00:00:02.500Z": 2, "2030-01-01T00:00:00Z": 4, "2020-01-01T00:00:00Z": 0,
    }  # fmt: skip
    code = """async ([steps, asked]) => {
      const { findStep } = await import("/web/place.js");
      return asked.map((at) => findStep(steps, at));
    }"""
    assert page.evaluate(code, [steps, list(wanted)]) == list(wanted.values())
