// Shared parts of this drawing: titles with a diamond, the current question, and hints.

import { heading as kitHeading } from "../../kit/table-frame.js";
import { paragraph } from "../../kit/text.js";

/** @import { Context } from "./view.js" */

/**
 * The title of a part.
 * @param {string} text
 * @param {number} [pixels]
 */
export const heading = (text, pixels = Infinity) => kitHeading(text, { sign: "diamond", pixels });

/**
 * Whether it is the viewer's turn.
 * @param {Context} context
 */
export const isAsked = ({ toAct, viewer }) => typeof viewer === "number" && toAct.includes(viewer);

/**
 * A hint, in a few lines.
 * @param {string} text
 * @param {number} y
 * @param {number} width
 */
export function hint(text, y, width) {
  const { nodes, height } = paragraph(12, y + 12, text, width, "kit-small", { most: 3 });
  return { nodes, bottom: y + height + 6 };
}
