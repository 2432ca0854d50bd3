// Which steps matter most to a player: those whose sentences name them, that change their points, with which a part of
// the game begins. Nothing is known of the rules.

/** @import { LoadedDrawing, Step } from "./types.js" */

const MOST = 3;
const NAMED = 3;
const POINTS = 2;
const PART = 2;
const ANSWER = 1; // somebody's own move, before what followed from it by the rules
const LETTER = /[\p{L}\p{N}]/u;

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
function weight({ text, state, position }, before, mine, drawing) {
  const isNamed = mine.some((seat) => names(text, state.seats[seat]?.name ?? ""));
  const earlier = before?.state;
  const gained = mine.some((seat) => earlier?.points && state.points && state.points[seat] !== earlier.points[seat]);
  const isPart = earlier?.table && state.table && drawing.phase(earlier.table).key !== drawing.phase(state.table).key;
  return (isNamed ? NAMED : 0) + (gained ? POINTS : 0) + (isPart ? PART : 0) + (position.endsWith("-0") ? ANSWER : 0);
}

/**
 * Whether a sentence has this name, and not only another one that begins like it.
 * @param {string} text
 * @param {string} name
 */
export function names(text, name) {
  if (!name) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!LETTER.test(text[at - 1] ?? "") && !LETTER.test(text[at + name.length] ?? "")) return true;
  }
  return false;
}
