// The icons of this board: the symbols of the tiles and the pawns. Each is designed in a box of 24 units and scaled;
// symbols and pawns have their centre at x, y.

import { svg } from "../../kit/elements.js";
import { circle, icon, path } from "../../kit/shapes.js";
import { ANKH } from "../../kit/icons.js";
import { middle } from "../../kit/text.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { TileSymbol } from "./tile.js"
 * @import { Colour, PawnKind } from "./view.js"
 */

const SKULL =
  "M12 1.5C6.3 1.5 2.5 5.3 2.5 10.3c0 3.2 1.6 5.4 4 6.6v5.6h11v-5.6c2.4-1.2 4-3.4 4-6.6" +
  "C21.5 5.3 17.7 1.5 12 1.5zM8.1 8.6a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2z" +
  "m7.8 0a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2zM12 13.8l1.5 3h-3zM9.3 18.7h1.3v2.6H9.3zm4.1 0h1.3v2.6h-1.3z";
const TURN = "M12 2.5a9.5 9.5 0 1 1-8.2 4.7";
const TURN_HEAD = "M6.6 2.2L7.4 9.3 .4 5.9z";
const SWAP = "M2 8h14M22 16.5H8";
const SWAP_HEADS = "M15 3.2L22.5 8 15 12.8zM9 11.7L1.5 16.5 9 21.3z";
const MOVE = "M5.5 14.5C6 7.5 12 4.5 17 8.5";
const MOVE_HEAD = "M21.5 14.5L12.9 11.2 20 5.2z";
const TWO = "M6.8 8.2C7 4.6 9.6 3 12.2 3c3.2 0 5.3 2 5.3 4.8 0 4.8-7.5 7.5-11 12.7h11.7";
const SMALL_PAWN = "M12 4.5a3.2 3.2 0 0 1 1.9 5.8c2 1 3.2 3.8 3.7 8.2H6.4c.5-4.4 1.7-7.2 3.7-8.2A3.2 3.2 0 0 1 12 4.5z";
const COLUMNS = "M12 2L2 7.5V10h20V7.5zM4 11.5h3v8H4zm6.5 0h3v8h-3zm6.5 0h3v8h-3zM2 21h20v2.5H2z";
const ROW = "M6 6l5.5 10H.5zM7.5 6h11l-5.5 10zM18 6l5.5 10h-11zM1 19h22v2.5H1z";
const COFFIN =
  "M12 .6c3.1 0 4.5 1.9 4.7 4.5 2 .6 3.6 1.9 3.6 4.2L17.3 23.4H6.7L3.7 9.3c0-2.3 1.6-3.6 3.6-4.2C7.5 2.5 8.9.6 12 .6z";
/** @type {Record<string, string>} */
const EMBLEMS = {
  red: "M12 10.6a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4z", // disc
  green: "M12 10.2l4.7 8.6H7.3z", // triangle
  yellow: "M12 9.6l4.3 5.2-4.3 5.2-4.3-5.2z", // diamond
};
/** @type {Record<string, string>} */
const HEADS = {
  king: "M9.4 3.2h5.2l.5 4h-2.2l-.4 2.3h-1l-.4-2.3H8.9z", // with the beard
  queen: "M12 2.4a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z", // with round hair
};

const PAWNS = {
  worker: "M12 2.2a4.3 4.3 0 0 1 2.6 7.7c2.8 1.4 4.6 5.4 5.4 12.6H4c.8-7.2 2.6-11.2 5.4-12.6A4.3 4.3 0 0 1 12 2.2z",
  priest:
    "M10 1a3.9 3.9 0 0 1 2.6 6.8c2.5 1 4.2 3.2 4.8 6.2l1.2-.4V7.8a3.3 3.3 0 1 1 2.4 0v14.9H3.2" +
    "c0-8.4 1.4-13.2 4.2-14.9A3.9 3.9 0 0 1 10 1z",
  mummy:
    "M12 1c3 0 4.9 2 4.9 4.6 0 .9-.2 1.6-.5 2.3 2 .7 3.3 2 3.3 4.1L16.6 22.7H7.4L4.3 12c0-2.1 1.3-3.4 3.3-4.1" +
    "A5 5 0 0 1 7.1 5.6C7.1 3 9 1 12 1z",
  pharaoh:
    "M12 0c1.7 0 2.3 1.8 2 3.8 2.9.7 4.4 2.9 4.9 6.2l1 4.3-3 .6c1.9 1.8 3.2 4.5 3.7 7.8H3.4" +
    "c.5-3.3 1.8-6 3.7-7.8l-3-.6 1-4.3C5.6 6.7 7.1 4.5 10 3.8 9.7 1.8 10.3 0 12 0z",
};
const DETAILS = {
  worker: "M8.3 12.6h7.4",
  priest: "M6 10.2l7.5 3.2M17 14v8",
  mummy: "M7.6 4.6l8.7 1M7.3 8.2l9.3-1.5M5.4 12.6l12.8-3M9.7 3.9h.1M14 4.5h.1",
  pharaoh: "M8.6 6.2h6.8M8.3 13.8V8.9M15.7 13.8V8.9M5.9 10.5l2.4.6M18.1 10.5l-2.4.6M12 10.7v3",
};

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {...Child} paths
 */
