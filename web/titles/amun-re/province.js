// One province on the map: what it brings, what stands in it, whose it is, and the bid on it during an auction.

import { svg } from "../../kit/drawn.js";
import { at, box, edge, path, telling, tenth, times } from "../../kit/shapes.js";
import { caravan, pyramid, seatMark } from "../../kit/signs.js";
import { nameOf } from "../../kit/table.js";
import { fitted, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../texts.js";
import { coin, doublePyramid, favor, field, freeFarmer, mine, shield, stone, temple } from "./icons.js";

/**
 * @import { Sign } from "../../kit/panels.js"
 * @import { Child } from "../../kit/drawn.js"
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
  small: { icon: 11.5, step: 11.6, row: 15, name: 17, mark: 10, text: "amunre-land-small", built: 17 },
  large: { icon: 17, step: 18.8, row: 22, name: 23, mark: 16, text: "amunre-land-large", built: 23 },
};

/**
 * How high a province is drawn.
 * @param {boolean} isLarge
 */
export const provinceHeight = (isLarge) => {
  const size = isLarge ? SIZES.large : SIZES.small;
  return size.name + 3 * size.row + size.built + 9;
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
  /** @type {Child[]} */
  const nodes = [];
  let x = 0;
  const doubles = Math.floor(land.pyramids / 2);
  const space = width - (land.pyramids ? 14 : 0) - land.stones * built * 0.62;
  const count = doubles + (land.pyramids % 2);
  const step = count ? Math.min(built + 1, space / count) : 0;
  for (let index = 0; index < count; index += 1, x += step) {
    nodes.push((index < doubles ? doublePyramid : pyramid)(x + 1, 0, built));
  }
  if (land.pyramids) {
    x = Math.max(x, built) + 1;
    nodes.push(textAt(x, built - 2, land.pyramids, `${size.text} kit-strong`));
    x += textWidth(String(land.pyramids), `${size.text} kit-strong`) + 3;
  }
  const small = built * 0.6;
  for (let index = 0; index < land.stones; index += 1, x += small + 1) {
    nodes.push(context.piece(stone(x, built - small, small), "stone", land.id));
  }
  return nodes;
}

/**
 * The bid on a province as a sign on its lower edge.
 * @param {Context} context
 * @param {Bid} bid
 * @param {number} width
 * @param {Size} size
 */
function bidSign(context, bid, width, size) {
  const wide = bid.seat === null ? 22 : bid.protected ? 60 : 44;
  const height = size.built - 1;
  return at(
    width - wide,
    0,
    box(0, 0, wide, height, `amunre-bid${bid.seat === null ? "" : ` kit-stroke-${bid.seat}`}`, 5),
    ...(bid.seat === null
      ? [textAt(wide / 2, height - 4, "?", size.text, "middle")]
      : [
          context.piece(seatMark(bid.seat, 4, (height - 12) / 2, 12), `bid ${bid.seat}`, bid.province),
          textAt(19, height - 4, bid.gold ?? "", `${size.text} kit-strong`),
          bid.protected && shield(42, (height - 13) / 2, 13),
        ]),
  );
}

/**
 * A province of this size with its upper left corner at 0, 0.
 * @param {View} table
 * @param {Context} context
 * @param {Land} land
 * @param {number} width
 * @param {boolean} isLarge
 */
export function province(table, context, land, width, isLarge) {
  const size = isLarge ? SIZES.large : SIZES.small;
  const height = provinceHeight(isLarge);
  const bid = table.row.find((one) => one.province === land.id);
  const inner = width - 8;
  const state = land.owner !== null ? "owned" : bid ? "row" : "idle";
  const words = provinceText(land, bid, context);
  const top = size.name + 3;
  const head = `M2 ${size.name}V7a5 5 0 0 1 5-5H${tenth(width - 7)}a5 5 0 0 1 5 5V${size.name}z`;
  const look = `amunre-land-name amunre-name-${state}${isLarge ? " amunre-name-large" : ""}`;
  const rows = [fieldsRow(context, land, size, inner), lastingRow(land, size), bonusRow(land, size)];
  const node = svg(
    "g",
    {},
    telling(
      words,
      box(
        1,
        1,
        width - 2,
        height - 2,
        `amunre-land amunre-land-${state}${land.owner === null ? "" : ` kit-stroke-${land.owner}`}`,
        6,
      ),
      path(head, `amunre-land-head amunre-head-${state}`),
      fitted(5, size.name - 5, land.name, inner - (land.owner === null ? 0 : size.mark + 2), look),
      land.owner !== null &&
        seatMark(land.owner, width - size.mark - (isLarge ? 6 : 4), (size.name - size.mark) / 2 + 1, size.mark),
      svg(
        "g",
        { class: state === "idle" ? "amunre-idle" : "amunre-here" },
        ...rows.map((row, index) => at(4, top + index * size.row, ...row)),
        at(4, top + 3 * size.row, ...buildings(context, land, size, bid ? inner - 40 : inner)),
      ),
      bid && at(4, top + 3 * size.row, bidSign(context, bid, inner, size)),
    ),
    edge(0, 0, width, height, 7),
  );
  context.note(node, `province ${land.id}`, [
    land.owner,
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
  return node;
}
