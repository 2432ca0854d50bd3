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
 * Explain the parts of this board to whoever points at them, or presses "i" while the focus is there.
 * @param {Board} board
 * @param {() => Asked | null} asked
 * @param {boolean} isMain whether it also hears keys that are meant for no other board
 */
export function explain(board, asked = () => null, isMain = false) {
  const { place } = board;
  const keys = isMain ? document : place;
  /** What happened before the module was there. @type {Event[]} */
  const early = [];
  const hear = (/** @type {Event} */ event) => {
    if (event instanceof KeyboardEvent && event.key !== "i") return;
    if (early.push(event) > 1) return;
    import("./explaining.js").then(
      ({ Explaining }) => {
        for (const name of EVENTS) place.removeEventListener(name, hear);
        keys.removeEventListener("keydown", hear);
        const explaining = new Explaining(board, asked, isMain);
        for (const one of early) explaining.hear(one);
      },
      () => early.splice(0), // what could not be loaded is asked for again
    );
  };
  for (const name of EVENTS) place.addEventListener(name, hear, { passive: true });
  keys.addEventListener("keydown", hear);
}

/**
 * Explain the board of a page, and let the buttons of its head work.
 * @param {Board} board
 * @param {() => Asked | null} [asked]
 */
export function keepAtHand(board, asked = () => null) {
  explain(board, asked, true);
  document.getElementById("show-aid")?.addEventListener("click", async () => {
    (await import("./player-aid.js")).openAid(board);
  });
  document.getElementById("show-rules")?.addEventListener("click", async () => {
    (await import("./rules-drawer.js")).openRulesOfNow(board, asked());
  });
}

/** The button that tells in words what the page shows. */
export function tellButton() {
  return html("button", { type: "button", id: "tell", "aria-haspopup": "dialog" }, gettext("Tell me"));
}
