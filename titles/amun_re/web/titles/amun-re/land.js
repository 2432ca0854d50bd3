// The landscape: sea and coast, the irregular borders of the provinces, and the course of the Nile. Neighbours share
// each border, because both compute it from the same two corners of one lattice.

import { svg } from "../../kit/elements.js";
import { shading } from "../../kit/materials.js";
import { at, path, range, tenth, times } from "../../kit/shapes.js";

/** @import { Drawn } from "../../kit/elements.js" */
/** @typedef {[number, number]} Point */

/**
 * The layout in pixels: `lines` are the heights of the borders from west to east, `xs` the places of the six borders
 * from north to south; the Nile is between the third and the fourth of them.
 * @typedef {{ lines: number[], xs: number[], gap: number, bend: number, rough: number }} Lattice
 */

/** The free space in a province for its contents. @typedef {{ x: number, y: number, width: number }} Room */

/** The textures of the land, as definitions of a drawing: green by the Nile, dry far from it. */
export const lands = () =>
  svg(
    "defs",
    {},
    shading("amunre-west", [0, 0.45, 1], "along"),
    shading("amunre-east", [0, 0.55, 1], "along"),
    shading("amunre-dry", [0, 1]),
    shading("amunre-rock", [0, 1]),
    shading("amunre-sea", [0, 1], "down"),
  );

/** A number from -1 to 1, deterministic for these two. @type {(one: number, other: number) => number} */
function uneven(one, other) {
  const large = Math.sin(one * 127.1 + other * 311.7) * 43758.5453;
  return (large - Math.floor(large)) * 2 - 1;
}

/** The Nile's deviation from its middle at this line. @type {(lattice: Lattice, line: number) => number} */
const meander = ({ bend }, line) => bend * Math.sin(line * 1.7 + 0.6);

/** How much each border follows the Nile's bends, and how much it varies on its own. */
const FOLLOWS = [0, 0.5, 1, 1, 0.5, 0];
const STRAYS = [0.5, 0.8, 0, 0, 0.8, 0.5];
/** How far a border from west to east deviates from its line: it rises or falls away from the Nile. */
const TILTS = [1, 0.4, -0.2, -0.2, 0.4, 1];

/** A corner of the lattice. @type {(lattice: Lattice, column: number, line: number) => Point} */
function corner(lattice, column, line) {
  const { rough } = lattice;
  const tilt = Math.sin(line * 2.3 + (column < 3 ? 0 : 2)) * TILTS[column] * 0.9;
  return [
    lattice.xs[column] + FOLLOWS[column] * meander(lattice, line) + STRAYS[column] * rough * uneven(column, line),
    lattice.lines[line] + rough * (tilt + 0.4 * uneven(line + 20, column)),
  ];
}

/** @type {(point: Point) => string} */
const written = ([x, y]) => `${tenth(x)} ${tenth(y)}`;

/**
 * The points of a border from one corner to the other, two curves with a bend where they meet.
 * @param {number} rough
 * @param {Point} from
 * @param {Point} to
 * @param {[number, number]} border its identity, the same from both sides
 * @returns {Point[]}
 */
function bends(rough, [x, y], to, [one, other]) {
  const [dx, dy] = [to[0] - x, to[1] - y];
  const length = Math.hypot(dx, dy) || 1;
  const [across, down] = [-dy / length, dx / length];
  /** @type {(along: number, aside: number) => Point} */
  const point = (along, aside) => [x + dx * along + across * aside * rough, y + dy * along + down * aside * rough];
  const middle = 0.5 + uneven(one + 3, other) * 0.12;
  const aside = uneven(one, other + 7) * 0.8;
  const slope = uneven(one + 7, other) * 0.7;
  return [
    point(middle * 0.4, -aside * 0.6 + uneven(one, other) * 0.7),
    point(middle - 0.14, aside - slope),
    point(middle, aside),
    point(middle + 0.14, aside + slope),
    point(1 - (1 - middle) * 0.4, -aside * 0.4 + uneven(one + 11, other) * 0.7),
    to,
  ];
}

/**
 * The points of a bank, along the Nile.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[]}
 */
function bank([x, y], [toX, toY]) {
  const high = (toY - y) / 4;
  const middle = (x + toX) / 2;
  return [
    [x, y + high],
    [(x + middle) / 2, y + high],
    [middle, y + 2 * high],
    [(middle + toX) / 2, y + 3 * high],
    [toX, y + 3 * high],
    [toX, toY],
  ];
}

/**
 * The path from one corner to the other, slightly uneven; along the Nile it follows the bank.
 * @param {Lattice} lattice
 * @param {Point} from
 * @param {Point} to
 * @param {[number, number]} border
 * @param {boolean} isBack whether it runs backwards
 * @param {boolean} [isBank]
 */
