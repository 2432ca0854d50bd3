// A game as I play it: the board, what is asked, my choice among the legal moves, and what the others do meanwhile.

import { Problem, call, problemText, recordPath } from "./api.js";
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { Choices } from "./choices.js";
import { witness } from "./contradiction.js";
import { find, html } from "./dom.js";
import { Following } from "./following.js";
import { Foresight } from "./foresight.js";
import { askBeforeLeaving, wayOut } from "./leaving.js";
import { announce, notice } from "./masthead.js";
import { foresee, sendMove } from "./moves.js";
import { openOwnNonce } from "./sitting.js";
import { cannotSignText, hindrance, signature, takeOver } from "./signing.js";
import { Story } from "./story.js";
import { gettext } from "./texts.js";
import { Traffic } from "./traffic.js";
import { Turn } from "./turn.js";

/** @import { Connection } from "./following.js" */
/** @import { Disputes } from "./disputes.js" */
/** @import { Game } from "./game.js" */
/** @import { GameEvent, LegalMove, LoadedDrawing, Move, State } from "./types.js" */

/** That something was signed stands in the record behind it; the story does not tell it. */
const SIGNED = "CommandSigned";

/** @type {Record<Connection, () => string>} */
const CONNECTION = {
  live: () => gettext("live"),
  lost: () => gettext("reconnecting …"),
  over: () => "",
  refused: () => gettext("not connected"),
};

/** The page of one game. What it knows is in `game`, what is on its way in `traffic`, what I pick in `choice`. */
export class Playing {
  choice = new Choice();
  /** @type {Disputes | null} */
  disputes = null;

  /**
   * @param {Game} game
   * @param {LoadedDrawing} drawing
   * @param {(page: "replay" | "dossier", position?: string) => string} addressOf
   * @param {() => void} sitDown
   */
  constructor(game, drawing, addressOf, sitDown) {
    this.game = game;
    this.board = new Board(find("board"), drawing);
    this.turn = new Turn(find("turn"), drawing, sitDown, addressOf("replay", "1-0"));
    this.choices = new Choices(
      find("choices"),
      (chosen) => this.confirm(chosen),
      () => this.turn.focus(),
    );
    this.story = new Story(
      find("story"),
      gettext("The story so far"),
      (step) => addressOf("replay", step.position),
      null,
      (step) => addressOf("dossier", step.position),
    );
    this.traffic = new Traffic(
      () => game.position,
      () => this.refresh(),
    );
    this.foresight = new Foresight(
      (move) => foresee(game.id, move),
      () => this.showChoice(),
    );
    find("game-title").textContent = game.state.title;
    find("signed").hidden = !game.summary.signed;
    find("plain-switch").hidden = !drawing.isOwn;
    const plain = find("plain");
    plain.addEventListener("change", () => this.board.showPlain(/** @type {HTMLInputElement} */ (plain).checked));
    find("leave").addEventListener("click", () => this.leave());
    document.addEventListener("keydown", (event) => this.#pressed(event), { capture: true });
  }

  /**
   * Put everything that is known now on the page.
   * @param {State | null} [before] what differs from this state is marked
   */
  show(before = null) {
    const { game } = this;
    this.choice = this.choice.among(game.moves);
    this.choice.changed = () => {
      this.choices.refuse();
      this.showChoice();
    };
    this.showChoice(before);
    this.showDisputes();
    const way = wayOut(game);
    find("leave").hidden = way === null;
    find("leave").textContent = way && way.words;
    document.title = `${game.moves.length ? "● " : ""}${game.state.title} · Stele`;
  }

  /** What was disputed is told by a module that few games need. */
  async showDisputes() {
    if (!this.game.state.disputes) return;
    const { Disputes } = await import("./disputes.js");
    this.disputes ??= new Disputes(find("disputes-place"), (position) => this.traffic.heard(position));
    this.disputes.show(this.game.summary, this.game.state);
  }

  /**
   * Show what is picked, and how the table would look after the move that is chosen.
   * @param {State | null} [before]
   */
  showChoice(before = null) {
    const { game, choice } = this;
    const move = choice.chosen?.move ?? null;
    const foreseen = this.foresight.look(move, game.position);
    this.turn.show(game, { isChosen: move !== null, isForeseen: foreseen !== null });
    this.choices.show(choice);
    this.board.show(game.state, { before, foreseen, choice });
  }

  /**
   * The chosen move is sent with what I know: if others moved meanwhile it is refused, and I choose anew.
   * @param {LegalMove} chosen
   */
  async confirm(chosen) {
    const byKeyboard = find("main").matches(":has(:focus-visible)");
    const isOnBoard = find("board").contains(document.activeElement);
    this.turn.focus(); // the button that was pressed cannot hold the focus while it is disabled
    const isDone = await this.send(chosen.move, { "If-Match": `"${this.game.digest}"` });
    if (!byKeyboard || document.activeElement !== find("turn")) return;
    if (!isDone) find("confirm").focus();
    else if (this.game.moves.length && isOnBoard) this.board.focusFirst();
  }

  /**
   * Send a move, and show what came of it; whether it was made.
   * @param {Move} move
   * @param {Record<string, string>} [headers]
   */
  async send(move, headers = {}) {
    this.choices.showSending(true);
    try {
      return await this.traffic.sending(async () => {
        const before = this.game.state;
        try {
          const signed = await signature(this.game, move);
          const moved = await sendMove(this.game.id, move, { ...headers, ...signed });
          witness(this.game.id, moved);
          this.game.take(moved);
          this.choice = new Choice();
          await this.game.readMoves();
          this.show(before);
          (this.game.moves.length ? find("turn") : find("board")).scrollIntoView({ block: "nearest" });
          return true;
        } catch (error) {
          await this.#refused(error);
          return false;
        }
      });
    } finally {
      this.choices.showSending(false);
    }
  }

  /** @param {unknown} error */
  async #refused(error) {
    const { status = 0, rule } = error instanceof Problem ? error : {};
    if (status === 409 || status === 412) await this.refresh();
    if (status === 412) return;
    this.choices.refuse(problemText(error), rule, `/titles/${this.game.state.rulebook}#${rule ?? ""}`);
    if (find("choices").hidden) notice(problemText(error), "bad");
  }

