// Page descriptions: announces parts of the page in words by key, and lists all of them in a dialog.

import { openDialog } from "../core/dialogs.js";
import { announce, html } from "../core/dom.js";
import { gettext, listed, ngettext } from "../core/i18n.js";
import { byPoints, pointsName, pointsText } from "../core/points.js";

/** @import { Board } from "../board/board.js" */
/** @import { Playing } from "../table/controller.js" */
/** @import { Replaying } from "../replay/controller.js" */
/** @import { State } from "../types.js" */
/** @typedef {{ name: string, words: () => string }} Telling one thing that can be asked for; no words: nothing */

const MOST_NAMED = 20;
const MOST_CHANGES = 30;

/** @param {string} id */
const wordsOf = (id) => {
  const place = document.getElementById(id);
  return place && !place.hidden ? place.innerText.replace(/\s+/g, " ").trim() : "";
};

/**
 * The description of the points; none for a title without.
 * @param {State["unit"]} unit
 * @param {() => State} state
 * @returns {Telling[]}
 */
const ofPoints = (unit, state) => (unit === null ? [] : [{ name: pointsName(unit), words: () => pointsOf(state()) }]);

/** @param {State} state */
function pointsOf({ seats, points, unit }) {
  if (!points) return "";
  const ranked = [...seats].sort((one, other) => byPoints(unit, points[one.seat], points[other.seat]));
  return listed(ranked.map(({ seat, name }) => `${name} ${pointsText(unit, points[seat])}`));
}

/**
 * @param {Board} board
 * @param {State | null | undefined} before
 * @param {State | null | undefined} after
 */
function changesOf(board, before, after) {
  const named = (/** @type {number | null} */ seat) => after?.seats.find((one) => one.seat === seat)?.name;
  const [was, is] = [before, after].map((state) => listed((state?.to_act ?? []).map((seat) => named(seat) ?? "")));
  const isNext = before && after && was !== is;
  const turn = isNext ? [{ player: null, name: gettext("Turn"), before: was, after: is, keys: [] }] : [];
  return board
    .differences(before, after)
    .flatMap(({ seat, rows }) => rows.map((row) => ({ ...row, player: named(seat) })))
    .slice(0, MOST_CHANGES)
    .concat(turn)
    .map(({ player, ...words }) => {
      const change = gettext("{name}: {before}, then {after}", words);
      return player ? gettext("{player}, {change}", { player, change }) : change;
    })
    .join("; ");
}

/** The sentences of the last action in the story. */
function lastAction() {
  const lines = [...document.querySelectorAll("#story li")];
  const start = lines.findLastIndex((line) => line.classList.contains("action-start"));
  return lines
    .slice(Math.max(0, start))
    .map((line) => line.querySelector(".story-text")?.textContent ?? "")
    .join(" ");
}

/** The parts of the board that are asked for. */
function picks() {
  const names = [...document.querySelectorAll("#board .can-pick:not(.picked, .aside)")].map(
    (one) => one.getAttribute("aria-label") ?? "",
  );
  if (!names.length) return "";
  const count = ngettext("One item can be chosen", "{number} items can be chosen", names.length);
  return `${count}: ${listed([...new Set(names)].slice(0, MOST_NAMED))}`;
}

/**
 * The descriptions of a table.
 * @param {Playing} playing
 * @returns {Telling[]}
 */
export function ofTable(playing) {
  const { game } = playing;
  return [
    { name: gettext("Question"), words: () => wordsOf("turn") },
    { name: gettext("Last events"), words: lastAction },
    ...ofPoints(game.state.unit, () => game.state),
    { name: gettext("Time left"), words: () => wordsOf("time-left") },
    { name: gettext("Available choices"), words: picks },
    {
      name: gettext("Effect of the chosen move"),
      words: () => changesOf(playing.board, playing.composed.state, playing.foreseen?.state),
    },
  ];
}

/**
 * The descriptions of a replay.
 * @param {Replaying} replaying
 * @param {Board} board
 * @returns {Telling[]}
 */
export function ofReplay(replaying, board) {
  const before = () => replaying.steps[replaying.index - 1]?.state;
  return [
    {
      name: gettext("This step"),
      words: () => `${replaying.index + 1} / ${replaying.steps.length}. ${wordsOf("step")}`,
    },
    { name: gettext("Changes in this step"), words: () => changesOf(board, before(), replaying.step.state) },
    ...ofPoints(replaying.summary.unit, () => replaying.step.state),
  ];
}

/** Announce one of these. @param {Telling} telling */
export function tell({ name, words }) {
  announce(`${name}: ${words() || gettext("nothing")}`);
}

/** Show all of these as text, each with its key. @param {Telling[]} tellings */
export function openTelling(tellings) {
  openDialog(
    gettext("Describe"),
    html.dl(
      { class: "told" },
      tellings.flatMap(({ name, words }, place) => [
        html.dt(html.kbd(String(place + 1)), " ", name),
        html.dd(words() || gettext("nothing")),
      ]),
    ),
  );
}
