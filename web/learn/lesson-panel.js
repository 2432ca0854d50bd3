// Lesson panel: the text of a step, its task, the feedback on the reader's picks, and the navigation.

import { call } from "../core/api.js";
import { button, html, replace } from "../core/dom.js";
import { problemNotice } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";

/** @import { Choice } from "../board/choice/move-choice.js" */
/** @import { Lesson } from "../types.js" */
/** @typedef {Record<"back" | "next" | "restart" | "show" | "clear", () => void>} Ways what the buttons do */

/** The panel beside the board. */
export class LessonPanel {
  /** @type {Ways | null} */
  #ways = null;

  /**
   * @param {HTMLElement} place
   * @param {Lesson} lesson
   */
  constructor(place, lesson) {
    this.place = place;
    this.lesson = lesson;
    const wayButton = (
      /** @type {string} */ id,
      /** @type {string} */ words,
      /** @type {keyof Ways} */ way,
      more = {},
    ) => button(words, () => this.#ways?.[way](), { id, ...more });
    this.progress = html.p({ id: "lesson-progress", class: "tag" });
    this.said = html.div({ id: "lesson-text", "aria-live": "polite" });
    this.chosen = html.p({ id: "chosen", class: "chosen-text", role: "status" });
    this.instead = html.p({ id: "instead", class: "lesson-instead", role: "status" });
    this.next = wayButton("next", gettext("Next"), "next", { class: "primary" });
    const enter = { class: "primary", "aria-keyshortcuts": "Enter" };
    this.confirm = wayButton("confirm", gettext("Confirm"), "next", enter);
    this.clear = wayButton("clear", gettext("Clear"), "clear", { "aria-keyshortcuts": "Escape" });
    this.answer = wayButton("show-me", gettext("Show me"), "show");
    this.back = wayButton("back", gettext("Back"), "back", { class: "quiet" });
    this.restart = wayButton("restart", gettext("From the beginning"), "restart", { class: "quiet" });
    this.end = html.div({ class: "buttons" }, this.#playButton(), this.#rulesLink());
    replace(
      place,
      html.div({ class: "lesson-head" }, this.progress, html.span({ class: "grow" }), this.back, this.restart),
      this.said,
      this.instead,
      this.chosen,
      html.div({ class: "buttons" }, this.next, this.confirm, this.clear, this.answer),
      this.end,
    );
  }

  #playButton() {
    const play = button(
      gettext("Play now against computer players"),
      async () => {
        play.disabled = true;
        try {
          const { rulebooks } = await call("/api/rulebooks");
          const title = rulebooks.find(({ id }) => id === this.lesson.rulebook);
          const { playNow } = await import("../table/join.js"); // loaded at the end of a lesson
          if (title) await playNow(title);
        } catch (error) {
          play.disabled = false;
          problemNotice(error);
        }
      },
      { class: "primary", id: "play-now" },
    );
    return play;
  }

  #rulesLink() {
    return html.a({ class: "button", href: `/titles/${this.lesson.rulebook}` }, gettext("Read the rules"));
  }

  /**
   * Set the buttons' actions.
   * @param {Ways} ways
   */
  on(ways) {
    this.#ways = ways;
  }

  /** Whether the picks are the move that continues the lesson. */
  get mayConfirm() {
    return !this.confirm.hidden && !this.confirm.disabled;
  }

  /**
   * Show a step without picks.
   * @param {number} index
   */
  show(index) {
    const { steps } = this.lesson;
    const { text, task } = steps[index];
    const isEnd = index === steps.length - 1;
    this.progress.textContent = gettext("Step {number} of {all}", { number: index + 1, all: steps.length });
    replace(
      this.said,
      html.p(text),
      task && html.div({ class: "lesson-task" }, html.h2(gettext("Now you try")), html.p(task.text)),
    );
    this.next.hidden = task !== null || isEnd;
    for (const one of [this.confirm, this.answer]) one.hidden = task === null;
    this.end.hidden = !isEnd;
    this.back.hidden = index === 0;
    this.restart.hidden = index === 0;
  }

  /**
   * Show the picks.
   * @param {Choice} choice
   * @param {string} next what is missing after a partial choice
   * @param {boolean} isRight
   * @param {string | null} instead the feedback on a wrong choice
   */
  showChoice(choice, next, isRight, instead) {
    const { chosen, isEmpty } = choice;
    this.chosen.textContent = chosen?.text ?? next;
    this.say(instead ?? "");
    this.confirm.disabled = !isRight;
    if (isEmpty && document.activeElement === this.clear) this.place.focus({ preventScroll: true });
    this.clear.hidden = isEmpty;
    this.answer.disabled = isRight;
    if (isRight) this.say(gettext("Right. The board shows the position after this move. Confirm it."));
    this.instead.classList.toggle("is-right", isRight);
  }

  /**
   * Show feedback on the reader's action.
   * @param {string} text
   */
  say(text) {
    this.instead.textContent = text;
    this.instead.classList.remove("is-right");
  }

  /** Move the focus along with the lesson: to the button that continues, or to the text, before the board. */
  keepFocus() {
    const next = this.next.hidden ? this.place : this.next;
    next.focus({ preventScroll: true });
  }
}
