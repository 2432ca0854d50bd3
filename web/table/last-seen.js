// Last seen position: keeps in this browser how far the reader has seen each game.

import { keep, keptByGame } from "../core/storage.js";

const KEPT = "stele-seen";
const MOST_KEPT = 500;

/**
 * The last position of a game that was looked at here, or null.
 * @param {string} game
 */
export function seenOf(game) {
  return keptByGame(KEPT)[game] ?? null;
}

/**
 * The reader has seen this position of a game.
 * @param {string} game
 * @param {string} position
 */
export function saw(game, position) {
  const { [game]: before, ...others } = keptByGame(KEPT);
  if (before === position) return;
  keep(KEPT, JSON.stringify(Object.fromEntries([...Object.entries(others), [game, position]].slice(-MOST_KEPT))));
}
