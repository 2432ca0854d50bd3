// The board of Liar's Dice: the bid that stands, what can be bid, and everybody's cup.

import { svg } from "../../kit/elements.js";
import { actingPill, button, numbers } from "../../kit/panels.js";
import { box, edge, picture, range } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { board, boardWidth, heading, nameOf, seating, zone } from "../../kit/table-frame.js";
import { fitted, textAt } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { shownDie } from "./dice.js";

/** @import { Context, Player, View } from "./view.js" */

const GAP = 10;
const PAD = 12;
const DIE = 44;

/** What is asked, for each type of command. */
export const questions = {
  Bid: () => gettext("Bid how many dice under all cups show which face."),
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
  if (!claim) return gettext("Nothing was bid yet.");
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
  return doubter === null ? said : `${said} ${gettext("{name} doubts it.", { name: nameOf(context, doubter) })}`;
}

/**
 * The header: the round, and the bid that stands.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function header(table, context, width) {
  const words = claimText(table, context);
  const all = ngettext("{number} die under all cups", "{number} dice under all cups", table.dice);
  const { label } = phase(table);
  const node = zone(
    0,
    0,
    width,
    68,
    label,
    box(0.5, 0.5, width - 1, 67, "kit-header", 10),
    textAt(PAD, 25, label, "kit-title"),
    fitted(width - PAD, 25, all, width / 2, "kit-on-header", "end"),
    fitted(PAD, 51, words, width - 2 * PAD, "kit-on-header"),
    edge(0, 0, width, 68, 10, 0),
  );
  context.note(node, "bid", [table.claim, table.doubter]);
  return { node, height: 68 };
}

/**
 * What can be bid: how many, of which face; or the doubt.
 * @param {Context} context
 * @param {number} y
 * @param {number} width
 */
function answers(context, y, width) {
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
  const height = last + 42;
  return {
    node: zone(0, y, width, height, title, ...heading(title, { sign: "diamond" }), ...counts.nodes, ...picks, doubt),
    height,
  };
}

/**
 * A player's part: who it is, and what lies under the cup.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} y
 * @param {number} width
 */
function cup(table, context, player, y, width) {
  const { seat, left, faces } = player;
  const name = nameOf(context, seat);
  const acting = actingPill(context, seat, width - PAD, 8);
  const step = Math.min(DIE + 8, (width - 2 * PAD) / 5);
  const dice = faces.map((face, index) => {
    const isMeant = table.doubter !== null && face !== null && face === table.claim?.face;
    const node = shownDie(PAD + index * step, 38, face, Math.min(DIE, step - 4), { isMeant });
    context.note(node, `die ${seat} ${index}`, face);
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
  context.note(count, `left ${seat}`, left);
  return zone(
    0,
    y,
    width,
    94,
    name,
    seatMark(seat, PAD, 9, 20),
    fitted(PAD + 28, 25, name, width - 2 * PAD - 36 - acting.width, "kit-name"),
    acting.node,
    svg("g", {}, ...dice),
    count,
  );
}

/**
 * The whole board.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const width = Math.min(boardWidth(context), 720);
  const top = header(table, context, width);
  const parts = [top.node];
  let y = top.height + GAP;
  if (
    context.asked.phase === "bidding" &&
    typeof context.viewer === "number" &&
    context.toAct.includes(context.viewer)
  ) {
    const asked = answers(context, y, width);
    parts.push(asked.node);
    y += asked.height + GAP;
  }
  for (const player of seating(table, context)) {
    parts.push(cup(table, context, player, y, width));
    y += 94 + GAP;
  }
  return board("dice-board", gettext("The table of Liar's Dice"), width, y, ...parts);
}
