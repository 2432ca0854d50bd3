// The pyramid: its cells with tiles and pawns, their names at the rim, the border, and deck and power in its upper
// corners.

import { svg } from "../../kit/elements.js";
import { at, box, edge, edgeOf, path, picture, tenth } from "../../kit/shapes.js";
import { fitted, middle, textAt, wrapped } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { dungeonNodes } from "./dungeons.js";
import { symbol, turning } from "./icons.js";
import {
  backNodes,
  corners,
  HEIGHT,
  INNER,
  OUTER,
  pawnKind,
  pawnText,
  standingPawn,
  tileNodes,
  tileText,
  triangle,
} from "./tile.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Fields } from "../../types.js"
 * @import { ToPixels } from "./contour.js"
 * @import { Cell, Context, View } from "./view.js"
 */

const SIDE = 7;
// The pyramid is drawn at its usual final height, so that it does not move as it grows.
const FEWEST_ROWS = 5;
// The parts beside the pyramid in the upper corners: how far each extends inwards and down.
const DECK = { across: 120, down: 88 };
const POWER_DOWN = 102;
// The numbers below the pyramid.
const FOOT = 30;

/**
 * The place of a cell: its left corner in half sides, its row.
 * @param {string} name
 */
function placeOf(name) {
  const row = name.charCodeAt(0) - 97;
  const column = Number(name.slice(1)) - 1;
  return { row, column, x: row + column };
}

/**
 * The number of rows to draw: those that are begun, or can be. Rows opened by a chosen move appear after it.
 * @param {View} table
 * @param {View} asked
 */
function rowsInUse(table, asked) {
  const begun = table.cells.filter(({ tile }) => tile).map(({ cell }) => cell);
  return Math.max(FEWEST_ROWS, ...[...begun, ...asked.open_cells].map((name) => placeOf(name).row + 1));
}

/** @param {number | null} thirds */
const turnedText = (thirds) => thirds && ngettext("turned by {number} third", "turned by {number} thirds", thirds);

/**
 * The tile and pawn in a cell, in words.
 * @param {Cell} cell
 * @param {View} table
 * @param {boolean} isMarked
 */
function cellText(cell, table, isMarked) {
  if (!cell.tile) {
    return table.open_cells.includes(cell.cell)
      ? gettext("{cell}: empty, you can lay a tile here", { cell: cell.cell })
      : gettext("{cell}: empty", { cell: cell.cell });
  }
  const tile = [tileText(cell.tile), turnedText(cell.orientation)].filter(Boolean).join(", ");
  if (!cell.pawn) return gettext("{cell}: {tile}", { cell: cell.cell, tile });
  const pawn = pawnText(cell.pawn.kind, table.players[cell.pawn.seat].colour);
  return isMarked
    ? gettext("{cell}: {tile}; {pawn}, placed this turn", { cell: cell.cell, tile, pawn })
    : gettext("{cell}: {tile}; {pawn}", { cell: cell.cell, tile, pawn });
}

/**
 * The fields of a cell in the moves of every step; the page uses those of the legal moves.
 * @param {string} cell
 * @param {View} asked
 * @returns {Fields}
 */
function cellFields(cell, asked) {
  const pawn = asked.cells.find((one) => one.cell === cell)?.pawn;
  if (!pawn) return { cell, target: cell };
  return pawn.seat === asked.turn ? { cell, own: cell, origin: cell } : { cell, enemy: cell };
}

/**
 * @param {Cell} cell
 * @param {View} table
 * @param {Context} context
 * @param {number} size
 */
