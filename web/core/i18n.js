// Translation (gettext): the pages' texts, plurals, times and lists in the reader's language. The English text is the
// key; the server generates the other languages' catalogs from the .po files. Call `await textsReady` before showing
// the first text.

import { here } from "./base-path.js";
import { keep, kept } from "./storage.js";

/** @type {Record<string, string>} */
export const LANGUAGES = { en: "English", it: "Italiano", es: "Español" };
const KEPT = "stele-language";

function preferred() {
  const chosen = kept(KEPT);
  if (chosen && chosen in LANGUAGES) return chosen;
  for (const wish of navigator.languages ?? [navigator.language]) {
    const short = wish.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}

export const language = preferred();

/** The reader's own form of this language, such as British English: it decides how dates and times are written. */
export const locale = (navigator.languages ?? []).find((one) => one.split("-")[0] === language) ?? language;

/** @type {Record<string, string | string[]>} */
const catalog = {};

/** @param {string} name */
async function load(name) {
  if (language === "en") return;
  const response = await fetch(here(`/web/texts/${name}.json`));
  if (response.ok) Object.assign(catalog, await response.json());
}

export const textsReady = load(language);

/**
 * Load the texts of a title's drawing, before it draws, or of its player aid.
 * @param {string} title
 * @param {"" | "/aid"} [part]
 */
export function titleTexts(title, part = "") {
  return load(`${language}/${encodeURIComponent(title)}${part}`);
}

/** Load the texts of the operators' page. */
export function operatorTexts() {
  return load(`${language}/operator`);
}

/**
 * @param {string} template
 * @param {Record<string, unknown>} values
 */
function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * The text in the reader's language, with its {places} filled in.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export function gettext(text, values = {}) {
  const found = catalog[text];
  return filled(typeof found === "string" ? found : (found?.[0] ?? text), values);
}

/**
 * Singular or plural: `ngettext("{number} move", "{number} moves", count)`.
 * @param {string} one
 * @param {string} many
 * @param {number} number
 * @param {Record<string, unknown>} [values]
 */
export function ngettext(one, many, number, values = {}) {
  const found = catalog[one];
  const forms = Array.isArray(found) ? found : [one, many];
  return filled(forms[number === 1 ? 0 : 1], { number, ...values });
}

/**
 * Switch to another language: it is stored in this browser, and the page reloads.
 * @param {string} chosen
 */
export function chooseLanguage(chosen) {
  keep(KEPT, chosen);
  location.reload();
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * A past time relative to now, in words.
 * @param {string} time
 */
export function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  }
  return gettext("just now");
}

// Created once: that takes far longer than using them, and a story has hundreds of times.
const times = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/**
 * A time as the reader's own country writes it, to the minute.
 * @param {string} time
 */
export function timeText(time) {
  return times.format(new Date(time));
}

/**
 * Words joined in a sentence: "Ada, Bo and Cy", or as a disjunction "Ada, Bo or Cy".
 * @param {string[]} words
 * @param {"conjunction" | "disjunction"} [type]
 */
export function listed(words, type = "conjunction") {
  return new Intl.ListFormat(language, { type }).format(words);
}
