// Playback speed: how long playback rests on a step, with more time for steps that matter more.

/** @import { Step } from "../types.js" */

const REST_MILLISECONDS = 1000;
const WORDS_PER_REST = 110; // letters that are read in about that time
const EFFECT = 0.6; // what follows by itself from somebody's answer
const PART = 0.8; // a part of the game that begins
const POINTS = 2; // the largest gain of the game

/**
 * How many points changed hands with a step.
 * @param {Step} step
 * @param {Step | undefined} before
 */
function gain({ state }, before) {
  const earlier = before?.state.points;
  if (!state.points || !earlier) return 0;
  return state.points.reduce((sum, points, seat) => sum + Math.abs(points - earlier[seat]), 0);
}

/**
 * How long to rest on the step at this index, at single speed: a forced effect passes quickly, an answer stays longer,
 * a scoring the longer the more it scores, and nothing is gone before it can be read.
 * @param {Step[]} steps
 * @param {number} index
 * @param {{ index: number }[]} parts where the parts of the game begin
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
