// The two tables of Gold, the Revenue track and the prices of Pyramids, and the points.

import { counting } from "../../kit/elements.js";
import { at, box, circle, edge, lettered, path, picture, tenth } from "../../kit/shapes.js";
import { pyramid, seatMark } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, View } from "./view.js"
 */

const REVENUE_END = 36;
/** A number fits into a cell of this width, and a price below its Pyramids. */
const LEAST_CELL = 20;
const LEAST_PRICE = 36;

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function revenueTrack(table, context, width) {
  // The start of every marker: wide enough that the rows end together.
  const fitting = Math.floor(width / LEAST_CELL);
  const rows = Math.ceil((REVENUE_END + 4) / fitting);
  const columns = Math.ceil((REVENUE_END + 4) / rows);
  const home = rows * columns - REVENUE_END;
  const cell = width / columns;
  const where = (/** @type {number} */ gold) => {
    const index = gold === 0 ? 0 : Math.min(gold, REVENUE_END) + home - 1;
    return { x: (index % columns) * cell, y: Math.floor(index / columns) * 30 };
  };
  /** @type {Child[]} */
  const nodes = [];
  for (let gold = 0; gold <= REVENUE_END; gold += 1) {
    const { x, y } = where(gold);
    const wide = gold === 0 ? cell * home : cell;
    nodes.push(
      box(x + 0.5, y + 0.5, wide - 1, 27, gold % 5 ? "amun-cell" : "amun-cell amun-cell-five", 3),
      middle(
        gold === 0 ? x + 10 : x + wide / 2,
        y + 18,
        gold === REVENUE_END && cell >= 23 ? "36+" : gold,
        "kit-small kit-soft",
      ),
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
      context.piece(seatMark(player.seat, px, y + 14 - size / 2, size), "revenue", String(place), { id: player.seat }),
      edge(px, y + 14 - size / 2, size, size, 4),
    );
    const told = { name: gettext("Gold on the Revenue track"), text: player.revenue, seat: player.seat };
    context.note(node, `revenue ${player.seat}`, player.revenue, told);
    nodes.push(node);
  }
  return { height: rows * 30, nodes };
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function priceTable(table, context, width) {
  const costs = table.components.construction_cost;
  const builder = table.players.find((player) => player.step === "construction");
  const gold = builder ? builder.revenue : -1;
  const most = Math.max(9, costs.filter((cost) => cost <= gold).length - 1);
  const count = Math.min(costs.length, most + 1);
  const lines = Math.ceil((count * LEAST_PRICE) / width);
  const columns = Math.ceil(count / lines);
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
        context.piece(pyramid(step / 2 - 14, 6, 13), "pyramid", `price ${number}`, { count: Infinity }),
        middle(step / 2 + 7, 18, number, "kit-strong"),
        path(`M4 24H${tenth(step - 4)}`, "amun-hair"),
        middle(step / 2, 40, cost, "amun-price-text"),
        affordable && circle(step - 6, 5, 3, "amun-dot"),
      ),
      edge(1, 0.5, step - 2, 47, 6),
    );
    context.pick(node, { count: number }, name);
    return lettered(node, node);
  });
  return { height: lines * 52, nodes };
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function scores(table, context, width) {
  const ranked = [...table.turn_order].sort((one, other) => table.players[other].points - table.players[one].points);
  const step = width / ranked.length;
  const nodes = ranked.map((seat, index) => {
    const { points } = table.players[seat];
    const node = at(
      index * step,
      0,
      picture(
        ngettext("{name}: {number} point", "{name}: {number} points", points, { name: nameOf(context, seat) }),
        box(1, 0.5, step - 2, 33, "amun-cell", 5),
        seatMark(seat, 7, 10, 14),
        counting(textAt(28, 23, points, "kit-sum")),
        step > 130 && fitted(step - 8, 22, nameOf(context, seat), step - 66, "kit-small kit-soft", "end"),
      ),
      edge(1, 0.5, step - 2, 33, 6),
    );
    context.note(node, `score ${seat}`, points, { name: gettext("Points"), text: points, seat });
    return node;
  });
  return { height: 36, nodes };
}

/**
 * The seat whose Gold is on the Revenue track: above 36 the track alone does not show the amount.
 * @param {View} table
 * @param {number} width
 */
function purse(table, width) {
  const player = table.players.find((one) => one.step && !["revenue", "done"].includes(one.step));
  if (!player) return { nodes: [], width: 0 };
  const words = gettext("{gold} Gold", { gold: player.revenue });
  const across = textWidth(words, "kit-sum") + 22;
  const mark = seatMark(player.seat, width - 14 - across, 8, 15);
  return { nodes: [textAt(width - 14, 21, words, "kit-sum", "end"), mark], width: across + 6 };
}

/**
 * The Revenue track, the prices of Pyramids, and the points.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function tables(table, context, width) {
  const inner = width - 24;
  const revenue = revenueTrack(table, context, inner);
  const prices = priceTable(table, context, inner);
  const points = scores(table, context, inner);
  const gold = purse(table, width);
  const title = gettext("Revenue, Construction, points");
  const second = 34 + revenue.height + 20;
  const third = second + 10 + prices.height + 18;
  return {
    title,
    height: third + 10 + points.height + 8,
    nodes: [
      ...heading(gettext("Revenue track"), { pixels: width - 42 - gold.width }),
      ...gold.nodes,
      at(12, 32, ...revenue.nodes),
      ...heading(gettext("Construction: price in Gold"), { y: second, pixels: width - 42 }),
      at(12, second + 10, ...prices.nodes),
      ...heading(gettext("Points"), { y: third }),
      at(12, third + 10, ...points.nodes),
    ],
  };
}
