// A player's panel: Gold cards, sums, points, Extended Provinces.

import { svg } from "../../kit/elements.js";
import { actingPill, pointsPlate } from "../../kit/panels.js";
import { at, box, edge, lettered, picture, times } from "../../kit/shapes.js";
import { caravan, crown, pyramid, seatMark, sun } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, middle, paragraph, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { acquiredTold, whileDisplayed } from "./auction.js";
import {
  baseHeight,
  CARD_HEIGHT,
  extendedText,
  extendedTold,
  goldCard,
  goldPlaceText,
  goldRadius,
  goldText,
  provinceCard,
  provinceText,
  pyramidBase,
  ROMAN,
  stack,
  stackHeight,
  widthIn,
} from "./cards.js";
import { ankh, field, ingot, stele } from "./icons.js";
import { NILE, nile } from "./nile.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { GoldPlace } from "./cards.js"
 * @import { Context, Player, Province, View } from "./view.js"
 */

const PLACES = 3;
const PAD = 12;
const HEAD = 36;
const GOLD_TOP = 78;
/** The width of each sum, and of the steles beside them. */
const SUM = 45;
const STELES = 78;
/** The minimum size of a pickable Gold card. */
const FINGER = 25;
/** The maximum width of one on the surface: 180 pixels in a large window. */
const LARGEST_GOLD = 132;
const ALL_GOLD = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function titleLine(table, context, player, width) {
  const name = nameOf(context, player.seat);
  const kingdoms = player.points_by_kingdom;
  const points = pointsPlate(context, player.seat, player.points, width, {
    name: kingdoms.length
      ? ngettext("{number} point, by Kingdom: {list}", "{number} points, by Kingdom: {list}", player.points, {
          list: kingdoms.join(", "),
        })
      : ngettext("{number} point", "{number} points", player.points),
    sign: sun,
  });
  let right = width - 70;
  const token = table.pharaoh === player.seat ? crownToken(context, name, right - 28, 1) : null;
  if (token) right -= 34;
  // If the name would be cut, the frame of the whole panel replaces it.
  const pill = actingPill(context, player.seat, right, 4);
  const isSaid = 28 + textWidth(name, "kit-name") + 8 + pill.width <= right;
  const acting = isSaid ? pill : { node: null, width: 0 };
  const mark = seatMark(player.seat, 0, 5, 20);
  context.piece(mark, "sealed", `player ${player.seat}`, { face: String(player.seat), count: Infinity });
  const nodes = [mark, fitted(28, 21, name, right - acting.width - 32, "kit-name"), acting.node, token, points];
  return { nodes, isSaid };
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
  context.note(token, "pharaoh", name, { name: gettext("Pharaoh"), text: name, seat: null });
  return token;
}

/**
 * The sums for Pharaoh and Revenue, and the points of each Kingdom so far.
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
    const x = index * SUM;
    const node = picture(
      name,
      draw(x, 2, 17),
      textAt(x + (key === "caravans" ? 25 : 20), 17, number, "kit-sum"),
      edge(x, 0, SUM - 4, 22, 4),
    );
    if (key !== "gold") context.note(node, `${key} ${seat}`, number);
    return node;
  });
  const left = width - STELES;
  // The Gold on the Revenue track leaves them no space in a narrow panel; the plate of the points shows them all the
  // same.
  if (left < entries.length * SUM) return nodes;
  const steles = ROMAN.slice(1).map((name, index) =>
    at(left + index * 27, -5, stele(index + 1, name, player.points_by_kingdom[index])),
  );
  // The plate of the points shows them.
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
 * The layout of Gold cards in a player's panel: two rows if pickable ones would be too narrow in one.
 * @param {number} width
 * @param {boolean} own
 */
function lineOf(width, own) {
  const gap = own ? 4 : 3;
  const inRow = (/** @type {number} */ count) => (width - gap * (count - 1)) / count;
  const columns = own && inRow(9) < FINGER ? 5 : 9;
  return { columns, gap, height: own ? Math.max(46, Math.min(72, inRow(columns) * 1.4)) : 32 };
}

/**
 * All nine Gold cards, so that each keeps its position here wherever the card is.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {boolean} own
 * @param {{ columns: number, gap: number, height: number }} [grid]
 */
