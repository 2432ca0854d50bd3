// Canonical JSON (RFC 8785): writes and reads the format of records. Numbers are whole, names ASCII and text in NFC, as
// defined in docs/reference/records.md.

/** @import { Json } from "../types.js" */

const HAS_SURROGATE = /\p{Surrogate}/u;
// eslint-disable-next-line no-control-regex -- ASCII begins with the control characters
const IS_ASCII = /^[\x00-\x7f]*$/;

const MOST_NESTED = 64;

/**
 * Whether lists and objects are nested no deeper than a record allows; invalid JSON may pass.
 * @param {string} text
 */
function isShallow(text) {
  let pairs = text
    .replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|[^[\]{}"]+/g, "")
    .replace(/[[{]/g, "(")
    .replace(/[\]}]/g, ")");
  if (pairs.length <= MOST_NESTED) return true;
  for (let level = 0; level < MOST_NESTED; level += 1) pairs = pairs.replaceAll("()", "");
  return pairs === "";
}

/** @param {string} text */
function written(text) {
  const isText = IS_ASCII.test(text) || (text.normalize("NFC") === text && !HAS_SURROGATE.test(text));
  if (!isText) throw new SyntaxError("not text in NFC");
  return JSON.stringify(text);
}

/**
 * The canonical JSON of a value; throws if it has none.
 * @param {Json} value
 * @returns {string}
 */
export function canonical(value) {
  if (typeof value === "string") return written(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new SyntaxError("not a whole number below 2^53");
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value === "boolean") return String(value);
  const names = Object.keys(value).sort();
  if (!names.every((name) => IS_ASCII.test(name))) throw new SyntaxError("a name is not ASCII text");
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/**
 * The value of a text that is canonical JSON; undefined if it is not.
 * @param {string} text
 * @returns {Json | undefined}
 */
export function readCanonical(text) {
  try {
    if (!isShallow(text)) return undefined;
    const value = JSON.parse(text);
    return canonical(value) === text ? value : undefined;
  } catch {
    return undefined; // invalid JSON, or not canonical
  }
}

/**
 * Whether this is a JSON object.
 * @param {unknown} value
 * @returns {value is Record<string, Json>}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether this is an object with exactly these members, each of this kind; `?` before a kind: optional.
 * @param {unknown} value
 * @param {Record<string, string>} form
 * @returns {value is Record<string, any>}
 */
export function hasForm(value, form) {
  if (!isObject(value) || !Object.keys(value).every((name) => Object.hasOwn(form, name))) return false;
  return Object.entries(form).every(([name, kinds]) => {
    if (!Object.hasOwn(value, name)) return kinds.startsWith("?");
    return kinds.replace("?", "").split("|").includes(kindOf(value[name]));
  });
}

/** @param {unknown} value */
function kindOf(value) {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}
