// A player's panel: name, Gold, possessions, the hand of Favor cards, points.

import { actingPill, pointsPlate } from "../../kit/panels.js";
import { counting } from "../../kit/elements.js";
import { at, box, edge, picture, times } from "../../kit/shapes.js";
import { crown, lock, pyramid, seatMark, sun } from "../../kit/icons.js";
import { nameOf } from "../../kit/table-frame.js";
import { fitted, textAt, textWidth, wrapped } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { cardName, hand } from "./cards.js";
import { coin, farmer, favor, stone } from "./icons.js";
import { provinceName } from "./province.js";

/**
 * @import { Drawn } from "../../kit/elements.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Player, View } from "./view.js"
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function titleLine(table, context, player, width) {
  const name = nameOf(context, player.seat);
  const scored = player.points_by_scoring;
  const points = pointsPlate(context, player.seat, player.points, width, {
    name: scored.length
      ? ngettext("{number} point, by scoring: {list}", "{number} points, by scoring: {list}", player.points, {
          list: scored.join(", "),
        })
      : ngettext("{number} point", "{number} points", player.points),
    sign: sun,
    noted: [player.points, scored],
  });
  const isStart = table.start === player.seat;
  const free = width - 66 - (isStart ? 32 : 0);
  // In a narrow panel only the name stays: then a frame marks the player to act.
  const pill = actingPill(context, player.seat, width - 66, 3);
  const isPill = free - pill.width - 6 - 34 >= textWidth(name, "kit-name");
  const acting = isPill ? pill : { node: null, width: 0 };
  const right = free - (acting.width ? acting.width + 6 : 0);
  return [
    context.piece(seatMark(player.seat, 0, 4, 20), `bid ${player.seat}`, "player", { count: Infinity }),
    fitted(28, 20, name, right - 34, "kit-name"),
    isStart &&
      picture(
        gettext("{name} is the start player", { name }),
        context.piece(crown(right + 4, 1, 26), "crown", String(player.seat), { id: "start" }),
      ),
    acting.node,
    points,
  ];
}

/**
 * Gold, cards, buildings; unplaced Farmers and Stones; a lock for a sealed choice.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function sums(context, player, width) {
  const entries = [
    {
      key: "gold",
      thing: gettext("Gold"),
      number: player.gold,
      draw: coin,
      name: gettext("{number} Gold", { number: player.gold }),
    },
    {
      key: "cards",
      thing: gettext("Favor cards"),
      number: player.favor_cards,
      draw: favor,
      name: ngettext("{number} Favor card", "{number} Favor cards", player.favor_cards),
    },
    {
      key: "pyramids",
      thing: gettext("Pyramids"),
      number: player.pyramids,
      draw: pyramid,
      name: ngettext("{number} pyramid", "{number} pyramids", player.pyramids),
    },
    {
      key: "stones",
      thing: gettext("Stones"),
      number: player.stones,
      draw: stone,
      name: ngettext("{number} Stone", "{number} Stones", player.stones),
    },
  ];
  const step = Math.min(64, (width - 24) / entries.length);
  const nodes = entries.map(({ key, thing, number, draw, name }, index) => {
    const node = at(
      index * step,
      0,
      picture(name, sign(player, key, number, draw(1, 2, 18), context), counting(textAt(23, 16.5, number, "kit-sum"))),
      edge(0, 0, step - 6, 22, 5),
    );
    context.note(node, `${key} ${player.seat}`, number, { name: thing, text: number });
    return node;
  });
  const isSealed = player.sealed || player.chosen.sealed;
  const lockSign = at(
    width - 22,
    0,
    isSealed ? picture(gettext("sealed"), lock(1, 0, 19)) : null,
    edge(0, 0, 22, 22, 5),
  );
  const text = isSealed ? gettext("sealed") : gettext("none");
  context.note(lockSign, `sealed ${player.seat}`, isSealed, { name: gettext("Secret choice"), text });
  return [...nodes, lockSign];
}

/**
 * A player's public summary, in a few words; buildings are visible on the map.
 * @param {Player} player
 */
export const standing = ({ points, gold }) =>
  [ngettext("{number} point", "{number} points", points), gettext("{number} Gold", { number: gold })].join(" · ");

/**
 * The icon of a sum, as the place of Gold and cards.
 * @param {Player} player
 * @param {string} key
 * @param {number} count
 * @param {Drawn} drawn
 * @param {Context} context
 */
