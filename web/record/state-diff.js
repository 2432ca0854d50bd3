// State diff: lists the differences between two states in words, and names the API's keys and values.

import { gettext } from "../core/i18n.js";

/** @import { Json, State } from "../types.js" */

/**
 * Every plain value of a JSON value, by its path.
 * @param {Json} value
 * @param {string} [path]
 * @param {Map<string, Json>} [found]
 * @param {boolean} [keepsLists] whether a list of plain values is one value: after a removal, the following values
 *   do not all count as changed
 */
export function flat(value, path = "", found = new Map(), keepsLists = false) {
  if (value === null || typeof value !== "object") return found.set(path, value);
  const entries = Object.entries(value);
  if (!entries.length) found.set(path, "");
  else if (keepsLists && Array.isArray(value) && value.every((one) => one === null || typeof one !== "object")) {
    found.set(path, value.map(valueWords).join(", "));
  } else for (const [key, inner] of entries) flat(inner, path ? `${path}.${key}` : key, found, keepsLists);
  return found;
}

/**
 * Words for a key of the API: "turn_order" is "Turn order", or its translation in the title's texts.
 * @param {string} key
 */
export function keyWords(key) {
  const words = key.replaceAll("_", " ");
  return gettext(words.charAt(0).toUpperCase() + words.slice(1));
}

/**
 * @param {string} path
 * @param {string[]} names
 */
function pathWords(path, names) {
  const parts = path.split(".");
  return parts
    .map((part, place) => {
      if (!/^\d+$/.test(part)) return keyWords(part);
      return parts[place - 1] === "players" || (parts[place - 1] === "points" && place === 1)
        ? (names[Number(part)] ?? part)
        : String(Number(part) + 1);
    })
    .join(" · ");
}

/**
 * A plain value in words, using the title's texts.
 * @param {unknown} value
 */
export function valueWords(value) {
  if (value === undefined || value === null || value === "") return "–";
  if (value === true) return gettext("yes");
  if (value === false) return gettext("no");
  return typeof value === "string" ? gettext(value) : String(value);
}

/**
 * The rows of a comparison of two states of one game, in words: only the changes.
 * @param {State} before
 * @param {State} after
 * @param {string[]} names
 */
export function differences(before, after, names) {
  // Points are separate values per seat, not one list.
  const [left, right] = [before, after].map(({ points, table }) =>
    flat({ points: Object.fromEntries((points ?? []).entries()), table }, "", new Map(), true),
  );
  const rows = [];
  for (const path of new Set([...left.keys(), ...right.keys()])) {
    if (left.get(path) === right.get(path)) continue;
    rows.push({
      path: pathWords(path.replace(/^table\./, ""), names),
      before: valueWords(left.get(path)),
      after: valueWords(right.get(path)),
    });
  }
  return rows;
}
