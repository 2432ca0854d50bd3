// Request state: keeps a table's moves in flight and its refreshes from overlapping.
// At every moment the state is one of three:
//
//   idle        no request is open;
//   sending     a move was sent and is not answered yet;
//   refreshing  others moved, and the game is read anew.
//
// An event starts a refresh only in the state idle. An event that arrives while a move is being sent is mostly that
// move's own, so the response comes first: only a position that the page does not have after it is news.

import { compare } from "../record/positions.js";

const GATHER_MILLISECONDS = 40; // events come in bursts; one reading is enough for all of them

/** @typedef {"idle" | "sending" | "refreshing"} TrafficState */

/** Keeps what is sent and what is read from crossing each other. */
export class Traffic {
  /** @type {TrafficState} */
  state = "idle";
  /** The last position that was heard of. */
  #latest = "0-0";
  #knownPosition;
  #refresh;
  /** @type {(() => void)[]} */
  #waiting = [];

  /**
   * @param {() => string} knownPosition the position that the page shows
   * @param {() => Promise<void>} refresh reads the game anew; it deals with its own failures
   */
  constructor(knownPosition, refresh) {
    this.#knownPosition = knownPosition;
    this.#refresh = refresh;
  }

  /**
   * The game has come as far as this.
   * @param {string} position
   */
  heard(position) {
    if (compare(position, this.#latest) > 0) this.#latest = position;
    this.#catchUp();
  }

  /** The connection is there again: read what could not be read without it. */
  connected() {
    this.#catchUp();
  }

  /**
   * Send something, when nothing else is on its way any more.
   * @template Outcome
   * @param {() => Promise<Outcome>} send
   */
  async sending(send) {
    while (this.state !== "idle") await this.#turnToSend();
    this.state = "sending";
    try {
      return await send();
    } finally {
      this.#rest();
    }
  }

  /** @returns {Promise<void>} */
  #turnToSend() {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #isBehind() {
    return compare(this.#latest, this.#knownPosition()) > 0;
  }

  async #catchUp() {
    if (this.state !== "idle" || !this.#isBehind()) return;
    this.state = "refreshing";
    await new Promise((resolve) => {
      setTimeout(resolve, GATHER_MILLISECONDS);
    });
    const wanted = this.#latest;
    await this.#refresh();
    const hasFailed = compare(wanted, this.#knownPosition()) > 0;
    this.#rest(hasFailed);
  }

  /** A reading that failed is not tried again at once, but when the next event or the connection comes. */
  #rest(hasFailed = false) {
    this.state = "idle";
    const next = this.#waiting.shift();
    if (next) next();
    else if (!hasFailed) this.#catchUp();
  }
}
