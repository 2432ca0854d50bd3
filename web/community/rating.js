// Ratings: formats a rating with its uncertainty and draws the rating curve.

import { html, svg } from "../core/dom.js";
import { gettext, timeText } from "../core/i18n.js";

/** @typedef {{ rating: number, uncertainty: number }} Rating */
/** @typedef {Rating & { at: string, game: string | null }} RatingThen */

const WIDTH = 320;
const HEIGHT = 110;
const EDGE = 6;
const LEAST_HEIGHT = 200; // so that small changes do not look large

/**
 * A rating with its uncertainty; in full for screen readers.
 * @param {Rating} rating
 */
export function ratingText({ rating, uncertainty }) {
  const words = gettext("{rating}, plus or minus {uncertainty}", { rating, uncertainty });
  return html.span(
    { class: "rating" },
    html.span({ "aria-hidden": "true" }, html.strong(rating), ` ± ${uncertainty}`),
    html.span({ class: "unseen" }, words),
  );
}

/** The mark of a rating that is based on few games. */
export const provisionalTag = () => html.span({ class: "tag" }, gettext("provisional"));

/**
 * The rating curve, game by game: a line with a band of its uncertainty.
 * @param {RatingThen[]} points
 */
export function ratingCurve(points) {
  const lows = points.map(({ rating, uncertainty }) => rating - uncertainty);
  const highs = points.map(({ rating, uncertainty }) => rating + uncertainty);
  const least = Math.min(...lows);
  const most = Math.max(...highs, least + LEAST_HEIGHT);
  const x = (/** @type {number} */ place) =>
    (EDGE + (place / Math.max(1, points.length - 1)) * (WIDTH - 2 * EDGE)).toFixed(1);
  const y = (/** @type {number} */ number) =>
    (HEIGHT - EDGE - ((number - least) / (most - least)) * (HEIGHT - 2 * EDGE)).toFixed(1);
  const along = (/** @type {number[]} */ numbers) => numbers.map((number, place) => `${x(place)} ${y(number)}`);
  const first = points[0];
  const last = points[points.length - 1];
  const words = gettext("Rating over time: from {first} on {since} to {last} on {until}", {
    first: first.rating,
    since: timeText(first.at),
    last: last.rating,
    until: timeText(last.at),
  });
  return svg.svg(
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "rating-curve", role: "img", "aria-label": words },
    svg.path({ class: "rating-band", d: `M${[...along(highs), ...along(lows).reverse()].join("L")}Z` }),
    svg.path({ class: "rating-line", d: `M${along(points.map(({ rating }) => rating)).join("L")}` }),
  );
}
