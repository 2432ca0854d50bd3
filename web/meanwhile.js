// What happened on the table between two positions, state by state, so that the board can show it.

import { mayMove } from "./kit/may-move.js";
import { compare } from "./place.js";

/** @import { Game } from "./game.js" */
/** @import { State } from "./types.js" */

const MOST = 80; // whoever was away for longer has the replay

/**
 * The states after this position, as this page's player sees them; none where nothing is to move. The board has shown
 * already what a move of one's own leads to: of that action there is only the last state.
 * @param {Game} game
 * @param {string} from
 * @param {string | null} [own] a position in the action that was my move
 * @returns {Promise<State[]>}
 */
export async function statesAfter(game, from, own = null) {
  if (!mayMove() || !game.state.table) return [];
  /** @type {{ action: string, state: State }[]} */
  const found = [];
  try {
    const { stepsOf } = await import("./recording.js"); // not needed before somebody has moved
    for await (const { position, state } of stepsOf(game.id, String(game.seat ?? "public"), { from })) {
      if (compare(position, from) <= 0 || !state.table) continue;
      const action = actionOf(position);
      if (own && action === actionOf(own) && found.at(-1)?.action === action) found.pop();
      found.push({ action, state });
    }
  } catch {
    return []; // what has become of it is shown all the same
  }
  return found.length > MOST ? [] : found.map(({ state }) => state);
}

/** @param {string} position */
const actionOf = (position) => position.split("-")[0];
