// The steps shown to a player who returns to a table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { byPlayer, matters } from "../../web/table/key-steps.js";

const drawing = { phase: ({ phase }) => ({ key: phase, label: phase }) };
const step = (position, text, weights, phase = "one") => ({ position, text, weights, state: { table: { phase } } });

test("what weighs most for my seat is told, and a part that begins, in their order", () => {
  const steps = [
    step("2-0", "Adam did a thing.", [0, 3]),
    step("2-1", "Adam took 3 from Ada.", [3, 3]),
    step("2-2", "It rained.", [0, 0]),
    step("2-3", "It was counted.", [2, 0]),
    step("2-4", "A new year began.", [0, 0], "two"),
    step("2-5", "Adam yawned.", [0, 3], "two"),
  ];
  const told = matters(steps, [0], drawing).map(({ text }) => text);
  assert.deepEqual(told, ["Adam took 3 from Ada.", "It was counted.", "A new year began."]);
});

test("names play no part in it", () => {
  const steps = [
    step("2-0", "Bob bids 3 Gold.", [0, 3, 0, 0]),
    step("2-1", "Gold passes.", [3, 0, 0, 0]),
    step("2-2", "3 passes.", [0, 0, 3, 0]),
    step("2-3", "Ann passes.", [0, 0, 0, 3]),
    step("2-4", "Bob takes 3 Gold.", [0, 3, 0, 0]),
    step("2-5", "3 Gold are left.", [0, 0, 0, 0]),
    step("2-6", "Gold has 3 Gold.", [3, 0, 0, 0]),
    step("2-7", "3 has 3 Gold.", [0, 0, 3, 0]),
    step("2-8", "Ann has 3 Gold.", [0, 0, 0, 3]),
  ];
  const first = (seat) => matters(steps, [seat], drawing).filter(({ weights }) => weights[seat]);
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => first(seat).map(({ position }) => position)),
    [
      ["2-1", "2-6"],
      ["2-0", "2-4"],
      ["2-2", "2-7"],
      ["2-3", "2-8"],
    ],
  );
});

test("steps are told by the player whom they are about, whoever caused them, first who matters most to me", () => {
  const by = (seat, seats, ...rest) => ({ ...step(...rest), seat, seats });
  const steps = [
    by(1, [1], "2-0", "Bo bids 3.", [0, 1, 0]),
    by(2, [2], "3-0", "Cy bids 4.", [0, 0, 1]),
    by(null, [0, 2], "3-1", "Ada pays Cy 4.", [4, 0, 4]),
    by(1, [], "4-0", "A bid of 5.", [0, 1, 0]),
    by(null, [], "1-9", "It rains.", [0, 0, 0]),
  ];
  assert.deepEqual(
    byPlayer(steps, [0]).map(([seat, told]) => [seat, ...told.map(({ text }) => text)]),
    [
      [0, "Ada pays Cy 4."],
      [1, "Bo bids 3.", "A bid of 5."],
      [2, "Cy bids 4."],
      [null, "It rains."],
    ],
  );
});
