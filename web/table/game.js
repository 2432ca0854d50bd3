// Game model: the page's summary, state, digest and legal moves of a game, read again on changes.

import { call, gamePath, recordPath, shownAsOf } from "../core/api.js";
import { compare } from "../record/positions.js";

/** @import { LegalMove, LegalMoves, Seen, State, Summary } from "../types.js" */

const MOST_READINGS = 3;

/** A game as this page knows it. */
export class Game {
  /**
   * @param {string} id
   * @param {Summary} summary
   * @param {Seen} seen
   */
  constructor(id, summary, seen) {
    this.id = id;
    this.summary = summary;
    this.position = seen.position;
    this.digest = seen.digest;
    this.state = seen.state;
    /** @type {LegalMove[]} */
    this.moves = [];
    /** The position at which the state and my moves are known. */
    this.known = "0-0";
  }

  /**
   * Read a game for the first time.
   * @param {string} id
   */
  static async read(id) {
    const [summary, seen] = await readings(id);
    const game = new Game(id, summary, seen);
    await game.readMoves();
    await game.#keepUp();
    return game;
  }

  /** My seat, or null. */
  get seat() {
    return this.summary.your_seat;
  }

  /** Whether I am asked for a move. */
  get isMyTurn() {
    return this.seat !== null && this.state.status === "playing" && this.state.to_act.includes(this.seat);
  }

  /** Read what I may do after a move of mine; in an analysis game another seat of mine may be asked. */
  async readOn() {
    if (this.summary.fork) await this.readAgain();
    else await this.readMoves();
  }

  /** Read everything anew. */
  async readAgain() {
    const [summary, seen] = await readings(this.id);
    this.summary = summary;
    this.take(seen);
    await this.readMoves();
    await this.#keepUp();
  }

  /** Read the summary again if it was read before what the state knows: what was proposed between them stands only there. */
  async #keepUp() {
    if (compare(this.summary.position, this.position) < 0) this.summary = await call(gamePath(this.id));
  }

  /**
   * Take a state from a response, unless the page knows a later one.
   * @param {{ position: string, digest: string, state: State }} seen
   */
  take({ position, digest, state }) {
    if (compare(position, this.position) < 0) return;
    if (position !== this.position) this.moves = [];
    Object.assign(this, { position, digest, state });
  }

  /** Read my legal moves, of which there are none while the server is away. When the game moved on between the two readings the state is read again. */
  async readMoves() {
    for (let reading = 1; this.isMyTurn && !shownAsOf(); reading += 1) {
      /** @type {LegalMoves} */
      const legal = await call(gamePath(this.id, "/legal-moves"));
      this.moves = legal.moves;
      this.known = this.position;
      if (legal.position === this.position || reading === MOST_READINGS) return;
      this.take(await call(recordPath(this.id, "/state")));
    }
    this.moves = [];
    this.known = this.position;
  }
}

/**
 * @param {string} id
 * @returns {Promise<[Summary, Seen]>}
 */
function readings(id) {
  return Promise.all([call(gamePath(id)), call(recordPath(id, "/state"))]);
}
