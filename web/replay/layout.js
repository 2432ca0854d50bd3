// Replay layout: builds the page of a replay with the board, the control bar and the side panel.
// On phones the side panel is folded away.

import { find, html, replace } from "../core/dom.js";
import { icon, lineIcon } from "../core/icon.js";
import { dealtMark, lostEntriesNotice } from "../table/game-origin.js";
import { isCooperative, playersLine, ranking } from "../core/player-names.js";
import { soundSwitch } from "../sound/sound.js";
import { tellButton } from "../sound/describe.js";
import { gettext, ngettext, timeText } from "../core/i18n.js";
import { foldedAway, sidePanel } from "../board/side-panel.js";

/** @import { Attributes, Summary } from "../types.js" */

/** How much of the record has been read, as the page says until all of it is there. @param {number} number */
export const stepsRead = (number) => ngettext("One step loaded…", "{number} steps loaded…", number);

/** The signs of the tools that have none of the pages' own. */
const SIGNS = {
  judge: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.5 15.500L20 20",
  guess: "M9 9.500a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 17v.500M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
  fork: "M6 4v16M6 15c0-5 12-3 12-10M14.5 8L18 4.5 21.5 8",
  compare: "M4 5h7v14H4zM13 5h7v14h-7z",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  dossier: "M6 3h9l4 4v14H6zM9.5 11h6M9.5 15h6",
  luck: "M5 5h14v14H5zM9 8.5v1M15 8.5v1M12 11.5v1M9 14.5v1M15 14.5v1",
};

/**
 * What can be done with the step that is shown, and with the whole game.
 * @param {Summary} summary
 * @param {boolean} isOver
 */
function actionsOf(summary, isOver) {
  const isFinished = summary.status === "finished";
  const ofStep = { class: "of-step", disabled: true };
  /** @type {(id: string, sign: SVGElement, words: string, more?: Attributes) => HTMLElement} */
  const tool = (id, sign, words, more = {}) =>
    html.button({ type: "button", id, title: words, ...more }, sign, html.span(words));
  return html.div(
    { class: "study-tools" },
    isFinished && tool("explain", icon("study"), gettext("Analyse this game")),
    isFinished && tool("judge", lineIcon(SIGNS.judge), gettext("Analyse this step"), ofStep),
    isOver && tool("guess", lineIcon(SIGNS.guess), gettext("Guess the moves"), { ...ofStep, "aria-pressed": "false" }),
    canFork(summary) && tool("try-line", lineIcon(SIGNS.fork), gettext("Try another line"), ofStep),
    tool("pin", lineIcon(SIGNS.compare), gettext("Compare with this position")),
    tool("share", lineIcon(SIGNS.share), gettext("Share"), ofStep),
    tool("remark", icon("chat"), gettext("Comments")),
    html.a(
      { class: "button", id: "dossier", title: gettext("Dossier for this step") },
      lineIcon(SIGNS.dossier),
      html.span(gettext("Dossier for this step")),
    ),
    isOver && tool("check-luck", lineIcon(SIGNS.luck), gettext("Verify the randomness")),
  );
}

/**
 * Whether an analysis game can be started: from a finished game by all readers, from a running one by its players.
 * @param {Summary} summary
 */
function canFork({ status, fork, your_seat: seat }) {
  return !fork && (status === "finished" || (status === "playing" && typeof seat === "number"));
}

/**
 * The players by seat; an imported game has no local players.
 * @param {Summary} summary
 */
function nobodysIf({ seats, imported }) {
  return imported ? seats.map(({ name }) => ({ name })) : seats;
}

/**
 * The perspective, and below it the story, the rules, the tools for study and the menu.
 * @param {Summary} summary
 * @param {boolean} isOver
 * @param {boolean} hasPlain whether plain tables are another view of the board
 */