function cellNode(cell, table, context, size) {
  const isMarked = table.placed === cell.cell;
  const standing = cell.pawn && { ...cell.pawn, colour: table.players[cell.pawn.seat].colour };
  const words = cellText(cell, table, isMarked);
  const isOpen = table.open_cells.includes(cell.cell);
  const nodes = cell.tile
    ? [
        context.piece(
          svg(
            "g",
            {},
            ...tileNodes(cell.tile, cell.orientation ?? 0, size, { up: cell.up, standing, isPlaced: isMarked }),
          ),
          "tile",
          cell.cell,
          { id: cell.tile.id, turn: (cell.orientation ?? 0) * 120 + (cell.up ? 0 : 180) },
        ),
        cell.pawn &&
          standing &&
          context.piece(standingPawn(standing, size, cell.up), pawnKind(cell.pawn.seat, cell.pawn.kind), cell.cell),
      ]
    : [triangle(size, cell.up, isOpen ? "kheops-empty kheops-empty-open" : "kheops-empty")];
  const frame = edgeOf("path", { d: `M${corners(size, cell.up, size * 0.06 + 1).join("L")}z` });
  const node = svg("g", {}, picture(words, ...nodes), frame);
  const value = cell.tile && [cell.tile.id, cell.orientation, cell.pawn];
  context.note(node, `cell ${cell.cell}`, value, { name: cell.cell });
  const turned = context.asked.step === "power" ? "thirds" : "orientation";
  context.pick(node, cellFields(cell.cell, context.asked), words, turned);
  return node;
}

/**
 * Letters along the left slope and numbers along the bottom: names on the tiles would cover the drawing.
 * @param {number} size
 * @param {number} left
 * @param {number} bottom
 * @param {number} rows
 */
