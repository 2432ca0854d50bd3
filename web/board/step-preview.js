// Step preview: shows the small board of a step on hover or focus of a story line, and on the replay's curve.

import { html } from "../core/dom.js";
import { Glance } from "./step-preview-popup.js";

/** @import { Board } from "./board.js" */
/** @import { Glimpsed } from "./step-preview-popup.js" */
/** @import { Story } from "../record/story.js" */
/** @import { Timeline } from "../replay/timeline.js" */
/** @typedef {(index: number, position: string) => Glimpsed | null | Promise<Glimpsed | null>} Seeing what was seen at a step */

const REST_MILLISECONDS = 150;
const GAP = 24;

/**
 * A place for a small board.
 * @param {Board} board
 */
const glanceOf = (board) => new Glance(board.drawing, () => board.picture?.width ?? board.place.clientWidth);

/**
 * Beside a line of the story, while the pointer or the keyboard's focus rests on it.
 * @param {Story} story
 * @param {Board} board
 * @param {Seeing} seeing
 */
export function glimpseAtLines({ list }, board, seeing) {
  if (!board.drawing.isOwn) return;
  const small = glanceOf(board);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Element | null} */
  let line = null;
  const place = html("div", { class: "glimpse", hidden: true, "aria-hidden": "true" });
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
    place.hidden = room < 0; // over the story itself it would hide what is read
    place.style.left = `${room}px`;
    place.style.top = `${Math.max(GAP, Math.min(middle, innerHeight - place.offsetHeight - GAP))}px`;
  };
  const rest = (/** @type {Event} */ event) => {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    if (!item || item === line || (event instanceof PointerEvent && event.pointerType === "touch")) return;
    if (event.type === "focusin" && !(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    leave();
    line = item;
    // What cannot be read now is asked for when it is pointed at again.
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
  const glance = glanceOf(board);
  timeline.pictured = (index) => {
    const seen = seeing(index, "");
    if (!(seen instanceof Promise)) glance.show(seen);
    return glance.element;
  };
}
