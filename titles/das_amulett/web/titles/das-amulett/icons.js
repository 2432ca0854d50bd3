// The icons of this board, each designed in a box of 24 units and scaled.

import { svg } from "../../kit/elements.js";
import { circle as kitCircle, icon, path as kitPath } from "../../kit/shapes.js";

/**
 * @import { Sign } from "../../kit/panels.js"
 * @import { Metal, Spell } from "./view.js"
 */

const BOLT = "M13.5 1L4 13.500h6L8.500 23 19 9.500h-6.500z";
const HAT =
  "M1 20.500c2-1.800 4-2.500 5.500-2.800C8 11 9.500 5 13.500.8c.3 2.200 1.300 3.400 3 4.400-1.300.3-1.800 1-1.500 2.500.6 3.500 1.500 6.800 2.500 10 2.300.4 4.200 1.200 5.500 2.800-6 3.300-16 3.300-22 0z";
const BAND = "M6.500 17.700c3 1.300 8 1.300 11 0l-.8-3c-2.500 1.200-6.800 1.200-9.400 0z";

/**
 * @param {string} d
 * @param {string} name
 */
const path = (d, name) => kitPath(d, `amulett-${name}`);

/**
 * @param {number} r
 * @param {string} name
 * @param {number} [cx]
 * @param {number} [cy]
 */
const circle = (r, name, cx = 12, cy = 12) => kitCircle(cx, cy, r, `amulett-${name}`);

// The old signs of the metals: sun, moon, Venus, Mars.
/** @type {Record<Metal, string>} */
const SIGNS = {
  gold: "M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM12 11.500v1",
  silver: "M15 5.500a6.800 6.800 0 1 0 0 13 8.500 8.500 0 0 1 0-13z",
  copper: "M12 4.500a3.800 3.800 0 1 0 0 7.600a3.800 3.800 0 1 0 0-7.600zM12 12v8M8.500 16.500h7",
  iron: "M10.200 9.800a4.300 4.300 0 1 0 0 8.600a4.300 4.300 0 1 0 0-8.600zM13.200 10.800L18 6M14 5.500h4.500V10",
};

/**
 * A metal: its colour and its symbol.
 * @param {Metal} kind
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export const metal = (kind, x, y, size) =>
  icon(x, y, size, circle(11, `metal amulett-metal-${kind}`), path(SIGNS[kind], `sign amulett-sign-${kind}`));

/** Any metal: the four colours in one, and a star. @type {Sign} */
export const anyMetal = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path("M12 12V1a11 11 0 0 0-11 11z", "metal amulett-metal-gold"),
    path("M12 12H23A11 11 0 0 0 12 1z", "metal amulett-metal-silver"),
    path("M12 12v11a11 11 0 0 0 11-11z", "metal amulett-metal-iron"),
    path("M12 12H1a11 11 0 0 0 11 11z", "metal amulett-metal-copper"),
    path("M12 5.500l1.800 4.700 4.700 1.800-4.700 1.800L12 18.500l-1.800-4.700L5.500 12l4.700-1.800z", "star"),
  );

/** A wizard's hat. @type {Sign} */
export const hat = (x, y, size) => icon(x, y, size, path(HAT, "hat"), path(BAND, "hat-band"));

/** The company: three wizards, seen by their hats. @type {Sign} */
export const company = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path("M-1 22.5q6-3 15-2.5t14 2.5q-6 2.5-15 2.5t-14-2.5z", "shadow"),
    svg("g", { transform: "translate(-4 6) scale(.7)" }, path(HAT, "hat-far"), path(BAND, "hat-band")),
    svg("g", { transform: "translate(11 6) scale(.7)" }, path(HAT, "hat-far"), path(BAND, "hat-band")),
    path(HAT, "hat"),
    kitPath(HAT, "kit-light"),
    path(BAND, "hat-band"),
  );

/** A bolt: Energy to be paid. @type {Sign} */
export const bolt = (x, y, size) => icon(x, y, size, path(BOLT, "bolt"));

/** An Energy token: a small black square with a bolt. @type {Sign} */
export const token = (x, y, size) =>
  icon(
    x,
    y,
    size,
    svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 3, class: "amulett-token" }),
    svg("g", { transform: "translate(3 2.500) scale(.78)" }, path(BOLT, "token-bolt")),
  );

/** Metal cards: two backs. @type {Sign} */
export const cards = (x, y, size) =>
  icon(
    x,
    y,
    size,
    svg("rect", { x: 7, y: 1, width: 14, height: 19, rx: 2.5, class: "amulett-back" }),
    svg("rect", { x: 3, y: 4, width: 14, height: 19, rx: 2.5, class: "amulett-back" }),
    path("M10 8.500l4 5-4 5-4-5z", "back-mark"),
  );

/** The back of a Spell card: an eight-rayed star. @type {Sign} */
export const spellBack = (x, y, size) =>
  icon(
    x,
    y,
    size,
    svg("rect", { x: 4, y: 0.8, width: 16, height: 22.4, rx: 2.5, class: "amulett-spell-back" }),
    path(
      "M12 5l1.500 4.500L18 8l-2.300 4L18 16l-4.500-1.500L12 19l-1.500-4.500L6 16l2.300-4L6 8l4.500 1.500z",
      "back-star",
    ),
  );

/**
 * A disc; `name` is its look.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [name]
 */
export const disc = (x, y, size, name = "disc") => icon(x, y, size, circle(11, name), circle(7.5, `${name}-ring`));

/** The amulet on its chain: the goal. @type {Sign} */
export const amulet = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path("M12 7C9 4 7 2 4 .5M12 7c3-3 5-5 8-6.500", "chain"),
    circle(8.3, "medal", 12, 14.5),
    circle(4, "medal-ring", 12, 14.5),
  );

/** @type {Record<Spell["colour"], Sign>} */
const PHASES = {
  grey: (x, y, size) => icon(x, y, size, path("M12 2l10 9-10 11L2 11z", "on-colour")),
  red: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path(
        "M12 1c6 6 8 9 8 13.500A8 8 0 0 1 12 23a8 8 0 0 1-8-8.500c0-2.500 1.500-4.500 3-6 .5 2 1.500 3 3 3.500C9.500 8 10 5 12 1z",
        "on-colour",
      ),
    ),
  blue: (x, y, size) =>
    icon(
      x,
      y,
      size,
      path("M12 2a10 10 0 1 0 10 10h-4a6 6 0 1 1-6-6 4 4 0 1 1 0 8v3a7 7 0 0 0 7-7A8 8 0 0 0 12 2z", "on-colour"),
    ),
};

/**
 * The icon of the phase in which a spell works.
 * @param {Spell["colour"]} colour
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export const phaseSign = (colour, x, y, size) => PHASES[colour](x, y, size);
