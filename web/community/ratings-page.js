// Ratings page: the leaderboards, one for each title.

import { call, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field } from "../core/dialogs.js";
import { announce, button, find, html, replace, select, tableHead } from "../core/dom.js";
import { pager } from "../core/pager.js";
import { emptyState } from "../core/empty-state.js";
import { problemNotice, setTitle, showPage } from "../masthead/page-header.js";
import { coverOf } from "../lobby/cover.js";
import { provisionalTag, ratingText } from "./rating.js";
import { gettext } from "../core/i18n.js";

/** @import { Rulebooks, Title } from "../types.js" */
/** @import { LadderWithBoard as Ladder, RankedPlayer as Ranked } from "../responses.js" */

/** @param {Ranked} line */
function row(line) {
  const { place, player, name, kind, provisional, games } = line;
  return html.tr(
    { class: player === signedIn()?.id ? "own" : null },
    html.td(place),
    html.th(
      { scope: "row" },
      html.a({ href: `/players/${encodeURIComponent(player)}` }, html.bdi(name)),
      " ",
      kind !== "person" && html.span({ class: "tag" }, gettext("Computer player")),
    ),
    html.td(ratingText(line), " ", provisional && provisionalTag()),
    html.td(games),
  );
}

/**
 * A leaderboard, page by page.
 * @param {Ladder} ladder
 * @param {HTMLElement} place
 */
async function showBoard({ rulebook, title, bots }, place) {
  const lines = html.tbody();
  const { next, more } = pager(async (cursor) => {
    const page = await call(`/api/ratings/${encodeURIComponent(rulebook)}?bots=${bots}&cursor=${cursor}`);
    lines.append(...page.entries.map(row));
    return page;
  });
  await next();
  announce(title);
  replace(
    place,
    lines.childElementCount
      ? html.table(
          { class: "sheet results board-of-ratings" },
          html.caption(title),
          tableHead([gettext("Place"), gettext("Player"), gettext("Rating"), gettext("Rated games")]),
          lines,
        )
      : await noRatedGames(),
    more,
    html.p(html.a({ href: `/statistics/${encodeURIComponent(rulebook)}` }, gettext("Statistics of this title"))),
  );
}

/**
 * Open the form of a new game, which is loaded now.
 * @param {Rulebooks} offered
 * @param {string} title
 */
async function startNewGame(offered, title) {
  const { openNewGame } = await import("../lobby/new-game.js");
  await openNewGame(offered, title);
}

/** @param {Title} title @param {Rulebooks} offered */
async function titleCard(title, offered) {
  return html.li(
    { class: "title-card" },
    await coverOf(title),
    html.div(
      { class: "title-words" },
      html.h2(html.a({ href: `/titles/${encodeURIComponent(title.id)}` }, title.title)),
      html.div(
        { class: "buttons" },
        button(gettext("New game"), () => startNewGame(offered, title.id).catch(problemNotice), {
          "aria-label": gettext("New game of {title}", { title: title.title }),
        }),
      ),
    ),
  );
}

/** What there will be, and against whom one can play for it at once. */
async function noRatedGames() {
  const offered = await call("/api/rulebooks");
  return [
    emptyState(
      gettext(
        "No rated games yet. The Steward, a computer player, is rated 1500 and never changes: win a rated game against it, and you stand above it.",
      ),
    ),
    html.ul({ class: "titles" }, await Promise.all(offered.rulebooks.map((title) => titleCard(title, offered)))),
  ];
}

/**
 * @param {Ladder[]} ladders
 * @param {boolean} bots whether they include games with bots
 */
async function show(ladders, bots) {
  const asked = new URLSearchParams(location.search).get("title");
  const found = ladders.find((one) => one.rulebook === asked);
  const place = html.div({ id: "board-place" });
  const choice = select(
    {
      name: "ladder",
      onchange: () => {
        const chosen = ladders[choice.selectedIndex];
        keepInAddress(chosen, bots);
        showBoard(chosen, place);
      },
    },
    ladders.map(({ rulebook, title }) => [rulebook, title]),
    found?.rulebook,
  );
  /** @type {HTMLInputElement} */
  const withBots = html.input({
    type: "checkbox",
    id: "with-bots",
    checked: bots,
    onchange: async () => {
      keepInAddress(ladders[choice.selectedIndex], withBots.checked);
      await load().catch(problemNotice);
      document.getElementById("with-bots")?.focus();
    },
  });
  replace(
    find("main"),
    html.h1(gettext("Ratings")),
    html.p(
      { class: "hint" },
      gettext(
        "The players of each title, by rated games with any number of players. Computer players are included: the Steward's rating is 1500. Provisional ratings are based on few games and come last.",
      ),
    ),
    html.div(
      { class: "ladder-choice" },
      ladders.length > 0 && field(gettext("Title"), choice),
      html.label({ class: "switch" }, withBots, gettext("Include games with bots")),
    ),
    ladders.length ? place : await noRatedGames(),
  );
  if (ladders.length) await showBoard(found ?? ladders[0], place);
}

/**
 * Put the shown leaderboard into the address.
 * @param {Ladder | undefined} ladder
 * @param {boolean} bots
 */
function keepInAddress(ladder, bots) {
  const said = new URLSearchParams();
  if (ladder) said.set("title", ladder.rulebook);
  if (bots) said.set("bots", "true");
  history.replaceState(null, "", here(`/ratings?${said}`));
}

/** Show the leaderboards named in the address. */
async function load() {
  const asked = new URLSearchParams(location.search);
  const bots = (asked.get("bots") ?? asked.get("programs")) === "true"; // links have the former name, too
  const { ladders } = await call(`/api/ratings?bots=${bots}`);
  await show(
    ladders.sort((one, other) => other.ranked - one.ranked),
    bots,
  );
}

showPage(async () => {
  setTitle(gettext("Ratings"));
  await load();
});
