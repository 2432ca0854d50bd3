// The market: goods in order with the price scale; and the harvest that ends a round.

import { button } from "../../kit/panels.js";
import { at, box, edge, lettered, picture } from "../../kit/shapes.js";
import { caravan, seatMark } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, middle, textAt } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { coin, farmer, favor, mine, stone } from "./icons.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Sign } from "../../kit/panels.js"
 * @import { Context, Goods, Player, View } from "./view.js"
 */

/** @typedef {{ goods: Goods, type: string, sign: Sign, name: string }} Row */

/** @type {Goods[]} */
const ORDER = ["favor", "farmers", "stones"];

/** The goods in buying order. @returns {Row[]} */
const rows = () => [
  { goods: "favor", type: "BuyFavor", sign: favor, name: gettext("Favor cards") },
  { goods: "farmers", type: "BuyFarmers", sign: farmer, name: gettext("Farmers") },
  { goods: "stones", type: "BuyStones", sign: stone, name: gettext("Stones") },
];

/**
 * @param {View} table
 * @param {Context} context
 * @param {Row} row
 * @param {number} width
 */
function priceRow(table, context, row, width) {
  const { goods, type, sign, name } = row;
  const isOpen = table.goods !== null && ORDER.indexOf(goods) >= ORDER.indexOf(table.goods);
  const start = width > 480 ? 120 : 28;
  const size = (width - start - 4 * (table.prices.length - 1)) / table.prices.length;
  const state = isOpen ? "open" : "over";
  const sold = sign(1, 8, 21);
  if (goods === "stones") context.piece(sold, "stone", "quarry", { count: Infinity });
  const head = at(
    0,
    0,
    picture(
      isOpen ? gettext("{goods}: can still be bought", { goods: name }) : gettext("{goods}: done", { goods: name }),
      sold,
      start > 28 && fitted(28, 23, name, start - 30, isOpen ? "kit-strong" : "kit-soft"),
    ),
    edge(0, 3, start - 4, 30),
  );
  context.note(head, `goods ${goods}`, isOpen);
  const cells = table.prices.map((gold, index) => {
    const count = index + 1;
    const words = gettext("{count} for {gold} Gold ({goods})", { count, gold, goods: name });
    const node = at(
      start + index * (size + 4),
      0,
      picture(
        words,
        box(0.5, 0.5, size - 1, 36, `amunre-price amunre-price-${state}`, 5),
        middle(size / 2, 14, count, `amunre-price-text amunre-price-text-${state}`),
        context.piece(coin(size / 2 - 9, 16.5, 18), "coin", `price ${goods} ${count}`, { count: Infinity }),
        middle(size / 2, 29.5, gold, "amunre-coin-price"),
      ),
      edge(0, 0, size, 37, 6),
    );
    context.pick(node, { type, count }, words);
    return lettered(node, node);
  });
  return [head, ...cells];
}

/**
 * The market with its prices, and the buyer's button to leave it.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function market(table, context, width) {
  const inner = width - 24;
  const turn = table.queue[0];
  const words = turn === undefined ? "" : gettext("{name} buys", { name: nameOf(context, turn) });
  return {
    title: gettext("Market"),
    height: 202,
    nodes: [
      ...heading(gettext("Market")),
      fitted(width - 12, 20, words, inner - 100, "kit-small kit-soft", "end"),
      ...rows().map((row, index) => at(12, 32 + index * 43, ...priceRow(table, context, row, inner))),
      button(context, 12, 162, inner, gettext("Leave the market"), { type: "EndMarket" }),
    ],
  };
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function incomeLine(context, player, width) {
  const { income, seat } = player;
  const name = nameOf(context, seat);
  // A player's mark replaces a name that would be cut.
  const isNamed = width >= 300;
  const start = isNamed ? width - 190 : 28 + (width - 216) / 2;
  const sources = income && [
    { sign: mine, gold: income.mines + income.treasury },
    { sign: caravan, gold: income.caravans },
    { sign: farmer, gold: income.farmers },
  ];
  const words =
    income &&
    gettext("{name}: mines {mines}, Caravans {caravans}, Farmers {farmers}, Treasury {treasury}, in all {total} Gold", {
      name,
      ...income,
    });
  const node = at(
    0,
    0,
    picture(
      words ?? gettext("{name} has harvested", { name }),
      seatMark(seat, 1, 4, 15),
      isNamed && fitted(22, 16, name, start - 28),
      ...(sources
        ? sources.flatMap(({ sign, gold }, index) => [
            sign(start + index * 42, 3, 15),
            textAt(start + index * 42 + 21, 16, gold, "kit-small"),
          ])
        : [textAt(start, 16, gettext("has harvested"), "kit-small kit-soft")]),
      income &&
        context.piece(coin(start + 132, 3, 16), "coin", `harvest ${seat}`, { face: String(seat), count: Infinity }),
      income && textAt(start + 152, 16.5, income.total, "kit-sum"),
    ),
    edge(0, 0, width, 22, 5),
  );
  const text = words?.replace(`${name}: `, "") ?? gettext("has harvested");
  context.note(node, `harvest ${seat}`, income, { name: gettext("Harvest"), text, seat });
  return node;
}

/**
 * The harvest: each player's income with the tile in the delta.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function harvest(table, context, width) {
  const inner = width - 24;
  const lines = table.turn_order.map((seat, index) =>
    at(12, 32 + index * 26, incomeLine(context, table.players[seat], inner)),
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
          { name: gettext("Harvest: take your income"), sign: coin },
        ),
    ],
  };
}
