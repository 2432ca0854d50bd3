// Event sentences: their times in the reader's format and time zone.

import { timeText } from "../core/i18n.js";

/** @import { SentencePart } from "../types.js" */

/**
 * The event with the times of its sentence as this reader's clock shows them; the server knows them in UTC.
 * @template {{ text: string, parts?: SentencePart[] }} Narrated
 * @param {Narrated} told
 * @returns {Narrated}
 */
export function localised(told) {
  if (!told.parts?.some(isTime)) return told;
  const parts = told.parts.map((part) => (isTime(part) ? timeText(part.at) : part));
  return { ...told, parts, text: parts.map(textOf).join("") };
}

/**
 * The words of a part.
 * @param {SentencePart} part
 */
export function textOf(part) {
  if (typeof part !== "object") return String(part);
  return "at" in part ? part.words : part.name;
}

/**
 * @param {SentencePart} part
 * @returns {part is Extract<SentencePart, { at: string }>}
 */
const isTime = (part) => typeof part === "object" && "at" in part;
