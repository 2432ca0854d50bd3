// Score breakdown: adds up each seat's points by source from the game's events.
// The title names the fields that are points; no rules are applied here.

import { html } from "../../core/dom.js";
import { seatName } from "../../core/seat-colours.js";
import { gettext } from "../../core/i18n.js";
import { besides } from "../../board/load-drawing.js";

/** @import { Ending, GameEvent, State } from "../../types.js" */
/** @typedef {{ name: string, points: number[] }} Row what each seat has of one kind */

/**
 * What a title says of the end of its games; nothing of a title that says nothing.
 * @param {string} title
 * @returns {Promise<Ending>}
 */
export async function endingOf(title) {
  return (await besides(title, "ending")) ?? { sources: {}, criteria: [] };
}

/**
 * One row for each source of points of which somebody has some, in the title's order.
 * @param {Ending} ending
 * @param {Pick<GameEvent, "type" | "data">[]} events
 * @param {number} seats
 * @returns {Row[]}
 */
export function tally({ sources }, events, seats) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  const add = (/** @type {string} */ name, /** @type {number} */ seat, /** @type {number} */ points) => {
    const row = rows.get(name) ?? Array.from({ length: seats }, () => 0);
    row[seat] += points;
    rows.set(name, row);
  };
  for (const { type, data } of events) {
    const source = sources[type];
    const seat = source && data[source.seat];
    if (typeof seat !== "number" || !data[source.total]) continue;
    let rest = Number(data[source.total]);
    for (const [field, name] of Object.entries(source.parts)) {
      add(name(), seat, Number(data[field]));
      rest -= Number(data[field]);
    }
    if (source.rest) add(source.rest(), seat, rest);
  }
  return [...rows].map(([name, points]) => ({ name, points })).filter(({ points }) => points.some(Boolean));
}

/**
 * The rows as a table, with what they make together.
 * @param {Row[]} rows
 * @param {State["seats"]} seats
 * @param {Row[]} totals
 */
export function pointsTable(rows, seats, totals) {
  const line = (/** @type {Row} */ { name, points }) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, name),
      points.map((one) => html("td", {}, one)),
    );
  const label = gettext("Points by where they came from");
  const table = html(
    "table",
    { class: "points-table" },
    html("caption", { class: "unseen" }, label),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td"),
        seats.map(({ seat, name }) => html("th", { scope: "col" }, seatName(seat, name))),
      ),
    ),
    html("tbody", {}, rows.map(line)),
    html("tfoot", {}, totals.map(line)),
  );
  // Five players are wider than a phone.
  return html("div", { class: "points", tabindex: 0, role: "region", "aria-label": label }, table);
}

/**
 * What these rows make together, as a row of its own.
 * @param {Row[]} rows
 * @param {number} seats
 * @returns {Row}
 */
export function sum(rows, seats) {
  const points = Array.from({ length: seats }, (_one, seat) => rows.reduce((all, row) => all + row.points[seat], 0));
  return { name: gettext("Together"), points };
}
