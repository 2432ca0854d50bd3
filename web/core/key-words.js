// Key words: the API's keys and values in words, in the title's texts if they have them.

import { gettext } from "./i18n.js";

/**
 * Words for a key of the API: "turn_order" is "Turn order", or its translation in the title's texts.
 * @param {string} key
 */
export function keyWords(key) {
  const words = key.replaceAll("_", " ");
  return gettext(words.charAt(0).toUpperCase() + words.slice(1));
}

/**
 * A plain value in words, using the title's texts.
 * @param {unknown} value
 */
export function valueWords(value) {
  if (value === undefined || value === null || value === "") return "–";
  if (value === true) return gettext("yes");
  if (value === false) return gettext("no");
  return typeof value === "string" ? gettext(value).replaceAll("_", " ") : String(value);
}
