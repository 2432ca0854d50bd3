// Study tools: the search, bookmarks and remarks of a replay, and what followed its positions in other games.

import { call, gamePath, signedIn } from "../core/api.js";
import { find, html } from "../core/dom.js";
import { findStep } from "../record/positions.js";
import { problemNotice } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";
import { loadStyle } from "../board/load-drawing.js";
import { FORKS, kept, keptByGame } from "../core/storage.js";
import { foldedAway } from "../board/side-panel.js";

/** @import { Finding } from "../record/search.js" */
/** @import { Bookmarks } from "./bookmarks.js" */
/** @import { OtherGames } from "../statistics/other-games.js" */
/** @import { Remarks } from "./comments.js" */
/** @import { Replaying } from "./controller.js" */
/** @import { Variations } from "./study-tree.js" */
/** @import { ReplayParts } from "../types.js" */

/** The search, the bookmarks, the remarks and the variations of a replay. */
export class Study {
  /** @type {Finding | null} */
  #finding = null;
  /** The bookmarks, once there are any. @type {Promise<Bookmarks> | null} */
  #bookmarks = null;
  /** @type {Remarks | null} */
  #remarks = null;
  /** @type {OtherGames | null} */
  #others = null;
  /** The variations, once they are asked for. @type {Promise<Variations | null> | null} */
  #reading = null;
  /** @type {Variations | null} */
  #variations = null;

