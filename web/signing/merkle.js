// Merkle tree of RFC 6962: checks proofs of inclusion and consistency. Hashes are hexadecimal.

import { bytesOf, joined, sha256 } from "../record/hashing.js";

/** @param {string} hex */
const bytes = (hex) => bytesOf(hex) ?? new Uint8Array();

/**
 * The hash of a leaf with this content.
 * @param {string} content
 */
export const leafHash = (content) => sha256(joined("\0", content));

/**
 * The hash of a node above two others.
 * @param {string} left
 * @param {string} right
 */
const nodeHash = (left, right) => sha256(joined("\u0001", bytes(left), bytes(right)));

/**
 * Whether the proof leads from this leaf's hash at this index to the root of the tree of `size` leaves.
 * @param {string} leaf
 * @param {number} index
 * @param {number} size
 * @param {string[]} proof
 * @param {string} root
 */
export async function isIncluded(leaf, index, size, proof, root) {
  if (!(index >= 0 && index < size)) return false;
  const left = [...proof];
  let [found, place, last] = [leaf, index, size - 1];
  while (last) {
    // The last node of a level with an odd number of nodes has no sibling and is promoted unchanged.
    if (place % 2 || place < last) {
      const beside = left.shift();
      if (beside === undefined) return false;
      found = place % 2 ? await nodeHash(beside, found) : await nodeHash(found, beside);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return !left.length && found === root;
}

/**
 * Whether the proof shows that the tree of the second size begins with the tree of the first.
 * @param {{ size: number, root: string }} first
 * @param {{ size: number, root: string }} second
 * @param {string[]} proof
 */
export async function isConsistent(first, second, proof) {
  if (first.size > second.size) return false;
  if (!first.size || first.size === second.size) {
    return !proof.length && (!first.size || first.root === second.root);
  }
  const left = [...proof];
  let [place, last] = [first.size - 1, second.size - 1];
  while (place % 2) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  const start = place ? left.shift() : first.root;
  if (start === undefined) return false;
  let [old, young] = [start, start];
  while (last) {
    if (place % 2 || place < last) {
      const beside = left.shift();
      if (beside === undefined) return false;
      if (place % 2) [old, young] = [await nodeHash(beside, old), await nodeHash(beside, young)];
      else young = await nodeHash(young, beside);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return !left.length && old === first.root && young === second.root;
}
