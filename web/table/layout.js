// Table layout: builds a game's page with the board, the choice bar and the side panel. The side panel has the list of
// moves, the story and other actions; on a narrow page it covers the board.

import { find, html, replace } from "../core/dom.js";
import { lostEntriesNotice } from "./game-origin.js";
import { called, playersLine } from "../core/player-names.js";
import { decidedBy } from "../core/seat-colours.js";
import { soundSwitch } from "../sound/sound.js";
import { tellButton } from "../sound/describe.js";
import { gettext } from "../core/i18n.js";
import { wholeScreenButton } from "../board/fullscreen.js";
import { sidePanel } from "../board/side-panel.js";

/** @import { Child, Summary } from "../types.js" */
/** @import { Game } from "../record/game.js" */

/**
 * @param {Summary} summary
 */
function head(summary) {
  return html.div(
    { class: "game-head" },
    html.h1({ id: "game-title" }),
    summary.imported && html.span({ class: "tag", id: "imported" }, gettext("imported")),
    html.span({ id: "signed", class: "tag", hidden: true }, gettext("signed")),
    summary.rated && html.span({ class: "tag" }, gettext("rated")),
    summary.tournament &&
      html.a(
        { id: "tournament", class: "tag", href: `/tournaments/${summary.tournament.id}` },
        gettext("{name}, round {number}", { name: summary.tournament.name, number: summary.tournament.round }),
      ),
    summary.referee && html.span({ id: "referee", class: "tag" }, decidedBy(summary.referee)),
    html.span({ id: "connection", class: "tag", role: "status" }),
    html.span({ class: "grow" }),
    wholeScreenButton(),
    html.button({ type: "button", id: "show-side", "aria-controls": "side", title: "(s)" }, gettext("Story")),
  );
}

/** The question and the choice: near the thumb on a phone. */
function decision() {
  return html.div(
    { id: "decision", class: "decision" },
    html.section({
      id: "turn",
      class: "turn",
      tabindex: -1,
      "aria-live": "polite",
      "aria-label": gettext("Player to move"),
    }),
    html.p({ id: "time-left", class: "time-left", hidden: true }),
    html.p({ id: "order-place", class: "next-place" }),
    html.p({ id: "next-place", class: "next-place" }),
    html.section({ id: "choices", class: "choices", "aria-label": gettext("Your move"), hidden: true }),
  );
}

/**
 * Show the players beside the board, once the game has started.
 * @param {Game} game
 */
export async function showPlayers({ summary, state: { status, seats, teams } }) {
  const place = find("who-plays");
  if (status === "waiting" || place.childElementCount) return;
  replace(place, playersLine({ seats, imported: summary.imported }));
  if (!teams) return;
  const { teamsText } = await import("../core/teams.js"); // few titles have teams
  const nameOf = (/** @type {number} */ seat) => called(seats[seat]);
  place.append(html.p({ id: "teams-line", class: "hint" }, teamsText(teams, nameOf)));
}

/**
 * The story, the chat and the rules, and the menu of what can be done besides moving.
 * @param {boolean} hasPlain
 * @param {string} replayAddress
 */
function side(hasPlain, replayAddress) {
  const words = gettext("Search the story");
  const story = [
    html.div({ id: "who-plays", class: "who-plays" }),
    html.section(
      { id: "story", class: "story-place", "aria-labelledby": "story-heading" },
      html.div(
        { class: "find-line" },
        html.h2({ id: "story-heading" }, gettext("The story so far")),
        html.input({ type: "search", id: "find", placeholder: words, "aria-label": words }),
      ),
    ),
  ];
  const menu = [
    html.div(
      { class: "buttons" },
      html.a({ class: "button", id: "to-replay", href: replayAddress }, gettext("Replay")),
      html.button({ type: "button", id: "show-orders", hidden: true }),
    ),
    html.div({ id: "proposing", class: "buttons" }),
    html.div({ class: "buttons" }, html.button({ type: "button", id: "leave", hidden: true })),
    html.div(
      { class: "buttons" },
      html.label(
        { class: "switch", id: "plain-switch", hidden: !hasPlain },
        html.input({ type: "checkbox", id: "plain" }),
        gettext("Plain tables"),
      ),
      tellButton(),
      soundSwitch(),
    ),
  ];
  return sidePanel({ story, chat: [], rules: [] }, { menu });
}

/**
 * Build the page.
 * @param {Summary} summary
 * @param {{ forked: Child, hasPlain: boolean, replayAddress: string }} how
 */
export function layOut(summary, { forked, hasPlain, replayAddress }) {
  replace(
    find("main"),
    html.div(
      { class: "table-layout" },
      html.div(
        { class: "table-middle" },
        head(summary),
        lostEntriesNotice(summary),
        forked,
        html.div({ id: "disputes-place" }),
        html.div({ id: "proposals-place" }),
        html.div({ class: "view" }, html.div({ id: "board", class: "board-place", tabindex: -1 })),
        decision(),
      ),
      html.div(
        { class: "beside" },
        html.section({ id: "listing", class: "listing", "aria-labelledby": "moves-heading", hidden: true }),
        side(hasPlain, replayAddress),
      ),
    ),
  );
  find("show-chat").hidden = true; // until there is a room that the reader may enter
  // What is asked may take more lines than the bar is made for: on a phone the areas' names stay above it.
  const bar = find("decision");
  new ResizeObserver(() => document.body.style.setProperty("--bar-now", `${bar.offsetHeight}px`)).observe(bar);
  // The first keyboard shortcut leads to the board itself.
  document.querySelector("#masthead .skip")?.setAttribute("href", "#board");
}
