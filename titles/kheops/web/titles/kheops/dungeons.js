// The dungeons: their contours and values on the pyramid, and the table of their parts.

import { at, box, edge, path, picture } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, paragraph, textAt, textWidth } from "../../kit/text.js";
import { svg } from "../../kit/elements.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { contour, cornersOf, key } from "./contour.js";
import { apex, hall, longest, symbol } from "./icons.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Place, PlacedCell, Point, ToPixels } from "./contour.js"
 * @import { Context, Dungeon, View } from "./view.js"
 */

const CURSE = { symbol: "curse", colour: null, figure: null };
const COFFIN = { symbol: "sarcophagus", colour: "yellow", figure: "king" };

/**
 * The parts, value and owner of a dungeon, in words.
 * @param {Dungeon} dungeon
 * @param {View} table
 * @param {Context} context
 */
function dungeonParts(dungeon, table, context) {
  const [one, two] = table.players;
  const parts = [
    dungeon.halls && ngettext("{number} hall", "{number} halls", dungeon.halls),
    dungeon.sarcophagi && gettext("sarcophagi +{points}", { points: dungeon.sarcophagi }),
    dungeon.apex && gettext("apex +{points}", { points: dungeon.apex }),
    dungeon.longest && gettext("longest +{points}", { points: dungeon.longest }),
    dungeon.closed && gettext("closed: doubled"),
    dungeon.cursed && gettext("cursed: worth nothing"),
    gettext("pawns: {first} {number}, {second} {other}", {
      first: nameOf(context, one.seat),
      number: dungeon.pawns[one.seat],
      second: nameOf(context, two.seat),
      other: dungeon.pawns[two.seat],
    }),
    gettext("value {value}", { value: dungeon.value }),
    dungeon.winner === null
      ? gettext("belongs to no player")
      : gettext("belongs to {name}", { name: nameOf(context, dungeon.winner) }),
  ];
  return parts.filter(Boolean).join("; ");
}

/**
 * A dungeon in words.
 * @param {Dungeon} dungeon
 * @param {View} table
 * @param {Context} context
 */
export function dungeonText(dungeon, table, context) {
  const { length: number, 0: cell } = dungeon.cells;
  const size = ngettext("Dungeon of {number} tile from {cell}", "Dungeon of {number} tiles from {cell}", number, {
    cell,
  });
  return `${size}; ${dungeonParts(dungeon, table, context)}`;
}

/**
 * A dungeon as a thing, and what it is now.
 * @param {Dungeon} dungeon
 * @param {View} table
 * @param {Context} context
 */
const dungeonTold = (dungeon, table, context) => ({
  name: gettext("Dungeon from {cell}", { cell: dungeon.cells[0] }),
  text: `${ngettext("{number} tile", "{number} tiles", dungeon.cells.length)}; ${dungeonParts(dungeon, table, context)}`,
});

/**
 * The corner of the lattice shared by most cells of the dungeon and free of other badges.
 * @param {PlacedCell[]} cells
 * @param {Set<string>} taken
 */
function badgePlace(cells, taken) {
  /** @type {Map<string, { corner: Point, count: number }>} */
  const counts = new Map();
  for (const corner of cells.flatMap(cornersOf)) {
    const entry = counts.get(key(corner)) ?? { corner, count: 0 };
    entry.count += 1;
    counts.set(key(corner), entry);
  }
  const free = [...counts.values()].filter(({ corner }) => !taken.has(key(corner)));
  const best = (free.length ? free : [...counts.values()]).sort((one, two) => two.count - one.count)[0];
  taken.add(key(best.corner));
  return best.corner;
}

/**
 * @param {Dungeon} dungeon
 * @param {View} table
 * @param {Context} context
 * @param {boolean} isRoomy
 */
