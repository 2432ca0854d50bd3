// Puzzle page: a position on its board. The reader chooses a move, is told whether it is the best, and sees the solution.

import { call, signedIn } from "../core/api.js";
import { namedHere } from "../core/base-path.js";
import { Board } from "../board/board.js";
import { Choice } from "../board/choice/move-choice.js";
import { hearChoiceKeys } from "../board/choice/keyboard.js";
import { nextQuestion } from "../board/choice/next-question.js";
import { button, find, html, replace } from "../core/dom.js";
import { drawingOf } from "../board/load-drawing.js";
import { problemNotice, setTitle, showPage } from "../masthead/page-header.js";
import { seatIcon } from "../core/seat-colours.js";
import { soundSwitch } from "../sound/sound.js";
import { ratingText, streakText } from "./puzzle.js";
import { gettext, ngettext } from "../core/i18n.js";
import { percent } from "../replay/winning-chance.js";

/** @import { LegalMove, LoadedDrawing } from "../types.js" */
/** @import { AttemptResponse as Attempt, PuzzleResponse as WholePuzzle } from "../responses.js" */

/** A puzzle on the page, from the question to the solution. */
class Asked {
  #choice;
  /** The last answer. @type {Attempt | null} */
  #attempt = null;
  #isSending = false;
  #isSolutionShown = false;

  /**
   * @param {WholePuzzle} puzzle
   * @param {LoadedDrawing} drawing
   */
  constructor(puzzle, drawing) {
    this.puzzle = puzzle;
    this.board = new Board(find("board"), drawing);
    this.#choice = new Choice(puzzle.moves, () => this.#changed());
    this.chosen = html.p({ id: "chosen", class: "chosen-text", role: "status" });
    this.feedback = html.p({ id: "feedback", class: "lesson-instead", role: "status" });
    this.solution = html.div({ id: "solution" });
    this.confirm = button(gettext("Confirm"), () => this.#send(), {
      id: "confirm",
      class: "primary",
      "aria-keyshortcuts": "Enter",
    });
    this.clear = button(gettext("Clear"), () => this.#choice.clear(), { id: "clear", "aria-keyshortcuts": "Escape" });
    this.show = button(gettext("Show the solution"), () => this.#showSolution(), { id: "show-me", hidden: true });
    this.list = puzzle.moves.map(({ move, text }) =>
      button(text, () => this.#choice.choose(move), { class: "move", "aria-pressed": "false" }),
    );
    replace(
      find("puzzle"),
      html.h2(
        seatIcon(puzzle.seat),
        " ",
        gettext("Seat {number} to move: find the best move.", { number: puzzle.seat + 1 }),
      ),
      html.p({ class: "hint" }, ratingText(puzzle)),
      this.chosen,
      html.div({ class: "buttons" }, this.confirm, this.clear, this.show),
      this.feedback,
      this.solution,
      html.details(
        html.summary(gettext("All moves")),
        html.ul(
          { class: "puzzle-moves" },
          this.list.map((one) => html.li(one)),
        ),
      ),
    );
    hearChoiceKeys(
      () => this.#choice,
      () => this.#confirmByKey(),
    );
    this.#changed();
  }

  #changed() {
    const { chosen } = this.#choice;
    this.chosen.textContent = chosen?.text ?? nextQuestion(this.#choice, this.board.picture);
    this.puzzle.moves.forEach((one, number) => this.list[number].setAttribute("aria-pressed", String(one === chosen)));
    this.confirm.disabled = !chosen || this.#isSending || this.#isSolutionShown;
    this.clear.disabled = this.#choice.isEmpty;
    this.board.show(this.puzzle.state, { seat: this.puzzle.seat, choice: this.#choice });
    if (chosen) this.#foresee(chosen);
  }

  /** Show the state after the chosen move, as soon as it is known. @param {LegalMove} chosen */
  async #foresee(chosen) {
    const { id, moves, state, seat } = this.puzzle;
    const foreseen = await call(`/api/puzzles/${id}?move=${moves.indexOf(chosen)}`).catch(() => null);
    if (foreseen && this.#choice.chosen === chosen) {
      this.board.show(state, { seat, choice: this.#choice, foreseen: foreseen.state });
    }
  }

  #confirmByKey() {
    if (this.confirm.disabled) return false;
    this.#send();
    return true;
  }

  async #send() {
    const { chosen } = this.#choice;
    if (!chosen || this.#isSending) return;
    this.#isSending = true;
    this.confirm.disabled = true;
    try {
      const attempt = await call(`/api/puzzles/${this.puzzle.id}/attempts`, {
        method: "POST",
        body: { move: chosen.move },
      });
      this.#answered(attempt);
    } catch (error) {
      problemNotice(error);
    } finally {
      this.#isSending = false;
      this.#changed();
    }
  }

  /** @param {Attempt} attempt */
  #answered(attempt) {
    this.#attempt = attempt;
    this.feedback.classList.toggle("is-right", attempt.solved);
    this.feedback.textContent = attempt.solved
      ? gettext("Right: this is the best move.")
      : gettext("There is a better move. Try again, or show the solution.");
    this.show.hidden = attempt.solved;
    if (attempt.solved) this.#tell(attempt);
  }

  #showSolution() {
    if (!this.#attempt) return;
    this.feedback.textContent = "";
    this.show.hidden = true;
    this.#tell(this.#attempt);
    this.#choice.choose(this.#attempt.best.move);
  }

  /** @param {Attempt} attempt */
  #tell({ best, gain, streak, game, position }) {
    this.#isSolutionShown = true;
    const { following } = this.puzzle;
    const reason = ngettext(
      "“{move}” raises the winning chance by {number} percentage point above the second-best move.",
      "“{move}” raises the winning chance by {number} percentage points above the second-best move.",
      percent(gain),
      { move: best.text },
    );
    replace(
      this.solution,
      html.p(reason),
      streak ? html.p({ class: "tag" }, streakText(streak)) : null,
      !signedIn() && html.p({ class: "hint" }, gettext("Sign in to keep your results and your streak.")),
      html.div(
        { class: "buttons" },
        following && html.a({ class: "button primary", href: `/puzzles/${following}` }, gettext("Next puzzle")),
        html.a({ class: "button", href: `/games/${game}/replay#${position}` }, gettext("See it in the replay")),
      ),
    );
  }
}

/** @param {WholePuzzle} puzzle */
function layOut(puzzle) {
  replace(
    find("main"),
    html.div(
      { class: "game-head" },
      html.h1(gettext("{title}: a puzzle", { title: puzzle.title })),
      html.span({ class: "grow" }),
      soundSwitch(),
      html.a({ class: "button", href: "/puzzles" }, gettext("All puzzles")),
    ),
    html.div(
      { class: "lesson-layout" },
      html.section({ id: "puzzle", class: "lesson", tabindex: -1, "aria-label": gettext("Puzzle") }),
      html.div({ class: "view" }, html.div({ id: "board", class: "board-place", tabindex: -1 })),
    ),
  );
}

showPage(async () => {
  const puzzle = /** @type {WholePuzzle} */ (await call(`/api/puzzles/${encodeURIComponent(namedHere())}`));
  const drawing = await drawingOf(puzzle.rulebook);
  setTitle(gettext("{title}: a puzzle", { title: puzzle.title }));
  layOut(puzzle);
  new Asked(puzzle, drawing);
});
