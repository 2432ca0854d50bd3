// Choosing a move: every legal move can be picked, with any fields of a title's moves, and each pick asks for the next.

import "./dom.js";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { Choice, nearestMove } from "../../web/board/choice/move-choice.js";

const { nextQuestion } = await import("../../web/board/choice/next-question.js");
const { pictureOf } = await import("../../web/board/title-drawing.js");

/** The first decision with each combination of kinds of moves in a game of each title, by the current rules. */
const decisions = JSON.parse(
  execFileSync("python", ["-m", "tests.js.decisions"], { encoding: "utf8", maxBuffer: 2 ** 28 }),
);

/** The picks of a move: its values, each member of its lists, and its type if nothing else identifies it. */
function picksOf(move, moves) {
  const { type, ...fields } = move;
  const picks = Object.entries(fields).flatMap(([field, value]) =>
    Array.isArray(value) ? value.map((one) => ({ [field]: one })) : [{ [field]: value }],
  );
  const isTold = ({ type: other, ...others }) =>
    other === type || Object.entries(fields).some(([field, value]) => others[field] !== value);
  return picks.length && moves.every((one) => isTold(one.move)) ? picks : [...picks, { type }];
}

/** Whether every move is reached by picking its own values in some order, and can be undone completely. */
function assertReachable(moves, turned) {
  for (const { move } of moves) {
    const choice = new Choice(moves);
    const picks = picksOf(move, moves);
    if (turned) picks.reverse();
    for (const fields of picks) {
      assert.ok(choice.canPick(fields), JSON.stringify([fields, move]));
      if (!choice.isPicked(fields)) choice.toggle(fields);
    }
    assert.deepEqual(choice.chosen?.move, move);
    for (const fields of picks) choice.toggle(fields);
    assert.equal(choice.candidates().length, moves.length, JSON.stringify(choice.picks));
    choice.choose(move);
    assert.deepEqual(choice.chosen?.move, move);
  }
}

const titles = Map.groupBy(decisions, ({ title }) => title);

test("a game of the card game asks for moves of all kinds", () => {
  const kinds = new Set(titles.get("amun-re-card-game").flatMap(({ moves }) => moves.map(({ move }) => move.type)));
  for (const kind of ["ChooseGold", "PlaceGold", "SealOffering", "PlacePyramid", "BuildPyramids", "PrepareGold"]) {
    assert.ok(kinds.has(kind), kind);
  }
});

for (const [title, asked] of titles) {
  test(`every legal move of ${title} can be picked, in either order`, () => {
    for (const { moves } of asked) {
      assertReachable(moves, false);
      assertReachable(moves, true);
    }
  });
}

/** The ways to click: the first part that glows, the last one, and two that jump about. */
const WAYS = [
  () => 0,
  (count) => count - 1,
  (count, click) => (7 * click + 3) % count,
  (count, click) => (13 * click + 5) % count,
];
const MOST_CLICKS = 5;

/** The drawing of a title, by its place in the checkout. */
const drawingAt = (place) => import(new URL(`../../${place}`, import.meta.url).href);

for (const [title, asked] of titles) {
  test(`clicking the next part that glows ends in a move in every first decision of ${title}`, async () => {
    const drawing = await drawingAt(asked[0].drawing);
    const clicks = [];
    for (const { moves, state } of asked) {
      for (const way of WAYS) {
        const choice = new Choice(moves);
        let count = 0;
        for (; !choice.chosen; count += 1) {
          const picture = pictureOf(drawing, state, state.as, 1100, choice, state, (stage) => stage.whole(1100));
          const glowing = [...picture.fields.keys()].filter((part) => part.attributes.class?.endsWith("can-pick"));
          const told = [title, choice.picks, nextQuestion(choice, picture)];
          assert.ok(glowing.length && count < MOST_CLICKS, JSON.stringify([...told, moves.slice(0, 3)]));
          assert.match(
            nextQuestion(choice, picture),
            count ? /^(?!Choose a move in).*[?.]$/ : /^$/,
            JSON.stringify(told),
          );
          const { attributes } = glowing[way(glowing.length, count)];
          choice.toggle(JSON.parse(attributes["data-pick"]), attributes["data-turned"]);
        }
        clicks.push(count);
      }
    }
    const mean = clicks.reduce((sum, one) => sum + one, 0) / clicks.length;
    assert.ok(mean <= 2, `${mean} clicks in the mean`);
  });
}

