// What all players share: the header with the Nile, the auction row, the offering table, and the two tables of Gold.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext, ngettext } from "../../texts.js";
import {
  at,
  box,
  CARD_HEIGHT,
  edge,
  fit,
  goldCard,
  picture,
  provinceCard,
  provinceText,
  ROMAN,
  sealedCard,
} from "./cards.js";
import { caravan, crown, frieze, pyramid } from "./icons.js";

const LIMITS = ["1–5", "6–10", "11–15", "16+"];
const OFFERING_PHASES = ["offering", "flood", "favours", "development", "points", "over"];

export const nameOf = (context, seat) =>
  context.seats.find((one) => one.seat === seat)?.name ?? gettext("Seat {number}", { number: seat + 1 });

/** A part of the table with its title, around what was drawn for it. */
export function zone(x, y, width, height, title, ...children) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, role: "group", "aria-label": title },
    box(0.5, 0.5, width - 1, height - 1, "amun-zone", 8),
    ...children,
  );
}

const heading = (text, x = 12, y = 21) => [
  svg("path", { d: `M${x} ${y - 5}l5-5 5 5-5 5z`, class: "amun-ornament" }),
  label(x + 16, y, text, { class: "amun-heading" }),
];

// The header

/** The parts of a Kingdom in their order, as the header counts them. */
function parts() {
  return [
    gettext("Auction 1"),
    gettext("Auction 2"),
    gettext("Auction 3"),
    gettext("Offering"),
    gettext("Favors"),
    gettext("Construction"),
    gettext("Points"),
  ];
}

function currentPart(table) {
  const fixed = { offering: 3, flood: 3, favours: 4, development: 5, points: 6, over: 7 }[table.phase];
  return fixed ?? table.auction - 1;
}

/** The phase in words, without its Kingdom. */
export function partName(table) {
  if (table.phase === "display") return gettext("The first display");
  if (table.phase === "over") return gettext("The game is over");
  return parts()[currentPart(table)];
}

function kingdomSign(table, context, kingdom, width) {
  const deck = table.decks[kingdom - 1];
  const now = kingdom === table.kingdom;
  const node = picture(
    now
      ? gettext("Kingdom {kingdom}, the present one; {left} Province cards left in the deck", {
          kingdom: ROMAN[kingdom],
          left: deck.left,
        })
      : gettext("Kingdom {kingdom}; {left} Province cards left in the deck", {
          kingdom: ROMAN[kingdom],
          left: deck.left,
        }),
    svg(
      "g",
      { class: `amun-kingdom-${kingdom}${now ? " amun-now" : ""}` },
      box(0, 0, width, 44, "amun-sign", 22),
      now && box(3, 3, width - 6, 38, "amun-sign-line", 19),
      label(width * 0.31, 29, ROMAN[kingdom], { class: "amun-sign-text", "text-anchor": "middle" }),
      box(width * 0.53 + 2, 12, 14, 20, "amun-deck-under", 2),
      box(width * 0.53, 10, 14, 20, "amun-deck", 2),
      label(width * 0.53 + 19, 27, deck.left, { class: "amun-sign-count" }),
    ),
  );
  context.note(node, `deck ${kingdom}`, deck.left);
  node.append(edge(0, 0, width, 44, 24));
  return node;
}

function progress(table, width, wide) {
  const names = parts();
  const now = table.phase === "display" ? -1 : currentPart(table);
  const step = width / names.length;
  // Names stand under the marks only where each fits beside its neighbours, in whichever language.
  const fits = (name, index) => ((name.length + (names[index - 1]?.length ?? 0)) / 2) * 6.5 < step;
  const named = wide && names.every(fits);
  const nodes = [svg("path", { d: `M${step / 2} 12H${width - step / 2}`, class: "amun-way" })];
  names.forEach((name, index) => {
    const x = step * (index + 0.5);
    const state = index < now ? "past" : index === now ? "now" : "coming";
    const size = state === "now" ? 8 : 5;
    const diamond = `M${x} ${12 - size}l${size} ${size}-${size} ${size}-${size}-${size}z`;
    nodes.push(svg("path", { d: diamond, class: `amun-step-${state}` }));
    if (named) {
      const look = state === "now" ? "amun-step-text amun-step-here" : "amun-step-text";
      nodes.push(label(x, 36, name, { class: look, "text-anchor": "middle" }));
    }
  });
  return picture(gettext("Phase: {phase}", { phase: partName(table) }), ...nodes);
}

