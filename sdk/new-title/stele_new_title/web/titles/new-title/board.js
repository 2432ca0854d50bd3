// The board of New Title: the die and the pot, each player's points, and the choice.

import { svg } from "../../kit/elements.js";
import { actingPill, button } from "../../kit/panels.js";
import { at, box, circle, edge, picture } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { Stage } from "../../kit/stage.js";
import { heading, nameOf, seating } from "../../kit/table-frame.js";
import { fitted, textAt } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Player, View } from "./view.js"
 */

const PAD = 12;
const DIE = 72;
/** How high a player's line is. */
const LINE = 44;

/** Where the pips of each face lie, in quarters of the die. */
const PIPS = [
  [[2, 2]],
  [[1, 1], [3, 3]], // prettier-ignore
  [[1, 1], [2, 2], [3, 3]], // prettier-ignore
  [[1, 1], [1, 3], [3, 1], [3, 3]], // prettier-ignore
  [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], // prettier-ignore
  [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]], // prettier-ignore
];

/** What is asked, for each type of command. */
export const questions = {
  Roll: () => gettext("Roll the die."),
  Bank: () => gettext("Bank the pot."),
};

/** What can be done where both are asked for. */
export const alternatives = {
  Roll: () => gettext("roll the die"),
  Bank: () => gettext("bank the pot"),
};

/** How the die sounds when it arrives. */
export const sounds = { die: "stone" };

/**
 * The part of the game that this table is in.
 * @param {View} table
 */
export const phase = ({ round }) => ({
  key: `round-${round}`,
  label: gettext("Round {round}", { round }),
  chapter: String(round),
});

/**
 * The die with its last roll, and the pot beside it.
 * @param {View} table
 * @param {Context} context
 */
function dieAndPot({ die, pot }, context) {
  const name = die === null ? gettext("Die: not rolled yet") : gettext("Die: {face}", { face: die });
  const pips = die === null ? [] : PIPS[die - 1];
  const dots = pips.map(([x, y]) => circle((x * DIE) / 4, (y * DIE) / 4, DIE / 11, "new-title-pip"));
  const body = box(1, 1, DIE - 2, DIE - 2, "new-title-die", DIE / 5);
  const shown = at(PAD, PAD, picture(name, body, ...dots), edge(0, 0, DIE, DIE, DIE / 5));
  context.note(shown, "die", die);
  const potText = ngettext("Pot: {number} point", "Pot: {number} points", pot);
  const words = picture(potText, textAt(2 * PAD + DIE, PAD + DIE / 2 + 6, potText, "kit-heading"));
  context.note(words, "pot", pot);
  return [shown, words];
}

/**
 * A player's line: who it is, and their points.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function playerLine(context, { seat, points }, width) {
  const name = nameOf(context, seat);
  const acting = actingPill(context, seat, width - 100, 11);
  const pointsText = ngettext("{number} point", "{number} points", points);
  const plate = picture(
    pointsText,
    fitted(width - PAD, 27, pointsText, 84, "kit-name", "end"),
    edge(width - 96, 8, 90, 28, 6),
  );
  context.note(plate, `points ${seat}`, points, { name: gettext("Points"), text: points, seat });
  return svg(
    "g",
    { role: "group", "aria-label": name },
    box(0.5, 0.5, width - 1, LINE - 1, "kit-button", 8),
    seatMark(seat, PAD, 12, 20),
    fitted(PAD + 28, 27, name, width - 140 - acting.width, "kit-name"),
    acting.node,
    plate,
  );
}

/**
 * The table: the die and the pot, and the players below them.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
function surface(table, context, width) {
  const top = DIE + 2 * PAD;
  const lines = seating(table, context).map((player, index) =>
    at(PAD, top + index * (LINE + 8), playerLine(context, player, width - 2 * PAD)),
  );
  const nodes = [...dieAndPot(table, context), ...lines];
  return { title: gettext("The table"), height: top + lines.length * (LINE + 8) + PAD, nodes };
}

/**
 * The choice of the player whose turn it is.
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
function choice(context, width) {
  const title = gettext("Your turn");
  const each = Math.min(180, (width - 3 * PAD) / 2);
  const roll = button(context, PAD, 34, each, gettext("Roll the die"), { type: "Roll" });
  const bank = button(context, 2 * PAD + each, 34, each, gettext("Bank the pot"), { type: "Bank" });
  return { title, height: 76, nodes: [...heading(title, { sign: "diamond" }), roll, bank] };
}

/**
 * The whole table.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const { viewer, toAct, asked } = context;
  const isAsked = asked.phase === "choosing" && typeof viewer === "number" && toAct.includes(viewer);
  /** @type {(width: number) => Part} */
  const drawChoice = (width) => choice(context, width);
  const panels = isAsked ? [{ key: "choice", label: gettext("Your turn"), isFirst: true, draw: drawChoice }] : [];
  const board = { least: 300, most: 560, draw: (/** @type {number} */ width) => surface(table, context, width) };
  return new Stage("new-title-board", gettext("The table of New Title"), board, panels);
}
