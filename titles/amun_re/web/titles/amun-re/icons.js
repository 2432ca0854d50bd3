// The icons of this board, each designed in a box of 24 units (the Caravan in one of 32 by 24) and scaled.

import { svg } from "../../kit/elements.js";
import { circle, icon, path as kitPath, tenth } from "../../kit/shapes.js";
import { ANKH, GRAINS, seatMark, STALK } from "../../kit/icons.js";

/** @import { Sign } from "../../kit/panels.js" */

const FARMER = "M12 2.2a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM4.5 22.5c0-7 2.5-11 7.5-11s7.5 4 7.5 11z";

const FURROWS = "M2 5.5l7-3.5M2 12L21 2.5M2 18.5L22 8.5M5 22l17-8.5M13 22l9-4.5";

/**
 * @param {string} d
 * @param {string} name
 */
const path = (d, name) => kitPath(d, `amunre-${name}`);

/** A double pyramid: one in front of the other, the upper part stepped. @type {Sign} */
export const doublePyramid = (x, y, size) =>
  icon(
    x,
    y,
    size,
    kitPath("M16.5 1L8 15.5h13z", "kit-lit"),
    kitPath("M16.5 1l4.5 14.5 3-.5z", "kit-shaded"),
    kitPath("M9 7L-1 21.5h14.5z", "kit-lit"),
    kitPath("M9 7l4.5 14.5h6.5z", "kit-shaded"),
  );

/** A Stone. @type {Sign} */
export const stone = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path("M3 9l5-4h14l-4 4z", "stone-top"),
    path("M3 9h15v11H3z", "stone"),
    path("M18 9l4-4v10.5l-4 4.5z", "stone-side"),
  );

/**
 * A Field: bare furrows while it is open, green ones with a Farmer on them otherwise.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} taken
 */
export const field = (x, y, size, taken) =>
  taken
    ? icon(
        x,
        y,
        size,
        svg("rect", { x: 0.5, y: 0.5, width: 23, height: 23, rx: 3, class: "amunre-field" }),
        path(FURROWS, "furrows"),
        path(FARMER, "farmer"),
      )
    : icon(
        x,
        y,
        size,
        svg("rect", { x: 0.5, y: 0.5, width: 23, height: 23, rx: 3, class: "amunre-field-open" }),
        path(FURROWS, "furrows"),
      );

/** A Farmer. @type {Sign} */
export const farmer = (x, y, size) => icon(x, y, size, path(FARMER, "farmer"));

/** A Farmer without a Field: the figure with a plus. @type {Sign} */
export const freeFarmer = (x, y, size) =>
  icon(x, y, size, path(FARMER, "farmer-free"), path("M18 1h3.5v4H25v3.5h-3.5v4H18v-4h-3.5V5H18z", "plus"));

/** The icon of Favor cards: a small card with an ankh. @type {Sign} */
export const favor = (x, y, size) =>
  icon(
    x,
    y,
    size,
    svg("rect", { x: 3, y: 0.8, width: 18, height: 22.4, rx: 3, class: "amunre-favor" }),
    svg("path", {
      d: ANKH,
      class: "amunre-favor-ankh",
      "fill-rule": "evenodd",
      transform: "translate(3.6 3.6) scale(.7)",
    }),
  );

/** A coin: Gold. @type {Sign} */
export const coin = (x, y, size) =>
  icon(x, y, size, circle(12, 12, 11, "amunre-coin"), circle(12, 12, 7.5, "amunre-coin-ring"));

/** A Gold mine: a bar of gold. @type {Sign} */
export const mine = (x, y, size) =>
  icon(x, y, size, path("M6 5h12l2.5 5h-17z", "ingot-top"), path("M3.5 10h17L23 19.5H1z", "ingot-front"));

/** Bids: a loaded boat, like those at a province. @type {Sign} */
export const bids = (x, y, size) =>
  icon(x, y, size, path("M7 3h10v11H7z", "sheet"), path("M0 13q2 8 6 8h12q4 0 6-8-4 3-7 3H7q-3 0-7-3z", "hull"));

/** The harvest: an ear of corn. @type {Sign} */
export const harvest = (x, y, size) => icon(x, y, size, path(STALK, "stalk"), path(GRAINS, "grain"));

/** A Temple. @type {Sign} */
export const temple = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path("M12 1L23 8H1z", "temple-roof"),
    path("M3 9h3.5v10H3zM8 9h3v10H8zM13 9h3v10h-3zM17.5 9H21v10h-3.5z", "temple"),
    path("M1 19.5h22V23H1z", "temple-roof"),
  );

