// Autoplay pause: how long playback rests on a step, and whether a reader steps too fast for animations.

/** @import { Step } from "../types.js" */

const REST_MILLISECONDS = 1000;
const WORDS_PER_REST = 110; // letters read in about that time
const EFFECT = 0.6; // an automatic consequence of an answer
const PART = 0.8; // the beginning of a part of the game
const POINTS = 2; // the largest gain of the game
const FAST_IN_A_ROW = 3;
const FAST_MILLISECONDS = 200; // the shortest animation of a piece: faster steps would cut each of them off

/**
 * The points gained or lost in a step.
 * @param {Step} step
 * @param {Step | undefined} before
 */
function gain({ state }, before) {
  const earlier = before?.state.points;
  if (!state.points || !earlier) return 0;
  return state.points.reduce((sum, points, seat) => sum + Math.abs(points - earlier[seat]), 0);
}

/**
 * The pause on the step at this index, at normal speed: short for a forced effect, longer for an answer, longer still
 * the more points are scored, and always long enough to read.
 * @param {Step[]} steps
 * @param {number} index
 * @param {{ index: number }[]} parts the first steps of the game's parts
 */
export function rest(steps, index, parts) {
  const step = steps[index];
  const largest = Math.max(1, ...steps.map((one, place) => gain(one, steps[place - 1])));
  const weight =
    (step.position.endsWith("-0") ? 1 : EFFECT) +
    (parts.some((part) => part.index === index) ? PART : 0) +
    (POINTS * gain(step, steps[index - 1])) / largest;
  return REST_MILLISECONDS * Math.max(weight, step.text.length / WORDS_PER_REST);
}

/**
 * A function to call at each step that detects rapid stepping. Meanwhile the element has a class for the style sheets.
 * @param {Element} place
 */
export function hasteIn(place) {
  let last = -Infinity;
  let fast = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const calmDown = () => {
    const isOver = performance.now() - last > FAST_MILLISECONDS;
    timer = isOver ? undefined : setTimeout(calmDown, FAST_MILLISECONDS);
    place.classList.toggle("hasty", !isOver);
  };
  return () => {
    const now = performance.now();
    fast = now - last < FAST_MILLISECONDS ? fast + 1 : 0;
    last = now;
    if (fast >= FAST_IN_A_ROW && !timer) calmDown();
    return fast >= FAST_IN_A_ROW;
  };
}
