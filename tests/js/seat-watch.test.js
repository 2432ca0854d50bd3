// The watch over a seat: the browser that took it knows what it has signed, and finds everything else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { firstStrange } from "../../web/signing/seat-watch.js";

const SEAT = 0;
const KEY = "mine";
const OTHER = "the operator's";
const own = ["TakeSeat", "Move", "Resign"].map((type) => ({
  type,
  seat: SEAT,
  hash: `hash of ${type}`,
  publicKey: KEY,
}));

const event = (position, type, data = {}) => ({ type, position, seat: SEAT, data: { seat: SEAT, ...data } });
const signed = (position, type) => event(position, "CommandSigned", { digest: `hash of ${type}` });
const TAKEN = [event("2-0", "SeatTaken", { public_key: KEY }), signed("2-1", "TakeSeat")];

const FORGERIES = {
  KeyChanged: [{ public_key: OTHER, signature: "", recovery: "" }, /did not sign the change/],
  SeatTakenOver: [{ public_key: OTHER, recovery: "" }, /never signed an offer/],
  GameAborted: [{ key: "0".repeat(64), text: "" }, /called off in your name/],
  SeatLeft: [{}, /your seat was given up/],
  SeatResigned: [{}, /your seat was given up/],
  CommandSigned: [{ digest: "0".repeat(64) }, /a signature for your seat that this browser has not made/],
  StatementSigned: [{ digest: "0".repeat(64) }, /a signature for your seat that this browser has not made/],
};

for (const [type, [data, words]] of Object.entries(FORGERIES)) {
  test(`${type} for my seat, which I did not sign, is found with its place`, () => {
    const told = firstStrange([...TAKEN, event("9-0", type, data)], own, SEAT, KEY);
    assert.match(told, words);
    assert.match(told, /9-0/);
  });
}

test("a key changed with my recovery code is told as that", () => {
  const changed = event("9-0", "KeyChanged", { public_key: OTHER, recovery: "code" });
  assert.match(firstStrange([...TAKEN, changed], own, SEAT, KEY), /changed with your recovery code/);
});

test("what I signed, what another seat did, and what was there before I took the seat is not strange", () => {
  const resigned = [event("9-0", "SeatResigned"), signed("9-1", "Resign")];
  const ofOthers = Object.entries(FORGERIES).map(([type, [data]]) => event("5-0", type, { ...data, seat: 1 }));
  assert.equal(firstStrange([...TAKEN, ...ofOthers, signed("6-1", "Move"), ...resigned], own, SEAT, KEY), "");
  const before = [event("1-1", "SeatTaken", { public_key: OTHER }), event("1-2", "SeatLeft")];
  assert.equal(firstStrange([...before, ...TAKEN], own, SEAT, KEY), "");
});

test("a seat that I offered may be taken over, and is no longer mine", () => {
  const offered = [...own, { type: "OfferSeat", seat: SEAT, hash: "hash of OfferSeat", publicKey: KEY }];
  const taken = event("8-0", "SeatTakenOver", { public_key: OTHER });
  const events = [...TAKEN, taken, event("9-0", "StatementSigned", { digest: "0".repeat(64) })];
  assert.equal(firstStrange(events, offered, SEAT, KEY), "");
});
