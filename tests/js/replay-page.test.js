// A replay's decisions: how long each step is shown, whether the end is hidden, and how numbers and times are written.

import { page } from "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";

Object.defineProperty(page.navigator, "languages", { value: ["en-GB", "it"], configurable: true });
const { timeText } = await import("../../web/core/i18n.js");
const { pointsIn } = await import("../../web/core/points.js");
const { averageText, shareBar, shareText } = await import("../../web/statistics/charts.js");
const { rest } = await import("../../web/replay/autoplay-pause.js");
const { hidesLater } = await import("../../web/replay/spoilers.js");

/** Steps of an action each: an answer, its forced effect, an answer that scores, and one with a long text. */
const STEPS = [
  ["1-0", "A move.", [0, 0]],
  ["1-1", "An effect.", [0, 0]],
  ["2-0", "A small gain.", [1, 0]],
  ["3-0", "A large gain.", [1, 6]],
  ["4-0", "A long text. ".repeat(40), [1, 6]],
  ["5-0", "A part begins.", [1, 6]],
].map(([position, text, points]) => ({ position, text, state: { points } }));

test("a scoring stays longer than a move, a move longer than its automatic effects, a long text until it is read", () => {
  const [move, effect, small, large, long, part] = STEPS.map((_step, index) => rest(STEPS, index, [{ index: 5 }]));
  assert.ok(effect < move && move < small && small < large && move < part);
  assert.ok(long > large);
  const withoutPoints = STEPS.map((step) => ({ ...step, state: { points: null } }));
  assert.equal(rest(withoutPoints, 3, []), rest(withoutPoints, 0, []));
});

test("the points of a game that ended by resignation are those of its result", () => {
  const result = { points: [0, 0], places: [2, 1], reason: "resignation" };
  assert.deepEqual(
    [pointsIn({ points: [1, 0], result: null }), pointsIn({ points: [1, 0], result })],
    [
      [1, 0],
      [0, 0],
    ],
  );
});

test("a share has its interval, and one of few is not shown", () => {
  for (const [part, whole] of [
    [0, 0],
    [3, 3],
    [0, 3],
    [9, 9],
  ]) {
    assert.deepEqual([shareText(part, whole), shareBar(part, whole, 0.5)], ["too few games", null]);
  }
  assert.match(shareText(5, 10), /^50% \(24%?\s?–\s?76%\)$/);
  assert.equal(shareBar(5, 10, 0.5).querySelector(".bar-won").getAttribute("width"), "50");
});

test("an average has its interval, and one of few is not shown", () => {
  assert.equal(averageText([{ value: 3, number: 9 }]), "too few games");
  assert.equal(averageText([{ value: 3, number: 10 }]), "3");
  const counts = [1, 2, 3, 4, 5].map((value) => ({ value, number: 2 }));
  assert.match(averageText(counts), /^3 \(2.1\s?–\s?3.9\)$/);
});

test("times are written as the reader's own country does, without seconds", () => {
  assert.match(timeText("2026-11-22T12:30:15Z"), /^2[123] Nov 2026, \d\d:\d\d$/);
});

test("the end is hidden by the link, or from those who have not played and do not want to know", () => {
  const hides = (search, seat, isOver = true) => {
    page.history.replaceState(null, "", `/games/one/replay${search}`);
    return hidesLater({ your_seat: seat }, isOver);
  };
  localStorage.clear();
  assert.ok(hides("", null) && hides("?s=0", null) && hides("?s=0", 1));
  assert.ok(!hides("", 0) && !hides("?s=1", null) && !hides("?s=0", null, false));
  localStorage.setItem("stele-show-results", "shown");
  assert.ok(!hides("", null) && hides("?s=0", null));
});
