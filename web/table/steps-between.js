// Steps since a position: reads the steps after a position of a game, and the states to show for them.

import { mayMove } from "../kit/reduced-motion.js";
import { isMark, stepsOf } from "../record/frames.js";
import { actionOf, compare } from "../record/positions.js";

/** @import { Game } from "../record/game.js" */
/** @import { State, Step } from "../types.js" */

const MOST = 80; // readers who were away longer have the replay

/**
 * The steps after this position up to the game's own, as this page's player sees them, and the state at it. Steps that
 * are recorded meanwhile come with the state that has them.
 * @param {Game} game
 * @param {string} from
 */
export async function stepsAfter(game, from) {
  /** @type {State | null} */
  let start = null;
  /** @type {Step[]} */
  const steps = [];
  try {
    for await (const step of stepsOf(game.id, String(game.seat ?? "public"), { from, to: game.position })) {
      if (compare(step.position, from) <= 0) start = step.state;
      else if (!isMark(step)) steps.push(step);
    }
  } catch {
    return { start: null, steps: [] }; // the result is shown all the same
  }
  return { start, steps };
}

/**
 * The view of this page's player at a position, and before its action's first effect.
 * @param {Game} game
 * @param {string} position
 */
export async function seenAt(game, position) {
  const [action, effect] = position.split("-").map(Number);
  const from = effect ? `${action}-${effect - 1}` : String(Math.max(1, action - 1));
  /** @type {Step[]} */
  const steps = [];
  for await (const step of stepsOf(game.id, String(game.seat ?? "public"), { from, to: position })) steps.push(step);
  const last = steps.at(-1);
  return last ? { state: last.state, before: steps.at(-2)?.state ?? null, viewer: last.state.as } : null;
}

/**
 * The states that the board shows for these steps; none if nothing moves. The preview has already shown the effect of
 * an own move, so only the last state of that action is included.
 * @param {Step[]} steps
 * @param {string[]} [own] positions in the actions that were my moves
 * @returns {State[]}
 */
export function statesOf(steps, own = []) {
  if (!mayMove()) return [];
  const laid = steps.filter(({ state }) => state.table);
  const mine = new Set(own.map(actionOf));
  const isShown = (/** @type {Step} */ step, /** @type {number} */ place) =>
    !mine.has(actionOf(step.position)) || actionOf(laid[place + 1]?.position ?? "") !== actionOf(step.position);
  const shown = laid.filter(isShown);
  return shown.length > MOST ? [] : shown.map(({ state }) => state);
}

/**
 * The index at which the last consecutive answers of one seat begin.
 * @param {{ seat: number | null, position: string }[]} done
 */
export function lastAnswers(done) {
  const acted = done.filter(({ position }) => position.endsWith("-0"));
  const other = acted.findLast(({ seat }) => seat !== acted.at(-1)?.seat);
  return done.findLastIndex(({ position }) => other && actionOf(position) === actionOf(other.position)) + 1;
}
