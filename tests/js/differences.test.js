// What differs between two pictures, in words.

import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { differencesOf } = await import("../../web/board/differences.js");
const generic = await import("../../web/board/generic-drawing.js");
const declared = await import("../../web/kit/declared-table.js");
const { pictureOf } = await import("../../web/board/title-drawing.js");
const { html } = await import("../../web/kit/elements.js");
const { picture } = await import("../../web/kit/shapes.js");

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

test("the generic drawing names rows and columns; a card that leaves a hand is one difference", () => {
  const table = (hand, deck, seat, kind) => ({
    players: [
      { seat: 0, hand },
      { seat: 1, hand: [] },
    ],
    cells: [
      { cell: "c4", top_kind: kind },
      { cell: "c5", top_kind: null },
    ],
    deck,
    next_seat: seat,
  });
  const before = table([1, 3, 5], ["a", "b", "c"], 0, null);
  const after = table([1, 5], ["b", "c"], 1, "wide_hall");
  assert.deepEqual(told(generic, before, after), [
    {
      seat: null,
      rows: [
        ["Cells, c4, Top kind", "–", "wide hall"],
        ["Deck", "a, b, c", "b, c"],
        ["Next seat", "Ada", "Bo"],
      ],
    },
    { seat: 0, rows: [["Hand", "1, 3, 5", "1, 5"]] },
  ]);
});

test("the drawing of a grid says of each cell what stands on it", () => {
  const cell = (name, column, row, seat = null, text = "") => ({ name, column, row, seat, text });
  /** A board of three cells around a corner; its left side belongs to Bo. */
  const table = (...[first, second]) => ({
    grid: { shape: "squares", cells: [first, second, cell("c2", 2, 1)], sides: [null, null, null, 1], field: "to" },
  });
  assert.deepEqual(
    told(
      declared,
      table(cell("b1", 1, 0, 0, "♞"), cell("b2", 1, 1)),
      table(cell("b1", 1, 0), cell("b2", 1, 1, 0, "♞")),
    ),
    [
      { seat: null, rows: [["b1", "♞, Ada", "empty"], ["b2", "empty", "♞, Ada"]] }, // prettier-ignore
    ],
  );
});

test("the drawing of declared cards and tracks says which card left, and where a marker is", () => {
  const cards = (...shown) => ({ hands: [{ name: "in_stock", cards: shown, seat: null, field: "card" }] });
  assert.deepEqual(told(declared, cards("ankh", 3, null), cards(3, null)), [
    { seat: null, rows: [["In stock", "ankh, 3, A hidden card", "3, A hidden card"]] },
  ]);
  const track = (space) => ({ tracks: [{ name: "river", spaces: [2, space], most: 9 }] });
  assert.deepEqual(told(declared, track(4), track(5)), [{ seat: 1, rows: [["River", "4", "5"]] }]);
});
