// One player's own part of the table: Gold cards, sums, points, Extended Provinces.

import { svg } from "../../kit/elements.js";
import { actingPill, pointsPlate } from "../../kit/panels.js";
import { at, box, edge, lettered, picture, times } from "../../kit/shapes.js";
import { caravan, crown, pyramid, seatMark, sun } from "../../kit/icons.js";
import { nameOf } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import {
  BASE,
  CARD_HEIGHT,
  extendedText,
  goldCard,
  goldText,
  provinceText,
  pyramidBase,
  ROMAN,
  stack,
  stackHeight,
} from "./cards.js";
import { ankh, field, ingot, stele } from "./icons.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, GoldPlace, Player, View } from "./view.js"
 */

const PLACES = 3;
const ROOMY = 280;
const ALL_GOLD = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function titleLine(table, context, player, width) {
  const name = nameOf(context, player.seat);
  const isPharaoh = table.pharaoh === player.seat;
  const isRoomy = width >= ROOMY;
  const kingdoms = player.points_by_kingdom;
  const points = pointsPlate(context, player.seat, player.points, width, {
    name: kingdoms.length
      ? ngettext("{number} point, by Kingdom: {list}", "{number} points, by Kingdom: {list}", player.points, {
          list: kingdoms.join(", "),
        })
      : ngettext("{number} point", "{number} points", player.points),
    sign: sun,
  });
  // A narrow part has no room beside the name: the signs go below the Gold cards.
  const y = isRoomy ? 0 : 112;
  const measured = actingPill(context, player.seat, 0, 0).width;
  let right = isRoomy ? width - 70 : measured + (isPharaoh ? 34 : 0);
  const acting = actingPill(context, player.seat, right, y + 4);
  if (acting.width) right -= acting.width + 6;
  const token = isPharaoh ? crownToken(context, name, right - 28, y + 1) : null;
  const space = isRoomy ? right - (isPharaoh ? 34 : 0) - 32 : width - 96;
  const mark = seatMark(player.seat, 0, 5, 20);
  context.piece(mark, "sealed", `player ${player.seat}`, { face: String(player.seat), count: Infinity });
  return [mark, fitted(28, 21, name, space, "kit-name"), acting.node, token, points];
}

/**
 * The token of the Pharaoh.
 * @param {Context} context
 * @param {string} name
 * @param {number} x
 * @param {number} y
 */
function crownToken(context, name, x, y) {
  const sign = context.piece(crown(x, y, 28), "crown", name, { id: "pharaoh" });
  const token = picture(gettext("{name} is Pharaoh", { name }), sign, edge(x, y, 28, 28, 16));
  context.note(token, "pharaoh", name);
  return token;
}

/**
 * The sums that count for Pharaoh and Revenue, and the points of each Kingdom so far.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function sums(context, player, width) {
  const { ankhs, fields, caravans, revenue, seat } = player;
  const entries = [
    { key: "ankhs", number: ankhs, draw: ankh, name: gettext("Visible Ankhs: {number}", { number: ankhs }) },
    { key: "fields", number: fields, draw: field, name: gettext("Visible Fields: {number}", { number: fields }) },
    {
      key: "caravans",
      number: caravans,
      draw: caravan,
      name: gettext("Visible Caravans: {number}", { number: caravans }),
    },
  ];
  if (player.step && player.step !== "done") {
    const name = gettext("{number} Gold on the Revenue track", { number: revenue });
    entries.push({ key: "gold", number: revenue, draw: ingot, name });
  }
  /** @type {Child[]} */
  const nodes = entries.map(({ key, number, draw, name }, index) => {
    const x = index * 50;
    const node = picture(
      name,
      draw(x, 2, 17),
      textAt(x + (key === "caravans" ? 25 : 20), 17, number, "kit-sum"),
      edge(x, 0, 42, 22, 4),
    );
    if (key !== "gold") context.note(node, `${key} ${seat}`, number);
    return node;
  });
  const top = width >= ROOMY ? -5 : 73;
  const steles = ROMAN.slice(1).map((name, index) =>
    at(width - 80 + index * 28, top, stele(index + 1, name, player.points_by_kingdom[index])),
  );
  // The plate of the points says them.
  return [...nodes, svg("g", { "aria-hidden": "true" }, ...steles)];
}

/**
 * @param {View} table
 * @param {Player} player
 * @param {number} gold
 * @returns {GoldPlace}
 */
function placeOfGold(table, player, gold) {
  if (player.offering.cards?.includes(gold)) return "offered";
  if (player.display.includes(gold)) return "display";
  return table.row.some((bid) => bid.seat === player.seat && bid.gold === gold) ? "row" : "discarded";
}

/**
 * All nine Gold cards, so that each keeps its place wherever it lies now.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {number} height
 * @param {boolean} own
 */
