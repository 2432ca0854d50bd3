// The map: the Nile flows from the south, below, to its delta, above, with the Offering tiles; the provinces on both
// banks, the western desert and the mountains by the Red Sea.

import { svg } from "../../kit/elements.js";
import { at, box, edge, path, picture, tenth, times } from "../../kit/shapes.js";
import { caravan, sun } from "../../kit/icons.js";
import { middle, textAt, textWidth, wrapped } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { coin, farmer, temple } from "./icons.js";
import { mainland, nile, oasis, outlineOf, ship, waves } from "./land.js";
import { province, provinceHeight, sizeOf } from "./province.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Bank, Context, Land, OfferingTile, View } from "./view.js"
 */

/** The minimum width for reading everything, and the width from which on the map is enlarged. */
export const LEAST = 312;
export const MOST = 660;
const FAR = 900;
const CAMEL = 14;
/** How far inside its border a province's ownership is marked. */
const INSIDE = 4;

/**
 * The provinces of each column, Lower Egypt above; missing ones leave empty cells.
 * @param {View} table
 */
function columns(table) {
  /** @type {(bank: Bank, river: boolean) => Land[]} */
  const of = (bank, river) => table.provinces.filter((one) => one.bank === bank && one.river === river);
  const each = [of("west", false), of("west", true), of("east", true), of("east", false)].map((lands) => ({
    lower: lands.filter((one) => one.half === "lower"),
    upper: lands.filter((one) => one.half === "upper"),
  }));
  /** @type {(half: "lower" | "upper") => number} */
  const most = (half) => Math.max(...each.map((one) => one[half].length));
  return { each, lower: most("lower"), rows: most("lower") + most("upper") };
}

/**
 * @param {OfferingTile} options
 */
function tileRange({ min, max }) {
  if (min <= -FAR) return `≤ ${max}`;
  return max >= FAR ? `≥ ${min}` : `${min}–${max}`;
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} index
 * @param {number} width
 * @param {number} height
 * @param {number} icon
 */
function offeringTile(table, context, index, width, height, icon) {
  const tile = table.tiles[index];
  const isHere = table.offering.tile === index;
  const values = {
    number: index + 1,
    range: tileRange(tile),
    gold: tile.farmer_income,
    points: ngettext("{number} point", "{number} points", tile.temple_points),
  };
  const name = tile.camel
    ? gettext("Offering tile {number} ({range}): {gold} Gold per Farmer, {points} per Temple, Caravans earn", values)
    : gettext("Offering tile {number} ({range}): {gold} Gold per Farmer, {points} per Temple", values);
  const tone = isHere ? "amunre-tile-text amunre-tile-here" : "amunre-tile-text";
  const range = `${tone} amunre-tile-range`;
  const wide = textWidth(values.range, range);
  const start = (width - wide - (tile.camel ? CAMEL * 1.34 + 4 : 0)) / 2;
  const lower = height - icon - 3;
  // Two icons and a number for Farmers, and the same for Temples.
  const each = Math.min(icon * 3.2, (width - 6) / 2);
  const size = Math.min(icon, (each - 10) / 2);
  const left = width / 2 - each + 1;
  const baseline = lower + size / 2 + 4.5;
  const node = svg(
    "g",
    {},
    picture(
      isHere ? gettext("{tile}; in the delta", { tile: name }) : name,
      box(1.5, 2.5, width, height, "kit-cast", 6),
      box(0.5, 0.5, width - 1, height - 1, `amunre-tile${isHere ? " amunre-tile-now" : ""}`, 6),
      textAt(start, lower - 4.5, values.range, range),
      tile.camel ? caravan(start + wide + 4, lower - CAMEL - 2, CAMEL) : null,
      farmer(left, lower, size),
      coin(left + size, lower, size),
      textAt(left + 2 * size + 2, baseline, tile.farmer_income, tone),
      temple(left + each + 1, lower, size),
      sun(left + each + 1 + size, lower, size),
      textAt(left + each + 2 * size + 3, baseline, tile.temple_points, tone),
    ),
    edge(0, 0, width, height),
  );
  context.note(node, `tile ${index}`, isHere, {
    name: gettext("Offering tile {number}", { number: index + 1 }),
    text: isHere ? gettext("in the delta") : gettext("not in the delta"),
  });
  return node;
}

/**
 * The name of a half of Egypt at its side of the border.
 * @param {number} x
 * @param {number} y
 * @param {boolean} isLower
 */
function halfName(x, y, isLower) {
  const words = isLower ? gettext("Lower Egypt") : gettext("Upper Egypt");
  return middle(x, y, `${isLower ? "▴" : "▾"} ${words}`, "amunre-region");
}

