// Puzzle cards: a puzzle in a list, with its board, how hard it is, and what the reader has achieved.

import { thumbnail } from "../board/thumbnail.js";
import { call } from "../core/api.js";
import { html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { ratingText, solvedText, streakText } from "./puzzle.js";

/** @import { ListedPuzzle as Puzzle } from "../responses.js" */

/**
 * The card of a puzzle.
 * @param {Puzzle} puzzle
 * @param {string} words what its link says
 * @param {string} [name] what the link is called, if the words alone do not tell
 */
export function puzzleCard(puzzle, words, name) {
  const { id, rulebook, streak = null } = puzzle;
  return html.li(
    { class: "game" },
    thumbnail({ id, rulebook, position: id }, () => call(`/api/puzzles/${id}`)),
    html.div(
      { class: "game-words" },
      html.a({ class: "game-title", href: `/puzzles/${id}`, "aria-label": name ?? null }, words),
      html.p({ class: "game-turn" }, ratingText(puzzle)),
      html.p(html.span({ class: "tag" }, solvedText(puzzle)), " ", html.span({ class: "tag" }, streakText(streak))),
    ),
  );
}

/** Today's puzzle of a title. @param {Puzzle} puzzle @param {string} words what its link says */
export const dailyCard = (puzzle, words) =>
  puzzleCard(puzzle, words, gettext("Today’s puzzle of {title}", { title: puzzle.title }));
