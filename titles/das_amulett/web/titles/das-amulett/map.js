// The map: the regions with their gems, metals and pyramids, the Great Wall, the company.

import { svg } from "../../kit/elements.js";
import { at, box, circle, edgeOf, path, picture, tenth, times } from "../../kit/shapes.js";
import { pyramid } from "../../kit/icons.js";
import { fit, middle, textWidth, wrapped } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { gem } from "./gems.js";
import { anyMetal, company, metal } from "./icons.js";
import { isAsked } from "./parts.js";
import { ground, hexagon, wall } from "./terrain.js";
import { METAL_OF, gemList, gemName, metalName, terrainName } from "./words.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Fields } from "../../types.js"
 * @import { Context, Region, View } from "./view.js"
 */

const LARGE = 52;
const SIDE = 0.866;
const ROOM = 0.32; // above the first row, for the hats of the company

/**
 * What is told of a region.
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
    region.reachable && gettext("the company can go there"),
  ];
  return `${gettext(region.name)}: ${parts.filter(Boolean).join("; ")}`;
}

/**
 * Where the gems lie, around the middle of a region.
 * @param {number} count
 * @param {number} radius
 * @param {boolean} isLarge
 */
function gemPlaces(count, radius, isLarge) {
  const size = radius * (isLarge ? 0.375 : count > 3 ? 0.36 : 0.52);
  const first = count <= 3 ? count : Math.ceil(count / 2);
  const rows = isLarge ? [-0.12, 0.24] : [-0.12, 0.2];
  const places = times(count, (index) => {
    const row = index < first ? 0 : 1;
    const inRow = row ? count - first : first;
    const place = row ? index - first : index;
    const room = 1.45;
    const step = Math.min(size * 1.08, (room * radius) / Math.max(1, inRow));
    const y = count <= 3 ? (isLarge ? 0.05 : 0.04) : rows[row];
    return [(place - (inRow - 1) / 2) * step, y * radius];
  });
  return { size, places };
}

/**
 * What can be lifted or taken lies by itself above the region.
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
 * @param {number} radius
 * @param {boolean} isLarge
 */
function gems(context, region, radius, isLarge) {
  const { size, places } = gemPlaces(region.gems.length, radius, isLarge);
  const fields = gemFields(context, region.name);
  const where = gettext(region.name);
  return region.gems.map((kind, index) => {
    const [x, y] = places[index];
    const drawn = context.piece(gem(kind, x - size / 2, y - size / 2, size), "gem", region.name, { face: kind });
    if (!fields) return drawn;
    const name = gettext("a gem ({gem}) of {region}", { gem: gemName(kind), region: where });
    const node = svg(
      "g",
      {},
      circle(x, y, size * 0.62, "amulett-target"),
      drawn,
      edgeOf("circle", { cx: tenth(x), cy: tenth(y), r: tenth(size * 0.6) }),
    );
    context.pick(node, fields(kind), name);
    return node;
  });
}

/**
 * The name of a region where there is no room for a plate, in two lines if it must: the second is in the tip.
 * @param {string} name
 * @param {number} radius
 */
function smallName(name, radius) {
  const look = "amulett-small-name";
  const lines = wrapped(name, radius * 1.66, look, 2);
  const first = radius * (lines.length > 1 ? 0.53 : 0.6);
  return lines.map((line, index) =>
    middle(0, first + index * 9.5, fit(line, radius * (index ? 1.5 : 1.66), look), look),
  );
}

