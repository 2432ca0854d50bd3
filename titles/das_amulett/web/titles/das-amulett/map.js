// The map: the regions with their gems, metals and pyramids, the Great Wall, the company.

import { svg } from "../../kit/elements.js";
import { at, box, circle, edgeOf, path, picture, tenth, times } from "../../kit/shapes.js";
import { pyramid } from "../../kit/icons.js";
import { middle, textWidth, wrapped } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { corners } from "./disc-and-desires.js";
import { gem } from "./gems.js";
import { anyMetal, company, metal } from "./icons.js";
import { isAsked } from "./parts.js";
import { ground, hexagon, wall } from "./terrain.js";
import { METAL_OF, gemList, gemName, metalName, terrainName } from "./words.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Fields } from "../../types.js"
 * @import { Sign } from "../../kit/panels.js"
 * @import { Context, Metal, Region, View } from "./view.js"
 */

const SIDE = 0.866;
// From this radius on a name has a plate; below, it is written in two short lines.
const LARGE = 46;
/** The minimum half-height of a region, which holds icons, gems and two lines of a name. */
const LEAST_HIGH = 32;

/** How a region is drawn: half its width is 0.866 of `radius`, half its height is `high`. @typedef {{ radius: number, high: number }} Size */

/**
 * The description of a region.
 * @param {View} table
 * @param {Region} region
 */
function regionWords(table, region) {
  const exchanged = METAL_OF[region.terrain];
  const parts = [
    terrainName(region.terrain),
    exchanged ? gettext("exchanged for {metal}", { metal: metalName(exchanged) }) : gettext("exchanged for all metals"),
    region.pyramid && gettext("a pyramid"),
    region.wall && gettext("along the Great Wall"),
    region.gems.length ? gettext("gems: {list}", { list: gemList(region.gems) }) : gettext("no gems"),
    region.name === table.company && gettext("the company is here"),
    region.reachable && gettext("the company can move there"),
  ];
  return `${gettext(region.name)}: ${parts.filter(Boolean).join("; ")}`;
}

/**
 * The places of the gems: up to three in a row, more in two.
 * @param {number} count
 * @param {Size} size
 */
function gemPlaces(count, { radius, high }) {
  const isOneRow = count <= 3;
  const first = isOneRow ? count : Math.ceil(count / 2);
  const step = Math.min(0.53, 1.56 / Math.max(1, first)) * radius;
  const rows = isOneRow ? [-0.09] : [-0.24, 0.08];
  const places = times(count, (index) => {
    const row = index < first ? 0 : 1;
    const inRow = row ? count - first : first;
    const place = row ? index - first : index;
    return [(place - (inRow - 1) / 2) * step, rows[row] * high];
  });
  return { size: Math.min(isOneRow ? 0.5 * radius : 0.34 * radius, step), places };
}

/**
 * Gems that can be lifted or taken are separate parts above the region.
 * @param {Context} context
 * @param {string} name
 * @returns {((kind: string) => Fields) | null}
 */
function gemFields(context, name) {
  if (!isAsked(context)) return null;
  const { asked } = context;
  if (asked.phase === "gem" && name === asked.company) return (kind) => ({ gem: kind });
  const isLifting = asked.phase === "metals" && asked.lifted === null;
  return isLifting ? (kind) => ({ region: name, gem: kind }) : null;
}

/**
 * @param {Context} context
 * @param {Region} region
 * @param {Size} drawn
 */
function gems(context, region, drawn) {
  const { size, places } = gemPlaces(region.gems.length, drawn);
  const fields = gemFields(context, region.name);
  const where = gettext(region.name);
  return region.gems.map((kind, index) => {
    const [x, y] = places[index];
    const stone = context.piece(gem(kind, x - size / 2, y - size / 2, size), "gem", region.name, { face: kind });
    if (!fields) return stone;
    const name = gettext("a gem ({gem}) in {region}", { gem: gemName(kind), region: where });
    const node = svg(
      "g",
      {},
      circle(x, y, size * 0.62, "amulett-target"),
      stone,
      edgeOf("circle", { cx: tenth(x), cy: tenth(y), r: tenth(size * 0.6) }),
    );
    context.pick(node, fields(kind), name);
    return node;
  });
}

/**
 * The name of a region in one line or two, on a plate. Where it would lie over the gems, it is read only where part help
 * tells it: by pointer, focus or a long press.
 * @param {string} name
 * @param {Size} size
 */
function nameNodes(name, { radius, high }) {
  if (radius < LARGE) return [];
  const look = "amulett-region-name";
  const lines = wrapped(name, radius * 1.6, look, 2);
  const wide = Math.max(...lines.map((line) => textWidth(line, look))) + 10;
  const top = high * (lines.length > 1 ? 0.27 : 0.42);
  return [
    box(-wide / 2, top, wide, lines.length * 13 + 4, "amulett-plate", 4),
    ...lines.map((line, index) => middle(0, top + 12.5 + index * 13, line, look)),
  ];
}

/**
 * The company's possible ways: footsteps to each adjacent region.
 * @param {Region[]} regions
 * @param {string | null} from
 * @param {number} radius
 */
