// Beacons: whether the luck of a record depends on the right round of its public beacon (drand's format), and whether
// the beacon signed that round. Loaded only for games with a beacon: the arithmetic of its curve is large.

import { bls12_381 as curve } from "./noble-bls12-381.js";
import { bytesOf, joined, sha256 } from "./hashing.js";

/** @typedef {{ hash: string, id: string, public_key: string, group_hash: string, genesis_time: number, period: number, scheme: string }} Beacon */

/** The chain hash of the public network of the League of Entropy. */
const QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const SCHEME = "bls-unchained-g1-rfc9380";
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
/** How many milliseconds after the event that fixes it a round is at least. */
const MARGIN = 60_000;
/** In seconds. */
const LAST_GENESIS = 253_402_300_799;
const LONGEST_PERIOD = 3600;

/** @param {number} number */
function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/**
 * The chain hash of these parameters.
 * @param {Beacon} beacon
 */
function chainHash({ period, genesis_time: genesis, public_key: key, group_hash: group, id }) {
  const bytes = [eightBytes(period).subarray(4), eightBytes(genesis), bytesOf(key) ?? "", bytesOf(group) ?? ""];
  return sha256(joined(...bytes, id === "default" ? "" : id));
}

/**
 * Whether all members have their form, and the chain hash is theirs.
 * @param {Beacon} beacon
 */
async function isWellFormed(beacon) {
  const { hash, id, public_key: key, group_hash: group, genesis_time: genesis, period, scheme } = beacon;
  const hasForm =
    scheme === SCHEME &&
    /^[0-9a-f]{192}$/.test(key) &&
    /^[0-9a-f]{64}$/.test(group) &&
    /^[A-Za-z0-9_-]{1,64}$/.test(id) &&
    isWithin(genesis, 0, LAST_GENESIS) &&
    isWithin(period, 1, LONGEST_PERIOD);
  return hasForm && (await chainHash(beacon)) === hash;
}

/**
 * @param {unknown} number
 * @param {number} least
 * @param {number} most
 */
const isWithin = (number, least, most) => Number.isInteger(number) && Number(number) >= least && Number(number) <= most;

/**
 * Whether this beacon is known to be run by many.
 * @param {Beacon} beacon
 */
export function isKnown({ hash }) {
  return hash === QUICKNET;
}

/**
 * The first round that is at least the margin later than this time.
 * @param {Beacon} beacon
 * @param {number} at
 */
export function roundAfter({ genesis_time: genesis, period }, at) {
  return Math.max(1, 1 + Math.ceil((at + MARGIN - 1000 * genesis) / (1000 * period)));
}

/**
 * Whether this network signed this round with this signature.
 * @param {Beacon} beacon
 * @param {number} round
 * @param {string} signature in hexadecimal
 */
export async function isSignedRound({ public_key: key, scheme }, round, signature) {
  if (scheme !== SCHEME || !/^[0-9a-f]{96}$/.test(signature) || !/^[0-9a-f]{192}$/.test(key)) return false;
  const message = bytesOf(await sha256(eightBytes(round)));
  const { shortSignatures } = curve;
  try {
    return shortSignatures.verify(bytesOf(signature), shortSignatures.hash(message, DOMAIN), bytesOf(key));
  } catch {
    return false; // a point that is none
  }
}

/**
 * The index of the first entry at which the beacon's part in the luck is not as it must be; -1 if there is none.
 * @param {Beacon} beacon
 * @param {{ at: number, data: Record<string, any> }[]} all the content of each entry
 */
export async function firstWrongRound(beacon, all) {
  if (!(await isWellFormed(beacon))) return 0;
  let awaited = 0;
  let isRecorded = false;
  for (const [index, { at, data }] of all.entries()) {
    if (data.type === "BeaconAwaited") {
      if (awaited || data.round !== roundAfter(beacon, at)) return index;
      awaited = data.round;
    } else if (data.type === "BeaconRecorded") {
      const isRight = awaited && !isRecorded && data.round === awaited;
      if (!isRight || !(await isSignedRound(beacon, data.round, data.signature))) return index;
      isRecorded = true;
    } else if (data.type === "GameStarted" && !isRecorded) {
      return index;
    } else if (awaited && (data.type === "NonceOpened" || (data.type === "SeatTaken" && data.kind === "person"))) {
      return index; // this number could be chosen to suit the round
    }
  }
  return -1;
}

/**
 * The randomness of the round with this signature, both in hexadecimal.
 * @param {string} signature
 */
export function randomnessOf(signature) {
  return sha256(bytesOf(signature) ?? new Uint8Array());
}
