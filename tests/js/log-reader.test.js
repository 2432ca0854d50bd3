// The browser as a reader of the log: it warns in red if the log goes back, or lacks a move that the server signed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, test } from "node:test";

import { serve, textOf } from "./dom.js";

const { states, facts } = JSON.parse(
  execFileSync("python", ["-m", "tests.js.logs"], { encoding: "utf8", maxBuffer: 2 ** 28 }),
);
const { checkGame, checkLog } = await import("../../web/signing/log-alert.js");
const { keptNote } = await import("../../web/signing/log-reader.js");
const { keepReceipt, keptReceipts, takeKey } = await import("../../web/signing/receipts.js");
const { openDatabase, outcomeOf } = await import("../../web/core/indexed-db.js");
const { countReceipts, putReceipt } = await import("../../web/signing/receipt-store.js");

const HOUR = 3600e3;
const { own, withheld, size, origin, witness } = facts;
const GAME = own.receipt.game;

/** What was asked in vain: no state of the log has a response to it. */
let unknown = [];

/** The server's log is in this state; some responses may be different. */
function inState(name, others = {}) {
  serve((method, path) => {
    const found = { ...states[name], ...others }[path.replace(/\?now=\d+/, "")];
    if (found === undefined) unknown.push(`${method} ${path} in ${name}`);
    return found ?? undefined;
  });
}

/** The reader comes back after some hours: the log was not read for a while. */
async function passed(hours) {
  for (const game of [GAME, withheld.receipt.game]) {
    for (const one of await keptReceipts(game)) await putReceipt({ ...one, kept: Date.now() - hours * HOUR });
  }
  const notes = JSON.parse(localStorage.getItem("stele-log") ?? "{}");
  for (const note of Object.values(notes)) note.read = 0;
  localStorage.setItem("stele-log", JSON.stringify(notes));
  document.getElementById("log-fault")?.remove();
  document.getElementById("log-restored")?.remove();
}

/** The red section says this; the saved proof. */
async function told(sentence) {
  const alert = document.querySelector("#log-fault[role=alert]");
  assert.match(alert?.textContent ?? "", /This server contradicts its public log/);
  assert.match(alert.textContent, sentence);
  const saved = new Promise((resolve) => {
    URL.createObjectURL = (blob) => {
      resolve(blob);
      return "blob:proof";
    };
  });
  document.getElementById("save-log-proof").click();
  return JSON.parse(await (await saved).text());
}

const isQuiet = () => document.getElementById("log-fault") === null;

// The server has signed a move, and the browser has read the honest log, which has it.
beforeEach(async () => {
  unknown = [];
  localStorage.clear();
  await countReceipts(); // which makes the store
  const database = await openDatabase("stele", () => {});
  await outcomeOf(database.transaction("receipts", "readwrite").objectStore("receipts").clear());
  inState("honest");
  assert.deepEqual(await keepReceipt(GAME, own), []);
  await passed(1);
  await checkLog();
  await checkGame(GAME);
  assert.ok(isQuiet());
  assert.equal(JSON.parse(localStorage.getItem("stele-logged"))[GAME], own.position);
});

afterEach(() => assert.deepEqual(unknown, []));

test("the newest note of an honest log is kept with the checked cosigners", async () => {
  assert.ok(keptNote().note.startsWith(`${origin}\n${size}\n`));
  assert.deepEqual([keptNote().delay, keptNote().cosigners], [600, []]);
  inState("cosigned");
  await passed(1);
  await checkGame(GAME);
  assert.ok(isQuiet());
  assert.ok(keptNote().note.startsWith(`${origin}\n${size + 1}\n`));
  assert.deepEqual(keptNote().cosigners, [witness]);
});

for (const [where, check] of [
  ["at a table", () => checkGame(GAME)],
  ["in the lobby", checkLog],
]) {
  test(`a log that was put back, undeclared, is found ${where}, and both notes are saved`, async () => {
    inState("shrunk");
    await passed(1);
    await check();
    const proof = await told(/has lost entries that it had before/);
    assert.ok(proof.kept.includes(`\n${size}\n`) && proof.shown.includes(`\n${size - 1}\n`));
  });
}

test("a log with another history or another name is found", async () => {
  for (const [name, words] of [
    ["changed", /were changed or removed/],
    ["renamed", /shows a different log/],
  ]) {
    inState(name);
    await passed(1);
    await checkGame(GAME);
    await told(words);
  }
});

test("a server that refuses to show its log is not accused at first, but after an hour", async () => {
  inState("honest", {
    "/api/log": [503, { type: "urn:stele:problem:record-unavailable", status: 503, detail: "Not now." }],
  });
  await passed(1);
  await checkGame(GAME);
  assert.ok(isQuiet());
  const failing = JSON.parse(localStorage.getItem("stele-log-failing"));
  assert.equal(Object.keys(failing).length, 1);
  for (const site of Object.keys(failing)) failing[site] -= 2 * HOUR;
  localStorage.setItem("stele-log-failing", JSON.stringify(failing));
  await checkGame(GAME);
  await told(/has not shown its log/);
  inState("honest");
  await passed(1);
  await checkGame(GAME);
  assert.ok(isQuiet());
  assert.equal(localStorage.getItem("stele-log-failing"), "{}");
});

test("a reader who knows why accepts the log, and is warned of the next change", async () => {
  inState("renamed");
  await passed(1);
  await checkGame(GAME);
  await told(/shows a different log/);
  document.getElementById("excuse-log").click();
  assert.ok(isQuiet());
  await checkGame(GAME);
  assert.ok(keptNote().note.startsWith("other.example/log\n"));
  inState("renamed, then shrunk");
  await passed(1);
  await checkGame(GAME);
  await told(/has lost entries/);
});

test("a declared restore is announced, and not red", async () => {
  inState("restored");
  await passed(1);
  await checkGame(GAME);
  assert.match(textOf("#log-restored"), /of a broken disk/);
  assert.ok(isQuiet());
});

test("a move that is kept out of the log is red after the promised delay, and not before", async () => {
  const { game } = withheld.receipt;
  assert.deepEqual(await keepReceipt(game, withheld), []);
  await passed(0);
  await checkGame(game);
  assert.ok(isQuiet());
  await passed(1);
  await checkGame(game);
  const proof = await told(/missing from the server's public log/);
  assert.equal(proof.game, game);
  assert.deepEqual(proof.receipts, [withheld.receipt]);
});

test("a game that the server denies after it signed a move of it is found in the lobby", async () => {
  const receipt = { ...own.receipt, game: "denied", position: "1-0" };
  const kept = { game: "denied", position: "1-0", digest: receipt.digest, kept: Date.now(), receipt, fault: "" };
  await putReceipt(kept);
  await passed(1);
  await checkLog();
  await told(/now reports that the game never existed/);
});

test("another key, a broken signature and another place are found; a key that follows the server's is accepted", async () => {
  const { stranger, following } = facts.receipts;
  inState("honest", { "/.well-known/stele.json": [200, facts.published] });
  const faults = async (changed) => (await keepReceipt(GAME, { ...own, ...changed })).map(({ fault }) => fault);
  assert.deepEqual(await faults({}), []);
  assert.deepEqual(await faults({ receipt: { ...own.receipt, at: own.receipt.at + 1 } }), ["signature"]);
  assert.deepEqual(await faults({ position: "1-0" }), ["response"]);
  assert.deepEqual(await faults({ receipt: stranger }), ["key"]);
  await takeKey(stranger);
  assert.deepEqual(await faults({ receipt: stranger }), [], "the reader was informed");
  assert.deepEqual(await faults({ receipt: following }), []);
});
