// Annulled steps: finds the steps of a record that were undone by a rollback to an earlier position.

import { goesBack, stays } from "./take-back-events.js";
import { findStep } from "./positions.js";

/** @import { Step } from "../types.js" */

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
  return steps.map(({ type }, place) => !counting.has(place) && !stays(type));
}