function way(lattice, from, to, border, isBack, isBank = false) {
  const [start, end] = isBack ? [to, from] : [from, to];
  const found = isBank ? bank(start, end) : bends(lattice.rough, start, end, border);
  const points = isBack ? [...found.slice(0, -1).reverse(), to] : found;
  const [a, b, c, d, e, f] = points.map(written);
  return `C${a} ${b} ${c}C${d} ${e} ${f}`;
}

/**
 * The outline of the province between this border and the next, below this line, and the space in it.
 * @param {Lattice} lattice
 * @param {number} column
 * @param {number} line
 * @returns {{ outline: string, room: Room }}
 */
export function outlineOf(lattice, column, line) {
  const half = lattice.gap / 2;
  /** @type {(right: number, down: number) => Point} */
  const cornerAt = (right, down) => {
    const [x, y] = corner(lattice, column + right, line + down);
    return [x + (right ? -half : half), y + (down ? -half : half)];
  };
  const [northWest, northEast, southEast, southWest] = [cornerAt(0, 0), cornerAt(1, 0), cornerAt(1, 1), cornerAt(0, 1)];
  const isBank = (/** @type {number} */ border) => border === 2 || border === 3;
  const outline = [
    `M${written(northWest)}`,
    way(lattice, northWest, northEast, [column, line + 40], false),
    way(lattice, northEast, southEast, [column + 1, line + 80], false, isBank(column + 1)),
    way(lattice, southEast, southWest, [column, line + 41], true),
    way(lattice, southWest, northWest, [column, line + 80], true, isBank(column)),
    "z",
  ].join("");
  const edge = 1 + lattice.rough * 0.5;
  const x = Math.max(northWest[0], southWest[0]) + edge;
  const y = Math.max(northWest[1], northEast[1]) + lattice.rough * 0.8;
  return { outline, room: { x, y, width: Math.min(northEast[0], southEast[0]) - edge - x } };
}

/**
 * The land from the northern coast down: to the east the sea fills the rest of the lattice, and extends into these
 * lines.
 * @param {Lattice} lattice
 * @param {Set<number>} bays
 * @param {number} coast the position of the northern coast
 * @param {number} right
 * @param {number} bottom
 */
export function mainland(lattice, bays, coast, right, bottom) {
  const { rough, lines, xs } = lattice;
  const center = (xs[2] + xs[3]) / 2;
  // The delta extends into the sea.
  const yAt = (/** @type {number} */ x) => coast + ((x - center) / center) ** 2 * rough * 2.5;
  const first = corner(lattice, 5, 0);
  const count = 14;
  const north = range(1, count).map((index) => {
    const x = 1 + ((right - first[0]) * -0.2 + first[0]) * (index / count);
    const high = rough * (0.5 + 0.5 * uneven(index, 5)) * (index % 2 ? -1 : 1);
    return `Q${written([x - first[0] / count / 2, yAt(x) + high * 1.6])} ${written([x, yAt(x) + high * 0.3])}`;
  });
  let shore = `L${written(first)}`;
  for (const line of range(0, lines.length - 2)) {
    const [outer, lower] = [corner(lattice, 5, line), corner(lattice, 5, line + 1)];
    if (!bays.has(line)) {
      shore += way(lattice, outer, lower, [5, line + 80], false);
      continue;
    }
    const [inner, end] = [corner(lattice, 4, line), corner(lattice, 4, line + 1)];
    shore += way(lattice, outer, inner, [4, line + 40], true);
    shore += way(lattice, inner, end, [4, line + 80], false);
    shore += way(lattice, end, lower, [4, line + 41], false);
  }
  return `M1.5 ${tenth(yAt(1))}${north.join("")}${shore}V${tenth(bottom)}H9q-7.5 0-7.5-7.5z`;
}

/**
 * Waves on the sea in this place.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} step the distance between them
 */
export function waves(x, y, width, height, step) {
  const count = Math.round((width * height) / (step * step));
  return times(count, (index) => {
    const left = x + ((uneven(index, 11) + 1) / 2) * Math.max(0, width - step * 0.6);
    const top = y + ((index + 0.5) / count) * height;
    return `M${written([left, top])}q${tenth(step * 0.15)}-${tenth(step * 0.14)} ${tenth(step * 0.3)} 0t${tenth(step * 0.3)} 0`;
  }).join("");
}

/**
 * The ground of a province below its contents: fields in strips by the Nile, dunes in the western desert, rocks in the
 * eastern one.
 * @param {"river" | "west" | "east"} kind
 * @param {Room} room
 * @param {number} bottom
 * @param {number} seed
 */
