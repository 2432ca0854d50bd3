// The calculations of a table's page: positions in a record, requests in progress, sums of points, windows of a week.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { isAlike, together } from "../../web/record/alike-steps.js";
import { compare, findStep, readPlace, seatOf, writePlace } from "../../web/record/positions.js";
import { reasons, sum, tally } from "../../web/table/ending/score-breakdown.js";
import { offsets, windowsOf } from "../../web/table/clocks/availability.js";
import { placeBeside } from "../../web/core/popover.js";
import { SendState } from "../../web/table/send-state.js";

test("a place is found before the first step, between steps and beyond the last", () => {
  const steps = ["1-0", "1-1", "2-0", "2-1", "10-0"].map((position, second) => ({
    position,
    at: `2026-01-01T00:00:0${second}.000Z`,
  }));
  const wanted = {
    "1-0": 0,
    1: 1,
    "2-0": 2,
    2: 3,
    9: 3,
    10: 4,
    "11-7": 4,
    "0-0": 0,
    rubbish: 4,
    "2026-01-01T00:00:02.500Z": 2,
    "2030-01-01T00:00:00Z": 4,
    "2020-01-01T00:00:00Z": 0,
  };
  for (const [at, step] of Object.entries(wanted)) assert.equal(findStep(steps, at), step, at);
  assert.ok(compare("2-0", "10-0") < 0 && compare("2-1", "2-0") > 0 && compare("3", "3-0") === 0);
});

test("a place's address says what it was written from", () => {
  const place = {
    at: "17-2",
    as: "1",
    hindsight: true,
    compare: "12-0",
    find: "Baharya & more",
    marks: [{ at: "23-0", name: "Flood + rain" }],
  };
  assert.deepEqual(readPlace(writePlace(place)), place);
  assert.equal(seatOf(place), 1);
  assert.equal(seatOf(readPlace("#3-0&as=public")), null);
});

test("windows go through midnight and through the week's end, one after the other", () => {
  assert.deepEqual(windowsOf([0, 6], 1380, 60), [
    [0, 60],
    [1380, 1500],
    [10020, 10080],
  ]);
  assert.deepEqual(windowsOf([0, 1], 0, 0), [[0, 2880]]);
});

test("offsets of a zone are told from now on, each later than the one before", () => {
  const start = Date.UTC(2026, 0, 1);
  const found = offsets(start);
  assert.equal(found[0][0], start);
  assert.ok(found.every(([at], place) => place === 0 || at > found[place - 1][0]));
});

test("steps that differ in one number are told together", () => {
  const step = (type, seat, ...rest) => ({
    type,
    text: "",
    seats: [seat],
    parts: [{ seat, name: ["Ada", "Bo"][seat] }, ...rest],
  });
  assert.equal(together([step("Bid", 0, " bids ", 3, "."), step("Bid", 0, " bids ", 5, ".")]), "Ada bids 3, 5.");
  assert.equal(together([step("Bid", 0, " bids ", 3, " on ", 4), step("Bid", 0, " bids ", 5, " on ", 6)]), null);
  assert.equal(together([step("Bid", 0, " bids ", 3, "."), step("Bid", 0, " passes.")]), null);
  assert.ok(isAlike(step("Bid", 0, " bids ", 3, "."), step("Bid", 0, " bids ", 5, ".")));
  assert.ok(!isAlike(step("Bid", 0, " bids ", 3, "."), step("Bid", 1, " bids ", 5, ".")));
});

const ENDING = {
  criteria: [
    { name: () => "Points", value: (table, seat) => table.points[seat], rule: "E1" },
    { name: () => "Gold", value: (table, seat) => table.gold[seat], rule: "E2" },
  ],
  shared: "E3",
  sources: {
    Scored: { seat: "seat", total: "points", parts: { temples: () => "Temples" }, rest: () => "Pyramids" },
  },
};

test("points are added up by where they came from", () => {
  const events = [
    { type: "Scored", data: { seat: 0, points: 7, temples: 3 } },
    { type: "Scored", data: { seat: 1, points: 2, temples: 0 } },
    { type: "Scored", data: { seat: 0, points: 0, temples: 0 } },
    { type: "Passed", data: { seat: 1 } },
  ];
  const rows = tally(ENDING, events, 2);
  assert.deepEqual(rows, [
    { name: "Temples", points: [3, 0] },
    { name: "Pyramids", points: [4, 2] },
  ]);
  assert.deepEqual(sum(rows, 2).points, [7, 2]);
});

