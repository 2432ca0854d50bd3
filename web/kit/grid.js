// Grid: a board of hexes or squares that a title declares (`grid` of its view).

import { gettext } from "../core/i18n.js";
import { svg } from "./elements.js";
import { seatMark } from "./icons.js";
import { at, edgeOf, path, picture } from "./shapes.js";
import { nameOf } from "./table-frame.js";
import { middle } from "./text.js";

/** @import { DrawingContext } from "../types" */
/** @import { Part } from "./table-frame.js" */
/** @import { Surface } from "./stage.js" */

/** @typedef {{ name: string, column: number, row: number, seat: number | null, text: string }} Cell */
/** @typedef {{ shape: "hexes" | "squares", cells: Cell[], sides: (number | null)[], field: string }} Grid */

const PAD = 14;
/** The width of a cell: the least that can be picked, the least in which its name can be read, and the most. */
const [LEAST, NAMED, MOST] = [22, 34, 64];

/**
 * For each shape its corners and the height of a row, in widths of a cell around its middle; how far each row is shifted
 * against the one above; and the corners of its edge at the top, right, bottom and left of the board.
 */
const SHAPES = {
  hexes: {
    corners: [[0, -0.577], [0.5, -0.289], [0.5, 0.289], [0, 0.577], [-0.5, 0.289], [-0.5, -0.289]], // prettier-ignore
    row: 0.866,
    shift: 0.5,
    sides: [[5, 0, 1], [0, 1, 2], [2, 3, 4], [3, 4, 5]], // prettier-ignore
  },
  squares: {
    corners: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], // prettier-ignore
    row: 1,
    shift: 0,
    sides: [[0, 1], [1, 2], [2, 3], [3, 0]], // prettier-ignore
  },
};

/**
 * The middles of the cells, and the size of all of them together, in widths of a cell.
 * @param {Grid} grid
 */
function placesOf({ shape, cells }) {
  const { corners, row, shift } = SHAPES[shape];
  const middles = cells.map((cell) => [cell.column + shift * cell.row, row * cell.row]);
  const [xs, ys] = [0, 1].map((axis) => middles.map((one) => one[axis]));
  const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) + corners[0][1]];
  return {
    places: middles.map(([x, y]) => [x - left, y - top]),
    across: Math.max(...xs) + 0.5 - left,
    down: Math.max(...ys) - corners[0][1] - top,
  };
}

/**
 * The outline of a cell, or a part of it, as a path.
 * @param {Grid["shape"]} shape
 * @param {number} size
 * @param {number[]} [part]
 */
function outline(shape, size, part) {
  const { corners } = SHAPES[shape];
  const points = (part ?? [...corners.keys()]).map((corner) => corners[corner].map((one) => (one * size).toFixed(1)));
  return `M${points.map((point) => point.join(" ")).join("L")}${part ? "" : "z"}`;
}

/**
 * A cell, and what stands on it.
 * @param {Grid} grid
 * @param {DrawingContext} context
 * @param {Cell} cell
 * @param {number} size
 */
function drawCell({ shape, field }, context, { name, seat, text }, size) {
  const owner = seat === null ? "" : nameOf(context, seat);
  const words = [text, owner].filter(Boolean).join(", ") || gettext("empty");
  const said = gettext("{cell}: {content}", { cell: name, content: words });
  const isEmpty = seat === null && !text;
  const node = at(
    0,
    0,
    picture(
      said,
      path(outline(shape, size - 1), "kit-cell"),
      isEmpty && size >= NAMED && middle(0, 4, name, "kit-small kit-soft"),
    ),
  );
  if (!isEmpty) {
    const mark = at(
      0,
      0,
      seat !== null && seatMark(seat, -size * 0.3, -size * 0.3, size * 0.6),
      text && glyph(text, size),
    );
    node.append(context.piece(mark, "piece", name, { face: `${seat} ${text}` }));
  }
  node.append(edgeOf("path", { d: outline(shape, size - 3) }));
  context.pick(node, { [field]: name }, said);
  context.note(node, `cell ${name}`, [seat, text], { name, text: words });
  return node;
}

/**
 * @param {string} text
 * @param {number} size
 */
const glyph = (text, size) =>
  svg("text", { y: size * 0.2, "text-anchor": "middle", "font-size": size * 0.6, class: "kit-glyph" }, text);

/**
 * The board.
 * @param {Grid} grid
 * @param {DrawingContext} context
 * @param {number} width
 * @returns {Part}
 */
function board(grid, context, width) {
  const { places, across, down } = placesOf(grid);
  const size = Math.min(MOST, (width - 2 * PAD) / across);
  const margin = (width - across * size) / 2;
  /** @param {number} index */
  const spot = (index) => [margin + places[index][0] * size, PAD + places[index][1] * size];
  const rows = grid.cells.map(({ row }) => row);
  const columns = grid.cells.map(({ column }) => column);
  const ends = [Math.min(...rows), Math.max(...columns), Math.max(...rows), Math.min(...columns)];
  const edges = grid.sides.flatMap((seat, side) =>
    grid.cells.flatMap((cell, index) => {
      const isAtEnd = (side % 2 ? cell.column : cell.row) === ends[side];
      if (seat === null || !isAtEnd) return [];
      const [x, y] = spot(index);
      return [at(x, y, path(outline(grid.shape, size, SHAPES[grid.shape].sides[side]), `kit-side kit-stroke-${seat}`))];
    }),
  );
  const cells = grid.cells.map((cell, index) => {
    const [x, y] = spot(index);
    return at(x, y, drawCell(grid, context, cell, size));
  });
  return { title: gettext("The table"), height: 2 * PAD + down * size, nodes: [...edges, ...cells] };
}

/**
 * The board as the surface of a table.
 * @param {Grid} grid
 * @param {DrawingContext} context
 * @returns {Surface}
 */
export function gridSurface(grid, context) {
  const { across } = placesOf(grid);
  return {
    least: Math.max(320, LEAST * across + 2 * PAD),
    most: Math.max(320, MOST * across + 2 * PAD),
    draw: (width) => board(grid, context, width),
  };
}
