// Changes of mind at a table: leaving a seat before the start; what is proposed is told by a module that is loaded when it
// is needed.

import { call, gamePath, problemText } from "./api.js";
import { here } from "./base.js";
import { find } from "./dom.js";
import { notice } from "./masthead.js";
import { gettext } from "./texts.js";

/** @import { Game } from "./game.js" */
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
    playing.turn.releaseSeat = async (seat) => {
      try {
        await call(`${gamePath(playing.game.id)}/reservations/${seat}`, { method: "DELETE" });
        await playing.refresh();
      } catch (error) {
        notice(problemText(error), "bad");
      }
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
   * Send a proposal or an answer, and show what came of it. It is meant for what was shown: when the others have only
   * answered meanwhile it is sent again, and when anything else has happened its player is told to look again.
   * @param {Move} move
   */
  async #send(move) {
    const { playing } = this;
    const { game } = playing;
    const shown = matterOf(game);
    for (let digest = ""; digest !== game.digest && matterOf(game) === shown;) {
      digest = game.digest;
      if (await playing.send([move], { "If-Match": `"${digest}"` })) {
        await playing.refresh();
        return;
      }
    }
    if (matterOf(game) !== shown) notice(gettext("The game has moved on meanwhile: please look again."), "warn");
  }
}

/**
 * What an answer is about: how the game stands, and what is proposed; not who has agreed so far.
 * @param {Game} game
 */
function matterOf({ state, summary: { take_back: back, proposed_end: end } }) {
  return JSON.stringify([state, back?.seat, back?.position, end?.seat, end?.kind]);
}
