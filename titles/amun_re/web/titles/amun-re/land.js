// The lie of the land: the borders of the provinces, as irregular as rivers and ways make them, and the course of the
// Nile. Neighbours share each border, for both compute it from the same two corners of one lattice.

import { svg } from "../../kit/elements.js";
import { shading } from "../../kit/materials.js";
import { at, path, range, tenth, times } from "../../kit/shapes.js";

/** @import { Drawn } from "../../kit/elements.js" */
/** @typedef {[number, number]} Point */

/**
 * Where everything lies, in pixels: `lines` are the heights of the borders from west to east, `xs` the places of the six
 * borders from north to south; the Nile is between the third and the fourth of them.
 * @typedef {{ lines: number[], xs: number[], gap: number, bend: number, rough: number }} Lattice
 */

/** What is free of a province for what is drawn in it. @typedef {{ x: number, y: number, width: number }} Room */

/** What the land is made of, as definitions of a drawing: green by the Nile, dry far from it. */
export const lands = () =>
  svg(
    "defs",
    {},
    shading("amunre-west", [0, 1], "along"),
    shading("amunre-east", [0, 1], "along"),
    shading("amunre-dry", [0, 1]),
  );

/** A number from -1 to 1 that is always the same for these two. @type {(one: number, other: number) => number} */
function uneven(one, other) {
  const large = Math.sin(one * 127.1 + other * 311.7) * 43758.5453;
  return (large - Math.floor(large)) * 2 - 1;
}

/** How far the Nile is from its middle at this line. @type {(lattice: Lattice, line: number) => number} */
const meander = ({ bend }, line) => bend * Math.sin(line * 1.7 + 0.6);

/** How much of the Nile's bends each border follows, and how much each strays by itself. */
const FOLLOWS = [0, 0.5, 1, 1, 0.5, 0];
const STRAYS = [0.5, 0.8, 0, 0, 0.8, 0.5];

/** A corner of the lattice. @type {(lattice: Lattice, column: number, line: number) => Point} */
function corner(lattice, column, line) {
  const stray = STRAYS[column] * lattice.rough;
  return [
    lattice.xs[column] + FOLLOWS[column] * meander(lattice, line) + stray * uneven(column, line),
    lattice.lines[line] + stray * uneven(line + 20, column),
  ];
}

/** @type {(point: Point) => string} */
const written = ([x, y]) => `${tenth(x)} ${tenth(y)}`;

/**
 * The way from one corner to the other, a little out of the straight; along the Nile as its bank goes.
 * @param {Lattice} lattice
 * @param {Point} from
 * @param {Point} to
 * @param {[number, number]} border what it is known by, from whichever side it is seen
 * @param {boolean} isBack whether it is gone backwards
 * @param {boolean} isBank
 */
function way(lattice, from, to, border, isBack, isBank) {
  const [x, y] = from;
  const [dx, dy] = [to[0] - x, to[1] - y];
  if (isBank) return `C${written([x, y + dy / 2])} ${written([to[0], to[1] - dy / 2])} ${written(to)}`;
  const length = Math.hypot(dx, dy);
  const [across, down] = [-dy / length, dx / length];
  const bends = [uneven(border[0], border[1] + 7), uneven(border[0] + 7, border[1])];
  const sign = isBack ? -1 : 1;
  const [first, second] = (isBack ? bends.toReversed() : bends).map((one) => one * sign * lattice.rough * 1.3);
  const one = [x + dx * 0.33 + across * first, y + dy * 0.33 + down * first];
  const two = [x + dx * 0.67 + across * second, y + dy * 0.67 + down * second];
  return `C${written(/** @type {Point} */ (one))} ${written(/** @type {Point} */ (two))} ${written(to)}`;
}

/**
 * The outline of the province between this border and the next, below this line, and the room in it.
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
    way(lattice, northWest, northEast, [column, line + 40], false, false),
    way(lattice, northEast, southEast, [column + 1, line + 80], false, isBank(column + 1)),
    way(lattice, southEast, southWest, [column, line + 41], true, false),
    way(lattice, southWest, northWest, [column, line + 80], true, isBank(column)),
    "z",
  ].join("");
  const edge = 2 + lattice.rough * 0.3;
  const x = Math.max(northWest[0], southWest[0]) + edge;
  const y = Math.max(northWest[1], northEast[1]);
  return { outline, room: { x, y, width: Math.min(northEast[0], southEast[0]) - edge - x } };
}

const PALM = "M0 0q-2-9 1-20-7-1-11 4 1-7 8-8-5-4-11-1 6-6 13-1 3-6 10-5-6 1-7 6 8-2 12 4-7-4-12 0-1 12 1 21z";

/**
 * An oasis where the desert has no province.
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
      { transform: `scale(${tenth(0.4 + lattice.rough * 0.09)})` },
      path("M-24 12q4-8 24-8t24 8q-6 6-24 6t-24-6z", "amunre-pool"),
      path(PALM, "amunre-palm"),
      svg("g", { transform: "translate(16 10) scale(-.8 .8)" }, path(PALM, "amunre-palm")),
      path(dune, "amunre-dunes"),
    ),
  );
}

/**
 * The Nile down all lines, and its delta above the first one: it fills more of its bed, the more was offered.
 * @param {Lattice} lattice
 * @param {number} level from 0 to 1
 * @param {number} top where the arms of the delta end
 * @param {number[]} arms where they end
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