const drawing = (x, y, size, ...paths) => icon(x - size / 2, y - size / 2, size, ...paths);

/** @type {Record<string, () => Child[]>} */
const SYMBOLS = {
  ankh: () => [svg("path", { d: ANKH, class: "kheops-ankh", "fill-rule": "evenodd" })],
  curse: () => [svg("path", { d: SKULL, class: "kheops-skull", "fill-rule": "evenodd" })],
  double: () => [path(TWO, "kheops-two")],
  swap: () => [path(SWAP, "kheops-arrow"), path(SWAP_HEADS, "kheops-head")],
  move: () => [path(MOVE, "kheops-arrow"), path(MOVE_HEAD, "kheops-head"), circle(5.5, 18.5, 3.4, "kheops-arrow")],
  rotate_hall: () => [
    path(TURN, "kheops-arrow"),
    path(TURN_HEAD, "kheops-head"),
    path("M12 6.8l5 8.9H7z", "kheops-head"),
  ],
  rotate_corridor: () => [
    path(TURN, "kheops-arrow"),
    path(TURN_HEAD, "kheops-head"),
    path("M12 12.2v5.3M12 12.2l-4.2-3M12 12.2l4.2-3", "kheops-arrow"),
  ],
  no_pawn: () => [
    path(SMALL_PAWN, "kheops-head"),
    path("M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21zM4.6 4.6l14.8 14.8", "kheops-forbidden"),
  ],
  none: () => [],
};

/**
 * The symbol of a tile.
 * @param {TileSymbol} tile
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function symbol(tile, x, y, size) {
  if (tile.symbol !== "sarcophagus") return drawing(x, y, size, ...(SYMBOLS[tile.symbol]?.() ?? []));
  const paint = Object.hasOwn(EMBLEMS, tile.colour ?? "") ? ` kheops-${tile.colour}` : "";
  return drawing(
    x,
    y,
    size,
    path(COFFIN, `kheops-coffin${paint}`),
    tile.figure && Object.hasOwn(HEADS, tile.figure) && path(HEADS[tile.figure], "kheops-emblem"),
    emblem(tile.colour ?? ""),
  );
}

/**
 * The emblem of a pair: a shape for each of three colours, and the first letters of any other.
 * @param {string} colour
 */
function emblem(colour) {
  if (Object.hasOwn(EMBLEMS, colour)) return path(EMBLEMS[colour], "kheops-emblem");
  return middle(12, 18, [...colour].slice(0, 2).join(""), "kheops-letters");
}

/**
 * A pawn of this kind and colour.
 * @param {PawnKind} kind
 * @param {Colour} colour
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function pawn(kind, colour, x, y, size) {
  const parts = [
    path("M3.5 22.7q5-2.6 15-1.4 6 .6 6 1.9t-8 1.3q-9 .4-13-1.8z", "kit-cast"),
    path(PAWNS[kind], "kheops-body"),
    path(PAWNS[kind], "kit-light"),
    path(DETAILS[kind], "kheops-detail"),
  ];
  return drawing(x, y, size, svg("g", { class: `kheops-pawn kheops-${colour}` }, ...parts));
}

/**
 * An arrow that turns clockwise by one or by two thirds of a circle.
 * @param {number} thirds
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function turning(thirds, x, y, size) {
  const d = thirds === 1 ? "M3.8 7.2A9.5 9.5 0 0 1 20.2 7.2" : "M3.8 7.2A9.5 9.5 0 1 1 12 21.5";
  const head = thirds === 1 ? "M22.8 11.7L15.6 9.4 22.8 3.4z" : "M7.3 21.5L13.6 17 13.6 25.5z";
  const inside = path("M12 8l4.2 7.3H7.8z", "kheops-head");
  return drawing(x, y, size, path(d, "kheops-arrow"), path(head, "kheops-head"), inside);
}

/**
 * A pillared room, for counting halls.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function hall(x, y, size) {
  return drawing(x, y, size, path(COLUMNS, "kheops-sign"));
}

/**
 * The tip of the pyramid.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function apex(x, y, size) {
  return drawing(x, y, size, path("M12 2l5 9H7z", "kheops-tip"), path("M6.3 12.5h11.4L23 22H1z", "kheops-sign"));
}

/**
 * A long row of tiles.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function longest(x, y, size) {
  return drawing(x, y, size, path(ROW, "kheops-sign"));
}
