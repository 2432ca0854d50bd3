// Move requests: sends one move or several with an idempotency key, and requests the preview of moves.

import { Problem, call, gamePath } from "../core/api.js";
import { nonce } from "../record/draws.js";
import { signature, signedTogether } from "../signing/sign-moves.js";

/** @import { Game } from "../record/game.js" */
/** @import { Foreseen, Move, Moved, Several } from "../types.js" */

const ATTEMPTS = 4;
const FIRST_WAIT_MILLISECONDS = 500;

/**
 * Send a move; returns the result. It is resent with the same key if the server was not reached, so it is played once.
 * @param {string} game
 * @param {Move | Several} body
 * @param {Record<string, string>} headers
 * @returns {Promise<Moved>}
 */
export async function sendMove(game, body, headers) {
  const request = { method: "POST", body, headers: { "Idempotency-Key": nonce(), ...headers } };
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
 * Send these moves in one request, signed if my seat signs; returns the result.
 * @param {Game} game
 * @param {Move[]} moves
 * @param {Record<string, string>} headers
 */
export async function sendMoves(game, moves, headers) {
  if (moves.length > 1) return sendMove(game.id, await signedTogether(game, moves), headers);
  return sendMove(game.id, moves[0], { ...headers, ...(await signature(game, moves[0])) });
}

/**
 * Preview my moves in sequence, as far as my seat can know.
 * @param {string} game
 * @param {Move[]} moves
 * @returns {Promise<Foreseen>}
 */
export function foresee(game, moves) {
  const body = moves.length > 1 ? { moves } : moves[0];
  return call(gamePath(game, "/moves", { dry_run: "true" }), { method: "POST", body });
}
