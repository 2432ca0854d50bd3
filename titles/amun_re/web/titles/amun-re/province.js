// One province on the map: what it brings, what stands in it, whose it is, and the bid on it during an auction.

import { svg } from "../../kit/elements.js";
import { at, box, edgeOf, lettered, path, picture, times } from "../../kit/shapes.js";
import { caravan, pyramid, seatMark } from "../../kit/icons.js";
import { nameOf } from "../../kit/table-frame.js";
import { fitted, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { coin, favor, field, flag, freeFarmer, mine, shield, stone, temple } from "./icons.js";

/**
 * @import { Sign } from "../../kit/panels.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Room } from "./land.js"
 * @import { Bid, Context, Land, View } from "./view.js"
 */

/**
 * The name of a province.
 * @param {View} table
 * @param {string} id
 */
export const provinceName = (table, id) => table.provinces.find((one) => one.id === id)?.name ?? id;

/**
 * All that a province brings and bears, in words.
 * @param {Land} land
 * @param {Bid | undefined} bid
 * @param {Context} context
 */
export function provinceText(land, bid, context) {
  const parts = [
    land.owner !== null && gettext("of {name}", { name: nameOf(context, land.owner) }),
    land.fields && ngettext("{number} Field", "{number} Fields", land.fields),
    land.farmers && ngettext("{number} Farmer", "{number} Farmers", land.farmers),
    land.free_farmers && ngettext("{number} Free Farmer", "{number} Free Farmers", land.free_farmers),
    land.favor && ngettext("{number} Favor symbol", "{number} Favor symbols", land.favor),
    land.gold_mine && gettext("Gold mine {number}", { number: land.gold_mine }),
    land.caravan && gettext("Caravan {number}", { number: land.caravan }),
    land.temples && ngettext("{number} Temple", "{number} Temples", land.temples),
    land.bonus.stones && ngettext("at once {number} Stone", "at once {number} Stones", land.bonus.stones),
    land.bonus.favor && ngettext("at once {number} Favor card", "at once {number} Favor cards", land.bonus.favor),
    land.bonus.gold && gettext("at once {number} Gold", { number: land.bonus.gold }),
    land.pyramids && ngettext("{number} pyramid", "{number} pyramids", land.pyramids),
    land.stones && ngettext("{number} Stone", "{number} Stones", land.stones),
    bid && bidText(bid, context),
  ];
  return `${land.name}: ${parts.filter(Boolean).join(", ")}`;
}

/**
 * Who bids how much on a province, in words.
 * @param {Bid} bid
 * @param {Context} context
 */
export function bidText(bid, context) {
  if (bid.seat === null) return gettext("up for auction, no bid yet");
  const values = { name: nameOf(context, bid.seat), gold: bid.gold };
  return bid.protected ? gettext("{name} bids {gold}, with Protection", values) : gettext("{name} bids {gold}", values);
}

/** @typedef {{ icon: number, step: number, row: number, name: number, mark: number, text: string, built: number }} Size */

/** @type {Record<"small" | "large", Size>} */
const SIZES = {
  small: { icon: 11.5, step: 11.6, row: 15, name: 15, mark: 10, text: "amunre-land-small", built: 19 },
  large: { icon: 17, step: 18.4, row: 21, name: 21, mark: 16, text: "amunre-land-large", built: 27 },
};

/**
 * How high a province is drawn.
 * @param {boolean} isLarge
 */
export const provinceHeight = (isLarge) => {
  const size = isLarge ? SIZES.large : SIZES.small;
  return size.name + 3 * size.row + size.built + (isLarge ? 14 : 9);
};

/**
 * @param {number} x
 * @param {Size} size
 * @param {Sign} draw
 * @param {number} number
 * @param {number} [wide]
 */
function numbered(x, size, draw, number, wide = 1) {
  return [draw(x, 0, size.icon), textAt(x + size.icon * wide + 1, size.icon - 1.5, number, size.text)];
}

/**
 * @param {Context} context
 * @param {Land} land
 * @param {Size} size
 * @param {number} width
 */
function fieldsRow(context, land, size, width) {
  const count = land.fields;
  /** @type {Child[]} */
  const nodes = times(count, (index) => field(index * size.step, 0, size.icon, false));
  for (let index = 0; index < land.farmers; index += 1) {
    nodes.push(context.piece(field(index * size.step, 0, size.icon, true), "farmer", land.id));
  }
  if (land.free_farmers) {
    const x = Math.min(count * size.step, width - size.icon - (land.free_farmers > 1 ? 8 : -1));
    nodes.push(
      freeFarmer(x, 0, size.icon),
      land.free_farmers > 1 && textAt(x + size.icon, size.icon - 1.5, land.free_farmers, size.text),
    );
  }
  return nodes;
}

/**
 * @param {Land} land
 * @param {Size} size
 */
function lastingRow(land, size) {
  /** @type {Child[]} */
  const nodes = [];
  let x = 0;
  for (let index = 0; index < land.favor; index += 1, x += size.icon * 0.8) nodes.push(favor(x, 0, size.icon));
  if (land.favor) x += 2;
  for (let index = 0; index < land.temples; index += 1, x += size.icon + 1) nodes.push(temple(x, 0, size.icon));
  if (land.gold_mine) {
    nodes.push(...numbered(x, size, mine, land.gold_mine));
    x += size.icon + 12;
  }
  if (land.caravan) nodes.push(...numbered(x, size, caravan, land.caravan, 1.34));
  return nodes;
}

/**
 * What the province brings at once, behind a plus.
 * @param {Land} land
 * @param {Size} size
 */
function bonusRow(land, size) {
  const { stones, favor: cards, gold } = land.bonus;
  if (!stones && !cards && !gold) return [];
  const small = size.icon * 0.86;
  /** @type {Child[]} */
  const nodes = [textAt(0, size.icon - 2, "+", size.text)];
  let x = small * 0.8;
  /** @type {(count: number, draw: Sign, step: number) => void} */
  const icons = (count, draw, step) => {
    for (let index = 0; index < count; index += 1, x += small * step) nodes.push(draw(x, size.icon - small, small));
  };
  icons(stones, stone, 1.05);
  icons(cards, favor, 0.85);
  if (gold) nodes.push(coin(x, size.icon - small, small), textAt(x + small + 1, size.icon - 1.5, gold, size.text));
  return nodes;
}

/**
 * @param {Context} context
 * @param {Land} land
 * @param {Size} size
 * @param {number} width
 */
function buildings(context, land, size, width) {
  const { built } = size;
  const counted = land.pyramids ? textWidth(String(land.pyramids), `${size.text} kit-strong`) + 5 : 0;
  const space = width - counted - land.stones * built * 0.62 - built;
  // Each second one stands further off, behind its neighbours.
  const step = Math.min(built * 0.56, space / Math.max(1, land.pyramids - 1));
  const standing = times(land.pyramids, (index) =>
    index % 2
      ? pyramid(1 + index * step + built * 0.1, -built * 0.06, built * 0.8)
      : pyramid(1 + index * step, built * 0.02, built),
  );
  /** @type {Child[]} */
  const nodes = [...standing.filter((_one, index) => index % 2), ...standing.filter((_one, index) => !(index % 2))];
  let x = 0;
  if (land.pyramids) {
    x = (land.pyramids - 1) * step + built + 4;
    nodes.push(textAt(x, built - 2, land.pyramids, `${size.text} kit-strong`));
    x += counted;
  }
  const small = built * 0.6;
  for (let index = 0; index < land.stones; index += 1, x += small + 1) {
    nodes.push(context.piece(stone(x, built - small, small), "stone", land.id));
  }
  return nodes;
}

/**
 * The bid on a province as a boat that lies at it.
 * @param {Context} context
 * @param {Bid} bid
 * @param {number} width
 * @param {Size} size
 */
function bidSign(context, bid, width, size) {
  const wide = bid.seat === null ? 22 : bid.protected ? 60 : 44;
  const height = Math.max(15, size.built - 6);
  const hull = `M-7 ${height - 1}q2 6 9 6h${wide - 4}q7 0 9-6-3 2-6 2h-${wide + 6}q-3 0-6-2z`;
  return at(
    width - wide - 6,
    0,
    path(hull, "amunre-hull"),
    box(0, 0, wide, height, `amunre-bid${bid.seat === null ? "" : ` kit-stroke-${bid.seat}`}`, 4),
    ...(bid.seat === null
      ? [textAt(wide / 2, height - 3, "?", size.text, "middle")]
      : [
          context.piece(seatMark(bid.seat, 4, (height - 12) / 2, 12), `bid ${bid.seat}`, bid.province),
          textAt(19, height - 3.5, bid.gold ?? "", `${size.text} kit-strong`),
          bid.protected && shield(42, (height - 13) / 2, 13),
        ]),
  );
}

/**
 * A province within this outline.
 * @param {View} table
 * @param {Context} context
 * @param {Land} land
 * @param {{ outline: string, room: Room }} place
 * @param {boolean} isLarge
 */
export function province(table, context, land, { outline, room }, isLarge) {
  const size = isLarge ? SIZES.large : SIZES.small;
  const bid = table.row.find((one) => one.province === land.id);
  const { owner } = land;
  const { x, y, width } = room;
  const state = owner !== null ? "owned" : bid ? "row" : "idle";
  const words = provinceText(land, bid, context);
  const top = y + size.name + 1;
  const ground = land.river ? `amunre-land amunre-green-${land.bank}` : "amunre-land amunre-dry";
  const look = `amunre-land-name amunre-name-${state}${isLarge ? " amunre-name-large" : ""}`;
  const rows = [fieldsRow(context, land, size, width), lastingRow(land, size), bonusRow(land, size)];
  const bears = svg(
    "g",
    { class: state === "idle" ? "amunre-idle" : "amunre-here" },
    ...rows.map((row, index) => at(x, top + index * size.row, ...row)),
    at(x, top + 3 * size.row, ...buildings(context, land, size, bid ? width - 46 : width)),
  );
  const boat = svg("g", {}, bid && at(x, top + 3 * size.row, bidSign(context, bid, width, size)));
  const node = svg(
    "g",
    {},
    picture(
      words,
      path(outline, ground),
      path(outline, `amunre-wash amunre-wash-${state}${owner === null ? "" : ` kit-stroke-${owner}`}`),
      fitted(x, y + size.name - 4, land.name, width - (owner === null ? 0 : size.mark + 6), look),
      bears,
      boat,
    ),
    edgeOf("path", { d: outline }),
    // Over the frame of what can be chosen.
    owner !== null && flag(owner, x + width - size.mark - 5, y - size.mark * 0.35, size.mark),
  );
  context.note(node, `province ${land.id}`, [
    owner,
    land.fields,
    land.farmers,
    land.free_farmers,
    land.favor,
    land.gold_mine,
    land.caravan,
    land.temples,
    land.bonus.stones,
    land.bonus.favor,
    land.bonus.gold,
    land.stones,
    land.pyramids,
    bid?.seat,
    bid?.gold,
    bid?.protected,
  ]);
  context.pick(node, { province: land.id }, words);
  return lettered(node, bears, boat);
}
