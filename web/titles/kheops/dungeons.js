// The dungeons: their contours and values on the pyramid, and the table that says what each is made of.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext, ngettext } from "../../texts.js";
import { apex, hall, longest, symbol } from "./icons.js";
import { at, box, edge, fit, heading, nameOf, telling, tenth, wrapped } from "./parts.js";
import { isOpen } from "./tile.js";

const CURSE = { symbol: "curse" };
const COFFIN = { symbol: "sarcophagus", colour: "yellow", figure: "king" };

/** What a dungeon is made of, what it is worth and whose it is. */
export function dungeonText(dungeon, table, context) {
  const [one, two] = table.players;
  const parts = [
    ngettext("Dungeon of {number} tile from {cell}", "Dungeon of {number} tiles from {cell}", dungeon.cells.length, {
      cell: dungeon.cells[0],
    }),
    ngettext("{number} hall", "{number} halls", dungeon.halls),
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
      ? gettext("belongs to nobody")
      : gettext("belongs to {name}", { name: nameOf(context, dungeon.winner) }),
  ];
  return parts.filter(Boolean).join("; ");
}

// Contours. Corners of cells are counted in half sides from the left and in rows from the bottom.

const UP = [
  [[0, 0], [1, 1], 1],
  [[1, 1], [2, 0], 2],
  [[2, 0], [0, 0], 0],
];
const DOWN = [
  [[0, 1], [2, 1], 0],
  [[2, 1], [1, 0], 1],
  [[1, 0], [0, 1], 2],
];

const key = ([x, y]) => `${x},${y}`;

/** The sides of these cells that are no side of another of them, clockwise around each cell. */
function border(cells) {
  const sides = new Map();
  for (const { place, up, tile, orientation } of cells) {
    for (const [from, to, side] of up ? UP : DOWN) {
      const start = [place.x + from[0], place.row + from[1]];
      const end = [place.x + to[0], place.row + to[1]];
      const facing = `${key(end)} ${key(start)}`;
      if (!sides.delete(facing)) {
        sides.set(`${key(start)} ${key(end)}`, { start, end, open: isOpen(tile, orientation, side) });
      }
    }
  }
  return [...sides.values()];
}

function loops(sides, point) {
  for (const side of sides) {
    const [[x, y], [toX, toY]] = [point(side.start), point(side.end)];
    const length = Math.hypot(toX - x, toY - y);
    side.from = [x, y];
    side.way = [(toX - x) / length, (toY - y) / length];
    side.inward = [-side.way[1], side.way[0]];
  }
  const from = new Map();
  for (const side of sides) from.set(key(side.start), [...(from.get(key(side.start)) ?? []), side]);
  const left = new Set(sides);
  const found = [];
  const bend = (one, two) =>
    Math.atan2(one.way[0] * two.way[1] - one.way[1] * two.way[0], one.way[0] * two.way[0] + one.way[1] * two.way[1]);
  for (const first of sides) {
    const loop = [];
    for (let side = first; side && left.has(side);) {
      left.delete(side);
      loop.push(side);
      const ways = from.get(key(side.end)).filter((one) => left.has(one));
      // Where a dungeon touches itself at a corner, its contour stays with the cells that share sides.
      const last = side;
      side = ways.sort((one, two) => bend(last, two) - bend(last, one))[0];
    }
    if (loop.length) found.push(loop);
  }
  return found;
}

function contour(cells, point, size, inset) {
  let d = "";
  for (const loop of loops(border(cells), point)) {
    const corner = loop.map((side, index) => {
      const before = loop[(index + loop.length - 1) % loop.length];
      const sum = [0, 1].map((axis) => side.inward[axis] + before.inward[axis]);
      const share = inset / (1 + side.inward[0] * before.inward[0] + side.inward[1] * before.inward[1]);
      return [0, 1].map((axis) => tenth(side.from[axis] + sum[axis] * share));
    });
    d += `M${corner[0]}`;
    loop.forEach((side, index) => {
      const end = corner[(index + 1) % loop.length];
      if (side.open) {
        // A door that leads out of the dungeon leaves a gap.
        const [before, after] = [0.5 - 0.14, 0.5 + 0.14].map((part) =>
          [0, 1].map((axis) => tenth(side.from[axis] + side.way[axis] * size * part + side.inward[axis] * inset)),
        );
        d += `L${before}M${after}`;
      }
      d += `L${end}`;
    });
  }
  return d;
}

