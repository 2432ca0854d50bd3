// Commitments: checks a record's commitments to secrets and nonces, and the server's signed receipts.

import { canonical, hasForm } from "../record/canonical-json.js";
import { nonceCommitment } from "../record/draws.js";
import { bytesOf, hmacUnder, isSigned, joined, sha256 } from "../record/hashing.js";

/** @import { Line } from "./bundle.js" */
/** @import { Said } from "./event-schema.js" */

const RECEIPTS = {
  "stele/receipt/1": { game: "string", position: "string", digest: "string" },
  "stele/receipt/2": {
    scheme: "string",
    origin: "string",
    game: "string",
    position: "string",
    digest: "string",
    at: "number",
    request: "string",
  },
};

/**
 * The commitment that replaces a secret value.
 * @param {string} salt
 * @param {any} value
 */
export function commitmentOf(salt, value) {
  return sha256(joined("stele/seal/1", bytesOf(salt) ?? "", canonical(value)));
}

/**
 * Whether this is a valid substitute for a secret: its commitment, with or without its height.
 * @param {Record<string, any>} shown
 */
export function isClosed(shown) {
  const isForm = hasForm(shown, { sealed: "string", height: "?number" }) && (shown.height ?? 0) >= 0;
  return isForm && /^[0-9a-f]{64}$/.test(shown.sealed);
}

/**
 * Whether this value with this salt matches the commitment.
 * @param {Record<string, any>} shown
 * @param {any} value
 * @param {string} salt
 */
export async function isCommitted(shown, value, salt) {
  const size = typeof value === "string" ? [...value].length : Object.keys(value ?? {}).length;
  if (shown.height !== undefined && typeof value !== "object" && typeof value !== "string") return false;
  return (shown.height ?? size) === size && shown.sealed === (await commitmentOf(salt, value));
}

/**
 * Whether a viewer must, may or must not see the secrets of an event, by the rules common to all titles.
 * @param {string | number} viewer
 * @param {Record<string, any>} data
 * @returns {"must" | "may" | "never"}
 */
export function sightOf(viewer, { type, seat }) {
  if (viewer === "all") return "must";
  if (viewer === "public") return "never";
  if (type !== "CommandSigned") return "may";
  return viewer === seat ? "must" : "never";
}

/**
 * The position of the first entry with a salt not derived from the game key; null if there is none. Values opened
 * during the game are checked first.
 * @param {string} game
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {() => AsyncIterable<{ line: Line, said: Said }>} numbered
 */
export async function firstWrongSalt(game, key, numbered) {
  const hmac = await hmacUnder(key);
  const isFrom = async (/** @type {string} */ salt, /** @type {string} */ position, /** @type {string} */ field) =>
    (await hmac(joined("stele/salt/1\0", `${game}\0${position}\0${field}`))).slice(0, 32) === salt;
  for await (const { line, said } of numbered()) {
    for (const [place, field, , salt] of said.opens ?? []) {
      const isRight = await isFrom(salt, place, field);
      if (!isRight) return line.at;
    }
  }
  for await (const { line } of numbered()) {
    for (const [field, [, salt]] of Object.entries(line.secrets)) {
      const isRight = await isFrom(salt, line.at, field);
      if (!isRight) return line.at;
    }
  }
  return null;
}

/**
 * Whether a proof is no receipt.
 * @param {Record<string, any>} proof
 */
export function isOther({ scheme }) {
  return typeof scheme === "string" && !scheme.startsWith("stele/receipt/");
}

/**
 * Whether this is a receipt signed with the key it names.
 * @param {Record<string, any>} receipt
 * @param {boolean} canCheck without it, only the form is checked
 */
export function isGenuine({ public_key: key, signature, ...said }, canCheck) {
  const form = RECEIPTS[/** @type {keyof RECEIPTS} */ (said.scheme ?? "stele/receipt/1")];
  if (!form || !hasForm(said, form) || typeof key !== "string" || typeof signature !== "string") return false;
  return canCheck ? isSigned(canonical(said), signature, key) : true;
}

const SUCCESSION = { scheme: "string", origin: "string", previous: "string", next: "string", at: "number" };

/**
 * Whether a proof is the statement that one key of the server follows another.
 * @param {Record<string, any>} proof
 */
export function isSuccession({ scheme }) {
  return scheme === "stele/succession/1";
}

/**
 * Whether both keys signed this succession.
 * @param {Record<string, any>} succession
 * @param {boolean} canCheck without it, only the form is checked
 */
export async function isSignedByBoth({ previous_signature: first, next_signature: second, ...said }, canCheck) {
  if (!hasForm(said, SUCCESSION) || typeof first !== "string" || typeof second !== "string") return false;
  const text = canonical(said);
  return !canCheck || ((await isSigned(text, first, said.previous)) && (await isSigned(text, second, said.next)));
}

/**
 * The position of the first nonce that is not bound as the scheme of the game's randomness requires; null if all are.
 * @param {string} game
 * @param {Record<string, any>} created
 * @param {Line[]} lines
 * @param {Said[]} all the content of each line
 */
export async function firstUnbound(game, created, lines, all) {
  const { luck, strict, computers, players, nonce_commitments: bound } = created;
  if (luck === "1") return (all[0].version ?? 1) > 2 ? "1-0" : null;
  if (bound.length !== computers.length) return "1-0";
  /** @type {string[]} */
  const committed = [];
  for (const [index, { data }] of all.entries()) {
    const { type, seat, kind, nonce, nonce_commitment: own = "" } = data;
    if (type !== "SeatTaken" && type !== "NonceOpened") continue;
    const made = nonce ? await nonceCommitment(game, seat, nonce) : "";
    let isRight = nonce && committed[seat] === made;
    if (type === "SeatTaken") {
      const isPerson = kind === "person";
      committed[seat] = isPerson ? own : (bound[seat - (players - computers.length)] ?? "");
      isRight = isPerson ? (strict ? own && !nonce : !own) : committed[seat] === made;
    }
    if (!isRight) return lines[index].at;
  }
  return null;
}

/**
 * The position at which the operator called the game off although the server could know its randomness, or null.
 * In a strict game one nonce may be missing, because the server can compute the randomness when the nonce arrives, and
 * refuse it.
 * @param {Record<string, any>} created
 * @param {Line[]} lines
 * @param {Said[]} all the content of each line
 */
export function calledOffKnowingly({ players, computers, strict, beacon }, lines, all) {
  const persons = players - computers.length;
  const seated = new Set();
  const opened = new Set();
  let isStarted = false;
  /** @type {number | null} */
  let knownAt = null;
  for (const [index, { at, data }] of all.entries()) {
    const { type, seat } = data;
    if (type === "SeatTaken" && data.kind === "person") seated.add(seat);
    else if (type === "SeatLeft") seated.delete(seat);
    else if (type === "NonceOpened") opened.add(seat);
    else if (type === "BeaconAwaited") knownAt = 1000 * (beacon?.genesis_time + (data.round - 1) * beacon?.period);
    else if (type === "GameStarted") isStarted = true;
    else if (type === "GameAborted" && seat === null) {
      const isBound = strict && seated.size === persons && opened.size >= persons - 1;
      return isStarted || (knownAt === null ? isBound : at >= knownAt) ? lines[index].at : null;
    }
  }
  return null;
}
