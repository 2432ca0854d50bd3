// Disc and desires: the disc with the remaining moves and the additionally accepted metals, above the map.

import { svg } from "../../kit/elements.js";
import { at, edge, picture, tenth, times } from "../../kit/shapes.js";
import { middle, textAt } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { disc, metal } from "./icons.js";
import { metalName } from "./words.js";

/**
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, View } from "./view.js"
 */

const IN_ROW = 3;
const STEP = 15;
const WIDE = IN_ROW * STEP;
const SIDE = 8;
const TOP = 8;

/** The place of this index, in rows below the first line. @param {number} index @returns {[number, number]} */
const place = (index) => [(index % IN_ROW) * STEP, 27 + Math.floor(index / IN_ROW) * STEP];

/**
 * A corner of the map: its enlarged content, in a frame of constant thickness.
 * @param {string} words
 * @param {number} x
 * @param {number} scale
 * @param {number} count of the items below the first line
 * @param {...Child} nodes
 */
function corner(words, x, scale, count, ...nodes) {
  const height = 24 + (count ? 3 + Math.ceil(count / IN_ROW) * STEP : 0);
  return at(
    x,
    TOP,
    svg("g", { transform: `scale(${tenth(scale)})` }, picture(words, ...nodes)),
    edge(0, 0, WIDE * tenth(scale), height * tenth(scale), 6, 1),
  );
}

/**
 * The drawn disc, and below it one disc for each remaining move.
 * @param {View} table
 * @param {Context} context
 * @param {number} scale
 */
function moves(table, context, scale) {
  const count = table.disc ?? 0;
  const words =
    table.disc === null
      ? gettext("No disc drawn")
      : gettext("Disc {disc}, moves left: {moves}", { disc: table.disc, moves: table.moves });
  const left = times(count, (index) => disc(...place(index), STEP - 1.5, index < table.moves ? "disc" : "spent"));
  const number = middle(12, 17, table.disc ?? "–", "amulett-disc-text");
  const node = corner(words, SIDE, scale, count, disc(0, 0, 24), number, ...left);
  context.note(node, "moves", [table.disc, table.moves], { name: gettext("Disc"), text: words });
  return node;
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} scale
 */
function desires(table, context, width, scale) {
  const count = table.desires.length;
  const words = count
    ? gettext("also accepted: {list}", { list: table.desires.map(metalName).join(", ") })
    : gettext("no other metal is accepted");
  const shown = table.desires.map((kind, index) => {
    const [x, y] = place(index);
    return metal(kind, WIDE - x - STEP, y - 6, STEP);
  });
  const sign = count > 0 && textAt(WIDE, 15, "+", "kit-sum", "end");
  const node = corner(words, width - SIDE - WIDE * tenth(scale), scale, count, sign, ...shown);
  const list = table.desires.map(metalName).join(", ");
  context.note(node, "desires", table.desires, {
    name: gettext("Other accepted metals"),
    text: list || gettext("none"),
  });
  return node;
}

/**
 * Both corners of a map of this width; they grow with its regions.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {number} growth
 */
export function corners(table, context, width, growth) {
  const scale = Math.max(1, growth);
  return [moves(table, context, scale), desires(table, context, width, scale)];
}
