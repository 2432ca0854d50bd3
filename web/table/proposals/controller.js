// Proposal controller: connects the table's page to proposals, leaving a seat and releasing reserved seats.

import { call, gamePath, problemText } from "../../core/api.js";
import { here } from "../../core/base-path.js";
import { find } from "../../core/dom.js";
import { notice } from "../../core/page-header.js";
import { Proposals } from "./proposals.js";
import { gettext } from "../../core/i18n.js";

/** @import { Game } from "../game.js" */
/** @import { Playing } from "../controller.js" */
/** @import { Move } from "../../types.js" */

/** What the reader of a table's page may propose, and leave. */
export class Proposing {
  /** @param {Playing} playing */
  constructor(playing) {
    this.playing = playing;
    this.proposals = new Proposals(
      find("proposals-place"),
      find("proposing"),
      (move) => this.#send(move),
      () => playing.refresh(),
    );
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

  /** Show how things are now. */
  async show() {
    await this.proposals.show(this.playing.game);
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
