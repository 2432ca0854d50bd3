// Rules loader: connects a page's board and buttons to part help, the player aid and the rules drawer.

import { html } from "../core/dom.js";
import { Explaining } from "../board/part-help.js";
import { openAid } from "./player-aid.js";
import { openRulesOfNow } from "./rules-drawer.js";
import { gettext } from "../core/i18n.js";

/** @import { Board } from "../board/board.js" */
/** @import { Asked } from "../board/part-help.js" */

/** The buttons that open the player aid and the rules, for a page's head. */
export function rulesButtons() {
  const of = (/** @type {string} */ id, /** @type {string} */ words) =>
    html("button", { type: "button", id, "aria-haspopup": "dialog" }, words);
  return [of("show-aid", gettext("Player aid")), of("show-rules", gettext("Rules"))];
}

/**
 * Add part help to a page's board, and connect the buttons in its head.
 * @param {Board} board
 * @param {() => Asked | null} [asked]
 */
export function keepAtHand(board, asked = () => null) {
  new Explaining(board, asked, true);
  document.getElementById("show-aid")?.addEventListener("click", () => openAid(board));
  document.getElementById("show-rules")?.addEventListener("click", () => {
    openRulesOfNow(board, asked(), () => openAid(board));
  });
}
