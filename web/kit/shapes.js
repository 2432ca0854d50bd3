// Shapes: groups, boxes, circles, paths and the frame that marks choices and changes in a drawing.

import { svg } from "./elements.js";

/** @import { Child, Drawn } from "./elements.js" */
/** @import { AttributeValue } from "../types" */

/**
 * A number rounded for a drawing: differences below a tenth of a pixel are invisible.
 * @param {number} number
 */
export const tenth = (number) => Math.round(number * 10) / 10;

/**
 * Children drawn around 0, 0, moved to x, y.
 * @param {number} x
 * @param {number} y
 * @param {...Child} children
 */
export const at = (x, y, ...children) => svg("g", { transform: `translate(${tenth(x)} ${tenth(y)})` }, ...children);

/**
 * A rectangle with rounded corners.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} look
 * @param {number} [radius]
 */
export function box(x, y, width, height, look, radius = 6) {
  return svg("rect", { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height), rx: radius, class: look });
}

/**
 * A circle around a point.
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} look
 */
export const circle = (x, y, radius, look) =>
  svg("circle", { cx: tenth(x), cy: tenth(y), r: tenth(radius), class: look });

/**
 * A path.
 * @param {string} d
 * @param {string} look
 */
export const path = (d, look) => svg("path", { d, class: look });

/**
 * The frame of a part: a thin glowing line if it can be chosen, thick if it is chosen, a halo if it has just changed,
 * and otherwise invisible. It must be inside the node that is picked or noted. This version follows any shape.
 * @param {"rect" | "circle" | "path"} shape
 * @param {Record<string, AttributeValue>} attributes
 */
export function edgeOf(shape, attributes) {
  const one = (/** @type {string} */ look) => svg(shape, { ...attributes, class: look });
  return svg("g", { class: "kit-edge" }, one("kit-halo"), one("kit-rim"));
}

/**
 * The frame around a box, slightly outside it.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} [radius]
 * @param {number} [out]
 */
export function edge(x, y, width, height, radius = 7, out = 1.5) {
  return edgeOf("rect", {
    x: tenth(x - out),
    y: tenth(y - out),
    width: tenth(Math.max(0, width + 2 * out)),
    height: tenth(Math.max(0, height + 2 * out)),
    rx: radius,
  });
}

/**
 * A part that is a single image for screen readers, with its name.
 * @param {string} name
 * @param {...Child} children
 */
export const picture = (name, ...children) => svg("g", { role: "img", "aria-label": name }, ...children);

/**
 * A pickable part, with the text of these parts beside it and hidden from screen readers, because the accessible name
 * includes it in full. Text left on the part itself is in its name unchanged.
 * @param {Drawn} part
 * @param {...Drawn} written
 */
export function lettered(part, ...written) {
  /** @type {Drawn[]} */
  const lines = [];
  /** @type {(one: Drawn, place: string) => void} */
  const take = (one, place) => {
    const here = `${place} ${one.attributes.transform ?? ""}`.trim();
    one.children = one.children.filter((child) => {
      if (child.name !== "text") {
        take(child, here);
        return true;
      }
      lines.push(Object.assign(child, { attributes: { transform: here || null, ...child.attributes } }));
      return false;
    });
  };
  for (const one of written) take(one, "");
  return svg("g", {}, part, svg("g", { class: "kit-lettering", "aria-hidden": "true" }, ...lines));
}

/**
 * An icon designed in a box of 24 units, scaled to this size with its upper left corner at x, y.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {...Child} children
 */
export function icon(x, y, size, ...children) {
  const scale = Math.round((size / 24) * 1000) / 1000;
  return svg("g", { transform: `translate(${tenth(x)} ${tenth(y)}) scale(${scale})`, class: "kit-icon" }, ...children);
}

/**
 * The numbers from one to another.
 * @param {number} first
 * @param {number} last
 */
export const range = (first, last) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_one, step) => first + step);

/**
 * This number of items, each drawn by its index.
 * @template T
 * @param {number} count
 * @param {(index: number) => T} draw
 */
export const times = (count, draw) => Array.from({ length: Math.max(0, count) }, (_one, index) => draw(index));
