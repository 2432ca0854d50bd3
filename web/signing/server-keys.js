// Server keys: verifies the signatures on receipts, and whether one server key continues another.

import { call } from "../core/api.js";
import { canonical } from "../verify/canonical-json.js";
import { isSigned } from "../verify/hashing.js";

/** @import { PublishedKeys, Receipt, Succession } from "../types.js" */

const SIGNATURES = ["public_key", "signature", "previous_signature", "next_signature"];

/**
 * Whether the owner of the key signed this; not, if it has no canonical form.
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
 * Whether the key that the receipt names has signed it.
 * @param {Receipt} receipt
 */
export function isGenuine(receipt) {
  return isSignedWith(receipt, receipt.signature, receipt.public_key);
}

/**
 * Whether a key continues one of these, by statements that the server publishes and that both keys of each have signed.
 * @param {string[]} keys
 * @param {string} key
 */
export async function continues(keys, key) {
  /** @type {PublishedKeys} */
  const published = await call(`/.well-known/stele.json?now=${Date.now()}`); // a cache may not know the newest yet
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
