// Learn from mistakes: asks for a better move at a player's largest losses, on the board, and previews alternatives.
// The module is loaded on demand.

import { call, gamePath } from "../core/api.js";
import { Choice, isMove } from "../board/choice/move-choice.js";
import { nextQuestion } from "../board/choice/next-question.js";
import { button, html, replace } from "../core/dom.js";
import { actionOf, findStep } from "../record/positions.js";
import { openForking } from "../table/fork.js";
import { gettext, ngettext } from "../core/i18n.js";
import { closeTool, openTool } from "./study-panel.js";
import { margin, percent } from "./winning-chance.js";

/** @import { Replaying } from "./controller.js" */
/** @import { JudgedMove as Decision } from "../responses.js" */
/** @import { LegalMove, Move, State } from "../types.js" */

/** @type {Mistakes | null} */
let mistakes = null;

/**
 * Ask about these decisions, one after another, in a part of the page before this one.
 * @param {Replaying} replaying
 * @param {Decision[]} decisions
 * @param {HTMLElement} place
 */
export async function openMistakes(replaying, decisions, place) {
  mistakes?.close();
  const asking = new Mistakes(replaying, decisions);
  mistakes = asking;
  place.before(asking.place);
  openTool(asking.place, () => asking.close(), true);
  await asking.ask(0);
}

/** The alternatives of a decision in a finished game, as its seat saw them. */
export class Alternatives {
  /** The state before it. @type {State | null} */
  state = null;
  seat = 0;
  /** @type {LegalMove[]} */
  moves = [];

  /**
   * @param {Replaying} replaying
   * @param {string} position of the answer
   */
  constructor(replaying, position) {
    this.replaying = replaying;
    this.position = position;
  }

  /** The index of the step before the answer. */
  get step() {
    return findStep(this.replaying.steps, `${actionOf(this.position)}-0`) - 1;
  }

  /** Read them. */
  async read() {
    if (this.state) return;
    const { state, seat, moves } = await this.#call();
    Object.assign(this, { state, seat, moves });
  }

  /**
   * The state after this move, as far as the seat could know.
   * @param {Move} move
   * @returns {Promise<State>}
   */
  async after(move) {
    await this.read();
    const number = this.moves.findIndex((one) => isMove(one, move));
    const { state } = await this.#call({ move: String(number) });
    return state;
  }

  /**
   * @param {Record<string, string>} [parameters]
   * @returns {Promise<any>}
   */
  #call(parameters) {
    const path = `/alternatives/${actionOf(this.position)}`;
    return call(gamePath(this.replaying.summary.id, path, parameters));
  }

  /**
   * Go to the step before the answer, and show this better move there.
   * @param {LegalMove} better
   */
  async preview({ move, text }) {
    const after = await this.after(move);
    this.replaying.goTo(this.step);
    this.show({ foreseen: after, told: betterText(text) });
  }

  /** @param {{ foreseen?: State | null, told?: string, choice?: Choice | null }} how */
  show({ foreseen = null, told = "", choice = null }) {
    if (this.state) this.replaying.parts?.board.show(this.state, { seat: this.seat, foreseen, told, choice });
  }
}

/** What the board shows in place of the played move. @param {string} move */
const betterText = (move) => gettext("Better: {move}", { move });

/** The questions, one of which is shown. */
class Mistakes {
  #number = 0;
  #choice = new Choice();
  /** @type {Alternatives | null} */
  #alternatives = null;

