// Rules data: loads a title's rules by number, and finds the rules about a part of the board or a question.

import { call } from "../../core/api.js";
import { besides } from "../load-drawing.js";

/** @import { TitleAid, TitleRules, WholeTitle } from "../../types.js" */

/** @type {Map<string, Promise<WholeTitle>>} */
const asked = new Map();

/** A title without rule references. @type {TitleRules} */
const SILENT = { parts: {}, asks: {} };

/**
 * The title with its rules in the reader's language, requested once.
 * @param {string} title
 * @returns {Promise<WholeTitle>}
 */
export function rulebookOf(title) {
  /** @type {Promise<WholeTitle>} */
  const found = asked.get(title) ?? call(`/api/rulebooks/${encodeURIComponent(title)}`);
  asked.set(title, found);
  found.catch(() => asked.delete(title));
  return found;
}

/**
 * The rules about the parts of a title's drawing, and about the questions.
 * @param {string} title
 * @returns {Promise<TitleRules>}
 */
export async function rulesOf(title) {
  return (await besides(title, "rules")) ?? SILENT;
}

/**
 * The player aid of a title; null if there is none.
 * @param {string} title
 * @returns {Promise<TitleAid | null>}
 */
export function aidOf(title) {
  return besides(title, "aid");
}

/**
 * The rules of the first of these that has any. A kind's words are matched against the table's, in which `*` matches
 * any word; the longest matching prefix counts.
 * @param {Record<string, string[]>} table
 * @param {string} kind
 */
export function rulesFor(table, kind) {
  const words = kind.split(" ");
  const fits = (/** @type {string} */ key) =>
    key.split(" ").every((word, place) => word === "*" || word === words[place]);
  const keys = Object.keys(table).filter(fits);
  const longest = Math.max(...keys.map((key) => key.split(" ").length));
  const best = keys.filter((key) => key.split(" ").length === longest).sort((one, two) => two.length - one.length)[0];
  return best === undefined ? null : table[best];
}
