// A tile: a triangle of stone, its walls and doors, its hall or passages, its symbol, and its text. A tile is drawn
// around its centre at 0, 0, standing on a side or (`up` false) turned by half a circle.

import { svg } from "../../kit/elements.js";
import { circle, path, tenth } from "../../kit/shapes.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { pawn, symbol } from "./icons.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { Colour, PawnKind, Tile } from "./view.js"
 */

/** What a tile shows in its middle. @typedef {{ symbol: string } & Pick<Tile, "colour" | "figure">} TileSymbol */
/** A pawn as it stands on a tile. @typedef {{ kind: PawnKind, colour: Colour }} Standing */

export const HEIGHT = Math.sqrt(3) / 2;
export const INNER = HEIGHT / 3;
export const OUTER = 2 * INNER;

const DOOR = 0.115;
const ROOM = 0.66;
const CUT = 0.24;
const PLACE = 0.19;
const FEET = 0.035;
const CARVED = 0.012;
// The size of a symbol in its tile: symbols that count at the end are large, single-use ones small.
/** @type {Record<string, number>} */
const SYMBOL_SIZES = { ankh: 0.36, sarcophagus: 0.4, curse: 0.35, double: 0.31 };
const POWER_SIZE = 0.27;
const LEAST_SYMBOL = 17;

const CORNERS = [
  [-0.5, INNER],
  [0, -OUTER],
  [0.5, INNER],
];
// Towards the middle of sides 0, 1, 2 of a tile that stands on a side.
const TOWARDS = [
  [0, 1],
  [-HEIGHT, -0.5],
  [HEIGHT, -0.5],
];

/**
 * Whether the tile is open at this side of its cell.
 * @param {Tile} tile
 * @param {number} orientation
 * @param {number} side
 */
export const isOpen = (tile, orientation, side) => tile.sides[(side - orientation + 3) % 3];

// Words

/** @type {Record<string, () => string>} */
const SARCOPHAGI = {
  "red king": () => gettext("red sarcophagus of a king (disc)"),
  "red queen": () => gettext("red sarcophagus of a queen (disc)"),
  "green king": () => gettext("green sarcophagus of a king (triangle)"),
  "green queen": () => gettext("green sarcophagus of a queen (triangle)"),
  "yellow king": () => gettext("yellow sarcophagus of a king (diamond)"),
  "yellow queen": () => gettext("yellow sarcophagus of a queen (diamond)"),
};

/** @type {Record<string, () => string>} */
const SYMBOLS = {
  ankh: () => gettext("Ankh"),
  curse: () => gettext("curse"),
  double: () => gettext("a pawn counts as two"),
  no_pawn: () => gettext("no pawns allowed here"),
  swap: () => gettext("power: swap two pawns"),
  move: () => gettext("power: move a pawn"),
  rotate_hall: () => gettext("power: turn a hall"),
  rotate_corridor: () => gettext("power: turn a corridor"),
};

/**
 * A sarcophagus in a host's own colour.
 * @param {TileSymbol} tile
 */
function otherSarcophagus({ colour, figure }) {
  if (figure === "king") return gettext("sarcophagus of a king, colour: {colour}", { colour });
  if (figure === "queen") return gettext("sarcophagus of a queen, colour: {colour}", { colour });
  return gettext("sarcophagus, colour: {colour}", { colour });
}

/**
 * The symbol of a tile in words; nothing without a symbol.
 * @param {TileSymbol} tile
 */
export function symbolText(tile) {
  if (tile.symbol !== "sarcophagus") return SYMBOLS[tile.symbol]?.() ?? "";
  return SARCOPHAGI[`${tile.colour} ${tile.figure}`]?.() ?? otherSarcophagus(tile);
}

/**
 * The description of a tile.
 * @param {Tile} tile
 */
export function tileText(tile) {
  const number = tile.sides.filter(Boolean).length;
  const shape =
    tile.kind === "hall"
      ? ngettext("hall, open on {number} side", "hall, open on {number} sides", number)
      : ngettext("corridor, open on {number} side", "corridor, open on {number} sides", number);
  return [shape, symbolText(tile)].filter(Boolean).join(", ");
}

/**
 * The pawns of one player and one kind are alike.
 * @param {number} seat
 * @param {PawnKind} kind
 */
export const pawnKind = (seat, kind) => `pawn ${seat} ${kind}`;

/**
 * @param {PawnKind} kind
 * @param {Colour} colour
 */
export const pawnText = (kind, colour) =>
  ({
    "worker white": () => gettext("a white Worker"),
    "priest white": () => gettext("the white Priest"),
    "mummy white": () => gettext("the white Mummy"),
    "pharaoh white": () => gettext("the white Pharaoh"),
    "worker blue": () => gettext("a blue Worker"),
    "priest blue": () => gettext("the blue Priest"),
    "mummy blue": () => gettext("the blue Mummy"),
    "pharaoh blue": () => gettext("the blue Pharaoh"),
  })[`${kind} ${colour}`]();

