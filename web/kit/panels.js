// Player panels and controls: pills, plates, buttons, chips and number pickers in a drawing.

import { gettext } from "../core/i18n.js";
import { counting } from "./elements.js";
import { at, box, edge, picture, times } from "./shapes.js";
import { seatMark } from "./icons.js";
import { nameOf } from "./table-frame.js";
import { fitted, middle, textWidth, wrapped } from "./text.js";

/** @import { Child, Drawn } from "./elements.js" */
/** @import { DrawingContext, Fields, PartText } from "../types" */

/**
 * Draws an icon of this size with its upper left corner at x, y.
 * @typedef {(x: number, y: number, size: number) => Drawn} Sign
 */

/**
 * A word in a rounded field that ends at `right`; also returns the field's width.
 * @param {number} right
 * @param {number} y
 * @param {string} text
 * @param {string} name
 * @param {string} ground
 * @param {string} look
 */
export function pill(right, y, text, name, ground, look) {
  const width = textWidth(text, look) + 18;
  const x = right - width;
  const node = picture(name, box(x, y, width, 22, ground, 11), middle(x + width / 2, y + 15, text, look));
  return { node, width };
}

/**
 * The pill of the seat to act, ending at `right`, or nothing.
 * @param {DrawingContext} context
 * @param {number} seat
 * @param {number} right
 * @param {number} y
 */
export function actingPill(context, seat, right, y) {
  if (!context.toAct.includes(seat)) return { node: null, width: 0 };
  const name = gettext("{name}'s turn", { name: nameOf(context, seat) });
  return pill(right, y, gettext("to act"), name, "kit-acting", "kit-acting-text");
}

/**
 * The plate with a player's points, ending at `right`. `name` is the accessible name, `noted` the value for comparison.
 * @param {DrawingContext} context
 * @param {number} seat
 * @param {number} points
 * @param {number} right
 * @param {{ name: string, sign?: Sign, noted?: unknown }} options
 */
export function pointsPlate(context, seat, points, right, { name, sign, noted = points }) {
  const node = picture(
    name,
    box(right - 60, 0, 60, 29, "kit-points", 6),
    sign?.(right - 55, 4.5, 20),
    counting(middle(right - 18, 21, points, "kit-points-text")),
    edge(right - 60, 0, 60, 29),
  );
  const told = { name: context.unit?.name ?? gettext("Points"), ...(noted === points && { text: points }) };
  context.note(node, `points ${seat}`, noted, told);
  return node;
}

/**
 * A pickable button with a word. `sign` is drawn before the word; if the word would be cut, the sign is used alone,
 * with the full accessible name.
 * @param {DrawingContext} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} text
 * @param {Fields} fields
 * @param {{ name?: string, height?: number, sign?: Sign | null }} [options]
 */
export function button(context, x, y, width, text, fields, { name = text, height = 30, sign = null } = {}) {
  const lines = wrapped(text, width - (sign ? 36 : 10), "kit-button-text", 2);
  const words = sign && lines.some((one) => one.endsWith("…")) ? [] : lines;
  const center = sign ? 28 + (width - 32) / 2 : width / 2;
  const node = at(
    x,
    y,
    picture(
      name,
      box(0.5, 0.5, width - 1, height - 1, "kit-button", 6),
      sign && sign(words.length ? 6 : width / 2 - 10, height / 2 - 10, 20),
      ...words.map((one, index) =>
        middle(center, height / 2 + 4.5 + (index - (words.length - 1) / 2) * 14, one, "kit-button-text"),
      ),
    ),
    edge(0, 0, width, height),
  );
  context.pick(node, fields, name);
  return node;
}

/**
 * A player's mark with a short word or number beside it. `told` is what it is and shows, for a comparison.
 * @param {DrawingContext} context
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} text
 * @param {string} name
 * @param {{ key: string, value: unknown, told?: PartText, sign?: Sign | null, isStrong?: boolean }} options
 */
export function chip(context, seat, x, y, width, text, name, { key, value, told, sign = null, isStrong = false }) {
  const start = sign ? 43 : 25;
  const node = at(
    x,
    y,
    picture(
      name,
      box(0.5, 0.5, width - 1, 25, `kit-chip kit-stroke-${seat}${isStrong ? " kit-chip-strong" : ""}`, 5),
      seatMark(seat, 5, 5.5, 15),
      sign && sign(24, 5, 16),
      fitted(start, 17.5, text, width - start - 3, "kit-chip-text"),
    ),
    edge(0, 0, width, 26, 6),
  );
  context.note(node, key, value, { seat, ...told });
  return node;
}

/**
 * Chips side by side, wrapped to this width; `each` draws one at x, y of this width.
 * @param {number} count
 * @param {number} width
 * @param {number} least
 * @param {(index: number, x: number, y: number, width: number) => Child} each
 */
export function chips(count, width, least, each) {
  const columns = Math.max(1, Math.min(count, Math.floor((width + 5) / (least + 5))));
  const size = (width - 5 * (columns - 1)) / columns;
  const nodes = times(count, (index) =>
    each(index, (index % columns) * (size + 5), Math.floor(index / columns) * 31, size),
  );
  return { nodes, height: Math.max(0, Math.ceil(count / columns) * 31 - 5) };
}

/**
 * Numbers to pick, wrapped to this width; `of` returns the fields and the name of each.
 * @param {DrawingContext} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number[]} list
 * @param {(number: number) => [Fields, string]} of
 * @param {{ sign?: Sign | null }} [options]
 */
export function numbers(context, x, y, width, list, of, { sign = null } = {}) {
  const least = sign ? 46 : 36;
  const columns = Math.max(1, Math.min(list.length, Math.floor((width + 5) / (least + 5))));
  const size = Math.min(sign ? 58 : 48, (width - 5 * (columns - 1)) / columns);
  const nodes = list.map((number, index) => {
    const [fields, name] = of(number);
    const left = x + (index % columns) * (size + 5);
    const top = y + Math.floor(index / columns) * 35;
    return button(context, left, top, size, String(number), fields, { name, sign });
  });
  return { nodes, height: Math.ceil(list.length / columns) * 35 };
}
