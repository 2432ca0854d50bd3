// Making elements of HTML and SVG. Text is always set as text: nothing that comes from a game can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name in PROPERTIES) made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// These say what a control holds now; as attributes they would only say what it held first.
const PROPERTIES = { value: true, checked: true, disabled: true, hidden: true, open: true };

/** An HTML element: `html("a", { href: "/", onclick: go }, "Home")`. Null children are left out. */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element, in the same way. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** The element with this id. */
export function find(id) {
  return document.getElementById(id);
}

/** Put these children in the place of whatever was there. */
export function replace(parent, ...children) {
  parent.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** A line of SVG text at x, y. */
export function label(x, y, text, attributes = {}) {
  return svg("text", { x, y, ...attributes }, String(text));
}
