// Bracket of a knock-out: a column for each round, in which the pairs stand beside the games that they lead to.

import { html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { called } from "../core/player-names.js";

/** @import { Tournament } from "../types.js" */
/** @typedef {Tournament["made"][number]} Round */
/** @typedef {Round["tables"][number]["players"][number]} Player */
/** @typedef {{ players: Player[], places: number[] | null, game: string }} Pair */

/** The pairs of a round, with its byes, without the game for the third place. @param {Round} round @returns {Pair[]} */
function pairsOf({ tables, resting, third_place: third }) {
  const alone = resting.map((player) => ({ players: [player], places: null, game: "" }));
  return [...tables.filter(({ game }) => game !== third), ...alone];
}

/** The pairs of all rounds, in the order in which the next round's pairs need them. @param {Round[]} rounds */
export function bracketOf(rounds) {
  const columns = rounds.map(pairsOf);
  for (let index = columns.length - 2; index >= 0; index--) {
    const wanted = columns[index + 1].flatMap(({ players }) => players.map(({ id }) => id));
    const place = (/** @type {Pair} */ { players }) => {
      const found = players.map(({ id }) => wanted.indexOf(id)).filter((one) => one >= 0);
      return found.length ? Math.min(...found) : wanted.length;
    };
    columns[index] = columns[index].toSorted((one, other) => place(one) - place(other));
  }
  return columns;
}

/** @param {Pair} pair */
function pairItem({ players, places, game }) {
  const names = players.map((player, seat) =>
    html.span({ class: places?.length && places[seat] === 1 ? "won" : null }, called(player)),
  );
  if (!game) names.push(html.span({ class: "hint" }, gettext("bye")));
  return html.li(game ? html.a({ href: `/games/${game}` }, names) : html.span(names));
}

/** The bracket, with the rounds to come; rounds of groups come before it. @param {Tournament} tournament */
export function bracket({ group_rounds: first = 0, ...tournament }) {
  const made = tournament.made.slice(first);
  const rounds = tournament.rounds - first;
  const columns = bracketOf(made);
  const coming = Array.from({ length: Math.max(0, rounds - made.length) }, (_one, more) =>
    Math.ceil(columns[columns.length - 1].length / 2 ** (more + 1)),
  );
  const lists = [
    ...columns.map((pairs) => pairs.map(pairItem)),
    ...coming.map((number) => Array.from({ length: number }, () => html.li({ class: "open" }, "–"))),
  ];
  const shown = lists.map((items, index) =>
    html.div(
      html.h3(index === rounds - 1 ? gettext("Final") : gettext("Round {number}", { number: first + index + 1 })),
      html.ol(items),
    ),
  );
  return html.div({ class: "wide", tabindex: 0, role: "region", "aria-label": gettext("Bracket") }, [
    html.div({ class: "bracket" }, shown),
  ]);
}
