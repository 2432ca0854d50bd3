// What all parts of this drawing are put together from: frames, groups, signs, lines of text.

import { label, svg } from "../../dom.js";
import { gettext } from "../../texts.js";

export const at = (x, y, ...children) => svg("g", { transform: `translate(${tenth(x)} ${tenth(y)})` }, ...children);

/** Paths are written with one decimal: finer than that nothing is seen. */
export const tenth = (number) => Math.round(number * 10) / 10;

export function box(x, y, width, height, name, radius = 6) {
  return svg("rect", { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height), rx: radius, class: name });
}

/** The frame that shows what can be chosen, is chosen, or has just changed; unseen otherwise. */
export function edge(x, y, width, height, radius = 8, out = 2.5, name = "kheops-edge") {
  return box(x - out, y - out, width + 2 * out, height + 2 * out, name, radius);
}

export const picture = (name, ...children) => svg("g", { role: "img", "aria-label": name }, ...children);

/** A picture that also tells its name to a pointer that rests on it. */
export const telling = (name, ...children) => picture(name, svg("title", {}, name), ...children);

/** Cut to about this many pixels; the whole name stays in the text alternatives. */
export function fit(text, pixels, size = 13) {
  const most = Math.max(3, Math.floor(pixels / (size * 0.6)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The text in lines of about this many pixels. */
export function wrapped(text, pixels, size = 12) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (longer.length * size * 0.57 > pixels && lines[lines.length - 1]) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

export const nameOf = (context, seat) =>
  context.seats.find((one) => one.seat === seat)?.name ?? gettext("Seat {number}", { number: seat + 1 });

/** A part of the table with its title, around what was drawn for it. */
export function zone(x, y, width, height, title, ...children) {
  return svg(
    "g",
    { transform: `translate(${tenth(x)} ${tenth(y)})`, role: "group", "aria-label": title },
    box(0.5, 0.5, width - 1, height - 1, "kheops-zone", 8),
    ...children,
  );
}

export const heading = (text, x = 12, y = 21) => [
  svg("path", { d: `M${x} ${y}l6-10.5 6 10.5z`, class: "kheops-ornament" }),
  label(x + 18, y, text, { class: "kheops-heading" }),
];
