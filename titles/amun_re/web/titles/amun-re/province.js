// A province on the map: its yields, contents and owner, and the bid on it during an auction.

import { svg } from "../../kit/elements.js";
import { at, box, edgeOf, lettered, path, picture, times } from "../../kit/shapes.js";
import { caravan, pyramid, seatMark } from "../../kit/icons.js";
import { nameOf } from "../../kit/table-frame.js";
import { fitted, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { relief } from "./land.js";
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
 * A province's yields and contents, in words.
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
    land.bonus.stones && ngettext("{number} Stone at once", "{number} Stones at once", land.bonus.stones),
    land.bonus.favor && ngettext("{number} Favor card at once", "{number} Favor cards at once", land.bonus.favor),
    land.bonus.gold && gettext("{number} Gold at once", { number: land.bonus.gold }),
    land.pyramids && ngettext("{number} pyramid", "{number} pyramids", land.pyramids),
    land.stones && ngettext("{number} Stone", "{number} Stones", land.stones),
    bid && bidText(bid, context),
  ];
  return `${land.name}: ${parts.filter(Boolean).join(", ")}`;
}

/**
 * The bid on a province, in words.
 * @param {Bid} bid
 * @param {Context} context
 */
export function bidText(bid, context) {
  if (bid.seat === null) return gettext("up for auction, no bid yet");
  const values = { name: nameOf(context, bid.seat), gold: bid.gold };
  return bid.protected ? gettext("{name} bids {gold}, with Protection", values) : gettext("{name} bids {gold}", values);
}

/**
 * The sizes in a province; `isRoomy`: a flag is beside its name.
 * @typedef {{ icon: number, row: number, name: number, mark: number, text: string, built: number, isRoomy: boolean }} Size
 */

/** The minimum width in icons, on a phone and on a large map: six Fields at least. */
const SIGNS = { least: 6.2, most: 7.4 };
/** The number of rows of icons in a province. */
const ROWS = 2;

/**
 * The sizes in a province of this inner width.
 * @param {number} room
 * @param {number} grown the enlargement of the map, from 0 to 1
 * @returns {Size}
 */
export function sizeOf(room, grown) {
  const icon = room / (SIGNS.least + (SIGNS.most - SIGNS.least) * grown);
  const isRoomy = room >= 92;
  return {
    icon,
    row: icon * 1.12 + 1,
    name: isRoomy ? 20 : 14.5,
    mark: isRoomy ? 14 : 10,
    text: isRoomy ? "amunre-land-large" : "amunre-land-small",
    built: icon * (isRoomy ? 1.4 : 1.3),
    isRoomy,
  };
}

/**
 * The height of a province, without the unevenness of its borders.
 * @param {Size} size
 */
export const provinceHeight = (size) => size.name + ROWS * size.row + size.built + (size.isRoomy ? 2 : 1);

/** An icon in a row: its width and drawing. @typedef {{ width: number, draw: (x: number) => Child[] }} Token */

/**
 * @param {Sign} draw
 * @param {number} size
 * @param {number} [wide]
 * @returns {Token}
 */
const token = (draw, size, wide = 1) => ({ width: size * wide, draw: (x) => [draw(x, 0, size)] });

/**
 * @param {Sign} draw
 * @param {number} size
 * @param {number} number
 * @param {string} look
 * @param {number} [wide]
 * @returns {Token}
 */
const numbered = (draw, size, number, look, wide = 1) => ({
  width: size * wide + textWidth(String(number), look) + 3,
  draw: (x) => [draw(x, 0, size), textAt(x + size * wide + 1, size / 2 + 4.5, number, look)],
});

/**
 * The Fields with their Farmers, the permanent yields, and the one-time bonus after a plus.
 * @param {Context} context
 * @param {Land} land
 * @param {number} icon
 * @param {string} look
 * @returns {Token[][]}
 */
function tokens(context, land, icon, look) {
  const { stones, favor: cards, gold } = land.bonus;
  const small = icon * 0.9;
  const fields = times(land.fields, (index) => {
    const isTaken = index < land.farmers;
    /** @type {Sign} */
    const draw = (x, y, size) => {
      const drawn = field(x, y, size, isTaken);
      return isTaken ? context.piece(drawn, "farmer", land.id) : drawn;
    };
    return token(draw, icon, 1.02);
  });
  if (land.free_farmers) {
    fields.push(land.free_farmers > 1 ? numbered(freeFarmer, icon, land.free_farmers, look) : token(freeFarmer, icon));
  }
  const lasting = [
    ...times(land.favor, () => token(favor, icon, 0.8)),
    ...times(land.temples, () => token(temple, icon, 1.05)),
    land.gold_mine ? numbered(mine, icon, land.gold_mine, look) : [],
    land.caravan ? numbered(caravan, icon, land.caravan, look, 1.34) : [],
  ];
  const bonus = [
    stones || cards || gold
      ? { width: 9, draw: (/** @type {number} */ x) => [textAt(x, icon / 2 + 4.5, "+", look)] }
      : [],
    ...times(stones, () => token(stone, small, 1.05)),
    ...times(cards, () => token(favor, small, 0.82)),
    gold ? numbered(coin, small, gold, look) : [],
  ];
  return [fields, lasting.flat(), bonus.flat()].filter((one) => one.length);
}

