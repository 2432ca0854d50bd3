// Move sequences: small moves composed before they are sent in one request, and the preview of their outcome.

import { notice } from "../../masthead/page-header.js";
import { gettext } from "../../core/i18n.js";

/** @import { Game } from "../../record/game.js" */
/** @import { Foreseen, LegalMove, Move, State } from "../../types.js" */

/** The composed moves at the shown position, and the resulting table. */
export class Composed {
  /** @type {{ chosen: LegalMove, foreseen: Foreseen }[]} */
  #parts = [];
  #position = "";

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** The number of composed moves. */
  get count() {
    return this.#parts.length;
  }

  /** @returns {Move[]} */
  get moves() {
    return this.#parts.map(({ chosen }) => chosen.move);
  }

  /** Their effects in words, in order. */
  get texts() {
    return this.#parts.map(({ chosen }) => chosen.text);
  }

  /** The resulting state. @returns {State} */
  get state() {
    return this.#parts.at(-1)?.foreseen.state ?? this.game.state;
  }

  /** My legal moves after them. @returns {LegalMove[]} */
  get legal() {
    return this.#parts.at(-1)?.foreseen.moves ?? this.game.moves;
  }

  /**
   * Append a move.
   * @param {LegalMove} chosen
   * @param {Foreseen} foreseen
   */
  add(chosen, foreseen) {
    this.#position = this.game.position;
    this.#parts.push({ chosen, foreseen });
  }

  /** Remove the last one. */
  undo() {
    this.#parts.pop();
  }

  /** Remove all; whether there were any. */
  clear() {
    return this.#parts.splice(0).length > 0;
  }

  /** Remove them with a notice, if the game has moved on since. */
  drop() {
    if (this.game.position === this.#position || !this.clear()) return;
    notice(gettext("The game has moved on, so your moves were undone."), "warn");
  }
}

/**
 * Caches previews at the shown position, one request per choice. The previous picture stays until the response arrives;
 * an obsolete response is cached or discarded.
 */
export class Foresight {
  #foresee;
  #arrived;
  #position = "";
  /** The key of the currently requested moves. @type {string | null} */
  #wanted = null;
  /** @type {Set<string>} */
  #asked = new Set();
  /** The received previews; null: none. @type {Map<string, Foreseen | null>} */
  #known = new Map();
  /** @type {Foreseen | null} */
  #shown = null;

  /**
   * @param {(moves: Move[]) => Promise<Foreseen>} foresee
   * @param {() => void} arrived called when the last requested preview has arrived
   */
  constructor(foresee, arrived) {
    this.#foresee = foresee;
    this.#arrived = arrived;
  }

  /**
   * The preview of these moves in sequence from this position; null: the current state.
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
    const foreseen = await this.#foresee(moves).catch(() => null); // without it the move can still be confirmed
    if (position !== this.#position || (foreseen && foreseen.position !== position)) return;
    this.#known.set(key, foreseen);
    if (this.#wanted === key) this.#arrived();
  }
}
