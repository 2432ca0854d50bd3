// DOM helpers: create HTML and SVG elements, find and replace them, and announce text to screen readers.
// Text is always set as text: nothing that comes from a game can become markup.

import { here } from "./base-path.js";

/** @import { Attributes, Child, Elements } from "../types.js" */

const SVG = "http://www.w3.org/2000/svg";

// These are properties: as attributes they would only set the initial value.
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "open"]);
const ADDRESSES = new Set(["href", "src"]);

/**
 * The children without null ones.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : child));
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {Made}
 */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (PROPERTIES.has(name)) Object.assign(made, { [name]: value });
    else if (ADDRESSES.has(name) && String(value).startsWith("/")) made.setAttribute(name, here(String(value)));
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...present(children));
  return made;
}

/**
 * The functions that make elements, by their names.
 * @template Names
 * @param {(name: string) => Element} create
 * @returns {Elements<Names>}
 */
function elements(create) {
  const make = (/** @type {string} */ name, /** @type {any[]} */ ...given) => {
    const hasAttributes = given[0]?.constructor === Object;
    return fill(create(name), hasAttributes ? given[0] : {}, hasAttributes ? given.slice(1) : given);
  };
  return /** @type {any} */ (
    new Proxy(make, {
      get:
        (_make, name) =>
        (/** @type {any[]} */ ...given) =>
          make(String(name), ...given),
    })
  );
}

/**
 * HTML elements by their names: `html.a({ href: "/", onclick: go }, "Home")`, without attributes `html.p("Text")`. Null
 * children are left out. A name that is a value is the first argument: `html(name, "Text")`.
 * @type {Elements<HTMLElementTagNameMap>}
 */
export const html = elements((name) => document.createElement(name));

/** SVG elements, in the same way. @type {Elements<SVGElementTagNameMap>} */
export const svg = elements((name) => document.createElementNS(SVG, name));

/**
 * A button: `button("Home", go, { class: "primary" })`.
 * @param {Child} words
 * @param {(event: MouseEvent) => unknown} onclick
 * @param {Attributes} [attributes]
 */
export function button(words, onclick, attributes = {}) {
  return html.button({ type: "button", onclick, ...attributes }, words);
}

/**
 * A choice among values with their words: `select({ name: "size" }, [[2, "two"], [3, "three"]], 3)`.
 * @param {Attributes} attributes
 * @param {Iterable<readonly [string | number, Child]>} options
 * @param {string | number | null} [chosen] by default the first
 * @returns {HTMLSelectElement}
 */
export function select(attributes, options, chosen) {
  return html.select(attributes, optionsOf(options, chosen));
}

/**
 * The options of such a choice.
 * @param {Iterable<readonly [string | number, Child]>} options
 * @param {string | number | null} [chosen]
 */
export function optionsOf(options, chosen) {
  return Array.from(options, ([value, words]) => html.option({ value, selected: value === chosen }, words));
}

/**
 * A section of the page with its heading.
 * @param {string} id
 * @param {string} heading
 * @param {Child[]} content
 */
export function section(id, heading, ...content) {
  const name = `${id}-heading`;
  return html.section({ id, "aria-labelledby": name }, html.h2({ id: name }, heading), ...content);
}

/**
 * The paragraphs of a plain text, which empty lines separate; other line ends stay.
 * @param {string} text
 */
export function paragraphs(text) {
  return text.split(/\n{2,}/).map((part) => html.p({ class: "lines" }, part));
}

/**
 * A table's head with the names of its columns; a column without one has an empty cell.
 * @param {Child[]} names
 */
export function tableHead(names) {
  const cells = names.map((name) => (name === null ? html.td() : html.th({ scope: "col" }, name)));
  return html.thead(html.tr(cells));
}

/**
 * The element with this id, which must exist. Use `document.getElementById` if it may be missing.
 * @param {string} id
 */
export function find(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id} on this page`);
  return found;
}

/**
 * Replace all children.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function replace(parent, ...children) {
  parent.replaceChildren(...present(children));
}

/**
 * Announce a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  replace(find("announcements"), html.p(text));
}
