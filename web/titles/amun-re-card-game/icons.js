// The small drawings of this board: Ankh, Field, Caravan, Pyramid, crown, ingot, offering seal. Each is made in a box
// of 24 units (the Caravan in one of 32 by 24) and scaled from there.

import { svg } from "../../kit/drawn.js";
import { circle, icon, path } from "../../kit/shapes.js";
import { ANKH, GRAINS, STALK } from "../../kit/signs.js";

/** @import { Sign } from "../../kit/panels.js" */

const WINGS =
  "M12 9.5C8 7.5 4 7.3 0 8c1 3.4 4 5.2 7.5 5.3L12 13z" + "M12 9.5c4-2 8-2.2 12-1.5-1 3.4-4 5.2-7.5 5.3L12 13z";

/** An Ankh. @type {Sign} */
export const ankh = (x, y, size) =>
  icon(x, y, size, svg("path", { d: ANKH, class: "amun-ankh", "fill-rule": "evenodd" }));

/** A Field: an ear of grain. @type {Sign} */
export const field = (x, y, size) => icon(x, y, size, path(STALK, "amun-stalk"), path(GRAINS, "amun-grain"));

/** A Pyramid printed on a card: the outline alone. @type {Sign} */
export const printedPyramid = (x, y, size) =>
  icon(x, y, size, path("M12 3L1.5 21.2h21zM12 3l3.3 18.2", "amun-printed"));

/** A bar of gold, seen from above its long side. @type {Sign} */
export const ingot = (x, y, size) =>
  icon(x, y, size, path("M6 8h12l2.5 4h-17z", "amun-ingot-top"), path("M3.5 12h17L23 18.5H1z", "amun-ingot-front"));

/** The winged sun, on the back of cards. @type {Sign} */
export const wingedSun = (x, y, size) => icon(x, y, size, path(WINGS, "amun-wing"), circle(12, 11, 3.6, "amun-sun"));
