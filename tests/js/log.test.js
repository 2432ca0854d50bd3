// Log: proofs of RFC 6962 and signed notes, by the vector of docs/reference/transparency-log.md.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isConsistent, isIncluded, leafHash } from "../../web/signing/merkle.js";
import { isCosigned, isNoteSigned, readNote } from "../../web/signing/signed-note.js";

const page = readFileSync(new URL("../../docs/reference/transparency-log.md", import.meta.url), "utf8");
const proof = JSON.parse(/```json\n([^]*?)\n```/.exec(page)[1]);

const hash = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** The root over these leaves, by the recursive definition. */
function rootOver(leaves) {
  if (leaves.length === 1) return hash(Buffer.from([0]), Buffer.from(leaves[0]));
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return hash(Buffer.from([1]), rootOver(leaves.slice(0, half)), rootOver(leaves.slice(half)));
}

/** The proof that the first `size` of these leaves come first (RFC 6962, section 2.1.2). */
function consistency(size, leaves, isWhole = true) {
  if (size === leaves.length) return isWhole ? [] : [rootOver(leaves).toString("hex")];
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  if (size <= half) return [...consistency(size, left, isWhole), rootOver(right).toString("hex")];
  return [...consistency(size - half, right, false), rootOver(left).toString("hex")];
}

test("the documents' proof leads to the note, which its key signed and a witness cosigned", async () => {
  const note = readNote(proof.note);
  assert.equal(note.origin, "games.example/tlog");
  const leaf = await leafHash(`stele/head/1 5fdef2160ed02d70b1445aa18253ce71 5-0 ${proof.digest}`);
  assert.ok(page.includes(leaf));
  assert.ok(await isIncluded(leaf, proof.index, note.size, proof.proof, note.root));
  assert.ok(!(await isIncluded(leaf, 1, note.size, proof.proof, note.root)));
  assert.ok(!(await isIncluded(leaf, proof.index, note.size, [], note.root)));
  assert.ok(await isNoteSigned(note, proof.public_key));
  assert.ok(!(await isNoteSigned({ ...note, text: note.text.replace("3", "4") }, proof.public_key)));
  const line = /^— witness\.example .*$/m.exec(page)[0];
  const key = /`(witness\.example\+[^`]*)`/.exec(page)[1];
  const cosigned = readNote(`${proof.note}${line}\n`);
  assert.ok(await isCosigned(cosigned, key));
  assert.ok(!(await isCosigned(note, key)));
  assert.ok(!(await isCosigned({ ...cosigned, text: cosigned.text.replace("3", "4") }, key)));
  for (const wrong of ["", "a\n1\n", "a\n01\n\n", "a\nx\ny\n\n"]) assert.equal(readNote(wrong), null);
});

test("a tree continues exactly its beginnings", async () => {
  const leaves = Array.from({ length: 12 }, (_, number) => `leaf ${number}`);
  const tree = (some) => ({ size: some.length, root: some.length ? rootOver(some).toString("hex") : "" });
  for (let first = 1; first <= leaves.length; first += 1) {
    for (let second = first; second <= leaves.length; second += 1) {
      const [older, newer] = [tree(leaves.slice(0, first)), tree(leaves.slice(0, second))];
      const found = consistency(first, leaves.slice(0, second));
      assert.ok(await isConsistent(older, newer, found));
      const other = tree(["x", ...leaves.slice(1, first)]);
      assert.ok(!(await isConsistent(other, newer, found)));
      assert.ok(!(await isConsistent(older, newer, [...found, "00".repeat(32)])));
      if (found.length) assert.ok(!(await isConsistent(older, newer, found.slice(1))));
      if (first < second) assert.ok(!(await isConsistent(newer, older, found)));
    }
  }
});
