// Rollbacks: determines which entries of a record still count after play resumed from earlier positions.

import { isBefore, positionIn } from "../verify/bundle.js";
import { goesBack } from "./take-back-events.js";

/** @import { Position } from "../verify/bundle.js" */

/** The roll backs of a record so far. */
export class Rollbacks {
  /** Where each stands, and from where play goes on. @type {{ at: Position, back: Position }[]} */
  #all = [];

  /**
   * Take the next event.
   * @param {Position} at
   * @param {Record<string, any>} data
   */
  take(at, { type, position }) {
    const back = goesBack(type) ? positionIn(position) : null;
    if (back) this.#all.unshift({ at, back });
  }

  /**
   * Whether what stands at a place counts now; play may have gone back to what did not count.
   * @param {Position} place
   */
  counts(place) {
    /** @type {Position | null} */
    let until = null;
    for (const { at, back } of this.#all) {
      if (until && isBefore(until, at)) continue;
      if (!isBefore(place, at)) break;
      until = back;
    }
    return !until || !isBefore(until, place);
  }
}
