// Request state: keeps a table's moves in flight and its refreshes from overlapping. At every moment the state is one
// of three:
//
//   idle        no request is open;
//   sending     a move was sent and is not answered yet;
//   refreshing  others moved, and the game is reloaded.
//
// An event starts a refresh only in the state idle. An event that arrives while a move is being sent is mostly that
// move's own, so the response comes first: only a position that the page does not have after it is news.

import { compare } from "../record/positions.js";

const GATHER_MILLISECONDS = 40; // events come in bursts; one reload is enough for all of them

/** @typedef {"idle" | "sending" | "refreshing"} SendStateName */

/** Prevents sends and reloads from overlapping. */
export class SendState {
  /** @type {SendStateName} */
  state = "idle";
  /** The last reported position. */
  #latest = "0-0";
  #knownPosition;
  #refresh;
  /** @type {(() => void)[]} */
  #waiting = [];

  /**
   * @param {() => string} knownPosition the position shown on the page
   * @param {() => Promise<void>} refresh reloads the game; it handles its own failures
   */
  constructor(knownPosition, refresh) {
    this.#knownPosition = knownPosition;
    this.#refresh = refresh;
  }

  /**
   * The game has reached this position.
   * @param {string} position
   */
  heard(position) {
    if (compare(position, this.#latest) > 0) this.#latest = position;
    this.#catchUp();
  }

  /** The connection is back: load what could not be loaded without it. */
  connected() {
    this.#catchUp();
  }

  /**
   * Send something, once nothing else is pending.
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

  /** A failed reload is retried at the next event or connection. */
  #rest(hasFailed = false) {
    this.state = "idle";
    const next = this.#waiting.shift();
    if (next) next();
    else if (!hasFailed) this.#catchUp();
  }
}
