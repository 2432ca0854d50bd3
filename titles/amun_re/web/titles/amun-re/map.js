// The map: the Nile from the south, below, to its delta, above, the provinces on both banks, the Offering tiles.

import { svg } from "../../kit/elements.js";
import { chip, chips } from "../../kit/panels.js";
import { at, box, edge, path, picture, tenth, times } from "../../kit/shapes.js";
import { caravan, sun } from "../../kit/icons.js";
import { nameOf } from "../../kit/table-frame.js";
import { middle, textAt } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { coin, farmer, temple } from "./icons.js";
import { nile, oasis, outlineOf } from "./land.js";
import { province, provinceHeight } from "./province.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Bank, Context, Land, Offer, OfferingTile, View } from "./view.js"
 */

/** From which width on the provinces are drawn large. */
export const LARGE = 600;
const FAR = 900;
const TILE_HEIGHT = 78;
// In these phases the offerings of the round before still lie there.
const EARLIER = ["deal", "choice", "auction", "control", "market"];

/**
 * The provinces of each column, those of Lower Egypt above; what is missing leaves its cell empty.
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
 */
function offeringTile(table, context, index, width) {
  const tile = table.tiles[index];
  const isHere = table.offering.tile === index;
  const values = {
    number: index + 1,
    range: tileRange(tile),
    gold: tile.farmer_income,
    points: ngettext("{number} point", "{number} points", tile.temple_points),
  };
  const name = tile.camel
    ? gettext("Offering tile {number} ({range}): {gold} Gold a Farmer, {points} a Temple, Caravans earn", values)
    : gettext("Offering tile {number} ({range}): {gold} Gold a Farmer, {points} a Temple", values);
  const tone = isHere ? "amunre-tile-text amunre-tile-here" : "amunre-tile-text";
  const center = width / 2;
  const left = center - (tile.camel ? 36 : 26);
  const node = svg(
    "g",
    {},
    picture(
      isHere ? gettext("{tile}; it lies in the delta", { tile: name }) : name,
      box(0.5, 0.5, width - 1, TILE_HEIGHT - 1, `amunre-tile${isHere ? " amunre-tile-now" : ""}`, 7),
      middle(center, 17, values.range, `${tone} amunre-tile-range`),
      path(`M8 23H${tenth(width - 8)}`, "amunre-tile-line"),
      farmer(left, 28, 15),
      coin(left + 18, 28, 15),
      textAt(left + 37, 40.5, tile.farmer_income, tone),
      temple(left, 48, 14),
      sun(left + 18, 47, 15),
      textAt(left + 37, 59.5, tile.temple_points, tone),
      tile.camel ? caravan(left + 48, 38, 19) : null,
      isHere && path(`M${tenth(center - 8)} ${TILE_HEIGHT - 1}l8-8 8 8z`, "amunre-tile-mark"),
    ),
    edge(0, 0, width, TILE_HEIGHT),
  );
  context.note(node, `tile ${index}`, isHere);
  return node;
}

/**
 * What each has offered, or whether it is sealed.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function offerings(table, context, width) {
  const { offers, total } = table.offering;
  const isSealing = table.phase === "offering";
  const isPast = EARLIER.includes(table.phase);
  const words =
    total === null
      ? gettext("Common offering: none yet")
      : isPast
        ? gettext("The last common offering: {total} Gold", { total })
        : gettext("Common offering: {total} Gold", { total });
  const line = at(0, 0, picture(words, textAt(2, 14, words, "kit-strong")), edge(0, -1, width, 20));
  context.note(line, "total", total);
  const row = chips(table.players.length, width, 62, (seat, x, y, size) => {
    const player = table.players[seat];
    const offer = offers[seat] ?? player.offer;
    const without = isSealing && player.sealed ? gettext("sealed") : null;
    const text = offer ? offerShort(offer) : (without ?? (isSealing ? "…" : "–"));
    const said = offer ? offerText(offer) : (without ?? gettext("nothing offered"));
    const name = `${nameOf(context, seat)}: ${said}`;
    const node = chip(context, seat, x, y, size, text, name, { key: `offer ${seat}`, value: text });
    // What is offered is paid here.
    return isPast ? node : context.piece(node, "coin", `offer ${seat}`, { face: String(seat), count: Infinity });
  });
  return { nodes: [line, at(0, 22, ...row.nodes)], height: 22 + row.height };
}

/**
 * @param {Offer} offer
 */