/**
 * The sea in a part of the eastern desert without a province.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function bay(x, y, width, height) {
  const lines = wrapped(gettext("Red Sea"), width * 0.7, "amunre-sea-name", 2);
  const center = x + width / 2;
  return [
    path(waves(x + width * 0.12, y + height * 0.14, width * 0.9, height * 0.75, width / 4), "amunre-wave-line"),
    svg(
      "g",
      {
        transform: `translate(${tenth(center - width * 0.05)} ${tenth(y + height * 0.4)}) scale(${tenth(0.6 + width / 200)})`,
      },
      ship(),
    ),
    ...lines.map((line, index) =>
      middle(center + width * 0.06, y + height * 0.68 + index * 15, line, "amunre-sea-name"),
    ),
  ];
}

/**
 * The map in a zone of this width.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function map(table, context, width) {
  // Everything scales with the width, starting from a phone's.
  const grown = (width - LEAST) / (MOST - LEAST);
  const between = (/** @type {number} */ least, /** @type {number} */ most) => least + (most - least) * grown;
  const pad = between(3, 7);
  const shore = between(7, 16);
  const river = between(22, 54);
  const rough = between(2, 6);
  const gap = 1;
  const cell = (width - pad - shore - river) / 4;
  const size = sizeOf(cell - gap - 2 * (1 + rough * 1.2), grown);
  const high = provinceHeight(size) + rough * 2.6 + 1.2;
  const { each, lower, rows } = columns(table);
  const icon = between(11, 19);
  const above = between(4, 7);
  const tileHeight = icon + between(21, 25);
  const tileGap = between(5, 14);
  const tile = (width - 2 * pad - 3 * tileGap) / 4;
  const tilesLeft = pad + (width - 2 * pad - table.tiles.length * (tile + tileGap) + tileGap) / 2;
  const tileLeft = (/** @type {number} */ index) => tilesLeft + index * (tile + tileGap);
  const top = above + tileHeight + between(12, 26);
  const border = between(15, 21);
  // The border is between the last line of the Delta's half and the first of the other.
  const lineOf = (/** @type {number} */ row) => row + (row >= lower ? 1 : 0);
  const lines = times(rows + 2, (line) => top + (line > lower ? line - 1 : line) * high + (line > lower ? border : 0));
  const bottom = Math.ceil(lines[rows + 1] + rough + pad);
  const center = pad + 2 * cell + river / 2;
  const [west, east] = [center - river / 2, center + river / 2];
  const lattice = {
    lines,
    xs: [pad, pad + cell, west, east, east + cell, width - shore],
    gap,
    bend: between(3, 10),
    rough,
  };
  const columnOf = (/** @type {number} */ index) => index + (index > 1 ? 1 : 0);
  /** @type {Child[]} */
  const lands = [];
  /** @type {Child[]} */
  const empty = [];
  /** @type {Set<number>} */
  const bays = new Set();
  each.forEach((column, index) => {
    for (let row = 0; row < rows; row += 1) {
      const land = row < lower ? column.lower[row] : column.upper[row - lower];
      const [across, line] = [columnOf(index), lineOf(row)];
      if (!land && index === 3) {
        bays.add(line);
        empty.push(...bay(lattice.xs[4], lines[line], width - lattice.xs[4] - 4, high));
        continue;
      }
      if (!land) {
        empty.push(oasis(lattice, across, line));
        continue;
      }
      const place = outlineOf(lattice, across, line);
      const inner = outlineOf({ ...lattice, gap: gap + INSIDE }, across, line).outline;
      lands.push(province(table, context, land, { ...place, inner }, size, index * 7 + row));
    }
  });
  const coast = above + tileHeight * 0.7;
  const shape = mainland(lattice, bays, coast, width, bottom - 1.5);
  const { tile: level } = table.offering;
  const arms = table.tiles.map((_one, index) => tileLeft(index) + tile / 2);
  const y = (lines[lower] + lines[lower + 1]) / 2;
  const [middleWest, middleEast] = [(pad + west) / 2, (east + width - shore) / 2];
  const frontier = [-1, 1].map(
    (side) =>
      `M${pad} ${tenth(y + side * border * 0.42)}H${tenth(west - 4)}M${tenth(east + 4)} ${tenth(y + side * border * 0.42)}H${tenth(width - shore - 2)}`,
  );
  return {
    title: gettext("The map of Egypt with the Offering tiles in the delta"),
    height: bottom,
    nodes: [
      box(1, 1, width - 2, bottom - 2, "amunre-sea", 8),
      path(waves(4, 4, width - 8, coast - 4, between(26, 44)), "amunre-wave-line"),
      path(shape, "amunre-coast"),
      path(shape, "amunre-desert"),
      path(shape, "kit-grain"),
      ...nile(lattice, (level ?? 0) / Math.max(1, table.tiles.length - 1), above + tileHeight - 2, arms, bottom - 2),
      ...empty,
      path(frontier.join(""), "amunre-border"),
      halfName(middleWest, y + 4.5, true),
      halfName(middleEast, y + 4.5, false),
      ...lands,
      ...table.tiles.map((_one, index) =>
        at(tileLeft(index), above, offeringTile(table, context, index, tile, tileHeight, icon)),
      ),
    ],
  };
}
