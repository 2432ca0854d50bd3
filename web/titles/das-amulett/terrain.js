// The hexagons of the map and what grows and stands on them, drawn for a radius of 100 units and scaled from there.

import { svg } from "../../kit/drawn.js";
import { path, tenth } from "../../kit/shapes.js";

/**
 * @import { Terrain } from "./view.js"
 */

const HIGH = 0.866;

/**
 * A pointy-top hexagon around 0, 0.
 * @param {number} radius
 */
export function hexagon(radius) {
  const side = tenth(radius * HIGH);
  const half = tenth(radius / 2);
  const tip = tenth(radius);
  return `M0 ${-tip}L${side} ${-half}V${half}L0 ${tip}L${-side} ${half}V${-half}z`;
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
 */
export function ground(terrain, radius) {
  return [
    path(hexagon(radius), `amulett-hex amulett-${terrain}`),
    svg("g", { transform: `scale(${Math.round(radius * 10) / 1000})` }, ...TERRAINS[terrain]()),
  ];
}

/**
 * The Great Wall along these points: a line with battlements on both sides.
 * @param {{ x: number, y: number }[]} points
 * @param {number} width
 */
export function wall(points, width) {
  const d = points.map(({ x, y }, index) => `${index ? "L" : "M"}${tenth(x)} ${tenth(y)}`).join("");
  return [
    svg("path", {
      d,
      class: "amulett-wall-edge",
      "stroke-width": tenth(width * 1.9),
      "stroke-dasharray": `${tenth(width * 0.8)} ${tenth(width * 0.7)}`,
    }),
    svg("path", { d, class: "amulett-wall-foot", "stroke-width": tenth(width + 2) }),
    svg("path", { d, class: "amulett-wall", "stroke-width": tenth(width) }),
  ];
}