/** The flood of this Kingdom; before its offerings are known there is none, whatever the last one was. */
export function presentFlood(table) {
  return OFFERING_PHASES.includes(table.phase) && table.offering.flood ? table.offering : { total: null, flood: 0 };
}

function nile(table, context, width) {
  const { total, flood } = presentFlood(table);
  const left = 92;
  const step = (width - left) / 4;
  const words = flood
    ? gettext("The Nile: offerings of {total} Gold in all, every Field earns {flood} Gold", { total, flood })
    : gettext("The Nile: no flood yet in this Kingdom");
  const node = picture(words, box(0, 0, width, 48, "amun-bed", 8));
  if (flood) {
    const end = left + step * flood;
    let wave = `M3 44V8q0-4 4-4`;
    for (let x = 7; x + 14 < end; x += 14) wave += `q3.500 -3 7 0t7 0`;
    node.append(svg("path", { d: `${wave}H${end - 3}V44z`, class: "amun-water" }));
  }
  node.append(
    label(12, 21, gettext("Nile"), { class: `amun-nile-name ${flood ? "amun-on-water" : "amun-on-bed"}` }),
    label(12, 38, flood ? gettext("total {total}", { total }) : gettext("no flood yet"), {
      class: `amun-small ${flood ? "amun-on-water" : "amun-on-bed"}`,
    }),
  );
  for (let level = 1; level <= 4; level += 1) {
    const x = left + step * (level - 1);
    const tone = level <= flood ? "amun-on-water" : "amun-on-bed";
    const middle = x + step / 2;
    node.append(
      svg("path", { d: `M${x} 7V41`, class: "amun-level-line" }),
      label(level < 3 ? middle - 8 : middle, 23, `×${level}`, {
        class: `amun-level ${tone}${level === flood ? " amun-strong" : ""}`,
        "text-anchor": "middle",
      }),
      label(middle, 39, LIMITS[level - 1], { class: `amun-small ${tone}`, "text-anchor": "middle" }),
    );
    // At a low flood the Caravans earn Gold too.
    if (level < 3) node.append(svg("g", { class: tone }, caravan(middle + 4, 8, 15)));
  }
  node.append(edge(0, 0, width, 48));
  context.note(node, "flood", [total, flood]);
  return node;
}

/** The header: where the game is, and the Nile. Gives its node and its height. */
export function header(table, context, width, wide) {
  const present =
    table.phase === "over"
      ? partName(table)
      : gettext("Kingdom {kingdom}: {phase}", { kingdom: ROMAN[table.kingdom], phase: partName(table) });
  const sign = wide ? 84 : (width - 20 - 16) / 3;
  const [left, upper] = wide ? [14, 18] : [10, 10];
  const signs = [1, 2, 3].map((kingdom) =>
    at(left + (kingdom - 1) * (sign + 8), upper, kingdomSign(table, context, kingdom, sign)),
  );
  const ground = box(0.5, 0.5, width - 1, (wide ? 92 : 174) - 1, "amun-header", 10);
  const title = (x, y) => label(x, y, present, { class: "amun-title", "text-anchor": "middle" });
  if (!wide) {
    const height = 174;
    const lines = [
      title(width / 2, 78),
      at(10, 82, progress(table, width - 20, false)),
      at(10, 110, nile(table, context, width - 20)),
      frieze(10, 162, width - 20),
    ];
    return { height, node: zone(0, 0, width, height, present, ground, ...signs, ...lines) };
  }
  const river = Math.min(400, Math.max(320, width * 0.3));
  const middle = 14 + 3 * (sign + 8) + 8;
  const space = width - river - middle - 26;
  const height = 92;
  const lines = [
    title(middle + space / 2, 30),
    at(middle, 36, progress(table, space, true)),
    at(width - river - 14, 16, nile(table, context, river)),
    frieze(14, 80, width - 28),
  ];
  return { height, node: zone(0, 0, width, height, present, ground, ...signs, ...lines) };
}

// The auction row and the offering table

/** A Gold card with its seat's mark, as it stands in front of a Province. */
function bidSlot(bid, context, width) {
  const height = 48;
  if (bid.seat === null) {
    return picture(
      gettext("no Gold yet"),
      box(0.5, 0.5, width - 1, height - 1, "amun-slot", 6),
      label(width / 2, 28, fit(gettext("no Gold yet"), width - 6, 11), {
        class: "amun-small amun-soft",
        "text-anchor": "middle",
      }),
    );
  }
  const name = nameOf(context, bid.seat);
  return picture(
    gettext("{gold} Gold of {name}", { gold: bid.gold, name }),
    box(0.5, 0.5, width - 1, height - 1, `amun-bid amun-stroke-${bid.seat}`, 6),
    at(5, 4, ...goldCard(bid.gold, 30, 40)),
    seatMark(bid.seat, 42, 6, 16),
    label(41, 38, fit(name, width - 44, 11), { class: "amun-small" }),
  );
}

