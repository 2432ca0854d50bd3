// The header: turn, the four phases as a track, the hat, the goal.

import { svg } from "../../kit/elements.js";
import { at, box, circle, edge, picture } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { nameOf, steps } from "../../kit/table-frame.js";
import { fitted, textAt, textWidth } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { amulet, hat } from "./icons.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Phase as PhaseName, View } from "./view.js"
 */

const HEIGHT = 96;
const LAST_TURNS = 20;
/** @type {Record<PhaseName, number>} */
const PARTS = {
  setup: -1,
  choice: -1,
  spells: 0,
  metals: 1,
  gems: 2,
  exchange: 2,
  payment: 2,
  gem: 2,
  take_back: 2,
  movement: 2,
  energy: 3,
  over: 4,
};
const KEYS = ["spells", "metals", "gems", "energy"];

/**
 * The part of the game, as a key and in words.
 * @param {View} table
 */
export function phase(table) {
  const part = PARTS[table.phase];
  const { turn } = table;
  if (part === -1) return { key: "choice", label: gettext("Setup") };
  if (part === 4) return { key: "end", label: gettext("End of the game") };
  const words = [
    () => gettext("Turn {turn}: spells", { turn }),
    () => gettext("Turn {turn}: metals", { turn }),
    () => gettext("Turn {turn}: gems", { turn }),
    () => gettext("Turn {turn}: energy", { turn }),
  ];
  return { key: `${turn}-${KEYS[part]}`, label: words[part](), chapter: gettext("Turn {turn}", { turn }) };
}

/**
 * @param {View} table
 * @param {number} width
 */
function track(table, width) {
  const names = [gettext("Spells"), gettext("Metals"), gettext("Gems"), gettext("Energy")];
  return steps(names, PARTS[table.phase], width, gettext("Phase: {phase}", { phase: phase(table).label }));
}

/**
 * The player with the hat.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function hatOf(table, context, width) {
  const name = nameOf(context, table.hat);
  const room = width - 52;
  const node = at(
    0,
    0,
    picture(
      gettext("{name} has the hat", { name }),
      hat(0, -3, 24),
      circle(35.5, 9.5, 10.5, "amulett-mark-ground"),
      seatMark(table.hat, 28, 2, 15),
      // Without space for the name its mark replaces it.
      textWidth(name, "kit-on-header") <= room && textAt(50, 14.5, name, "kit-on-header"),
    ),
    edge(-2, -3, width, 25, 5),
  );
  context.note(node, "hat", table.hat, { name: gettext("Hat"), text: name });
  return node;
}

/**
 * The condition for completing an amulet, and its width.
 * @param {View} table
 */
function goal(table) {
  const values = { different: table.goal.different, gems: table.goal.gems };
  const text = gettext("{different} kinds or {gems} gems", values);
  const node = picture(
    gettext("Goal: {different} kinds of gems, or {gems} gems", values),
    amulet(0, -3, 24),
    textAt(27, 14.5, text, "kit-on-header"),
  );
  return { node, width: 27 + textWidth(text, "kit-on-header") };
}

/**
 * The header in this width: it stays at the question during a preview.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function header(table, context, width) {
  const { asked } = context;
  const { label: title } = phase(asked);
  const isLate = asked.turn > asked.turn_limit - LAST_TURNS;
  const words = isLate ? gettext("{phase} (of {limit} turns)", { phase: title, limit: asked.turn_limit }) : title;
  const won = goal(asked);
  const node = svg(
    "g",
    {},
    box(0.5, 0.5, width - 1, HEIGHT - 1, "kit-header", 8),
    fitted(12, 24, words, width - 24, "kit-title"),
    at(10, 33, track(asked, width - 20)),
    at(12, 66, hatOf(table, context, width - won.width - 32)),
    at(width - won.width - 12, 66, won.node),
    edge(0, 0, width, HEIGHT, 10, 0),
  );
  context.note(node, "phase", [asked.turn, PARTS[asked.phase]], { name: gettext("Phase"), text: title });
  return { title: words, height: HEIGHT, nodes: [node] };
}