function edgeNames(size, left, bottom, rows) {
  const look = "kit-small";
  const nodes = [];
  for (let row = 0; row < rows; row += 1) {
    const y = bottom - (row + 0.5) * size * HEIGHT;
    const x = left + (row * size) / 2 + size / 4 - 9;
    nodes.push(middle(x, y + 4, "abcdefg"[row], look));
  }
  for (let column = 0; column < 2 * SIDE - 1; column += 1) {
    const x = left + ((column + 1) * size) / 2;
    nodes.push(middle(x, bottom + 24, column + 1, look));
  }
  return svg("g", { "aria-hidden": "true" }, ...nodes);
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 */
function deckCorner(table, context, x, y) {
  const { deck, tiles_to_lay: left } = table;
  const nodes = [2, 1, 0]
    .filter((step) => deck > step * 8)
    .map((step) => at(26 + step * 3, 30 - step * 3, ...backNodes(50)));
  if (nodes.length) context.piece(nodes[nodes.length - 1], "tile", "deck", { count: deck, isStock: true });
  const node = picture(
    ngettext(
      "{number} tile in the deck, {left} still to lay in the pyramid",
      "{number} tiles in the deck, {left} still to lay in the pyramid",
      deck,
      { left },
    ),
    ...(nodes.length ? nodes : [at(26, 30, triangle(50, true, "kheops-empty"))]),
    middle(26, 62, deck, "kit-sum"),
    fitted(26, 76, gettext("deck"), 54, "kit-small kit-soft", "middle"),
    middle(84, 62, left, "kit-sum"),
    fitted(84, 76, gettext("to lay"), 54, "kit-small kit-soft", "middle"),
    at(84, 38, triangle(32, true, "kheops-empty kheops-empty-open")),
    edge(0, 0, 106, 80),
  );
  context.note(node, "deck", [deck, left], { name: gettext("Tiles") });
  return at(x, y, node);
}

const POWERS = {
  rotate_hall: () => gettext("Turn a hall"),
  rotate_corridor: () => gettext("Turn a corridor"),
  swap: () => gettext("Swap two pawns"),
  move: () => gettext("Move a pawn"),
};

/**
 * @param {Context} context
 * @param {number} thirds
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function turnButton(context, thirds, x, y, size) {
  const words =
    thirds === 1 ? gettext("turn by one third of a full turn") : gettext("turn by two thirds of a full turn");
  const node = at(
    x,
    y,
    picture(
      words,
      box(0.5, 0.5, size - 1, size - 1, "kheops-button", 8),
      turning(thirds, size / 2, size / 2 - 4, size * 0.5),
      middle(size / 2, size - 4, thirds === 1 ? "⅓" : "⅔", "kheops-on-plate kit-small kit-strong"),
    ),
    edge(0, 0, size, size, 9, 1),
  );
  context.pick(node, { thirds }, words);
  return node;
}

/**
 * The pending power, right of the apex.
 * @param {Context} context
 * @param {number} right
 * @param {number} y
 * @param {number} width
 */
function powerCorner(context, right, y, width) {
  const { power } = context.asked;
  if (!power) return null;
  const words = POWERS[power]();
  const lines = wrapped(words, width - 40, "kheops-power-text");
  const isTurning = power.startsWith("rotate");
  const head = Math.max(42, lines.length * 14 + 12);
  const size = Math.min(46, (width - 16) / 2);
  const height = head + (isTurning ? size + 6 : 0);
  const node = svg(
    "g",
    { role: "group", "aria-label": words },
    picture(
      words,
      box(0.5, 0.5, width - 1, height - 1, "kheops-power", 8),
      symbol({ symbol: power, colour: null, figure: null }, 19, head / 2, 25),
      ...lines.map((line, index) =>
        textAt(37, head / 2 + 4 + (index - (lines.length - 1) / 2) * 14, line, "kheops-power-text"),
      ),
    ),
  );
  if (isTurning) {
    const space = (width - 2 * size) / 3;
    node.append(turnButton(context, 1, space, head, size), turnButton(context, 2, 2 * space + size, head, size));
  }
  node.append(edge(0, 0, width, height));
  context.note(node, "power", power, { name: gettext("Power"), text: words });
  return at(right - width, y, node);
}

/**
 * The current pyramid, in a zone of this width. Where there is room for more, it has rows that are not in use yet.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} [fill]
 * @returns {Part}
 */
export function pyramid(table, context, width, fill = 0) {
  const size = (width - 14) / SIDE;
  const { asked, beside: other } = context;
  const left = (width - size * SIDE) / 2;
  const corner = width >= 560 ? 128 : 106;
  const bottomOf = (/** @type {number} */ number) => {
    const high = number * size * HEIGHT;
    // Below the parts in the corners the full width is free; beside them only the part up to the slope.
    const beside = [DECK, { across: corner + 12, down: POWER_DOWN }].map(
      ({ across, down }) => down + Math.min(high, Math.max(0, across - left) * 2 * HEIGHT),
    );
    return Math.max(14 + high, ...beside);
  };
  const heightOf = (/** @type {number} */ number) => Math.ceil(bottomOf(number) + FOOT);
  let rows = Math.max(rowsInUse(table, asked), other ? rowsInUse(other, other) : 0);
  while (rows < SIDE && heightOf(rows + 1) <= fill) rows += 1;
  const height = Math.max(heightOf(rows), fill);
  const bottom = height - FOOT;
  /** @type {ToPixels} */
  const point = ([x, row]) => [left + (x * size) / 2, bottom - row * size * HEIGHT];
  const cells = table.cells.map((cell) => {
    const { x, row } = placeOf(cell.cell);
    if (row >= rows) {
      const unseen = svg("g");
      context.note(unseen, `cell ${cell.cell}`, null, { name: cell.cell, text: gettext("empty") });
      return unseen;
    }
    const centre = bottom - row * size * HEIGHT - size * (cell.up ? INNER : OUTER);
    return at(left + ((x + 1) * size) / 2, centre, cellNode(cell, table, context, size));
  });
  const outline = [point([rows, rows]), point([0, 0]), point([2 * SIDE, 0]), point([2 * SIDE - rows, rows])];
  const d = `M${outline.map((one) => one.map(tenth)).join("L")}`;
  return {
    title: gettext("The pyramid"),
    height,
    nodes: [
      path(d, "kheops-border kit-standing"),
      ...cells,
      path(`${d}z`, "kit-grain"),
      ...dungeonNodes(table, context, point, placeOf, size),
      edgeNames(size, left, bottom, rows),
      deckCorner(table, context, 10, 8),
      powerCorner(context, width - 8, 8, corner),
    ],
  };
}
