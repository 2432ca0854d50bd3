// Generic drawing: shows any title's view as headings, tables, tracks and piles.
// For titles with a drawing of their own it is the "plain tables" view, which a screen reader reads best. A title's
// words.py translates the names of keys and values.

import { keyWords, valueWords } from "../core/key-words.js";
import { html, svg } from "../kit/elements.js";
import { seatMark } from "../kit/icons.js";
import { nameOf } from "../kit/table-frame.js";
import { gettext } from "../core/i18n.js";

/** @import { Child, Drawn } from "../kit/elements.js" */
/** @import { DrawingContext, Json, Phase } from "../types.js" */

/** @typedef {null | boolean | number | string} Plain */

/** @typedef {{ [key: string]: Json }} Thing */

/** @type {(value: Json | undefined) => value is Plain} */
const isPlainValue = (value) => value === null || typeof value !== "object";

/** @type {(value: Json | undefined) => value is Thing} */
const isThing = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {string} key */
const isSeatKey = (key) => key === "seat" || key.endsWith("_seat");

/**
 * Draw the whole view from its structure alone, for any title.
 * @param {Json} table
 * @param {DrawingContext} context
 */
export function draw(table, context) {
  const shown = html("div", { class: "plain-board", role: "group", "aria-label": gettext("The table") });
  for (const child of isThing(table) ? members(table, "", 2, context) : []) if (child) shown.append(child);
  return shown;
}

/**
 * The game's phase from the view's `phase`, if there is one.
 * @param {Json} table
 * @returns {Phase}
 */
export function phase(table) {
  const key = isThing(table) && isPlainValue(table.phase) ? String(table.phase ?? "") : "";
  return { key, label: key === "" ? gettext("The game") : keyWords(key) };
}

/**
 * The questions are the names of the moves.
 * @type {Record<string, () => string>}
 */
export const questions = {};

/**
 * The members of an object: plain values first, then nested ones.
 * @param {Thing} value
 * @param {string} path
 * @param {number} level
 * @param {DrawingContext} context
 */
function members(value, path, level, context) {
  /** @type {Drawn[]} */
  const plain = [];
  /** @type {Drawn[]} */
  const deep = [];
  for (const [key, inner] of Object.entries(value)) {
    const place = `${path}.${key}`;
    if (isPlainValue(inner)) {
      const shown = html("dd", {}, plainValue(key, inner, context));
      context.note(shown, place, inner, { name: thing(place), text: textOf(key, inner, context) });
      plain.push(html("div", {}, html("dt", {}, keyWords(key)), shown));
    } else deep.push(zone(key, inner, place, level, context));
  }
  return [plain.length ? html("dl", { class: "plain-values" }, plain) : null, ...deep];
}

/**
 * @param {string} key
 * @param {Plain | undefined} value
 * @param {DrawingContext} context
 */
function plainValue(key, value, context) {
  return isSeatKey(key) && Number.isInteger(value) ? seat(Number(value), context) : valueWords(value);
}

/**
 * @param {number} number
 * @param {DrawingContext} context
 */
function seat(number, context) {
  const icon = { viewBox: "0 0 24 24", width: 16, height: 16, class: "seat-icon", "aria-hidden": "true" };
  const mark = svg("svg", icon, seatMark(number, 0, 0, 24));
  return html("span", { class: "seat-name" }, mark, html("bdi", {}, nameOf(context, number)));
}

/**
 * @param {string} key
 * @param {Exclude<Json, Plain>} value
 * @param {string} path
 * @param {number} level
 * @param {DrawingContext} context
 */
function zone(key, value, path, level, context) {
  const name = /** @type {"h2" | "h3" | "h4" | "h5" | "h6"} */ (`h${Math.min(level, 6)}`);
  return html(
    "section",
    { class: "plain-zone" },
    html(name, {}, keyWords(key)),
    content(key, value, path, level, context),
  );
}

/**
 * @param {string} key
 * @param {Exclude<Json, Plain>} value
 * @param {string} path
 * @param {number} level
 * @param {DrawingContext} context
 * @returns {Child}
 */
function content(key, value, path, level, context) {
  if (!Array.isArray(value)) return members(value, path, level + 1, context);
  if (!value.length) return html("p", { class: "empty" }, gettext("nothing"));
  const numbers = value.filter((one) => typeof one === "number");
  const isOrder = key.endsWith("order");
  const areNumbers = numbers.length === value.length;
  if (areNumbers && !isOrder && value.length > 1 && value.length === context.seats.length) {
    return track(numbers, path, context);
  }
  const things = value.filter(isThing);
  if (things.length === value.length) return rows(things, path, context);
  return pile(value, path, context, isOrder && areNumbers && numbers.every((one) => one in context.seats));
}

/**
 * One number for each seat: bars on a track.
 * @param {number[]} numbers
 * @param {string} path
 * @param {DrawingContext} context
 */
