// Key steps: picks the steps that matter most to a seat, by their weight and by the start of a phase.
// They are found without the rules.

/** @import { LoadedDrawing, Step } from "../types.js" */

const MOST = 3;
const PART = 2;
const ANSWER = 1; // somebody's own move, before what followed from it by the rules

/**
 * The two or three steps that matter most to these seats, in their order.
 * @param {Step[]} steps
 * @param {number[]} mine
 * @param {Pick<LoadedDrawing, "phase">} drawing
 */
export function matters(steps, mine, drawing) {
  const weights = steps.map((step, place) => weight(step, steps[place - 1], mine, drawing));
  const order = steps.map((_step, place) => place);
  order.sort((one, other) => weights[other] - weights[one] || other - one);
  const chosen = new Set(order.slice(0, MOST));
  return steps.filter(({ text }, place) => chosen.has(place) && text);
}

/**
 * @param {Step} step
 * @param {Step | undefined} before
 * @param {number[]} mine
 * @param {Pick<LoadedDrawing, "phase">} drawing
 */
function weight({ weights, state, position }, before, mine, drawing) {
  const earlier = before?.state.table;
  const isPart = earlier && state.table && drawing.phase(earlier).key !== drawing.phase(state.table).key;
  const own = Math.max(0, ...mine.map((seat) => weights[seat]));
  return own + (isPart ? PART : 0) + (position.endsWith("-0") ? ANSWER : 0);
}