export function relief(kind, { x, width }, bottom, seed) {
  const size = width / 5;
  const spots = times(3, (index) => [
    x + (0.18 + index * 0.32 + uneven(seed, index) * 0.08) * width,
    bottom - size * (0.15 + 0.45 * Math.abs(uneven(index, seed + 3))),
  ]);
  const [one, two, four] = [size, size / 2, size / 4].map(tenth);
  if (kind === "river") {
    const strips = spots.map(
      ([left, y]) => `M${written([left - two, y])}l${two}-${four}m${four} ${four}l-${two} ${four}`,
    );
    return path(strips.join(""), "amunre-strips");
  }
  if (kind === "west") {
    const dunes = spots.map(
      ([left, y]) => `M${written([left - one, y])}q${two}-${two} ${one} 0q${four}-${four} ${two} 0`,
    );
    return path(dunes.join(""), "amunre-dunes");
  }
  const rocks = spots.map(
    ([left, y]) => `M${written([left - two, y])}l${two}-${two} ${two} ${two}m-${two}-${two}l-${tenth(size / 8)} ${two}`,
  );
  return path(rocks.join(""), "amunre-rocks");
}

/** A ship with its sail, around 0, 0. */
export const ship = () =>
  svg(
    "g",
    {},
    path("M-1-15h2V1h-2z", "amunre-pole"),
    path("M2-15q10 3 10 13H2z", "amunre-sail"),
    path("M-13-1q3 8 9 8h10q6 0 9-9-5 4-9 4H-8q-3 0-5-3z", "amunre-hull"),
  );

const PALM = "M0 0q-2-9 1-20-7-1-11 4 1-7 8-8-5-4-11-1 6-6 13-1 3-6 10-5-6 1-7 6 8-2 12 4-7-4-12 0-1 12 1 21z";

/**
 * An oasis in a part of the desert without a province.
 * @param {Lattice} lattice
 * @param {number} column
 * @param {number} line
 */
export function oasis(lattice, column, line) {
  const x = (lattice.xs[column] + lattice.xs[column + 1]) / 2;
  const y = (lattice.lines[line] + lattice.lines[line + 1]) / 2;
  const dune = `M${written([-52, 22])}q18-13 36-2t34-4 36 2M-34 32q16-9 30-1`;
  return at(
    x,
    y,
    svg(
      "g",
      { transform: `scale(${tenth(0.5 + lattice.rough * 0.08)})` },
      path("M-24 12q4-8 24-8t24 8q-6 6-24 6t-24-6z", "amunre-pool"),
      path(PALM, "amunre-palm"),
      svg("g", { transform: "translate(16 10) scale(-.8 .8)" }, path(PALM, "amunre-palm")),
      path(dune, "amunre-dunes"),
    ),
  );
}

/**
 * The Nile down all lines, and its delta above the first one: the larger the offerings, the fuller its bed.
 * @param {Lattice} lattice
 * @param {number} level from 0 to 1
 * @param {number} top where the arms of the delta end
 * @param {number[]} arms the ends of the arms
 * @param {number} bottom
 */
export function nile(lattice, level, top, arms, bottom) {
  const center = (lattice.xs[2] + lattice.xs[3]) / 2;
  const width = lattice.xs[3] - lattice.xs[2];
  const { lines } = lattice;
  /** @type {Point[]} */
  const points = lines.map((y, line) => [center + meander(lattice, line), y]);
  const last = points[points.length - 1];
  const mouth = points[0];
  const high = mouth[1] - top;
  let course = `M${written(mouth)}`;
  for (const line of range(1, points.length - 1)) {
    const [before, here] = [points[line - 1], points[line]];
    const down = (here[1] - before[1]) / 2;
    course += `C${written([before[0], before[1] + down])} ${written([here[0], here[1] - down])} ${written(here)}`;
  }
  course += `V${tenth(Math.max(bottom, last[1]))}`;
  const delta = arms
    .map((x) => {
      const aside = mouth[0] + (x - mouth[0]) * 0.3;
      return `M${written([mouth[0], mouth[1] + 4])}Q${written([aside, mouth[1] - high * 0.45])} ${written([x, top])}`;
    })
    .join("");
  const [first, end] = [arms[0], arms[arms.length - 1]];
  const fan = `M${written(mouth)}L${written([first - width / 3, top])}H${tenth(end + width / 3)}z`;
  const water = width * (0.46 + 0.44 * level);
  const ripples = times(lines.length * 2, (index) => {
    const y = lines[0] + ((index + 0.5) * (bottom - lines[0])) / (lines.length * 2);
    const line = Math.min(lines.length - 1, index / 2);
    const x = center + meander(lattice, line) + uneven(index, 3) * water * 0.16;
    return `M${written([x - water * 0.22, y])}q${tenth(water * 0.11)}-4 ${tenth(water * 0.22)} 0t${tenth(water * 0.22)} 0`;
  }).join("");
  /** @type {(d: string, look: string, wide: number) => Drawn} */
  const stream = (d, look, wide) => svg("path", { d, class: `amunre-stream ${look}`, "stroke-width": tenth(wide) });
  return [
    path(fan, "amunre-fan"),
    stream(course, "amunre-bed", width + lattice.gap),
    stream(delta, "amunre-nile", width * (0.08 + 0.12 * level)),
    stream(course, "amunre-shallow", water + width * 0.08),
    stream(course, "amunre-nile", water),
    stream(course, "amunre-deep", water * 0.55),
    path(ripples, "amunre-ripple"),
  ];
}
