// Comments and notes: the remarks on a replay's steps, public after the game or private to the reader.

import { call, gamePath, problemText, signedIn } from "../core/api.js";
import { button, html, replace } from "../core/dom.js";
import { findStep, writePlace } from "../record/positions.js";
import { Room } from "../community/chat-room.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Replaying } from "./controller.js" */
/** @import { ReplayParts } from "../types.js" */
/** @import { ShownNote as Note } from "../responses.js" */

const LONGEST_NOTE = 4000;

/** The remarks on the current step, and marks for others on the curve. */
export class Remarks {
  /** @type {Map<string, string>} */
  #notes = new Map();
  #isThere = false;

  /**
   * @param {HTMLElement} place
   * @param {Replaying} replaying
   * @param {ReplayParts} parts
   * @param {boolean} isOpen whether comments may be read
   */
  constructor(place, replaying, parts, isOpen) {
    this.place = place;
    this.replaying = replaying;
    this.parts = parts;
    this.isOpen = isOpen;
    this.elsewhere = html.p({ class: "hint remarks-elsewhere" });
    this.note = html.textarea({
      id: "note",
      class: "chat-text",
      rows: 2,
      maxlength: LONGEST_NOTE,
      onchange: () => this.#keepNote(),
    });
    this.refusal = html.p({ class: "refusal", role: "alert" });
    this.room = new Room(replaying.summary.id, "comments", {
      label: gettext("Comment on this step"),
      address: (position) => writePlace({ ...replaying.place, at: position }),
      at: () => replaying.step.position,
      of: (position) => position === replaying.step?.position,
    });
    this.room.changed = () => this.#mark();
  }

  /** Load the remarks, and show them. */
  async read() {
    const { replaying } = this;
    const path = gamePath(replaying.summary.id, "/notes");
    /** @type {{ notes: Note[] }} */
    const { notes } = signedIn() ? await call(path) : { notes: [] };
    this.#take(notes);
    if (this.isOpen) await this.room.read();
    const hasComments = this.isOpen && (this.room.told.may_write || this.room.told.messages.length > 0);
    this.#isThere = Boolean(signedIn()) || hasComments;
    this.place.hidden = !this.#isThere;
    replace(
      this.place,
      html.summary(gettext("Comments")),
      this.elsewhere,
      hasComments && this.room.element,
      signedIn() && html.label({ for: "note" }, gettext("Your private note")),
      signedIn() && this.note,
      this.refusal,
    );
    this.show();
  }

  /** The current step has changed. */
  show() {
    const { step } = this.replaying;
    if (!this.#isThere || !step) return;
    this.room.show();
    this.note.value = this.#notes.get(step.position) ?? "";
    this.#mark();
  }

  /** @param {Note[]} notes */
  #take(notes) {
    this.#notes = new Map(notes.map(({ position, text }) => [position, text]));
  }

  async #keepNote() {
    const { summary, step } = this.replaying;
    const body = { position: step.position, text: this.note.value };
    this.refusal.textContent = "";
    try {
      const { notes } = await call(gamePath(summary.id, "/notes"), { method: "PUT", body });
      this.#take(notes);
      this.#mark();
    } catch (error) {
      this.refusal.textContent = problemText(error);
    }
  }

  /** Mark steps with remarks on the curve, and link to the next one. */
  #mark() {
    const { steps, index, seen } = this.replaying;
    if (!steps.length) return;
    const comments = this.room.told.messages.map(({ position, name }) => [position, name ?? ""]);
    const places = [...comments, ...[...this.#notes].map(([position]) => [position, gettext("Your note")])];
    const marks = new Map(places.map(([position, name]) => [findStep(steps, position), name]));
    this.parts.timeline.annotate("remarked", marks);
    this.parts.side?.count("study", marks.size);
    const others = [...marks.keys()]
      .filter((at) => at !== index && (seen === null || at <= seen))
      .sort((one, other) => one - other);
    const next = others.find((at) => at > index) ?? others[0];
    replace(
      this.elsewhere,
      others.length > 0 && ngettext("Comments on one other step.", "Comments on {number} other steps.", others.length),
      others.length > 0 && " ",
      others.length > 0 && button(gettext("Next comment"), () => this.replaying.goTo(next)),
    );
    this.elsewhere.hidden = !others.length;
  }
}
