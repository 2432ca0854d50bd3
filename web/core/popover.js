// Popover: a small window placed beside a part of the board without covering it.

import { html, replace } from "./dom.js";

/** @import { Child } from "../types.js" */

const GAP = 10; // between the part and the window, for the frame of the part
const MARGIN = 6; // distance to the edge of the window
const LEAST = 90; // a lower popover is useless

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** The window. */
export class Popover {
  /** The rectangle beside which it is placed. @type {() => Box} */
  #beside = () => ({ left: 0, top: 0, right: 0, bottom: 0 });
  #follow = () => this.#put();

  constructor() {
    this.ring = html.div({ class: "explained-ring", hidden: true });
    this.element = html.div({ class: "explained", tabindex: -1, hidden: true });
    document.body.append(this.ring, this.element);
  }

  /** Whether it is shown. */
  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * Show it. A hint ignores the pointer; otherwise it is interactive, and its part is outlined.
   * @param {() => Box} beside
   * @param {boolean} isHint
   * @param {string} name
   * @param {Child[]} content
   */
  show(beside, isHint, name, ...content) {
    this.#beside = beside;
    this.element.classList.toggle("is-hint", isHint);
    this.element.setAttribute("role", isHint ? "tooltip" : "dialog");
    this.element.setAttribute("aria-label", name);
    replace(this.element, ...content);
    this.element.hidden = false;
    this.ring.hidden = isHint;
    this.#put();
    for (const event of ["scroll", "resize"]) addEventListener(event, this.#follow, { capture: true, passive: true });
  }

  /** Hide it. */
  hide() {
    this.element.hidden = true;
    this.ring.hidden = true;
    for (const name of ["scroll", "resize"]) removeEventListener(name, this.#follow, { capture: true });
  }

  #put() {
    const { left, top, right, bottom } = this.#beside();
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    Object.assign(this.ring.style, {
      left: `${left - 3}px`,
      top: `${top - 3}px`,
      width: `${right - left + 6}px`,
      height: `${bottom - top + 6}px`,
    });
    const { style } = this.element;
    style.maxHeight = "none";
    const size = { width: this.element.offsetWidth, height: this.element.offsetHeight };
    const put = placeBeside({ left, top, right, bottom }, size, { width, height });
    Object.assign(style, { left: `${put.left}px`, top: `${put.top}px`, maxHeight: `${put.height}px` });
  }
}

/**
 * The place of a window of this size beside a box: where it fits, or where it is cut least.
 * @param {Box} box
 * @param {{ width: number, height: number }} size
 * @param {{ width: number, height: number }} screen
 */
export function placeBeside(box, size, screen) {
  const within = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ all) =>
    Math.max(MARGIN, Math.min(at, all - length - MARGIN));
  const left = within((box.left + box.right - size.width) / 2, size.width, screen.width);
  const below = { left, top: Math.max(MARGIN, box.bottom + GAP), room: screen.height - MARGIN - box.bottom - GAP };
  const bottom = Math.min(box.top - GAP, screen.height - MARGIN);
  const above = { left, top: bottom - Math.min(size.height, bottom - MARGIN), room: bottom - MARGIN };
  const top = within(box.top, size.height, screen.height);
  const high = screen.height - 2 * MARGIN;
  const aside = [
    { left: box.right + GAP, top, room: screen.width - box.right - GAP - MARGIN >= size.width ? high : 0 },
    { left: box.left - GAP - size.width, top, room: box.left - GAP - MARGIN >= size.width ? high : 0 },
  ];
  const ways = [below, above, ...aside].map((one) => ({ ...one, height: Math.min(size.height, one.room) }));
  const best = ways.find(({ height }) => height >= size.height) ?? ways.sort((one, two) => two.height - one.height)[0];
  if (best.height >= Math.min(LEAST, size.height)) return best;
  // A box that fills the window leaves no space: then the popover is at the lower edge.
  return { left, top: screen.height - MARGIN - Math.min(size.height, high), height: Math.min(size.height, high) };
}