test("what decided between equals is told by its rule, and who shares a place", () => {
  const seats = ["Ada", "Bo", "Cy"].map((name, seat) => ({ name, seat }));
  const table = { points: [9, 9, 4], gold: [1, 3, 2] };
  const [told, ...others] = reasons(ENDING, { table, seats, result: { places: [2, 1, 3] } });
  assert.deepEqual(others, []);
  assert.equal(told.rule, "E2");
  assert.equal(told.text, "Points: Bo and Ada are tied. Gold: Bo 3, Ada 1.");
  const even = { points: [9, 9, 4], gold: [3, 3, 2] };
  const shared = reasons(ENDING, { table: even, seats, result: { places: [1, 1, 3] } });
  assert.deepEqual(shared, [{ text: "Ada and Bo are tied on all criteria and share place 1.", rule: "E3" }]);
});

test("a window lies beside a box of any size and place, on the screen and not over the box", () => {
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ]) {
    for (const size of [
      { width: 300, height: 120 },
      { width: 366, height: 330 },
    ]) {
      for (let left = -20; left < width; left += 35) {
        for (let top = -40; top < height; top += 35) {
          for (const [wide, high] of [
            [20, 20],
            [120, 100],
            [360, 60],
            [90, 500],
          ]) {
            const box = { left, top, right: left + wide, bottom: top + high };
            const put = placeBeside(box, size, { width, height });
            const isApart =
              put.left >= box.right ||
              put.left + size.width <= box.left ||
              put.top >= box.bottom ||
              put.top + put.height <= box.top;
            const isInside =
              put.left >= 0 && put.left + size.width <= width && put.top >= 0 && put.top + put.height <= height;
            assert.ok(isApart && isInside && put.height >= 80, JSON.stringify([box, size, put]));
          }
        }
      }
    }
  }
});

/** A page's sendState with all its calls replaced by the test, which records them. */
function sendStateInHand() {
  const seen = [];
  let known = "5-0";
  let read = () => {};
  const sendState = new SendState(
    () => known,
    () => {
      seen.push(`reads in ${sendState.state}`);
      return new Promise((resolve) => {
        read = (position) => {
          known = position;
          resolve();
        };
      });
    },
  );
  const sent = () => {
    let respond = () => {};
    const done = sendState.sending(() => {
      seen.push("sends");
      return new Promise((resolve) => {
        respond = (position) => {
          known = position;
          resolve();
        };
      });
    });
    return { done, respond: (position) => respond(position) };
  };
  return {
    sendState,
    seen,
    sent,
    read: (position) => read(position),
    say: (text) => seen.push(`${text}: ${sendState.state}`),
  };
}

test("events are news only if the page does not know them once what was on its way has come", async () => {
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await null;
  };
  const gathered = () => delay(60); // longer than a burst is collected
  const { sendState, seen, sent, read, say } = sendStateInHand();

  sendState.heard("5-0");
  await settled();
  say("known already");
  const own = sent();
  await settled();
  sendState.heard("6-0");
  sendState.heard("6-1");
  await gathered();
  say("own move heard");
  own.respond("6-1");
  await own.done;
  await settled();
  say("own move answered");

  const next = sent();
  await settled();
  sendState.heard("7-0");
  sendState.heard("8-0");
  next.respond("7-0");
  await next.done;
  await settled();
  say("others moved meanwhile");
  await gathered();
  sendState.heard("9-0");
  const last = sent();
  await settled();
  say("sending waits");
  read("8-0");
  await settled();
  last.respond("10-0");
  await last.done;
  await settled();
  say("all is known");

  sendState.heard("11-0");
  await gathered();
  read("10-0");
  await settled();
  say("reading failed");
  await gathered();
  say("no hurry");
  sendState.connected();
  await gathered();
  read("11-0");
  await settled();
  say("read after all");
  assert.deepEqual(seen, [
    "known already: idle",
    "sends",
    "own move heard: sending",
    "own move answered: idle",
    "sends",
    "others moved meanwhile: refreshing",
    "reads in refreshing",
    "sending waits: refreshing",
    "sends",
    "all is known: idle",
    "reads in refreshing",
    "reading failed: idle",
    "no hurry: idle",
    "reads in refreshing",
    "read after all: idle",
  ]);
});
