// How far the reader has looked at each game, kept in this browser.

import { keep, kept } from "./keeping.js";

const KEPT = "stele-seen";
const MOST_KEPT = 500;

/** @returns {Record<string, string>} */
function allKept() {
  try {
    return JSON.parse(kept(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The last position of a game that was looked at here, or null.
 * @param {string} game
 */
export function seenOf(game) {
  return allKept()[game] ?? null;
}

/**
 * The reader has seen this position of a game.
 * @param {string} game
 * @param {string} position
 */
export function saw(game, position) {
  const { [game]: before, ...others } = allKept();
  if (before === position) return;
  keep(KEPT, JSON.stringify(Object.fromEntries([...Object.entries(others), [game, position]].slice(-MOST_KEPT))));
}
