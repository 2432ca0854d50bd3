// Story search: counts the matches of a word in a replay's story, marks them on the curve and steps through them.

import { announce, button, html } from "../core/dom.js";
import { filledIcon } from "../core/icon.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Replaying } from "../replay/controller.js" */
/** @import { ReplayParts } from "../types.js" */

/**
 * A text normalised for comparison, without case and accents.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The search in the story of a replay. */
export class Finding {
  /** The indexes of the matching steps. @type {number[]} */
  #found = [];

  /**
   * @param {HTMLElement} place beside the field
   * @param {Replaying} replaying
   * @param {ReplayParts} parts
   */
  constructor(place, replaying, parts) {
    this.replaying = replaying;
    this.parts = parts;
    this.count = html.span({ id: "found", role: "status" });
    const goButton = (/** @type {string} */ id, /** @type {1 | -1} */ way, /** @type {string} */ words) =>
      button(filledIcon(way > 0 ? "M5 9l7 7 7-7z" : "M5 15l7-7 7 7z", 18), () => this.go(way), {
        id,
        class: "steer",
        "aria-label": words,
        title: words,
      });
    this.buttons = [
      goButton("found-previous", -1, gettext("Previous search result")),
      goButton("found-next", 1, gettext("Next search result")),
    ];
    place.append(this.count, ...this.buttons);
  }

  /** The matches among the steps that may be seen. */
  get #told() {
    const { seen } = this.replaying;
    return seen === null ? this.#found : this.#found.filter((index) => index <= seen);
  }

  /** Search for the term in the address. */
  search() {
    const { place, steps } = this.replaying;
    const wanted = plain(place.find).trim();
    this.#found = wanted ? steps.flatMap((step, index) => (plain(step.text).includes(wanted) ? index : [])) : [];
    this.parts.timeline.annotate("found", new Map(this.#found.map((index) => [index, ""])));
    const items = this.parts.story?.list.children ?? [];
    const found = new Set(this.#found);
    [...items].forEach((item, index) => item.classList.toggle("found", found.has(index)));
    this.show();
  }

  /** Show which match is current. */
  show() {
    const told = this.#told;
    const words = { count: told.length, place: told.indexOf(this.replaying.index) + 1 };
    for (const one of this.buttons) one.disabled = !told.length;
    if (!this.replaying.place.find.trim()) this.count.textContent = "";
    else if (!words.count) this.count.textContent = gettext("Not found");
    else if (words.place) this.count.textContent = gettext("{place} of {count}", words);
    else this.count.textContent = ngettext("{number} step", "{number} steps", words.count);
  }

  /** Go to the next (1) or previous (-1) match, wrapping around. @param {1 | -1} way */
  go(way) {
    const now = this.replaying.index;
    const next =
      way > 0
        ? (this.#told.find((index) => index > now) ?? this.#told[0])
        : (this.#told.findLast((index) => index < now) ?? this.#told.at(-1));
    if (next !== undefined) this.replaying.goTo(next);
  }
}

/**
 * Make this field search the story.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} list
 */
export function searchStory(field, list) {
  const search = () => {
    const wanted = plain(field.value).trim();
    list.classList.toggle("searched", wanted !== "");
    let found = 0;
    for (const line of list.children) {
      const isFound = plain(line.querySelector(".story-text")?.textContent ?? "").includes(wanted);
      line.classList.toggle("unfound", !isFound);
      if (isFound) found += 1;
    }
    if (wanted) announce(found ? ngettext("One line", "{number} lines", found) : gettext("Not found"));
  };
  field.addEventListener("input", search);
  field.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    field.value = "";
    search();
    list.focus();
  });
  new MutationObserver(() => field.value && search()).observe(list, { childList: true });
  search();
}
