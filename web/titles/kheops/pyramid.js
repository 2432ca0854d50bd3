// The pyramid: its cells with tiles and pawns, their names, the border, and in its upper corners deck and power.

import { label, svg } from "../../dom.js";
import { gettext } from "../../texts.js";
import { dungeonNodes } from "./dungeons.js";
import { symbol, turning } from "./icons.js";
import { at, box, edge, picture, telling, tenth, wrapped } from "./parts.js";
import { backNodes, corners, HEIGHT, INNER, OUTER, pawnText, tileNodes, tileText, triangle } from "./tile.js";

const SIDE = 7;
const NAMED = 70;
const LARGEST = 116;

/** Where a cell lies: its left corner in half sides, its row. */
function placeOf(name) {
  const row = name.charCodeAt(0) - 97;
  const column = Number(name.slice(1)) - 1;
  return { row, column, x: row + column };
}

/** What lies in a cell and stands on it, in words. */
function cellText(cell, table, isMarked) {
  if (!cell.tile) {
    return table.open_cells.includes(cell.cell)
      ? gettext("{cell}: empty, a tile can be laid here", { cell: cell.cell })
      : gettext("{cell}: empty", { cell: cell.cell });
  }
  const tile = tileText(cell.tile);
  if (!cell.pawn) return gettext("{cell}: {tile}", { cell: cell.cell, tile });
  const pawn = pawnText(cell.pawn.kind, table.players[cell.pawn.seat].colour);
  return isMarked
    ? gettext("{cell}: {tile}; {pawn}, placed in this turn", { cell: cell.cell, tile, pawn })
    : gettext("{cell}: {tile}; {pawn}", { cell: cell.cell, tile, pawn });
}

/** The fields that a cell stands for in the moves of every step; the page takes those that the legal moves have. */
function cellFields(cell, table) {
  const asked = table.before ?? table;
  const pawn = asked.pawns && cell.cell in asked.pawns ? asked.pawns[cell.cell] : cell.pawn;
  if (!pawn) return { cell: cell.cell, target: cell.cell };
  if (pawn.seat === asked.turn) return { cell: cell.cell, own: cell.cell, origin: cell.cell };
  return { cell: cell.cell, enemy: cell.cell };
}

function cellNode(cell, table, context, size) {
  const isMarked = table.placed === cell.cell;
  const standing = cell.pawn && { ...cell.pawn, colour: table.players[cell.pawn.seat].colour };
  const words = cellText(cell, table, isMarked);
  const isOpen = table.open_cells.includes(cell.cell);
  const nodes = cell.tile
    ? tileNodes(cell.tile, cell.orientation, size, { up: cell.up, standing, isPlaced: isMarked })
    : [triangle(size, cell.up, isOpen ? "kheops-empty kheops-empty-open" : "kheops-empty")];
  const edgePath = `M${corners(size, cell.up, size * 0.06 + 1).join("L")}z`;
  const edgeLook = cell.tile ? "kheops-edge kheops-edge-tile" : "kheops-edge";
  const node = svg("g", {}, telling(words, ...nodes), svg("path", { d: edgePath, class: edgeLook }));
  if (size >= NAMED) {
    // Over the frame of what can be chosen, and said already by the words.
    const y = cell.up ? size * INNER - 8 : -size * INNER + 16;
    const look = cell.tile ? `kheops-cell-${cell.tile.kind}` : isOpen ? "kheops-cell-open" : "kheops-cell-empty";
    node.append(
      label(tenth(16 - size / 2), tenth(y), cell.cell, { class: `kheops-cell-name ${look}`, "aria-hidden": "true" }),
    );
  }
  context.note(node, `cell ${cell.cell}`, cell.tile && [cell.tile.id, cell.orientation, cell.pawn]);
  context.pick(node, cellFields(cell, table), words);
  return node;
}

/** Letters along the left slope and numbers along the bottom, where cells are too small for their names. */
function edgeNames(size, left, bottom) {
  const look = { class: "kheops-small kheops-soft", "text-anchor": "middle" };
  const nodes = [];
  for (let row = 0; row < SIDE; row += 1) {
    const y = bottom - (row + 0.5) * size * HEIGHT;
    const x = left + (row * size) / 2 + size / 4 - 9;
    nodes.push(label(tenth(x), tenth(y + 4), "abcdefg"[row], look));
  }
  for (let column = 0; column < 2 * SIDE - 1; column += 1) {
    const x = left + ((column + 1) * size) / 2;
    nodes.push(label(tenth(x), bottom + 15, column + 1, look));
  }
  return svg("g", { "aria-hidden": "true" }, ...nodes);
}

