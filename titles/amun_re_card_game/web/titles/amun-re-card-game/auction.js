// The auction row: the Provinces with the Gold in front of them, and those that were acquired.

import { svg } from "../../kit/elements.js";
import { at, box, edge, lettered, picture } from "../../kit/shapes.js";
import { crown, seatMark } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, middle, wrapped } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { CARD_HEIGHT, goldCard, printed, provinceCard, provinceText } from "./cards.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Bid, Context, Player, Province, View } from "./view.js"
 */

/**
 * The Gold in front of a Province, in words.
 * @param {Bid} bid
 * @param {Context} context
 */
const bidText = (bid, context) =>
  bid.seat === null || bid.gold === null
    ? gettext("no Gold yet")
    : gettext("{gold} Gold of {name}", { gold: bid.gold, name: nameOf(context, bid.seat) });

/**
 * A Gold card with its seat's mark, as it stands in front of a Province.
 * @param {Bid} bid
 * @param {Context} context
 * @param {number} width
 */
function bidSlot(bid, context, width) {
  const height = 48;
  if (bid.seat === null || bid.gold === null) {
    return picture(
      bidText(bid, context),
      box(0.5, 0.5, width - 1, height - 1, "amun-slot", 6),
      fitted(width / 2, 28, bidText(bid, context), width - 6, "kit-small kit-soft", "middle"),
    );
  }
  return picture(
    bidText(bid, context),
    box(0.5, 0.5, width - 1, height - 1, `amun-bid kit-stroke-${bid.seat}`, 6),
    context.piece(at(5, 4, ...goldCard(bid.gold, 30, 40)), "gold card", bid.province.id, {
      id: `${bid.seat} ${bid.gold}`,
    }),
    seatMark(bid.seat, 42, 6, 16),
  );
}

/**
 * @param {Bid} bid
 * @param {Context} context
 * @param {number} width
 */
function rowCard(bid, context, width) {
  const height = CARD_HEIGHT * width;
  const { id } = bid.province;
  const slot = at(0, height + 6, bidSlot(bid, context, width));
  const written =
    bid.seat === null
      ? slot
      : svg("g", {}, fitted(41, height + 44, nameOf(context, bid.seat), width - 45, "kit-small"));
  const node = svg(
    "g",
    {},
    picture(provinceText(bid.province), context.piece(provinceCard(bid.province, width), "province", "row", { id })),
    slot,
    edge(0, 0, width, height + 54),
  );
  context.note(node, `row ${id}`, [bid.seat, bid.gold]);
  const values = { id, bid: bidText(bid, context), symbols: printed(bid.province) };
  context.pick(node, { province: id }, gettext("Province {id}, {bid}: {symbols}", values));
  return lettered(node, written);
}

/**
 * @param {Player} player
 * @param {Province} card
 * @param {Context} context
 * @param {number} width
 */
function acquiredCard(player, card, context, width) {
  const height = CARD_HEIGHT * width;
  const name = nameOf(context, player.seat);
  const node = picture(
    gettext("{name} has acquired: {province}", { name, province: provinceText(card) }),
    context.piece(provinceCard(card, width), "province", `acquired ${player.seat}`, { id: card.id }),
    box(0.5, height + 6.5, width - 1, 47, `amun-bid kit-stroke-${player.seat}`, 6),
    seatMark(player.seat, 8, height + 14, 16),
    fitted(30, height + 27, gettext("acquired"), width - 34, "kit-small"),
    fitted(8, height + 46, name, width - 14, "kit-small"),
    edge(0, 0, width, height + 54),
  );
  context.note(node, `acquired ${player.seat}`, card.id);
  return node;
}

/**
 * @param {View} table
 */
const between = (table) => {
  if (table.phase === "display") return gettext("The first Provinces are turned over when every display is laid out.");
  if (table.phase === "pharaoh") return gettext("The Provinces are taken; the most visible Ankhs make the Pharaoh.");
  return gettext("The Provinces of this auction are taken.");
};

/**
 * The auction within this width.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {boolean} wide
 * @returns {Part}
 */
export function auctionRow(table, context, width, wide) {
  const cards = [
    ...table.row.map((bid) => (/** @type {number} */ size) => rowCard(bid, context, size)),
    ...table.players.flatMap((player) => {
      const { acquired } = player;
      return acquired ? [(/** @type {number} */ size) => acquiredCard(player, acquired, context, size)] : [];
    }),
  ];
  const space = width - 24;
  const gap = wide ? 14 : 8;
  const columns = wide ? Math.max(cards.length, table.players.length) : 3;
  const size = Math.min(134, Math.max(92, (space - gap * (columns - 1)) / columns));
  const perRow = Math.max(1, Math.floor((space + gap) / (size + gap)));
  const lines = Math.max(1, Math.ceil((cards.length || table.players.length) / perRow));
  const each = CARD_HEIGHT * size + 54 + 14;
  /** @type {Child[]} */
  const nodes = cards.map((draw, index) => {
    const line = Math.floor(index / perRow);
    const inLine = Math.min(perRow, cards.length - line * perRow);
    const start = 12 + (space - (inLine * (size + gap) - gap)) / 2;
    return at(start + (index % perRow) * (size + gap), 36 + line * each, draw(size));
  });
  if (!cards.length) {
    if (table.phase === "pharaoh") nodes.push(crown(width / 2 - 24, 56, 48));
    nodes.push(...wrapped(between(table), space - 40).map((line, index) => middle(width / 2, 130 + index * 18, line)));
  }
  const title = gettext("Auction");
  return { title, height: 36 + lines * each - 2, nodes: [...heading(title), ...nodes] };
}
