// Dice, open or under a cup.

import { svg } from "../../kit/elements.js";
import { at, box, circle, edge, picture } from "../../kit/shapes.js";
import { middle } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";

/** Where the pips of each face lie, in quarters of the die. */
const PIPS = [
  [[2, 2]],
  [[1, 1], [3, 3]], // prettier-ignore
  [[1, 1], [2, 2], [3, 3]], // prettier-ignore
  [[1, 1], [1, 3], [3, 1], [3, 3]], // prettier-ignore
  [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], // prettier-ignore
  [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]], // prettier-ignore
];

/**
 * What this die shows, in words.
 * @param {number | null} face
 */
export const dieText = (face) =>
  face === null ? gettext("a die under the cup") : gettext("a die that shows {face}", { face });

/**
 * A die of this size with its upper left corner at 0, 0; null: its face is not seen.
 * @param {number | null} face
 * @param {number} size
 * @param {boolean} [isMeant]
 */
export function die(face, size, isMeant = false) {
  const look = face === null ? "dice-covered" : isMeant ? "dice-die dice-meant" : "dice-die";
  const body = box(1, 1, size - 2, size - 2, look, size / 5);
  if (face === null) return svg("g", {}, body, middle(size / 2, size / 2 + 5, "?", "dice-unknown"));
  const pips = PIPS[face - 1].map(([x, y]) => circle((x * size) / 4, (y * size) / 4, size / 11, "dice-pip"));
  return svg("g", {}, body, ...pips);
}

/**
 * A die that is one picture and can be noted or picked, at x, y.
 * @param {number} x
 * @param {number} y
 * @param {number | null} face
 * @param {number} size
 * @param {{ name?: string, isMeant?: boolean }} [options]
 */
export const shownDie = (x, y, face, size, { name = dieText(face), isMeant = false } = {}) =>
  at(x, y, picture(name, die(face, size, isMeant)), edge(0, 0, size, size, size / 5));
