// The market: goods in their order with the price scale; and the harvest that ends a round.

import { label } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import { caravan, coin, farmer, favor, mine, stone } from "./icons.js";
import { cost } from "./moves.js";
import { at, box, button, edge, fit, heading, middle, nameOf, picture } from "./parts.js";
import { income } from "./sums.js";

const COUNTS = [1, 2, 3, 4, 5, 6, 7];
const ORDER = ["favor", "farmers", "stones"];

const rows = () => [
  ["favor", "BuyFavor", favor, gettext("Favor cards")],
  ["farmers", "BuyFarmers", farmer, gettext("Farmers")],
  ["stones", "BuyStones", stone, gettext("Stones")],
];

function priceRow(table, context, [goods, type, draw, name], width) {
  const isOpen = table.goods !== null && ORDER.indexOf(goods) >= ORDER.indexOf(table.goods);
  const start = width > 420 ? 120 : 28;
  const size = (width - start - 4 * 6) / COUNTS.length;
  const state = isOpen ? "open" : "over";
  const sign = at(
    0,
    0,
    picture(
      isOpen ? gettext("{goods}: still to come", { goods: name }) : gettext("{goods}: over", { goods: name }),
      draw(1, 8, 21),
      start > 28 && label(28, 23, fit(name, start - 30, 13), { class: isOpen ? "amunre-strong" : "amunre-soft" }),
    ),
    edge(0, 3, start - 4, 30),
  );
  context.note(sign, `goods ${goods}`, isOpen);
  const cells = COUNTS.map((count, index) => {
    const words = gettext("{count} for {gold} Gold ({goods})", { count, gold: cost(count), goods: name });
    const node = at(
      start + index * (size + 4),
      0,
      picture(
        words,
        box(0.5, 0.5, size - 1, 36, `amunre-price amunre-price-${state}`, 5),
        middle(size / 2, 16, count, `amunre-price-text amunre-price-text-${state}`),
        coin(size / 2 - 13, 20.5, 12),
        label(size / 2 + 1, 31, cost(count), { class: "amunre-small" }),
      ),
      edge(0, 0, size, 37, 6),
    );
    context.pick(node, { type, count }, words);
    return node;
  });
  return [sign, ...cells];
}

/** The market with its prices; whoever buys can leave it. */
export function market(table, context, width) {
  const inner = width - 24;
  const turn = table.queue[0];
  const words = turn === undefined ? "" : gettext("{name} buys", { name: nameOf(context, turn) });
  return {
    title: gettext("Market"),
    height: 202,
    nodes: [
      ...heading(gettext("Market")),
      label(width - 12, 20, fit(words, inner - 110, 12), { class: "amunre-small amunre-soft", "text-anchor": "end" }),
      ...rows().map((row, index) => at(12, 32 + index * 43, ...priceRow(table, context, row, inner))),
      button(context, 12, 162, inner, gettext("Leave the market"), { type: "EndMarket" }),
    ],
  };
}

function incomeLine(table, context, player, width) {
  const waits = table.queue.includes(player.seat);
  const name = nameOf(context, player.seat);
  const { mines, caravans, farmers, treasury, total } = income(table, player);
  const parts = [
    [mine, mines + treasury],
    [caravan, caravans],
    [farmer, farmers],
  ];
  const start = Math.max(70, width - 190);
  const words = gettext(
    "{name}: mines {mines}, Caravans {caravans}, Farmers {farmers}, Treasury {treasury}, in all {total} Gold",
    {
      name,
      mines,
      caravans,
      farmers,
      treasury,
      total,
    },
  );
  const node = at(
    0,
    0,
    picture(
      waits ? words : gettext("{name} has harvested", { name }),
      seatMark(player.seat, 1, 4, 15),
      label(22, 16, fit(name, start - 24, 13), {}),
      ...(waits
        ? [
            ...parts.flatMap(([draw, gold], index) => [
              draw(start + index * 42, 3, 15),
              label(start + index * 42 + 21, 16, gold, { class: "amunre-small" }),
            ]),
            coin(start + 132, 3, 16),
            label(start + 152, 16.5, total, { class: "amunre-sum" }),
          ]
        : [label(start, 16, gettext("has harvested"), { class: "amunre-small amunre-soft" })]),
    ),
    edge(0, 0, width, 22, 5),
  );
  context.note(node, `harvest ${player.seat}`, waits ? [mines, caravans, farmers, treasury] : null);
  return node;
}

/** The harvest: what each will earn with the tile that lies in the delta. */
export function harvest(table, context, width) {
  const inner = width - 24;
  const lines = table.turn_order.map((seat, index) =>
    at(12, 32 + index * 26, incomeLine(table, context, table.players[seat], inner)),
  );
  const y = 38 + lines.length * 26;
  const isPlaying = typeof context.viewer === "number";
  return {
    title: gettext("Harvest"),
    height: y + (isPlaying ? 40 : 4),
    nodes: [
      ...heading(gettext("Harvest")),
      ...lines,
      isPlaying &&
        button(
          context,
          12,
          y,
          inner,
          gettext("Harvest"),
          { type: "TakeIncome" },
          { name: gettext("Take your income"), sign: coin },
        ),
    ].filter(Boolean),
  };
}
