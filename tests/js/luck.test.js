// The luck of a finished game: it is derived again from the record, and a lie about it is shown.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterEach, test } from "node:test";

import { asked, serve, textOf, until } from "./dom.js";

const { persons, beacon } = JSON.parse(
  execFileSync("python", ["-m", "tests.js.lucks"], { encoding: "utf8", maxBuffer: 2 ** 28 }),
);
const { openLuck } = await import("../../web/replay/luck-dialog.js");

/** Open the dialog about a game, of which the server tells these events. */
async function open({ game, events }) {
  serve((_method, path) => path.startsWith(`/api/games/${game}/events?`) && [200, events]);
  await openLuck({ id: game });
  assert.equal(textOf("#notices"), "");
}

const wrong = () => document.querySelectorAll("dialog .fits-not").length;

afterEach(() => {
  document.querySelector("dialog")?.remove();
  localStorage.clear();
});

test("each draw's number is derived below any bound, without further requests; the scheme's limits are named", async () => {
  await open(persons);
  assert.match(textOf(".luck-verdict"), /Everything matches/);
  assert.match(textOf("dialog"), /Scheme 2: /);
  assert.equal(wrong(), 0);
  asked.length = 0;
  const below = document.querySelector("[name=luck-below]");
  for (const [bound, numbers] of Object.entries(persons.draws)) {
    const shown = () => [...document.querySelectorAll(".luck-draws tbody td:last-child")].map((one) => one.textContent);
    below.value = bound;
    below.dispatchEvent(new Event("input"));
    await until(() => shown().join() === numbers.join(), `the draws below ${bound}`);
  }
  assert.deepEqual(asked, []);
});

test("another key than the committed one is called wrong", async () => {
  const events = structuredClone(persons.events);
  events.events.find(({ type }) => type === "GameFinished").data.key = "00".repeat(32);
  await open({ ...persons, events });
  assert.match(textOf("dialog [role=alert]"), /Check FAILED/);
  assert.equal(wrong(), 1);
});

test("another commitment than this browser's is called wrong", async () => {
  localStorage.setItem(
    "stele-luck",
    JSON.stringify({ [persons.game]: { commitment: "11".repeat(32), nonce: "mine" } }),
  );
  await open(persons);
  assert.match(textOf(".fits-not"), /this browser received before/);
});

test("an earlier game's draws depend on the round of its beacon, whose signature is not checked", async () => {
  await open(beacon);
  assert.match(textOf(".luck-verdict"), /Everything matches/);
  assert.match(
    textOf("dialog"),
    /Round \d+ of the beacon test was due\. This page does not check the beacon's signature/,
  );
  assert.equal(wrong(), 0);
});