/** The corner of the lattice that most cells of the dungeon share and no other badge has. */
function badgePlace(cells, taken) {
  const counts = new Map();
  for (const { place, up } of cells) {
    for (const [from] of up ? UP : DOWN) {
      const corner = [place.x + from[0], place.row + from[1]];
      const entry = counts.get(key(corner)) ?? { corner, count: 0 };
      entry.count += 1;
      counts.set(key(corner), entry);
    }
  }
  const free = [...counts.values()].filter(({ corner }) => !taken.has(key(corner)));
  const best = (free.length ? free : [...counts.values()]).sort((one, two) => two.count - one.count)[0];
  taken.add(key(best.corner));
  return best.corner;
}

function badge(dungeon, table, context, isRoomy) {
  const size = isRoomy ? 14 : 12;
  const text = String(dungeon.value);
  const height = isRoomy ? 20 : 16;
  const mark = dungeon.winner === null ? 0 : isRoomy ? 14 : 10;
  const doubled = dungeon.closed ? (isRoomy ? 20 : 17) : 0;
  const skull = dungeon.cursed ? (isRoomy ? 16 : 13) : 0;
  const shown = dungeon.cursed ? "" : text;
  const width = mark + skull + shown.length * size * 0.62 + doubled + (isRoomy ? 10 : 6);
  let x = -width / 2 + (isRoomy ? 5 : 3);
  const nodes = [box(-width / 2, -height / 2, width, height, "kheops-badge", height / 2.6)];
  if (mark) nodes.push(seatMark(dungeon.winner, x - 1, -mark / 2 + 1, mark - 2));
  x += mark;
  if (skull) nodes.push(symbol(CURSE, x + skull / 2, 0, skull - 2));
  x += skull;
  if (shown) nodes.push(label(x, size * 0.35, shown, { class: `kheops-value${isRoomy ? "" : " kheops-value-small"}` }));
  x += shown.length * size * 0.62;
  if (doubled) {
    nodes.push(
      box(width / 2 - doubled - 1, -height / 2 + 1, doubled, height - 2, "kheops-double-ground", height / 2.6),
      label(width / 2 - doubled / 2 - 1, 4, "×2", { class: "kheops-double-text", "text-anchor": "middle" }),
    );
  }
  const frame = edge(-width / 2, -height / 2, width, height, 9, 1.5);
  const node = telling(dungeonText(dungeon, table, context), ...nodes, frame);
  context.note(node, `dungeon ${dungeon.cells[0]}`, [dungeon.value, dungeon.winner, dungeon.closed, dungeon.cursed]);
  return { node, width };
}

/** The contours and badges of all dungeons; `point` gives the pixels of a corner, `place` where a cell lies. */
export function dungeonNodes(table, context, point, placeOf, size) {
  const isRoomy = size >= 70;
  const inset = size * 0.028 + 0.8;
  const cells = new Map(table.cells.map((cell) => [cell.cell, { ...cell, place: placeOf(cell.cell) }]));
  const taken = new Set();
  const lines = [];
  const badges = [];
  const smallFirst = [...table.dungeons].sort((one, two) => one.cells.length - two.cells.length);
  for (const dungeon of smallFirst) {
    const own = dungeon.cells.map((name) => cells.get(name)).filter((cell) => cell.tile);
    if (!own.length) continue;
    const d = contour(own, point, size, inset);
    const owner = dungeon.winner === null ? "kheops-contour-nobody" : `kheops-stroke-${dungeon.winner}`;
    const look = dungeon.cursed ? "kheops-contour-cursed" : owner;
    const wide = isRoomy ? " kheops-wide" : "";
    lines.push(
      svg("path", { d, class: `kheops-contour-under${wide}` }),
      svg("path", { d, class: `kheops-contour ${look}${wide}` }),
    );
    const { node, width } = badge(dungeon, table, context, isRoomy);
    const [x, y] = point(badgePlace(own, taken));
    badges.push(at(isRoomy ? x - width / 2 + 10 : x, y, node));
  }
  return [svg("g", { class: "kheops-unseen" }, ...lines), ...badges];
}

