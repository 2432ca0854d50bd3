// Puzzles page: the puzzles of each title with their boards; today's, with the reader's streak, comes first.

import { drawThumbnails } from "../board/thumbnail.js";
import { call, signedIn } from "../core/api.js";
import { find, html, replace, section } from "../core/dom.js";
import { pager } from "../core/pager.js";
import { emptyState, guide, startGame } from "../core/empty-state.js";
import { gettext } from "../core/i18n.js";
import { setTitle, showPage } from "../masthead/page-header.js";
import { dailyCard, puzzleCard } from "./puzzle-card.js";

/** @import { ListedPuzzle as Puzzle } from "../responses.js" */

const AT_FIRST = 7; // with today's two rows on a wide window

/** How a puzzle goes, while there is none to try. */
const steps = () => [
  {
    heading: gettext("1. Find the move"),
    words: gettext("The board is shown as its player saw it. Play one move on it."),
  },
  {
    heading: gettext("2. Compare"),
    words: gettext("The solution says how much the best move gains over the second-best one, and leads to the replay."),
  },
  {
    heading: gettext("3. Come back"),
    words: gettext("Each title has a puzzle of the day; days solved in a row make a streak."),
  },
];

/**
 * A title's puzzle of the day, and its other ones.
 * @param {Puzzle} daily
 */
async function titleSection(daily) {
  const list = html.ul({ class: "games" }, dailyCard(daily, gettext("Today’s puzzle")));
  const title = encodeURIComponent(daily.rulebook);
  const read = async (/** @type {string} */ cursor) => {
    const page = await call(`/api/puzzles?title=${title}&cursor=${cursor}&limit=${AT_FIRST}`);
    const others = page.puzzles.filter(({ id }) => id !== daily.id);
    list.append(...others.map((puzzle) => puzzleCard(puzzle, wordsFor(puzzle))));
    return page;
  };
  const name = gettext("Show more puzzles of {title}", { title: daily.title });
  const { next, more } = pager(read, undefined, { "aria-label": name });
  await next();
  return section(`puzzles-${daily.rulebook}`, daily.title, list, html.div({ class: "buttons" }, more));
}

/** @param {Puzzle} puzzle */
const wordsFor = ({ players, seat }) =>
  gettext("Puzzle for {number} players, seat {seat} to move", { number: players, seat: seat + 1 });

showPage(async () => {
  setTitle(gettext("Puzzles"));
  const { puzzles } = await call("/api/puzzles?daily=true");
  replace(
    find("main"),
    html.div(
      { class: "page-head" },
      html.h1(gettext("Puzzles")),
      html.a({ class: "button", href: "/puzzles/feed", type: "application/atom+xml" }, gettext("Feed of new puzzles")),
    ),
    html.p(
      { class: "hint" },
      gettext(
        "Each puzzle is a position from a finished game in which one move is clearly the best. A new one is chosen every day.",
      ),
      " ",
      !signedIn() && gettext("Sign in to keep your results and your streak."),
    ),
    puzzles.length
      ? await Promise.all(puzzles.map(titleSection))
      : [
          emptyState(
            gettext(
              "No puzzles yet. The server finds them in finished public games, and checks the first ones within minutes of its start.",
            ),
            startGame(),
          ),
          guide(steps()),
        ],
  );
  drawThumbnails();
});
