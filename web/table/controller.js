// Table controller: connects a game's board, question, choice and live updates, and sends the player's moves.

import { Problem, call, gamePath, problemText } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { siteName } from "../core/club.js";
import { toldTogether } from "../record/alike-steps.js";
import { Around } from "../board/layout.js";
import { Board } from "../board/board.js";
import { Choice } from "../board/choice/move-choice.js";
import { Choices } from "../board/choice/choice-bar.js";
import { nextQuestion } from "../board/choice/next-question.js";
import { Composed, Foresight } from "../board/choice/move-sequence.js";
import { witness } from "../signing/record-changed.js";
import { announce, find } from "../core/dom.js";
import { askBeforeLeaving, nameWayOut, wayOut } from "./proposals/leave.js";
import { notice, problemNotice } from "../masthead/page-header.js";
import { lastAnswers, statesOf, stepsAfter } from "./steps-between.js";
import { foresee, sendMoves } from "./send-moves.js";
import { Since } from "./since-last-move.js";
import { openOwnNonce } from "./join.js";
import { Story } from "../record/story.js";
import { localised } from "../record/sentences.js";
import { gettext } from "../core/i18n.js";
import { SendState } from "./send-state.js";
import { Turn, questionOf } from "./turn-panel.js";
import { CONNECTION_WORDS, Following } from "../core/event-stream.js";
import { isMark } from "../record/frames.js";

/** @import { Disputes } from "./proposals/disputes.js" */
/** @import { Game } from "../record/game.js" */
/** @import { Foreseen, GameEvent, LegalMove, LoadedDrawing, Move, State } from "../types.js" */

/** The page of one game. `game` holds its data, `sendState` its requests, `choice` my picks. */
export class Playing {
  choice = new Choice();
  /** Resolves when everything is shown. @type {Promise<void>} */
  #settled = Promise.resolve();
  /** The shown data, which may be older than data being loaded. @type {Pick<Game, "state" | "position" | "digest">} */
  #shown;
  /** A move was sent without a response, so it is unknown whether it was made. */
  #isUnanswered = false;
  /** The state before the last seat's answers. @type {State | null} */
  #moved = null;
  /** The message about a choice, until I choose again. @type {HTMLElement | null} */
  #said = null;
  /** The preview of the chosen move. @type {Foreseen | null} */
  foreseen = null;
  /** @type {Disputes | null} */
  disputes = null;
  /** The catch-up since my last move, if I play. @type {Since | null} */
  #since = null;
  /** Called after a move of mine. */
  moved = () => {};
  /** Called when everything is shown. */
  settled = () => {};

  /**
   * @param {Game} game
   * @param {LoadedDrawing} drawing
   * @param {(page: "replay" | "dossier", position?: string) => string} addressOf
   * @param {() => void} sitDown
   */
  constructor(game, drawing, addressOf, sitDown) {
    this.game = game;
    this.composed = new Composed(game);
    this.addressOf = addressOf;
    this.#shown = game;
    this.board = new Board(find("board"), drawing);
    this.around = new Around(this.board);
    this.turn = new Turn(find("turn"), drawing, sitDown, addressOf("replay", "1-0"));
    this.choices = new Choices(
      find("choices"),
      find("listing"),
      (chosen) => this.confirm(chosen),
      (way) => this.compose(way),
      () => this.turn.focus(),
    );
    this.story = new Story(
      find("story"),
      gettext("The story so far"),
      (step) => addressOf("replay", step.position),
      null,
      (step) => addressOf("dossier", step.position),
    );
    this.story.added = toldTogether();
    this.sendState = new SendState(
      () => game.known,
      () => this.refresh(),
    );
    this.foresight = new Foresight(
      (moves) => foresee(game.id, moves),
      () => this.showChoice(),
    );
    find("game-title").textContent = game.state.title;
    find("signed").hidden = !game.summary.signed;
    const plain = /** @type {HTMLInputElement} */ (find("plain"));
    plain.addEventListener("change", async () => {
      await this.board.showPlain(plain.checked);
      this.showChoice();
    });
    this.board.failed = async () => {
      if (!plain.checked) plain.click();
    };
    find("leave").addEventListener("click", () => this.leave());
  }