// The table

const LINE = 26;
// Where each part of a line begins, in a line of this width.
const MEASURE = 334;
const COLUMNS = { tiles: 39, halls: 64, sarcophagi: 97, apex: 138, longest: 170, doubled: 204, pawns: [229, 261] };

function bonuses(dungeon, column) {
  const draws = {
    sarcophagi: (x) => symbol(COFFIN, x, 0, 16),
    apex: (x) => apex(x, 0, 15),
    longest: (x) => longest(x, 0, 15),
  };
  return Object.entries(draws).flatMap(([name, draw]) => {
    const x = column(COLUMNS[name]);
    return dungeon[name] ? [draw(x + 8), label(x + 17, 5, `+${dungeon[name]}`, { class: "kheops-line" })] : [];
  });
}

function dungeonLine(dungeon, table, context, width, index) {
  const column = (part) => Math.round((width * part) / MEASURE);
  const middle = LINE / 2 - 1;
  const doubled = column(COLUMNS.doubled);
  const nodes = [
    box(0.5, 0.5, width - 1, LINE - 3, index % 2 ? "kheops-lane kheops-lane-odd" : "kheops-lane", 5),
    label(8, middle + 5, dungeon.cells[0], { class: "kheops-line kheops-strong" }),
    label(column(COLUMNS.tiles), middle + 5, `(${dungeon.cells.length})`, { class: "kheops-line kheops-soft" }),
    hall(column(COLUMNS.halls) + 7, middle, 14),
    label(column(COLUMNS.halls) + 17, middle + 5, dungeon.halls, { class: "kheops-line" }),
    at(0, middle, ...bonuses(dungeon, column)),
    dungeon.cursed
      ? symbol(CURSE, doubled + 8, middle, 14)
      : dungeon.closed && label(doubled, middle + 5, "×2", { class: "kheops-line kheops-strong" }),
    ...table.players.flatMap(({ seat }) => {
      const x = column(COLUMNS.pawns[seat]);
      return [
        seatMark(seat, x, middle - 5, 10),
        label(x + 13, middle + 5, dungeon.pawns[seat], { class: "kheops-line" }),
      ];
    }),
    label(width - 24, middle + 5, dungeon.value, {
      class: width < 330 ? "kheops-line kheops-strong" : "kheops-sum",
      "text-anchor": "end",
    }),
    dungeon.winner === null
      ? label(width - 13, middle + 5, "–", { class: "kheops-line kheops-soft", "text-anchor": "middle" })
      : seatMark(dungeon.winner, width - 20, middle - 7, 14),
  ];
  const node = telling(dungeonText(dungeon, table, context), ...nodes, edge(0, 0, width, LINE - 2, 6, 1));
  context.note(node, `line ${dungeon.cells[0]}`, [dungeon.cells, dungeon.value, dungeon.pawns, dungeon.winner]);
  return node;
}

/** All dungeons, one in a line. */
export function dungeonTable(table, context, width) {
  const title = gettext("Dungeons");
  const inner = width - 24;
  const nodes = [...heading(title)];
  const column = (part) => 12 + Math.round((inner * part) / MEASURE);
  const share = inner / MEASURE;
  const small = { class: "kheops-small kheops-soft" };
  if (inner >= 460) nodes.push(label(column(COLUMNS.sarcophagi), 21, fit(gettext("bonuses"), 100 * share, 11), small));
  nodes.push(
    label(column(COLUMNS.pawns[0]), 21, fit(gettext("pawns"), 55 * share, 11), small),
    label(width - 16, 21, fit(gettext("value"), 45 * share, 11), { ...small, "text-anchor": "end" }),
  );
  let height = 32 + table.dungeons.length * LINE;
  if (!table.dungeons.length) {
    const words = wrapped(gettext("None yet: a dungeon is two or more tiles whose doors meet."), inner, 12);
    words.forEach((line, index) => nodes.push(label(14, 46 + index * 16, line, { class: "kheops-small" })));
    height += words.length * 16 + 6;
  }
  table.dungeons.forEach((dungeon, index) =>
    nodes.push(at(12, 32 + index * LINE, dungeonLine(dungeon, table, context, inner, index))),
  );
  return { title, height: height + 8, nodes };
}
