// Quick start: creates a game against computer players with one click, signing up as a guest if needed.

import { signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { signUpAsGuest } from "../account/session.js";
import { openTable } from "../table/join.js";

/** @import { Title } from "../types.js" */

const USUAL_PLAYERS = 3;

/**
 * Open a game of this title, and go to its table.
 * @param {Title} title
 */
export async function playNow(title) {
  if (!signedIn()) await signUpAsGuest();
  const players = Math.min(USUAL_PLAYERS, title.players.max);
  location.assign(here(await openTable({ rulebook: title.id, players, bots: players - 1 })));
}
