// Resignation: the button and confirmation to resign from a game, or to abort it before its first move.

import { openQuestion } from "../../core/dialogs.js";
import { html } from "../../core/dom.js";
import { gettext } from "../../core/i18n.js";

/** @import { Game } from "../../record/game.js" */
/** @import { State } from "../../types.js" */

/**
 * The command and button label for leaving my seat. Null: leaving is not possible.
 * @param {Game} game
 */
export function wayOut({ state, seat }) {
  if (seat === null || state.seats[seat]?.resigned) return null;
  const isFirst = seat === state.seats.findIndex(({ kind }) => kind === "person");
  if (state.status !== "playing" && !(state.status === "waiting" && isFirst)) return null;
  return state.moves === 0 && isFirst
    ? {
        move: { type: "Abort" },
        words: gettext("Call off the game"),
        meaning: gettext("No moves have been made, so the game ends without a result."),
      }
    : {
        move: { type: "Resign" },
        words: gettext("Resign"),
        meaning: goesOn(state, seat)
          ? gettext("You are ranked last, and a computer player answers for your seat until the end.")
          : gettext("You are ranked last, and the game ends at once because no players are left to continue it."),
      };
}

/**
 * Label the leave button; hide it if leaving is not possible.
 * @param {HTMLElement} leave
 * @param {Game} game
 */
export function nameWayOut(leave, game) {
  const way = wayOut(game);
  leave.hidden = way === null;
  leave.textContent = way && way.words;
}

/**
 * Whether the game continues without this seat: others must remain, including a person.
 * @param {State} state
 * @param {number} seat
 */
function goesOn({ seats }, seat) {
  const others = seats.filter((one) => one.seat !== seat && !one.resigned);
  return others.length > 1 && others.some(({ player }) => player !== null);
}

/**
 * Ask for confirmation.
 * @param {NonNullable<ReturnType<typeof wayOut>>} way
 * @param {() => void} leave
 */
export function askBeforeLeaving({ words, meaning }, leave) {
  openQuestion(words, [html.p(meaning)], [[words, leave, "danger"]], gettext("Stay"));
}
