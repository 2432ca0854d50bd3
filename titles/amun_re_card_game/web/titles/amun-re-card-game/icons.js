// The icons of this board: Ankh, Field, ingot, winged sun, each designed in a box of 24 units and scaled, and the
// steles.

import { svg } from "../../kit/elements.js";
import { circle, icon, path } from "../../kit/shapes.js";
import { ANKH, GRAINS, STALK } from "../../kit/icons.js";
import { middle } from "../../kit/text.js";

/** @import { Sign } from "../../kit/panels.js" */

const WINGS =
  "M12 9.5C8 7.5 4 7.3 0 8c1 3.4 4 5.2 7.5 5.3L12 13z" + "M12 9.5c4-2 8-2.2 12-1.5-1 3.4-4 5.2-7.5 5.3L12 13z";

/** An Ankh. @type {Sign} */
export const ankh = (x, y, size) =>
  icon(x, y, size, svg("path", { d: ANKH, class: "amun-ankh", "fill-rule": "evenodd" }));

/** A Field: an ear of grain. @type {Sign} */
export const field = (x, y, size) => icon(x, y, size, path(STALK, "amun-stalk"), path(GRAINS, "amun-grain"));

/** A bar of gold, seen from above its long side. @type {Sign} */
export const ingot = (x, y, size) =>
  icon(x, y, size, path("M6 8h12l2.5 4h-17z", "amun-ingot-top"), path("M3.5 12h17L23 18.5H1z", "amun-ingot-front"));

/** The winged sun, on the back of cards. @type {Sign} */
export const wingedSun = (x, y, size) => icon(x, y, size, path(WINGS, "amun-wing"), circle(12, 11, 3.6, "amun-sun"));

/** The slab of a stele in a box of 24 by 28 units. */
const SLAB = "M2 27V11a10 10 0 0 1 20 0v16z";

/**
 * A stele with a Kingdom's points; until then it has the name of its Kingdom.
 * @param {number} kingdom
 * @param {string} name
 * @param {number | undefined} points
 */
export const stele = (kingdom, name, points) =>
  svg(
    "g",
    { class: `amun-kingdom-${kingdom} amun-stele${points === undefined ? " amun-stele-bare" : ""}` },
    path("M0 27h24v2.5H0z", "amun-plinth"),
    path(SLAB, "amun-slab"),
    path(SLAB, "kit-light"),
    points === undefined ? middle(12, 21, name, "amun-stele-name") : middle(12, 22, points, "amun-stele-text"),
  );
