// Signed commands: whether the command that a player signed leads to the recorded event, for the events of every game.

import { canonical, isObject } from "../record/canonical-json.js";
import { OMITTED, SHARED_EVENTS } from "../record/shared-events.js";

const NO_REMEDY = OMITTED.OpenDispute.remedy;

/**
 * Whether this command of a player leads to this event of every game.
 * @param {Record<string, any>} event
 * @param {Record<string, any>} command
 */
export function isCommandOf(event, { type, ...given }) {
  const [name = "", ...members] = SHARED_EVENTS[/** @type {keyof SHARED_EVENTS} */ (event.type)];
  const whole = /** @type {Record<string, any>} */ ({ ...OMITTED[/** @type {keyof OMITTED} */ (name)], ...given });
  if (isObject(given.remedy)) whole.remedy = { ...NO_REMEDY, ...given.remedy };
  if (type !== name || Object.keys(whole).length !== members.length) return false;
  const same = (/** @type {string} */ member) =>
    Object.hasOwn(whole, member) && canonical(whole[member]) === canonical(event[member] ?? "");
  return members.every(same);
}
