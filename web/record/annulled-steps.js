// Annulled steps: finds the steps of a record that were undone by a rollback to an earlier position.

import { findStep } from "./positions.js";
import { SHARED_EVENTS } from "./shared-events.js";

/** @import { Step } from "../types.js" */

const GO_BACK = ["RolledBack", "TakenBack"];

/**
 * Whether an event of this type is a rollback.
 * @param {string} type
 */
export function goesBack(type) {
  return GO_BACK.includes(type);
}

/**
 * Whether an event of this type survives a rollback, which undoes only the title's own events and earlier rollbacks.
 * @param {string} type
 */
export function stays(type) {
  return Object.hasOwn(SHARED_EVENTS, type) && !goesBack(type);
}

/**
 * For each step, whether it was annulled: it is not on the path from the first step to the last.
 * @param {Pick<Step, "position" | "type" | "at" | "data">[]} steps
 */
export function annulled(steps) {
  const counting = new Set();
  let index = steps.length - 1;
  while (index >= 0) {
    counting.add(index);
    const step = steps[index];
    index = goesBack(step.type) ? findStep(steps, String(step.data?.position)) : index - 1;
  }
  return steps.map(({ type }, place) => !counting.has(place) && !stays(type));
}
