// Part help: a popover that shows a card or tile large and explains a part of the board on hover, on focus, and after a tap or the key "i".
// After a tap, a long press or the key it stays, with the rules about the part and why it cannot be picked.

import { announce, button, html } from "../core/dom.js";
import { partAt, partsOf } from "./part.js";
import { Popover } from "../core/popover.js";
import { gettext } from "../core/i18n.js";

/** @import { Board } from "./board.js" */
/** @import { Part } from "./part.js" */
/** @import { Choice } from "./choice/move-choice.js" */
/** @import { Child, Move } from "../types.js" */
/**
 * The current question to the reader.
 * @typedef {object} Asked
 * @property {Choice} choice the moves to choose from
 * @property {string} question in words
 * @property {(move: Move) => Promise<unknown>} tryOut previews a move: fails if it is illegal
 */

const REST_MILLISECONDS = 600;
const PRESS_MILLISECONDS = 500;
const MOVED_PIXELS = 10;
const MOST_RULES = 3;

/** Explains the parts of one board. */
export class Explaining {
  /** @type {Part | null} */
  #part = null;
  #isHint = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The position of a finger, until it moves or is lifted. @type {{ x: number, y: number } | null} */
  #pressed = null;
  /** The click that ends a long press picks nothing. */
  #wasLong = false;
  /** Counts explanations: a late response is discarded. */
  #turn = 0;
  /** The element to which focus returns. @type {Element | null} */
  #before = null;

