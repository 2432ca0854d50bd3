// The auction: the bid tracks of the provinces that are up, the cards that go with a bid, and the experts' choice.

import { button, chip, chips } from "../../kit/panels.js";
import { at, box, edge, picture } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { heading, nameOf, ownPlayer } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { shield } from "./icons.js";
import { bidText, provinceName } from "./province.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Bid, Context, View } from "./view.js"
 * @param {View} table
 * @param {Context} context
 * @param {Bid} bid
 * @param {number} gold
 * @param {number} width
 */
function space(table, context, bid, gold, width) {
  const isStanding = bid.seat !== null && bid.gold === gold;
  const stroke = isStanding ? ` kit-stroke-${bid.seat}` : "";
  const isOpen = bid.next !== null && gold >= bid.next;
  // In a narrow space the mark is above the number.
  const isLow = width < 42;
  const state = isStanding ? "standing" : isOpen ? "open" : "closed";
  const values = { gold, province: provinceName(table, bid.province) };
  const name = isStanding
    ? gettext("{province}: {bid}", { province: values.province, bid: bidText(bid, context) })
    : gettext("{gold} Gold for {province}", values);
  const node = at(
    0,
    0,
    picture(
      name,
      box(0.5, 0.5, width - 1, 29, `amunre-space amunre-space-${state}${stroke}`, 5),
      bid.seat !== null &&
        isStanding &&
        seatMark(bid.seat, isLow ? width / 2 - 5 : 4, isLow ? 3 : 8.5, isLow ? 10 : 13),
      middle(
        isStanding && !isLow ? width / 2 + 7 : width / 2,
        isStanding && isLow ? 25 : 19.5,
        gold,
        `amunre-space-text amunre-space-text-${state}`,
      ),
    ),
    edge(0, 0, width, 30, 6),
  );
  context.pick(node, { province: bid.province, gold }, name);
  return node;
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {Bid} bid
 * @param {number} width
 */
function bidTrack(table, context, bid, width) {
  const count = table.bid_track.length;
  const size = (width - 3 * (count - 1)) / count;
  const title = provinceName(table, bid.province);
  const words = bidText(bid, context);
  const start = textWidth(title, "amunre-track-name") + 10;
  const line = start + (bid.seat === null ? 0 : 19);
  const room = width - line - (bid.protected ? 22 : 2);
  // A missing bid is visible without words.
  const isWhole = bid.seat !== null || textWidth(words, "kit-small kit-soft") <= room;
  const mark = bid.seat === null ? null : seatMark(bid.seat, start, 3, 14);
  // The winner of the province pays here.
  if (mark) context.piece(mark, "coin", `bank ${bid.province}`, { face: String(bid.seat), count: Infinity });
  const head = at(
    0,
    0,
    picture(
      gettext("{province}: {bid}", { province: title, bid: words }),
      textAt(2, 15, title, "amunre-track-name"),
      mark,
      isWhole && fitted(line, 15, words, room, "kit-small kit-soft"),
      bid.protected && shield(width - 18, 1, 17),
    ),
    edge(0, 0, width, 20, 5),
  );
  const value = [bid.seat, bid.gold, bid.protected];
  context.note(head, `bid ${bid.province}`, value, {
    name: gettext("Bid for {province}", { province: title }),
    text: words,
  });
  return [
    head,
    ...table.bid_track.map((gold, index) => at(index * (size + 3), 21, space(table, context, bid, gold, size))),
  ];
}

/**
 * @param {Context} context
 * @param {number} width
 */
function switches(context, width) {
  const hand = ownPlayer(context.asked, context)?.hand ?? [];
  const pairs = [
    { card: "bribe", yes: gettext("with Bribe"), no: gettext("without Bribe") },
    { card: "protection", yes: gettext("with Protection"), no: gettext("without Protection") },
  ].filter(({ card }) => hand.some((held) => held === card));
  const each = (width - 6) / 2;
  return pairs.flatMap(({ card, yes, no }, index) => [
    button(context, 0, index * 36, each, yes, { [card]: true }),
    button(context, each + 6, index * 36, each, no, { [card]: false }),
  ]);
}

/**
 * The zone of the auction: a track for each province that is up.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function auction(table, context, width) {
  const inner = width - 24;
  const next = table.bidder === null ? "" : gettext("{name} bids next", { name: nameOf(context, table.bidder) });
  /** @type {Child[]} */
  const nodes = [
    ...heading(gettext("Auction")),
    next ? fitted(width - 12, 20, next, inner - 110, "kit-small kit-soft", "end") : null,
  ];
  let y = 32;
  for (const bid of table.row) {
    nodes.push(at(12, y, ...bidTrack(table, context, bid, inner)));
    y += 56;
  }
  if (!table.row.length) {
    nodes.push(textAt(12, y + 14, gettext("All provinces are taken."), "kit-soft"));
    y += 24;
  }
  const own = table.phase === "auction" ? switches(context, inner) : [];
  nodes.push(at(12, y, ...own));
  return { title: gettext("Auction"), height: y + (own.length / 2) * 36 + 8, nodes };
}

/**
 * Expert rules: the players with a secretly chosen province, and the viewer's hand of provinces.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function choice(table, context, width) {
  const inner = width - 24;
  const row = chips(table.players.length, inner, 88, (seat, x, y, size) => {
    const { sealed, province } = table.players[seat].chosen;
    const text = province ? provinceName(table, province) : sealed ? gettext("chosen") : gettext("not yet");
    return chip(context, seat, x, y, size, text, `${nameOf(context, seat)}: ${text}`, {
      key: `choice ${seat}`,
      value: [sealed, province],
      told: { name: gettext("Chosen province"), text },
    });
  });
  const hand = ownPlayer(table, context)?.province_hand ?? [];
  const each = (inner - 12) / 3;
  const buttons = hand.map((id, index) =>
    button(
      context,
      index * (each + 6),
      0,
      each,
      provinceName(table, id),
      { province: id },
      {
        name: gettext("Put {province} up for auction", { province: provinceName(table, id) }),
      },
    ),
  );
  return {
    title: gettext("Choice of provinces"),
    height: 38 + row.height + (buttons.length ? 42 : 8),
    nodes: [...heading(gettext("Choice of provinces")), at(12, 32, ...row.nodes), at(12, 38 + row.height, ...buttons)],
  };
}
