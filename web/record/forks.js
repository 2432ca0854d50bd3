// Forks: the actions of a game after which the reader has started analysis games in this browser.

import { keep, keptByGame } from "../core/storage.js";

const KEPT = "stele-forks";

/**
 * Those actions.
 * @param {string} game
 * @returns {string[]}
 */
export const forksOf = (game) => keptByGame(KEPT)[game] ?? [];

/**
 * Store one more.
 * @param {string} game
 * @param {string} action
 */
export function keepFork(game, action) {
  keep(KEPT, JSON.stringify({ ...keptByGame(KEPT), [game]: [...new Set([...forksOf(game), action])] }));
}
