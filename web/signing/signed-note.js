// Signed notes (C2SP): reads a log's note, and checks its signature and its cosignatures.

import { hexOf, isSigned, joined, sha256 } from "../record/hashing.js";

/** @import { LogNote } from "../types.js" */

/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/**
 * The tree that a note names, with the note's text and signatures; null if this is no note of a log.
 * @param {string} note
 * @returns {LogNote | null}
 */
export function readNote(note) {
  const end = note.indexOf("\n\n");
  const [origin, size, root, ...more] = note.slice(0, Math.max(end, 0)).split("\n");
  if (end < 0 || !origin || !/^(0|[1-9][0-9]{0,14})$/.test(size ?? "") || !/^[A-Za-z0-9+/]{43}=$/.test(root ?? "")) {
    return null;
  }
  /** @param {string} word */
  const said = (word) => more.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? "";
  return {
    origin,
    size: Number(size),
    root: hexOf(fromBase64(root)),
    restores: Number(said("restores")) || 0,
    continues: said("continues"),
    because: said("because"),
    text: `${note.slice(0, end)}\n`,
    signatures: note.slice(end + 2),
  };
}

/**
 * The raw signatures by this key in a note's signature lines, each behind the four bytes of the key's id.
 * @param {string} signatures
 * @param {string} name
 * @param {string} kind
 * @param {string} publicKey
 */
async function signaturesBy(signatures, name, kind, publicKey) {
  const id = (await sha256(joined(name, `\n${kind}`, fromBase64(publicKey)))).slice(0, 8);
  const found = [];
  for (const line of signatures.split("\n").slice(0, 64)) {
    if (!line.startsWith(`\u2014 ${name} `)) continue;
    try {
      const raw = fromBase64(line.slice(name.length + 3));
      if (hexOf(raw.subarray(0, 4)) === id) found.push(raw.subarray(4));
    } catch {
      // no base64
    }
  }
  return found;
}

/**
 * The public key (base64) in a key of C2SP's form, `name+id+key`; empty if it is none.
 * @param {string} key
 */
export function publicKeyIn(key) {
  try {
    return toBase64(fromBase64(key.split("+").slice(2).join("+")).subarray(1));
  } catch {
    return "";
  }
}

/**
 * Whether the owner of this key has signed the note for its origin.
 * @param {LogNote} note
 * @param {string} publicKey in base64
 */
export async function isNoteSigned(note, publicKey) {
  for (const raw of await signaturesBy(note.signatures, note.origin, "\u0001", publicKey)) {
    if (await isSigned(note.text, toBase64(raw), publicKey)) return true;
  }
  return false;
}

/**
 * Whether a witness with this key, `name+id+key`, has cosigned the note (C2SP's tlog-cosignature, version 1).
 * @param {LogNote} note
 * @param {string} key
 */
export async function isCosigned(note, key) {
  const [publicKey, name] = [publicKeyIn(key), key.split("+")[0]];
  for (const raw of await signaturesBy(note.signatures, name, "\u0004", publicKey)) {
    if (raw.length !== 72) continue;
    const at = new DataView(raw.buffer, raw.byteOffset, 8).getBigUint64(0);
    const text = `cosignature/v1\ntime ${at}\n${note.text}`;
    if (await isSigned(text, toBase64(raw.subarray(8)), publicKey)) return true;
  }
  return false;
}