function badge(dungeon, table, context, isRoomy) {
  const look = isRoomy ? "kheops-value" : "kheops-value kheops-value-small";
  const height = isRoomy ? 20 : 16;
  const mark = dungeon.winner === null ? 0 : isRoomy ? 16 : 12;
  const doubled = dungeon.closed ? (isRoomy ? 20 : 17) : 0;
  const skull = dungeon.cursed ? (isRoomy ? 16 : 13) : 0;
  const shown = dungeon.cursed ? "" : String(dungeon.value);
  const space = textWidth(shown, look);
  const width = mark + skull + space + doubled + (isRoomy ? 11 : 7);
  let x = -width / 2 + (isRoomy ? 5 : 3);
  /** @type {Child[]} */
  const nodes = [box(-width / 2, -height / 2, width, height, "kheops-badge", height / 2.6)];
  if (dungeon.winner !== null) nodes.push(seatMark(dungeon.winner, x, -mark / 2 + 2, mark - 4));
  x += mark;
  if (skull) nodes.push(symbol(CURSE, x + skull / 2, 0, skull - 2));
  x += skull;
  if (shown) nodes.push(textAt(x, isRoomy ? 5 : 4.2, shown, look));
  if (doubled) {
    nodes.push(
      box(width / 2 - doubled - 1, -height / 2 + 1, doubled, height - 2, "kheops-double-ground", height / 2.6),
      textAt(width / 2 - doubled / 2 - 1, 4, "×2", "kheops-double-text", "middle"),
    );
  }
  const frame = edge(-width / 2, -height / 2, width, height, 9, 1.5);
  const node = picture(dungeonText(dungeon, table, context), ...nodes, frame);
  const { value, winner, closed, cursed } = dungeon;
  context.note(
    node,
    `dungeon ${dungeon.cells[0]}`,
    [value, winner, closed, cursed],
    dungeonTold(dungeon, table, context),
  );
  return { node, width };
}

/**
 * The contours and badges of all dungeons; `point` returns the pixels of a corner, `place` the place of a cell.
 * @param {View} table
 * @param {Context} context
 * @param {ToPixels} point
 * @param {(name: string) => Place} placeOf
 * @param {number} size
 */
export function dungeonNodes(table, context, point, placeOf, size) {
  const isRoomy = size >= 70;
  const inset = size * 0.028 + 0.8;
  /** @type {Map<string, PlacedCell>} */
  const cells = new Map();
  for (const { tile, orientation, ...cell } of table.cells) {
    if (tile && orientation !== null) cells.set(cell.cell, { ...cell, tile, orientation, place: placeOf(cell.cell) });
  }
  const taken = new Set();
  const lines = [];
  /** @type {Child[]} */
  const badges = [];
  const smallFirst = [...table.dungeons].sort((one, two) => one.cells.length - two.cells.length);
  for (const dungeon of smallFirst) {
    const own = dungeon.cells.flatMap((name) => cells.get(name) ?? []);
    if (!own.length) continue;
    const d = contour(own, point, size, inset);
    const owner = dungeon.winner === null ? "nobody" : table.players[dungeon.winner].colour;
    const look = dungeon.cursed ? "cursed" : owner;
    const wide = isRoomy ? " kheops-wide" : "";
    lines.push(
      path(d, `kheops-glow kheops-glow-${look}${wide}`),
      path(d, `kheops-contour-under kheops-under-${look}${wide}`),
      path(d, `kheops-contour kheops-contour-${look}${wide}`),
    );
    const { node, width } = badge(dungeon, table, context, isRoomy);
    const [x, y] = point(badgePlace(own, taken));
    badges.push(at(isRoomy ? x - width / 2 + 10 : x, y, node));
  }
  return [svg("g", { class: "kheops-unseen" }, ...lines), ...badges];
}

// The table

const LINE = 26;
// The start of each column in a line of this width. In a narrow line the bonuses are one sum.
const WIDE = { measure: 334, halls: 64, bonuses: 97, doubled: 204, pawns: [229, 261] };
const NARROW = { measure: 238, halls: 32, bonuses: 64, doubled: 96, pawns: [122, 156] };
const BONUS = 36;
const ROOMY = 320;

/** @param {number} width */
const columnsOf = (width) => (width < ROOMY ? NARROW : WIDE);

/**
 * @param {Dungeon} dungeon
 * @param {number} width
 */
