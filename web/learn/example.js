// Rules examples: a few steps of a finished game on the title's board, with buttons to step through them.
// The board is drawn at the available width; a window shows the part of its height that changes.

import { call, problemText } from "../core/api.js";
import { Board } from "../board/board.js";
import { button, html, replace } from "../core/dom.js";
import { mayMove } from "../kit/reduced-motion.js";
import { stateOf } from "../core/json-patch.js";
import { gettext } from "../core/i18n.js";
import { drawingOf } from "../board/load-drawing.js";

/** @import { SentStep, RuleChapter, State } from "../types.js" */

const WITHIN = 700; // milliseconds for the animation of pieces
const EDGE = 12; // free pixels above the change
const WIDE = 0.9; // of the window's width

/**
 * The scroll position that shows most of the change, centred; the current one if that already does. Parts as wide as
 * the table, like its head, change with everything and count only if nothing else does.
 * @param {HTMLElement} view the scrolling window
 */
function placeOfChange(view) {
  const { top: edge, width } = view.getBoundingClientRect();
  const all = [...view.querySelectorAll(".changed")].map((part) => part.getBoundingClientRect());
  const narrow = all.filter((part) => part.width < width * WIDE);
  const height = view.clientHeight;
  const changed = (narrow.length ? narrow : all).map(({ top, bottom }) => ({
    top: top - edge + view.scrollTop,
    bottom: Math.min(bottom, top + height / 2) - edge + view.scrollTop,
  }));
  /** @param {number} from */
  const seenFrom = (from) => changed.filter(({ top, bottom }) => top >= from && bottom <= from + height);
  const here = seenFrom(view.scrollTop);
  const most = changed.reduce((best, { top }) => {
    const seen = seenFrom(top - EDGE);
    return seen.length > best.length ? seen : best;
  }, here);
  if (most === here) return view.scrollTop;
  return (Math.min(...most.map(({ top }) => top)) + Math.max(...most.map(({ bottom }) => bottom)) - height) / 2;
}

/**
 * Load the example of a chapter and show it in its place.
 * @param {HTMLElement} place
 * @param {string} title
 * @param {RuleChapter} chapter
 */
export async function showExample(place, title, chapter) {
  try {
    const [{ steps }, drawing] = await Promise.all([
      call(`/api/rulebooks/${title}/examples/${chapter.example}`),
      drawingOf(title),
    ]);
    new Example(place, chapter.title, steps, new Board(html.div({ class: "board-place" }), drawing));
  } catch (error) {
    replace(place, html.p({ class: "empty" }, problemText(error)));
  }
}

/** The steps of an example, one of which is shown. */
class Example {
  /** The state after each step. @type {State[]} */
  states = [];
  #index = 0;
  #text = html.p({ class: "example-text", "aria-live": "polite" });
  #count = html.span({ class: "hint" });
  #back = button("◀", () => this.#go(this.#index - 1), { "aria-label": gettext("Previous step") });
  #next = button(gettext("Next step"), () => this.#onward(), { class: "primary" });

  /**
   * @param {HTMLElement} place
   * @param {string} name
   * @param {SentStep[]} steps
   * @param {Board} board
   */
  constructor(place, name, steps, board) {
    this.steps = steps;
    for (const step of steps) this.states.push(stateOf(step, this.states.at(-1) ?? null));
    this.board = board;
    const label = gettext("Example: {chapter}", { chapter: name });
    this.view = html.div({ class: "example-view", role: "region", tabindex: 0, "aria-label": label }, board.place);
    const buttons = html.div({ class: "buttons" }, this.#back, this.#next, this.#count);
    replace(place, this.view, html.figcaption(this.#text, steps.length > 1 && buttons));
    this.view.addEventListener("keydown", (event) => this.#pressed(event));
    this.#begin();
  }

  /** Show the first step, and the part of the table that the second step changes. */
  #begin() {
    const [first, second] = this.states;
    if (second) {
      this.board.show(second, { before: first, within: 0 });
      this.view.scrollTop = placeOfChange(this.view);
    }
    this.#go(0);
  }

  #onward() {
    this.#go(this.#index < this.states.length - 1 ? this.#index + 1 : 0);
  }

  /** @param {number} index */
  #go(index) {
    if (index < 0) return;
    const last = this.states.length - 1;
    const before = index === 0 ? null : this.states[index - 1];
    this.#index = index;
    this.board.show(this.states[index], { before, within: WITHIN });
    this.#text.textContent = this.steps[index].text;
    this.#count.textContent = gettext("{step} of {steps}", { step: index + 1, steps: last + 1 });
    this.#back.setAttribute("aria-disabled", String(index === 0));
    this.#next.textContent = index === last ? gettext("From the beginning") : gettext("Next step");
    if (before) this.view.scrollTo({ top: placeOfChange(this.view), behavior: mayMove() ? "smooth" : "auto" });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    this.#go(Math.min(this.#index + (event.key === "ArrowRight" ? 1 : -1), this.states.length - 1));
  }
}
