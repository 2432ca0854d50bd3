// Table frame: the picture around every board, with titled zones, seat order, steps and ornaments.

import { svg } from "./elements.js";
import { gettext } from "../core/i18n.js";
import { materials } from "./materials.js";
import { box, path, picture, tenth, times } from "./shapes.js";
import { fitted } from "./text.js";

/** @import { Child } from "./elements.js" */
/** @import { DrawingContext } from "../types" */

/**
 * A part of the table before placement: its title, its height, and its content for a width.
 * @typedef {{ title: string, height: number, nodes: Child[] }} Part
 */

/**
 * The whole board as one picture.
 * @param {string} look
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {...Child} children
 */
export function board(look, name, width, height, ...children) {
  const high = Math.ceil(height);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${high}`,
      width,
      height: high,
      class: `kit-board ${look}`,
      role: "group",
      "aria-label": name,
    },
    materials(),
    ...children,
  );
}

/**
 * A titled part of the table, around its content.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} title
 * @param {...Child} children
 */
export function zone(x, y, width, height, title, ...children) {
  const node = svg(
    "g",
    { transform: `translate(${tenth(x)} ${tenth(y)})`, role: "group", "aria-label": title },
    box(1.5, 3, width - 1, height - 1, "kit-cast", 8),
    box(0.5, 0.5, width - 1, height - 1, "kit-zone", 8),
    ...children,
  );
  node.area = { x, y, width, height };
  node.key = `zone ${title}`;
  return node;
}

/**
 * The title of a part with its ornament: a pyramid, or a diamond.
 * @param {string} text
 * @param {{ x?: number, y?: number, pixels?: number, sign?: "pyramid" | "diamond" }} [options]
 */
export function heading(text, { x = 12, y = 21, pixels = Infinity, sign = "pyramid" } = {}) {
  const shape = sign === "pyramid" ? `M${x} ${y}l6-10.5 6 10.5z` : `M${x} ${y - 5}l6-6 6 6-6 6z`;
  return [path(shape, "kit-ornament"), fitted(x + 18, y, text, pixels, "kit-heading")];
}

/**
 * A seat's name.
 * @param {DrawingContext} context
 * @param {number} seat
 */
export const nameOf = (context, seat) =>
  context.seats.find((one) => one.seat === seat)?.name ?? gettext("Seat {number}", { number: seat + 1 });

/**
 * The players in seating order, from the first seat or the viewer's.
 * @template Player
 * @param {{ players: Player[] }} table
 * @param {DrawingContext} context
 */
export function seating({ players }, context) {
  const first = context.first ?? (typeof context.viewer === "number" ? context.viewer : 0);
  return times(players.length, (step) => players[(first + step) % players.length]);
}

/**
 * The viewer's player, or undefined for the public.
 * @template Player
 * @param {{ players: Player[] }} table
 * @param {DrawingContext} context
 */
export const ownPlayer = ({ players }, context) =>
  typeof context.viewer === "number" ? players[context.viewer] : undefined;

/**
 * The steps of a turn or a round as a chain of arrows; `now` is the current one's index, `words` the accessible name.
 * @param {string[]} names
 * @param {number} now
 * @param {number} width
 * @param {string} words
 */
export function steps(names, now, width, words) {
  const step = width / names.length;
  const nodes = names.flatMap((name, index) => {
    const state = index < now ? "past" : index === now ? "now" : "coming";
    const x = index * step;
    const tip = index < names.length - 1 ? 8 : 0;
    const shape = `M${tenth(x + 1)} 0H${tenth(x + step - tip - 1)}l${tip} 12-${tip} 12H${tenth(x + 1)}${index ? "l8-12z" : "z"}`;
    return [
      path(shape, `kit-step kit-step-${state}`),
      fitted(
        x + step / 2 + (index ? 3 : 0),
        16,
        name,
        step - (index ? 13 : 8),
        `kit-step-text kit-step-text-${state}`,
        "middle",
      ),
    ];
  });
  return picture(words, ...nodes);
}

/**
 * A row of leaves or small pyramids as an ornament, as one path of this length.
 * @param {number} x
 * @param {number} y
 * @param {number} length
 * @param {number} [step]
 */
export function frieze(x, y, length, step = 12) {
  const height = 7;
  const count = Math.floor(length / step);
  const start = x + (length - count * step) / 2;
  const one = `l${step / 2 - 1}-${height} ${step / 2 - 1} ${height}z`;
  const d = times(count, (index) => `M${tenth(start + index * step + 1)} ${tenth(y + height)}${one}`).join("");
  return path(d, "kit-frieze");
}
