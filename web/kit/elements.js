// Virtual elements: cheap descriptions of the HTML and SVG elements of a drawing. A board is redrawn for every state:
// reconcile.js turns the drawing into elements, and applies only the differences from the previous drawing.

/** @import { AttributeValue } from "../types.js" */
/** @typedef {Drawn | string | number | null | undefined | false} OneChild */
/** @typedef {OneChild | OneChild[]} Child a child of a part, or several; what is null, undefined or false is left out */

/** @typedef {{ x: number, y: number, width: number, height: number }} Area */

/** The name of a text node between elements. */
export const TEXT = "#text";

/** A virtual element: its attributes and either children or text. */
export class Drawn {
  /** Its identity across drawings; null: its position. @type {string | null} */
  key = null;
  /** Its area, if it is a titled part of the table. @type {Area | null} */
  area = null;
  /** Whether its text is a number that is animated on change. */
  counts = false;
  /** Its element on the page. @type {Element | Text | null} */
  element = null;
  /** Whether a later drawing uses its element. */
  isReplaced = false;
  text = "";
  /** @type {Drawn[]} */
  children = [];

  /**
   * @param {"svg" | "html"} space
   * @param {string} name
   * @param {Record<string, AttributeValue>} attributes
   * @param {Child[]} children
   */
  constructor(space, name, attributes, children) {
    this.space = space;
    this.name = name;
    this.attributes = attributes;
    this.append(...children);
  }

  /**
   * Append children.
   * @param {Child[]} children
   */
  append(...children) {
    const present = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
    const isText = !this.children.length && present.every((child) => typeof child !== "object");
    if (isText) {
      this.text += present.join("");
      return;
    }
    if (this.text) this.children.push(textOf(this.space, this.text));
    this.text = "";
    for (const child of present) {
      this.children.push(typeof child === "object" ? child : textOf(this.space, String(child)));
    }
  }

  /**
   * Add a class.
   * @param {string} name
   */
  addClass(name) {
    this.attributes.class = this.attributes.class ? `${this.attributes.class} ${name}` : name;
  }
}

/**
 * @param {"svg" | "html"} space
 * @param {string} text
 */
function textOf(space, text) {
  const made = new Drawn(space, TEXT, {}, []);
  made.text = text;
  return made;
}

/**
 * A virtual SVG element: `svg("path", { d, class: "wall" })`.
 * @param {keyof SVGElementTagNameMap} name
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {Child[]} children
 */
export const svg = (name, attributes = {}, ...children) => new Drawn("svg", name, attributes, children);

/**
 * A virtual HTML element.
 * @param {keyof HTMLElementTagNameMap} name
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {Child[]} children
 */
export const html = (name, attributes = {}, ...children) => new Drawn("html", name, attributes, children);

/**
 * A line of SVG text at x, y.
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {Record<string, AttributeValue>} [attributes]
 */
export const label = (x, y, text, attributes = {}) => svg("text", { x, y, ...attributes }, String(text));

/**
 * The same element, with its number animated from the previous one.
 * @param {Drawn} part
 */
export function counting(part) {
  return Object.assign(part, { counts: true });
}
