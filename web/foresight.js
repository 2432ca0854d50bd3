// What a chosen move would lead to, asked of the server once for each move and position. Until the response is there the
// picture that was shown before stays; a response that is not wanted any more is kept for later, or dropped.

/** @import { Foreseen, Move, State } from "./types.js" */

/** Remembers what is foreseen at the position that is shown. */
export class Foresight {
  #foresee;
  #arrived;
  #position = "";
  /** The move that is wanted now, as its key. @type {string | null} */
  #wanted = null;
  /** @type {Set<string>} */
  #asked = new Set();
  /** What is foreseen of the moves whose response is there; null: nothing. @type {Map<string, State | null>} */
  #known = new Map();
  /** @type {State | null} */
  #shown = null;

  /**
   * @param {(move: Move) => Promise<Foreseen>} foresee
   * @param {() => void} arrived hears that what was wanted last is there
   */
  constructor(foresee, arrived) {
    this.#foresee = foresee;
    this.#arrived = arrived;
  }

  /**
   * The state to show for this move, chosen at this position; null: the state as it is.
   * @param {Move | null} move
   * @param {string} position
   */
  look(move, position) {
    if (position !== this.#position) {
      this.#position = position;
      this.#asked.clear();
      this.#known.clear();
      this.#shown = null;
    }
    this.#wanted = move && JSON.stringify(move);
    if (!move || !this.#wanted) this.#shown = null;
    else if (this.#known.has(this.#wanted)) this.#shown = this.#known.get(this.#wanted) ?? null;
    else if (!this.#asked.has(this.#wanted)) this.#ask(move, this.#wanted);
    return this.#shown;
  }

  /**
   * @param {Move} move
   * @param {string} key
   */
  async #ask(move, key) {
    const position = this.#position;
    this.#asked.add(key);
    const foreseen = await this.#foresee(move).catch(() => null); // without it the move can be confirmed all the same
    if (position !== this.#position || (foreseen && foreseen.position !== position)) return;
    this.#known.set(key, foreseen && foreseen.state);
    if (this.#wanted === key) this.#arrived();
  }
}
