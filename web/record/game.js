// Game model: the page's summary, state, digest and legal moves of a game, reloaded on changes.

import { call, gamePath, shownAsOf } from "../core/api.js";
import { recordPath } from "./record-call.js";
import { compare } from "./positions.js";

/** @import { LegalMove, Seen, State, Summary } from "../types.js" */

const MOST_READINGS = 3;

/** A game's data on this page. */
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
    /** The position of the loaded state and moves. */
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

  /** Whether it is my turn. */
  get isMyTurn() {
    return this.seat !== null && this.state.status === "playing" && this.state.to_act.includes(this.seat);
  }

  /** Load my legal moves after a move of mine; in an analysis game it may be another seat's turn. */
  async readOn() {
    if (this.summary.fork) await this.readAgain();
    else await this.readMoves();
  }

  /** Reload everything. */
  async readAgain() {
    const [summary, seen] = await readings(this.id);
    this.summary = summary;
    this.take(seen);
    await this.readMoves();
    await this.#keepUp();
  }

  /** Reload the summary if it is older than the state: only it has the proposals made in between. */
  async #keepUp() {
    if (compare(this.summary.position, this.position) < 0) this.summary = await call(gamePath(this.id));
  }

  /**
   * Store a state from a response, unless the page has a later one.
   * @param {{ position: string, digest: string, state: State }} seen
   */
  take({ position, digest, state }) {
    if (compare(position, this.position) < 0) return;
    if (position !== this.position) this.moves = [];
    Object.assign(this, { position, digest, state });
  }

  /**
   * Load my legal moves; none while the server is unreachable. If the game moved on between the two requests the state
   * is reloaded.
   */
  async readMoves() {
    for (let reading = 1; this.isMyTurn && !shownAsOf(); reading += 1) {
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
