// Bundle parser: reads a record bundle from a file's bytes and reports the entry that a bad line holds.

import { hasForm, isObject, readCanonical } from "../record/canonical-json.js";
import { bytesOf, joined, sha256 } from "../record/hashing.js";
import { gettext, listed } from "../core/i18n.js";

/** @import { Json } from "../types.js" */
/** @typedef {{ action: number, effect: number }} Position */
/** @typedef {{ position: Position, at: string, public: string, digest: string, secrets: Record<string, [Json, string]> }} Line */
/** @typedef {{ header: Record<string, any>, lines: Line[], proofs: Record<string, Json>[], isUndamaged: boolean }} Bundle */

const FORMAT = "stele-bundle/1";
const MOST_LINES = 200000;
const LONGEST_LINE_BYTES = 1000000;
/** A larger file is not read. */
export const MOST_BYTES = 2 ** 29;
const LINE_FEED = 10;
const AT_ONCE = 2000;

const GAME_ID = /^[a-z0-9-]{1,64}$/;
const PLAYER = /^[a-z0-9-]{1,64}$/;
/** A name with a visible character. */
const NAME = /^(?:[^\p{C}\p{Z}]| ){1,40}$/u;
const DIGEST = /^[0-9a-f]{64}$/;
export const SALT = /^[0-9a-f]{32}$/;
const POSITION = /^(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})$/;
const OF_PROOFS = /"(?:proofs|sha256|signature)":/;
const HEADER = {
  format: "string",
  game: "string",
  rulebook: "string",
  viewer: "number|string",
  entries: "number",
  head: "object",
  commitment: "string",
  names: "?object",
};
const ENTRY = { position: "string", e: "string", h: "string", s: "?object" };

/** A check failed at this place. */
export class Failed extends Error {
  /**
   * @param {string} position
   * @param {string} detail
   */
  constructor(position, detail) {
    super(detail);
    this.position = position;
  }
}

/**
 * @param {number} action
 * @param {number} effect
 */
function placeText(action, effect) {
  return `${action}-${effect}`;
}

/**
 * The position in a text; null if there is none.
 * @param {unknown} text
 * @returns {Position | null}
 */
export function positionIn(text) {
  const found = typeof text === "string" ? POSITION.exec(text) : null;
  return found && { action: Number(found[1]), effect: Number(found[2]) };
}

/**
 * Whether one place comes before another.
 * @param {Position} one
 * @param {Position} other
 */
export function isBefore(one, other) {
  return one.action < other.action || (one.action === other.action && one.effect < other.effect);
}

/** Yield to the browser for input and progress updates. */
export function breath() {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function linesOf(bytes) {
  const lines = [];
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
    if (lines.length > MOST_LINES + 1) break;
  }
  lines.push(bytes.subarray(start));
  return lines;
}

/** @param {Uint8Array | undefined} line */
function textOf(line) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(line);
}

/** @param {Uint8Array | undefined} line */
function positionOn(line) {
  const text = textOf(line);
  // In the line of proofs the positions belong to receipts.
  if (OF_PROOFS.test(text) && !text.startsWith('{"e":"')) return null;
  const from = text.split('"position":"')[1];
  return positionIn(from?.split('"')[0]);
}

/**
 * The entry on a line (counted from 1); if it is unreadable, determined from the lines around it.
 * @param {Uint8Array[]} lines
 * @param {number} number
 */
function placeOfLine(lines, number) {
  if (number <= 1) return "header";
  const here = positionOn(lines[number - 1]);
  if (number >= lines.length - 1) return here ? placeText(here.action, here.effect) : "proofs";
  const before = positionOn(lines[number - 2]);
  // Without a line feed two entries are on one line, and the first of them is bad.
  const isTwo = textOf(lines[number - 1]).split('"position":"').length > 2;
  const after = isTwo ? null : positionOn(lines[number]);
  if (after) {
    const isRest = !textOf(lines[number]).startsWith("{");
    if (isRest) return placeText(after.action, after.effect);
    if (after.effect > 0) return placeText(after.action, after.effect - 1);
    return before?.action === after.action - 1
      ? placeText(before.action, before.effect + 1)
      : placeText(after.action - 1, 0);
  }
  if (here) return placeText(here.action, here.effect);
  return before ? placeText(before.action, before.effect + 1) : gettext("line {number}", { number });
}

/**
 * @param {Position} position
 * @param {number} action
 * @param {number} effect
 */
function isAt(position, action, effect) {
  return position.action === action && position.effect === effect;
}

/**
 * Whether a position is after the beginning of this action.
 * @param {Position} position
 * @param {number} action
 */
function isBeyondStart(position, action) {
  return position.action > action || (position.action === action && position.effect > 0);
}

/**
 * Whether an entry continues the chain: then it is the right one, even with a wrong position.
 * @param {Line[]} lines
 * @param {number} index
 */
async function continues(lines, index) {
  const before = bytesOf(lines[index - 1]?.digest ?? "00".repeat(32)) ?? "";
  return (await sha256(joined(before, lines[index].public))) === lines[index].digest;
}

/**
 * The first missing, repeated or misplaced entry, and what is in its place; null if there is none.
 * @param {Line[]} lines
 */
