// Side panel: shows or hides the panel beside the board, which covers the board on narrow pages.
// On wide pages it is shown or hidden as the reader left it.

import { html } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";

/** @import { Child } from "../types.js" */

const NARROW = matchMedia("(max-width: 62rem)");

/**
 * A collapsible section for occasional use: closed, unless the reader has left it open.
 * @param {string} name of its stored state
 * @param {string} words
 * @param {Child[]} content
 */
export function foldedAway(name, words, ...content) {
  /** @type {HTMLDetailsElement} */
  const place = html(
    "details",
    { class: "more", open: kept(name) === "open", ontoggle: () => keep(name, place.open ? "open" : null) },
    html("summary", {}, words),
    ...content,
  );
  return place;
}

/** The side of a page. */
export class Side {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} button toggles it
   * @param {() => void} shown called after it is shown
   * @param {string} name of its stored state
   */
  constructor(place, button, shown, name) {
    this.name = name;
    this.place = place;
    this.shown = shown;
    this.button = button;
    button.addEventListener("click", () => this.toggle());
    place.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && NARROW.matches) this.toggle();
    });
    NARROW.addEventListener("change", () => this.#begin());
    this.#begin();
  }

  /** On a narrow page it starts hidden. */
  #begin() {
    this.#show(!NARROW.matches && kept(this.name) !== "hidden");
  }

  /** @param {boolean} isShown */
  #show(isShown) {
    this.place.hidden = !isShown;
    this.button.setAttribute("aria-expanded", String(isShown));
    if (isShown) this.shown();
  }

  /** Show it. */
  open() {
    this.#show(true);
  }

  /** Hide it on a narrow page, where it covers the board. */
  uncover() {
    if (NARROW.matches && !this.place.hidden) this.toggle();
  }

  /** Show or hide it. */
  toggle() {
    const isShown = Boolean(this.place.hidden);
    if (!isShown && this.place.contains(document.activeElement)) this.button.focus();
    this.#show(isShown);
    if (!NARROW.matches) keep(this.name, isShown ? null : "hidden");
  }
}
