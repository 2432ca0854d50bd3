// One player's own part of the table: Gold cards, sums, points, Extended Provinces.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import {
  at,
  BASE,
  box,
  CARD_HEIGHT,
  edge,
  extendedText,
  fit,
  goldCard,
  goldText,
  picture,
  provinceText,
  pyramidBase,
  ROMAN,
  stack,
  stackHeight,
} from "./cards.js";
import { ankh, caravan, crown, field, ingot, pyramid, sun } from "./icons.js";
import { nameOf } from "./parts.js";

const PLACES = 3;
const ROOMY = 280;
const ALL_GOLD = [0, 1, 2, 3, 4, 5, 6, 7, 8];

function titleLine(table, context, player, width) {
  const acting = context.toAct.includes(player.seat);
  const pharaoh = table.pharaoh === player.seat;
  const name = nameOf(context, player.seat);
  const nodes = [seatMark(player.seat, 0, 5, 20)];
  const roomy = width >= ROOMY;
  const words = gettext("to act");
  const pill = words.length * 7.2 + 18;
  const space = width - 28 - 68 - (roomy ? (pharaoh ? 34 : 0) + (acting ? pill + 8 : 0) : 0);
  nodes.push(label(28, 21, fit(name, space, 17), { class: "amun-name" }));
  // A narrow part has no room beside the name: the signs go below the Gold cards.
  const y = roomy ? 0 : 112;
  let x = roomy ? width - 68 : (acting ? pill + 4 : 0) + (pharaoh ? 32 : 0);
  if (acting) {
    x -= pill + 4;
    nodes.push(
      picture(
        gettext("{name} is to act", { name }),
        box(x, y + 4, pill, 22, "amun-acting", 11),
        label(x + pill / 2, y + 19, words, { class: "amun-acting-text", "text-anchor": "middle" }),
      ),
    );
  }
  if (pharaoh) {
    x -= 32;
    const token = picture(gettext("{name} is Pharaoh", { name }), crown(x, y + 1, 28), edge(x, y + 1, 28, 28, 16));
    context.note(token, "pharaoh", table.pharaoh);
    nodes.push(token);
  }
  const kingdoms = player.points_by_kingdom;
  const points = picture(
    kingdoms.length
      ? gettext("{points} points, by Kingdom: {list}", { points: player.points, list: kingdoms.join(", ") })
      : gettext("{points} points", { points: player.points }),
    box(width - 60, 0, 60, 30, "amun-points", 6),
    sun(width - 55, 5, 20),
    label(width - 18, 22, player.points, { class: "amun-points-text", "text-anchor": "middle" }),
    edge(width - 60, 0, 60, 30),
  );
  context.note(points, `points ${player.seat} own`, player.points);
  return [...nodes, points];
}

/** The sums that count for Pharaoh and Revenue, and the points of each Kingdom so far. */
function sums(context, player, width) {
  const entries = [
    ["ankhs", player.ankhs, ankh, gettext("{number} visible Ankhs", { number: player.ankhs })],
    ["fields", player.fields, field, gettext("{number} visible Fields", { number: player.fields })],
    ["caravans", player.caravans, caravan, gettext("{number} visible Caravans", { number: player.caravans })],
  ];
  if (player.step && player.step !== "done") {
    const name = gettext("{number} Gold on the Revenue track", { number: player.revenue });
    entries.push(["gold", player.revenue, ingot, name]);
  }
  const nodes = entries.map(([key, number, draw, name], index) => {
    const x = index * 50;
    const node = picture(
      name,
      draw(x, 2, 17),
      label(x + (key === "caravans" ? 25 : 20), 17, number, { class: "amun-sum" }),
      edge(x, 0, 42, 22, 4),
    );
    if (key !== "gold") context.note(node, `${key} ${player.seat}`, number);
    return node;
  });
  const kingdoms = player.points_by_kingdom.map((points, index) => `${ROMAN[index + 1]} ${points}`).join("  ·  ");
  if (kingdoms) {
    const y = width >= ROOMY ? 17 : 93;
    nodes.push(label(width, y, kingdoms, { class: "amun-small amun-soft", "text-anchor": "end" }));
  }
  return nodes;
}

function placeOfGold(table, player, gold) {
  if (player.offering.cards?.includes(gold)) return "offered";
  if (player.display.includes(gold)) return "display";
  return table.row.some((bid) => bid.seat === player.seat && bid.gold === gold) ? "row" : "discarded";
}

