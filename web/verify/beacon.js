// Beacons of earlier games: whether the randomness waited for the right round (drand's format). Signatures are not checked.

import { bytesOf, sha256 } from "../record/hashing.js";

/** @typedef {{ hash: string, id: string, public_key: string, group_hash: string, genesis_time: number, period: number, scheme: string }} Beacon */

const SCHEME = "bls-unchained-g1-rfc9380";
/** How many milliseconds after the event that fixes it a round is at least. */
const MARGIN = 60_000;
/** In seconds. */
const LAST_GENESIS = 253_402_300_799;
const LONGEST_PERIOD = 3600;

/**
 * Whether all members have their form.
 * @param {Beacon} beacon
 */
function isWellFormed({ hash, id, public_key: key, group_hash: group, genesis_time: genesis, period, scheme }) {
  return (
    scheme === SCHEME &&
    /^[0-9a-f]{64}$/.test(hash) &&
    /^[0-9a-f]{192}$/.test(key) &&
    /^[0-9a-f]{64}$/.test(group) &&
    /^[A-Za-z0-9_-]{1,64}$/.test(id) &&
    isWithin(genesis, 0, LAST_GENESIS) &&
    isWithin(period, 1, LONGEST_PERIOD)
  );
}

/**
 * @param {unknown} number
 * @param {number} least
 * @param {number} most
 */
const isWithin = (number, least, most) => Number.isInteger(number) && Number(number) >= least && Number(number) <= most;

/**
 * The first round that is at least the margin later than this time.
 * @param {Beacon} beacon
 * @param {number} at
 */
function roundAfter({ genesis_time: genesis, period }, at) {
  return Math.max(1, 1 + Math.ceil((at + MARGIN - 1000 * genesis) / (1000 * period)));
}

/**
 * The index of the first entry at which the beacon's part in the randomness is not as it must be, apart from the signature;
 * -1 if there is none.
 * @param {Beacon} beacon
 * @param {{ at: number, data: Record<string, any> }[]} all the content of each entry
 */
export function firstWrongRound(beacon, all) {
  if (!isWellFormed(beacon)) return 0;
  let awaited = 0;
  let isRecorded = false;
  for (const [index, { at, data }] of all.entries()) {
    if (data.type === "BeaconAwaited") {
      if (awaited || data.round !== roundAfter(beacon, at)) return index;
      awaited = data.round;
    } else if (data.type === "BeaconRecorded") {
      const isDue = awaited && !isRecorded && data.round === awaited;
      if (!isDue || !/^[0-9a-f]{96}$/.test(data.signature)) return index;
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
