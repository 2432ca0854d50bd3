// Tie-breaks: explains the places of a finished game by the criteria that decided between equal players.

import { html } from "../../core/dom.js";
import { gettext, listed } from "../../core/i18n.js";

/** @import { Criterion, Ending, State } from "../../types.js" */
/** @typedef {{ text: string, rule: string }} Reason */

/**
 * What decided between players who have the same in what counts first, and who shares a place. A place that follows
 * from something else, as from resigning or from a decision, is not explained by these criteria.
 * @param {Ending} ending
 * @param {State} state
 * @returns {Reason[]}
 */
export function reasons({ criteria, shared, sources }, { table, result, seats }) {
  if (!result || !table || !criteria.length) return [];
  const hasPoints = Object.keys(sources).length > 0; // without any, what decides stands in the table line by line
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
    if (!hasPoints || decisive < 1 || value(criterion, one) < value(criterion, other)) return;
    const text = gettext("{equal}: {one} and {other} have the same. {criterion}: {one} {number}, {other} {less}.", {
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
    found.push({ text: gettext("{names} are equal in everything and share place {place}.", words), rule: shared });
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
  return html(
    "ul",
    { class: "reasons" },
    found.map(({ text, rule }) =>
      html("li", {}, text, " ", html("a", { href: `/titles/${title}#${rule}` }, gettext("Rule {rule}", { rule }))),
    ),
  );
}
