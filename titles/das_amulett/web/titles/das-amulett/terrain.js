// The hexagons of the map, with vegetation and buildings, drawn for a radius of 100 units and scaled.

import { svg } from "../../kit/elements.js";
import { path, tenth } from "../../kit/shapes.js";

/**
 * @import { Drawn } from "../../kit/elements.js"
 * @import { Terrain } from "./view.js"
 */

const HIGH = 0.866;

/**
 * A pointy-top hexagon around x, y, regular or of another height.
 * @param {number} radius
 * @param {number} [x]
 * @param {number} [y]
 * @param {number} [high] half its height
 */
export function hexagon(radius, x = 0, y = 0, high = radius) {
  const side = radius * HIGH;
  const points = [
    [0, -high],
    [side, -high / 2],
    [side, high / 2],
    [0, high],
    [-side, high / 2],
    [-side, -high / 2],
  ];
  return `M${points.map(([right, down]) => `${tenth(x + right)} ${tenth(y + down)}`).join("L")}z`;
}

const WAVES = [
  [-60, -30],
  [28, -52],
  [-30, 60],
  [30, 42],
  [-72, 20],
  [46, -2],
  [-12, 84],
];
const TREES = [
  [-66, -18],
  [-74, 14],
  [-62, 44],
  [66, -14],
  [74, 20],
  [60, 48],
  [-30, 72],
  [28, 76],
  [0, 90],
  [-36, -62],
  [40, -62],
];
const TUFTS = [
  [-64, -24],
  [62, -30],
  [-70, 24],
  [68, 30],
  [-36, 62],
  [34, 66],
  [0, 84],
  [-24, -64],
  [28, -70],
];
const HOUSES = [
  [-72, 40, 20],
  [-46, 56, 22],
  [-18, 70, 20],
  [10, 72, 20],
  [36, 56, 22],
  [58, 40, 18],
  [-70, -24, 16],
  [58, -24, 16],
];

/**
 * @param {string} name
 */
const waves = (name) => path(WAVES.map(([x, y]) => `M${x} ${y}q7-9 14 0t14 0`).join(""), `amulett-${name}`);

const TERRAINS = {
  water: () => [waves("ripple")],
  forest: () => [path(TREES.map(([x, y]) => `M${x} ${y - 22}l11 20h-7v6h-8v-6h-7z`).join(""), "amulett-tree")],
  plain: () => [
    path(TUFTS.map(([x, y]) => `M${x} ${y}q-2-8-8-11M${x} ${y}v-14M${x} ${y}q2-8 8-11`).join(""), "amulett-grass"),
  ],
  mountain: () => [
    path("M-84 46L-52-22-28 22-12 2 14 62-14 84zM84 46L54-28 30 18 14 62-10 86 10 88z", "amulett-rock"),
    path("M-66 8L-52-22-38 4-48-2-54 8-60 0zM68 6L54-28 42-4 50-8 56 4 62-4z", "amulett-snow"),
  ],
  city: () => [
    path(HOUSES.map(([x, y, wide]) => `M${x} ${y}h${wide}v-14h-${wide}z`).join(""), "amulett-house"),
    path(
      HOUSES.map(
        ([x, y, wide]) => `M${x - 4} ${y - 13}q${wide / 2 + 2}-3 ${wide / 2 + 4}-13q2 10 ${wide / 2 + 4} 13z`,
      ).join(""),
      "amulett-roof",
    ),
  ],
};

/**
 * The ground of a region: its colour and its texture.
 * @param {Terrain} terrain
 * @param {number} radius
 * @param {number} high
 */
export function ground(terrain, radius, high) {
  const scale = [radius, high].map((pixels) => Math.round(pixels * 10) / 1000).join(" ");
  return [
    path(hexagon(radius, 0, 0, high), `amulett-hex amulett-${terrain}`),
    svg("g", { transform: `scale(${scale})` }, ...TERRAINS[terrain]()),
    path(hexagon(radius, 0, 0, high), "kit-light"),
  ];
}

/**
 * The Great Wall along these points: masonry without a gap, with a tower at each bend, and its shadow.
 * @param {{ x: number, y: number }[]} points
 * @param {number} width
 */
export function wall(points, width) {
  const d = points.map(({ x, y }, index) => `${index ? "L" : "M"}${tenth(x)} ${tenth(y)}`).join("");
  const [half, out] = [width * 0.72, width * 0.5];
  const towers = points
    .map(
      ({ x, y }) => `M${tenth(x - half)} ${tenth(y - half)}h${tenth(2 * half)}v${tenth(2 * half)}h${tenth(-2 * half)}z`,
    )
    .join("");
  const tops = points
    .map(({ x, y }) => `M${tenth(x - out)} ${tenth(y - out)}h${tenth(2 * out)}v${tenth(2 * out)}h${tenth(-2 * out)}z`)
    .join("");
  /** @type {(look: string, wide: number, dashes?: number[]) => Drawn} */
  const course = (look, wide, dashes = []) =>
    svg("path", {
      d,
      class: `amulett-course ${look}`,
      "stroke-width": tenth(wide),
      "stroke-dasharray": dashes.map(tenth).join(" ") || null,
    });
  return [
    svg(
      "g",
      { transform: `translate(${tenth(width * 0.18)} ${tenth(width * 0.3)})` },
      course("amulett-wall-shadow", width * 1.2),
    ),
    course("amulett-wall-foot", width + 2),
    course("amulett-wall", width),
    // Courses of stones: each stroke across the wall is a joint, the one along it separates two courses.
    course("amulett-joint", width, [0.9, width * 0.62]),
    course("amulett-wall-walk", width * 0.34),
    path(towers, "amulett-tower"),
    path(tops, "amulett-tower-top"),
  ];
}
