// Score breakdown: adds up each seat's points by source from the game's events, and explains the places by tie-breaks.
// The title names the fields that are points and the criteria; no rules are applied here.

import { html, tableHead } from "../../core/dom.js";
import { seatName } from "../../core/seat-colours.js";
import { gettext, listed } from "../../core/i18n.js";
import { besides } from "../../board/load-drawing.js";

/** @import { Criterion, Ending, GameEvent, State } from "../../types.js" */
/** @typedef {{ name: string, points: number[] }} Row what each seat has of one kind */
/** @typedef {{ text: string, rule: string }} Reason */

/**
 * A title's description of its games' end; nothing if there is none.
 * @param {string} title
 * @returns {Promise<Ending>}
 */
export async function endingOf(title) {
  return (await besides(title, "ending")) ?? { sources: {}, criteria: [] };
}

/**
 * One row for each source of points, if any seat has some, in the title's order.
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
 * The rows as a table, with the total.
 * @param {Row[]} rows
 * @param {State["seats"]} seats
 * @param {Row[]} totals
 * @param {State["unit"]} unit
 */
export function pointsTable(rows, seats, totals, unit) {
  const line = (/** @type {Row} */ { name, points }) =>
    html.tr(
      html.th({ scope: "row" }, name),
      points.map((one) => html.td(one)),
    );
  const label = unit ? gettext("{unit} by source", { unit: unit.name }) : gettext("Points by source");
  const table = html.table(
    { class: "points-table" },
    html.caption({ class: "unseen" }, label),
    tableHead([null, ...seats.map(({ seat, name }) => seatName(seat, name))]),
    html.tbody(rows.map(line)),
    html.tfoot(totals.map(line)),
  );
  // Five players are wider than a phone.
  return html.div({ class: "points", tabindex: 0, role: "region", "aria-label": label }, table);
}

/**
 * The total of these rows, as a row.
 * @param {Row[]} rows
 * @param {number} seats
 * @returns {Row}
 */
export function sum(rows, seats) {
  const points = Array.from({ length: seats }, (_one, seat) => rows.reduce((all, row) => all + row.points[seat], 0));
  return { name: gettext("Total"), points };
}

/**
 * The tie-breaks between players, and shared places. Places with other causes, such as a resignation or a decision, are
 * not explained by these criteria.
 * @param {Ending} ending
 * @param {State} state
 * @returns {Reason[]}
 */
export function reasons({ criteria, shared, sources }, { table, result, seats }) {
  if (!result || !table || !criteria.length) return [];
  const hasPoints = Object.keys(sources).length > 0; // without points, the table shows the criteria line by line
  const { places } = result;
  const value = (/** @type {Criterion} */ one, /** @type {number} */ seat) => one.value(table, seat);
  const name = (/** @type {number} */ seat) => seats[seat].name ?? "";
  const order = seats.filter(({ resigned }) => !resigned).map(({ seat }) => seat);
  order.sort((one, other) => places[one] - places[other]);
  /** @type {Reason[]} */
  const found = [];
  order.slice(1).forEach((other, index) => {
    const one = order[index];
    if (places[one] === places[other]) return;
    const decisive = criteria.findIndex((each) => value(each, one) !== value(each, other));
    const criterion = criteria[decisive];
    if (!hasPoints || decisive < 1) return;
    const ahead = value(criterion, one) - value(criterion, other);
    if (criterion.better === "fewest" ? ahead > 0 : ahead < 0) return;
    const text = gettext("{equal}: {one} and {other} are tied. {criterion}: {one} {number}, {other} {less}.", {
      equal: listed(criteria.slice(0, decisive).map((each) => each.name())),
      criterion: criterion.name(),
      one: name(one),
      other: name(other),
      number: value(criterion, one),
      less: value(criterion, other),
    });
    found.push({ text, rule: criterion.rule });
  });
  for (const place of new Set(places)) {
    const equals = order.filter((seat) => places[seat] === place);
    const isEqual = equals.every((seat) => criteria.every((each) => value(each, seat) === value(each, equals[0])));
    if (equals.length < 2 || !isEqual || !shared) continue;
    const words = { names: listed(equals.map(name)), place };
    found.push({ text: gettext("{names} are tied on all criteria and share place {place}.", words), rule: shared });
  }
  return found;
}

/**
 * The reasons as a list, each with a link to its rule.
 * @param {Reason[]} found
 * @param {string} title
 */
export function reasonList(found, title) {
  if (!found.length) return null;
  return html.ul(
    { class: "reasons" },
    found.map(({ text, rule }) =>
      html.li(text, " ", html.a({ href: `/titles/${title}#${rule}` }, gettext("Rule {rule}", { rule }))),
    ),
  );
}