function rowCard(bid, context, width) {
  const height = CARD_HEIGHT * width;
  const slot = at(0, height + 6, bidSlot(bid, context, width));
  const node = svg(
    "g",
    {},
    picture(provinceText(bid.province), provinceCard(bid.province, width)),
    slot,
    edge(0, 0, width, height + 54),
  );
  context.note(node, `row ${bid.province.id}`, [bid.seat, bid.gold]);
  context.pick(
    node,
    { province: bid.province.id },
    gettext("{province}; {bid}", {
      province: provinceText(bid.province),
      bid:
        bid.seat === null
          ? gettext("no Gold yet")
          : gettext("{gold} Gold of {name}", { gold: bid.gold, name: nameOf(context, bid.seat) }),
    }),
  );
  return node;
}

function acquiredCard(player, context, width) {
  const height = CARD_HEIGHT * width;
  const name = nameOf(context, player.seat);
  const node = picture(
    gettext("{name} has acquired: {province}", { name, province: provinceText(player.acquired) }),
    provinceCard(player.acquired, width),
    box(0.5, height + 6.5, width - 1, 47, `amun-bid amun-stroke-${player.seat}`, 6),
    seatMark(player.seat, 8, height + 14, 16),
    label(30, height + 27, fit(gettext("acquired"), width - 34, 11), { class: "amun-small" }),
    label(8, height + 46, fit(name, width - 14, 11), { class: "amun-small" }),
    edge(0, 0, width, height + 54),
  );
  context.note(node, `acquired ${player.seat}`, player.acquired.id);
  return node;
}

const between = (table) => {
  if (table.phase === "display") return gettext("The first Provinces are turned over when every display is laid out.");
  if (table.phase === "pharaoh") return gettext("The Provinces are taken; the most visible Ankhs make the Pharaoh.");
  return gettext("The Provinces of this auction are taken.");
};

function auctionRow(table, context, width, wide) {
  const acquired = table.players.filter((player) => player.acquired);
  const cards = [
    ...table.row.map((bid) => (size) => rowCard(bid, context, size)),
    ...acquired.map((player) => (size) => acquiredCard(player, context, size)),
  ];
  const space = width - 24;
  const gap = wide ? 14 : 8;
  const columns = wide ? Math.max(cards.length, table.players.length) : 3;
  const size = Math.min(134, Math.max(92, (space - gap * (columns - 1)) / columns));
  const perRow = Math.max(1, Math.floor((space + gap) / (size + gap)));
  const lines = Math.max(1, Math.ceil((cards.length || table.players.length) / perRow));
  const each = CARD_HEIGHT * size + 54 + 14;
  const nodes = cards.map((draw, index) => {
    const line = Math.floor(index / perRow);
    const inLine = Math.min(perRow, cards.length - line * perRow);
    const start = 12 + (space - (inLine * (size + gap) - gap)) / 2;
    return at(start + (index % perRow) * (size + gap), 36 + line * each, draw(size));
  });
  if (!cards.length) {
    const words = wrapped(between(table), space - 40);
    nodes.push(
      table.phase === "pharaoh" ? crown(width / 2 - 24, 56, 48) : null,
      ...words.map((words, index) =>
        label(width / 2, 130 + index * 18, words, { class: "amun-line", "text-anchor": "middle" }),
      ),
    );
  }
  const title = gettext("Auction");
  return { title, height: 36 + lines * each - 2, nodes: [...heading(title), ...nodes] };
}

function wrapped(text, pixels) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (longer.length * 7 > pixels) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** The seats by their revealed offerings, the highest first; ties by turn order. */
function ranking(table) {
  const total = (seat) => table.offering.revealed[seat].reduce((sum, gold) => sum + gold, 0);
  const order = [...table.turn_order];
  if (!table.offering.revealed.length) return order.map((seat) => ({ seat, total: null, favor: null }));
  const prizes = order.length === 2 ? [3, 1] : [3, 2];
  return order
    .sort((one, other) => total(other) - total(one) || table.turn_order.indexOf(one) - table.turn_order.indexOf(other))
    .map((seat, rank) => ({ seat, total: total(seat), favor: total(seat) ? (prizes[rank] ?? 1) : 0 }));
}

