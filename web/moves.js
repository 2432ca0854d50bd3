// Sending a move, and asking what it would lead to.

import { Problem, call, gamePath } from "./api.js";
import { nonce } from "./chance.js";

/** @import { Foreseen, Move, Moved } from "./types.js" */

const ATTEMPTS = 4;
const FIRST_WAIT_MILLISECONDS = 500;

/**
 * What came of a move. It is sent again when the server was not reached, under the same key: it is played once.
 * @param {string} game
 * @param {Move} move
 * @param {Record<string, string>} headers
 * @returns {Promise<Moved>}
 */
export async function sendMove(game, move, headers) {
  const request = { method: "POST", body: move, headers: { "Idempotency-Key": nonce(), ...headers } };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(gamePath(game, "/moves"), request);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 0 || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, FIRST_WAIT_MILLISECONDS * 2 ** (attempt - 1));
      });
    }
  }
}

/**
 * What a move of mine would make happen, as far as I can know.
 * @param {string} game
 * @param {Move} move
 * @returns {Promise<Foreseen>}
 */
export function foresee(game, move) {
  return call(gamePath(game, "/moves", { dry_run: "true" }), { method: "POST", body: move });
}
