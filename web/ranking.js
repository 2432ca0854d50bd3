// The end of a game as a list: who came first, with how many points.

import { html } from "./dom.js";
import { seatName } from "./seats.js";
import { ngettext } from "./texts.js";

/** @import { Result } from "./types.js" */

/**
 * The places in their order; equals share a number.
 * @param {Result} result
 * @param {{ name: string | null }[]} seats
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
        seatName(seat, seats[seat].name),
        " ",
        html("strong", {}, ngettext("{number} point", "{number} points", points[seat])),
      ),
    ),
  );
}
