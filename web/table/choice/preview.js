// Move preview: requests the state after the chosen moves, once for each choice and position.
// The picture that was shown stays until the response arrives; a response that is no longer wanted is kept for later,
// or dropped.

/** @import { Foreseen, Move } from "../../types.js" */

/** Remembers what is foreseen at the position that is shown. */
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