  /**
   * Show the current data on the page.
   * @param {State | null} [before] differences from this state are marked
   * @param {State[]} [passed] states that the board shows first, in sequence
   */
  show(before = null, passed = []) {
    const { game } = this;
    this.#shown = { state: game.state, position: game.position, digest: game.digest };
    this.composed.drop();
    this.#chooseAmong(this.choice);
    this.#settled = this.showChoice(before, passed).then(() => {
      this.settled();
      this.board.ask();
    });
    this.showDisputes();
    nameWayOut(find("leave"), game);
    document.title = `${game.moves.length ? "● " : ""}${game.state.title} · ${siteName}`;
  }

  /** @param {Choice} choice the picks, as far as still possible */
  #chooseAmong(choice) {
    this.choice = choice.among(this.composed.legal);
    this.choice.changed = () => {
      this.#said?.remove();
      this.choices.refuse();
      this.showChoice();
    };
  }

  /**
   * Append the chosen move to the composed ones, or remove the last.
   * @param {"on" | "back"} way
   */
  compose(way) {
    const before = this.composed.state;
    if (way === "back") this.composed.undo();
    else if (this.choice.chosen && this.foreseen) this.composed.add(this.choice.chosen, this.foreseen);
    this.#chooseAmong(new Choice());
    this.choices.refuse();
    this.showChoice(before);
  }

  /** The current question to me, for part help; null: none. */
  asked() {
    const { game, choice, composed } = this;
    if (!game.moves.length) return null;
    const question = questionOf(this.board.drawing, composed.legal);
    return { choice, question, tryOut: (/** @type {Move} */ move) => foresee(game.id, [...composed.moves, move]) };
  }

  /** Disputes are shown by a module that few games need. */
  async showDisputes() {
    if (!this.game.state.disputes) return;
    const { Disputes } = await import("./proposals/disputes.js");
    this.disputes ??= new Disputes(find("disputes-place"), (position) => this.sendState.heard(position));
    this.disputes.show(this.game.summary, this.game.state);
  }

  /**
   * Show the picks, and the preview of the chosen move.
   * @param {State | null} [before]
   * @param {State[]} [passed]
   */
  showChoice(before = null, passed = []) {
    const { game, choice, composed } = this;
    const { chosen } = choice;
    const move = chosen?.move ?? null;
    this.foreseen = this.foresight.look(move && [...composed.moves, move], game.position);
    const foreseen = this.foreseen?.state ?? null;
    const { legal: moves, count, texts } = composed;
    const told = [...texts, ...(chosen ? [chosen.text] : [])].join(" → ");
    const next = nextQuestion(choice, this.board.picture);
    this.turn.show(game, { told, next, isForeseen: foreseen !== null, moves, composed: count, choice });
    this.choices.show(choice, count, move !== null && Boolean(this.foreseen?.moves.length));
    find("decision").dataset.status = game.state.status;
    return this.board.play(passed, composed.state, { before, moved: this.#moved, foreseen, choice }).then(() => {
      this.choices.need(move === null ? !this.board.isAsking : !this.board.hasPicks);
    });
  }

  /**
   * Send the composed moves and the chosen one, with the digest I know: if others moved meanwhile they are refused, and
   * I choose again.
   * @param {LegalMove | null} chosen
   */
  async confirm(chosen) {
    this.turn.confirmed();
    const byKeyboard = find("main").matches(":has(:focus-visible)");
    const isOnBoard = find("board").contains(document.activeElement);
    this.turn.focus(); // the pressed button cannot hold the focus while it is disabled
    const isDone = await this.send([...this.composed.moves, ...(chosen ? [chosen.move] : [])], {
      "If-Match": `"${this.#shown.digest}"`,
    });
    if (!byKeyboard || document.activeElement !== find("turn")) return;
    if (!isDone) find("confirm").focus();
    await this.#settled;
    if (document.activeElement !== find("turn")) return;
    if (this.game.moves.length && isOnBoard) this.board.focusFirst();
  }

  /**
   * Send moves, and show the result; whether they were made.
   * @param {Move[]} moves
   * @param {Record<string, string>} [headers]
   */
  async send(moves, headers = {}) {
    this.#said?.remove();
    this.choices.showSending(true);
    try {
      return await this.sendState.sending(async () => {
        const { state: before, position } = this.#shown;
        let own;
        try {
          const moved = await sendMoves(this.game, moves, headers);
          this.#isUnanswered = false;
          witness(this.game.id, moved);
          this.game.take(moved);
          this.choice = new Choice();
          this.composed.clear();
          own = moved.events.map((event) => event.position);
        } catch (error) {
          await this.#refused(error);
          return false;
        }
        await this.game.readOn().catch(() => {}); // unread data is read with the next event
        this.#tell(before, { ...(await stepsAfter(this.game, position)), own });
        this.moved();
        return true;
      });
    } finally {
      this.choices.showSending(false);
    }
  }

  /**
   * Show the new events, and describe them.
   * @param {State} before
   * @param {Awaited<ReturnType<typeof stepsAfter>> & { own?: string[] }} passed
   */
  #tell(before, { start, steps, own }) {
    const first = lastAnswers(steps);
    if (steps.length) this.#moved = steps[first - 1]?.state ?? start;
    this.show(before, statesOf(steps, own));
    this.#since?.add(start, steps, this.#settled);
  }

  /** @param {unknown} error */
  async #refused(error) {
    const { status = 0, rule } = error instanceof Problem ? error : {};
    this.#isUnanswered ||= status === 0;
    if (status === 409 || status === 412) await this.refresh();
    if (status === 412) return;
    this.choices.refuse(problemText(error), rule, this.game.state.rulebook);
    if (find("choices").hidden) problemNotice(error);
  }

  /** Reload everything. If the game continued while I was choosing, show who moved, and the effect on my choice. */
  async refresh() {
    const { state, position } = this.#shown;
    try {
      await this.game.readAgain();
    } catch (error) {
      problemNotice(error);
      return;
    }
    const isMine =
      !this.choice.isEmpty &&
      this.game.position !== position &&
      (await haveMoved(this.game, position).catch(() => false));
    if (isMine && this.#isUnanswered) this.#hasArrived();
    const { isEmpty } = this.choice;
    this.#tell(state, await stepsAfter(this.game, position));
    this.openNonce();
    if (!isEmpty && this.game.position !== position) {
      this.#said = notice(movedOnText(this.choice, isMine), "warn");
    }
  }

  /** The move whose response was lost was made: clear the choice. */
  #hasArrived() {
    this.#isUnanswered = false;
    this.choice = new Choice();
    this.choices.refuse();
    this.#said = notice(gettext("Your move was made. Only the server's response was lost."));
  }

  /** A strict game waits for my nonce: the result of opening it arrives like others' events. */
  async openNonce() {
    await openOwnNonce(this.game.summary).catch(problemNotice);
  }

  /** Read the story so far, and follow the game from there. */
  async follow() {
    const { game, story, sendState } = this;
    const page = await call(recordPath(game.id, "/events", { limit: "5000" }));
    const events = page.events.map(localised);
    story.add(events);
    const last = events[events.length - 1].position;
    /** @type {Following<GameEvent>} */
    const following = new Following(
      gamePath(game.id, "/events"),
      last,
      (sent) => {
        const event = localised(sent);
        story.add([event]);
        if (!isMark(event)) announce(event.text);
        if (event.type === "DisputeDecided") notice(event.text);
        sendState.heard(event.position);
      },
      (word) => {
        find("connection").textContent = CONNECTION_WORDS[word]();
        find("connection").dataset.connection = word;
        if (word === "live") sendState.connected();
      },
    );
    addEventListener("pagehide", () => following.stop());
    sendState.heard(last);
    const done = events.filter((event) => !isMark(event));
    this.#showLastMove(done);
    if (game.seat === null) return;
    this.#since = new Since(this, done);
    this.#since.open();
  }

  /**
   * Show on the board the pieces moved by the last answers.
   * @param {GameEvent[]} done
   */
  async #showLastMove(done) {
    const { position } = this.game;
    const before = done[lastAnswers(done) - 1];
    if (!before) return;
    const { start } = await stepsAfter(this.game, before.position);
    if (this.#moved || position !== this.game.position) return;
    this.#moved = start;
    this.showChoice();
  }

  /** Ask for confirmation before I leave. */
  leave() {
    const way = wayOut(this.game);
    if (way) askBeforeLeaving(way, () => this.send([way.move]));
  }
}

/**
 * Whether I moved since this position: in another window, or by a move whose response was lost.
 * @param {Game} game
 * @param {string} position
 */
async function haveMoved({ id, seat }, position) {
  const { events } = await call(recordPath(id, "/events", { after: position }));
  return events.some((event) => event.seat === seat && event.position.endsWith("-0"));
}

/**
 * The message about a choice made before others, or I in another window, moved.
 * @param {Choice} choice among the currently legal moves
 * @param {boolean} isMine
 */
function movedOnText({ isEmpty, chosen }, isMine) {
  if (isMine) {
    return isEmpty
      ? gettext("You have moved in another window.")
      : gettext("You have moved in another window. Your choice here is still possible.");
  }
  if (isEmpty) return gettext("The game has moved on, and your choice is no longer possible.");
  return chosen
    ? gettext("The game has moved on. Your choice is still possible. Confirm it again if you still want it.")
    : gettext("The game has moved on. Your selection is still possible.");
}
