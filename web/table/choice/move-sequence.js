// Move sequences: several small moves put together before they are sent as one request, all or none.

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
    notice(gettext("The game has moved on: your moves were put back."), "warn");
  }
}
