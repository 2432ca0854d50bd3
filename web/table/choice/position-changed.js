// Position changes: checks whether the player moved in another window, and words the message about the choice.

import { call, recordPath } from "../../core/api.js";
import { gettext } from "../../core/i18n.js";

/** @import { Choice } from "./move-choice.js" */
/** @import { Game } from "../game.js" */
/** @import { GameEvent } from "../../types.js" */

/**
 * Whether I am the one who moved since this position: in another window, or by a move whose response was lost.
 * @param {Game} game
 * @param {string} position
 */
export async function haveMoved({ id, seat }, position) {
  /** @type {{ events: GameEvent[] }} */
  const { events } = await call(recordPath(id, "/events", { after: position }));
  return events.some((event) => event.seat === seat && event.position.endsWith("-0"));
}

/**
 * What became of a choice that was made before the others, or I in another window, moved.
 * @param {Choice} choice among the moves that are legal now
 * @param {boolean} isMine
 */
export function movedOnText({ isEmpty, chosen }, isMine) {
  if (isMine) {
    return isEmpty
      ? gettext("You have moved in another window.")
      : gettext("You have moved in another window. What you have picked here is still possible.");
  }
  if (isEmpty) return gettext("The game has moved on, and what you had chosen is no longer possible.");
  return chosen
    ? gettext("The game has moved on. Your choice is still possible: confirm it again if you still want it.")
    : gettext("The game has moved on. What you have picked is still possible.");
}
