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
  return box(x - out, y - out, width + 2 * out, height + 2 * out, "amunre-edge", radius);
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
  return lines.slice(0, most).map((line) => fit(line, pixels + 4, size));
}

export const middle = (x, y, text, name) => label(tenth(x), tenth(y), text, { class: name, "text-anchor": "middle" });

export const nameOf = (context, seat) =>
  context.seats.find((one) => one.seat === seat)?.name ?? gettext("Seat {number}", { number: seat + 1 });

export const provinceName = (table, id) => table.provinces.find((one) => one.id === id)?.name ?? id;

/** A part of the table with its title, around what was drawn for it. */
export function zone(x, y, width, height, title, ...children) {
  return svg(
    "g",
    { transform: `translate(${tenth(x)} ${tenth(y)})`, role: "group", "aria-label": title },
    box(0.5, 0.5, width - 1, height - 1, "amunre-zone", 8),
    ...children,
  );
}

export const heading = (text, x = 12, y = 21) => [
  svg("path", { d: `M${x} ${y}l6-10.5 6 10.5z`, class: "amunre-ornament" }),
  label(x + 18, y, text, { class: "amunre-heading" }),
];

/** Something with a word on it that can be picked. `sign` draws an icon at x, y. */
export function button(
  context,
  x,
  y,
  width,
  text,
  fields,
  { name = text, height = 30, sign = null, spot = null } = {},
) {
  const words = wrapped(text, width - (sign ? 34 : 12), 12.5, 2);
  const center = sign ? 28 + (width - 32) / 2 : width / 2;
  const node = at(
    x,
    y,
    picture(
      name,
      box(0.5, 0.5, width - 1, height - 1, "amunre-button", 6),
      sign && sign(6, height / 2 - 10, 20),
      ...words.map((line, index) =>
        middle(center, height / 2 + 4.5 + (index - (words.length - 1) / 2) * 14, line, "amunre-button-text"),
      ),
    ),
    edge(0, 0, width, height),
  );
  if (spot) context.note(node, ...spot);
  context.pick(node, fields, name);
  return node;
}

/** A player's mark with a short word or number beside it. */
export function chip(context, seat, x, y, width, text, name, { sign = null, key = null, value = null } = {}) {
  const node = at(
    x,
    y,
    telling(
      name,
      box(0.5, 0.5, width - 1, 25, `amunre-chip amunre-stroke-${seat}`, 5),
      seatMark(seat, 5, 5.5, 15),
      sign && sign(24, 5, 16),
      label(sign ? 43 : 25, 17.5, fit(text, width - (sign ? 44 : 27), 12), { class: "amunre-chip-text" }),
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
