// What differs between two pictures, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { differencesOf } from "../../web/board/differences.js";
import { pictureOf } from "../../web/board/title-drawing.js";
import { html } from "../../web/kit/elements.js";
import { picture } from "../../web/kit/shapes.js";

const SEATS = ["Ada", "Bo"].map((name, seat) => ({ seat, name }));

/** What differs between these tables in this drawing, without the keys. */
function told(drawing, ...tables) {
  const [before, after] = tables.map((table) => {
    const state = { seats: SEATS, to_act: [], table, points: null, status: "running", as: "public" };
    return pictureOf(drawing, state, "public", 600, null, state).notes;
  });
  return differencesOf(before, after).map(({ seat, rows }) => ({
    seat,
    rows: rows.map((row) => [row.name, row.before, row.after]),
  }));
}

test("a part without words of its own is told by its accessible name", () => {
  const drawing = {
    draw: ({ cells, more }, context) => {
      const parts = Object.entries(cells).map(([cell, shown]) => {
        const node = picture(`${cell}: ${shown}`);
        context.note(node, `cell ${cell}`, shown);
        return node;
      });
      const twice = [1, 2].map((part) => {
        const node = picture("irrelevant");
        context.note(node, `more ${part}`, more, { name: "More", text: more, seat: 1 });
        return node;
      });
      return html("div", {}, ...parts, ...twice);
    },
  };
  assert.deepEqual(
    told(drawing, { cells: { c4: "empty", c5: "empty" }, more: 1 }, { cells: { c4: "hall", c6: "x" }, more: 2 }),
    [
      {
        seat: null,
        rows: [
          ["c4", "empty", "hall"],
          ["c5", "empty", "–"],
          ["c6", "–", "x"],
        ],
      },
      { seat: 1, rows: [["More", "1", "2"]] },
    ],
  );
});
