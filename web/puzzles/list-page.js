// Puzzles page: today's puzzle of each title with the reader's streak, and the earlier ones.

import { call, signedIn } from "../core/api.js";
import { button, find, html, replace, section } from "../core/dom.js";
import { emptyState, startGame } from "../core/empty-state.js";
import { problemNotice, setTitle, showPage } from "../masthead/page-header.js";
import { ratingText, streakText, yoursText } from "./puzzle.js";
import { gettext } from "../core/i18n.js";

/** @import { ListedPuzzle as Puzzle } from "../responses.js" */

/**
 * A title's puzzle of the day, and its earlier ones on demand.
 * @param {Puzzle} daily
 */
function titleSection(daily) {
  const list = html("ul", { class: "puzzle-list" });
  let cursor = "0";
  const more = button(gettext("Show all puzzles"), () => next(), {
    class: "quiet",
    "aria-label": gettext("Show all puzzles of {title}", { title: daily.title }),
  });
  const next = async () => {
    more.disabled = true;
    try {
      /** @type {{ puzzles: Puzzle[], next: string | null }} */
      const page = await call(`/api/puzzles?title=${encodeURIComponent(daily.rulebook)}&cursor=${cursor}`);
      const lines = page.puzzles.map(puzzleLine);
      list.append(...lines);
      lines[0]?.querySelector("a")?.focus();
      cursor = page.next ?? "";
      more.hidden = page.next === null;
      replace(more, gettext("Show more"));
      more.removeAttribute("aria-label");
    } catch (error) {
      problemNotice(error);
    } finally {
      more.disabled = false;
    }
  };
  return section(
    `puzzles-${daily.rulebook}`,
    daily.title,
    html(
      "div",
      { class: "puzzle-today" },
      html(
        "a",
        {
          class: "button primary",
          href: `/puzzles/${daily.id}`,
          "aria-label": gettext("Today’s puzzle of {title}", { title: daily.title }),
        },
        gettext("Today’s puzzle"),
      ),
      html("span", { class: "hint" }, ratingText(daily)),
      html("span", { class: "tag" }, yoursText(daily)),
      html("span", { class: "tag" }, streakText(daily.streak ?? null)),
    ),
    list,
    more,
  );
}

/** @param {Puzzle} puzzle */
function puzzleLine(puzzle) {
  const words = gettext("Puzzle for {number} players, seat {seat} to move", {
    number: puzzle.players,
    seat: puzzle.seat + 1,
  });
  return html(
    "li",
    {},
    html("a", { href: `/puzzles/${puzzle.id}` }, words),
    " ",
    html("span", { class: "hint" }, ratingText(puzzle)),
    " ",
    html("span", { class: "tag" }, yoursText(puzzle)),
  );
}

showPage(async () => {
  setTitle(gettext("Puzzles"));
  /** @type {{ puzzles: Puzzle[] }} */
  const { puzzles } = await call("/api/puzzles?daily=true");
  replace(
    find("main"),
    html("h1", {}, gettext("Puzzles")),
    html(
      "p",
      { class: "hint" },
      gettext(
        "Each puzzle is a position from a finished game in which one move is clearly the best. A new one is chosen every day.",
      ),
    ),
    !signedIn() && html("p", { class: "hint" }, gettext("Sign in to keep your results and your streak.")),
    puzzles.length
      ? puzzles.map(titleSection)
      : emptyState(gettext("No puzzles yet. They are found in finished public games."), startGame()),
    html("p", {}, html("a", { href: "/puzzles/feed", type: "application/atom+xml" }, gettext("Feed of new puzzles"))),
  );
});
