// Game pages: what a table says about leaving it, and what table and replay say about a record's loss.

import { textOf } from "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { annulled } = await import("../../web/record/annulled-steps.js");
const { wayOut } = await import("../../web/table/proposals/leave.js");
const tablePage = await import("../../web/table/layout.js");
const replayPage = await import("../../web/replay/layout.js");

/** A running game of people, computer players and people who have resigned, as the first seat of its reader sees it. */
function table(kinds, { seat = 0, moves = 1, status = "playing" } = {}) {
  const seats = kinds.map((kind, place) => ({
    seat: place,
    kind: kind === "bot" ? "bot" : "person",
    player: kind === "bot" ? null : `player ${place}`,
    resigned: kind === "gone",
  }));
  return { seat, state: { seats, moves, status } };
}

test("a game goes on without a player if two others are left, and one of them is a person", () => {
  const goesOn = (...kinds) => /computer player answers/.test(wayOut(table(kinds)).meaning);
  const ends = (...kinds) => /the game ends at once/.test(wayOut(table(kinds)).meaning);
  assert.ok(goesOn("me", "person", "person") && goesOn("me", "person", "bot"));
  assert.ok(goesOn("me", "gone", "person", "bot"));
  assert.ok(ends("me", "person") && ends("me", "bot", "bot") && ends("me", "gone", "person"));
});

test("a game is called off by its first person, before the first move", () => {
  const typeFor = (game) => wayOut(game)?.move.type;
  assert.equal(typeFor(table(["me", "person"], { moves: 0 })), "Abort");
  assert.equal(typeFor(table(["bot", "me"], { seat: 1, moves: 0 })), "Abort");
  assert.equal(typeFor(table(["person", "me"], { seat: 1, moves: 0 })), "Resign");
  assert.equal(typeFor(table(["me", "person"], { moves: 0, status: "waiting" })), "Abort");
});

test("who is no player, who has resigned, and who plays no more, leaves nothing", () => {
  assert.equal(wayOut(table(["person", "person"], { seat: null })), null);
  assert.equal(wayOut(table(["gone", "person"])), null);
  assert.equal(wayOut(table(["me", "person"], { status: "finished" })), null);
});

test("a game that went on without its last moves says so, at the table and in its replay", () => {
  const summary = { id: "game", title: "Kheops", status: "playing", seats: [] };
  const loss = { lost: "9-2", kept: "3-1", accepted_at: "2026-09-21T14:13:20.000Z" };
  const pages = [
    (game) => tablePage.layOut(game, { forked: null, hasPlain: true, replayAddress: "" }),
    (game) => replayPage.layOut(game, { isOver: false, hasPlain: true, isEmbedded: false }),
  ];
  for (const layOut of pages) {
    layOut(summary);
    assert.equal(textOf("#loss"), "");
    layOut({ ...summary, loss });
    assert.match(textOf("#loss"), /lost all entries after position 3-1\. The operator resumed the game from there/);
  }
});

test("a rollback annuls moves and earlier rollbacks; seats, clocks, proposals and disputes stay as they were", () => {
  const types = [
    "TilePlaced",
    "PauseAgreed",
    "TilePlaced",
    "TakenBack",
    "DisputeOpened",
    "SeatTakenOver",
    "RolledBack",
  ];
  const positions = { TakenBack: "1-0", RolledBack: "1-0" };
  const steps = types.map((type, action) => ({
    type,
    position: `${action + 1}-0`,
    data: { position: positions[type] },
  }));
  assert.deepEqual(annulled(steps), [false, false, true, true, false, false, false]);
});
