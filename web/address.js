// The address follows the reader, but not at every step: browsers refuse more than a hundred changes in half a minute.

import { writePlace } from "./place.js";

/** @import { Place } from "./place.js" */

const APART_MILLISECONDS = 400;

let next = 0;
/** @type {ReturnType<typeof setTimeout> | null} */
let waiting = null;

/**
 * Let the page's address lead to this place: at once, or as soon as the address may change again.
 * @param {Place} place as it is then
 */
export function writeAddress(place) {
  const now = performance.now();
  if (waiting) return;
  if (now >= next) write(place);
  else waiting = setTimeout(() => write(place), next - now);
}

/** @param {Place} place */
function write(place) {
  waiting = null;
  next = performance.now() + APART_MILLISECONDS;
  history.replaceState(null, "", location.search + writePlace(place));
}