export async function firstGap(lines) {
  let [action, effect] = [1, 0];
  for (const [index, { position, at }] of lines.entries()) {
    const isNext = isAt(position, action, effect);
    const begins = effect > 0 && isAt(position, action + 1, 0);
    if (!isNext && !begins) {
      // The next entry shows whether an effect of this action is missing, or the beginning of the next one.
      const after = lines[index + 1]?.position;
      const isNear = isAt(position, action + 1, 1) || isAt(position, action + 2, 0);
      const isSwapped = after && isAt(after, action + 1, 0) && isNear && !(await continues(lines, index));
      const isLater = after && isBeyondStart(after, action + 1);
      const isNearer = isLater && (after.action <= action + 2 || isBeyondStart(position, action + 1));
      const isBeyond = effect > 0 && (isSwapped || isNearer);
      return { at: isBeyond ? placeText(action + 1, 0) : placeText(action, effect), found: at };
    }
    [action, effect] = [position.action, position.effect + 1];
  }
  return null;
}

/** @param {any} header */
function headerComplaint(header) {
  if (!hasForm(header, HEADER) || !hasForm(header.head, { position: "string", digest: "string" })) {
    return gettext("This is not the first line of a record.");
  }
  const { format, game, viewer, names } = header;
  const isViewer = viewer === "public" || viewer === "all" || (typeof viewer === "number" && viewer >= 0);
  if (format !== FORMAT || !GAME_ID.test(game) || !isViewer || !(names === undefined || areNames(names))) {
    return gettext("This is not the first line of a record.");
  }
  return null;
}

/** @param {any} entry */
function isEntryLine(entry) {
  if (!hasForm(entry, ENTRY)) return false;
  const pairs = Object.values(entry.s ?? {});
  return pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[1] === "string");
}

/** @param {any} entry */
function holdsValues({ position, h, s }) {
  const salts = Object.values(s ?? {}).map((pair) => pair[1]);
  const isEmpty = s !== undefined && !salts.length;
  return positionIn(position) !== null && DIGEST.test(h) && !isEmpty && salts.every((salt) => SALT.test(salt));
}

/** @param {any} entry */
function lineOf({ position, e, h, s }) {
  const place = /** @type {Position} */ (positionIn(position));
  return { position: place, at: position, public: e, digest: h, secrets: s ?? {} };
}

/**
 * The bundle in these bytes, unverified; throws `Failed` if there is none.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {(share: number) => void} tell reports progress, from 0 to 1
 * @returns {Promise<Bundle>}
 */
export async function readBundle(bytes, tell) {
  const lines = linesOf(bytes);
  const count = lines.length - 1;
  const bad = (/** @type {number} */ number, /** @type {string} */ detail) =>
    new Failed(placeOfLine(lines, number), detail);
  const words = gettext("This line is not in record format.");
  if (lines[count].length) throw bad(lines.length, gettext("The file is truncated."));
  if (count > MOST_LINES) throw bad(MOST_LINES + 1, gettext("The file is too large."));
  if (count < 3) throw bad(count, gettext("A record needs a first line, at least one entry and a line of proofs."));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** @type {Json[]} */
  const values = [];
  for (const line of lines.slice(0, -1)) {
    const number = values.length + 1;
    const value = line.length > LONGEST_LINE_BYTES ? undefined : readBytes(decoder, line);
    if (number === count) {
      // The contents are checked once every entry could be read; then comes the last line.
      const wrong = values.findIndex((entry, index) => index > 0 && !holdsValues(entry));
      if (wrong > 0) throw bad(wrong + 1, words);
    }
    if (value === undefined) throw bad(number, words);
    const complaint = number === 1 ? headerComplaint(value) : number < count && !isEntryLine(value) && words;
    if (complaint) throw bad(number, complaint);
    values.push(value);
    if (number % AT_ONCE === 0) {
      tell(number / count);
      await breath();
    }
  }
  const last = /** @type {any} */ (values.pop());
  const isLast = hasForm(last, { proofs: "list", sha256: "string" }) && last.proofs.every(isObject);
  if (!isLast) throw bad(count, words);
  const body = bytes.subarray(0, bytes.length - lines[count - 1].length - 1);
  const isUndamaged = (await sha256(joined(body))) === last.sha256;
  const header = /** @type {Record<string, any>} */ (values[0]);
  return { header, lines: values.slice(1).map(lineOf), proofs: last.proofs, isUndamaged };
}

/**
 * Whether a header agrees with the entries, of which the first opened the game.
 * @param {Record<string, any>} header
 * @param {Line[]} lines
 * @param {Record<string, any>} created
 */
export function isHeaderOf({ game, rulebook, viewer, entries, head, commitment }, lines, created) {
  const last = lines[lines.length - 1];
  const isHead = entries === lines.length && head.position === last.at && head.digest === last.digest;
  const isGame = commitment === created.commitment && rulebook === created.rulebook;
  const isViewer = typeof viewer !== "number" || viewer < created.players;
  return isHead && isGame && isViewer && ["", game].includes(created.game);
}

/**
 * @param {TextDecoder} decoder
 * @param {Uint8Array} line
 */
function readBytes(decoder, line) {
  try {
    return readCanonical(decoder.decode(line));
  } catch {
    return undefined;
  }
}

/**
 * Whether this is a valid mapping of player ids to names; it is left out if empty.
 * @param {Record<string, unknown>} names
 */
function areNames(names) {
  const pairs = Object.entries(names);
  return pairs.length && pairs.every(([id, name]) => PLAYER.test(id) && typeof name === "string" && NAME.test(name));
}

/**
 * The players' names on the server that wrote the record, as a sentence to append; empty if there are none. The names
 * are unproven: the chain holds ids only.
 * @param {Record<string, any>} header
 */
export function namesTold(header) {
  if (!header.names) return "";
  const called = Object.entries(header.names).map(([player, name]) => `${name} (${player})`);
  const names = listed(called);
  const told = gettext("Player names as reported by the server (not proven): {names}.", { names });
  return ` ${told}`;
}
