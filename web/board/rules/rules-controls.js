// Rules loader: connects a page's board and its tab of rules to part help, the player aid and the numbered rules.

/** @import { Board } from "../board.js" */
/** @import { Asked } from "../part-help.js" */
/** @import { Side } from "../side-panel.js" */

/**
 * Explain the parts of a board that the reader points at; loaded on demand. A click meanwhile is answered then.
 * @param {Board} board
 * @param {() => Asked | null} [asked]
 * @param {Promise<unknown>} [first] what is loaded before
 */
export async function explainParts(board, asked = () => null, first = Promise.resolve()) {
  /** @type {EventTarget | null} */
  let clicked = null;
  const keep = (/** @type {Event} */ { target }) => {
    clicked = target;
  };
  board.place.addEventListener("click", keep);
  await first;
  const { Explaining } = await import("../part-help.js");
  board.place.removeEventListener("click", keep);
  new Explaining(board, asked, true).tapped(clicked);
}

/**
 * Fill a page's tab of rules when the reader selects it.
 * @param {Side} side
 * @param {Board} board
 * @param {() => Asked | null} [asked]
 */
export function keepRulesIn(side, board, asked = () => null) {
  const openRules = async () => {
    const [{ openRulesOfNow }, { openAid }] = await Promise.all([
      import("./rules-panel.js"),
      import("./player-aid.js"),
    ]);
    await openRulesOfNow(board, asked(), () => openAid(board, openRules));
  };
  side.selected.rules = openRules;
}
