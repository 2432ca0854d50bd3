// Thumbnail playback: plays the last moves of a game once on its thumbnail.

import { mark, pictureOf } from "./title-drawing.js";
import { mayMove } from "../kit/reduced-motion.js";
import { reconcile } from "../kit/reconcile.js";
import { isMark } from "../record/annotations.js";
import { stepsOf } from "../record/frames.js";

/** @import { Picture } from "./title-drawing.js" */
/** @import { Drawing, State, Step } from "../types.js" */

const ACTIONS = 4;
const MOST = 24;
const EACH_MILLISECONDS = 500;

/**
 * Play the last moves once, beginning and ending with what is shown; what is shown then.
 * @param {string} game
 * @param {Drawing} drawing
 * @param {Picture} shown the end, which is on the page
 * @param {string} position its position
 * @param {() => boolean} goesOn whether somebody still looks
 * @returns {Promise<Picture>}
 */
export async function playLast(game, drawing, shown, position, goesOn) {
  if (!mayMove()) return shown;
  const { viewer, width } = shown;
  const from = String(Math.max(1, Number(position.split("-")[0]) - ACTIONS));
  /** @type {Step[]} */
  const steps = [];
  for await (const step of stepsOf(game, String(shown.state.as), { from, to: position })) {
    if (step.state.table && !isMark(step)) steps.push(step);
  }
  let picture = shown;
  /** @type {State | null} */
  let before = null;
  const put = (/** @type {Picture} */ next) => {
    reconcile(picture.whole, next.whole);
    picture = next;
  };
  for (const { state } of steps.slice(-MOST)) {
    if (!goesOn()) break;
    const draw = (/** @type {State} */ one) => pictureOf(drawing, one, viewer, width, null, one);
    const next = draw(state);
    if (before) mark(next.notes, draw(before).notes, "changed");
    put(next);
    before = state;
    await new Promise((resolve) => {
      setTimeout(resolve, EACH_MILLISECONDS);
    });
  }
  put(pictureOf(drawing, shown.state, viewer, width, null, shown.state));
  return picture;
}
