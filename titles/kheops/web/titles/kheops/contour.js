// The outline of a dungeon: the outer sides of its cells, as one path around them. Corners of cells are counted in half
// sides from the left and in rows from the bottom.

import { tenth } from "../../kit/shapes.js";
import { isOpen } from "./tile.js";

/**
 * @import { Cell, Tile } from "./view.js"
 */

/** @typedef {[number, number]} Point a corner of the lattice, or pixels */

/** @typedef {{ x: number, row: number }} Place the left corner of a cell in half sides, and its row */

/** @typedef {Cell & { tile: Tile, orientation: number, place: Place }} PlacedCell */

/** @typedef {(corner: Point) => Point} ToPixels */

/**
 * A side of the outline with the cell on its right hand; `open`: a door leads out.
 * @typedef {{ start: Point, end: Point, open: boolean }} Side
 */

/**
 * A side in pixels: its start, the direction along it and the direction into its cell.
 * @typedef {Side & { from: Point, way: Point, inward: Point }} DrawnSide
 */

/** The sides of a cell: from corner to corner, and their numbers. @type {[Point, Point, number][]} */
const UP = [
  [[0, 0], [1, 1], 1],
  [[1, 1], [2, 0], 2],
  [[2, 0], [0, 0], 0],
];
/** @type {[Point, Point, number][]} */
const DOWN = [
  [[0, 1], [2, 1], 0],
  [[2, 1], [1, 0], 1],
  [[1, 0], [0, 1], 2],
];

const DOOR = 0.14;

/**
 * A corner as a key of a map.
 * @param {Point} corner
 */
export const key = ([x, y]) => `${x},${y}`;

/** @type {(place: Place, corner: Point) => Point} */
const moved = (place, [x, y]) => [place.x + x, place.row + y];

/**
 * The corners of a cell.
 * @param {PlacedCell} cell
 */
export const cornersOf = ({ place, up }) => (up ? UP : DOWN).map(([corner]) => moved(place, corner));

/**
 * The sides that only one of these cells has, clockwise around each cell.
 * @param {PlacedCell[]} cells
 */
function border(cells) {
  /** @type {Map<string, Side>} */
  const sides = new Map();
  for (const { place, up, tile, orientation } of cells) {
    for (const [from, to, side] of up ? UP : DOWN) {
      const start = moved(place, from);
      const end = moved(place, to);
      const facing = `${key(end)} ${key(start)}`;
      if (!sides.delete(facing)) {
        sides.set(`${key(start)} ${key(end)}`, { start, end, open: isOpen(tile, orientation, side) });
      }
    }
  }
  return [...sides.values()];
}

/**
 * @param {Side} side
 * @param {ToPixels} point
 * @returns {DrawnSide}
 */
function drawn(side, point) {
  const [[x, y], [toX, toY]] = [point(side.start), point(side.end)];
  const length = Math.hypot(toX - x, toY - y);
  /** @type {Point} */
  const way = [(toX - x) / length, (toY - y) / length];
  return { ...side, from: [x, y], way, inward: [-way[1], way[0]] };
}

/** The angle to the right from one side to the next. @type {(one: DrawnSide, two: DrawnSide) => number} */
const bend = ({ way: [x, y] }, { way: [toX, toY] }) => Math.atan2(x * toY - y * toX, x * toX + y * toY);

/**
 * The sides in loops, in order.
 * @param {DrawnSide[]} sides
 */
function loops(sides) {
  /** @type {Map<string, DrawnSide[]>} */
  const from = new Map();
  for (const side of sides) from.set(key(side.start), [...(from.get(key(side.start)) ?? []), side]);
  const left = new Set(sides);
  const found = [];
  for (const first of sides) {
    const loop = [];
    /** @type {DrawnSide | undefined} */
    let side = first;
    while (side && left.has(side)) {
      left.delete(side);
      loop.push(side);
      /** @type {DrawnSide} */
      const last = side;
      /** @type {DrawnSide[]} */
      const ways = (from.get(key(side.end)) ?? []).filter((one) => left.has(one));
      // Where a dungeon touches itself at a corner, its contour stays with the cells that share sides.
      side = ways.sort((one, two) => bend(last, two) - bend(last, one))[0];
    }
    if (loop.length) found.push(loop);
  }
  return found;
}

/**
 * The outline of these cells as a path, `inset` pixels inside them; a door that leads out leaves a gap.
 * @param {PlacedCell[]} cells
 * @param {ToPixels} point
 * @param {number} size
 * @param {number} inset
 */
export function contour(cells, point, size, inset) {
  let d = "";
  for (const loop of loops(border(cells).map((side) => drawn(side, point)))) {
    const corner = loop.map((side, index) => {
      const before = loop[(index + loop.length - 1) % loop.length];
      const share = inset / (1 + side.inward[0] * before.inward[0] + side.inward[1] * before.inward[1]);
      return [0, 1].map((axis) => tenth(side.from[axis] + (side.inward[axis] + before.inward[axis]) * share));
    });
    d += `M${corner[0]}`;
    loop.forEach((side, index) => {
      const end = corner[(index + 1) % loop.length];
      if (side.open) {
        const [before, after] = [0.5 - DOOR, 0.5 + DOOR].map((part) =>
          [0, 1].map((axis) => tenth(side.from[axis] + side.way[axis] * size * part + side.inward[axis] * inset)),
        );
        d += `L${before}M${after}`;
      }
      d += `L${end}`;
    });
  }
  return d;
}
