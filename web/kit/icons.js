// Icons: symbols that several boards share, such as the Ankh, grain, pyramids, crowns, suns and locks.

import { svg } from "./elements.js";
import { seatShape } from "../core/seat-colours.js";
import { circle, icon, path } from "./shapes.js";

/** @import { Sign } from "./panels.js" */

/** The outline of an Ankh in a box of 24 units; it is filled by the rule "evenodd". */
export const ANKH =
  "M12 1.2C8.4 1.2 6 3.7 6 6.7c0 2.6 2.2 4.7 4.1 6.1L3.6 12v4.6l6.9-.9L9.9 23h4.2l-.6-7.3 6.9.9V12" +
  "l-6.5.8C15.8 11.4 18 9.3 18 6.7c0-3-2.4-5.5-6-5.5zM12 4.2" +
  "c1.8 0 3 1.2 3 2.7 0 1.7-1.5 3.5-3 4.8-1.5-1.3-3-3.1-3-4.8 0-1.5 1.2-2.7 3-2.7z";

/** The stalk of an ear of grain. */
export const STALK = "M11.3 23.5c0-5 .1-9.5.7-14.5.6 5 .7 9.5.7 14.5z";

/** The grains on it. */
export const GRAINS =
  "M12 .5c1.7 1.9 2.1 4 0 6.5-2.1-2.5-1.7-4.6 0-6.5zM11.3 9.7C8.3 9.3 6.9 7.4 6.6 4.5" +
  "c2.8.5 4.5 2.2 4.7 5.2zM12.7 9.7c3-.4 4.4-2.3 4.7-5.2-2.8.5-4.5 2.2-4.7 5.2zM11.3 14.2" +
  "c-3-.4-4.6-2.3-4.9-5.2 2.8.5 4.7 2.2 4.9 5.2zM12.7 14.2" +
  "c3-.4 4.6-2.3 4.9-5.2-2.8.5-4.7 2.2-4.9 5.2zM11.3 18.7" +
  "c-3-.4-4.6-2.3-4.9-5.2 2.8.5 4.7 2.2 4.9 5.2zM12.7 18.7" +
  "c3-.4 4.6-2.3 4.9-5.2-2.8.5-4.7 2.2-4.9 5.2z";

const CAMEL =
  "M3 23.2l1.3-7.6c-.9-1.4-.8-3.2.6-4.3 1.7-1.3 4-.9 5.5-2.4C11.9 7.3 12.8 4.6 15 4.6" +
  "s3.2 2.9 4.6 4.6c1.3 1.6 3.2 1.8 4.1.4 1-1.6.6-4 1.3-5.8.6-1.5 2-2.1 3.3-1.7l2.5 1" +
  "c.7.4.7 1.5-.1 1.7l-2.5.5c-.5 2.2-.3 5-1.5 7.3-1 1.8-2.7 2.7-4.4 2.9l.5 7.7h-1.9l-1-7-1 7h-1.7" +
  "l.2-7.3c-2.4.4-5 .2-7-.4l-.9 7.7H7.8l-.4-6.2-2.5 6.2z";
const SADDLE = "M11.6 8.2c.9-1.8 1.7-3.6 3.4-3.6 1.7 0 2.7 1.9 3.7 3.5l-.6 5.2h-6z";
const WHITE_CROWN = "M9.2 14C8.5 8.8 10 5.6 11.4 3.9c-.5-1.3.3-2.7 1.7-2.7s2.2 1.4 1.7 2.7c1.8 2 3.4 5.3 3.7 10.1z";
const RED_CROWN = "M4.6 22.5L3.4 3h4.2L9.8 13.2H20l-1.2 9.3z";
const CURL = "M13 13.2c1.4-3.4 4.2-5.4 6.6-4.4 2 .9 1.5 3.4-.4 3.3-1.2-.1-1.4-1.6-.4-1.9";
const RAYS =
  "M12 0l2 5h-4zM12 24l2-5h-4zM0 12l5-2v4zM24 12l-5-2v4z" +
  "M3.5 3.5l5 2-3 3zM20.5 20.5l-5-2 3-3zM3.5 20.5l2-5 3 3zM20.5 3.5l-2 5-3-3z";

/** A laden camel; a third wider than the given size. @type {Sign} */
export const caravan = (x, y, size) => icon(x, y, size, path(CAMEL, "kit-camel"), path(SADDLE, "kit-saddle"));

/** A pyramid, the side away from the sun shaded. @type {Sign} */
export const pyramid = (x, y, size) =>
  icon(
    x,
    y,
    size,
    path("M2 21.3h21l2.8 2H8z", "kit-cast"),
    path("M12 2L.8 21.5h14.7z", "kit-lit"),
    path("M12 2l3.5 19.5h7.7z", "kit-shaded"),
  );

/** The Pharaoh's double crown on its round token. @type {Sign} */
export const crown = (x, y, size) =>
  icon(
    x,
    y,
    size,
    circle(12, 12, 12, "kit-token"),
    circle(12, 12, 10.6, "kit-token-ring"),
    svg(
      "g",
      { transform: "translate(4.3 3.6) scale(.66)" },
      path(WHITE_CROWN, "kit-white-crown"),
      path(RED_CROWN, "kit-red-crown"),
      path(CURL, "kit-curl"),
    ),
  );

/** The sun disc with its rays, for a point. @type {Sign} */
export const sun = (x, y, size) => icon(x, y, size, path(RAYS, "kit-rays"), circle(12, 12, 6, "kit-rays"));

/** A lock, for sealed things. @type {Sign} */
export const lock = (x, y, size) =>
  icon(x, y, size, path("M7 11V8a5 5 0 0 1 10 0v3", "kit-lock-bow"), path("M4.5 11h15v11h-15z", "kit-lock"));

/**
 * The mark of a seat in a drawing, of this size with its upper left corner at x, y.
 * @param {number} seat
 */
export const seatMark = (seat, x = 0, y = 0, size = 16) => svg("path", seatShape(seat, x, y, size));
