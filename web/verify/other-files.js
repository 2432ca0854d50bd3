// File type detection: recognises dossiers and receipts among the files given for verification.

import { isObject } from "./canonical-json.js";

/** @typedef {{ kind: "dossier", game: string, until: string, digest: string } | { kind: "receipts" }} OtherFile */

const MOST_BYTES = 1 << 26;

/** @param {string} text */
function objectIn(text) {
  try {
    const said = JSON.parse(text);
    return isObject(said) ? said : null;
  } catch {
    return null;
  }
}

/**
 * What this file is, if it is none of a record but another one of ours; null if it may be a record.
 * @param {Uint8Array} bytes
 * @returns {OtherFile | null}
 */
export function otherFile(bytes) {
  if (bytes.length > MOST_BYTES) return null;
  const line = bytes.indexOf(10);
  const read = (/** @type {Uint8Array} */ part) => objectIn(new TextDecoder().decode(part));
  const said = read(line < 0 ? bytes : bytes.subarray(0, line)) ?? (bytes[0] === 0x7b ? read(bytes) : null);
  if (!said) return null;
  const has = (/** @type {string[]} */ ...names) => names.every((name) => Object.hasOwn(said, name));
  if (has("game", "position", "until", "digest", "views", "events")) {
    const [game, until, digest] = [said.game, said.until, said.digest].map((one) => String(one).slice(0, 100));
    return { kind: "dossier", game, until, digest };
  }
  const isReceipt = has("game", "position", "digest", "public_key", "signature") || said.format === "stele-proof/1";
  return isReceipt ? { kind: "receipts" } : null;
}
