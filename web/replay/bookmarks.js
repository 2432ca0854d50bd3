// Bookmarks: named steps of a replay, kept in this browser and included in links.

import { button, html, replace } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { compare, findStep, writePlace } from "../record/positions.js";
import { gettext } from "../core/i18n.js";

/** @import { Bookmark } from "../record/positions.js" */
/** @import { Replaying } from "./controller.js" */
/** @import { ReplayParts } from "../types.js" */

/** The list of bookmarks: stored ones, and those in the link. */
export class Bookmarks {
  /** The stored bookmarks. @type {Bookmark[]} */
  #kept;

  /**
   * @param {HTMLElement} place
   * @param {Replaying} replaying
   * @param {ReplayParts} parts
   * @param {string} name of their storage
   */
  constructor(place, replaying, parts, name) {
    this.place = place;
    this.replaying = replaying;
    this.parts = parts;
    this.name = name;
    this.#kept = readBookmarks(kept(name));
    this.take();
  }

  /** Show the bookmarks of the address in addition to the stored ones. */
  take() {
    const { place } = this.replaying;
    const came = place.marks.filter(({ at }) => !this.#kept.some((one) => one.at === at));
    this.#change([...this.#kept, ...came]);
  }

  /** Add or remove a bookmark on the current step. */
  toggle() {
    const { place, step } = this.replaying;
    if (place.marks.some(({ at }) => at === step.position)) this.#remove(step.position);
    else {
      this.#keep({ at: step.position, name: "" });
      /** @type {HTMLInputElement | null} */
      const name = this.place.querySelector(`[name="${step.position}"]`);
      name?.focus();
    }
  }

  /** Show them on the curve. */
  show() {
    const { place, steps } = this.replaying;
    const marks = place.marks.map(({ at, name }) => /** @type {const} */ ([findStep(steps, at), name]));
    this.parts.timeline.annotate("kept", new Map(marks));
  }

  /** @param {Bookmark} mark */
  #keep(mark) {
    this.#kept = [...this.#kept.filter(({ at }) => at !== mark.at), mark];
    this.#change([...this.replaying.place.marks.filter(({ at }) => at !== mark.at), mark]);
  }

  /** @param {string} position */
  #remove(position) {
    this.#kept = this.#kept.filter(({ at }) => at !== position);
    this.#change(this.replaying.place.marks.filter(({ at }) => at !== position));
  }

  /** @param {Bookmark[]} marks */
  #change(marks) {
    const { replaying } = this;
    const sorted = marks.toSorted((one, other) => compare(one.at, other.at));
    keep(this.name, this.#kept.length ? JSON.stringify(this.#kept) : null);
    replaying.place.marks = sorted;
    replaying.writeAddress();
    this.place.hidden = !sorted.length;
    replace(
      this.place,
      html.h2({ id: "bookmarks-heading" }, gettext("Bookmarks")),
      html.ol(
        { class: "bookmarks" },
        sorted.map((mark) => this.#item(mark)),
      ),
    );
    this.show();
  }

  /** @param {Bookmark} mark */
  #item({ at, name }) {
    const isKept = this.#kept.some((one) => one.at === at);
    const words = gettext("Name of the bookmark at {position}", { position: at });
    const remove = gettext("Remove the bookmark at {position}", { position: at });
    return html.li(
      html.a(
        {
          class: "story-position",
          href: writePlace({ ...this.replaying.place, at }),
          onclick: (event) => {
            event.preventDefault();
            this.replaying.goTo(findStep(this.replaying.steps, at));
          },
        },
        at,
      ),
      html.input({
        name: at,
        value: name,
        maxlength: 60,
        placeholder: gettext("Name"),
        "aria-label": words,
        onchange: (event) => this.#keep({ at, name: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
        onkeydown: (event) => {
          if (event.key === "Enter" || event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
        },
      }),
      !isKept && button(gettext("Save"), () => this.#keep({ at, name }), { class: "keep" }),
      button("×", () => this.#remove(at), { class: "quiet", "aria-label": remove, title: remove }),
    );
  }
}

/**
 * @param {string | null} text
 * @returns {Bookmark[]}
 */
function readBookmarks(text) {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
}
