// Lesson controller: shows a lesson's steps, checks the reader's picks against the answer, and keeps the progress.

import { Board } from "../board/board.js";
import { Choice, isMove } from "../board/choice/move-choice.js";
import { hearChoiceKeys } from "../board/choice/keyboard.js";
import { nextQuestion } from "../board/choice/next-question.js";
import { find } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { mayMove } from "../kit/reduced-motion.js";
import { stateOf } from "../core/json-patch.js";
import { gettext } from "../core/i18n.js";

/** @import { LessonPanel } from "./lesson-panel.js" */
/** @import { Fields, Lesson, LessonTask, LoadedDrawing, Move, State } from "../types.js" */
/** @typedef {{ position: string, state: State }} Shown */

/** Shows a lesson step by step, on a board and in a panel, and stores the progress in this browser. */
export class Leading {
  /** The states of the record, in order. @type {Shown[]} */
  #shown = [];
  #index = 0;
  #choice = new Choice();
  #kept;

  /**
   * @param {Lesson} lesson
   * @param {LoadedDrawing} drawing
   * @param {LessonPanel} panel
   */
  constructor(lesson, drawing, panel) {
    this.lesson = lesson;
    this.panel = panel;
    this.board = new Board(find("board"), drawing);
    this.#kept = `stele-lesson-${lesson.rulebook}`;
    for (const step of lesson.record) {
      const state = stateOf(step, this.#shown.at(-1)?.state ?? null);
      this.#shown.push({ position: step.position, state });
    }
    panel.on({
      back: () => this.#go(this.#index - 1),
      next: () => this.#go(this.#index + 1),
      restart: () => this.#go(0),
      show: () => this.#showAnswer(),
      clear: () => this.#choice.clear(),
    });
    this.board.place.addEventListener("click", (event) => this.#clicked(event));
    hearChoiceKeys(
      () => this.#choice,
      () => this.#confirm(),
    );
  }

  /** Start, or resume where this reader left. */
  start() {
    const index = Number(kept(this.#kept) ?? 0);
    this.#index = index > 0 && index < this.lesson.steps.length ? index : 0;
    this.#show([], null);
  }

  get #step() {
    return this.lesson.steps[this.#index];
  }

  /** @param {string} position */
  #at(position) {
    return this.#shown.findIndex((one) => one.position === position);
  }

  /** Continue with the right move; whether it is chosen. */
  #confirm() {
    if (!this.panel.mayConfirm) return false;
    this.#go(this.#index + 1);
    return true;
  }

  /**
   * Go to another step; going forwards plays everything in between.
   * @param {number} index
   */
  #go(index) {
    const from = this.#at(this.#step.position);
    const isNext = index === this.#index + 1;
    this.#index = index;
    const to = this.#at(this.#step.position);
    const isEnd = index === this.lesson.steps.length - 1;
    keep(this.#kept, index === 0 || isEnd ? null : String(index));
    const between = isNext ? this.#shown.slice(from + 1, to) : [];
    this.#show(
      between.map(({ state }) => state),
      isNext && to !== from ? this.#shown[from].state : null,
    );
    this.panel.keepFocus();
  }

  /**
   * @param {State[]} passed
   * @param {State | null} before
   */
  #show(passed, before) {
    const { task } = this.#step;
    this.#choice = new Choice(task?.moves ?? [], () => this.#showChoice());
    this.panel.show(this.#index);
    this.#showChoice(passed, before);
  }

  /**
   * Show the picks, the feedback, and, for the right move, its preview.
   * @param {State[]} passed
   * @param {State | null} before
   */
  async #showChoice(passed = [], before = null) {
    const { task, position } = this.#step;
    const choice = this.#choice;
    const at = this.#at(position);
    const isRight = task !== null && isMove(choice.chosen, task.answer);
    // The first effect of the next action is its player's own; its consequences come later.
    const foreseen = isRight ? this.#shown[at + 1].state : null;
    const next = nextQuestion(choice, this.board.picture);
    this.panel.showChoice(choice, next, isRight, task && !choice.isEmpty && !isRight ? insteadOf(task, choice) : null);
    await this.board.play(passed, this.#shown[at].state, { before, foreseen, choice: task && choice });
    if (choice === this.#choice) this.#bringIntoView(isRight ? ".picked" : task ? nextOf(task.answer) : ".changed");
  }

  /**
   * Scroll the relevant part into a small window: the change, the next pick, or the current picks.
   * @param {string | ((part: Element) => boolean)} told
   */
  #bringIntoView(told) {
    const { place } = this.board;
    const found =
      typeof told === "string" ? place.querySelector(told) : [...place.querySelectorAll("[data-pick]")].find(told);
    found?.scrollIntoView({ block: "nearest", behavior: mayMove() ? "smooth" : "auto" });
  }

  #showAnswer() {
    const { task } = this.#step;
    if (task) this.#choice.choose(task.answer);
  }

  /**
   * Give feedback on parts that cannot be picked.
   * @param {Event} event
   */
  #clicked(event) {
    if (!this.#step.task || !(event.target instanceof Element) || event.target.closest("[data-pick]")) return;
    this.panel.say(gettext("You can't choose this now. The available choices are highlighted."));
  }
}

/**
 * A test whether a part must still be picked for this move.
 * @param {Move} move
 * @returns {(part: Element) => boolean}
 */
function nextOf(move) {
  return (part) => {
    /** @type {Fields} */
    const fields = JSON.parse(part.getAttribute("data-pick") ?? "{}");
    const isNext = !part.classList.contains("picked");
    return (
      isNext &&
      Object.entries(fields).every(([field, value]) => {
        const whole = move[field];
        return Array.isArray(whole) ? whole.includes(value) : whole === value;
      })
    );
  };
}

/**
 * The feedback when the picks no longer lead to the answer; otherwise nothing.
 * @param {LessonTask} task
 * @param {Choice} choice
 */
function insteadOf(task, choice) {
  const left = choice.candidates();
  if (!choice.chosen && left.some((one) => isMove(one, task.answer))) return null;
  const { move } = choice.chosen ?? left[0];
  const found = task.instead.find(({ having }) =>
    Object.entries(having).every(([field, value]) => JSON.stringify(move[field]) === JSON.stringify(value)),
  );
  return found?.text ?? null;
}