function offeringLine(table, context, entry, rank, width, height) {
  const { seat, total, favor } = entry;
  const { sealed, cards } = table.players[seat].offering;
  const shown = table.offering.revealed[seat] ?? cards;
  const name = nameOf(context, seat);
  const words =
    total !== null
      ? gettext("{rank}. {name} offered {total} Gold and earns {favor} Pyramids", {
          rank: rank + 1,
          name,
          total,
          favor,
        })
      : sealed
        ? gettext("{name} has sealed an Offering", { name })
        : gettext("{name} has no Offering yet", { name });
  const tall = height - 12;
  const small = Math.round(tall * 0.72);
  const start = width >= 480 ? 190 : 126;
  const parts = [
    box(0.5, 0.5, width - 1, height - 5, rank % 2 ? "amun-lane amun-lane-odd" : "amun-lane", 6),
    total !== null && label(14, height / 2 + 3, rank + 1, { class: "amun-rank", "text-anchor": "middle" }),
    seatMark(seat, 26, height / 2 - 9, 14),
    label(46, height / 2 + 2, fit(name, start - 52, 13), { class: "amun-line" }),
  ];
  if (shown) {
    const most = width - start - 84;
    const step = Math.min(small + 4, (most - small) / Math.max(1, shown.length - 1));
    parts.push(...shown.map((gold, index) => at(start + index * step, 4, ...goldCard(gold, small, tall, "offered"))));
  } else if (sealed) parts.push(at(start, 4, ...sealedCard(small, tall)));
  else parts.push(at(start, 4, box(0.5, 0.5, small - 1, tall - 1, "amun-slot", 4)));
  if (total !== null) {
    parts.push(
      label(width - 78, height / 2 + 3, `= ${total}`, { class: "amun-sum" }),
      pyramid(width - 36, height / 2 - 11, 16),
      label(width - 16, height / 2 + 3, favor, { class: "amun-sum" }),
    );
  } else {
    parts.push(
      label(width - 10, height / 2 + 2, sealed ? gettext("sealed") : gettext("not yet"), {
        class: `amun-small ${sealed ? "amun-strong" : "amun-soft"}`,
        "text-anchor": "end",
      }),
    );
  }
  const node = picture(words, ...parts, edge(0, 0, width, height - 4));
  context.note(node, `offering ${seat}`, [sealed, shown ?? null, total]);
  return node;
}

function offeringTable(table, context, width) {
  const title = gettext("Offerings to Amun-Re");
  const line = width >= 480 ? Math.min(66, Math.max(44, 230 / table.players.length)) : 44;
  return {
    title,
    height: 36 + table.players.length * line + 8,
    nodes: [
      ...heading(title),
      ...ranking(table).map((entry, rank) =>
        at(12, 34 + rank * line, offeringLine(table, context, entry, rank, width - 24, line)),
      ),
    ],
  };
}

/** The middle of the table: Provinces in their auction, or the offerings. */
export function middle(table, context, width, wide) {
  return OFFERING_PHASES.includes(table.phase)
    ? offeringTable(table, context, width)
    : auctionRow(table, context, width, wide);
}

// Revenue, prices, points

const REVENUE_END = 36;

function revenueTrack(table, context, width) {
  // Where every marker begins: as wide as makes the rows end together.
  const rows = width / 20 >= 20.5 ? 2 : 3;
  const columns = rows === 2 ? 20 : 14;
  const home = rows === 2 ? 4 : 6;
  const cell = width / columns;
  const where = (gold) => {
    const index = gold === 0 ? 0 : Math.min(gold, REVENUE_END) + home - 1;
    return { x: (index % columns) * cell, y: Math.floor(index / columns) * 30 };
  };
  const nodes = [];
  for (let gold = 0; gold <= REVENUE_END; gold += 1) {
    const { x, y } = where(gold);
    const wide = gold === 0 ? cell * home : cell;
    nodes.push(
      box(x + 0.5, y + 0.5, wide - 1, 27, gold % 5 ? "amun-cell" : "amun-cell amun-cell-five", 3),
      label(gold === 0 ? x + 10 : x + wide / 2, y + 18, gold === REVENUE_END && cell >= 23 ? "36+" : gold, {
        class: "amun-small amun-soft",
        "text-anchor": "middle",
      }),
    );
  }
  const taken = new Map();
  for (const player of table.players) {
    const place = Math.min(player.revenue, REVENUE_END);
    const before = taken.get(place) ?? 0;
    taken.set(place, before + 1);
    const { x, y } = where(place);
    const size = place ? 18 : Math.min(14, (cell * home - 20) / table.players.length - 1);
    const px = place ? x + cell / 2 - 9 + before * 4 : x + 20 + before * (size + 1);
    const node = picture(
      gettext("{name} has {gold} Gold on the Revenue track", {
        name: nameOf(context, player.seat),
        gold: player.revenue,
      }),
      place ? box(x + 0.5, y + 0.5, cell - 1, 27, "amun-cell-taken", 3) : null,
      seatMark(player.seat, px, y + 14 - size / 2, size),
      edge(px, y + 14 - size / 2, size, size, 4),
    );
    context.note(node, `revenue ${player.seat}`, player.revenue);
    nodes.push(node);
  }
  return { height: rows * 30, nodes };
}