function goldLine(table, context, player, width, own, grid = lineOf(width, own)) {
  const { columns, gap, height } = grid;
  const wide = (width - gap * (columns - 1)) / columns;
  const size = Math.min(height * 0.8, wide);
  // Before the first display is laid out all cards are in hand.
  const isHand = table.phase === "display" && !player.display.length;
  const nodes = ALL_GOLD.map((gold, index) => {
    const where = placeOfGold(table, player, gold);
    const look = isHand ? "display" : where;
    const face = picture(goldText(gold, look), ...goldCard(gold, size, height, look));
    // In front of a Province and in an Offering the card is on the table there.
    if (where === "display" || where === "discarded") {
      context.piece(face, "gold card", `line ${player.seat}`, { id: `${player.seat} ${gold}` });
    }
    const line = Math.floor(index / columns);
    const [x, y] = [(line / 2 + (index % columns)) * (wide + gap), line * (height + gap + 2)];
    const node = at(x + (wide - size) / 2, y, face, edge(0, 0, size, height, goldRadius(size) + 1));
    const told = {
      name: gettext("Gold card {gold}", { gold }),
      text: isHand ? gettext("in hand") : goldPlaceText(where),
      seat: player.seat,
    };
    context.note(node, `gold ${player.seat} ${gold}`, where, told);
    if (own) context.pick(node, { gold, cards: gold }, gettext("Gold card {gold}", { gold }));
    return node;
  });
  return { nodes, height: Math.ceil(9 / columns) * (height + gap + 2) - gap - 2 };
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
    const told = { name: gettext("Pyramids to place"), text: player.pyramids_to_place };
    context.note(node, `waiting ${player.seat}`, player.pyramids_to_place, told);
    nodes.push(node);
    y += 32;
  }
  if (player.acquired) {
    const card = player.acquired;
    const node = at(
      0,
      y,
      picture(
        gettext("Acquired, not placed yet: {province}", { province: provinceText(card) }),
        svg("g", { class: `amun-kingdom-${card.kingdom}` }, box(0.5, 0.5, width - 1, 25, "amun-card", 5)),
        fitted(8, 18, gettext("{id}: not placed yet", { id: card.id }), width - 16, "amun-card-id"),
      ),
      edge(0, 0, width, 26),
    );
    context.note(node, `acquired ${player.seat} own`, card.id, acquiredTold(card));
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
  const foot = baseHeight(size);
  if (!province) {
    return picture(
      gettext("Province {place}: none yet", { place: place + 1 }),
      box(0.5, 0.5, size - 1, height + foot - 5, "amun-slot", 8),
      middle(size / 2, (height + foot) / 2 + 4, place + 1, "amun-slot-text"),
    );
  }
  const words = extendedText(province);
  const tall = stackHeight(province.cards.length, size);
  const where = `${player.seat} ${place}`;
  const base = at(0, tall + 4, pyramidBase(context, province, where, size));
  const cards = stack(province.cards, size);
  cards.forEach((card, index) => context.piece(card, "province", where, { id: province.cards[index].id }));
  const node = svg("g", {}, picture(words, ...cards, base), edge(0, 0, size, tall + foot));
  context.note(node, `province ${player.seat} ${place}`, [province.cards.map((card) => card.id), province.tokens], {
    ...extendedTold(province),
    seat: player.seat,
  });
  if (own) context.pick(node, { place }, words);
  return lettered(node, base);
}

/**
 * The Extended Provinces of a player side by side, each of this width; also their height with Pyramids.
 * @param {Context} context
 * @param {Player} player
 * @param {number} size
 * @param {number} gap
 * @param {boolean} own
 */
export function provinceRow(context, player, size, gap, own) {
  const cards = mostCards(player);
  // An empty place is a low frame, or five players would fill a phone with nothing.
  const stacks = cards ? stackHeight(cards, size) : own ? CARD_HEIGHT * size : 36;
  const nodes = times(PLACES, (place) =>
    at(place * (size + gap), 0, provinceColumn(context, player, place, size, stacks, own)),
  );
  return { nodes, height: stacks + baseHeight(size) };
}

/**
 * The Gold cards of one player as the surface, while they are laid out for the first time.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {number} height
 * @returns {Part}
 */