  /**
   * @param {Replaying} replaying
   * @param {ReplayParts} parts
   */
  constructor(replaying, parts) {
    this.replaying = replaying;
    this.parts = parts;
    this.kept = `stele-bookmarks-${replaying.summary.id}`;
    if (kept(this.kept)) this.#withBookmarks(() => {});
    else this.#takeBookmarks();
    this.field = /** @type {HTMLInputElement} */ (find("find"));
    this.field.addEventListener("input", () => this.#search(this.field.value));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") this.field.blur();
    });
    find("remark").addEventListener("click", () => this.remark());
    const { status, private: isPrivate } = replaying.summary;
    if (status === "finished" && !isPrivate) this.#offerOthers();
    this.#searchAsAsked();
  }

  /** A fold with what followed the shown position in other games, which is asked for once it is open. */
  #offerOthers() {
    const place = html.div({ class: "analysis" });
    const about = `/statistics/${encodeURIComponent(this.replaying.summary.rulebook)}`;
    const link = html.p(html.a({ href: about }, gettext("Statistics")));
    const fold = Object.assign(foldedAway("stele-others", gettext("In other games"), place, link), { id: "others" });
    const open = async () => {
      if (!fold.open) return;
      if (!this.#others) {
        const [{ OtherGames }] = await Promise.all([
          import("../statistics/other-games.js"),
          loadStyle("/web/replay/analysis.css"),
        ]);
        this.#others ??= new OtherGames(fold, place, this.replaying);
      }
      this.#others.moved();
    };
    fold.addEventListener("toggle", open);
    find("remarks").before(fold);
  }

  /** Show what the address requests. */
  take() {
    this.#searchAsAsked();
    this.#takeBookmarks();
  }

  #takeBookmarks() {
    if (this.#bookmarks || this.replaying.place.marks.length) this.#withBookmarks((bookmarks) => bookmarks.take());
  }

  /** @param {(bookmarks: Bookmarks) => void} work */
  async #withBookmarks(work) {
    const { replaying, parts } = this;
    try {
      this.#bookmarks ??= import("./bookmarks.js").then(
        (module) => new module.Bookmarks(find("bookmarks"), replaying, parts, this.kept),
      );
      work(await this.#bookmarks);
    } catch (error) {
      this.#bookmarks = null; // the next wish loads them again
      problemNotice(error);
    }
  }

  #searchAsAsked() {
    const { find: wanted } = this.replaying.place;
    this.field.value = wanted;
    if (wanted || this.#finding) this.#search(wanted);
  }

  /** The record has new steps. */
  grown() {
    this.#finding?.search();
    if (this.#bookmarks) this.#withBookmarks((bookmarks) => bookmarks.show());
    this.#markForks();
  }

  /** Mark the steps from which other lines were tried: the reader's own, and the shared ones. */
  #markForks() {
    const { steps, summary } = this.replaying;
    const name = gettext("Your analysis game");
    const own = (keptByGame(FORKS)[summary.id] ?? []).map((/** @type {string} */ action) => [action, name]);
    const shared = summary.fork ? [] : (this.#variations?.study.variations ?? []);
    const all = [...own, ...shared.map(({ position, first }) => [position, first.text])];
    this.parts.timeline.annotate("forked", new Map(all.map(([at, words]) => [findStep(steps, at), words])));
  }

  /** The whole record is loaded. */
  async whole() {
    this.#reading ??= this.#readVariations();
    this.#variations = await this.#reading.catch(() => null); // it is left out: another's private game
    this.#markForks();
    if (signedIn()) this.#readRemarks().catch(() => {}); // readers who want them can retry, and see the error
  }

  /** The tree of the variations of a public finished game, or of the one that this analysis game is a copy of. */
  async #readVariations() {
    const { summary } = this.replaying;
    if (!summary.fork && (summary.status !== "finished" || summary.private)) return null;
    const study = await call(gamePath(summary.fork?.game ?? summary.id, "/variations"));
    const isWanted = new URLSearchParams(location.search).has("study");
    if (!study.is_open || (!summary.fork && !study.variations.length && !isWanted)) return null;
    const [{ Variations }] = await Promise.all([import("./study-tree.js"), loadStyle("/web/replay/variations.css")]);
    const place = /** @type {HTMLDetailsElement} */ (find("variations"));
    const variations = new Variations(place, this.replaying, study, () => this.#sharingChanged());
    place.hidden = false;
    if (isWanted) {
      this.parts.side?.open("study");
      place.open = true;
    }
    return variations;
  }

  /** Whether the comments of this game may be read. */
  get #hasComments() {
    const { isOver, summary } = this.replaying;
    return isOver || Boolean(this.#variations?.study.variations.some(({ game }) => game === summary.id));
  }

  async #sharingChanged() {
    this.#markForks();
    if (!this.#remarks) return;
    this.#remarks.isOpen = this.#hasComments;
    await this.#remarks.read();
  }

  /** The current step has changed. */
  moved() {
    this.#finding?.show();
    this.#remarks?.show();
    this.#variations?.show();
    this.#others?.moved();
  }

  /** Go to the next (1) or previous (-1) match. @param {1 | -1} way */
  go(way) {
    this.#finding?.go(way);
  }

  /** Add or remove a bookmark on the current step. */
  bookmark() {
    this.#withBookmarks((bookmarks) => bookmarks.toggle());
  }

  /** Show the remarks, and the form for a new one. */
  async remark() {
    const { place } = await this.#readRemarks();
    this.parts.side?.open("study");
    (await import("./study-panel.js")).closeTools();
    Object.assign(place, { hidden: false, open: true });
    place.scrollIntoView({ block: "nearest" });
    place.querySelector("textarea")?.focus();
  }

  async #readRemarks() {
    if (!this.#remarks) {
      const [{ Remarks }] = await Promise.all([import("./comments.js"), loadStyle("/web/community/chat.css")]);
      const remarks = new Remarks(find("remarks"), this.replaying, this.parts, this.#hasComments);
      await remarks.read();
      this.#remarks = remarks;
    }
    return this.#remarks;
  }

  /** @param {string} words */
  async #search(words) {
    this.replaying.place.find = words;
    this.replaying.writeAddress();
    if (!this.#finding) {
      const module = await import("../record/search.js");
      this.#finding ??= new module.Finding(find("find-line"), this.replaying, this.parts);
    }
    this.#finding.search();
  }
}
