// Study tree: a finished game's study as a tree of its commented steps and the analysis games that players have shared.

import { call, gamePath, problemText, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { copyButton } from "../core/dialogs.js";
import { button, html, replace } from "../core/dom.js";
import { called } from "../core/player-names.js";
import { compare, findStep, writePlace } from "../record/positions.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Replaying } from "./controller.js" */
/** @import { ShownMessage, ShownVariation, StudyOfGame } from "../types.js" */
/** @typedef {{ position: string, comments: ShownMessage[], variations: ShownVariation[] }} Branch what is told at a step of the game */

/** In a link: opens the study. */
export const STUDY = "study";

/** The tree, in the replay of the game or of one of its analysis games, which shows the lines from the same step. */
export class Variations {
  /** The last step that could be seen when the tree was drawn. @type {number | null} */
  #seen = null;

  /**
   * @param {HTMLDetailsElement} place
   * @param {Replaying} replaying
   * @param {StudyOfGame} study
   * @param {(study: StudyOfGame) => void} changed called when the reader shares a line, or stops sharing it
   */
  constructor(place, replaying, study, changed) {
    this.place = place;
    this.replaying = replaying;
    this.study = study;
    this.changed = changed;
    this.refusal = html.p({ class: "refusal", role: "alert" });
    this.list = html.ul({ class: "tree" });
    this.hidden = html.p({ class: "hint" });
    this.sharing = html.div();
    replace(
      place,
      html.summary(gettext("Variations")),
      this.list,
      this.hidden,
      this.refusal,
      html.div(
        { class: "buttons" },
        this.sharing,
        copyButton(
          () => location.origin + here(`/games/${this.#original}/replay?s=1&${STUDY}=1`),
          gettext("Copy the link to the study"),
        ),
      ),
    );
    this.#draw();
  }

  /** The id of the game whose study it is. */
  get #original() {
    const { fork, id } = this.replaying.summary;
    return fork?.game ?? id;
  }

  /** The steps may have changed that may be seen. */
  show() {
    if (this.replaying.seen !== this.#seen) this.#draw();
  }

  #draw() {
    const { replaying } = this;
    const { fork } = replaying.summary;
    this.#seen = replaying.seen;
    const all = this.#branches().filter(({ position }) => !fork || position === fork.position);
    const seen = this.#seen;
    const shown = all.filter(({ position }) => fork || seen === null || findStep(replaying.steps, position) <= seen);
    const later = all.length - shown.length;
    replace(
      this.list,
      shown.map((branch) => this.#branch(branch)),
      !all.length && html.li({ class: "empty" }, gettext("No variations yet.")),
    );
    this.hidden.textContent = later
      ? ngettext("One later step is hidden.", "{number} later steps are hidden.", later)
      : "";
    const sharing = this.#sharingButton();
    this.sharing.hidden = !sharing;
    replace(this.sharing, sharing);
  }

  /** The steps of the game with comments or variations, in their order. */
  #branches() {
    /** @type {Map<string, Branch>} */
    const found = new Map();
    const at = (/** @type {string} */ position) => {
      const branch = found.get(position) ?? { position, comments: [], variations: [] };
      found.set(position, branch);
      return branch;
    };
    for (const one of this.study.comments) at(one.position).comments.push(one);
    for (const one of this.study.variations) at(one.position).variations.push(one);
    return [...found.values()].sort((one, other) => compare(one.position, other.position));
  }

  /** @param {Branch} branch */
  #branch({ position, comments, variations }) {
    const { replaying } = this;
    const isHere = !replaying.summary.fork;
    const step = isHere ? replaying.steps[findStep(replaying.steps, position)] : null;
    return html.li(
      this.#stepLink(this.#original, position),
      " ",
      step && html.span({ class: "tree-step" }, step.text),
      html.ul(
        comments.map((one) => html.li(said(one))),
        variations.map((one) => this.#variation(one)),
      ),
    );
  }

  /** @param {ShownVariation} variation */
  #variation({ game, by, first, comments }) {
    const isShown = game === this.replaying.summary.id;
    return html.li(
      { "aria-current": isShown ? "true" : null },
      html.a(
        { href: isShown ? this.#hash(first.position) : `/games/${game}/replay?s=1#${first.position}` },
        first.text,
      ),
      " ",
      html.span({ class: "hint" }, gettext("by {name}", { name: called(by) })),
      by.id === signedIn()?.id && [
        " ",
        button(gettext("Stop sharing"), () => this.#change("DELETE", `/${game}`), { class: "quiet" }),
      ],
      comments.length > 0 &&
        html.ul(comments.map((one) => html.li(this.#stepLink(game, one.position), " ", said(one)))),
    );
  }

  /**
   * @param {string} game
   * @param {string} position
   */
  #stepLink(game, position) {
    const isHere = game === this.replaying.summary.id;
    const href = isHere ? this.#hash(position) : `/games/${game}/replay?s=1#${position}`;
    return html.a({ class: "story-position", href }, position);
  }

  /** @param {string} at */
  #hash(at) {
    return writePlace({ ...this.replaying.place, at });
  }

  /** For who plays the shown analysis game; a shared one has a button in the tree. */
  #sharingButton() {
    const { fork, id, your_seat: seat } = this.replaying.summary;
    const isShared = this.study.variations.some(({ game }) => game === id);
    if (!fork || typeof seat !== "number" || isShared) return null;
    return button(gettext("Share this variation"), () => this.#change("POST", ""), { id: "share-variation" });
  }

  /**
   * @param {"POST" | "DELETE"} method
   * @param {string} path
   */
  async #change(method, path) {
    this.refusal.textContent = "";
    try {
      const body = method === "POST" ? { game: this.replaying.summary.id } : undefined;
      await call(gamePath(this.#original, `/variations${path}`), { method, body });
      this.study = await call(gamePath(this.#original, "/variations"));
      this.#draw();
      this.changed(this.study);
      this.place.querySelector("summary")?.focus(); // the button has gone
    } catch (error) {
      this.refusal.textContent = problemText(error);
    }
  }
}

/** @param {ShownMessage} message */
function said(message) {
  return html.span({ class: "tree-said" }, html.strong(`${called(message)}:`), " ", message.text);
}
