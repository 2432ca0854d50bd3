// What all parts of this drawing are put together from: frames, groups, buttons, names, lines of text.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";

/** Paths are written with one decimal: finer than that nothing is seen. */
export const tenth = (number) => Math.round(number * 10) / 10;

export const at = (x, y, ...children) => svg("g", { transform: `translate(${tenth(x)} ${tenth(y)})` }, ...children);

export function box(x, y, width, height, name, radius = 6) {
  return svg("rect", { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height), rx: radius, class: name });
}

/** The frame that shows what can be chosen, is chosen, or has just changed; unseen otherwise. */
export function edge(x, y, width, height, radius = 7, out = 1.5) {
  return box(x - out, y - out, width + 2 * out, height + 2 * out, "amulett-edge", radius);
}

export const picture = (name, ...children) => svg("g", { role: "img", "aria-label": name }, ...children);

/** A picture that also tells its name to a pointer that rests on it. */
export const telling = (name, ...children) => picture(name, svg("title", {}, name), ...children);

/** Cut to about this many pixels; the whole name stays in the text alternatives. */
export function fit(text, pixels, size = 13) {
  const most = Math.max(3, Math.floor(pixels / (size * 0.6)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The text in lines of about this many pixels, at most this many lines. */
export function wrapped(text, pixels, size = 12, most = 9) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (longer.length * size * 0.57 > pixels && lines[lines.length - 1]) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  // Only a single word that is too long is cut: what was broken into lines fits.
  return lines.slice(0, most).map((line) => fit(line, pixels * 1.06 + 4, size));
}

export const middle = (x, y, text, name) => label(tenth(x), tenth(y), text, { class: name, "text-anchor": "middle" });

export const nameOf = (context, seat) =>
  context.seats.find((one) => one.seat === seat)?.name ?? gettext("Seat {number}", { number: seat + 1 });

/** A part of the table with its title, around what was drawn for it. */
export function zone(x, y, width, height, title, ...children) {
  return svg(
    "g",
    { transform: `translate(${tenth(x)} ${tenth(y)})`, role: "group", "aria-label": title },
    box(0.5, 0.5, width - 1, height - 1, "amulett-zone", 8),
    ...children,
  );
}

export const heading = (text, x = 12, y = 21) => [
  svg("path", { d: `M${x} ${y - 5}l6-6 6 6-6 6z`, class: "amulett-ornament" }),
  label(x + 18, y, text, { class: "amulett-heading" }),
];

/** Something with a word on it that can be picked. `sign` draws an icon at x, y. */
export function button(context, x, y, width, text, fields, { name = text, height = 30, sign = null } = {}) {
  const lines = wrapped(text, width - (sign ? 34 : 12), 12.5, 2);
  // Where a word would be cut, the sign alone says it; the spoken name has it whole.
  const words = sign && lines.some((line) => line.endsWith("…")) ? [] : lines;
  const center = sign ? 28 + (width - 32) / 2 : width / 2;
  const node = at(
    x,
    y,
    picture(
      name,
      box(0.5, 0.5, width - 1, height - 1, "amulett-button", 6),
      sign && sign(words.length ? 6 : width / 2 - 10, height / 2 - 10, 20),
      ...words.map((line, index) =>
        middle(center, height / 2 + 4.5 + (index - (words.length - 1) / 2) * 14, line, "amulett-button-text"),
      ),
    ),
    edge(0, 0, width, height),
  );
  context.pick(node, fields, name);
  return node;
}

/** A player's mark with a short word or number beside it. */
export function chip(
  context,
  seat,
  x,
  y,
  width,
  text,
  name,
  { sign = null, key = null, value = null, isStrong = false } = {},
) {
  const node = at(
    x,
    y,
    telling(
      name,
      box(0.5, 0.5, width - 1, 25, `amulett-chip amulett-stroke-${seat}${isStrong ? " amulett-chip-best" : ""}`, 5),
      seatMark(seat, 5, 5.5, 15),
      sign && sign(24, 5, 16),
      label(sign ? 43 : 25, 17.5, fit(text, width - (sign ? 44 : 27), 12), { class: "amulett-chip-text" }),
    ),
    edge(0, 0, width, 26, 6),
  );
  if (key) context.note(node, key, value);
  return node;
}

/** Chips side by side, as many in a row as there is room for; `each` draws one at x, y of this width. */
export function chips(count, width, least, each) {
  const columns = Math.max(1, Math.min(count, Math.floor((width + 5) / (least + 5))));
  const size = (width - 5 * (columns - 1)) / columns;
  const nodes = Array.from({ length: count }, (_, index) =>
    each(index, (index % columns) * (size + 5), Math.floor(index / columns) * 31, size),
  );
  return { nodes, height: Math.ceil(count / columns) * 31 - 5 };
}

/** Whether the one who looks is asked now. */
export const isAsked = (context) => context.toAct.includes(context.viewer);

/** What the table was before the chosen move: what was asked stays drawn, so that another answer can be picked. */
export const asked = (table) => table.before ?? table;

/** Numbers as fields to pick, as many in a row as there is room for; `of` gives fields and name of each. */
export function numbers(context, x, y, width, list, of, { sign = null } = {}) {
  const each = sign ? 46 : 36;
  const columns = Math.max(1, Math.min(list.length, Math.floor((width + 5) / (each + 5))));
  const size = Math.min(sign ? 58 : 48, (width - 5 * (columns - 1)) / columns);
  const nodes = list.map((number, index) => {
    const [fields, name] = of(number);
    const left = x + (index % columns) * (size + 5);
    const top = y + Math.floor(index / columns) * 35;
    return button(context, left, top, size, String(number), fields, { name, sign });
  });
  return { nodes, height: Math.ceil(list.length / columns) * 35 };
}

/** The numbers from one to another. */
export const range = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
