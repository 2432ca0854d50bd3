// Seat colours and marks: each seat's shape, colour and name, and checks of seats' roles. Marks never rely on colour
// alone: twelve seats have twelve shapes, and from the seventh on a letter is cut out of them. The colours are --seat-0 to
// --seat-11 in style.css; the first six are distinguishable for colour-blind readers (after Okabe and Ito).

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
  "M.5 4.500h23a11.500 15 0 0 1-23 0z", // bowl
  "M7 .5h10V7h6.500v10H17v6.500H7V17H.5V7H7z", // cross
  "M.5 2.500h23L12 23.500z", // triangle on its point
  "M7.500 3H24l-7.500 18H0z", // slanted
  "M7 7a5 5 0 0 1 10 0a5 5 0 0 1 0 10a5 5 0 0 1-10 0a5 5 0 0 1 0-10z", // clover
  "M12 .3l7.300 8.700a9 9 0 1 1-14.600 0z", // drop
];

/** What is cut out of the last shapes: the letters of these seats. */
const LETTERS = [
  "M8.500 6.500h7v2.200h-4.600v4.600h2.200v-1.200h-1v-1.900h3.400v5.300h-7z", // G
  "M8.500 7.500h2.400v3.300h2.200v-3.300h2.400v9h-2.400v-3.500h-2.200v3.500h-2.400z", // H
  "M9.500 5h5v2h-1.300v5h1.300v2h-5v-2h1.300v-5h-1.300z", // I
  "M13.100 7.500h2.400v9h-7v-3.400h2.400v1.200h2.200z", // J
  "M8.500 7.500h2.400v3.200l2.100-3.200h2.700l-2.800 4.400 2.900 4.600h-2.800l-2.100-3.300v3.300h-2.400z", // K
  "M8.800 10h2.400v6.800h4.600v2.200h-7z", // L
];

/** A letter in a smaller mark cannot be read. */
const LEAST_LETTERED = 14;

/**
 * The mark of a seat as the attributes of a path, of this size with its upper left corner at x, y.
 * @param {number} seat
 */
export function seatShape(seat, x = 0, y = 0, size = 16) {
  const letter = size >= LEAST_LETTERED && LETTERS[seat - (SHAPES.length - LETTERS.length)];
  return {
    d: SHAPES[seat] + (letter || ""),
    ...(letter && { "fill-rule": "evenodd" }),
    transform: `translate(${x} ${y}) scale(${size / 24})`,
    class: `seat-mark seat-${seat}`,
  };
}

/**
 * The mark of a seat as an SVG path.
 * @param {number} seat
 */
export const seatMark = (seat, x = 0, y = 0, size = 16) => svg.path(seatShape(seat, x, y, size));

/**
 * The mark as an inline picture; the name beside it gives its meaning.
 * @param {number} seat
 */
export function seatIcon(seat, size = 16) {
  return svg.svg(
    { viewBox: "0 0 24 24", width: size, height: size, class: "seat-icon", "aria-hidden": "true", focusable: "false" },
    seatMark(seat, 0, 0, 24),
  );
}

/**
 * How far equal lines of a curve are drawn from each other, so that all of them are seen and stay in the picture.
 * @param {number} seats
 */
export const spread = (seats) => Math.min(1.5, 9 / seats);

/**
 * Mark and name of a seat; a free seat has neither yet.
 * @param {number} seat
 * @param {Child} name
 */
export function seatName(seat, name) {
  return html.span({ class: "seat-name" }, seatIcon(seat), html.bdi(name));
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
 * @param {Pick<Summary, "referee">} summary
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
