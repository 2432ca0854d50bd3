// The luck of a game as docs/records.md derives it, in this browser: commitments, nonces, draws. A browser hashes only on
// pages that come by https, or from the machine it runs on.

const SPAN = 2n ** 64n;
const encoder = new TextEncoder();

/** Random text that nobody else could know beforehand. */
export function nonce() {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** Whether this browser hashes here. */
export function canHash() {
  return crypto.subtle !== undefined;
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/**
 * The parts, each preceded by its length.
 * @param {string[]} parts
 */
function joined(...parts) {
  return concatenated(parts.flatMap((part) => [bigEndian(encoder.encode(part).length, 4), encoder.encode(part)]));
}

/** @param {Uint8Array[]} parts */
function concatenated(parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
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

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/**
 * The commitment to a game key.
 * @param {string} key in hexadecimal
 */
export function keyCommitment(key) {
  return sha256(bytesOf(key));
}

/**
 * The commitment to the nonce of a seat.
 * @param {string} game
 * @param {number} seat
 * @param {string} own
 */
export function nonceCommitment(game, seat, own) {
  return sha256(joined("stele/nonce/1", game, String(seat), own));
}

/** The draws of a game whose key and nonces are known. */
export class Draws {
  #key;
  #context;

  /**
   * @param {CryptoKey} key
   * @param {Uint8Array} context
   */
  constructor(key, context) {
    this.#key = key;
    this.#context = context;
  }

  /**
   * @param {string} game
   * @param {string} key in hexadecimal
   * @param {string[]} nonces seat by seat
   */
  static async of(game, key, nonces) {
    const hmac = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", bytesOf(key), hmac, false, ["sign"]);
    return new Draws(imported, joined("stele/draw/1", game, ...nonces));
  }

  /**
   * The eight bytes of an attempt at a draw, in hexadecimal.
   * @param {number} draw counted from 0
   * @param {number} [attempt]
   */
  async bytes(draw, attempt = 0) {
    const message = concatenated([this.#context, bigEndian(draw, 8), bigEndian(attempt, 4)]);
    const made = await crypto.subtle.sign("HMAC", this.#key, message);
    return hexOf(new Uint8Array(made, 0, 8));
  }

  /**
   * The number from 0 to `bound` - 1 that a draw gives.
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
