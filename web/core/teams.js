// Teams: who plays together, in words.

import { gettext, listed } from "./i18n.js";
import { isCooperative } from "./player-names.js";

/**
 * Whether the players of a cooperative game have won; who resigned is last even then.
 * @param {{ places: number[] }} result
 */
export const togetherText = ({ places }) =>
  places.includes(1) ? gettext("All players have won together") : gettext("All players have lost");

/**
 * The teams of a game; null: all play for themselves.
 * @param {number[] | undefined} teams
 * @param {(seat: number) => string} nameOf
 */
export function teamsText(teams, nameOf) {
  if (!teams) return null;
  if (isCooperative(teams)) return gettext("All players win or lose together.");
  const sides = [...new Set(teams)].map((team) => teams.flatMap((one, seat) => (one === team ? [nameOf(seat)] : [])));
  return gettext("Teams: {teams}", { teams: sides.map((names) => listed(names)).join(" / ") });
}