function sideOf(summary, isOver, hasPlain) {
  const { result: end, teams, unit } = summary;
  // Players of a cooperative game have no order: the story says whether they have won.
  const result = end && !isCooperative(teams) && ranking(end, nobodysIf(summary), unit);
  const words = gettext("Search the story");
  const story = [
    html.section({ id: "bookmarks", "aria-labelledby": "bookmarks-heading", hidden: true }),
    html.section(
      { id: "story", class: "story-place", "aria-labelledby": "story-heading" },
      html.div(
        { id: "find-line", class: "find-line" },
        html.h2({ id: "story-heading" }, gettext("Story")),
        html.input({ type: "search", id: "find", placeholder: words, "aria-label": words }),
      ),
    ),
  ];
  const study = [
    actionsOf(summary, isOver),
    html.section({ id: "comparing", class: "tool", "aria-labelledby": "compare-heading", hidden: true }),
    Object.assign(foldedAway("stele-variations", gettext("Variations")), { id: "variations", hidden: true }),
    Object.assign(foldedAway("stele-remarks", gettext("Comments")), { id: "remarks", hidden: true }),
    // Who opens a replay at its beginning need not be told how it ended.
    result && Object.assign(foldedAway("stele-result", gettext("Result"), result), { id: "result", hidden: true }),
  ];
  const menu = [
    html.div(
      { id: "plain-menu", class: "buttons" },
      html.label(
        { class: "switch", hidden: !hasPlain },
        html.input({ type: "checkbox", id: "plain" }),
        gettext("Plain tables"),
      ),
      tellButton(),
      soundSwitch(),
    ),
  ];
  const above = [html.div({ id: "perspective", class: "perspective" }), playersLine(summary)];
  return sidePanel({ story, ...(isOver && { chat: [] }), rules: [], study }, { above, menu });
}

/** When embedded, the link to the whole page; otherwise the side panel's toggle and the link to the table. */
function headLinks(/** @type {Summary} */ summary, /** @type {boolean} */ isEmbedded) {
  if (isEmbedded) {
    const href = `/games/${summary.id}/replay`;
    return [
      html.a({ class: "button", id: "open-whole", target: "_blank", rel: "noopener", href }, gettext("Open in Stele")),
    ];
  }
  return [
    summary.status === "playing" &&
      html.a({ class: "button", href: `/games/${summary.id}${location.search}` }, gettext("Go to table")),
    html.button(
      { type: "button", id: "bookmark", title: `${gettext("Bookmark")} (b)`, "aria-label": gettext("Bookmark") },
      icon("bookmark", 18),
    ),
    html.button({ type: "button", id: "show-side", "aria-controls": "side" }, gettext("Story")),
  ];
}

/**
 * Build the page.
 * @param {Summary} summary
 * @param {{ isOver: boolean, hasPlain: boolean, isEmbedded: boolean }} how
 */
export function layOut(summary, { isOver, hasPlain, isEmbedded }) {
  const imported = summary.imported && {
    title: timeText(summary.imported.at),
    words: gettext("imported: not played on this server"),
  };
  replace(
    find("main"),
    html.div(
      { class: "replay-layout" },
      html.div(
        { class: "replay-middle" },
        html.div(
          { class: "game-head" },
          html.h1(summary.title),
          imported && html.span({ class: "tag", id: "imported", title: imported.title }, imported.words),
          dealtMark(summary),
          html.span({ id: "progress", class: "tag", role: "status" }, stepsRead(0)),
          html.span({ class: "grow" }),
          html.select({ id: "phase-choice", "aria-label": gettext("Go to a part of the game") }),
          headLinks(summary, isEmbedded),
        ),
        lostEntriesNotice(summary),
        html.div({ id: "disputes-place" }),
        html.div(
          { id: "stage", class: "stage" },
          html.div({ class: "half" }, html.div({ class: "view" }, html.div({ id: "board", class: "board-place" }))),
        ),
      ),
      !isEmbedded && sideOf(summary, isOver, hasPlain),
      replayBar(),
    ),
  );
}

/** What steers, below the board and the side panel: one row, and the curve. */
function replayBar() {
  return html.div(
    { class: "replay-bar" },
    html.div(
      { class: "transport" },
      html.div({
        id: "steering",
        class: "steering",
        role: "group",
        "aria-label": gettext("Step through the replay"),
      }),
      html.p({ id: "step", class: "step-text", tabindex: 0 }),
      html.button({ type: "button", id: "reveal", hidden: true }, gettext("Show results")),
    ),
    html.div({ id: "timeline", class: "timeline" }),
  );
}
