// Rules loader: connects a page's board and its tab of rules to part help, the player aid and the numbered rules.

import { Explaining } from "../board/part-help.js";

/** @import { Board } from "../board/board.js" */
/** @import { Asked } from "../board/part-help.js" */
/** @import { Side } from "../board/side-panel.js" */

/**
 * Explain the board of a page, and fill its tab of rules when the reader selects it.
 * @param {Board} board
 * @param {Side | null} side
 * @param {() => Asked | null} [asked]
 */
export function keepAtHand(board, side, asked = () => null) {
  new Explaining(board, asked, true);
  if (!side) return;
  const openRules = async () => {
    const [{ openRulesOfNow }, { openAid }] = await Promise.all([
      import("./rules-panel.js"),
      import("./player-aid.js"),
    ]);
    await openRulesOfNow(board, asked(), () => openAid(board, openRules));
  };
  side.selected.rules = openRules;
}
