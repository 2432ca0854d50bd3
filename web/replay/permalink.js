// Permalink: writes the shown place to the page's address, with a limit on how often.
// Browsers refuse more than a hundred changes in half a minute.

import { writePlace } from "../record/positions.js";

/** @import { Place } from "../record/positions.js" */

const APART_MILLISECONDS = 400;

let next = 0;
/** What is written next. @type {Place} */
let latest;
/** @type {ReturnType<typeof setTimeout> | null} */
let waiting = null;

/**
 * Let the page's address lead to this place: at once, or as soon as the address may change again.
 * @param {Place} place
 */
export function writeAddress(place) {
  const now = performance.now();
  latest = place;
  if (waiting) return;
  if (now >= next) write();
  else waiting = setTimeout(write, next - now);
}

function write() {
  waiting = null;
  next = performance.now() + APART_MILLISECONDS;
  history.replaceState(null, "", location.search + writePlace(latest));
}
