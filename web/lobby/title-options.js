// Title options: their controls in forms, and those of a game or tournament that differ from the defaults, in words.

import { call } from "../core/api.js";
import { html, select } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** @import { Json, Rulebooks, Title, TitleOption } from "../types.js" */
/** @typedef {{ name: string, label: string, text: string, control: HTMLInputElement | HTMLSelectElement, value: () => Json | Promise<Json> }} AskedOption */

/** @type {Promise<Rulebooks> | undefined} */
let asked;

/** The titles that can be played here, requested once per page. */
export function offeredTitles() {
  asked ??= call("/api/rulebooks");
  return asked;
}

/**
 * The controls of a title's options. Files of components are for the few who own a printed game: they come last.
 * @param {Title} title
 * @returns {AskedOption[]}
 */
export function askedOptions(title) {
  const options = title.options.map(optionControl);
  const isFile = (/** @type {AskedOption} */ { control }) => control.type === "file";
  return [...options.filter((one) => !isFile(one)), ...options.filter(isFile)];
}

/**
 * The control of an option, and its value; null is left out.
 * @param {TitleOption} option
 * @returns {AskedOption}
 */
function optionControl(option) {
  const said = { name: option.name, label: option.label ?? option.name, text: option.text };
  const name = `option-${option.name}`;
  switch (option.kind) {
    case "flag": {
      const control = html.input({ type: "checkbox", name, checked: option.default === true });
      return { ...said, control, value: () => control.checked };
    }
    case "number": {
      const limits = { min: option.least, max: option.most };
      const control = html.input({ type: "number", name, value: option.default ?? "", ...limits });
      return {
        ...said,
        control,
        value: () => (control.value === "" ? option.default : Number(control.value)),
      };
    }
    case "choice": {
      const choices = option.choices ?? [];
      const control = select(
        { name },
        choices.map((choice, place) => [choice, option.labels?.[place] ?? choice]),
        String(option.default),
      );
      return { ...said, control, value: () => control.value };
    }
    default: {
      const control = html.input({ type: "file", name, accept: ".toml,.json,text/plain" });
      return { ...said, control, value: () => componentsIn(control.files?.[0]) };
    }
  }
}

/**
 * A component file as the API takes it: TOML as text, JSON as an object.
 * @param {File | undefined} file
 */
async function componentsIn(file) {
  if (!file) return null;
  const text = await file.text();
  return file.name.endsWith(".json") ? JSON.parse(text) : text;
}

/**
 * The options' values; those without one are left out.
 * @param {AskedOption[]} options
 */
export async function optionValues(options) {
  /** @type {Record<string, Json>} */
  const values = {};
  for (const { name, value } of options) {
    const one = await value();
    if (one !== null) values[name] = one;
  }
  return values;
}

/**
 * The options that differ from the defaults, each with its label and value.
 * @param {Title} title
 * @param {Record<string, Json>} options
 */
export function optionWords(title, options) {
  return title.options
    .filter(({ name, default: usual }) => options[name] !== undefined && options[name] !== usual)
    .map((option) => {
      const chosen = options[option.name];
      const label = option.label ?? option.name;
      return chosen === true
        ? label
        : gettext("{option}: {value}", { option: label, value: valueText(option, chosen) });
    });
}

/**
 * @param {TitleOption} option
 * @param {Json} chosen
 */
function valueText({ choices, labels }, chosen) {
  if (chosen === false) return gettext("no");
  const place = choices?.findIndex((choice) => choice === chosen) ?? -1;
  // A component file is shown by its name.
  const file = typeof chosen === "object" && chosen !== null && "name" in chosen ? chosen.name : chosen;
  return labels?.[place] ?? String(file ?? "");
}

/**
 * A tag for each option that differs from the defaults; empty until the titles are loaded.
 * @param {{ rulebook: string, options: Record<string, Json> }} game a game or a tournament
 */
export function optionTags({ rulebook, options }) {
  const place = html.span({ class: "chosen-options" });
  offeredTitles()
    .then(({ rulebooks }) => {
      const title = rulebooks.find(({ id }) => id === rulebook);
      if (title) place.append(...optionWords(title, options).map((words) => html.span({ class: "tag" }, words)));
    })
    .catch(() => {}); // the game can be joined without these words
  return place;
}
