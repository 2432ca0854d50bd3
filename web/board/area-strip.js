// Area strip: the other parts of a drawing below its board on a narrow page, one beside the other to be swiped.
// Links scroll to each area and mark the one in view. When a question is asked, the strip scrolls to what it is about.

import { html, svg } from "../kit/elements.js";
import { mayMove } from "../kit/reduced-motion.js";

/** @import { Drawn } from "../kit/elements.js" */

const NARROW = matchMedia("(max-width: 40rem)");
/** A title's drawing begins with its header and what it is played on: on a narrow page these stay together. */
const BOARD = 2;
/** Marks reach beyond the edge of what they are on. */
const BLEED = 4;

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

/**
 * Take the parts of a whole drawing apart on a narrow page. What is no drawing, or has no other parts, stays as it is.
 * @param {Drawn} whole
 */
export function arranged(whole) {
  const zones = whole.children.filter(({ area }) => area !== null);
  if (!NARROW.matches || whole.name !== "svg" || zones.length <= BOARD) return whole;
  const areas = zones.slice(BOARD);
  const rest = whole.children.filter(({ area }) => area === null);
  const { class: look, "aria-label": name } = whole.attributes;
  const [width, height] = String(whole.attributes.viewBox).split(" ").slice(2).map(Number);
  const bottom = Math.max(...zones.map(({ area }) => (area ? area.y + area.height : 0)));
  return html(
    "div",
    { class: "kit-areas", role: "group", "aria-label": name },
    html("div", { class: "kit-main" }, picture(look, "board", zones.slice(0, BOARD))),
    html("div", { class: "kit-names" }, ...areas.map(nameOf)),
    html(
      "div",
      { class: "kit-strip", tabindex: 0, role: "group", "aria-label": name },
      ...areas.map((zone) => picture(look, `area ${zone.attributes["aria-label"]}`, [zone])),
    ),
    // What lies beside the parts: it is drawn below them, or only lent to them.
    svg("svg", { class: `${look} kit-rest`, viewBox: `0 ${bottom} ${width} ${Math.max(1, height - bottom)}` }, ...rest),
  );
}

/**
 * These parts of a drawing as a picture of its own.
 * @param {unknown} look
 * @param {string} key
 * @param {Drawn[]} zones
 */
function picture(look, key, zones) {
  const areas = zones.flatMap(({ area }) => area ?? []);
  const left = Math.min(...areas.map(({ x }) => x)) - BLEED;
  const top = Math.min(...areas.map(({ y }) => y)) - BLEED;
  const width = Math.max(...areas.map((area) => area.x + area.width)) + BLEED - left;
  const height = Math.max(...areas.map((area) => area.y + area.height)) + BLEED - top;
  const node = svg("svg", { class: `${look}`, viewBox: `${left} ${top} ${width} ${height}` }, ...zones);
  return Object.assign(node, { key });
}

/**
 * What leads to an area: its name, and whether something in it can be picked.
 * @param {Drawn} zone
 * @param {number} index
 */
function nameOf(zone, index) {
  const look = canPick(zone) ? "kit-area-name kit-area-asked" : "kit-area-name";
  return html("button", { type: "button", class: look, "data-area": index }, String(zone.attributes["aria-label"]));
}

/**
 * @param {Drawn} part
 * @returns {boolean}
 */
function canPick({ attributes, children }) {
  return "data-pick" in attributes || children.some(canPick);
}
