// Checking what the server signed, where the browser can: Ed25519 by WebCrypto.

import { call } from "./api.js";

/** @import { PublishedKeys, Receipt, Succession } from "./types.js" */

const SIGNATURES = ["public_key", "signature", "previous_signature", "next_signature"];

/** @param {string} base64 */
function bytes(base64) {
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

/**
 * The canonical form of what was signed: members by name, no spaces. There are only texts and whole numbers in it.
 * @param {object} signed
 */
function canonical(signed) {
  const said = Object.entries(signed).filter(([name]) => !SIGNATURES.includes(name));
  return new TextEncoder().encode(
    JSON.stringify(Object.fromEntries(said.sort(([one], [two]) => (one < two ? -1 : 1)))),
  );
}

/**
 * @param {object} signed
 * @param {string} signature
 * @param {string} key
 */
async function isSigned(signed, signature, key) {
  try {
    const imported = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, bytes(signature), canonical(signed));
  } catch {
    return false;
  }
}

/** @type {Promise<boolean> | undefined} */
let ability;

/** Whether this browser can check signatures; over plain HTTP, and in older ones, it cannot. */
export function canCheckSignatures() {
  ability ??= (async () => {
    try {
      await crypto.subtle.importKey("raw", new Uint8Array(32), "Ed25519", false, ["verify"]);
      return true;
    } catch {
      return false;
    }
  })();
  return ability;
}

/**
 * Whether the key that the receipt names has signed it.
 * @param {Receipt} receipt
 */
export function isGenuine(receipt) {
  return isSigned(receipt, receipt.signature, receipt.public_key);
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
    (await isSigned(succession, succession.previous_signature, succession.previous)) &&
    (await isSigned(succession, succession.next_signature, succession.next))
  );
}
