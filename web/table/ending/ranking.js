// Ranking: the players of a finished game in order, with their points.

import { html } from "../../core/dom.js";
import { playerName } from "../../core/player-names.js";
import { ngettext } from "../../core/i18n.js";

/** @import { Result } from "../../types.js" */

/**
 * The places in their order; equals share a number.
 * @param {Result} result
 * @param {{ name: string | null, player?: string | null, kind?: string }[]} seats
 */
export function ranking({ places, points }, seats) {
  const order = seats.map((_seat, number) => number).sort((one, other) => places[one] - places[other]);
  return html(
    "ol",
    { class: "ranking" },
    order.map((seat) =>
      html(
        "li",
        { value: places[seat] },
        playerName(seat, seats[seat].name, seats[seat]),
        " ",
        html("strong", {}, ngettext("{number} point", "{number} points", points[seat])),
      ),
    ),
  );
}
