// What the parts of this drawing share: titles with a diamond, what is asked, what to do in a line.

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
 * Whether the one who looks is asked now.
 * @param {Context} context
 */
export const isAsked = ({ toAct, viewer }) => typeof viewer === "number" && toAct.includes(viewer);

/**
 * What to do, in a few lines.
 * @param {string} text
 * @param {number} y
 * @param {number} width
 */
export function hint(text, y, width) {
  const { nodes, height } = paragraph(12, y + 12, text, width, "kit-small", { most: 3 });
  return { nodes, bottom: y + height + 6 };
}
