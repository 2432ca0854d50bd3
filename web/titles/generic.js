// Any table without a drawing of its own: its view as headings, tables, tracks and piles. With a drawing it is the
// "plain tables" view, which a screen reader reads best.

import { flat, keyWords, valueWords } from "../changes.js";
import { html } from "../dom.js";
import { seatName } from "../seats.js";
import { gettext } from "../texts.js";

const isPlainValue = (value) => value === null || typeof value !== "object";
const isSeatKey = (key) => key === "seat" || key.endsWith("_seat");

/** The whole view, made from nothing but its shape: works for every title. */
export function draw(table, context) {
  const shown = html("div", { class: "plain-board", role: "group", "aria-label": gettext("The table") });
  shown.append(...members(table, "", 2, context));
  return shown;
}

/** The parts of a game by the view's `phase`, if it has one. */
export function phase(table) {
  const key = table?.phase ?? "";
  return { key: String(key), label: key === "" ? gettext("The game") : keyWords(key) };
}

export const questions = {};

/** Whether a list says in which order the seats come. */
function isSeatOrder(key, value, context) {
  return key.endsWith("order") && value.every((one) => Number.isInteger(one) && one in context.seats);
}

function members(value, path, level, context) {
  const entries = Object.entries(value);
  const plain = entries.filter(([, inner]) => isPlainValue(inner));
  const deep = entries.filter(([, inner]) => !isPlainValue(inner));
  return [
    plain.length > 0 &&
      html(
        "dl",
        { class: "plain-values" },
        plain.map(([key, inner]) => {
          const shown = html("dd", {}, plainValue(key, inner, context));
          context.note(shown, `${path}.${key}`, inner);
          return html("div", {}, html("dt", {}, keyWords(key)), shown);
        }),
      ),
    ...deep.map(([key, inner]) => zone(key, inner, `${path}.${key}`, level, context)),
  ].filter(Boolean);
}

function plainValue(key, value, context) {
  if (isSeatKey(key) && Number.isInteger(value)) return seat(value, context);
  return valueWords(value);
}

function seat(number, context) {
  return seatName(number, context.seats[number]?.name ?? gettext("Seat {number}", { number: number + 1 }));
}

function zone(key, value, path, level, context) {
  return html(
    "section",
    { class: "plain-zone" },
    html(`h${Math.min(level, 6)}`, {}, keyWords(key)),
    content(key, value, path, level, context),
  );
}

function content(key, value, path, level, context) {
  if (!Array.isArray(value)) return members(value, path, level + 1, context);
  if (!value.length) return html("p", { class: "empty" }, gettext("nothing"));
  if (
    value.every((one) => Number.isInteger(one)) &&
    value.length === context.seats.length &&
    value.length > 1 &&
    !key.includes("order")
  ) {
    return track(value, path, context);
  }
  if (value.every((one) => !isPlainValue(one) && !Array.isArray(one))) return rows(value, path, context);
  return pile(value, path, context, isSeatOrder(key, value, context));
}

/** One number for each seat: bars on a track. */
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
        "aria-label": context.seats[place].name,
      });
      const shown = html("li", {}, seat(place, context), bar, String(number));
      context.note(shown, `${path}.${place}`, number);
      return shown;
    }),
  );
}

/** Things in an order: cards, tiles, whatever is listed. */
function pile(things, path, context, areSeats) {
  return html(
    "ol",
    { class: "plain-pile" },
    things.map((one, place) => {
      const text = isPlainValue(one) ? valueWords(one) : [...flat(one).values()].map(valueWords).join(", ") || "–";
      const shown = html("li", {}, areSeats ? seat(one, context) : text);
      context.note(shown, `${path}.${place}`, one);
      return shown;
    }),
  );
}

/** Things of one kind: a table with a row for each. */
function rows(things, path, context) {
  const keys = [...new Set(things.flatMap((one) => Object.keys(one)))];
  return html(
    "div",
    { class: "plain-scroll", tabindex: 0, role: "region", "aria-label": keyWords(path.split(".").at(-1)) },
    html(
      "table",
      {},
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          keys.map((key) => html("th", { scope: "col" }, keyWords(key))),
        ),
      ),
      html(
        "tbody",
        {},
        things.map((one, place) =>
          html(
            "tr",
            {},
            keys.map((key) => {
              const cell = html("td", {}, cellContent(key, one[key], context));
              context.note(cell, `${path}.${place}.${key}`, one[key]);
              return cell;
            }),
          ),
        ),
      ),
    ),
  );
}

function cellContent(key, value, context) {
  if (value === undefined || isPlainValue(value)) return plainValue(key, value, context);
  if (Array.isArray(value)) {
    if (!value.length) return "–";
    return html(
      "ul",
      { class: "plain-list" },
      value.map((one) => html("li", {}, isPlainValue(one) ? valueWords(one) : record(one))),
    );
  }
  return record(value);
}

function record(value) {
  return [...flat(value)].map(([path, one]) => `${keyWords(path.replaceAll(".", " "))}: ${valueWords(one)}`).join(", ");
}
