// Guessing: before each answer of the chosen players the reader picks a move on the board or in a list, and then sees what
// was played. The module is loaded on demand.

import { call, problemText } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { announce, button, find, html, replace, select } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";
import { seatIcon } from "../core/seat-colours.js";
import { seatOf } from "../record/positions.js";
import { Choice } from "../board/choice/move-choice.js";
import { nextQuestion } from "../board/choice/next-question.js";

/** @import { Replaying } from "./controller.js" */
/** @import { LegalMove, Move, Step } from "../types.js" */
/** @typedef {{ seat: number, moves: LegalMove[], played: LegalMove }} Question what is to be guessed */

const ALL = "all";
/** A reader who steps fast is asked nothing. */
const REST_MILLISECONDS = 150;

/** @type {Guessing | null} */
let guessing = null;

/**
 * Start guessing in this replay, or stop.
 * @param {Replaying} replaying
 */
export function toggleGuessing(replaying) {
  guessing ??= new Guessing(replaying);
  guessing.toggle();
}

/** The bar below the board that asks for the next move, and counts the right guesses. */
class Guessing {
  isOn = false;
  /** Whether later steps were hidden before the guessing. */
  #wasHiding = false;
  /** The questions by the position of their answer; null: there was no choice. @type {Map<string, Question | null>} */
  #questions = new Map();
  /** Whether each guess was right, by the position of the answer. @type {Map<string, boolean>} */
  #guesses = new Map();
  /** The current question's answer. @type {Step | null} */
  #next = null;
  #choice = new Choice();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /** @param {Replaying} replaying */
  constructor(replaying) {
    this.replaying = replaying;
    const { seats } = replaying.summary;
    this.whose = select(
      { id: "guess-whose", "aria-label": gettext("Whose moves to guess"), onchange: () => this.#chosenSeat() },
      [
        [ALL, gettext("All players")],
        ...seats.map(({ seat, name }) => /** @type {const} */ ([seat, name ?? seat + 1])),
      ],
    );
    this.told = html.p({ id: "guess-told", role: "status" });
    this.question = html.p({ id: "guess-question" });
    /** @type {HTMLSelectElement} */
    this.list = html.select({
      id: "guess-list",
      "aria-label": gettext("Possible moves"),
      onchange: () => this.#listed(),
    });
    this.guessButton = button(gettext("Guess"), () => this.#guess(), { id: "guess-now", class: "primary" });
    this.count = html.span({ id: "guess-count" });
    this.place = html.section(
      { id: "guessing", class: "guessing", "aria-label": gettext("Guess the moves"), hidden: true },
      html.div({ class: "guess-line" }, this.told, this.count),
      html.div({ class: "guess-line" }, this.question, this.list, this.guessButton),
      html.div(
        { class: "guess-line" },
        this.whose,
        button(gettext("Stop guessing"), () => this.toggle(), { id: "guess-stop" }),
      ),
    );
    find("stage").after(this.place);
    if (replaying.parts) replaying.parts.guess = this;
  }

  /** Start or stop. */
  toggle() {
    const { replaying } = this;
    this.isOn = !this.isOn;
    this.place.hidden = !this.isOn;
    find("guess").setAttribute("aria-pressed", String(this.isOn));
    if (this.isOn) {
      this.#wasHiding = replaying.seen !== null;
      replaying.hideLater();
      this.#say(gettext("Choose on the board or in the list."));
      this.whose.focus();
    } else if (!this.#wasHiding) replaying.reveal();
    replaying.showAnswers();
    replaying.showAgain();
  }

  /** A player's moves are guessed with what that player saw. */
  #chosenSeat() {
    const { value } = this.whose;
    if (value === ALL) this.moved();
    else this.replaying.look({ as: value, hindsight: false });
  }

  /** The current step has changed: ask for the answer that follows it. */
  moved() {
    clearTimeout(this.#resting);
    if (!this.isOn) return;
    this.#choice = new Choice();
    this.#next = this.#followingAnswer();
    this.#show();
    if (this.#next) this.#resting = setTimeout(() => this.#ask(), REST_MILLISECONDS);
  }

  /** The next step, if it is an answer of a chosen player. */
  #followingAnswer() {
    const { steps, index } = this.replaying;
    const next = steps[index + 1];
    if (!next?.position.endsWith("-0") || next.seat === null) return null;
    return this.whose.value === ALL || this.whose.value === String(next.seat) ? next : null;
  }

  async #ask() {
    const next = this.#next;
    if (!next) return;
    try {
      if (!this.#questions.has(next.position)) this.#questions.set(next.position, await this.#questionAt(next));
    } catch (error) {
      if (next === this.#next) this.#say(problemText(error));
      return;
    }
    if (next !== this.#next || !this.isOn) return;
    const question = this.#questions.get(next.position);
    if (question) {
      this.#choice = new Choice(question.moves, () => this.#picked());
      this.#showOnBoard();
      this.replaying.parts?.board.ask();
    }
    this.#show();
  }

  /** @param {Step} next */
  async #questionAt({ position, seat }) {
    const { asked } = await call(recordPath(this.replaying.summary.id, "/dossier", { at: position, as: "all" }));
    const answers = asked.find((one) => one.seat === seat)?.answers ?? [];
    const moves = answers.map(({ move, text }) => ({ move: /** @type {Move} */ (move), text }));
    const played = moves[answers.findIndex(({ chosen }) => chosen)];
    return seat !== null && played && moves.length > 1 ? { seat, moves, played } : null;
  }

  get #question() {
    return this.#next && this.#choice.moves.length ? (this.#questions.get(this.#next.position) ?? null) : null;
  }

  #showOnBoard() {
    const { parts, step, steps, index, place } = this.replaying;
    const before = steps[index - 1]?.state ?? null;
    parts?.board.show(step.state, { before, choice: this.#choice, seat: seatOf(place), within: 0 });
  }

  #picked() {
    this.#showOnBoard();
    this.#show();
  }

  #listed() {
    const chosen = this.#choice.moves[Number(this.list.value)];
    if (this.list.value && chosen) this.#choice.choose(chosen.move);
    else this.#choice.clear();
  }

  #guess() {
    const question = this.#question;
    const { chosen } = this.#choice;
    if (!question || !chosen || !this.#next) return;
    const { position } = this.#next;
    const isRight = chosen === question.played;
    if (!this.#guesses.has(position)) this.#guesses.set(position, isRight);
    const told = {
      name: this.#name(question.seat),
      move: question.played.text,
      guess: chosen.text,
    };
    this.#say(
      isRight ? gettext("Right: {name} chose “{move}”.", told) : gettext("{name} chose “{move}”, not “{guess}”.", told),
    );
    this.replaying.goTo(this.replaying.index + 1);
  }

  /** @param {string} words */
  #say(words) {
    this.told.textContent = words;
    if (words) announce(words);
    const right = [...this.#guesses.values()].filter(Boolean).length;
    this.count.textContent = this.#guesses.size
      ? ngettext("{right} of one guess right", "{right} of {number} guesses right", this.#guesses.size, { right })
      : "";
  }

  #show() {
    const question = this.#question;
    this.list.disabled = !question;
    this.guessButton.disabled = !question || !this.#choice.chosen;
    if (!question) {
      const isComing = this.#next && this.#questions.get(this.#next.position) !== null;
      replace(this.question, isComing ? "" : gettext("The next step is not a move to guess."));
      replace(this.list, html.option({ value: "" }, gettext("Possible moves")));
      return;
    }
    const { moves, chosen } = this.#choice;
    const left = new Set(this.#choice.candidates());
    replace(
      this.question,
      seatIcon(question.seat, 12),
      " ",
      nextQuestion(this.#choice, this.replaying.parts?.board.picture ?? null) ||
        gettext("What does {name} choose?", { name: this.#name(question.seat) }),
    );
    replace(
      this.list,
      html.option({ value: "" }, ngettext("One possible move", "{number} possible moves", left.size)),
      moves.map((one, place) => left.has(one) && html.option({ value: place, selected: one === chosen }, one.text)),
    );
  }

  /** @param {number} seat */
  #name(seat) {
    return this.replaying.summary.seats[seat].name ?? String(seat + 1);
  }
}