const offerShort = (offer) => `${offer.theft ? gettext("Theft") : offer.gold}${offer.adjusts ? " ±" : ""}`;

/**
 * An offering in words.
 * @param {Offer} offer
 */
export function offerText(offer) {
  const words = offer.theft ? gettext("Theft") : gettext("{gold} Gold", { gold: offer.gold });
  return offer.adjusts ? gettext("{offer} with the blue card", { offer: words }) : words;
}

/**
 * The map zone within this width.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function map(table, context, width) {
  const isLarge = width >= LARGE;
  const pad = isLarge ? 10 : 5;
  const gap = isLarge ? 7 : 3;
  const inner = width - 2 * pad;
  const river = isLarge ? 64 : 26;
  const cell = (inner - river - 2 * gap) / 4;
  const high = provinceHeight(isLarge);
  const { each, lower, rows } = columns(table);
  const offers = offerings(table, context, inner);
  const tileGap = isLarge ? 16 : 5;
  const tile = Math.min(150, (inner - 3 * tileGap) / 4);
  const tilesLeft = (width - 4 * tile - 3 * tileGap) / 2;
  const tileLeft = (/** @type {number} */ index) => tilesLeft + index * (tile + tileGap);
  const tilesTop = 12 + offers.height + 6;
  const top = tilesTop + TILE_HEIGHT + (isLarge ? 46 : 28);
  const border = isLarge ? 38 : 18;
  // The last line of the Delta's half and the first of the other have the border between them.
  const lineOf = (/** @type {number} */ row) => row + (row >= lower ? 1 : 0);
  const lines = times(
    rows + 2,
    (line) => top + (line > lower ? line - 1 : line) * (high + gap) + (line > lower ? border : 0),
  );
  const bottom = lines[rows + 1];
  const center = width / 2;
  const west = center - river / 2;
  const east = center + river / 2;
  const lattice = {
    lines,
    xs: [pad, pad + cell + gap / 2, west, east, width - pad - cell - gap / 2, width - pad],
    gap,
    bend: isLarge ? 11 : 4,
    rough: isLarge ? 7 : 2.2,
  };
  const columnOf = (/** @type {number} */ index) => index + (index > 1 ? 1 : 0);
  /** @type {Child[]} */
  const lands = [];
  let shadows = "";
  each.forEach((column, index) => {
    for (let row = 0; row < rows; row += 1) {
      const land = row < lower ? column.lower[row] : column.upper[row - lower];
      const [across, line] = [columnOf(index), lineOf(row)];
      if (!land) {
        lands.push(oasis(lattice, across, line));
        continue;
      }
      const place = outlineOf(lattice, across, line);
      shadows += place.outline;
      lands.push(province(table, context, land, place, isLarge));
    }
  });
  const y = tenth((lines[lower] + lines[lower + 1]) / 2);
  const frame = [0, 1].map((layer) => box(1, 1, width - 2, bottom + pad - 2, layer ? "kit-grain" : "amunre-desert", 8));
  const { tile: level } = table.offering;
  const arms = table.tiles.map((_one, index) => tileLeft(index) + tile / 2);
  return {
    title: gettext("The map of Egypt with the Offering tiles in the delta"),
    height: bottom + pad,
    nodes: [
      ...frame,
      ...nile(
        lattice,
        (level ?? 0) / Math.max(1, table.tiles.length - 1),
        tilesTop + TILE_HEIGHT - 2,
        arms,
        bottom + pad - 2,
      ),
      at(pad, 9, ...offers.nodes),
      ...table.tiles.map((_one, index) => at(tileLeft(index), tilesTop, offeringTile(table, context, index, tile))),
      path(`M${pad} ${y}H${tenth(west - 6)}M${tenth(east + 6)} ${y}H${width - pad}`, "amunre-border"),
      isLarge && textAt(pad + 4, y - 6, gettext("Lower Egypt"), "kit-small amunre-region"),
      isLarge && textAt(pad + 4, y + 15, gettext("Upper Egypt"), "kit-small amunre-region"),
      at(1.5, 2.5, path(shadows, "kit-cast")),
      ...lands,
    ],
  };
}
