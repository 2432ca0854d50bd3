// Verification of a record: canonical JSON, hashes, signatures, commitments, draws, by the vectors of the documents.

import assert from "node:assert/strict";
import { test } from "node:test";

import { canonical, hasForm, readCanonical } from "../../web/record/canonical-json.js";
import { Draws, keyCommitment, nonce, nonceCommitment } from "../../web/record/draws.js";
import { bytesOf, hexOf, hmacUnder, isSigned, joined, sha256 } from "../../web/record/hashing.js";
import { isPublicKey } from "../../web/record/ed25519-points.js";
import { commitmentOf, isCommitted, isGenuine } from "../../web/verify/commitments.js";
import { firstWrongRound } from "../../web/verify/beacon.js";
import { ed25519, vectors } from "./vectors.js";

const utf8 = new TextEncoder();

test("canonical JSON has one form", () => {
  for (const { value, bytes } of vectors.canonical) {
    const text = canonical(value);
    assert.equal(hexOf(utf8.encode(text)), bytes);
    assert.deepEqual(readCanonical(text), value);
  }
});

test("what has no canonical form is refused", () => {
  for (const value of [1.5, 2 ** 53, "e\u0301", "\ud800", { é: 1 }]) assert.throws(() => canonical(value), SyntaxError);
  const deep = (depth) => "[".repeat(depth) + "]".repeat(depth);
  for (const text of ['{"b":1,"a":2}', "[1, 2]", "1.0", "nothing", deep(65)]) {
    assert.equal(readCanonical(text), undefined, text);
  }
  assert.notEqual(readCanonical(deep(64)), undefined);
});

test("an object has a form or has not", () => {
  const form = { game: "string", at: "?number", seat: "number|null" };
  assert.ok(hasForm({ game: "g", seat: null }, form));
  assert.ok(hasForm({ game: "g", seat: 1, at: 2 }, form));
  for (const value of [null, [], { game: "g" }, { game: 1, seat: 1 }, { game: "g", seat: 1, more: 1 }]) {
    assert.ok(!hasForm(value, form), JSON.stringify(value));
  }
});

test("each digest binds the entries before it", async () => {
  let digest = "00".repeat(32);
  for (const { e, h } of vectors.chain) {
    digest = await sha256(joined(bytesOf(digest), e));
    assert.equal(digest, h);
  }
});

test("hexadecimal text stands for bytes, or for none", () => {
  assert.deepEqual([...bytesOf("00ffA1")], [0, 255, 161]);
  assert.equal(bytesOf("abc"), null);
  assert.equal(bytesOf("zz"), null);
});

test("a secret fits its commitment alone", async () => {
  const { value, salt, commitment } = vectors.commitment;
  assert.equal(await commitmentOf(salt, value), commitment);
  assert.ok(await isCommitted({ sealed: commitment, height: 2 }, value, salt));
  assert.ok(!(await isCommitted({ sealed: commitment, height: 3 }, value, salt)));
  assert.ok(!(await isCommitted({ sealed: commitment }, [3, 2], salt)));
});

test("salts come from the game key", async () => {
  const { key, game, position, field, salt } = vectors.salt;
  const hmac = await hmacUnder(bytesOf(key));
  assert.equal((await hmac(joined("stele/salt/1\0", `${game}\0${position}\0${field}`))).slice(0, 32), salt);
});

test("keys and nonces are committed to", async () => {
  assert.equal(await keyCommitment(vectors.key.key), vectors.key.commitment);
  const { game, seat, nonce: own, commitment } = vectors.nonce;
  assert.equal(await nonceCommitment(game, seat, own), commitment);
  assert.notEqual(await nonceCommitment(game, seat + 1, own), commitment);
  assert.match(nonce(), /^[0-9a-f]{32}$/);
  assert.notEqual(nonce(), nonce());
});

test("draws follow from key and nonces, below any bound", async () => {
  const { key, game, nonces, numbers } = vectors.draws;
  const draws = await Draws.of(game, key, nonces);
  for (const [draw, number] of numbers.entries()) {
    assert.equal(BigInt(`0x${await draws.bytes(draw)}`), BigInt(number));
    assert.equal(await draws.below(draw, 6n), BigInt(number) % 6n);
  }
  assert.notEqual(await draws.bytes(0, 1), await draws.bytes(0));
});

test("a number that would favour the small ones is drawn anew", async () => {
  const { key, game, nonces, numbers } = vectors.draws;
  const draws = await Draws.of(game, key, nonces);
  const bound = BigInt(numbers[0]); // the first attempt is not below the only multiple that fits
  const second = BigInt(`0x${await draws.bytes(0, 1)}`);
  assert.ok(second < bound);
  assert.equal(await draws.below(0, bound), second);
});

test("receipts are genuine as they were signed", async () => {
  for (const { receipt } of vectors.receipts) {
    assert.ok(await isGenuine(receipt, true));
    assert.ok(!(await isGenuine({ ...receipt, position: "3-0" }, true)));
    assert.ok(!(await isGenuine({ ...receipt, more: 1 }, true)));
  }
});

test("signed texts are their signers'", async () => {
  for (const { signed, signature, public_key: key } of vectors.signatures) {
    assert.ok(await isSigned(signed, signature, key));
    assert.ok(!(await isSigned(`${signed} `, signature, key)));
  }
});

test("the vectors of Ed25519: which keys are good, and which signatures hold", async () => {
  for (const { what, public_key: key, good } of ed25519.public_keys) assert.equal(isPublicKey(key), good, what);
  for (const { what, message, signature, public_key: key, good } of ed25519.signatures) {
    assert.equal(await isSigned(message, signature, key), good, what);
  }
});

test("of an earlier game's beacon, another round, a second one, none or other parameters are found", () => {
  const times = { genesis_time: 0, period: 3, id: "test", scheme: "bls-unchained-g1-rfc9380" };
  const beacon = { ...times, hash: "0".repeat(64), group_hash: "0".repeat(64), public_key: "0".repeat(192) };
  const [at, round, signature] = [3000, 22, "0".repeat(96)];
  const opened = { at: 0, data: { type: "GameCreated" } };
  const awaited = { at, data: { type: "BeaconAwaited", round } };
  const recorded = { at, data: { type: "BeaconRecorded", round, signature } };
  const started = { at, data: { type: "GameStarted" } };
  const wrong = (...all) => firstWrongRound(beacon, all);
  assert.equal(wrong(opened, awaited, recorded, started), -1);
  assert.equal(wrong(opened, awaited), -1);
  assert.equal(wrong(opened, { ...awaited, at: at + 1 }, recorded), 1);
  assert.equal(wrong(opened, awaited, started), 2);
  assert.equal(wrong(opened, recorded, started), 1);
  assert.equal(wrong(opened, awaited, awaited), 2);
  assert.equal(wrong(opened, awaited, recorded, recorded), 3);
  for (const change of [{ round: round + 1 }, { signature: "" }]) {
    assert.equal(wrong(opened, awaited, { ...recorded, data: { ...recorded.data, ...change } }), 2);
  }
  assert.equal(firstWrongRound({ ...beacon, period: 0 }, [opened]), 0);
});
