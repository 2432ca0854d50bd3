// Key steps: picks the steps that matter most to a seat, by their weight and by the start of a phase.
// They are found without the rules.

/** @import { LoadedDrawing, Step } from "../types.js" */

const MOST = 3;
const PART = 2;
const ANSWER = 1; // a player's own move, before its consequences by the rules

/**
 * The two or three most important steps for these seats, in order.
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

/**
 * These steps grouped by the player whom their sentences are about, whoever caused them; null for those about nobody:
 * first the player whose steps weigh most for these seats.
 * @param {Pick<Step, "position" | "text" | "weights" | "seat" | "seats">[]} told
 * @param {number[]} mine
 */
export function byPlayer(told, mine) {
  /** @type {Map<number | null, typeof told>} */
  const groups = new Map();
  for (const step of told) {
    const subject = step.seats[0] ?? step.seat;
    groups.set(subject, [...(groups.get(subject) ?? []), step]);
  }
  const own = (/** @type {typeof told} */ one) =>
    Math.max(0, ...one.flatMap(({ weights }) => mine.map((seat) => weights[seat])));
  return [...groups].sort(([, one], [, other]) => own(other) - own(one));
}
