// Step preview popup: a small board of one step with its changes marked.
// It is hidden from screen readers: the step's sentence has the same content.

import { html, replace } from "../core/dom.js";
import { mark, pictureOf } from "./title-drawing.js";
import { reconcile } from "../kit/reconcile.js";

/** @import { Picture } from "./title-drawing.js" */
/** @import { Drawing, State, Viewer } from "../types.js" */
/** @typedef {{ state: State, before: State | null, viewer: Viewer }} Glimpsed a step's state, the one before, whose eyes */

/** One small board, which becomes the next one. */
export class Glance {
  /** @type {Picture | null} */
  #picture = null;
  element = html("div", { class: "glance", inert: true, "aria-hidden": "true" });

  /**
   * @param {Drawing} drawing
   * @param {() => number} widthOf for which width it is drawn, as the board is that it shows in small
   */
  constructor(drawing, widthOf) {
    this.drawing = drawing;
    this.widthOf = widthOf;
  }

  /**
   * Show a step; nothing while no table is laid.
   * @param {Glimpsed | null} glimpsed
   */
  show(glimpsed) {
    this.element.hidden = !glimpsed?.state.table;
    if (!glimpsed || this.element.hidden) return;
    const { state, before, viewer } = glimpsed;
    if (this.#picture?.state === state && this.#picture.viewer === viewer) return;
    const width = this.widthOf();
    const draw = (/** @type {State} */ one) => pictureOf(this.drawing, one, viewer, width, null, one);
    const picture = draw(state);
    if (before?.table) mark(picture.notes, draw(before).notes, "changed");
    reconcile(this.#picture?.whole ?? null, picture.whole);
    this.#picture = picture;
    const { element } = picture.whole;
    if (element && element !== this.element.firstChild) replace(this.element, element);
  }
}
