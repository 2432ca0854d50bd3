// Event schema: the forms of a record's entries, as far as needed for the checks in a browser. The members of a title's
// events are defined by its rules.

import { hasForm, isObject } from "../record/canonical-json.js";
import { SHARED_EVENTS } from "../record/shared-events.js";

/** @typedef {{ at: number, data: Record<string, any>, actor?: number, luck?: number, opens?: [string, string, any, string][], version?: number }} Said */

const RECORD = {
  at: "number",
  data: "object",
  actor: "?number",
  luck: "?number",
  opens: "?list",
  version: "?number",
};

/**
 * Whether this is a well-formed record of an event, without extra members.
 * @param {unknown} said
 * @returns {said is Said}
 */
export function isRecord(said) {
  if (!hasForm(said, RECORD)) return false;
  const { data, opens = [] } = said;
  return typeof data.type === "string" && opens.every(isOpening);
}

/** @param {unknown} opening */
function isOpening(opening) {
  return Array.isArray(opening) && opening.length === 4 && [0, 1, 3].every((at) => typeof opening[at] === "string");
}

/**
 * Whether events of this type may be in any game's record, whatever its title.
 * @param {string} type
 */
export function isOfEveryGame(type) {
  return Object.hasOwn(SHARED_EVENTS, type);
}

/**
 * The event that opened the game, in its current version.
 * @param {Record<string, any>} data
 * @returns {Record<string, any>}
 */
export function openedBy(data) {
  const missing = { rulebook: data.title, computers: [], game: "", luck: "1", strict: false };
  return { ...missing, nonce_commitments: [], signed: false, signing: "1", beacon: null, ...data };
}

/**
 * The sealed fields of an event, and their substitutes.
 * @param {Record<string, any>} data
 * @returns {[string, any][]}
 */
export function sealedIn(data) {
  return Object.entries(data).filter(([, shown]) => isObject(shown) && Object.hasOwn(shown, "sealed"));
}
