// What a reader studies a replay with: the search in the story, the bookmarks and the remarks, each loaded when it is
// first needed.

import { signedIn } from "./api.js";
import { find } from "./dom.js";
import { refusalNotice } from "./masthead.js";
import { kept } from "./keeping.js";

/** @import { Bookmarks } from "./bookmarks.js" */
/** @import { Finding } from "./finding.js" */
/** @import { Remarks } from "./remarks.js" */
/** @import { Replaying } from "./replaying.js" */
/** @import { ReplayParts } from "./types.js" */

/** The search, the bookmarks and the remarks of a replay. */
export class Study {
  /** @type {Finding | null} */
  #finding = null;
  /** @type {Bookmarks | null} */
  #bookmarks = null;
  /** @type {Remarks | null} */
  #remarks = null;

  /**
   * @param {Replaying} replaying
   * @param {ReplayParts} parts
   */
  constructor(replaying, parts) {
    this.replaying = replaying;
    this.parts = parts;
    this.field = /** @type {HTMLInputElement} */ (find("find"));
    this.field.addEventListener("input", () => this.#search(this.field.value));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") this.field.blur();
    });
    find("remark").addEventListener("click", () => this.remark());
    this.take();
  }

  /** Under which name this browser keeps the game's bookmarks. */
  get #name() {
    return `stele-bookmarks-${this.replaying.summary.id}`;
  }

  /** Show what the address asks for. */
  take() {
    const { place } = this.replaying;
    this.field.value = place.find;
    if (place.find || this.#finding) this.#search(place.find);
    if (this.#bookmarks) this.#bookmarks.take();
    else if (place.marks.length || kept(this.#name)) this.#loadBookmarks();
  }

  /** The record has grown. */
  grown() {
    this.#finding?.search();
    this.#bookmarks?.show();
  }

  /** The whole record is there. */
  whole() {
    if (signedIn()) this.#loadRemarks().catch(() => {}); // who wants them asks once more, and is told why not
  }

  /** Another step is shown. */
  moved() {
    this.#finding?.show();
    this.#remarks?.show();
  }

  /** Go to the next step that was found (1), or the one before (-1). @param {1 | -1} way */
  go(way) {
    this.#finding?.go(way);
  }

  /** Bookmark the step that is shown, or take its bookmark away. */
  async bookmark() {
    (await this.#loadBookmarks()).toggle();
  }

  /** Show what was remarked, and the way to remark something. */
  async remark() {
    try {
      const { place } = await this.#loadRemarks();
      place.hidden = false;
      place.scrollIntoView({ block: "nearest" });
      place.querySelector("textarea")?.focus();
    } catch (error) {
      refusalNotice(error);
    }
  }

  async #loadRemarks() {
    const { Remarks } = await import("./remarks.js");
    if (!this.#remarks) {
      const remarks = new Remarks(find("remarks"), this.replaying, this.parts);
      await remarks.read();
      this.#remarks = remarks;
    }
    return this.#remarks;
  }

  /** @param {string} words */
  async #search(words) {
    this.replaying.place.find = words;
    this.replaying.writeAddress();
    const { Finding } = await import("./finding.js");
    this.#finding ??= new Finding(find("find-line"), this.replaying, this.parts);
    this.#finding.search();
  }

  async #loadBookmarks() {
    const { Bookmarks } = await import("./bookmarks.js");
    this.#bookmarks ??= new Bookmarks(find("bookmarks"), this.replaying, this.parts, this.#name);
    return this.#bookmarks;
  }
}