function goldLine(table, context, player, width, height, own) {
  const gap = own ? 5 : 3;
  const size = Math.min(height * 0.8, (width - gap * 8) / 9);
  return ALL_GOLD.map((gold, index) => {
    const where = placeOfGold(table, player, gold);
    const face = picture(goldText(gold, where), ...goldCard(gold, size, height, where));
    // In front of a Province and in an Offering it is the card there that lies on the table.
    if (where === "display" || where === "discarded") {
      context.piece(face, "gold card", `line ${player.seat}`, { id: `${player.seat} ${gold}` });
    }
    const node = at(index * (size + gap), 0, face, edge(0, 0, size, height, 6));
    context.note(node, `gold ${player.seat} ${gold}`, where);
    if (own) context.pick(node, { gold, cards: gold }, gettext("Gold card {gold}", { gold }));
    return node;
  });
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function waiting(context, player, width) {
  /** @type {Child[]} */
  const nodes = [];
  let y = 0;
  if (player.pyramids_to_place) {
    const words = gettext("{number} to place", { number: player.pyramids_to_place });
    const start = textWidth(words) + 16;
    const step = Math.min(16, (width - start - 16) / player.pyramids_to_place);
    const node = picture(
      ngettext("{number} Pyramid to place", "{number} Pyramids to place", player.pyramids_to_place),
      box(0, 0, width, 26, "amun-waiting", 5),
      textAt(8, 18, words),
      ...times(player.pyramids_to_place, (index) =>
        context.piece(pyramid(start + index * step, 5, 15), "pyramid", `to place ${player.seat}`),
      ),
      edge(0, 0, width, 26),
    );
    context.note(node, `waiting ${player.seat}`, player.pyramids_to_place);
    nodes.push(node);
    y += 32;
  }
  if (player.acquired) {
    const card = player.acquired;
    const node = at(
      0,
      y,
      picture(
        gettext("Acquired, without a place yet: {province}", { province: provinceText(card) }),
        svg("g", { class: `amun-kingdom-${card.kingdom}` }, box(0.5, 0.5, width - 1, 25, "amun-card", 5)),
        fitted(8, 18, gettext("{id} has no place yet", { id: card.id }), width - 16, "amun-card-id"),
      ),
      edge(0, 0, width, 26),
    );
    context.note(node, `acquired ${player.seat} own`, card.id);
    nodes.push(node);
    y += 32;
  }
  return { nodes, height: y };
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} place
 * @param {number} size
 * @param {number} height
 * @param {boolean} own
 */
function provinceColumn(context, player, place, size, height, own) {
  const province = player.provinces[place];
  if (!province) {
    return picture(
      gettext("Province {place}: none yet", { place: place + 1 }),
      box(0.5, 0.5, size - 1, height + BASE - 5, "amun-slot", 8),
      middle(size / 2, (height + BASE) / 2 + 4, place + 1, "amun-slot-text"),
    );
  }
  const words = extendedText(province);
  const tall = stackHeight(province.cards.length, size);
  const where = `${player.seat} ${place}`;
  const base = at(0, tall + 4, ...pyramidBase(context, province, where, size));
  const cards = stack(province.cards, size);
  cards.forEach((card, index) => context.piece(card, "province", where, { id: province.cards[index].id }));
  const node = svg("g", {}, picture(words, ...cards, base), edge(0, 0, size, tall + BASE));
  context.note(node, `province ${player.seat} ${place}`, [province.cards.map((card) => card.id), province.tokens]);
  if (own) context.pick(node, { place }, words);
  return lettered(node, base);
}

/**
 * A player's part: its title, its height, and what is drawn within the width.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {boolean} own
 * @returns {Part}
 */
export function playerPanel(table, context, player, width, own) {
  const pad = 12;
  const inner = width - 2 * pad;
  const beside = width >= 470;
  const gap = beside ? 10 : 7;
  const size = beside
    ? Math.max(80, Math.min(own ? 128 : 108, (inner - 200) / 3 - gap))
    : Math.min(120, (inner - 2 * gap) / PLACES);
  const provincesWidth = PLACES * size + (PLACES - 1) * gap;
  const lineWidth = beside ? inner - provincesWidth - 20 : inner;
  const cards = Math.max(0, ...player.provinces.map((province) => province.cards.length));
  // Until there is a Province its place is held by a low frame, or five players would fill a phone with nothing.
  const stacks = cards ? stackHeight(cards, size) : beside ? CARD_HEIGHT * size : 36;
  const goldHeight = own
    ? Math.min(88, Math.max(50, lineWidth / 7))
    : lineWidth >= 480
      ? 60
      : lineWidth >= ROOMY
        ? 40
        : 32;
  const queue = waiting(context, player, lineWidth);
  const goldTop = pad + 70;
  const signs = lineWidth < ROOMY ? 34 : 0;
  const queueTop = goldTop + goldHeight + 10 + signs;
  const textBottom = queueTop + queue.height;
  const provincesTop = beside ? pad : textBottom + 2;
  const provincesLeft = beside ? pad + lineWidth + 20 : pad + (inner - provincesWidth) / 2;
  return {
    title: nameOf(context, player.seat),
    height: Math.max(textBottom, provincesTop + stacks + BASE) + pad,
    nodes: [
      box(0.5, 0.5, 5, 56, `seat-${player.seat}`, 2.5),
      at(pad, pad, ...titleLine(table, context, player, lineWidth)),
      at(pad, pad + 38, ...sums(context, player, lineWidth)),
      at(pad, goldTop, ...goldLine(table, context, player, lineWidth, goldHeight, own)),
      at(pad, queueTop, ...queue.nodes),
      ...times(PLACES, (place) =>
        at(
          provincesLeft + place * (size + gap),
          provincesTop,
          provinceColumn(context, player, place, size, stacks, own),
        ),
      ),
    ],
  };
}
