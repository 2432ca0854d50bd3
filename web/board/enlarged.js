// Enlarged pieces: shows a card or tile of the board at a readable size.

import { alone, copyOf } from "../kit/piece-motion.js";

/** @import { Picture } from "./title-drawing.js" */

// Of a piece without its edge: with it, a small card is 2.5 times as large.
const SCALE = 2.6;
// In pixels on the page: smaller parts are tokens or figures, larger ones are readable if their text is.
const LEAST = 28;
const LARGE = 150;
const READ = 14;
/** It leaves space for the text in a window, and may use the whole width of a small one. */
const room = () => ({ across: Math.max(innerWidth / 2, Math.min(innerWidth - 40, 560)), down: innerHeight / 2 });
/** A smaller enlargement is not worthwhile. */
const GAINED = 1.2;

/**
 * An enlarged picture of this part, if it is a card or a tile, or is on one.
 * @param {Picture | null} picture
 * @param {Element} part
 */
export function enlarged(picture, part) {
  const isCard = picture?.pieces.some(
    ({ part: { element }, id, face, count }) =>
      (id !== null || face !== null) &&
      count !== Infinity &&
      element instanceof Element &&
      (element.contains(part) || part.contains(element)) &&
      shorter(element) >= LEAST,
  );
  if (!isCard || isReadable(part)) return null;
  // Its text may be beside it (`lettered`).
  const lettered = [part, part.parentElement].find((one) => one?.nextElementSibling?.matches(".kit-lettering"));
  const copy = copyOf(lettered?.parentElement ?? part);
  const { width, height } = copy.spot;
  const { across, down } = room();
  const scale = Math.min(SCALE, across / width, down / height);
  if (scale < GAINED) return null;
  const shown = alone(copy, "enlarged");
  Object.assign(shown.style, { width: `${width * scale}px`, height: `${height * scale}px` });
  return shown;
}

/** @param {Element} element */
function shorter(element) {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height);
}

/** @param {Element} part */
function isReadable(part) {
  const sizeOf = (/** @type {SVGTextElement} */ text) =>
    parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 1);
  return shorter(part) >= LARGE && [...part.querySelectorAll("text")].every((text) => sizeOf(text) >= READ);
}
