// Step preview: shows the small board of a step on hover or focus of a story line, and on the replay's curve.

import { html, replace } from "../core/dom.js";
import { mark, pictureOf } from "./title-drawing.js";
import { reconcile } from "../kit/reconcile.js";

/** @import { Board } from "./board.js" */
/** @import { Story } from "../record/story.js" */
/** @import { Timeline } from "../replay/timeline.js" */
/** @import { Picture } from "./title-drawing.js" */
/** @import { State, Viewer } from "../types.js" */
/** @typedef {{ state: State, before: State | null, viewer: Viewer }} Glimpsed a step's state, the one before, whose eyes */
/** @typedef {(index: number, position: string) => Glimpsed | null | Promise<Glimpsed | null>} Seeing what was seen at a step */

const REST_MILLISECONDS = 150;
const GAP = 24;

/**
 * Beside a line of the story, while the pointer or the keyboard's focus rests on it.
 * @param {Story} story
 * @param {Board} board
 * @param {Seeing} seeing
 */
export function glimpseAtLines({ list }, board, seeing) {
  if (!board.drawing.isOwn) return;
  const small = new Glance(board);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Element | null} */
  let line = null;
  const place = html.div({ class: "glimpse", hidden: true, "aria-hidden": "true" });
  const leave = () => {
    clearTimeout(timer);
    line = null;
    place.hidden = true;
  };
  const show = async (/** @type {Element} */ item) => {
    const position = item.querySelector(".story-position")?.textContent ?? "";
    const seen = await seeing([...list.children].indexOf(item), position);
    if (line !== item || !seen?.state.table) return;
    small.show(seen);
    place.append(small.element);
    if (!place.isConnected) document.body.append(place);
    place.hidden = false;
    const { top, height } = item.getBoundingClientRect();
    const room = list.getBoundingClientRect().left - GAP - place.offsetWidth;
    const middle = top + height / 2 - place.offsetHeight / 2;
    place.hidden = room < 0; // it must not cover the story itself
    place.style.left = `${room}px`;
    place.style.top = `${Math.max(GAP, Math.min(middle, innerHeight - place.offsetHeight - GAP))}px`;
  };
  const rest = (/** @type {Event} */ event) => {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    if (!item || item === line || (event instanceof PointerEvent && event.pointerType === "touch")) return;
    if (event.type === "focusin" && !(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    leave();
    line = item;
    // Unavailable data is requested again on the next hover.
    timer = setTimeout(() => show(item).catch(leave), REST_MILLISECONDS);
  };
  for (const name of ["pointerover", "focusin"]) list.addEventListener(name, rest, { passive: true });
  for (const name of ["pointerleave", "focusout", "scroll"]) list.addEventListener(name, leave, { passive: true });
}

/**
 * In the hint above the curve.
 * @param {Timeline} timeline
 * @param {Board} board
 * @param {Seeing} seeing
 */
export function glimpseOnCurve(timeline, board, seeing) {
  if (!board.drawing.isOwn) return;
  const glance = new Glance(board);
  timeline.pictured = (index) => {
    const seen = seeing(index, "");
    if (!(seen instanceof Promise)) glance.show(seen);
    return glance.element;
  };
}

/** One small board that is reused; hidden from screen readers, for which the step's sentence is equivalent. */
class Glance {
  /** @type {Picture | null} */
  #picture = null;
  element = html.div({ class: "glance", inert: true, "aria-hidden": "true" });

  /** @param {Board} board the board that it previews */
  constructor(board) {
    this.board = board;
  }

  /**
   * Show a step; nothing if there is no table.
   * @param {Glimpsed | null} glimpsed
   */
  show(glimpsed) {
    this.element.hidden = !glimpsed?.state.table;
    if (!glimpsed || this.element.hidden) return;
    const { state, before, viewer } = glimpsed;
    if (this.#picture?.state === state && this.#picture.viewer === viewer) return;
    const { drawing, place, picture: shown, first } = this.board;
    const width = shown?.width ?? place.clientWidth;
    const draw = (/** @type {State} */ one) => pictureOf(drawing, one, viewer, width, null, one, undefined, { first });
    const picture = draw(state);
    if (before?.table) mark(picture.notes, draw(before).notes, "changed");
    reconcile(this.#picture?.whole ?? null, picture.whole);
    this.#picture = picture;
    const { element } = picture.whole;
    if (element && element !== this.element.firstChild) replace(this.element, element);
  }
}
