// Board differences: the parts that differ between two pictures of a game, in words, grouped by player.

import { gettext } from "../core/i18n.js";

/** @import { Drawn } from "../kit/elements.js" */
/** @import { Note, Notes } from "./title-drawing.js" */
/**
 * One thing that differs, and what it showed and shows. Parts that tell the same in the same words are one.
 * @typedef {{ name: string, before: string, after: string, keys: string[] }} Difference
 */
/**
 * The differences of a player, or of no player.
 * @typedef {{ seat: number | null, rows: Difference[] }} Differing
 */

const ABSENT = "–";

/**
 * What `mark` marks in the two pictures: first what belongs to no player, then the players in the order of their seats.
 * @param {Notes} before
 * @param {Notes} after
 * @returns {Differing[]}
 */
export function differencesOf(before, after) {
  /** @type {Map<number | null, Map<string, Difference>>} */
  const groups = new Map();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    if (was?.value === is?.value) continue;
    const { told, area } = /** @type {Note} */ (is ?? was);
    const seat = told.seat === undefined ? area.seat : told.seat;
    const row = wordsOf(was, is);
    const rows = groups.get(seat) ?? new Map();
    groups.set(seat, rows);
    const same = `${row.name}\n${row.before}\n${row.after}`;
    rows.set(same, { ...row, keys: [...(rows.get(same)?.keys ?? []), key] });
  }
  return [...groups]
    .sort(([one], [other]) => (one ?? -1) - (other ?? -1))
    .map(([seat, rows]) => ({ seat, rows: [...rows.values()] }));
}

/**
 * @param {Note | undefined} was
 * @param {Note | undefined} is
 */
function wordsOf(was, is) {
  const { told, area } = /** @type {Note} */ (is ?? was);
  const spoken = [was, is].map((one) => (one ? nameIn(one.part) : ""));
  const heads = new Set(spoken.filter(Boolean).map(headOf));
  const [head] = heads.size === 1 ? heads : [""];
  const name = told.name ?? (head || area.label);
  const [before, after] = [was, is].map((one, place) => {
    if (!one) return ABSENT;
    const start = `${name}: `;
    const words = spoken[place].startsWith(start) ? spoken[place].slice(start.length) : spoken[place];
    return String(one.told.text ?? words) || ABSENT;
  });
  return { name, before, after: before === after ? gettext("changed") : after };
}

/** The words before a colon: what stays when "c4: empty" becomes "c4: a hall". @param {string} words */
const headOf = (words) => words.slice(0, Math.max(0, words.indexOf(": ")));

/**
 * The accessible name of a part: its picture's, its own, or its text.
 * @param {Drawn} part
 */
function nameIn(part) {
  const label = pictureIn(part)?.attributes["aria-label"] ?? part.attributes["aria-label"];
  return String(label ?? textIn(part));
}

/**
 * @param {Drawn} part
 * @returns {Drawn | undefined}
 */
function pictureIn(part) {
  if (part.attributes.role === "img" && part.attributes["aria-label"]) return part;
  for (const child of part.children) {
    const found = pictureIn(child);
    if (found) return found;
  }
  return undefined;
}

/**
 * @param {Drawn} part
 * @returns {string}
 */
const textIn = ({ text, children, attributes }) =>
  attributes["aria-hidden"] === "true" ? "" : text || children.map(textIn).join(" ");