/** All nine Gold cards, so that each keeps its place wherever it lies now. */
function goldLine(table, context, player, width, height, own) {
  const gap = own ? 5 : 3;
  const size = Math.min(height * 0.8, (width - gap * 8) / 9);
  return ALL_GOLD.map((gold, index) => {
    const where = placeOfGold(table, player, gold);
    const node = at(
      index * (size + gap),
      0,
      picture(goldText(gold, where), ...goldCard(gold, size, height, where)),
      edge(0, 0, size, height, 6, 2),
    );
    context.note(node, `gold ${player.seat} ${gold}`, where);
    if (own) context.pick(node, { gold, cards: gold }, gettext("Gold card {gold}", { gold }));
    return node;
  });
}

function waiting(context, player, width) {
  const nodes = [];
  let y = 0;
  if (player.pyramids_to_place) {
    const words = gettext("{number} to place", { number: player.pyramids_to_place });
    const start = words.length * 7.6 + 14;
    const step = Math.min(16, (width - start - 16) / player.pyramids_to_place);
    const node = picture(
      gettext("{number} Pyramids to place", { number: player.pyramids_to_place }),
      box(0, 0, width, 26, "amun-waiting", 5),
      label(8, 18, words, { class: "amun-line" }),
      ...Array.from({ length: player.pyramids_to_place }, (_, index) => pyramid(start + index * step, 5, 15)),
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
        label(8, 18, gettext("{id} has no place yet", { id: card.id }), { class: "amun-card-id" }),
      ),
      edge(0, 0, width, 26),
    );
    context.note(node, `acquired ${player.seat} own`, card.id);
    nodes.push(node);
    y += 32;
  }
  return { nodes, height: y };
}

function provinceColumn(context, player, place, size, height, own) {
  const province = player.provinces[place];
  if (!province) {
    return picture(
      gettext("Province {place}: none yet", { place: place + 1 }),
      box(0.5, 0.5, size - 1, height + BASE - 5, "amun-slot", 8),
      label(size / 2, (height + BASE) / 2 + 4, place + 1, { class: "amun-slot-text", "text-anchor": "middle" }),
    );
  }
  const words = extendedText(province);
  const tall = stackHeight(province.cards.length, size);
  const base = at(0, tall + 4, ...pyramidBase(province, size));
  const node = svg("g", {}, picture(words, ...stack(province.cards, size), base), edge(0, 0, size, tall + BASE));
  context.note(node, `province ${player.seat} ${place}`, [province.cards.map((card) => card.id), province.tokens]);
  if (own) context.pick(node, { place }, words);
  return node;
}

/** A player's part: its title, its height, and what is drawn within the width. */
export function playerPanel(table, context, player, width, own) {
  const pad = 12;
  const inner = width - 2 * pad;
  const beside = width >= 520;
  const gap = beside ? 10 : 7;
  const size = beside
    ? Math.max(92, Math.min(own ? 128 : 108, (inner - 216) / 3 - gap))
    : Math.min(120, (inner - 2 * gap) / PLACES);
  const provincesWidth = PLACES * size + (PLACES - 1) * gap;
  const textWidth = beside ? inner - provincesWidth - 20 : inner;
  const cards = Math.max(0, ...player.provinces.map((province) => province.cards.length));
  // Until there is a Province its place is held by a low frame, or five players would fill a phone with nothing.
  const stacks = cards ? stackHeight(cards, size) : beside ? CARD_HEIGHT * size : 36;
  const goldHeight = own
    ? Math.min(88, Math.max(50, textWidth / 7))
    : textWidth >= 480
      ? 60
      : textWidth >= ROOMY
        ? 40
        : 32;
  const queue = waiting(context, player, textWidth);
  const goldTop = pad + 70;
  const signs = textWidth < ROOMY ? 34 : 0;
  const queueTop = goldTop + goldHeight + 10 + signs;
  const textBottom = queueTop + queue.height;
  const provincesTop = beside ? pad : textBottom + 2;
  const provincesLeft = beside ? pad + textWidth + 20 : pad + (inner - provincesWidth) / 2;
  return {
    title: nameOf(context, player.seat),
    height: Math.max(textBottom, provincesTop + stacks + BASE) + pad,
    nodes: [
      box(0.5, 0.5, 5, 56, `seat-${player.seat}`, 2.5),
      at(pad, pad, ...titleLine(table, context, player, textWidth)),
      at(pad, pad + 38, ...sums(context, player, textWidth)),
      at(pad, goldTop, ...goldLine(table, context, player, textWidth, goldHeight, own)),
      at(pad, queueTop, ...queue.nodes),
      ...Array.from({ length: PLACES }, (_, place) =>
        at(
          provincesLeft + place * (size + gap),
          provincesTop,
          provinceColumn(context, player, place, size, stacks, own),
        ),
      ),
    ],
  };
}
