// Part rules: the rules about a part of the board, and the reason why it cannot be picked.

import { Problem } from "../core/api.js";
import { html } from "../core/dom.js";
import { nearestMove } from "./choice/move-choice.js";
import { inline } from "./rules/markdown.js";
import { rulebookOf, rulesFor, rulesOf } from "./rules/rules-data.js";
import { ruleLink } from "./rules/rule-link.js";
import { gettext } from "../core/i18n.js";

/** @import { Picture } from "./title-drawing.js" */
/** @import { Asked } from "./part-help.js" */
/** @import { Part } from "./part.js" */
/** @typedef {{ now: string, reason?: string, rule?: string }} Why */

/**
 * The rules about this part: those of the innermost part that has any.
 * @param {string} title
 * @param {Picture | null} picture
 * @param {Part} part
 */
export async function rulesOfPart(title, picture, { kinds }) {
  const rules = await rulesOf(title).catch(() => null);
  const table = picture?.state.table;
  if (!rules || !table) return [];
  for (const keys of kinds) {
    const all = keys.flatMap((key) => [...(rules.more?.(key, table) ?? []), key]);
    const found = all.flatMap((key) =>
      key.startsWith("ask ") ? (rules.asks[key.slice(4)] ?? []) : (rulesFor(rules.parts, key) ?? []),
    );
    if (found.length) return [...new Set(found)];
  }
  return [];
}

/**
 * The current question, and the server's reason why this part cannot be picked, if known; null if it can be picked, or
 * if there is no question.
 * @param {string} title
 * @param {Picture | null} picture
 * @param {Part} part
 * @param {Asked | null} asked
 * @returns {Promise<Why | null>}
 */
export async function whyNot(title, picture, { element, fields }, asked) {
  if (!asked || element.closest("[data-pick]")) return null;
  const now = gettext("Now: {question}", { question: asked.question });
  const { moves } = await rulebookOf(title).catch(() => ({ moves: {} }));
  const move = fields && nearestMove(fields, asked.choice, moves, picture?.fields.values() ?? []);
  if (!move) return { now };
  try {
    await asked.tryOut(move);
  } catch (error) {
    // Only the rules give reasons; a malformed move means nothing to a player.
    if (error instanceof Problem && error.rule) return { now, reason: sentence(error.message), rule: error.rule };
  }
  return { now };
}

/**
 * A refusal as a sentence.
 * @param {string} words
 */
const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;

/**
 * These rules with their numbers; unknown numbers are left out.
 * @param {string} title
 * @param {string[]} numbers
 */
export async function rulesList(title, numbers) {
  const found = await rulebookOf(title).catch(() => null);
  const known = found ? numbers.filter((number) => number in found.rules) : [];
  if (!found || !known.length) return null;
  return html.ul(
    { class: "explained-rules" },
    known.map((number) => html.li(ruleLink(title, number), " ", ...inline(found.rules[number], {}))),
  );
}