function ways(regions, from, radius) {
  const start = regions.find(({ name }) => name === from);
  if (!start) return "";
  return regions
    .filter(({ reachable }) => reachable)
    .map(({ x, y }) => ({ x: x - start.x, y: y - start.y }))
    .filter(({ x, y }) => Math.hypot(x, y) < radius * 2)
    .map(({ x, y }) => ({ x: x / radius, y: y / radius }))
    .map(({ x, y }) => `M${tenth(x * 30)} ${tenth(y * 30)}L${tenth(x * 76)} ${tenth(y * 76)}`)
    .join("");
}

/**
 * One region: the layers below and above the Wall, and its gems.
 * @param {View} table
 * @param {Context} context
 * @param {Region} one
 * @param {number} x
 * @param {number} y
 * @param {Size} size
 */
function regionPart(table, context, one, x, y, size) {
  const { radius, high } = size;
  const symbol = radius * 0.37;
  const top = -high * 0.48;
  const side = radius * 0.5;
  const exchanged = METAL_OF[one.terrain];
  const isHere = one.name === table.company;
  const words = regionWords(table, one);
  const shape = (/** @type {number} */ share) => hexagon(radius * share, 0, 0, high * share);
  const node = at(
    x,
    y,
    picture(
      words,
      path(shape(1), "amulett-target"),
      one.reachable && path(shape(0.88), "amulett-reachable"),
      isHere && path(shape(0.88), "amulett-here"),
      (exchanged ? metalSign(exchanged) : anyMetal)(-side - symbol / 2, top - symbol / 2, symbol),
      one.pyramid && pyramid(side - symbol / 2, top - symbol / 2 - 1, symbol * 1.08),
    ),
    edgeOf("path", { d: shape(0.95) }),
  );
  context.note(node, `region ${one.name}`, [one.gems, isHere], { name: gettext(one.name) });
  context.pick(node, { region: one.name }, words);
  // Inside its region, so that they cover no name of the regions above it.
  const hats =
    isHere &&
    picture(
      gettext("The company is in {region}", { region: gettext(one.name) }),
      context.piece(company(-radius * 0.33, -high * 0.98, radius * 0.64), "company", one.name, { id: "company" }),
    );
  // Above the frame of pickable parts, and already contained in the words.
  const name = svg("g", { class: "kit-lettering", "aria-hidden": "true" }, ...nameNodes(gettext(one.name), size));
  const above = at(x, y, name, ...gems(context, one, size), hats);
  return { ground: at(x, y, ...ground(one.terrain, radius, high)), node, above };
}

/** @param {Metal} kind @returns {Sign} */
const metalSign = (kind) => (x, y, size) => metal(kind, x, y, size);

/**
 * The map in this width: the board, cropped to its hexagons, and in its upper corners the remaining moves and metals.
 * Where there is room for more height, the hexagons lie in the middle.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} [fill]
 * @returns {Part}
 */
export function map(table, context, width, fill = 0) {
  const pad = width >= 600 ? 10 : 5;
  const side = table.board.radius_tenths / 10;
  const xs = table.regions.map((one) => one.x);
  const ys = table.regions.map((one) => one.y);
  const left = Math.min(...xs) - side * SIDE;
  const top = Math.min(...ys) - side;
  const scale = (width - 2 * pad) / (Math.max(...xs) + side * SIDE - left);
  const radius = side * scale;
  const high = Math.max(LEAST_HIGH, radius);
  const across = (/** @type {number} */ x) => pad + (x - left) * scale;
  const least = Math.ceil(2 * pad + ((Math.max(...ys) + side - top) / side) * high + 2);
  const height = Math.max(least, fill);
  const upper = pad + (height - least) / 2;
  const down = (/** @type {number} */ y) => upper + ((y - top) / side) * high;
  const size = { radius, high };
  const drawn = table.regions.map((one) => regionPart(table, context, one, across(one.x), down(one.y), size));
  const here = table.regions.find(({ name }) => name === table.company);
  const steps = ways(table.regions, table.company, side);
  const shadows = table.regions.map((one) => hexagon(radius, across(one.x), down(one.y), high)).join("");
  const line = table.board.wall.map(([x, y]) => ({ x: across(x), y: down(y) }));
  return {
    title: gettext("The map"),
    height,
    nodes: [
      box(1, 1, width - 2, height - 2, "amulett-ground", 8),
      box(1, 1, width - 2, height - 2, "kit-grain", 8),
      at(2, 3.5, path(shadows, "kit-cast")),
      ...drawn.map((one) => one.ground),
      picture(gettext("The Great Wall"), ...wall(line, Math.max(6, radius * 0.13))),
      here &&
        steps &&
        svg(
          "g",
          {
            transform: `translate(${tenth(across(here.x))} ${tenth(down(here.y))}) scale(${Math.round(radius * 10) / 1000} ${Math.round(high * 10) / 1000})`,
          },
          path(steps, "amulett-steps"),
        ),
      ...drawn.map((one) => one.node),
      ...drawn.map((one) => one.above),
      ...corners(table, context, width, (radius / LEAST_HIGH) * 0.9),
    ],
  };
}
