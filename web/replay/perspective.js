// Perspectives: the choice of a replay's viewer, which is the public, a seat then or with hindsight, or everything.

import { html, replace, select } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** @import { Place } from "../record/positions.js" */
/** @import { Summary } from "../types.js" */

/**
 * The perspectives a reader may choose, in words.
 * @param {Summary} summary
 * @param {boolean} isOver
 */
export function viewersOf(summary, isOver) {
  /** @type {[string, string][]} */
  const choices = [["public", gettext("The public")]];
  for (const { seat, name } of summary.seats) {
    if (seat === summary.your_seat) choices.push([String(seat), gettext("My seat ({name})", { name })]);
    else if (isOver) choices.push([String(seat), name ?? ""]);
  }
  if (isOver) choices.push(["all", gettext("Everything")]);
  return choices;
}

/** The controls that choose a perspective. */
export class Perspectives {
  /**
   * @param {HTMLElement} place
   * @param {(changes: Partial<Place>) => void} look changes the perspective
   */
  constructor(place, look) {
    this.place = place;
    this.look = look;
  }

  /**
   * Show the choices and the current one.
   * @param {Summary} summary
   * @param {boolean} isOver
   * @param {Place} chosen
   */
  show(summary, isOver, chosen) {
    const viewer = chosen.as ?? "public";
    const seenBy = select(
      { id: "as", onchange: () => this.look({ as: seenBy.value, hindsight: false }) },
      viewersOf(summary, isOver),
      viewer,
    );
    const hadFocus = this.place.contains(document.activeElement);
    replace(this.place, html.label({ for: "as" }, gettext("Seen by")), seenBy, isOver && this.#hindsight(chosen));
    if (hadFocus) seenBy.focus();
  }

  /** @param {Place} chosen */
  #hindsight({ as, hindsight }) {
    const choice = (/** @type {boolean} */ value, /** @type {string} */ words) =>
      html.label(
        html.input({
          type: "radio",
          name: "hindsight",
          value: value ? "1" : "0",
          checked: hindsight === value,
          onchange: () => this.look({ hindsight: value }),
        }),
        words,
      );
    return html.fieldset(
      { class: "hindsight", disabled: !/^\d+$/.test(as ?? "") },
      html.legend({ class: "unseen" }, gettext("View")),
      choice(false, gettext("As seen at the time")),
      choice(true, gettext("With hindsight")),
    );
  }
}
