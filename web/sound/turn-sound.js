// Turn sound: plays a sound when the player's turn begins and when the player has won.

import { play } from "./sound.js";

/** @import { Game } from "../table/game.js" */

/** Hears of a game each time that its board lies still, and strikes when it stands otherwise for me than before. */
export class Gong {
  /** @type {"asked" | "waiting" | "won" | "over" | null} */
  #standing = null;

  /** @param {Game} game */
  hear(game) {
    const before = this.#standing;
    this.#standing = standingOf(game);
    if (before === null || before === this.#standing) return;
    if (this.#standing === "asked") play("turn");
    if (this.#standing === "won") play("win");
  }
}

/** @param {Game} game */
function standingOf({ seat, moves, state: { result } }) {
  if (result) return seat !== null && result.places[seat] === 1 ? "won" : "over";
  return moves.length ? "asked" : "waiting";
}