function priceTable(table, context, width) {
  const costs = table.components.construction_cost;
  const builder = table.players.find((player) => player.step === "construction");
  const gold = builder ? builder.revenue : -1;
  const most = Math.max(9, costs.filter((cost) => cost <= gold).length - 1);
  const count = Math.min(costs.length, most + 1);
  const columns = count <= 10 ? 10 : 7;
  const step = width / columns;
  const nodes = costs.slice(0, count).map((cost, number) => {
    const affordable = cost <= gold;
    const name = affordable
      ? ngettext(
          "{number} Pyramid for {cost} Gold, affordable",
          "{number} Pyramids for {cost} Gold, affordable",
          number,
          { cost },
        )
      : ngettext("{number} Pyramid for {cost} Gold", "{number} Pyramids for {cost} Gold", number, { cost });
    const node = at(
      (number % columns) * step,
      Math.floor(number / columns) * 52,
      picture(
        name,
        box(1, 0.5, step - 2, 47, affordable ? "amun-price amun-price-open" : "amun-price", 4),
        pyramid(step / 2 - 14, 6, 13),
        label(step / 2 + 7, 18, number, { class: "amun-line amun-strong", "text-anchor": "middle" }),
        svg("path", { d: `M4 24H${step - 4}`, class: "amun-hair" }),
        label(step / 2, 40, cost, { class: "amun-price-text", "text-anchor": "middle" }),
        affordable && svg("circle", { cx: step - 6, cy: 5, r: 3, class: "amun-dot" }),
      ),
      edge(1, 0.5, step - 2, 47, 6),
    );
    context.pick(node, { count: number }, name);
    return node;
  });
  return { height: Math.ceil(count / columns) * 52, nodes };
}

function scores(table, context, width) {
  const ranked = [...table.turn_order].sort((one, other) => table.players[other].points - table.players[one].points);
  const step = width / ranked.length;
  const nodes = ranked.map((seat, index) => {
    const { points } = table.players[seat];
    const node = at(
      index * step,
      0,
      picture(
        gettext("{name}: {points} points", { name: nameOf(context, seat), points }),
        box(1, 0.5, step - 2, 33, "amun-cell", 5),
        seatMark(seat, 7, 10, 14),
        label(28, 23, points, { class: "amun-sum" }),
        step > 130 &&
          label(step - 8, 22, fit(nameOf(context, seat), step - 64, 11), {
            class: "amun-small amun-soft",
            "text-anchor": "end",
          }),
      ),
      edge(1, 0.5, step - 2, 33, 6),
    );
    context.note(node, `points ${seat}`, points);
    return node;
  });
  return { height: 36, nodes };
}

/** Whose Gold the Revenue track counts now: above 36 the track alone does not say how much it is. */
function purse(table, context, width) {
  const player = table.players.find((one) => one.step && !["revenue", "done"].includes(one.step));
  if (!player) return [];
  return [
    label(width - 14, 21, gettext("{gold} Gold", { gold: player.revenue }), {
      class: "amun-sum",
      "text-anchor": "end",
    }),
    seatMark(player.seat, width - 104, 8, 15),
  ];
}

/** The Revenue track, what Pyramids cost, and who has how many points. */
export function tables(table, context, width) {
  const inner = width - 24;
  const revenue = revenueTrack(table, context, inner);
  const prices = priceTable(table, context, inner);
  const points = scores(table, context, inner);
  const title = gettext("Revenue, Construction, points");
  const second = 34 + revenue.height + 20;
  const third = second + 10 + prices.height + 18;
  return {
    title,
    height: third + 10 + points.height + 8,
    nodes: [
      ...heading(gettext("Revenue track")),
      ...purse(table, context, width),
      at(12, 32, ...revenue.nodes),
      ...heading(gettext("Construction: price in Gold"), 12, second),
      at(12, second + 10, ...prices.nodes),
      ...heading(gettext("Points"), 12, third),
      at(12, third + 10, ...points.nodes),
    ],
  };
}
