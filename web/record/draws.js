// Draws: derives a game's commitments and random draws from its key and nonces. docs/reference/records.md describes the
// derivation. Browsers offer hashing only on pages served over https or from localhost.

import { bytesOf, hexOf, hmacUnder, joined, measured, sha256 } from "./hashing.js";

const SPAN = 2n ** 64n;

/** An unpredictable random text. */
export function nonce() {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * @param {number} number
 * @param {4 | 8} size
 */
function bigEndian(number, size) {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(size - 4, number);
  return bytes;
}

/**
 * The commitment to a game key; null if the key is invalid.
 * @param {string} key in hexadecimal
 */
export async function keyCommitment(key) {
  const bytes = bytesOf(key);
  return bytes && sha256(bytes);
}

/**
 * The commitment to the nonce of a seat.
 * @param {string} game
 * @param {number} seat
 * @param {string} own
 */
export function nonceCommitment(game, seat, own) {
  return sha256(measured("stele/nonce/1", game, String(seat), own));
}

/** The draws of a game whose key and nonces are known. */
export class Draws {
  #hmac;
  #context;

  /**
   * @param {(message: Uint8Array<ArrayBuffer>) => Promise<string>} hmac
   * @param {Uint8Array} context
   */
  constructor(hmac, context) {
    this.#hmac = hmac;
    this.#context = context;
  }

  /**
   * @param {string} game
   * @param {string} key in hexadecimal
   * @param {string[]} nonces seat by seat
   */
  static async of(game, key, nonces) {
    return new Draws(await hmacUnder(bytesOf(key) ?? new Uint8Array(1)), measured("stele/draw/1", game, ...nonces));
  }

  /**
   * The eight bytes of an attempt at a draw, in hexadecimal.
   * @param {number} draw counted from 0
   * @param {number} [attempt]
   */
  async bytes(draw, attempt = 0) {
    const made = await this.#hmac(joined(this.#context, bigEndian(draw, 8), bigEndian(attempt, 4)));
    return made.slice(0, 16);
  }

  /**
   * The result of a draw, from 0 to `bound` - 1.
   * @param {number} draw
   * @param {bigint} bound
   */
  async below(draw, bound) {
    const limit = SPAN - (SPAN % bound);
    for (let attempt = 0; ; attempt += 1) {
      const number = BigInt(`0x${await this.bytes(draw, attempt)}`);
      if (number < limit) return number % bound;
    }
  }
}
