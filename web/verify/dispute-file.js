// Dispute file: a record, the dossier of the disputed action, and what the player who saved it kept: receipts, and the
// texts that their browser signed.

import { file } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { signedTexts } from "../signing/own-key.js";
import { keptReceipts } from "../signing/receipts.js";

/** @import { Dossier } from "../types.js" */
/** @typedef {{ format: string, record: string, dossier: Record<string, any>, receipts: Record<string, any>[] }} DisputeFile its receipts include the signed texts */

const FORMAT = "stele-dispute/1";
const MOST_BYTES = 1 << 26;

/**
 * The dispute file about this dossier's action, with the receipts and the signed texts in this browser.
 * @param {Dossier} dossier
 */
export async function disputeFile(dossier) {
  const record = await (await file(recordPath(dossier.game, "/bundle"))).text();
  const kept = (await keptReceipts(dossier.game)).map(({ receipt }) => receipt);
  const receipts = [...kept, ...(await signedTexts(dossier.game))];
  const whole = { format: FORMAT, record, dossier, receipts };
  return new Blob([JSON.stringify(whole)], { type: "application/json" });
}

/**
 * The parts of a dispute file; null if this is another file.
 * @param {Blob} chosen
 * @returns {Promise<DisputeFile | null>}
 */
export async function disputeIn(chosen) {
  if (chosen.size > MOST_BYTES || !(await chosen.slice(0, 100).text()).includes(`"${FORMAT}"`)) return null;
  try {
    const said = JSON.parse(await chosen.text());
    const isObject = (/** @type {unknown} */ one) => typeof one === "object" && one !== null && !Array.isArray(one);
    const { record, dossier, receipts } = said;
    const isWhole = typeof record === "string" && isObject(dossier) && Array.isArray(receipts);
    return isWhole && receipts.every(isObject) ? said : null;
  } catch {
    return null;
  }
}
