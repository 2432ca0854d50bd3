// The board of Liar's Dice: the bid that stands, what can be bid, and each player's cup.

import { svg } from "../../kit/elements.js";
import { actingPill, button, numbers } from "../../kit/panels.js";
import { at, box, edge, picture, range } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { Stage } from "../../kit/stage.js";
import { heading, nameOf, seating } from "../../kit/table-frame.js";
import { fitted, paragraph, textAt } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { shownDie } from "./dice.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Player, View } from "./view.js"
 */

const GAP = 10;
const PAD = 12;
const DIE = 44;
/** How high a player's place is. */
const CUP = 100;

/** What is asked, for each type of command. */
export const questions = {
  Bid: () => gettext("Bid how many dice under all the cups show a face of your choice."),
  Doubt: () => gettext("Doubt the bid."),
};

/** What can be done where both are asked for. */
export const alternatives = {
  Bid: () => gettext("bid higher"),
  Doubt: () => gettext("doubt the bid"),
};

/** How a die sounds when it arrives. */
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
 * The bid that stands, in words.
 * @param {View} table
 * @param {Context} context
 */
function claimText({ claim, doubter }, context) {
  if (!claim) return gettext("No bids yet.");
  const { count, face } = claim;
  const said = ngettext(
    "{name} bids {number} die that shows {face}.",
    "{name} bids {number} dice that show {face}.",
    count,
    {
      name: nameOf(context, claim.seat),
      face,
    },
  );
  if (doubter === null) return said;
  return [said, gettext("{name} doubts the bid.", { name: nameOf(context, doubter) })].join(" ");
}

/**
 * The round, and the bid that stands.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
function standing(table, context, width) {
  const all = ngettext("{number} die under the cups in total", "{number} dice under the cups in total", table.dice);
  const { label } = phase(table);
  const words = paragraph(PAD, 68, claimText(table, context), width - 2 * PAD, "kit-on-header");
  const height = 62 + words.height;
  const node = svg(
    "g",
    {},
    box(0.5, 0.5, width - 1, height - 1, "kit-header", 8),
    textAt(PAD, 25, label, "kit-title"),
    fitted(PAD, 45, all, width - 2 * PAD, "kit-on-header"),
    ...words.nodes,
    edge(0, 0, width, height, 10, 0),
  );
  context.note(node, "bid", [table.claim, table.doubter], { name: gettext("Bid"), text: claimText(table, context) });
  return { title: label, height, nodes: [node] };
}

/**
 * What can be bid: how many, of which face; or the doubt.
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
function answers(context, width) {
  const { dice } = context.asked;
  const title = gettext("Your answer");
  const inner = width - 2 * PAD;
  const counts = numbers(context, PAD, 34, inner, range(1, dice), (count) => [
    { type: "Bid", count },
    ngettext("{number} die", "{number} dice", count),
  ]);
  const faces = 34 + counts.height + 6;
  const step = Math.min(DIE + 10, inner / 6);
  const picks = range(1, 6).map((face) => {
    const name = gettext("that show {face}", { face });
    const node = shownDie(PAD + (face - 1) * step, faces, face, Math.min(DIE, step - 6), { name });
    context.pick(node, { type: "Bid", face }, name);
    return node;
  });
  const last = faces + DIE + 12;
  const doubt = button(context, PAD, last, Math.min(200, inner), gettext("Doubt the bid"), { type: "Doubt" });
  return {
    title,
    height: last + 42,
    nodes: [...heading(title, { sign: "diamond" }), ...counts.nodes, ...picks, doubt],
  };
}

/**
 * A player's place at the table: who it is, and what lies under the cup.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function cup(table, context, player, width) {
  const { seat, left, faces } = player;
  const name = nameOf(context, seat);
  const acting = actingPill(context, seat, width - PAD, 8);
  const step = (width - 2 * PAD - 50) / 5;
  const dice = faces.map((face, index) => {
    const isMeant = table.doubter !== null && face !== null && face === table.claim?.face;
    const node = shownDie(PAD + index * step, 38, face, Math.min(step - 6, CUP - 50), { isMeant });
    const words = { name: gettext("Die {number}", { number: index + 1 }), text: face ?? gettext("under the cup") };
    context.note(node, `die ${seat} ${index}`, face, { ...words, seat });
    return context.piece(node, "die", `cup ${seat}`, {
      id: `${seat}-${index}`,
      ...(face === null ? {} : { face: String(face) }),
    });
  });
  const count = picture(
    left ? ngettext("{number} die", "{number} dice", left) : gettext("out"),
    fitted(width - PAD, 66, left ? `×${left}` : gettext("out"), 60, "kit-name", "end"),
    edge(width - PAD - 50, 44, 56, 32, 7),
  );
  context.note(count, `left ${seat}`, left, { name: gettext("Dice"), text: left || gettext("out"), seat });
  return svg(
    "g",
    { role: "group", "aria-label": name },
    box(0.5, 0.5, width - 1, CUP - 1, "kit-button", 8),
    seatMark(seat, PAD, 9, 20),
    fitted(PAD + 28, 25, name, width - 2 * PAD - 36 - acting.width, "kit-name"),
    acting.node,
    svg("g", {}, ...dice),
    count,
  );
}

/**
 * All cups, in as many columns as there is room for.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
function cups(table, context, width) {
  const players = seating(table, context);
  const columns = width >= 560 ? 2 : 1;
  const each = (width - GAP * (columns + 1)) / columns;
  const nodes = players.map((player, index) => {
    const [column, line] = [index % columns, Math.floor(index / columns)];
    return at(GAP + column * (each + GAP), GAP + line * (CUP + GAP), cup(table, context, player, each));
  });
  return { title: gettext("The cups"), height: Math.ceil(players.length / columns) * (CUP + GAP) + GAP, nodes };
}

/**
 * The whole table: one plays on the cups, and beside them stand the bid and what can be answered.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const { viewer, toAct, asked } = context;
  const isAsked = asked.phase === "bidding" && typeof viewer === "number" && toAct.includes(viewer);
  /** @type {(width: number) => Part} */
  const answer = (width) => answers(context, width);
  const panels = [
    ...(isAsked ? [{ key: "answer", label: gettext("Your answer"), isFirst: true, draw: answer }] : []),
    { key: "bid", label: phase(table).label, draw: (/** @type {number} */ width) => standing(table, context, width) },
  ];
  const surface = { least: 300, most: 720, draw: (/** @type {number} */ width) => cups(table, context, width) };
  return new Stage("dice-board", gettext("The table of Liar's Dice"), surface, panels);
}
