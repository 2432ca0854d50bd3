// Player names: a seat's mark and name with a link to the player's profile, alone, in a line and in a ranking.

import { html } from "./dom.js";
import { pointsText } from "./points.js";
import { seatIcon, seatName } from "./seat-colours.js";
import { gettext, ngettext } from "./i18n.js";

/** @import { Child, Result, Unit } from "../types.js" */
/** @typedef {{ player?: string | null, kind?: string }} Somebody who sits in a seat, as far as it is known here */

/**
 * The path of a player's profile; null: there is none.
 * @param {Somebody} somebody
 */
function profilePath({ player, kind }) {
  if (player) return `/players/${encodeURIComponent(player)}`;
  return kind && kind !== "person" && kind !== "free" ? `/players/computer-${kind}` : null;
}

/**
 * Mark and name of a seat, with a link to its player's profile.
 * @param {number} seat
 * @param {Child} name
 * @param {Somebody} somebody
 */
export function playerName(seat, name, somebody) {
  const href = profilePath(somebody);
  return href
    ? html.span({ class: "seat-name" }, seatIcon(seat), html.a({ class: "player", href }, html.bdi(name)))
    : seatName(seat, name);
}

/**
 * All players of a game, for the side panel; an imported game has no local players.
 * @param {{ seats: (Somebody & { seat: number, name: string | null })[], imported?: object }} summary
 */
export function playersLine({ seats, imported }) {
  const sitting = seats.filter(({ name }) => name !== null);
  return html.p(
    { id: "players-line", class: "players-line", "aria-label": gettext("Players") },
    sitting.map((one) => playerName(one.seat, one.name, imported ? {} : one)),
  );
}

/**
 * The name, or the phrase for a deleted player.
 * @param {{ name: string | null }} player
 */
export function called({ name }) {
  return name ?? gettext("A former player");
}

/**
 * Whether all players win or lose together.
 * @param {number[] | undefined} teams the team of each seat; undefined: all play for themselves
 */
export const isCooperative = (teams) => teams !== undefined && new Set(teams).size === 1;

/**
 * The players of a finished game in the order of their places, with their points if they are counted; equals share a number.
 * @param {Result} result
 * @param {{ name: string | null, player?: string | null, kind?: string }[]} seats
 * @param {Unit | null} [unit] what the points count
 */
export function ranking({ places, points }, seats, unit) {
  const words = (/** @type {number} */ number) =>
    unit ? pointsText(unit, number) : ngettext("{number} point", "{number} points", number);
  const order = seats.map((_seat, number) => number).sort((one, other) => places[one] - places[other]);
  return html.ol(
    { class: "ranking" },
    order.map((seat) =>
      html.li(
        { value: places[seat] },
        playerName(seat, seats[seat].name, seats[seat]),
        unit !== null && [" ", html.strong(words(points[seat]))],
      ),
    ),
  );
}