const MIXED = [
  { type: "Pass" },
  { type: "Put", tile: 3, cell: "a1" },
  { type: "Put", tile: 3, cell: "b2" },
  { type: "Put", tile: 4, cell: "a1" },
  { type: "Rotate", cell: "a1", turns: [1, 2] },
].map((move) => ({ move, text: "" }));

test("a title may ask for moves with different fields, or for one without any", () => {
  assertReachable(MIXED, false);
  assertReachable(MIXED, true);
});

test("what goes with nothing that was picked before replaces it", () => {
  const choice = new Choice(MIXED);
  choice.toggle({ cell: "b2" });
  assert.equal(choice.chosen.move.tile, 3);
  assert.ok(choice.canPick({ tile: 4 }));
  choice.toggle({ tile: 4 });
  assert.equal(choice.candidates().length, 1);
  assert.equal(choice.chosen.move.cell, "a1");
  assert.ok(!choice.canPick({ cell: "z9" }));
});

test("a chosen move stays chosen among other moves, and is never exchanged for another", () => {
  const choice = new Choice(MIXED);
  choice.choose(MIXED[2].move);
  assert.deepEqual(choice.among(MIXED.slice(1)).chosen?.move, MIXED[2].move);
  assert.equal(choice.among([MIXED[1], MIXED[3]]).chosen, null);
});

test("the nearest move has what is picked; what several other moves have a field for is none of them", () => {
  const commands = {
    Put: ["cell", "tile", "type"],
    Turn: ["cell", "type"],
    Pay: ["cards", "type"],
    Draw: ["pile", "type"],
  };
  const putting = new Choice([{ move: { type: "Put", tile: 3, cell: "a1" }, text: "" }]);
  const paying = new Choice([{ move: { type: "Pay", cards: [1, 2] }, text: "" }]);
  paying.toggle({ cards: 2 });
  const near = (fields, among) => nearestMove(fields, among, commands, [{ cell: "b2" }, fields]);
  assert.deepEqual(near({ cell: "z9" }, putting), { type: "Put", cell: "z9", tile: 3 });
  assert.deepEqual(near({ cards: 5 }, paying), { type: "Pay", cards: [2, 5] });
  assert.deepEqual(near({ pile: 1 }, putting), { type: "Draw", pile: 1 });
  assert.equal(near({ cell: "z9" }, paying), null);
  assert.deepEqual(near({ type: "Turn" }, paying), { type: "Turn", cell: "b2" });
  assert.equal(near({ other: 1 }, putting), null);
});

test("what is picked again is turned, once that is all that is left to choose", () => {
  const moves = [7, 8].flatMap((tile) =>
    [0, 1, 2].flatMap((orientation) =>
      ["a1", "b1"].map((cell) => ({ move: { type: "PlaceTile", tile, cell, orientation } })),
    ),
  );
  const choice = new Choice(moves);
  const turns = () => {
    choice.toggle({ cell: "a1" }, choice.canTurn({ cell: "a1" }, "orientation") ? "orientation" : null);
    return choice.chosen?.move.orientation;
  };
  assert.equal(turns(), undefined); // the tile is not chosen yet
  assert.equal(turns(), undefined);
  assert.ok(choice.isEmpty);
  choice.toggle({ cell: "a1" }, "orientation"); // as drawn before the tile was cleared
  assert.deepEqual(choice.picks, { cell: "a1" });
  choice.clear();
  choice.toggle({ tile: 7 });
  assert.deepEqual([turns(), turns(), turns(), turns()], [0, 1, 2, 0]);
  choice.toggle({ tile: 8, orientation: 2 }); // the opposite orientation
  assert.deepEqual(choice.chosen?.move, { type: "PlaceTile", tile: 8, cell: "a1", orientation: 2 });
  choice.toggle({ cell: "b1" }, "orientation");
  assert.equal(choice.chosen?.move.orientation, 2);
});

test("a piece that cannot stay unturned begins with its first rotation", () => {
  const choice = new Choice([1, 2].map((thirds) => ({ move: { type: "Rotate", cell: "a1", thirds } })));
  const turned = () => {
    choice.toggle({ cell: "a1" }, "thirds");
    return choice.chosen?.move.thirds;
  };
  assert.deepEqual([turned(), turned(), turned(), turned()], [1, 2, 1, 2]);
});
