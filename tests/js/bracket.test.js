// Bracket of a knock-out: each pair stands beside the game to which it leads, whatever the order of the tables.

import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { bracketOf } = await import("../../web/community/bracket.js");

const player = (id) => ({ id, name: id });
const pair = (game, ...ids) => ({ game, players: ids.map(player), places: null });
const round = (tables, resting = [], third) => ({
  tables,
  resting: resting.map(player),
  absent: [],
  third_place: third,
});

test("pairs stand in the order of the games that they lead to, with byes, without the game for the third place", () => {
  const rounds = [
    round([pair("a", "1", "2"), pair("b", "3", "4")], ["5", "6"]),
    round([pair("c", "4", "5"), pair("d", "6", "1")]),
    round([pair("e", "6", "4"), pair("f", "5", "1")], [], "f"),
  ];
  const ids = bracketOf(rounds).map((pairs) => pairs.map(({ players }) => players.map(({ id }) => id).join("-")));
  assert.deepEqual(ids, [["6", "1-2", "3-4", "5"], ["6-1", "4-5"], ["6-4"]]);
});
