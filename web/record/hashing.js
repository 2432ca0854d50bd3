// Hashes and signatures (WebCrypto): SHA-256, HMAC and Ed25519 verification in the browser. WebCrypto is available on
// pages served over https or from localhost.

import { isPublicKey } from "./ed25519-points.js";

const encoder = new TextEncoder();
/** 64 bytes in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;
/** The neutral point, which no signer produces: as the first half of a signature it reveals the private key. */
const NEUTRAL = `01${"00".repeat(31)}`;

/** Whether hashing is available on this page. */
export function canHash() {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * These bytes in hexadecimal.
 * @param {ArrayBuffer | Uint8Array} bytes
 */
export function hexOf(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The bytes of this hexadecimal text; null if it is invalid.
 * @param {string} hex
 */
export function bytesOf(hex) {
  if (hex.length % 2 || !/^[0-9a-fA-F]*$/.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/**
 * These texts and bytes, concatenated.
 * @param {(string | Uint8Array)[]} parts
 */
export function joined(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const whole = new Uint8Array(all.reduce((size, part) => size + part.length, 0));
  let start = 0;
  for (const part of all) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/**
 * The parts, each preceded by its length.
 * @param {string[]} parts
 */
export function measured(...parts) {
  return joined(
    ...parts.flatMap((part) => {
      const bytes = encoder.encode(part);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      return [length, bytes];
    }),
  );
}

/**
 * SHA-256 in hexadecimal.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function sha256(bytes) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * HMAC-SHA256 under a key, in hexadecimal.
 * @param {Uint8Array<ArrayBuffer>} key
 */
export async function hmacUnder(key) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  /** @param {Uint8Array<ArrayBuffer>} message */
  return async (message) => hexOf(await crypto.subtle.sign("HMAC", imported, message));
}

/** @param {string} text */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
}

/** The Ed25519 key of RFC 8032's first test: a browser that can import it can check signatures. */
const KNOWN_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

/** @type {Promise<boolean> | undefined} */
let ability;

/** Whether this browser can check Ed25519 signatures; not over plain HTTP, and not in older browsers. */
export function canCheckSignatures() {
  ability ??= (async () => {
    try {
      await crypto.subtle.importKey("raw", fromBase64(KNOWN_KEY), "Ed25519", false, ["verify"]);
      return true;
    } catch {
      return false;
    }
  })();
  return ability;
}

/**
 * Whether the owner of the key signed this text; key and signature are in base64. docs/reference/records.md defines the
 * variant of Ed25519.
 * @param {string} text
 * @param {string} signature
 * @param {string} publicKey
 */
export async function isSigned(text, signature, publicKey) {
  if (!isPublicKey(publicKey) || !SIGNATURE.test(signature)) return false;
  const raw = fromBase64(signature);
  if (hexOf(raw.subarray(0, 32)) === NEUTRAL) return false;
  try {
    const key = await crypto.subtle.importKey("raw", fromBase64(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, raw, encoder.encode(text));
  } catch {
    return false;
  }
}
