// The rules at hand: what each part of a board is, the player aid, the numbered rules. All of it is loaded when the
// reader first points at the board, or asks.

import { html } from "./dom.js";
import { gettext } from "./texts.js";

/** @import { Board } from "./board.js" */
/** @import { Choice } from "./choice.js" */
/** @import { Move } from "./types.js" */
/**
 * What is asked of the reader now.
 * @typedef {object} Asked
 * @property {Choice} choice among which moves
 * @property {string} question in words
 * @property {(move: Move) => Promise<unknown>} tryOut asks what a move would lead to: fails if it is against the rules
 */

const EVENTS = /** @type {const} */ (["pointerover", "pointerdown", "click", "focusin"]);

/** The buttons that open the player aid and the rules, for a page's head. */
export function rulesButtons() {
  const of = (/** @type {string} */ id, /** @type {string} */ words) =>
    html("button", { type: "button", id, "aria-haspopup": "dialog" }, words);
  return [of("show-aid", gettext("Player aid")), of("show-rules", gettext("Rules"))];
}

/**
 * Explain the parts of this board to whoever points at them, and let the buttons of the head work.
 * @param {Board} board
 * @param {string} title
 * @param {() => Asked | null} asked
 */
export function keepAtHand(board, title, asked = () => null) {
  const { place } = board;
  /** What happened before the module was there. @type {Event[]} */
  const early = [];
  const hear = (/** @type {Event} */ event) => {
    if (event instanceof KeyboardEvent && event.key !== "i") return;
    if (early.push(event) > 1) return;
    import("./explaining.js").then(
      ({ Explaining }) => {
        for (const name of EVENTS) place.removeEventListener(name, hear);
        document.removeEventListener("keydown", hear);
        const explaining = new Explaining(board, title, asked);
        for (const one of early) explaining.hear(one);
      },
      () => early.splice(0), // what could not be loaded is asked for again
    );
  };
  for (const name of EVENTS) place.addEventListener(name, hear, { passive: true });
  document.addEventListener("keydown", hear);
  document.getElementById("show-aid")?.addEventListener("click", async () => {
    (await import("./player-aid.js")).openAid(title, board);
  });
  document.getElementById("show-rules")?.addEventListener("click", async () => {
    (await import("./rules-drawer.js")).openRulesOfNow(title, board, asked());
  });
}
