// Score chart: draws each seat's points over a whole game as an SVG line.

import { svg } from "../../core/dom.js";
import { seatMark } from "../../core/seat-colours.js";
import { gettext } from "../../core/i18n.js";

/** @import { State } from "../../types.js" */

const WIDTH = 480;
const HEIGHT = 160;
const EDGE = 14;

/**
 * The curve, or nothing if nobody ever had a point.
 * @param {number[][]} points after each step the points, seat by seat
 * @param {State["seats"]} seats
 */
export function curve(points, seats) {
  const most = Math.max(0, ...points.flat());
  const last = points.at(-1);
  if (!most || !last) return null;
  const least = Math.min(0, ...points.flat());
  const x = (/** @type {number} */ step) => EDGE + (step / Math.max(1, points.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ number, /** @type {number} */ seat) =>
    HEIGHT - EDGE - ((number - least) / (most - least)) * (HEIGHT - 2 * EDGE) + seat * 1.5;
  const line = (/** @type {number} */ seat) => {
    let drawn = `M${x(0)} ${y(points[0][seat], seat)}`;
    points.forEach((one, step) => {
      if (!step || one[seat] === points[step - 1][seat]) return;
      drawn += `H${x(step).toFixed(1)}V${y(one[seat], seat).toFixed(1)}`;
    });
    return `${drawn}H${WIDTH - EDGE}`;
  };
  const words = seats.map(({ seat, name }) => `${name}: ${last[seat]}`).join(", ");
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "curve",
      role: "img",
      "aria-label": gettext("Points over time. At the end: {points}", { points: words }),
    },
    svg("path", { d: `M${EDGE} ${y(0, 0)}H${WIDTH - EDGE}`, class: "curve-ground" }),
    seats.map(({ seat }) => svg("path", { d: line(seat), class: `curve-line seat-${seat}` })),
    seats.map(({ seat }) => seatMark(seat, WIDTH - EDGE - 6, y(last[seat], seat) - 6, 12)),
  );
}