function track(numbers, path, context) {
  const most = Math.max(1, ...numbers);
  return html(
    "ul",
    { class: "plain-track" },
    numbers.map((number, place) => {
      const bar = html("meter", {
        min: 0,
        max: most,
        value: Math.max(0, number),
        "aria-label": nameOf(context, place),
      });
      const shown = html("li", {}, seat(place, context), bar, String(number));
      context.note(shown, `${path}.${place}`, number, { name: thing(path), text: number, seat: place });
      return shown;
    }),
  );
}

/**
 * An ordered list, side by side: cards, tiles and so on.
 * @param {Json[]} things
 * @param {string} path
 * @param {DrawingContext} context
 * @param {boolean} areSeats
 */
function pile(things, path, context, areSeats) {
  const words = things.map((one) => (areSeats ? nameOf(context, Number(one)) : itemText(one)));
  const shown = html(
    "ol",
    { class: "plain-pile" },
    things.map((one, place) => html("li", {}, areSeats ? seat(Number(one), context) : words[place])),
  );
  // As a whole: an item that leaves changes the place of all behind it.
  context.note(shown, path, things, { name: thing(path), text: words.join(", ") });
  return shown;
}

/**
 * Objects of one kind: a table with a row for each.
 * @param {Thing[]} things
 * @param {string} path
 * @param {DrawingContext} context
 */
function rows(things, path, context) {
  const keys = [...new Set(things.flatMap((one) => Object.keys(one)))];
  const head = keys.map((key) => html("th", { scope: "col" }, keyWords(key)));
  const areSeats = things.every((one, place) => one.seat === place);
  const named = keys.find((key) => isNaming(things.map((one) => one[key])));
  const lines = things.map((one, place) => {
    const row = [thing(path), named ? valueWords(one[named]) : place + 1];
    const cells = keys.map((key) => {
      const cell = html("td", {}, cellContent(key, one[key], context));
      context.note(cell, `${path}.${place}.${key}`, one[key], {
        name: areSeats ? keyWords(key) : [...row, keyWords(key)].join(", "),
        text: textOf(key, one[key], context),
        seat: areSeats ? place : null,
      });
      return cell;
    });
    return html("tr", {}, cells);
  });
  return html(
    "div",
    { class: "plain-scroll", tabindex: 0, role: "region", "aria-label": keyWords(path.split(".").at(-1) ?? "") },
    html("table", {}, html("thead", {}, html("tr", {}, head)), html("tbody", {}, lines)),
  );
}

/**
 * The content of a cell: a value, a hand of cards side by side, or a vertical list.
 * @param {string} key
 * @param {Json | undefined} value
 * @param {DrawingContext} context
 * @returns {Child}
 */
function cellContent(key, value, context) {
  if (value === undefined || isPlainValue(value)) return plainValue(key, value, context);
  if (!Array.isArray(value)) return record(value);
  if (!value.length) return "–";
  const arePlain = value.every(isPlainValue);
  return html(
    "ul",
    { class: arePlain ? "plain-pile" : "plain-list" },
    value.map((one) => html("li", {}, itemText(one))),
  );
}

/**
 * The name of the thing at a path: "Metals, Stock, Gold".
 * @param {string} path
 */
function thing(path) {
  const parts = path.split(".").slice(1);
  return parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : keyWords(part))).join(", ");
}

/** Whether these words tell the rows of a table apart. @param {(Json | undefined)[]} values */
const isNaming = (values) => values.every((one) => typeof one === "string") && new Set(values).size === values.length;

/**
 * What is shown of a value, in one line.
 * @param {string} key
 * @param {Json | undefined} value
 * @param {DrawingContext} context
 */
function textOf(key, value, context) {
  if (isSeatKey(key) && Number.isInteger(value)) return nameOf(context, Number(value));
  return Array.isArray(value) ? value.map(itemText).join(", ") : itemText(value);
}

/** @param {Json | undefined} value */
const itemText = (value) => (value === undefined || isPlainValue(value) ? valueWords(value) : record(value));

/**
 * Every plain value of a JSON value, by its path; a list of plain values is one.
 * @param {Json} value
 * @param {string} [path]
 * @param {Map<string, Json>} [found]
 */
function flat(value, path = "", found = new Map()) {
  if (isPlainValue(value)) return found.set(path, value);
  const entries = Object.entries(value);
  if (Array.isArray(value) && value.every(isPlainValue)) found.set(path, value.map(valueWords).join(", "));
  else if (!entries.length) found.set(path, "");
  else for (const [key, inner] of entries) flat(inner, path ? `${path} ${key}` : key, found);
  return found;
}

/** @param {Json} value */
function record(value) {
  return [...flat(value)]
    .map(([path, one]) => (path ? `${keyWords(path)}: ${valueWords(one)}` : valueWords(one)))
    .join(", ");
}

/**
 * The error of the drawing that these tables replace, and its place, for its author.
 * @param {unknown} error
 */
export function drawingErrorText(error) {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  const where = lines.find((line) => /:\d+:\d+/.test(line)) ?? "";
  return gettext("The drawing has an error, so tables show the position. {error}", {
    error: `${error} ${where.trim()}`,
  });
}