function deckCorner(table, context, x, y) {
  const { deck, tiles_to_lay: left } = table;
  const piles = [2, 1, 0].filter((step) => deck > step * 8);
  const nodes = piles.map((step) => at(26 + step * 3, 30 - step * 3, ...backNodes(50)));
  const node = telling(
    gettext("{deck} tiles in the deck, {left} still to lay in the pyramid", { deck, left }),
    ...(nodes.length ? nodes : [at(26, 30, triangle(50, true, "kheops-empty"))]),
    label(26, 62, deck, { class: "kheops-sum", "text-anchor": "middle" }),
    label(26, 76, gettext("deck"), { class: "kheops-small kheops-soft", "text-anchor": "middle" }),
    label(84, 62, left, { class: "kheops-sum", "text-anchor": "middle" }),
    label(84, 76, gettext("to lay"), { class: "kheops-small kheops-soft", "text-anchor": "middle" }),
    at(84, 38, triangle(32, true, "kheops-empty kheops-empty-open")),
    edge(0, 0, 106, 80),
  );
  context.note(node, "deck", [deck, left]);
  return at(x, y, node);
}

const powerText = (power) =>
  ({
    rotate_hall: () => gettext("Turn a hall"),
    rotate_corridor: () => gettext("Turn a corridor"),
    swap: () => gettext("Swap two pawns"),
    move: () => gettext("Move a pawn"),
  })[power]();

function turnButton(context, thirds, x, y, size) {
  const words = thirds === 1 ? gettext("turn by one third") : gettext("turn by two thirds");
  const node = at(
    x,
    y,
    telling(
      words,
      box(0.5, 0.5, size - 1, size - 1, "kheops-button", 8),
      turning(thirds, size / 2, size / 2 - 4, size * 0.5),
      label(size / 2, size - 4, thirds === 1 ? "⅓" : "⅔", {
        class: "kheops-small kheops-strong",
        "text-anchor": "middle",
      }),
    ),
    edge(0, 0, size, size, 9, 1, "kheops-edge kheops-edge-tile"),
  );
  context.pick(node, { thirds }, words);
  return node;
}

/** The power that waits to be used, right of the apex. */
function powerCorner(table, context, right, y, width) {
  const asked = table.before ?? table;
  const power = asked.power;
  if (!power) return null;
  const words = powerText(power);
  const lines = wrapped(words, width - 38, 13);
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
      symbol({ symbol: power }, 19, head / 2, 25),
      ...lines.map((line, index) =>
        label(37, head / 2 + 4 + (index - (lines.length - 1) / 2) * 14, line, { class: "kheops-power-text" }),
      ),
    ),
  );
  if (isTurning) {
    const space = (width - 2 * size) / 3;
    node.append(turnButton(context, 1, space, head, size), turnButton(context, 2, 2 * space + size, head, size));
  }
  node.append(edge(0, 0, width, height));
  context.note(node, "power", table.power);
  return at(right - width, y, node);
}

/** The whole pyramid in a zone of this width. */
export function pyramid(table, context, width) {
  const size = Math.min(LARGEST, (width - 14) / SIDE);
  const isNamed = size >= NAMED;
  const top = 14;
  const left = (width - size * SIDE) / 2;
  const bottom = top + SIDE * size * HEIGHT;
  const point = ([x, row]) => [left + (x * size) / 2, bottom - row * size * HEIGHT];
  const cells = table.cells.map((cell) => {
    const { x, row } = placeOf(cell.cell);
    const centre = bottom - row * size * HEIGHT - size * (cell.up ? INNER : OUTER);
    return at(left + ((x + 1) * size) / 2, centre, cellNode(cell, table, context, size));
  });
  const outline = [
    [0, 0],
    [SIDE, SIDE],
    [2 * SIDE, 0],
  ].map((corner) => point(corner).map(tenth));
  const corner = width >= 560 ? 128 : 106;
  return {
    title: gettext("The pyramid"),
    height: Math.ceil(bottom + (isNamed ? 14 : 22)),
    nodes: [
      svg("path", { d: `M${outline.join("L")}z`, class: "kheops-border" }),
      ...cells,
      ...dungeonNodes(table, context, point, placeOf, size),
      isNamed ? null : edgeNames(size, left, bottom),
      deckCorner(table, context, 10, 8),
      powerCorner(table, context, width - 8, 8, corner),
    ],
  };
}
