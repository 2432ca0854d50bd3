// Dispute texts: words the claims, answers, remedies and decisions of disputes.

import { html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** @import { DisclosuresResponse, Dispute, Remedy, Summary } from "../types.js" */

/**
 * A remedy's effect, as part of a sentence.
 * @param {Remedy} remedy
 * @param {(string | null)[]} names
 */
export function remedyText({ kind, position, places, seat }, names) {
  switch (kind) {
    case "roll_back":
      return gettext("play continues from {position}", { position });
    case "result": {
      const order = places.map((_place, one) => one).sort((one, other) => places[one] - places[other]);
      return gettext("the game ends with these places: {places}", {
        places: order.map((one) => `${places[one]}. ${names[one]}`).join(", "),
      });
    }
    case "free_seat":
      return gettext("{player} loses their seat", { player: names[seat ?? 0] });
    default:
      return gettext("no change");
  }
}

/**
 * A sentence, with a player's own words below it.
 * @param {string} sentence
 * @param {string} [text]
 */
export function said(sentence, text) {
  return [html.p(sentence), text && html.blockquote(text)];
}

/**
 * The dispute's opener, subject and requested remedy.
 * @param {Pick<Dispute, "seat" | "position" | "text" | "remedy">} dispute
 * @param {(string | null)[]} names
 */
export function tellOpened({ seat, position, text, remedy }, names) {
  return [
    ...said(gettext("{player} disputes the record at {position}:", { player: names[seat], position }), text),
    html.p(gettext("Requested remedy: {remedy}.", { remedy: remedyText(remedy, names) })),
  ];
}

/**
 * Another player's answer to a dispute.
 * @param {Dispute["answers"][number]} answer
 * @param {(string | null)[]} names
 */
export function tellAnswer({ seat, agrees, text }, names) {
  const player = names[seat];
  return said(agrees ? gettext("{player} agrees.", { player }) : gettext("{player} disagrees.", { player }), text);
}

/**
 * What suspended and muted players wrote to the judge of this dispute alone.
 * @param {DisclosuresResponse["statements"]} statements
 * @param {number} number
 * @param {Summary["seats"]} seats
 */
export function tellStatements(statements, number, seats) {
  return statements
    .filter((one) => one.number === number)
    .flatMap(({ seat, text }) => said(gettext("{player} wrote to you alone:", { player: seats[seat].name }), text));
}

/**
 * A secret that a player opened to the judge.
 * @param {Dispute["disclosed"][number]} disclosure
 * @param {Summary} summary
 */
export function tellDisclosed({ seat, position, field }, { seats, referee }) {
  const told = { player: seats[seat].name, position, field };
  return said(
    referee
      ? gettext("{player} showed the referee the secret “{field}” of {position}.", told)
      : gettext("{player} showed the server's operator the secret “{field}” of {position}.", told),
  );
}

/**
 * A dispute's decision.
 * @param {NonNullable<Dispute["decided"]>} decided
 * @param {Summary} summary
 * @param {(string | null)[]} names
 */
export function tellDecision({ by, text, remedy }, { referee }, names) {
  const done = remedyText(remedy, names);
  if (by === "players") return said(gettext("All players agree: {remedy}.", { remedy: done }));
  if (by === "operator") return said(gettext("The server's operator decided: {remedy}.", { remedy: done }), text);
  return said(gettext("{name} decided as referee: {remedy}.", { name: referee?.name, remedy: done }), text);
}

/**
 * The players of this game, without those who lost their seats by a decision.
 * @param {Summary} summary
 */
export function playersOf({ seats }) {
  return seats.filter(({ kind, freed }) => kind === "person" && !freed).map(({ seat }) => seat);
}
