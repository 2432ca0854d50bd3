// Each player's points in a scoring at this moment, by source.

import { svg } from "../../kit/elements.js";
import { at, edge, path, picture, tenth } from "../../kit/shapes.js";
import { pyramid, seatMark, sun } from "../../kit/icons.js";
import { heading, nameOf } from "../../kit/table-frame.js";
import { fitted, middle, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { coin, doublePyramid, temple } from "./icons.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, Scoring, View } from "./view.js"
 */

/** @typedef {{ key: keyof Scoring, name: string, draw: (x: number) => Child }} Column */

const LINE = 27;
const NAMED = 420;

/**
 * The leader after a scoring at this moment, in a few words.
 * @param {View} table
 * @param {Context} context
 */
export function leading({ players }, context) {
  const most = Math.max(...players.map(({ scoring }) => scoring.total));
  const names = players.filter(({ scoring }) => scoring.total === most).map(({ seat }) => nameOf(context, seat));
  const points = ngettext("{number} point", "{number} points", most);
  return names.length === players.length ? points : `${names.join(", ")}: ${points}`;
}

/** @returns {Column[]} */
function columns() {
  return [
    { key: "temples", name: gettext("Temples"), draw: (x) => temple(x - 9, 2, 18) },
    { key: "pyramids", name: gettext("Pyramids, 1 point each"), draw: (x) => pyramid(x - 9, 2, 18) },
    {
      key: "sets",
      name: gettext("Sets: 3 points for each pyramid of the province with the fewest"),
      draw: (x) => doublePyramid(x - 9, 2, 18),
    },
    { key: "west", name: gettext("Most pyramids on the west bank"), draw: (x) => bank(x, true) },
    { key: "east", name: gettext("Most pyramids on the east bank"), draw: (x) => bank(x, false) },
    { key: "total", name: gettext("Total without yellow cards"), draw: (x) => sun(x - 9, 2, 18) },
    { key: "gold", name: gettext("Ranking by Gold, at the end of the game"), draw: (x) => coin(x - 9, 2, 18) },
  ];
}

/**
 * The river with a pyramid on one side.
 * @param {number} x
 * @param {boolean} isWest
 */
function bank(x, isWest) {
  const side = isWest ? -1 : 1;
  return svg(
    "g",
    { class: "kit-icon" },
    path(`M${tenth(x - side * 6)} 2q4 4 0 9t0 9`, "amunre-bank"),
    pyramid(x + (isWest ? -11 : -1), 6, 13),
  );
}

/**
 * The table of points in this width.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function scores(table, context, width) {
  const pad = 12;
  const inner = width - 2 * pad;
  const first = width >= NAMED ? 150 : 26;
  const parts = columns();
  const each = (inner - first) / parts.length;
  const x = (/** @type {number} */ index) => pad + first + each * (index + 0.5);
  const title = gettext("Points if scored now");
  /** @type {Child[]} */
  const nodes = [
    ...heading(textWidth(title, "kit-heading") <= inner - 18 ? title : gettext("Scoring")),
    ...parts.map(({ name, draw }, index) => at(0, 34, picture(name, draw(x(index))))),
  ];
  table.players.forEach(({ seat, scoring }, line) => {
    const y = 62 + line * LINE;
    const name = nameOf(context, seat);
    nodes.push(
      path(`M${pad} ${y}H${width - pad}`, "amunre-hair"),
      seatMark(seat, pad, y + 6, 16),
      first > 50 && fitted(pad + 22, y + 18, name, first - 24),
    );
    parts.forEach(({ key, name: words }, index) => {
      const value = scoring[key];
      const text = value ?? "–";
      const look = key === "total" ? "kit-sum" : value ? "amunre-line" : "amunre-line kit-soft";
      const node = at(
        0,
        0,
        picture(`${name}, ${words}: ${text}`, middle(x(index), y + 18.5, text, look)),
        edge(x(index) - each / 2 + 3, y + 3, each - 6, LINE - 5, 5),
      );
      const source = gettext("If scored now: {source}", { source: words });
      context.note(node, `would ${key} ${seat}`, value, { name: source, text, seat });
      nodes.push(node);
    });
  });
  return { title, height: 68 + table.players.length * LINE, nodes };
}
