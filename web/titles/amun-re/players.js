// One player's part of the table: name, Gold, what is owned, the hand of Favor cards, points.

import { label } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import { cardName, hand } from "./cards.js";
import { coin, farmer, favor, lock, pharaoh, pyramid, stone, sun } from "./icons.js";
import { at, box, edge, fit, nameOf, picture, provinceName, wrapped } from "./parts.js";

function titleLine(table, context, player, width) {
  const name = nameOf(context, player.seat);
  const isActing = context.toAct.includes(player.seat);
  const words = gettext("to act");
  const pill = words.length * 7.2 + 18;
  const nodes = [seatMark(player.seat, 0, 4, 20)];
  let right = width - 66;
  const scored = player.points_by_scoring;
  const points = picture(
    scored.length
      ? gettext("{points} points, by scoring: {list}", { points: player.points, list: scored.join(", ") })
      : gettext("{points} points", { points: player.points }),
    box(width - 60, 0, 60, 28, "amunre-points", 6),
    sun(width - 55, 4, 20),
    label(width - 17, 20.5, player.points, { class: "amunre-points-text", "text-anchor": "middle" }),
    edge(width - 60, 0, 60, 28),
  );
  context.note(points, `points ${player.seat}`, [player.points, scored]);
  if (isActing) {
    right -= pill;
    nodes.push(
      picture(
        gettext("{name} is to act", { name }),
        box(right, 3, pill, 22, "amunre-acting", 11),
        label(right + pill / 2, 18, words, { class: "amunre-acting-text", "text-anchor": "middle" }),
      ),
    );
    right -= 6;
  }
  if (table.start === player.seat) {
    right -= 28;
    nodes.push(picture(gettext("{name} is the start player", { name }), pharaoh(right, 1, 26)));
    right -= 4;
  }
  nodes.push(label(28, 20, fit(name, right - 32, 17.5), { class: "amunre-name" }));
  return [...nodes, points];
}

/** Gold, cards, what is built; Farmers and Stones that still look for a place; a lock where something is sealed. */
function sums(context, player, width) {
  const number = player;
  const entries = [
    ["gold", number.gold, coin, gettext("{number} Gold", { number: number.gold })],
    ["cards", number.favor_cards, favor, gettext("{number} Favor cards", { number: number.favor_cards })],
    ["pyramids", number.pyramids, pyramid, gettext("{number} pyramids", { number: number.pyramids })],
    ["stones", number.stones, stone, gettext("{number} Stones", { number: number.stones })],
  ];
  const step = Math.min(64, (width - 24) / entries.length);
  const nodes = entries.map(([key, value, draw, name], index) => {
    const node = at(
      index * step,
      0,
      picture(name, draw(1, 2, 18), label(23, 16.5, value, { class: "amunre-sum" })),
      edge(0, 0, step - 6, 22, 5),
    );
    context.note(node, `${key} ${player.seat}`, value);
    return node;
  });
  const isSealed = player.sealed || player.chosen.sealed;
  const sign = at(width - 22, 0, isSealed ? picture(gettext("sealed"), lock(1, 0, 19)) : null, edge(0, 0, 22, 22, 5));
  context.note(sign, `sealed ${player.seat}`, isSealed);
  return [...nodes, sign];
}

function toPlace(context, player, width) {
  const { farmers, stones } = player.to_place;
  if (!farmers && !stones) return { nodes: [], height: 0 };
  const words = gettext("To place:");
  const start = words.length * 7.4 + 16;
  const step = Math.min(20, (width - start - 10) / (farmers + stones));
  const icons = Array.from({ length: farmers + stones }, (_, index) =>
    (index < farmers ? farmer : stone)(start + index * step, 4, 17),
  );
  const node = at(
    0,
    0,
    picture(
      gettext("To place: {farmers} Farmers, {stones} Stones", { farmers, stones }),
      box(0.5, 0.5, width - 1, 25, "amunre-waiting", 5),
      label(8, 17.5, words),
      ...icons,
    ),
    edge(0, 0, width, 26, 6),
  );
  context.note(node, `to place ${player.seat}`, [farmers, stones]);
  // A card of the hand may be played in the same province: what lies here to be placed can be picked like it.
  if (player.seat === context.viewer && context.toAct.includes(player.seat)) {
    context.pick(
      node,
      { type: farmers ? "PlaceFarmer" : "PlaceStone" },
      farmers ? gettext("Place a Farmer on an open Field.") : gettext("Place a Stone in one of your provinces."),
    );
  }
  return { nodes: [node], height: 32 };
}

/** What else is known of the player, in small lines. */
function remarks(table, player, width) {
  const name = (id) => provinceName(table, id);
  const scorings = [
    () => gettext("Old Kingdom {points}", { points: player.points_by_scoring[0] }),
    () => gettext("New Kingdom {points}", { points: player.points_by_scoring[1] }),
    () => gettext("Gold {points}", { points: player.points_by_scoring[2] }),
  ].slice(0, player.points_by_scoring.length);
  const isAuction = table.phase === "auction";
  const texts = [
    player.provinces.length > 0 && player.provinces.map(name).join(", "),
    scorings.length > 0 && scorings.map((text) => text()).join(" · "),
    isAuction && player.banned && gettext("Outbid last in {province}", { province: name(player.banned) }),
    player.used.length > 0 && gettext("Played: {cards}", { cards: player.used.map(cardName).join(", ") }),
    player.treasury && gettext("Treasury in {province}", { province: name(player.treasury) }),
    player.great_harvest && gettext("Great Harvest in {province}", { province: name(player.great_harvest) }),
    player.provinces_in_hand &&
      (player.province_hand
        ? gettext("Provinces in hand: {list}", { list: player.province_hand.map(name).join(", ") })
        : gettext("{number} provinces in hand", { number: player.provinces_in_hand })),
  ].filter(Boolean);
  const lines = texts.flatMap((text) => wrapped(text, width, 11.5));
  return {
    nodes: lines.map((line, index) => label(0, 12 + index * 16, line, { class: "amunre-small amunre-soft" })),
    height: lines.length * 16,
  };
}

/** The backs of a hand that is secret. */
function backs(player, width) {
  const step = Math.min(22, (width - 20) / Math.max(1, player.favor_cards));
  return Array.from({ length: player.favor_cards }, (_, index) => favor(index * step, 0, 24));
}

/** A player's part: its title, its height, and what is drawn within the width. */
export function playerPanel(table, context, player, width, own) {
  const pad = 12;
  const inner = width - 2 * pad;
  const queue = toPlace(context, player, inner);
  const notes = remarks(table, player, inner);
  const isKnown = player.hand !== null;
  const cards = isKnown
    ? hand(table, context, player, inner, own)
    : { nodes: backs(player, inner), height: player.favor_cards ? 28 : 0 };
  const notesTop = pad + 62 + queue.height;
  const cardsTop = notesTop + notes.height + 6;
  return {
    title: nameOf(context, player.seat),
    height: cardsTop + cards.height + 6,
    nodes: [
      box(0.5, 0.5, 5, 50, `seat-${player.seat}`, 2.5),
      at(pad, pad - 2, ...titleLine(table, context, player, inner)),
      at(pad, pad + 34, ...sums(context, player, inner)),
      at(pad, pad + 60, ...queue.nodes),
      at(pad, notesTop, ...notes.nodes),
      at(pad, cardsTop, ...cards.nodes),
    ],
  };
}
