// Changes of mind at a table: leaving a seat before the start; what is proposed is told by a module that is loaded when it
// is needed.

import { here } from "./base.js";
import { find } from "./dom.js";

/** @import { Playing } from "./playing.js" */
/** @import { Proposals } from "./proposals.js" */
/** @import { Move } from "./types.js" */

/** What the reader of a table's page may propose, and leave. */
export class Proposing {
  /** @type {Proposals | null} */
  #proposals = null;

  /** @param {Playing} playing */
  constructor(playing) {
    this.playing = playing;
    playing.turn.leaveSeat = async () => {
      if (await playing.send([{ type: "LeaveSeat" }])) location.assign(here("/"));
    };
  }

  /** Show how things are now: to whoever plays, or is offered a seat. */
  async show() {
    const { game } = this.playing;
    const { seat, state, summary } = game;
    const isOffered = summary.seats.some(({ offered }) => offered);
    if (!this.#proposals && (state.status !== "playing" || (seat === null && !isOffered))) return;
    const { Proposals } = await import("./proposals.js");
    const refresh = () => this.playing.refresh();
    this.#proposals ??= new Proposals(find("proposals-place"), find("proposing"), (move) => this.#send(move), refresh);
    await this.#proposals.show(game);
  }

  /**
   * Send a proposal or an answer, unless the game has moved on since it was shown, and show what came of it.
   * @param {Move} move
   */
  async #send(move) {
    const { playing } = this;
    if (await playing.send([move], { "If-Match": `"${playing.game.digest}"` })) await playing.refresh();
  }
}