// Drawing

/**
 * The corners of a triangle of this side length, reduced by `inset` on every side.
 * @param {number} size
 * @param {boolean} up
 * @param {number} [inset]
 */
export function corners(size, up, inset = 0) {
  const scale = (up ? 1 : -1) * (size - inset / INNER);
  return CORNERS.map(([x, y]) => [tenth(x * scale), tenth(y * scale)]);
}

/**
 * A triangle of this side length, reduced by `inset` on every side.
 * @param {number} size
 * @param {boolean} up
 * @param {string} name
 * @param {number} [inset]
 */
export function triangle(size, up, name, inset = 0) {
  return path(`M${corners(size, up, inset).join("L")}z`, name);
}

/**
 * A room with its corners cut off.
 * @param {number} scale
 */
function roomPath(scale) {
  const points = CORNERS.flatMap((here, index) =>
    [CORNERS[(index + 2) % 3], CORNERS[(index + 1) % 3]].map((other) =>
      [0, 1].map((axis) => tenth((here[axis] + (other[axis] - here[axis]) * CUT) * ROOM * scale)),
    ),
  );
  return `M${points.join("L")}z`;
}

/**
 * @param {number} scale
 */
function placePath(scale) {
  const r = tenth(PLACE * Math.abs(scale));
  return `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/**
 * The passage from the middle to a side, ending `short` before it.
 * @param {number} scale
 * @param {number} side
 * @param {number} short
 */
function passage(scale, side, short) {
  const [x, y] = TOWARDS[side];
  const far = INNER * scale - Math.sign(scale) * short;
  const half = DOOR * scale;
  /** @type {(along: number, across: number) => number[]} */
  const point = (along, across) => [tenth(x * along - y * across), tenth(y * along + x * across)];
  return `M${[point(0, -half), point(far, -half), point(far, half), point(0, half)].join("L")}z`;
}

/**
 * @param {Tile} tile
 * @param {number} orientation
 * @param {number} scale
 * @param {number} short
 */
function ground(tile, orientation, scale, short) {
  const sides = [0, 1, 2].filter((side) => isOpen(tile, orientation, side));
  const middle = tile.kind === "hall" ? roomPath(scale) : placePath(scale);
  return middle + sides.map((side) => passage(scale, side, short)).join("");
}

/**
 * @param {number} scale
 */
function pillars(scale) {
  const r = tenth(Math.max(1, Math.abs(scale) * 0.018));
  return corners(ROOM * scale * 0.78, true)
    .map(([x, y]) => `M${tenth(x - r)} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`)
    .join("");
}

/**
 * A pawn on a tile of this side length.
 * @param {Standing} standing
 * @param {number} size
 * @param {boolean} up
 */
export const standingPawn = ({ kind, colour }, size, up) =>
  pawn(kind, colour, 0, (up ? size : -size) * FEET, size * 0.42);

/**
 * A tile of this side length; with a pawn on it the symbol is in the corner.
 * @param {Tile} tile
 * @param {number} orientation
 * @param {number} size
 * @param {{ up?: boolean, standing?: Standing | null, isPlaced?: boolean }} [options]
 */
export function tileNodes(tile, orientation, size, { up = true, standing = null, isPlaced = false } = {}) {
  const scale = up ? size : -size;
  const floor = ground(tile, orientation, scale, 0);
  const carved = tenth(size * CARVED);
  /** @type {Child[]} */
  const nodes = [
    triangle(size, up, `kheops-stone kheops-stone-${tile.kind}`),
    path(ground(tile, orientation, scale, 1.5), "kheops-wall"),
    path(floor, "kheops-depth"),
    // The light falls from the upper left: there the floor is in the shadow of its walls.
    svg("path", { d: floor, class: `kheops-floor-${tile.kind}`, transform: `translate(${carved} ${carved})` }),
  ];
  if (tile.kind === "hall") nodes.push(path(pillars(scale), "kheops-pillar"));
  const share = SYMBOL_SIZES[tile.symbol] ?? POWER_SIZE;
  if (!standing) {
    if (tile.symbol !== "none") nodes.push(symbol(tile, 0, 0, Math.max(LEAST_SYMBOL, share * size)));
    return nodes;
  }
  const corner = -scale * (OUTER - 0.3);
  if (tile.symbol !== "none") {
    nodes.push(
      circle(0, corner, size * 0.155, "kheops-medal"),
      symbol(tile, 0, corner, size * (tile.symbol === "sarcophagus" ? 0.27 : 0.22)),
    );
  }
  if (isPlaced) nodes.push(circle(0, scale * FEET, size * 0.235, "kheops-placed"));
  return nodes;
}

/**
 * A face-down tile.
 * @param {number} size
 */
export function backNodes(size) {
  return [
    triangle(size, true, "kheops-back"),
    triangle(size, true, "kheops-back-line", size * 0.06),
    triangle(size * 0.36, true, "kheops-back-sign"),
  ];
}