export function displaySurface(table, context, player, width, height) {
  const title = gettext("The first display");
  const gap = Math.max(6, width * 0.02);
  const words = paragraph(PAD, 0, whileDisplayed(), width - 2 * PAD, "kit-soft");
  const bottom = height - words.height - 4;
  const size = Math.min(LARGEST_GOLD, (width - 2 * PAD - 4 * gap) / 5, ((bottom - HEAD - gap - 12) / 2) * 0.72);
  const cards = goldLine(table, context, player, 5 * size + 4 * gap, true, { columns: 5, gap, height: size / 0.72 });
  const left = (width - 5 * size - 4 * gap) / 2;
  return {
    title,
    height,
    nodes: [
      ...heading(title),
      at(left, HEAD + (bottom - 12 - HEAD - cards.height) / 2, ...cards.nodes),
      at(0, bottom + 8, ...words.nodes),
    ],
  };
}

/**
 * The card that a player has acquired, beside the Provinces of which it covers one.
 * @param {Context} context
 * @param {number} seat
 * @param {Province} card
 * @param {number} size
 */
function newCard(context, seat, card, size) {
  return picture(
    gettext("Acquired, not placed yet: {province}", { province: provinceText(card) }),
    context.piece(provinceCard(card, size), "province", `acquired ${seat}`, { id: card.id }),
    middle(size / 2, CARD_HEIGHT * size + 18, gettext("acquired"), "kit-small kit-soft"),
  );
}

/** @param {Player} player */
const mostCards = (player) => Math.max(0, ...player.provinces.map(({ cards }) => cards.length));

/**
 * The Extended Provinces of one player as the surface, above the Nile, and a new card to place on them.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {number} height
 * @returns {Part}
 */
export function provincesSurface(table, context, player, width, height) {
  const title = gettext("Provinces of {name}", { name: nameOf(context, player.seat) });
  const gap = Math.max(8, width * 0.03);
  const bottom = height - PAD - NILE;
  const most = widthIn(bottom - HEAD - 10, Math.max(1, mostCards(player)));
  const columns = player.acquired ? PLACES + 1 : PLACES;
  const size = Math.min(most, (width - 2 * PAD - (columns - 1) * gap) / columns);
  const row = provinceRow(context, player, size, gap, player.seat === context.viewer);
  const left = (width - columns * size - (columns - 1) * gap) / 2;
  const top = HEAD + (bottom - 10 - HEAD - row.height) / 2;
  return {
    title,
    height,
    nodes: [
      seatMark(player.seat, PAD, 9, 14),
      fitted(PAD + 22, 21, title, width - 2 * PAD - 22, "kit-heading"),
      player.acquired && at(left, top, newCard(context, player.seat, player.acquired, size)),
      at(left + (columns - PLACES) * (size + gap), top, ...row.nodes),
      at(PAD, bottom, nile(table, context, width - 2 * PAD)),
    ],
  };
}

/**
 * A player's public summary, in a few words.
 * @param {Player} player
 */
export function standing({ points, display }) {
  const gold = display.reduce((sum, card) => sum + card, 0);
  return [ngettext("{number} point", "{number} points", points), gettext("{gold} Gold", { gold })].join(" · ");
}

/**
 * A player's panel: its title, its height, and its content for a width.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {boolean} own
 * @param {{ gold: boolean, provinces: boolean }} has which of them are here, and not on the surface
 * @returns {Part}
 */
export function playerPanel(table, context, player, width, own, has) {
  const inner = width - 2 * PAD;
  const gold = has.gold ? goldLine(table, context, player, inner, own) : { nodes: [], height: -10 };
  const queue = waiting(context, player, inner);
  const queueTop = GOLD_TOP + gold.height + 10;
  const provincesTop = queueTop + queue.height;
  const gap = 7;
  const provinces = has.provinces ? provinceRow(context, player, (inner - 2 * gap) / PLACES, gap, own) : null;
  const height = Math.ceil(provincesTop + (provinces ? provinces.height + 6 : 0));
  const name = nameOf(context, player.seat);
  const title = titleLine(table, context, player, inner);
  const frame = svg("rect", { x: 1.5, y: 1.5, width: width - 3, height: height - 3, rx: 8, class: "amun-acting" });
  const words = gettext("{name}'s turn", { name });
  return {
    title: name,
    height,
    nodes: [
      context.toAct.includes(player.seat) && (title.isSaid ? frame : picture(words, frame)),
      at(PAD, 9, ...title.nodes),
      at(PAD, 46, ...sums(context, player, inner)),
      at(PAD, GOLD_TOP, ...gold.nodes),
      at(PAD, queueTop, ...queue.nodes),
      provinces && at(PAD, provincesTop, ...provinces.nodes),
    ],
  };
}