function bonuses({ sarcophagi, apex: atApex, longest: forLongest }, width) {
  const sum = sarcophagi + atApex + forLongest;
  if (width < ROOMY) return sum ? [textAt(0, 5, `+${sum}`)] : [];
  return [
    { points: sarcophagi, draw: (/** @type {number} */ x) => symbol(COFFIN, x, 0, 16) },
    { points: atApex, draw: (/** @type {number} */ x) => apex(x, 0, 15) },
    { points: forLongest, draw: (/** @type {number} */ x) => longest(x, 0, 15) },
  ].flatMap(({ points, draw }, place) => (points ? [at(place * BONUS, 0, draw(8), textAt(17, 5, `+${points}`))] : []));
}

/**
 * @param {Dungeon} dungeon
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} index
 */
function dungeonLine(dungeon, table, context, width, index) {
  const columns = columnsOf(width);
  const column = (/** @type {number} */ part) => Math.round((width * part) / columns.measure);
  const half = LINE / 2 - 1;
  const doubled = column(columns.doubled);
  const nodes = [
    box(0.5, 0.5, width - 1, LINE - 3, index % 2 ? "kheops-lane kheops-lane-odd" : "kheops-lane", 5),
    textAt(8, half + 5, dungeon.cells[0], "kit-strong"),
    width >= ROOMY && textAt(column(39), half + 5, `(${dungeon.cells.length})`, "kit-soft"),
    hall(column(columns.halls) + 7, half, 14),
    textAt(column(columns.halls) + 17, half + 5, dungeon.halls),
    at(column(columns.bonuses), half, ...bonuses(dungeon, width)),
    dungeon.cursed
      ? symbol(CURSE, doubled + 8, half, 14)
      : dungeon.closed && textAt(doubled, half + 5, "×2", "kit-strong"),
    ...table.players.flatMap(({ seat }) => {
      const x = column(columns.pawns[seat]);
      return [seatMark(seat, x, half - 5, 10), textAt(x + 13, half + 5, dungeon.pawns[seat])];
    }),
    textAt(width - 24, half + 5, dungeon.value, width < 330 ? "kit-strong" : "kit-sum", "end"),
    dungeon.winner === null
      ? textAt(width - 13, half + 5, "–", "kit-soft", "middle")
      : seatMark(dungeon.winner, width - 20, half - 7, 14),
  ];
  const node = picture(dungeonText(dungeon, table, context), ...nodes, edge(0, 0, width, LINE - 2, 6, 1));
  const { cells, value, pawns, winner } = dungeon;
  context.note(node, `line ${cells[0]}`, [cells, value, pawns, winner], dungeonTold(dungeon, table, context));
  return node;
}

/**
 * All dungeons, one per line.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function dungeonTable(table, context, width) {
  const title = gettext("Dungeons");
  const inner = width - 24;
  const columns = columnsOf(inner);
  const share = inner / columns.measure;
  const column = (/** @type {number} */ part) => 12 + Math.round(share * part);
  const look = "kit-small kit-soft";
  const bonusesWide = (columns.pawns[0] - columns.bonuses) * share - 6;
  /** @type {Child[]} */
  const nodes = [
    ...heading(title),
    inner >= 460 && fitted(column(columns.bonuses), 21, gettext("bonuses"), bonusesWide, look),
    fitted(column(columns.pawns[0]), 21, gettext("pawns"), 55 * share, look),
    fitted(width - 16, 21, gettext("value"), 45 * share, look, "end"),
  ];
  let height = 32 + table.dungeons.length * LINE;
  if (!table.dungeons.length) {
    const words = gettext("None yet: a dungeon is two or more tiles whose open sides meet.");
    const none = paragraph(14, 46, words, inner, "kit-small");
    nodes.push(...none.nodes);
    height += none.height + 6;
  }
  table.dungeons.forEach((dungeon, index) =>
    nodes.push(at(12, 32 + index * LINE, dungeonLine(dungeon, table, context, inner, index))),
  );
  return { title, height: height + 8, nodes };
}
