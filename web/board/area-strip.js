// Area strip: the links below a narrow page's board that scroll to each area and mark the one in view.
// When a question is asked, the strip scrolls to the area that it is about.

import { mayMove } from "../kit/reduced-motion.js";

/** The strip in a board's place, if its drawing has one at this width. */
export class Strip {
  #isDue = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    place.addEventListener("click", ({ target }) => {
      const name = target instanceof Element ? target.closest("[data-area]") : null;
      if (name) this.#goTo(Number(name.getAttribute("data-area")), true);
    });
    // Scrolling is told to the strip alone, and often.
    place.addEventListener("scroll", () => this.mark(), { capture: true, passive: true });
  }

  get #strip() {
    return this.place.querySelector(".kit-strip");
  }

  /**
   * @param {number} index
   * @param {boolean} isWanted by the reader, for whom the page is scrolled too
   */
  #goTo(index, isWanted) {
    const strip = this.#strip;
    const area = strip?.children[index];
    if (!strip || !area) return;
    const behavior = mayMove() ? "smooth" : "auto";
    const left = strip.scrollLeft + area.getBoundingClientRect().left - strip.getBoundingClientRect().left;
    strip.scrollTo({ left, behavior });
    if (isWanted) strip.scrollIntoView({ block: "nearest", behavior });
  }

  /** Which area is in sight. */
  #inSight() {
    const strip = this.#strip;
    return strip ? Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth)) : 0;
  }

  /** Mark the name of the area in sight. */
  mark() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      const inSight = this.#inSight();
      const names = this.place.querySelectorAll(".kit-area-name");
      names.forEach((name, index) => {
        if (index !== inSight) name.removeAttribute("aria-current");
        else if (!name.hasAttribute("aria-current")) {
          name.setAttribute("aria-current", "true");
          const line = /** @type {HTMLElement} */ (name.parentElement);
          line.scrollLeft += name.getBoundingClientRect().left - line.getBoundingClientRect().left - 40;
        }
      });
    });
  }

  /** Something is asked anew: unless it can be picked in the area in sight, bring the first in which it can. */
  ask() {
    const asked = [...(this.#strip?.children ?? [])].map((area) => area.querySelector("[data-pick]") !== null);
    if (!asked[this.#inSight()] && asked.includes(true)) this.#goTo(asked.indexOf(true), false);
    this.mark();
  }
}
