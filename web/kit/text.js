// Text measurement: fits, wraps and cuts lines of SVG text by their rendered width. A look is a text's class; its font
// is read from the style sheets once, and each text is measured once.

import { svg } from "../core/dom.js";
import { label } from "./elements.js";
import { tenth } from "./shapes.js";

const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** @type {Map<string, { font: string, spacing: number }>} */
const fonts = new Map();

/** @type {Map<string, number>} */
const widths = new Map();

// Widths measured before the font was loaded are wrong.
document.fonts.load("1em Inter").then(
  () => widths.clear(),
  () => {},
);

/** @param {string} look */
function fontOf(look) {
  const known = fonts.get(look);
  if (known) return known;
  const line = svg.text({ class: look });
  const probe = svg.svg({ class: "kit-board kit-probe", "aria-hidden": "true" }, line);
  document.body.append(probe);
  const style = getComputedStyle(line);
  const found = {
    font: `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
    spacing: Number.parseFloat(style.letterSpacing) || 0,
  };
  probe.remove();
  fonts.set(look, found);
  return found;
}

/**
 * The width of this text in this look, in pixels.
 * @param {string} text
 * @param {string} [look]
 */
export function textWidth(text, look = "") {
  const key = `${look}\n${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    const { font, spacing } = fontOf(look);
    canvas.font = font;
    width = canvas.measureText(text).width + spacing * text.length;
    widths.set(key, width);
  }
  return width;
}

/**
 * The text cut to this width; the text alternatives keep all of it.
 * @param {string} text
 * @param {number} pixels
 * @param {string} [look]
 */
export function fit(text, pixels, look = "") {
  if (textWidth(text, look) <= pixels) return text;
  const letters = [...text];
  /** @param {number} count */
  const cut = (count) => `${letters.slice(0, count).join("").trimEnd()}…`;
  let least = 1;
  let most = Math.max(1, letters.length - 1);
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (textWidth(cut(middle), look) <= pixels) least = middle;
    else most = middle - 1;
  }
  return cut(least);
}

/**
 * The text in lines of at most this width, at most this many; the rest is cut.
 * @param {string} text
 * @param {number} pixels
 * @param {string} [look]
 * @param {number} [most]
 */
export function wrapped(text, pixels, look = "", most = Infinity) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    const longer = last ? `${last} ${word}` : word;
    if (last && lines.length < most && textWidth(longer, look) > pixels) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => fit(line, pixels, look));
}

/** @typedef {"start" | "middle" | "end"} Anchor */

/**
 * A line of text, cut to this many pixels.
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {number} pixels
 * @param {string} [look]
 * @param {Anchor} [anchor]
 */
export function fitted(x, y, text, pixels, look = "", anchor = "start") {
  return textAt(x, y, fit(text, pixels, look), look, anchor);
}

/**
 * A line of text in a look: `x` is its start, its middle or its end.
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {string} [look]
 * @param {Anchor} [anchor]
 */
export function textAt(x, y, text, look = "", anchor = "start") {
  return label(tenth(x), tenth(y), text, {
    class: look || null,
    "text-anchor": anchor === "start" ? null : anchor,
  });
}

/**
 * A line of text around its middle.
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {string} [look]
 */
export const middle = (x, y, text, look = "") => textAt(x, y, text, look, "middle");

/**
 * A text wrapped to this width: its nodes, and their total height. `y` belongs to the first line.
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {number} pixels
 * @param {string} [look]
 * @param {{ most?: number, step?: number }} [options]
 */
export function paragraph(x, y, text, pixels, look = "", { most = Infinity, step = 16 } = {}) {
  const lines = wrapped(text, pixels, look, most);
  return { nodes: lines.map((one, index) => textAt(x, y + index * step, one, look)), height: lines.length * step };
}