  /**
   * @param {Board} board
   * @param {() => Asked | null} [asked]
   * @param {boolean} [isMain] whether it also handles keys outside all boards
   */
  constructor(board, asked = () => null, isMain = false) {
    this.board = board;
    this.asked = asked;
    this.isMain = isMain;
    this.popover = new Popover();
    const { place } = board;
    const hear = (/** @type {Event} */ event) => this.#hear(event);
    for (const name of ["pointerover", "pointerdown", "pointermove", "pointerup", "pointercancel", "focusin"]) {
      place.addEventListener(name, hear, { passive: true });
    }
    place.addEventListener("pointerleave", () => this.#leave());
    place.addEventListener("focusout", () => this.#leave());
    place.addEventListener("click", (event) => this.#swallow(event), { capture: true });
    place.addEventListener("click", hear);
    place.addEventListener("dblclick", () => this.close());
    place.addEventListener("contextmenu", (event) => {
      if (this.#pressed || this.#wasLong) event.preventDefault();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Element && !place.contains(target) && !target.closest(".explained, dialog")) this.close();
    });
    window.addEventListener("keydown", (event) => this.#typed(event), { capture: true });
    new MutationObserver(() => this.#redrawn()).observe(place, { childList: true, subtree: true });
  }

  /** @param {Event} event */
  #hear(event) {
    switch (event.type) {
      case "pointerover":
        if (event instanceof PointerEvent && event.pointerType !== "touch") this.#rest(event.target);
        break;
      case "focusin":
        if (event.target instanceof Element && event.target.matches(":focus-visible")) this.#rest(event.target);
        break;
      case "pointerdown":
        this.#press(/** @type {PointerEvent} */ (event));
        break;
      case "pointermove":
        this.#moved(/** @type {PointerEvent} */ (event));
        break;
      case "pointerup":
      case "pointercancel":
        this.#release();
        break;
      case "click":
        this.tapped(event.target);
    }
  }

  /** Close the explanation. */
  close() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#part = null;
    const hadFocus = this.popover.element.contains(document.activeElement);
    this.popover.hide();
    if (hadFocus && (this.#before instanceof HTMLElement || this.#before instanceof SVGElement)) this.#before.focus();
  }

  /** @param {EventTarget | null} target */
  #partAt(target) {
    return partAt(this.board.picture, this.board.place, target);
  }

  /** Show a hint after the pointer or the focus has rested on this for a while. @param {EventTarget | null} target */
  #rest(target) {
    const isKept = this.popover.isOpen && !this.#isHint;
    const part = this.#partAt(target);
    if (isKept || (part && part.element === this.#part?.element)) return;
    this.#leave();
    if (part) this.#timer = setTimeout(() => this.#explain(part, true), REST_MILLISECONDS);
  }

  #leave() {
    if (this.#pressed) return;
    clearTimeout(this.#timer);
    if (this.#isHint && this.popover.isOpen) this.close();
  }

  /** @param {PointerEvent} event */
  #press({ target, pointerType, isPrimary, clientX, clientY }) {
    this.#release();
    this.#leave();
    this.#wasLong = false;
    const part = this.#partAt(target);
    if (pointerType !== "touch" || !isPrimary || !part) return; // a second finger zooms
    this.#pressed = { x: clientX, y: clientY };
    this.#timer = setTimeout(() => {
      this.#pressed = null;
      this.#wasLong = true;
      this.#explain(part, false);
    }, PRESS_MILLISECONDS);
  }

  /** @param {PointerEvent} event */
  #moved({ clientX, clientY }) {
    if (!this.#pressed) return;
    const { x, y } = this.#pressed;
    if (Math.hypot(clientX - x, clientY - y) >= MOVED_PIXELS) this.#release();
  }

  /** No long press any longer. */
  #release() {
    if (this.#pressed) clearTimeout(this.#timer);
    this.#pressed = null;
  }

  /** @param {Event} event */
  #swallow(event) {
    if (!this.#wasLong) return;
    this.#wasLong = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Explain the part that was clicked, or close its explanation. @param {EventTarget | null} target */
  tapped(target) {
    clearTimeout(this.#timer);
    const part = this.#partAt(target);
    if (!part || part.element.closest("[data-pick]")) this.close();
    else if (part.element === this.#part?.element && !this.#isHint) this.close();
    else this.#explain(part, false);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element) || target.closest("dialog")) {
      return;
    }
    const { element } = this.popover;
    const isInside = element.contains(target);
    const isLoading = this.#part !== null && !this.#isHint;
    if ((this.popover.isOpen || isLoading) && key === "Escape") {
      this.close();
    } else if (isInside && (key === "ArrowLeft" || key === "ArrowRight")) {
      this.#goOn(key === "ArrowLeft" ? -1 : 1);
      event.preventDefault();
    } else if (key === "i" && this.#isMeant(target)) {
      const parts = partsOf(this.board.place);
      const first = parts.find((one) => one === document.activeElement) ?? this.#part?.element ?? parts[0];
      this.#before = document.activeElement;
      this.#explain(this.#partAt(first), false, true);
    } else if (!isInside) return;
    // Keys typed into controls are not for the board.
    event.stopPropagation();
  }

  /** Whether a key pressed there is for this board. @param {Element} target */
  #isMeant(target) {
    if (target.matches("input, select, textarea") || target.closest(".explained")) return false;
    return this.board.place.contains(target) || (this.isMain && !target.closest(".board-place"));
  }

  /** Move to the previous or next part. @param {number} step */
  #goOn(step) {
    const parts = partsOf(this.board.place);
    const now = this.#part ? parts.indexOf(this.#part.element) : -1;
    const next = parts[(now + step + parts.length) % parts.length];
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#explain(this.#partAt(next), false, true);
  }

  /** Update or close the explanation after a redraw. */
  #redrawn() {
    if (!this.#part || !this.popover.isOpen) return;
    const { element, name } = this.#part;
    const isSame = element.isConnected && element.getAttribute("aria-label") === name;
    if (!isSame || this.#isHint) this.close();
  }

  /**
   * @param {Part | null} part
   * @param {boolean} isHint
   * @param {boolean} [takesFocus]
   */
  async #explain(part, isHint, takesFocus = false) {
    if (!part) return;
    this.#part = part;
    this.#isHint = isHint;
    this.#turn += 1;
    const turn = this.#turn;
    const found = await Promise.all([import("./enlarged.js"), import("./part-rules.js")]).catch(() => null);
    if (turn !== this.#turn) return;
    const picture = found?.[0].enlarged(this.board.picture, part.element);
    const show = (/** @type {Child[]} */ ...content) => {
      if (turn !== this.#turn) return;
      const name = html.p({ class: "explained-name" }, part.name);
      this.popover.show(() => part.element.getBoundingClientRect(), isHint, part.name, picture, name, ...content);
      if (takesFocus) this.popover.element.focus({ preventScroll: true });
    };
    show(...this.#buttons(isHint));
    if (!found) return; // offline only its name is known
    const { rulesList, rulesOfPart, whyNot } = found[1];
    const numbers = await rulesOfPart(this.board.title, this.board.picture, part);
    const why = isHint ? null : await whyNot(this.board.title, this.board.picture, part, this.asked());
    if (why?.rule) numbers.unshift(why.rule);
    const rules = await rulesList(this.board.title, [...new Set(numbers)].slice(0, isHint ? 1 : MOST_RULES));
    if (turn !== this.#turn) return;
    const words = why ? [why.reason, why.now].filter(Boolean) : [];
    if (!isHint) announce([part.name, ...words].join(" "));
    show(
      words.map((one) => html.p({ class: "explained-why" }, one)),
      rules,
      ...this.#buttons(isHint),
    );
  }

  /** @param {boolean} isHint */
  #buttons(isHint) {
    if (isHint) return [];
    const of = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {() => void} */ onclick) =>
      button(sign, onclick, { class: "quiet", "aria-label": words, title: words });
    return [
      html.div(
        { class: "explained-buttons" },
        of("‹", gettext("Previous part"), () => this.#goOn(-1)),
        of("›", gettext("Next part"), () => this.#goOn(1)),
        html.span({ class: "grow" }),
        of("×", gettext("Close"), () => this.close()),
      ),
    ];
  }
}
