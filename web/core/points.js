// Points in words: what a title counts, and whether few are good. Without a unit it counts points, and most are better;
// with the unit null it has no points.

import { gettext } from "./i18n.js";

/** @import { State, Unit } from "../types.js" */
/** @typedef {Unit | null | undefined} Counted */

/**
 * The heading of a column of points.
 * @param {Counted} unit
 */
export const pointsName = (unit) => unit?.name ?? gettext("Points");

/**
 * A number of points: "47", or with a title's own unit "47 bulls".
 * @param {Counted} unit
 * @param {number} number
 * @param {string} [shown] the number as it is written
 */
export const pointsText = (unit, number, shown = String(number)) => aroundNumber(unit, number).join(shown);

/**
 * The words before and after a number of points; empty without a unit.
 * @param {Counted} unit
 * @param {number} number
 * @returns {[string, string]}
 */
export function aroundNumber(unit, number) {
  const [before = "", after = ""] = unit ? (number === 1 ? unit.one : unit.many).split("{number}") : [];
  return [before, after];
}

/**
 * The points of a state, seat by seat: at the end those of the result, which are 0 after resignations. Null before the
 * start; null or empty in a game without points.
 * @param {Pick<State, "points" | "result">} state
 */
export const pointsIn = ({ points, result }) => result?.points ?? points;

/**
 * Compares two numbers of points, the better first.
 * @param {Counted} unit
 * @param {number} one
 * @param {number} other
 */
export const byPoints = (unit, one, other) => (unit?.better === "fewest" ? one - other : other - one);
