// Receipts: checks and stores the server's receipts of the player's moves, and compares them with the game's record.

import { call, gamePath } from "../core/api.js";
import { here } from "../core/base-path.js";
import { canCheckSignatures, isSigned } from "../record/hashing.js";
import { compare } from "../record/positions.js";
import { pinKeys, pinnedKeys, putReceipt, receiptsOf } from "./receipt-store.js";
import { canonical } from "../record/canonical-json.js";

/** @import { Contradiction, Fault, KeptReceipt, Moved, Receipt, Succession } from "../types.js" */

const MOST_AT_ONCE = 64;

/**
 * Whether the key of this receipt is a known key of the server, or continues one. The first key seen becomes the
 * server's. A browser that cannot check signatures accepts every key.
 * @param {Receipt} receipt
 */
async function isServersKey(receipt) {
  const { public_key: key } = receipt;
  const pinned = await pinnedKeys(here("/"));
  if (pinned?.keys.includes(key)) return true;
  if (pinned && (await canCheckSignatures()) && !(await continues(pinned.keys, key))) return false;
  await takeKey(receipt);
  return true;
}

/**
 * Accept the key of this receipt as the server's.
 * @param {Receipt} receipt
 */
export async function takeKey({ public_key: key, origin }) {
  const site = here("/");
  const pinned = await pinnedKeys(site);
  await pinKeys({ site, origin, keys: [...(pinned?.keys ?? []), key] });
}

/**
 * The fault of a receipt by itself, or nothing.
 * @param {Pick<Moved, "receipt" | "position" | "digest">} moved
 * @param {string} game
 * @returns {Promise<Fault | "">}
 */
async function faultOf({ receipt, position, digest }, game) {
  if (receipt.game !== game || receipt.position !== position || receipt.digest !== digest) return "response";
  if ((await canCheckSignatures()) && !(await isGenuine(receipt))) return "signature";
  return (await isServersKey(receipt)) ? "" : "key";
}

/**
 * Store the receipt of my move; returns the contradiction if it is wrong.
 * @param {string} game
 * @param {Pick<Moved, "receipt" | "position" | "digest">} moved
 * @returns {Promise<Contradiction[]>}
 */
export async function keepReceipt(game, moved) {
  const { receipt, position, digest } = moved;
  /** @type {KeptReceipt} */
  const kept = { game, position, digest, kept: Date.now(), receipt, fault: "" };
  await putReceipt(kept); // before any request: a page may be left immediately
  const fault = await faultOf(moved, game);
  if (!fault) return [];
  await putReceipt({ ...kept, fault });
  return [{ receipt, fault, found: null }];
}

/**
 * The receipts of a game, in order of position.
 * @param {string} game
 */
export async function keptReceipts(game) {
  const kept = await receiptsOf(game);
  return kept.sort((one, two) => compare(one.position, two.position));
}

/**
 * Compare the receipts of a game with the server's current record; returns all contradictions, in order of position.
 * One request, unless there are very many.
 * @param {string} game
 * @returns {Promise<Contradiction[]>}
 */
export async function contradictions(game) {
  const kept = await keptReceipts(game);
  /** @type {Map<string, string | null>} */
  const found = new Map();
  const positions = [...new Set(kept.map(({ position }) => position))].reverse();
  for (let first = 0; first < positions.length; first += MOST_AT_ONCE) {
    const at = positions.slice(first, first + MOST_AT_ONCE).join(",");
    const { digests } = await call(gamePath(game, "/digests", { at }));
    for (const { position, digest } of digests) found.set(position, digest);
  }
  /** @type {Contradiction[]} */
  const wrong = [];
  for (const { receipt, fault, position, digest } of kept) {
    const now = found.get(position) ?? null;
    if (now !== digest) wrong.push({ receipt, fault: "digest", found: now });
    else if (fault && !(fault === "key" && (await isServersKey(receipt)))) wrong.push({ receipt, fault, found: now });
  }
  return wrong;
}

/**
 * Receipts as lines of JSON: the format of `stele verify --receipts`.
 * @param {Receipt[]} receipts
 */
export function asLines(receipts) {
  return receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join("");
}

const SIGNATURES = ["public_key", "signature", "previous_signature", "next_signature"];

/**
 * Whether the owner of the key signed this; false if it has no canonical form.
 * @param {object} signed
 * @param {string} signature
 * @param {string} key
 */
async function isSignedWith(signed, signature, key) {
  const said = Object.fromEntries(Object.entries(signed).filter(([name]) => !SIGNATURES.includes(name)));
  try {
    return await isSigned(canonical(said), signature, key);
  } catch {
    return false;
  }
}

/**
 * Whether the receipt is signed with the key it names.
 * @param {Receipt} receipt
 */
function isGenuine(receipt) {
  return isSignedWith(receipt, receipt.signature, receipt.public_key);
}

/**
 * Whether a key continues one of these, by the server's published statements, each signed with both keys.
 * @param {string[]} keys
 * @param {string} key
 */
async function continues(keys, key) {
  const published = await call(`/.well-known/stele.json?now=${Date.now()}`); // a cache may lack the newest one
  const reached = [...keys];
  for (const { succession } of published.keys) {
    if (succession && reached.includes(succession.previous) && (await isGenuineSuccession(succession))) {
      reached.push(succession.next);
    }
  }
  return reached.includes(key);
}

/** @param {Succession} succession */
async function isGenuineSuccession(succession) {
  return (
    (await isSignedWith(succession, succession.previous_signature, succession.previous)) &&
    (await isSignedWith(succession, succession.next_signature, succession.next))
  );
}