/**
 * The ways that the company can go from where it is: footsteps to each region beside it.
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
 * One region: what is drawn under the Wall, what above it, and its gems.
 * @param {View} table
 * @param {Context} context
 * @param {Region} one
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function regionPart(table, context, one, x, y, radius) {
  const isLarge = radius >= LARGE;
  const symbol = radius * (isLarge ? 0.34 : 0.42);
  const top = -radius * (isLarge ? 0.46 : 0.44);
  const side = radius * (isLarge ? 0.4 : 0.42);
  const exchanged = METAL_OF[one.terrain];
  const isHere = one.name === table.company;
  const name = fit(gettext(one.name), radius * 1.66, "amulett-region-name");
  const words = regionWords(table, one);
  const wide = textWidth(name, "amulett-region-name") + 8;
  const node = at(
    x,
    y,
    picture(
      words,
      path(hexagon(radius), "amulett-target"),
      one.wall && path(hexagon(radius * 0.8), "amulett-along"),
      one.reachable && path(hexagon(radius * 0.88), "amulett-reachable"),
      isHere && path(hexagon(radius * 0.88), "amulett-here"),
      exchanged
        ? metal(exchanged, -side - symbol / 2, top - symbol / 2, symbol)
        : anyMetal(-side - symbol / 2, top - symbol / 2, symbol),
      one.pyramid && pyramid(side - symbol / 2, top - symbol / 2 - 1, symbol * 1.08),
      isLarge && box(-wide / 2, radius * 0.44, wide, 16, "amulett-plate", 4),
      isLarge ? middle(0, radius * 0.44 + 12, name, "amulett-region-name") : smallName(gettext(one.name), radius),
    ),
    edgeOf("path", { d: hexagon(radius * 0.95) }),
  );
  context.note(node, `region ${one.name}`, [one.gems, isHere]);
  context.pick(node, { region: one.name }, words);
  const hats =
    isHere &&
    picture(
      gettext("The company is in {region}", { region: gettext(one.name) }),
      context.piece(
        company(-radius * 0.34, -radius * (isLarge ? 1.22 : 1.3), radius * (isLarge ? 0.64 : 0.72)),
        "company",
        one.name,
        { id: "company" },
      ),
    );
  const above = at(x, y, ...gems(context, one, radius, isLarge), hats);
  return { ground: at(x, y, ...ground(one.terrain, radius)), node, above };
}

/**
 * The map within this width: the board, cropped to its hexagons.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function map(table, context, width) {
  const pad = width >= 600 ? 10 : 4;
  const radius = table.board.radius_tenths / 10;
  const xs = table.regions.map((one) => one.x);
  const ys = table.regions.map((one) => one.y);
  const left = Math.min(...xs) - radius * SIDE;
  const top = Math.min(...ys) - radius;
  const scale = (width - 2 * pad) / (Math.max(...xs) + radius * SIDE - left);
  const across = (/** @type {number} */ x) => pad + (x - left) * scale;
  const down = (/** @type {number} */ y) => pad + radius * scale * ROOM + (y - top) * scale;
  const height = down(Math.max(...ys) + radius) + pad + 2;
  const drawn = table.regions.map((one) => regionPart(table, context, one, across(one.x), down(one.y), radius * scale));
  const here = table.regions.find(({ name }) => name === table.company);
  const steps = ways(table.regions, table.company, radius);
  const shadows = table.regions.map((one) => hexagon(radius * scale, across(one.x), down(one.y))).join("");
  const line = table.board.wall.map(([x, y]) => ({ x: across(x), y: down(y) }));
  return {
    title: gettext("The map"),
    height,
    nodes: [
      box(1, 1, width - 2, height - 2, "amulett-ground", 8),
      box(1, 1, width - 2, height - 2, "kit-grain", 8),
      at(2, 3.5, path(shadows, "kit-cast")),
      ...drawn.map((one) => one.ground),
      picture(gettext("The Great Wall"), ...wall(line, Math.max(6, radius * scale * 0.13))),
      here &&
        steps &&
        svg(
          "g",
          {
            transform: `translate(${tenth(across(here.x))} ${tenth(down(here.y))}) scale(${Math.round(radius * scale * 10) / 1000})`,
          },
          path(steps, "amulett-steps"),
        ),
      ...drawn.map((one) => one.node),
      ...drawn.map((one) => one.above),
    ],
  };
}