  /** Read everything anew. If others moved while I was choosing, say what became of my choice. */
  async refresh() {
    const { state, position } = this.game;
    try {
      await this.game.readAgain();
    } catch (error) {
      notice(problemText(error), "bad");
      return;
    }
    const { isEmpty } = this.choice;
    this.show(state);
    this.openNonce();
    if (!isEmpty && this.game.position !== position) this.#tellMovedOn();
  }

  /** A strict game waits for my nonce: what comes of opening it is heard as what others do is. */
  async openNonce() {
    try {
      await openOwnNonce(this.game.summary);
    } catch (error) {
      notice(problemText(error), "bad");
    }
  }

  /** Where every move is signed, say what keeps this browser from signing mine. */
  async checkKey() {
    const found = await hindrance(this.game);
    if (found === "cannot") notice(cannotSignText(), "bad");
    if (found !== "elsewhere") return;
    notice(
      gettext(
        "Your moves in this game are signed by the key of another browser. Play on there; or let this one sign from now on, which the record will say for ever.",
      ),
      "warn",
      html("button", { type: "button", id: "take-over", onclick: () => this.#takeOver() }, gettext("Sign here")),
    );
  }

  async #takeOver() {
    try {
      await takeOver(this.game.id);
      location.reload();
    } catch (error) {
      notice(problemText(error), "bad");
    }
  }

  #tellMovedOn() {
    if (this.choice.isEmpty) {
      notice(gettext("The game has moved on, and what you had chosen is no longer possible."), "warn");
    } else if (this.choice.chosen) {
      notice(
        gettext("The game has moved on. Your choice is still possible: confirm it again if you still want it."),
        "warn",
      );
    } else notice(gettext("The game has moved on. What you have picked is still possible."), "warn");
  }

  /** @param {GameEvent} event */
  heard(event) {
    if (event.type !== SIGNED) {
      this.story.add([event]);
      announce(event.text);
    }
    if (event.type === "DisputeDecided") notice(event.text);
    this.traffic.heard(event.position);
  }

  /** Read the story so far, and follow the game from its end on. */
  async follow() {
    /** @type {{ events: GameEvent[] }} */
    const { events } = await call(recordPath(this.game.id, "/events", { limit: "5000" }));
    this.story.add(events.filter(({ type }) => type !== SIGNED));
    const last = events[events.length - 1].position;
    const following = new Following(
      this.game.id,
      last,
      (event) => this.heard(event),
      (word) => {
        find("connection").textContent = CONNECTION[word]();
        find("connection").dataset.connection = word;
        if (word === "live") this.traffic.connected();
      },
    );
    addEventListener("pagehide", () => following.stop());
    this.traffic.heard(last);
  }

  /** Ask whether I really want to leave. */
  leave() {
    const way = wayOut(this.game);
    if (way) askBeforeLeaving(way, () => this.send(way.move));
  }

  /**
   * Enter confirms the chosen move, unless it is needed where the focus is; Escape puts everything back.
   * @param {KeyboardEvent} event
   */
  #pressed(event) {
    const { target } = event;
    if (!(target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey || target.closest("dialog")) {
      return;
    }
    if (event.key === "Escape" && !this.choice.isEmpty && !target.matches("input, select")) {
      this.choice.clear();
    } else if (event.key === "Enter" && !event.repeat && this.choice.chosen && leavesEnter(target)) {
      event.preventDefault();
      event.stopPropagation();
      this.choices.confirmChosen();
    }
  }
}

/**
 * Whether Enter has nothing else to do on this element: it is no control, or what it would choose is chosen already.
 * @param {Element} target
 */
function leavesEnter(target) {
  if (target.matches('#board [aria-pressed="true"], .move[aria-pressed="true"]')) return true;
  return !target.matches("a, button, input, select, textarea, summary, [role=button]");
}