function sign({ seat, hand: cards }, key, count, drawn, context) {
  if (key === "gold") context.piece(drawn, "coin", `player ${seat}`, { face: String(seat), count, isStock: true });
  if (key === "cards" && !cards) context.piece(drawn, "favor", `hand ${seat}`, { count, isStock: true });
  return drawn;
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function toPlace(context, player, width) {
  const { farmers, stones } = player.to_place;
  if (!farmers && !stones) return { nodes: [], height: 0 };
  const words = gettext("To place:");
  const goods = [
    farmers && ngettext("{number} Farmer", "{number} Farmers", farmers),
    stones && ngettext("{number} Stone", "{number} Stones", stones),
  ];
  const text = goods.filter(Boolean).join(", ");
  const name = `${words} ${text}`;
  const start = textWidth(words) + 16;
  const step = Math.min(20, (width - start - 10) / (farmers + stones));
  const icons = times(farmers + stones, (index) => {
    const [kind, draw] = index < farmers ? ["farmer", farmer] : ["stone", stone];
    return context.piece(draw(start + index * step, 4, 17), kind, `to place ${player.seat}`);
  });
  const node = at(
    0,
    0,
    picture(name, box(0.5, 0.5, width - 1, 25, "amunre-waiting", 5), textAt(8, 17.5, words), ...icons),
    edge(0, 0, width, 26, 6),
  );
  context.note(node, `to place ${player.seat}`, [farmers, stones], { name: gettext("To place"), text });
  // A card in hand may be played in the same province: unplaced goods here can be picked like it.
  if (player.seat === context.viewer && context.toAct.includes(player.seat)) {
    context.pick(node, { type: farmers ? "PlaceFarmer" : "PlaceStone" }, name);
  }
  return { nodes: [node], height: 32 };
}

/**
 * Further information on the player, in small lines.
 * @param {View} table
 * @param {Player} player
 * @param {number} width
 */
function remarks(table, player, width) {
  const name = (/** @type {string} */ id) => provinceName(table, id);
  const scorings = [
    () => gettext("Old Kingdom {points}", { points: player.points_by_scoring[0] }),
    () => gettext("New Kingdom {points}", { points: player.points_by_scoring[1] }),
    () => gettext("Gold {points}", { points: player.points_by_scoring[2] }),
  ].slice(0, player.points_by_scoring.length);
  const isAuction = table.phase === "auction";
  const texts = [
    player.provinces.length > 0 && player.provinces.map(name).join(", "),
    scorings.length > 0 && scorings.map((text) => text()).join(" · "),
    isAuction && player.banned && gettext("Last outbid in {province}", { province: name(player.banned) }),
    player.used.length > 0 && gettext("Played: {cards}", { cards: player.used.map(cardName).join(", ") }),
    player.treasury && gettext("Treasury in {province}", { province: name(player.treasury) }),
    player.great_harvest && gettext("Great Harvest in {province}", { province: name(player.great_harvest) }),
    player.provinces_in_hand &&
      (player.province_hand
        ? gettext("Provinces in hand: {list}", { list: player.province_hand.map(name).join(", ") })
        : ngettext("{number} province in hand", "{number} provinces in hand", player.provinces_in_hand)),
  ];
  const look = "kit-small kit-soft";
  const lines = texts.flatMap((text) => (text ? wrapped(text, width, look) : []));
  return {
    nodes: lines.map((line, index) => textAt(0, 12 + index * 16, line, look)),
    height: lines.length * 16,
  };
}

/**
 * The backs of a hidden hand.
 * @param {Player} player
 * @param {number} width
 */
function backs(player, width) {
  const step = Math.min(22, (width - 20) / Math.max(1, player.favor_cards));
  return times(player.favor_cards, (index) => favor(index * step, 0, 24));
}

/**
 * A player's panel: its title, its height, and its content for a width.
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
  const queue = toPlace(context, player, inner);
  const notes = remarks(table, player, inner);
  const isKnown = player.hand !== null;
  const cards = isKnown
    ? hand(table, context, player, inner, own)
    : { nodes: backs(player, inner), height: player.favor_cards ? 28 : 0 };
  const notesTop = pad + 62 + queue.height;
  const cardsTop = notesTop + notes.height + 6;
  const height = cardsTop + cards.height + 6;
  return {
    title: nameOf(context, player.seat),
    height,
    nodes: [
      context.toAct.includes(player.seat) && box(1, 1, width - 2, height - 2, "amunre-acting", 8),
      box(0.5, 0.5, 5, 50, `seat-${player.seat}`, 2.5),
      at(pad, pad - 2, ...titleLine(table, context, player, inner)),
      at(pad, pad + 34, ...sums(context, player, inner)),
      at(pad, pad + 60, ...queue.nodes),
      at(pad, notesTop, ...notes.nodes),
      at(pad, cardsTop, ...cards.nodes),
    ],
  };
}
