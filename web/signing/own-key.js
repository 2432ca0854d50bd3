// This browser's key: creates and stores the key that signs the player's commands, its recovery key, and every text
// signed with it. Keys cannot be exported; they are created and used only on pages served over https or from localhost.

import { signedIn } from "../core/api.js";
import { openDatabase, outcomeOf } from "../core/indexed-db.js";
import { hexOf } from "../record/hashing.js";

/** @typedef {{ privateKey: CryptoKey, publicKey: string }} OwnKey the public key in base64 */
/**
 * @typedef {object} SignedText a text that this browser signed
 * @property {string} hash its SHA-256
 * @property {string} game
 * @property {number} seat
 * @property {string} type the command's
 * @property {string} previous the hash of the text before it, or `first`
 * @property {string} text
 * @property {string} signature
 * @property {string} publicKey
 */

const ED25519 = "Ed25519";
const KEYS = "keys";
const TEXTS = "texts";
/** What stands before the 32 bytes of a private key in PKCS #8. */
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
const encoder = new TextEncoder();

/** @type {Promise<OwnKey | null> | null} */
let found = null;

/** The signed-in player's key, created if necessary; null if this browser cannot sign or store it. */
export function ownKey() {
  const player = signedIn();
  if (!player || crypto.subtle === undefined || typeof indexedDB === "undefined") return Promise.resolve(null);
  found ??= keptOrMade(player.id).catch(() => null);
  return found;
}

/**
 * @param {string} player
 * @returns {Promise<OwnKey>}
 */
async function keptOrMade(player) {
  const database = await keys();
  /** @type {OwnKey | undefined} */
  const kept = await outcomeOf(database.transaction(KEYS).objectStore(KEYS).get(player));
  if (kept) return kept;
  const pair = /** @type {CryptoKeyPair} */ (
    await crypto.subtle.generateKey({ name: ED25519 }, false, ["sign", "verify"])
  );
  const publicKey = base64(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  const made = { privateKey: pair.privateKey, publicKey };
  // Another tab may have created one meanwhile: the first stays.
  const store = database.transaction(KEYS, "readwrite").objectStore(KEYS);
  const first = await outcomeOf(store.get(player));
  if (first) return first;
  await outcomeOf(store.put(made, player));
  return made;
}

/**
 * These bytes in base64.
 * @param {Uint8Array} bytes
 */
export function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** @param {string} player */
function recoveryName(player) {
  return `${player}/recovery`;
}

/**
 * The commitment to the player's recovery key, made in this browser; empty if there is none.
 * @returns {Promise<string>}
 */
export async function recoveryCommitment() {
  const player = signedIn();
  if (!player || !(await ownKey())) return "";
  const database = await keys();
  return (await outcomeOf(database.transaction(KEYS).objectStore(KEYS).get(recoveryName(player.id)))) ?? "";
}

/**
 * Make a recovery code: from now on every seat is taken with its commitment. The code itself is not stored.
 * @returns {Promise<string>}
 */
export async function makeRecovery() {
  const player = /** @type {{ id: string }} */ (signedIn());
  const code = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  const { publicKey } = await recoveryKey(code);
  const commitment = hexOf(await crypto.subtle.digest("SHA-256", encoder.encode(publicKey)));
  const database = await keys();
  const store = database.transaction(KEYS, "readwrite").objectStore(KEYS);
  await outcomeOf(store.put(commitment, recoveryName(player.id)));
  return code;
}

/**
 * The key of a recovery code; an invalid code throws.
 * @param {string} code 64 hexadecimal digits
 * @returns {Promise<OwnKey>}
 */
export async function recoveryKey(code) {
  const seed = Uint8Array.from(code.match(/../g) ?? [], (byte) => parseInt(byte, 16));
  const whole = Uint8Array.from([...PKCS8, ...seed]);
  const privateKey = await crypto.subtle.importKey("pkcs8", whole, ED25519, true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", privateKey);
  return { privateKey, publicKey: `${x.replaceAll("-", "+").replaceAll("_", "/")}=` };
}

/**
 * Sign a text.
 * @param {OwnKey} key
 * @param {string} text
 * @returns {Promise<{ header: string, signature: string, hash: string }>} the header that sends it, and its SHA-256
 */
export async function signText(key, text) {
  const bytes = encoder.encode(text);
  const signature = base64(new Uint8Array(await crypto.subtle.sign(ED25519, key.privateKey, bytes)));
  const hash = hexOf(await crypto.subtle.digest("SHA-256", bytes));
  return { header: `${base64(bytes)}.${signature}`, signature, hash };
}

function keys() {
  return openDatabase("stele-signing", (made) => made.createObjectStore(KEYS));
}

function texts() {
  return openDatabase("stele-signed", (made) =>
    made.createObjectStore(TEXTS, { keyPath: "hash" }).createIndex("game", "game"),
  );
}

/**
 * Store a text before it is sent: whatever this browser has signed, it can show later.
 * @param {SignedText} text
 */
export async function keepText(text) {
  const database = await texts();
  await outcomeOf(database.transaction(TEXTS, "readwrite").objectStore(TEXTS).put(text));
}

/**
 * The texts that this browser signed in a game, as verifiers read them.
 * @param {string} game
 */
export async function signedTexts(game) {
  return (await textsOf(game)).map(({ text, signature, publicKey }) => ({ text, signature, public_key: publicKey }));
}

/**
 * The texts that this browser signed in a game; none if storage is refused.
 * @param {string} game
 * @returns {Promise<SignedText[]>}
 */
export async function textsOf(game) {
  try {
    const database = await texts();
    return await outcomeOf(database.transaction(TEXTS).objectStore(TEXTS).index("game").getAll(game));
  } catch {
    return [];
  }
}
