// The four metal piles and the bag of discs.

import { at, box, edge, picture, range } from "../../kit/shapes.js";
import { fitted, textAt } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { disc, metal } from "./icons.js";
import { heading } from "./parts.js";
import { METALS, metalName } from "./words.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Metal, View } from "./view.js"
 * @param {View} table
 * @param {Context} context
 * @param {Metal} kind
 * @param {number} x
 * @param {number} width
 */
function pile(table, context, kind, x, width) {
  const { stock, empty } = table.metals;
  const isEmpty = empty.includes(kind) || stock?.[kind] === 0;
  const number = stock ? stock[kind] : isEmpty ? 0 : null;
  const name = metalName(kind);
  const words = isEmpty
    ? gettext("The {metal} pile is empty", { metal: name })
    : number === null
      ? gettext("The {metal} pile, not counted yet", { metal: name })
      : gettext("The {metal} pile, cards: {number}", { metal: name, number });
  const layers = isEmpty ? 0 : Math.min(5, number === null ? 3 : Math.ceil(number / 6));
  const node = at(
    x,
    32,
    picture(
      words,
      ...range(1, layers).map((index) => box(1, 6 - index * 1.5, width - 2, 46, "amulett-metal-card", 5)),
      box(1, layers ? 4 - layers * 1.5 : 4, width - 2, 46, isEmpty ? "amulett-empty" : "amulett-metal-card", 5),
      !isEmpty && context.piece(metal(kind, width / 2 - 22, 10, 22), "metal", "pile", { face: kind, count: Infinity }),
      isEmpty
        ? fitted(width / 2, 31, gettext("empty"), width - 6, "kit-small kit-soft", "middle")
        : textAt(width / 2 + 5, 27, number ?? "?", "amulett-pile-number"),
    ),
    edge(0, -3, width, 54),
  );
  context.note(node, `metal pile ${kind}`, [number, isEmpty], {
    name: gettext("Pile of {metal}", { metal: name }),
    text: isEmpty ? gettext("empty") : (number ?? gettext("not counted yet")),
  });
  context.pick(node, { metal: kind }, words);
  return node;
}

/**
 * The metals in this width.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function metals(table, context, width) {
  const inner = width - 24;
  const each = (inner - 18) / 4;
  const sum = at(
    12,
    92,
    picture(
      gettext("Metal cards in all piles: {number}", { number: table.metals.cards }),
      fitted(0, 13, gettext("cards in all {number}", { number: table.metals.cards }), inner / 2 - 8, "kit-small"),
    ),
    edge(-3, -2, inner / 2, 21, 4),
  );
  const all = { name: gettext("Metal cards in all piles"), text: table.metals.cards };
  context.note(sum, "metal cards", table.metals.cards, all);
  const bag = at(
    12 + inner / 2,
    92,
    picture(
      ngettext("{number} disc in the bag", "{number} discs in the bag", table.discs_in_bag),
      disc(0, 0, 17),
      fitted(22, 13, gettext("in the bag {number}", { number: table.discs_in_bag }), inner / 2 - 30, "kit-small"),
    ),
    edge(-3, -2, inner / 2, 21, 4),
  );
  const discs = { name: gettext("Discs in the bag"), text: table.discs_in_bag };
  context.note(bag, "discs in bag", table.discs_in_bag, discs);
  return {
    title: gettext("Metals"),
    height: 118,
    nodes: [
      ...heading(gettext("Metals")),
      ...METALS.map((kind, index) => pile(table, context, kind, 12 + index * (each + 6), each)),
      sum,
      bag,
    ],
  };
}

/**
 * The summary, in a few words.
 * @param {View} table
 */
export const stock = (table) =>
  [
    gettext("cards in all {number}", { number: table.metals.cards }),
    ngettext("{number} disc in the bag", "{number} discs in the bag", table.discs_in_bag),
  ].join(" · ");