  /**
   * @param {Replaying} replaying
   * @param {Decision[]} decisions
   */
  constructor(replaying, decisions) {
    this.replaying = replaying;
    this.decisions = decisions;
    this.heading = html.h2({ id: "mistakes-heading", tabindex: -1 }, gettext("Find a better move"));
    this.question = html.p();
    this.feedback = html.p({ class: "verdict", role: "status" });
    this.list = html.ul({ class: "moves" });
    this.buttons = html.div({ class: "buttons" });
    this.place = html.section(
      { id: "mistakes", class: "analysis tool", "aria-labelledby": "mistakes-heading" },
      this.heading,
      this.question,
      this.feedback,
      this.buttons,
      html.details(html.summary(gettext("All moves")), this.list),
    );
    const { parts } = replaying;
    if (!parts) return;
    parts.asking = { moved: () => this.#moved() };
    replaying.showAnswers();
  }

  /** Remove the questions, and show the replay's step again. */
  close() {
    closeTool(this.place);
    this.place.remove();
    const { parts } = this.replaying;
    if (parts) parts.asking = undefined;
    this.replaying.showAnswers();
    this.replaying.showAgain();
    mistakes = null;
  }

  get #decision() {
    return this.decisions[this.#number];
  }

  /** @param {number} number */
  async ask(number) {
    this.#number = number;
    const { position, seat, played } = this.#decision;
    const alternatives = new Alternatives(this.replaying, position);
    this.#alternatives = null; // the step before it is shown first
    await alternatives.read();
    this.replaying.goTo(alternatives.step);
    this.#alternatives = alternatives;
    const name = this.replaying.summary.seats[seat].name ?? String(seat + 1);
    this.question.textContent = gettext(
      "Question {number} of {all}. {name} chose “{move}”. Choose a better move on the board.",
      { number: number + 1, all: this.decisions.length, name, move: played.text },
    );
    replace(
      this.list,
      alternatives.moves.map(({ move, text }) => html.li(button(text, () => this.#choice.choose(move)))),
    );
    this.#begin();
    this.heading.focus({ preventScroll: true });
    this.place.scrollIntoView({ block: "nearest" });
  }

  /** Start this question again. */
  #begin() {
    this.#choice = new Choice(this.#alternatives?.moves, () => this.#changed());
    this.replaying.parts?.board.ask();
    this.#changed();
  }

  /** The replay shows another step: the question is left. */
  #moved() {
    if (this.#alternatives && this.replaying.index !== this.#alternatives.step) this.close();
    else this.#alternatives?.show({ choice: this.#choice });
  }

  async #changed() {
    const choice = this.#choice;
    const { chosen } = choice;
    this.#alternatives?.show({ choice });
    const next = nextQuestion(choice, this.replaying.parts?.board.picture ?? null);
    this.feedback.textContent = chosen ? this.#answer(chosen) : next;
    this.#showButtons(Boolean(chosen));
    if (!chosen || !this.#alternatives) return;
    const foreseen = await this.#alternatives.after(chosen.move).catch(() => null);
    if (choice !== this.#choice || choice.chosen !== chosen) return;
    const isBetter = isMove(chosen, this.#decision.better?.move);
    const told = isBetter ? betterText(chosen.text) : gettext("Instead: {move}", { move: chosen.text });
    this.#alternatives?.show({ choice, foreseen, told });
  }

  /** @param {LegalMove} chosen */
  #answer(chosen) {
    const { better, played, lost, error } = this.#decision;
    if (better && isMove(chosen, better.move)) {
      return ngettext(
        "That is better: it raises the winning chance by {number} percentage point (± {error}).",
        "That is better: it raises the winning chance by {number} percentage points (± {error}).",
        percent(lost),
        { error: margin(error) },
      );
    }
    if (isMove(chosen, played.move)) return gettext("This is the move that was played. Find a better one.");
    return gettext("The analysis found another move. Try again, or show the solution.");
  }

  /** @param {boolean} isChosen */
  #showButtons(isChosen) {
    const { better, position } = this.#decision;
    const before = this.replaying.steps[findStep(this.replaying.steps, `${actionOf(position)}-0`) - 1];
    replace(
      this.buttons,
      isChosen && button(gettext("Try again"), () => this.#begin(), { id: "mistake-again" }),
      button(gettext("Show the solution"), () => better && this.#choice.choose(better.move), {
        id: "mistake-solution",
      }),
      this.#number + 1 < this.decisions.length &&
        button(gettext("Next question"), () => this.ask(this.#number + 1), { id: "mistake-next", class: "primary" }),
      document.getElementById("try-line") &&
        button(gettext("Try another line"), () => openForking(this.replaying.summary, before), { id: "mistake-line" }),
      button(gettext("Close"), () => this.close(), { id: "mistake-close", class: "quiet" }),
    );
  }
}
