// Board parts: finds the named parts of a board by element, with their keys and fields.
// A drawing gives a name, a key and fields to every part that shows something or can be picked.

/** @import { Drawn } from "../kit/elements.js" */
/** @import { Picture } from "./title-drawing.js" */
/** @import { Fields } from "../types.js" */
/**
 * @typedef {object} Part
 * @property {Element} element
 * @property {string} name what it is, in words
 * @property {string[][]} kinds what it is by its keys, and what it lies in: the innermost first
 * @property {Fields | null} fields what of a move it stands for
 */

const NAMED = '[role="img"][aria-label], [role="button"][aria-label]';

/**
 * The part at this element, or null.
 * @param {Picture | null} picture
 * @param {Element} place of the board
 * @param {EventTarget | null} target
 * @returns {Part | null}
 */
export function partAt(picture, place, target) {
  const element = target instanceof Element ? target.closest(NAMED) : null;
  if (!picture || !element || !place.contains(element) || !(target instanceof Element)) return null;
  /** @type {Element[]} */
  const way = [];
  for (let one = /** @type {Element | null} */ (target); one && one !== place; one = one.parentElement) way.push(one);
  /** @type {{ depth: number, kinds: string[] }[]} */
  const found = [];
  const add = (/** @type {Drawn} */ part, /** @type {string[]} */ kinds) => {
    const depth = part.element instanceof Element ? way.indexOf(part.element) : -1;
    if (depth >= 0) found.push({ depth, kinds });
    return depth;
  };
  for (const [key, { part }] of picture.notes) add(part, [key]);
  /** @type {{ depth: number, fields: Fields } | null} */
  let standing = null;
  for (const [part, fields] of picture.fields) {
    const depth = add(part, kindsOfFields(fields));
    if (depth >= 0 && (!standing || depth < standing.depth)) standing = { depth, fields };
  }
  // A part without text of its own is described by the part below it.
  const lies = found.length;
  for (const { part, kind } of picture.pieces) add(part, [kind]);
  const drawn = found.slice(0, lies).sort((one, two) => one.depth - two.depth);
  const pieces = found.slice(lies);
  return {
    element,
    name: element.getAttribute("aria-label") ?? "",
    kinds: [...drawn, ...pieces].map(({ kinds }) => kinds),
    fields: standing && standing.fields,
  };
}

/** @param {Fields} fields */
function kindsOfFields(fields) {
  const asks = typeof fields.type === "string" ? [`ask ${fields.type}`] : [];
  return [...asks, ...Object.keys(fields).map((field) => `pick ${field}`)];
}

/**
 * Every named part of a board, in the order in which they are drawn.
 * @param {Element} place
 */
export function partsOf(place) {
  return [...place.querySelectorAll(NAMED)].filter((one) => !one.parentElement?.closest(NAMED));
}
