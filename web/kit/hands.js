// Hands: rows of cards that a title declares (`hands` of its view): what a seat holds, or what lies in front of all.

import { gettext } from "../core/i18n.js";
import { keyWords, valueWords } from "../core/key-words.js";
import { at, box, edge, path, picture } from "./shapes.js";
import { heading, nameOf } from "./table-frame.js";
import { middle, paragraph } from "./text.js";

/** @import { DrawingContext } from "../types" */
/** @import { Part } from "./table-frame.js" */

/** @typedef {{ name: string, cards: (string | number | null)[], seat: number | null, field: string }} Hand */

const [WIDE, HIGH, GAP, PAD, TOP] = [58, 82, 6, 14, 36];
/** Up to this many characters are written large. */
const SHORT = 3;

/**
 * A card with this value; null: its back.
 * @param {Hand["cards"][number]} value
 */
function face(value) {
  if (value === null) {
    const ornament = path("M29 24l12 17-12 17-12-17z", "kit-frieze");
    return picture(gettext("A hidden card"), box(0, 0, WIDE, HIGH, "kit-back"), ornament);
  }
  const words = valueWords(value);
  const written =
    words.length > SHORT
      ? paragraph(6, 20, words, WIDE - 12, "kit-small", { most: 4 }).nodes
      : [middle(WIDE / 2, HIGH / 2 + 9, words, "kit-card-text")];
  return picture(words, box(0, 0, WIDE, HIGH, "kit-cell"), ...written);
}

/**
 * Whose hand it is, or only its name.
 * @param {Hand} hand
 * @param {DrawingContext} context
 */
export const handTitle = ({ name, seat }, context) =>
  seat === null ? keyWords(name) : `${nameOf(context, seat)}: ${keyWords(name)}`;

/**
 * A hand, in as many lines as there is need for. Cards of another seat cannot be picked.
 * @param {Hand} hand
 * @param {DrawingContext} context
 * @param {number} width
 * @returns {Part}
 */
export function drawHand(hand, context, width) {
  const { name, cards, seat, field } = hand;
  const title = handTitle(hand, context);
  const columns = Math.max(1, Math.floor((width - 2 * PAD + GAP) / (WIDE + GAP)));
  const isOwn = seat === null || seat === context.viewer;
  const nodes = cards.map((value, index) => {
    const [column, line] = [index % columns, Math.floor(index / columns)];
    const node = at(PAD + column * (WIDE + GAP), TOP + line * (HIGH + GAP), face(value), edge(0, 0, WIDE, HIGH));
    if (value !== null && isOwn) context.pick(node, { [field]: value }, valueWords(value));
    return context.piece(node, "card", `${name} ${seat}`, { face: String(value) });
  });
  const shown = at(0, 0, ...nodes);
  const told = cards.map((value) => (value === null ? gettext("A hidden card") : valueWords(value)));
  const text = told.join(", ") || gettext("empty");
  context.note(shown, `hand ${name} ${seat}`, cards, { name: title, text, seat });
  const lines = Math.max(1, Math.ceil(cards.length / columns));
  return { title, height: TOP + lines * (HIGH + GAP), nodes: [...heading(title, { sign: "diamond" }), shown] };
}
