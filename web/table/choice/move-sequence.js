// Move sequences: small moves put together before they are sent as one request, and the preview of what they lead to.

import { notice } from "../../core/page-header.js";
import { gettext } from "../../core/i18n.js";

/** @import { Game } from "../game.js" */
/** @import { Foreseen, LegalMove, Move, State } from "../../types.js" */

/** What is put together at the position that is shown, and the table as it would be then. */
export class Composed {
  /** @type {{ chosen: LegalMove, foreseen: Foreseen }[]} */
  #parts = [];
  #position = "";

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** How many moves are put together. */
  get count() {
    return this.#parts.length;
  }

  /** @returns {Move[]} */
  get moves() {
    return this.#parts.map(({ chosen }) => chosen.move);
  }

  /** What they would do, one after the other. */
  get texts() {
    return this.#parts.map(({ chosen }) => chosen.text);
  }

  /** The table after them. @returns {State} */
  get state() {
    return this.#parts.at(-1)?.foreseen.state ?? this.game.state;
  }

  /** What I may do after them. @returns {LegalMove[]} */
  get legal() {
    return this.#parts.at(-1)?.foreseen.moves ?? this.game.moves;
  }

  /**
   * Put one more behind them.
   * @param {LegalMove} chosen
   * @param {Foreseen} foreseen
   */
  add(chosen, foreseen) {
    this.#position = this.game.position;
    this.#parts.push({ chosen, foreseen });
  }

  /** Take the last one back. */
  undo() {
    this.#parts.pop();
  }

  /** Put all of them back; whether there were any. */
  clear() {
    return this.#parts.splice(0).length > 0;
  }

  /** Put them back, and say so, if the game has moved on since. */
  drop() {
    if (this.game.position === this.#position || !this.clear()) return;
    notice(gettext("The game has moved on: your moves were undone."), "warn");
  }
}

/**
 * Remembers what is foreseen at the position that is shown: it is asked for once for each choice. The picture that was
 * shown stays until the response arrives; a response that is no longer wanted is kept for later, or dropped.
 */
export class Foresight {
  #foresee;
  #arrived;
  #position = "";
  /** The moves that are wanted now, as their key. @type {string | null} */
  #wanted = null;
  /** @type {Set<string>} */
  #asked = new Set();
  /** What is foreseen of the moves whose response is there; null: nothing. @type {Map<string, Foreseen | null>} */
  #known = new Map();
  /** @type {Foreseen | null} */
  #shown = null;

  /**
   * @param {(moves: Move[]) => Promise<Foreseen>} foresee
   * @param {() => void} arrived hears that what was wanted last is there
   */
  constructor(foresee, arrived) {
    this.#foresee = foresee;
    this.#arrived = arrived;
  }

  /**
   * What to show for these moves, one after the other from this position on; null: the state as it is.
   * @param {Move[] | null} moves
   * @param {string} position
   */
  look(moves, position) {
    if (position !== this.#position) {
      this.#position = position;
      this.#asked.clear();
      this.#known.clear();
      this.#shown = null;
    }
    this.#wanted = moves && JSON.stringify(moves);
    if (!moves || !this.#wanted) this.#shown = null;
    else if (this.#known.has(this.#wanted)) this.#shown = this.#known.get(this.#wanted) ?? null;
    else if (!this.#asked.has(this.#wanted)) this.#ask(moves, this.#wanted);
    return this.#shown;
  }

  /**
   * @param {Move[]} moves
   * @param {string} key
   */
  async #ask(moves, key) {
    const position = this.#position;
    this.#asked.add(key);
    const foreseen = await this.#foresee(moves).catch(() => null); // without it the move can be confirmed all the same
    if (position !== this.#position || (foreseen && foreseen.position !== position)) return;
    this.#known.set(key, foreseen);
    if (this.#wanted === key) this.#arrived();
  }
}
