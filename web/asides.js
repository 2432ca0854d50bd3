// What few readers of a replay need: what they ask for, by the id of its button, and what they moved here themselves.

import { namedHere } from "./base.js";
import { find } from "./dom.js";
import { loadStyle } from "./titles.js";

/** @import { Replaying } from "./replaying.js" */
/** @import { Side } from "./side.js" */
/** @import { AsideName } from "./types.js" */
/** @typedef {(replaying: Replaying, side: Side | null) => Promise<void>} Aside */

/** @type {Record<AsideName, Aside>} */
export const asides = {
  share: async ({ place, step }) => (await import("./sharing.js")).openSharing(namedHere(), place, step, find("board")),
  "check-luck": async ({ summary }) => {
    const [{ openLuck }] = await Promise.all([import("./luck.js"), loadStyle("/web/luck.css")]);
    await openLuck(summary);
  },
  explain: async (replaying, side) => {
    const [{ openExplained }] = await Promise.all([import("./explained.js"), loadStyle("/web/explained.css")]);
    await openExplained(replaying, () => side?.uncover());
  },
  judge: async (replaying, side) => {
    side?.open();
    const [{ openJudged }] = await Promise.all([import("./judged.js"), loadStyle("/web/explained.css")]);
    await openJudged(replaying);
  },
  "try-line": async ({ summary, step }) => (await import("./forking.js")).openForking(summary, step),
};

/**
 * Hold the receipts of this game, if there are any, against its record.
 * @param {string} game
 */
export async function checkReceipts(game) {
  const { receiptsOf } = await import("./receipt-box.js");
  if (!(await receiptsOf(game)).length) return;
  const { checkRecord } = await import("./contradiction.js");
  await checkRecord(game);
}