/** A shield: Protection. @type {Sign} */
export const shield = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path("M12 1l9 3v8c0 5.5-4 9-9 11.5C7 21 3 17.5 3 12V4z", "shield"),
    path("M12 5v14M7 10h10", "shield-line"),
  );

/** The thief: a dark mask. @type {Sign} */
export const theft = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path(
      "M1 8c4-3 8-1.5 11-.5C15 6.5 19 5 23 8c0 6-3 10-6.5 10-2.5 0-3.5-2.5-4.5-2.5S10 18 7.5 18C4 18 1 14 1 8z",
      "mask",
    ),
    path("M5 11c2-1 4 0 4.5 2-2 1-4 .5-4.5-2zM19 11c-2-1-4 0-4.5 2 2 1 4 .5 4.5-2z", "mask-eye"),
  );

/**
 * A flag with a seat's mark of this size, its pole to the left: it marks the seat's property.
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function flag(seat, x, y, size) {
  const high = size + 4;
  const wide = size + 6;
  return svg(
    "g",
    { transform: `translate(${tenth(x)} ${tenth(y)})`, class: "amunre-flag" },
    path(`M-1.5-3H1v${tenth(high * 1.4)}h-2.5z`, "pole"),
    path(`M1 0h${wide}l-2.5 ${high / 2} 2.5 ${high / 2}H1z`, `cloth kit-stroke-${seat}`),
    seatMark(seat, 2.5, 2, size),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} up
 */
export const arrow = (x, y, size, up) =>
  icon(x, y, size, path(up ? "M12 2l9 10h-5v10H8V12H3z" : "M12 22l9-10h-5V2H8v10H3z", "arrow"));

// The pictures of the Favor cards, drawn in the card's ink.
/** @type {Record<string, Sign>} */
const CARDS = {
  bribe: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path("M9 1h6l-1.5 5h-3zM9.5 7h5c4.5 3 7 7 7 11 0 4-3 5-9.5 5S2.5 22 2.5 18c0-4 2.5-8 7-11z", "pouch"),
      circle(12, 15.5, 4, "amunre-coin"),
    ),
  protection: shield,
  free_farmer: freeFarmer,
  architect: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path("M2 22V4l19 18z", "square"),
      path("M7 17.5v-4l4.5 4z", "square-hole"),
      path("M14 2l3-1 5 10-3 1.5z", "pouch"),
    ),
  offering_adjuster: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path("M0 13q3-4 6 0t6 0 6 0 6 0v4q-3 4-6 0t-6 0-6 0-6 0z", "wave"),
      path("M7 0l4 6H8.5v3h-3V6H3zM17 9l4-6h-2.5V0h-3v3H13z", "arrow-mark"),
    ),
  treasury: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path("M2 10c0-5 3-7 10-7s10 2 10 7z", "chest-lid"),
      path("M2 11h20v10H2z", "chest"),
      circle(12, 14, 2.6, "amunre-coin"),
    ),
  great_harvest: harvest,
  one_bank: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path("M1 1h8v22H1z", "mark-on"),
      path("M15 1h8v22h-8z", "mark-off"),
      path("M11 1q3 5 0 11t0 11h2q3-5 0-11t0-11z", "wave"),
    ),
  one_half: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path("M1 1h22v9.5H1z", "mark-on"),
      path("M1 13.5h22V23H1z", "mark-off"),
      path("M11 1q3 5 0 11t0 11h2q3-5 0-11t0-11z", "wave"),
    ),
  river: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path(
        "M0 5q3-4 6 0t6 0 6 0 6 0v3q-3 4-6 0t-6 0-6 0-6 0zM0 15q3-4 6 0t6 0 6 0 6 0v3q-3 4-6 0t-6 0-6 0-6 0z",
        "wave",
      ),
    ),
  desert: (x, y, size) =>
    icon(x, y, size, circle(17, 6, 4.5, "kit-rays"), path("M0 20c5-8 9-8 13-3 3-4 7-4 11 1v5H0z", "dune")),
  many_farmers: (x, y, size) =>
    icon(
      x,
      y,
      size,
      ...[
        [0, 0],
        [9, 0],
        [4.5, 9],
      ].map(([dx, dy]) => svg("g", { transform: `translate(${dx} ${dy}) scale(.62)` }, path(FARMER, "farmer"))),
    ),
};

/**
 * The picture of a Favor card.
 * @param {string} card
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export const favorIcon = (card, x, y, size) => CARDS[card](x, y, size);