/**
 * The icons in rows, as large as this width allows; each group stays together.
 * @param {Context} context
 * @param {Land} land
 * @param {Size} size
 * @param {number} width
 */
function signRows(context, land, size, width) {
  const wideOf = (/** @type {Token[]} */ group) => group.reduce((sum, one) => sum + one.width, 0);
  /** @type {(scale: number) => { width: number, groups: Token[][] }[]} */
  const rowsAt = (scale) => {
    /** @type {{ width: number, groups: Token[][] }[]} */
    const rows = [];
    for (const group of tokens(context, land, size.icon * scale, size.text)) {
      const last = rows.at(-1);
      const longer = (last?.width ?? 0) + size.icon * 0.4 + wideOf(group);
      if (last && longer <= width) Object.assign(last, { width: longer, groups: [...last.groups, group] });
      else rows.push({ width: wideOf(group), groups: [group] });
    }
    return rows;
  };
  const scale = [1, 0.9, 0.8, 0.7].find((one) => {
    const rows = rowsAt(one);
    return rows.length <= ROWS && rows.every((row) => row.width <= width);
  });
  return rowsAt(scale ?? 0.6).map((row) => {
    let x = (width - row.width) / 2;
    return row.groups.flatMap((group) => {
      const nodes = group.flatMap((one) => {
        const drawn = one.draw(x);
        x += one.width;
        return drawn;
      });
      x += size.icon * 0.4;
      return nodes;
    });
  });
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
  // Every second one is further back, behind its neighbours.
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
 * The bid on a province as a boat beside it.
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
 * @param {{ outline: string, inner: string, room: Room }} place its border, and a slightly smaller copy
 * @param {Size} size
 * @param {number} seed the seed of its ground
 */
export function province(table, context, land, { outline, inner, room }, size, seed) {
  const bid = table.row.find((one) => one.province === land.id);
  const { owner } = land;
  const { x, y, width } = room;
  const state = owner !== null ? "owned" : bid ? "row" : "idle";
  const words = provinceText(land, bid, context);
  const top = y + size.name;
  const bottom = top + ROWS * size.row;
  const kind = land.river ? `green-${land.bank}` : land.bank === "west" ? "dry" : "rock";
  const beside = size.mark + 8;
  // Without space beside the name the flag is below it.
  const isBelow = owner !== null && !size.isRoomy;
  const named = width - (owner !== null && size.isRoomy ? beside : 0);
  // A name may be closer to the border than the contents below it.
  const most = size.isRoomy ? named : named + 7;
  const look = `amunre-land-name amunre-name-${state}`;
  const letters = textWidth(land.name, `${look} ${size.text}`) <= most ? size.text : "amunre-land-small";
  const bears = svg(
    "g",
    { class: state === "idle" ? "amunre-idle" : "amunre-here" },
    ...signRows(context, land, size, width).map((row, index) => at(x, top + index * size.row, ...row)),
    at(x, bottom, ...buildings(context, land, size, width - (bid ? 46 : isBelow ? beside : 0))),
  );
  const boat = svg("g", {}, bid && at(x, bottom, bidSign(context, bid, width, size)));
  const node = svg(
    "g",
    {},
    picture(
      words,
      path(outline, `amunre-land amunre-${kind}`),
      relief(land.river ? "river" : land.bank, room, bottom + size.built, seed),
      path(outline, "kit-grain"),
      state === "idle"
        ? null
        : path(inner, `amunre-wash amunre-wash-${state}${owner === null ? "" : ` kit-stroke-${owner}`}`),
      fitted(x + named / 2, y + size.name - (size.isRoomy ? 5 : 3), land.name, most, `${look} ${letters}`, "middle"),
      bears,
      boat,
    ),
    edgeOf("path", { d: outline }),
    // Above the frame of pickable parts.
    owner !== null && flag(owner, x + width - size.mark - 5, isBelow ? bottom + 1 : y - size.mark * 0.5, size.mark),
  );
  context.note(
    node,
    `province ${land.id}`,
    [
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
    ],
    { name: land.name },
  );
  context.pick(node, { province: land.id }, words);
  return lettered(node, bears, boat);
}
