// Story: the list of a game's steps in sentences, each linked to its place in the replay.

import { annulled, goesBack } from "./annulled-steps.js";
import { announce, button, html, replace } from "../core/dom.js";
import { isMark, isOrdered } from "./frames.js";
import { seatIcon } from "../core/seat-colours.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { GameEvent, Step } from "../types.js" */
/** @typedef {Omit<Step, "state" | "weights"> & Partial<Pick<GameEvent, "parts" | "seats">>} StoryStep what the story tells of
 * a step */

const NEAR_PIXELS = 40;

/** A list of steps, each with a link to its place in the replay. */
export class Story {
  /** @type {StoryStep[]} */
  #told = [];
  /** Called with each added line. @type {(item: HTMLElement, step: StoryStep) => void} */
  added = () => {};
  /** @type {Element | null} */
  #marked = null;
  /** A live story stays at its end until the reader scrolls up. */
  #follows;
  /** The scroll position when the list was last scrolled to its end. */
  #end = 0;
  #isDue = false;
  /** The last step that may be seen; null: all may. @type {number | null} */
  #seen = null;
  /** Whether to scroll the marked step into view. */
  #isToShow = false;

  /**
   * @param {HTMLElement} place
   * @param {string} name
   * @param {(step: StoryStep) => string} address the address of a step's link
   * @param {((index: number) => void) | null} [chosen] called on clicks, instead of following the links
   * @param {((step: StoryStep) => string) | null} [dossier] the address of an action's dossier, linked from its first step
   */
  constructor(place, name, address, chosen = null, dossier = null) {
    this.address = address;
    this.chosen = chosen;
    this.dossier = dossier;
    this.#follows = !chosen;
    this.list = html.ol({
      id: "story-lines",
      class: "story",
      tabindex: 0,
      "aria-label": name,
      onscroll: () => this.#scrolled(),
    });
    new ResizeObserver(() => {
      this.#goToEnd();
      this.#showMarked();
    }).observe(this.list);
    this.box = html.div({ class: "story-mark", hidden: true });
    this.more = button(gettext("New items below"), () => this.#follow(), { class: "story-more", hidden: true });
    place.append(this.box, this.list, this.more);
  }

  /**
   * Add steps.
   * @param {StoryStep[]} steps
   */
  add(steps) {
    for (const step of steps) {
      if (isMark(step)) {
        if (isOrdered(step)) this.list.lastElementChild?.querySelector(".story-text")?.append(` ${step.text}`);
        continue;
      }
      const item = this.#item(step, this.#told.length);
      item.hidden = this.#seen !== null && this.#told.length > this.#seen;
      this.list.append(item);
      this.#told.push(step);
      this.added(item, step);
    }
    if (steps.some(({ type }) => goesBack(type))) this.#annul();
    this.more.hidden = this.#follows || this.chosen !== null;
    if (this.#isDue) return;
    // Steps come in bursts: the list is scrolled once per animation frame
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#goToEnd();
    });
  }

  /**
   * Hide the steps after this one; null: hide none.
   * @param {number | null} seen
   */
  reveal(seen) {
    const [before, after] = [this.#seen ?? Infinity, seen ?? Infinity];
    this.#seen = seen;
    const items = /** @type {HTMLCollectionOf<HTMLElement>} */ (this.list.children);
    for (
      let index = Math.min(before, after) + 1;
      index <= Math.max(before, after) && index < items.length;
      index += 1
    ) {
      items[index].hidden = index > after;
    }
  }

  /** Mark annulled steps, which stay readable. */
  #annul() {
    annulled(this.#told).forEach((isAnnulled, index) => {
      const item = this.list.children[index];
      item.classList.toggle("annulled", isAnnulled);
      item.querySelector(".unseen")?.remove();
      if (isAnnulled) item.querySelector("a")?.append(html.span({ class: "unseen" }, gettext("undone")));
    });
  }

  /** A list that only grew keeps its scroll position; only scrolling up moves it above that. */
  #scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    this.#placeBox();
    if (this.chosen) return;
    if (scrollTop + clientHeight >= scrollHeight - NEAR_PIXELS) {
      this.#follows = true;
      this.more.hidden = true;
    } else if (scrollTop < this.#end) this.#follows = false;
  }

  /** The reader wants to see new steps. */
  #follow() {
    this.#follows = true;
    this.#goToEnd();
    // The button disappears.
    this.list.focus();
    this.more.hidden = true;
  }

  #goToEnd() {
    if (!this.#follows) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.#end = this.list.scrollTop;
  }

  /**
   * @param {StoryStep} step
   * @param {number} index
   */
  #item(step, index) {
    const link = html.a(
      { href: this.address(step), title: timeText(step.at) },
      html.span({ class: "story-position" }, step.position),
      html.span({ class: "story-seat" }, step.seat === null ? null : seatIcon(step.seat, 12)),
      html.span({ class: "story-text" }, step.text),
    );
    link.addEventListener("click", (event) => {
      if (!this.chosen || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.chosen(index);
    });
    const isStart = step.position.endsWith("-0");
    const words = gettext("Dossier for {position}", { position: step.position });
    const dossier =
      this.dossier &&
      isStart &&
      html.a({ class: "story-dossier", href: this.dossier(step), "aria-label": words, title: words }, "§");
    return html.li({ class: isStart ? "action-start" : null }, link, dossier);
  }

  /**
   * Mark the shown step, and scroll it into view without scrolling the page.
   * @param {number} index
   */
  mark(index) {
    this.#marked?.removeAttribute("aria-current");
    const marked = this.list.children[index];
    this.#marked = marked ?? null;
    if (!(marked instanceof HTMLElement)) return;
    marked.setAttribute("aria-current", "step");
    // Its place is measured before the next frame, when the board's layout is already done.
    if (!this.#isToShow) requestAnimationFrame(() => this.#showMarked());
    this.#isToShow = true;
  }

  #showMarked() {
    this.#isToShow = false;
    const marked = this.#marked;
    if (!(marked instanceof HTMLElement)) return;
    const { offsetTop: top, offsetHeight: height } = marked;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || top + height > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
    this.#placeBox();
  }

  /** Move the box below the marked line, as far as the line is in sight. */
  #placeBox() {
    const marked = this.#marked;
    if (!(marked instanceof HTMLElement)) return;
    const { offsetTop, scrollTop, clientHeight } = this.list;
    const top = Math.max(0, marked.offsetTop - scrollTop);
    const foot = Math.min(clientHeight, marked.offsetTop + marked.offsetHeight - scrollTop);
    this.box.hidden = foot <= top;
    this.box.style.height = `${foot - top}px`;
    this.box.style.transform = `translateY(${offsetTop + top}px)`;
  }

  /** Start over. */
  clear() {
    this.list.replaceChildren();
    this.box.hidden = true;
    this.#told = [];
    this.#marked = null;
  }
}

/**
 * Show the current step's sentence here, and announce it to screen readers.
 * @param {HTMLElement} place
 * @param {Step} step
 */
export function sayStep(place, step) {
  replace(
    place,
    html.span({ class: "story-position" }, step.position),
    " ",
    html.span(step.text),
    " ",
    html.time({ datetime: step.at }, timeText(step.at)),
  );
  announce(step.text);
}
