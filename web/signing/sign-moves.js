// Move signatures: signs the player's moves with a key that cannot be exported from this browser.
// docs/reference/records.md describes the signed text. Keys are created and used only on pages served over https or
// from localhost.

import { Problem, call, signedIn } from "../core/api.js";
import { canonical } from "../verify/canonical-json.js";
import { nonce } from "../verify/draws.js";
import { hexOf } from "../verify/hashing.js";
import { gettext } from "../core/i18n.js";
import { button } from "../core/dom.js";
import { notice, problemNotice } from "../core/page-header.js";

/** @import { Game } from "../table/game.js" */
/** @import { Move, Several } from "../types.js" */
/** @typedef {{ privateKey: CryptoKey, publicKey: string }} OwnKey the public key in base64 */

/** The commands that are never signed. */
const UNSIGNED = ["Abort", "LeaveSeat"];
const DATABASE = "stele-signing";
const KEYS = "keys";
const ED25519 = "Ed25519";

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
  const database = await opened();
  /** @type {OwnKey | undefined} */
  const kept = await outcome(database.transaction(KEYS).objectStore(KEYS).get(player));
  if (kept) return kept;
  const pair = /** @type {CryptoKeyPair} */ (
    await crypto.subtle.generateKey({ name: ED25519 }, false, ["sign", "verify"])
  );
  const publicKey = base64(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  const made = { privateKey: pair.privateKey, publicKey };
  // Another tab may have created one meanwhile: the first stays.
  const store = database.transaction(KEYS, "readwrite").objectStore(KEYS);
  const first = await outcome(store.get(player));
  if (first) return first;
  await outcome(store.put(made, player));
  return made;
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(KEYS));
  return outcome(request);
}

/**
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
function outcome(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * The header that signs this move at the shown position, if my seat signs with this browser's key.
 * @param {Game} game
 * @param {Move} move
 * @returns {Promise<Record<string, string>>}
 */
export async function signature(game, move) {
  const [signed] = await signatures(game, [move]);
  return signed ? { "Stele-Signature": signed } : {};
}

/**
 * These moves for one request, each signed if my seat signs with this browser's key.
 * @param {Game} game
 * @param {Move[]} moves
 * @returns {Promise<Several>}
 */
export async function signedTogether(game, moves) {
  const signed = await signatures(game, moves);
  return signed.length ? { moves, signatures: signed } : { moves };
}

/**
 * The signatures of moves that follow one another: each but the first names the hash of the text before it.
 * @param {Game} game
 * @param {Move[]} moves
 */
async function signatures(game, moves) {
  if (game.seat === null || UNSIGNED.includes(moves[0].type)) return [];
  const key = await ownKey();
  if (!key || game.state.seats[game.seat]?.public_key !== key.publicKey) return [];
  /** @type {string[]} */
  const signed = [];
  let once = nonce();
  for (const command of moves) {
    const text = canonical({
      scheme: signed.length ? "stele/move/2" : "stele/move/1",
      game: game.id,
      after: game.position,
      digest: game.digest,
      seat: game.seat,
      command,
      nonce: once,
    });
    const bytes = new TextEncoder().encode(text);
    const raw = await crypto.subtle.sign(ED25519, key.privateKey, bytes);
    signed.push(`${base64(bytes)}.${base64(new Uint8Array(raw))}`);
    once = hexOf(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 32);
  }
  return signed;
}

/** Why this browser cannot join a signed game. */
export function cannotSign() {
  return new Problem({ status: 400, title: "", detail: cannotSignText() });
}

function cannotSignText() {
  return gettext(
    "Every move in this game is signed, and this browser can't sign. Open Stele over HTTPS in a current browser.",
  );
}

/**
 * Why I cannot play this signed game here: this browser cannot sign, or my seat's key is in another one.
 * @param {Game} game
 * @returns {Promise<"" | "cannot" | "elsewhere">}
 */
async function hindrance({ summary, state, seat }) {
  if (!summary.signed || seat === null || state.status === "finished" || state.status === "aborted") return "";
  if (state.seats[seat]?.resigned) return "";
  const key = await ownKey();
  if (!key) return "cannot";
  return state.seats[seat]?.public_key === key.publicKey ? "" : "elsewhere";
}

/**
 * Show why I cannot play, if so; if the key is in another browser, offer to replace it.
 * @param {Game} game
 */
export async function checkKey(game) {
  const why = await hindrance(game);
  if (why === "cannot") notice(cannotSignText(), "bad");
  if (why !== "elsewhere") return;
  notice(
    gettext(
      "Your moves in this game are signed with another browser's key. Continue there, or sign with this browser from now on: the record will show the change permanently.",
    ),
    "warn",
    button(gettext("Sign moves here"), () => signHere(game.id), { id: "take-over" }),
  );
}

/**
 * Use this browser's key for my seat from now on, without a confirmation by the other browser's key.
 * @param {string} game
 */
async function signHere(game) {
  try {
    const key = await ownKey();
    if (!key) throw cannotSign();
    await call(`/api/games/${game}/key`, { method: "POST", body: { public_key: key.publicKey } });
    location.reload();
  } catch (error) {
    problemNotice(error);
  }
}
