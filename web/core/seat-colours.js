// Seat colours and marks: each seat's shape, colour and name, and checks of seats' roles. Marks never rely on colour
// alone; the colours are distinguishable for colour-blind readers (after Okabe and Ito) and are --seat-0 to --seat-5 in
// style.css.

import { signedIn } from "./api.js";
import { html, svg } from "./dom.js";
import { gettext } from "./i18n.js";

/** @import { Child, SeatColour, Summary } from "../types.js" */

const SHAPES = [
  "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z", // circle
  "M3 3h18v18H3z", // square
  "M12 1.5L23 21H1z", // triangle
  "M12 .8L22 12L12 23.2L2 12z", // diamond
  "M6.5 2.5h11L23 12l-5.500 9.500h-11L1 12z", // hexagon
  "M12 1l3 7.400 8 .6-6.100 5.200 1.900 7.800L12 17.800 5.200 22l1.900-7.800L1 9l8-.6z", // star
];

/**
 * The mark of a seat as the attributes of a path, of this size with its upper left corner at x, y.
 * @param {number} seat
 */
export function seatShape(seat, x = 0, y = 0, size = 16) {
  return {
    d: SHAPES[seat % SHAPES.length],
    transform: `translate(${x} ${y}) scale(${size / 24})`,
    class: `seat-mark seat-${seat % SHAPES.length}`,
  };
}

/**
 * The mark of a seat as an SVG path.
 * @param {number} seat
 */
export const seatMark = (seat, x = 0, y = 0, size = 16) => svg("path", seatShape(seat, x, y, size));

/**
 * The mark as an inline picture; the name beside it gives its meaning.
 * @param {number} seat
 */
export function seatIcon(seat, size = 16) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: size, height: size, class: "seat-icon", "aria-hidden": "true", focusable: "false" },
    seatMark(seat, 0, 0, 24),
  );
}

/**
 * Mark and name of a seat; a free seat has neither yet.
 * @param {number} seat
 * @param {Child} name
 */
export function seatName(seat, name) {
  return html("span", { class: "seat-name" }, seatIcon(seat), html("bdi", {}, name));
}

/**
 * The line that names a game's referee.
 * @param {{ name: string }} referee
 */
export function decidedBy({ name }) {
  return gettext("Referee: {name}", { name });
}

/**
 * Whether the reader is this game's referee.
 * @param {Summary} summary
 */
export function isReferee({ referee }) {
  return referee !== undefined && referee.player === signedIn()?.id;
}

/**
 * Set the seats' colours, or with an empty list the default ones: on the whole page, or within one element.
 * @param {SeatColour[]} colours a drawing's `seatColours`, seat by seat
 * @param {HTMLElement} [place]
 */
export function colourSeats(colours, { style } = document.documentElement) {
  SHAPES.forEach((_shape, seat) => {
    // An empty value removes the property.
    style.setProperty(`--seat-${seat}`, colours[seat]?.colour ?? "");
    style.setProperty(`--seat-${seat}-edge`, colours[seat]?.edge ?? "");
  });
}

/**
 * Whether an end or a pause can be proposed: in a rated game one person alone cannot (G19, G23).
 * @param {Summary} summary
 */
export function canAgree({ rated, seats }) {
  return !rated || seats.filter(({ kind, resigned, freed }) => kind === "person" && !resigned && !freed).length > 1;
}
