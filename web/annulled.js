// Which steps of a record count no longer, because play went on from an earlier position.

import { findStep } from "./place.js";
import { goesBack } from "./rollbacks.js";

/** @import { Step } from "./types.js" */

/** What stays as it is when play goes back: only what the title's own events did is undone. */
const STAYS =
  /^(Dispute\w+|Seat(Resigned|Freed|TakenOver|Offered)|TakeBack(Asked|Answered|Withdrawn)|End(Proposed|Answered|Withdrawn)|CommandSigned|KeyChanged)$/;

/**
 * Whether play goes back with this step.
 * @param {Pick<Step, "type">} step
 */
export function isRollBack({ type }) {
  return goesBack(type);
}

/**
 * For each step, whether it was annulled: it does not lie on the way from the first step to the last one.
 * @param {Pick<Step, "position" | "type" | "at" | "data">[]} steps
 */
export function annulled(steps) {
  const counting = new Set();
  let index = steps.length - 1;
  while (index >= 0) {
    counting.add(index);
    const step = steps[index];
    index = isRollBack(step) ? findStep(steps, String(step.data?.position)) : index - 1;
  }
  return steps.map(({ type }, place) => !counting.has(place) && !STAYS.test(type));
}
