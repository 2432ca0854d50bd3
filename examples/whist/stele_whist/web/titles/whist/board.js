// The board of Whist: the trick on the cloth, and the hand of the player who looks at it.

import { svg } from "../../kit/elements.js";
import { actingPill } from "../../kit/panels.js";
import { at, box, edge, path, picture, times } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { Stage } from "../../kit/stage.js";
import { heading, nameOf, seating } from "../../kit/table-frame.js";
import { fitted, textAt } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";

/** @import { Card, Context, Player, Suit, View } from "./view.js" */

const [WIDE, HIGH] = [58, 82];
const CLOTH = 370;
const SIGNS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };

export const questions = { PlayCard: () => gettext("Play a card.") };
export const sounds = { card: "card" };

/** @param {Suit} suit */
const suitName = (suit) =>
  [gettext("clubs"), gettext("diamonds"), gettext("hearts"), gettext("spades")][Object.keys(SIGNS).indexOf(suit)];

/** The part of the game that this table is in. @param {View} table */
export const phase = ({ deal }) => ({
  key: `deal-${deal}`,
  label: gettext("Deal {number}", { number: deal }),
  chapter: String(deal),
});

/** A card; null: its back. @param {Card | null} card */
function face(card) {
  if (!card) {
    const diamond = path("M29 24l12 17-12 17-12-17z", "kit-frieze");
    return picture(gettext("A hidden card"), box(0, 0, WIDE, HIGH, "whist-back"), diamond);
  }
  const look = ["hearts", "diamonds"].includes(card.suit) ? "whist-rank whist-red" : "whist-rank";
  return picture(card.name, box(0, 0, WIDE, HIGH, "whist-card"), textAt(7, 23, card.name, look));
}

/**
 * A player's place on the cloth: the name, and the card in this trick.
 * @param {Context} context
 * @param {Player} player
 * @param {number} x
 * @param {number} y
 */
function place(context, { seat, played, hand }, x, y) {
  const name = nameOf(context, seat);
  const card = at(x - WIDE / 2, y, played && face(played), edge(0, 0, WIDE, HIGH));
  context.note(card, `played ${seat}`, played?.card, { name: gettext("Card"), text: played?.name ?? "–", seat });
  if (played) context.piece(card, "card", "trick", { id: String(played.card), face: played.name });
  const held = ngettext("{name}: {number} card", "{name}: {number} cards", hand.length, { name });
  return svg(
    "g",
    { role: "group", "aria-label": name },
    seatMark(seat, x - 84, y - 25, 16),
    picture(held, fitted(x - 62, y - 12, held, 146, "whist-name")),
    card,
    actingPill(context, seat, x + 84, y + HIGH / 2).node,
  );
}

/**
 * The cloth, with the viewer at the bottom.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function cloth(table, context, width) {
  const side = Math.min(width / 2 - 92, 200);
  const offsets = [[0, 112], [-side, 14], [0, -88], [side, 14]]; // prettier-ignore
  const places = seating(table, context).map((player, index) =>
    place(context, player, width / 2 + offsets[index][0], CLOTH / 2 - HIGH / 2 + offsets[index][1]),
  );
  const trump = gettext("Trumps: {suit}", { suit: suitName(table.trump) });
  const sign = picture(trump, textAt(16, 30, `${SIGNS[table.trump]} ${suitName(table.trump)}`, "whist-name"));
  context.note(sign, "trump", table.trump);
  const ground = box(4, 4, width - 8, CLOTH - 8, "whist-cloth", 12);
  return { title: gettext("The trick"), height: CLOTH, nodes: [ground, sign, ...places] };
}

/**
 * A hand, in as many lines as there is need for.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function drawHand(context, { seat, hand }, width) {
  const title = gettext("Your hand");
  const columns = Math.max(7, Math.floor((width - 12) / (WIDE + 4)));
  const step = Math.min(WIDE + 4, (width - 24 - WIDE) / (columns - 1));
  const cards = hand.map((card, index) => {
    const [column, line] = [index % columns, Math.floor(index / columns)];
    const node = at(12 + column * step, 34 + line * (HIGH + 8), face(card), edge(0, 0, WIDE, HIGH));
    if (card) {
      context.pick(node, { card: card.card }, card.name);
      context.piece(node, "card", `hand ${seat}`, { id: String(card.card), face: card.name });
    }
    return node;
  });
  const height = 38 + Math.ceil(hand.length / columns) * (HIGH + 8);
  return { title, height, nodes: [...heading(title, { sign: "diamond" }), ...cards] };
}

/**
 * The teams, with their tricks and points.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function drawTeams({ tricks, points, deal, deals }, context, width) {
  const title = gettext("Deal {number} of {deals}", { number: deal, deals });
  const lines = times(2, (team) => {
    const names = `${nameOf(context, team)} + ${nameOf(context, team + 2)}`;
    const text = gettext("Tricks: {tricks}, points: {points}", { tricks: tricks[team], points: points[team] });
    const words = [fitted(52, 23, names, width - 200, "kit-strong"), fitted(width - 26, 23, text, 130, "", "end")];
    const marks = [seatMark(team, 8, 10, 16), seatMark(team + 2, 28, 10, 16)];
    const shown = picture(`${names}: ${text}`, box(0, 0, width - 16, 36, "kit-button"), ...marks, ...words);
    const node = at(8, 32 + team * 42, shown, edge(0, 0, width - 16, 36));
    context.note(node, `team ${team}`, [tricks[team], points[team]], { name: names, text });
    return node;
  });
  return { title, height: 120, nodes: [...heading(title), ...lines] };
}

/**
 * The whole table.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const own = typeof context.viewer === "number" ? context.asked.players[context.viewer] : null;
  const surface = { least: 340, most: 620, draw: (/** @type {number} */ width) => cloth(table, context, width) };
  const teams = (/** @type {number} */ width) => drawTeams(table, context, width);
  const panels = [{ key: "teams", label: gettext("Teams"), isFirst: false, draw: teams }];
  if (own) {
    const hand = (/** @type {number} */ width) => drawHand(context, own, width);
    panels.unshift({ key: "hand", label: gettext("Your hand"), isFirst: true, draw: hand });
  }
  return new Stage("whist-board", gettext("The table of Whist"), surface, panels);
}
