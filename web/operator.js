// The operators' page: what was reported, and what becomes of it.

import { requirePlayer } from "./account.js";
import { call, problemText } from "./api.js";
import { find, html, replace } from "./dom.js";
import { buildFooter, buildMasthead, notice, refusalNotice } from "./masthead.js";
import { gettext, textsReady, timeText } from "./texts.js";

/** @typedef {{ id: string, name: string | null }} Known */
/**
 * @typedef {object} Report
 * @property {number} number
 * @property {Known} by
 * @property {Known} author
 * @property {string} game
 * @property {string} room
 * @property {string} text
 * @property {string} reason
 * @property {string} at
 */

const DAYS = [1, 7, 30, 365];

/** @param {Known} player */
function nameOf({ name }) {
  return name ?? gettext("A former player");
}

/**
 * Settle a report, and show those that are left.
 * @param {Report} report
 * @param {{ outcome: string, days?: number }} body
 */
async function settle(report, body) {
  try {
    await call(`/api/reports/${report.number}`, { method: "PUT", body });
  } catch (error) {
    notice(problemText(error), "bad");
  }
  await show();
}

/** @param {Report} report */
function reportItem(report) {
  const days = html(
    "select",
    { "aria-label": gettext("For how many days {name} says nothing", { name: nameOf(report.author) }) },
    DAYS.map((number) => html("option", { value: number, selected: number === 7 }, String(number))),
  );
  const button = (/** @type {string} */ words, /** @type {() => { outcome: string, days?: number }} */ body) =>
    html("button", { type: "button", onclick: () => settle(report, body()) }, words);
  return html(
    "li",
    { class: "report" },
    html(
      "p",
      { class: "talk-head" },
      html("strong", {}, nameOf(report.author)),
      html("a", { href: `/games/${report.game}` }, gettext("Game {id}", { id: report.game })),
      html("span", { class: "tag" }, report.room),
      html("time", { datetime: report.at }, timeText(report.at)),
    ),
    html("blockquote", { class: "talk-said" }, report.text),
    html("p", {}, gettext("{name} reports: {reason}", { name: nameOf(report.by), reason: report.reason })),
    html(
      "div",
      { class: "buttons" },
      button(gettext("Leave it"), () => ({ outcome: "dismissed" })),
      button(gettext("Take the message away"), () => ({ outcome: "removed" })),
      button(gettext("Take it away, and silence for days:"), () => ({ outcome: "silenced", days: Number(days.value) })),
      days,
    ),
  );
}

async function show() {
  /** @type {{ reports: Report[] }} */
  const { reports } = await call("/api/reports");
  replace(
    find("main"),
    html("h1", {}, gettext("Reports")),
    reports.length
      ? html("ol", { class: "reports" }, reports.map(reportItem))
      : html("p", { class: "empty" }, gettext("No report waits for you.")),
  );
}

async function start() {
  await textsReady;
  buildMasthead();
  buildFooter();
  try {
    if (await requirePlayer()) await show();
  } catch (error) {
    refusalNotice(error);
  }
}

start();
