// Puzzle: what the API tells of one, and the words for it.

import { gettext, ngettext } from "../core/i18n.js";

/** @import { PuzzleSummary as Puzzle } from "../responses.js" */

/**
 * The difficulty, and how many players have solved it.
 * @param {Puzzle} puzzle
 */
export function ratingText({ difficulty, tried, solved }) {
  if (!tried) return gettext("Not tried yet");
  const share = ngettext("solved by {solved} of {number} player", "solved by {solved} of {number} players", tried, {
    solved,
  });
  return difficulty ? `${difficultyText(difficulty)} · ${share}` : share;
}

/** @param {"easy" | "medium" | "hard"} difficulty */
function difficultyText(difficulty) {
  if (difficulty === "easy") return gettext("Easy");
  return difficulty === "medium" ? gettext("Medium") : gettext("Hard");
}

/**
 * A player's streak, or nothing.
 * @param {number | null} days
 */
export function streakText(days) {
  return days ? ngettext("Solved {number} day in a row", "Solved {number} days in a row", days) : "";
}

/**
 * What the reader has achieved, or nothing.
 * @param {Puzzle} puzzle
 */
export function solvedText({ yours }) {
  if (yours === null) return "";
  return yours ? gettext("You solved it") : gettext("You missed it");
}
