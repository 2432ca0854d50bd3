// Verification page: the browser's checks and the server's checks, in words, at the right place.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { Buffer } from "node:buffer";
import { before, test } from "node:test";

import { bytesIn, serve, textOf, until } from "./dom.js";

const { placed, shown, facts, rollbacks } = JSON.parse(
  execFileSync("python", ["-m", "tests.js.files_to_verify"], { encoding: "utf8", maxBuffer: 2 ** 30 }),
);
const { Rollbacks, verified } = await import("../../web/verify/verify.js");

const IN_THE_BROWSER = [
  "form",
  "positions",
  "chain",
  "header",
  "secrets",
  "openings",
  "receipts",
  "damage",
  "signatures",
  "luck",
];
const BY_THE_SERVER = ["records", "course", "time", "log", "rules"];
const CONSISTENT = /No contradiction was found/;
const INCONSISTENT = /NOT consistent/;

/** The files that were sent to the server, by their sizes. */
const sent = [];

before(async () => {
  serve(() => undefined);
  await import("../../web/verify/page.js");
  await until(() => document.getElementById("verify-file"));
});

/** Choose a file on the page; the server gives this response. Resolves when the report is there. */
async function choose(bytes, response) {
  sent.length = 0;
  serve((method, path, body) => {
    if (path !== "/api/verifications") return undefined;
    sent.push(body.size);
    return response;
  });
  const input = document.getElementById("verify-file");
  Object.defineProperty(input, "files", { value: [new File([bytes], "game.ndjson")], configurable: true });
  document.getElementById("report").replaceChildren();
  input.dispatchEvent(new Event("change"));
  await until(() => document.getElementById("report-heading"));
}

/** Choose the file with this name, which the server really has answered. */
function show(name) {
  const [raw, ...response] = shown[name];
  return choose(bytesIn(raw), response);
}

/** The verdict of each check on the page. */
const verdicts = () =>
  Object.fromEntries([...document.querySelectorAll(".checks > div")].map((one) => [one.dataset.check, one.className]));

/** The marks of the answers: unaltered, signed, the newest, and so on. */
const marks = () => [...document.querySelectorAll(".answers > li")].map((one) => `${one.id} ${one.className}`);

/** The first place that the browser's checks find bad in these bytes; null if there is none. */
async function firstBad(raw) {
  const { checks } = await verified(new Blob([bytesIn(raw)]), () => {});
  return checks.find(({ verdict }) => verdict === "failed")?.position ?? null;
}

for (const name of Object.keys(shown).filter((one) => one.startsWith("a record of "))) {
  test(`${name} is consistent and signed, each check shown with its checker`, async () => {
    await show(name);
    assert.match(textOf(".verdict"), CONSISTENT);
    assert.equal(document.activeElement.id, "report-heading");
    assert.equal(document.querySelectorAll(".signer code").length, 1);
    assert.equal(document.querySelectorAll("progress").length, 0);
    const { log, ...others } = verdicts();
    assert.deepEqual(new Set([log, ...Object.values(others)]), new Set(["left", "passed"]));
    assert.equal(log, "left");
    const names = [...document.querySelectorAll(".checks > div")].map((one) => one.dataset.check);
    assert.deepEqual(names, [...IN_THE_BROWSER, ...BY_THE_SERVER]);
  });
}

test("one changed byte is found, and its place is named", async () => {
  await show("an entry changed");
  assert.match(textOf(".verdict"), INCONSISTENT);
  await show("a digest changed");
  assert.ok(textOf("#first-bad").includes(facts.seventh));
  assert.match(
    textOf("#first-bad"),
    /or the (one|entry) before it,? was altered: its digest does not continue the chain\./,
  );
});

test("without the server its part is not checked, and that is said", async () => {
  await choose(bytesIn(shown["a record of kheops"][0]), undefined);
  assert.match(textOf(".verdict"), CONSISTENT);
  assert.equal(textOf("#unaltered .warning"), "Only the part in your browser was checked, not the rules of the game.");
  assert.match(textOf("#server-said"), /can't be reached/);
  const told = verdicts();
  for (const name of IN_THE_BROWSER) assert.equal(told[name], "passed", name);
  for (const name of BY_THE_SERVER) assert.equal(told[name], "left", name);
});

test("what only the server finds, a move left out by a forger with the game key, is named", async () => {
  const [raw, , answer] = shown["without a move"];
  assert.equal(await firstBad(raw), null);
  await show("without a move");
  const { first_bad: place, checks } = JSON.parse(answer);
  assert.match(textOf(".verdict"), INCONSISTENT);
  assert.ok(textOf("#first-bad").includes(place));
  assert.equal(textOf("#first-bad [lang=en]"), checks.at(-1).detail);
  assert.equal(verdicts().rules, "failed");
});

test("without the title's rules on the server only the others are called checked", async () => {
  await show("a title that the server lacks");
  assert.match(textOf(".verdict"), CONSISTENT);
  assert.equal(marks()[0], "unaltered warned");
  assert.match(textOf("[data-check=course]"), /This server does not have the title's rules\./);
});

test("for a record that is too long for the server there is a verifier", async () => {
  await show("too long");
  assert.match(textOf(".verdict"), CONSISTENT);
  assert.match(textOf("#server-said"), /too long to verify here\. Use stele_verify\.py/);
});

test("in a running game the checks that are not possible yet are named, and the missing signature", async () => {
  await show("a running game");
  assert.match(textOf(".verdict"), CONSISTENT);
  assert.notEqual(textOf(".unsigned"), "");
  assert.match(textOf("[data-check=luck]"), /still in progress/);
});

test("each answer about luck and moves says what stays unknown", async () => {
  for (const [name, luck, moves] of [
    ["strict luck", "opened with the option “Strict randomness”", "signed by the browser that took the seat"],
    ["shared luck", "One thing this cannot exclude: together", "Only the server says who"],
  ]) {
    await show(name);
    assert.match(textOf("#luck"), /Yes: all /);
    assert.ok(textOf("#luck").includes(luck));
    assert.ok(marks().includes("luck passed"));
    assert.ok(textOf("#moves").includes(moves));
  }
  await show("luck to come");
  assert.match(textOf("#luck"), /That can be checked once the game is over/);
  await show("the server's luck");
  assert.match(textOf("#luck"), /Only the server knows: all /);
  assert.ok(marks().includes("luck warned"));
});

test("a beacon, whose signature is not checked, and a game called off when its luck was known, are warnings", async () => {
  await show("a beacon");
  assert.match(textOf("[data-check=luck]"), /with warnings/);
  assert.match(textOf("#luck .warning"), /the public source test, whose signature is not checked here/);
  await show("called off");
  assert.match(textOf("#luck .warning"), /The operator called the game off at 14-0, when the server could already/);
  assert.ok(marks().includes("luck warned"));
});

test("the luck of each good record of the conformance suite has the warnings of the verifier in one file", async () => {
  const files = new Map(placed.map(([name, raw]) => [name, raw]));
  const found = {};
  for (const name of Object.keys(facts["luck warnings"])) {
    const { checks } = await verified(new Blob([bytesIn(files.get(name))]), () => {});
    found[name] = checks.find((check) => check.name === "luck").warnings.length;
  }
  assert.deepEqual(found, facts["luck warnings"]);
});

test("the server's warnings of what it checks stand beside the first answer", async () => {
  await show("a time-out");
  assert.ok(marks().includes("unaltered warned"));
  assert.match(textOf("#unaltered"), /ran out at .*: only the server's clock says so/);
});

test("a dispute file tells who says what, and what the receipts and texts say", async () => {
  await show("a dispute");
  assert.ok(marks().includes("disputed passed"));
  assert.equal(textOf("#disputed li"), "Seat 2 disputes it: “What was that?” Requested remedy: no change.");
  assert.match(textOf("#disputed"), /\(its dossier\), and fits this record\./);
  assert.match(textOf("#disputed"), /One receipt that a player kept agrees with this record\./);
  assert.equal(verdicts().rules, "passed");
  await show("a decided dispute");
  const places = "the game ends with these places: 1. Ada, 1. Seat 2";
  assert.deepEqual(
    [...document.querySelectorAll("#disputed li")].map((one) => one.textContent),
    [
      `Seat 1 (Ada) disputes it: “I doubt it.” Requested remedy: ${places}.`,
      `The referee decided: ${places}. Reason: “So it is.”`,
    ],
  );
  await show("a dispute with a contrary receipt");
  assert.ok(marks().includes("disputed warned"));
  assert.match(textOf("#disputed .warning"), /contradicts this record/);
  await show("a dispute with another record's dossier");
  assert.match(textOf("#disputed"), /does not fit this record/);
  await show("a dispute with signed texts");
  assert.ok(textOf("#disputed").includes(`${facts.texts} actions that a player signed and kept are in this record.`));
  assert.ok(marks().includes("disputed passed"));
  await show("a dispute with a text that was never sent");
  assert.match(textOf("#disputed .warning"), /One action that a player signed and kept is not in this record/);
});

test("a receipt of the middle does not cover the end", async () => {
  await show("signed to the end");
  assert.ok(textOf(".coverage").includes(facts.end));
  assert.deepEqual(marks(), [
    "unaltered passed",
    "vouched passed",
    "newest left",
    "luck warned",
    "rules passed",
    "moves left",
    "times left",
    "steps left",
  ]);
  await show("signed to the middle");
  assert.match(textOf(".coverage"), /Nothing covers/);
  for (const place of facts.middle) assert.ok(textOf(".coverage").includes(place), place);
  assert.deepEqual(marks().slice(0, 3), ["unaltered passed", "vouched warned", "newest left"]);
});

test("a key changed without the old key's signature is a warning", async () => {
  await show("a changed key");
  assert.ok(
    textOf("#unaltered .warning").includes(`was changed at ${facts.lost}-0 WITHOUT a signature by the old key`),
  );
  assert.match(textOf("[data-check=signatures]"), /1 with the key from/);
  assert.equal(marks()[0], "unaltered warned");
});

test("keys that prove nothing sign nothing", async () => {
  await show("a key that anyone can use");
  assert.match(textOf(".verdict"), CONSISTENT);
  const told = textOf("[data-check=signatures]");
  assert.match(told, /Moves of seat 1: 2 \(2 with a key that ANYONE can use, which proves nothing\)\./);
  assert.match(told, /Moves of seat 2: 2 \(2 signed by the browser that took the seat\)\./);
});

test("the players' signatures are counted, sealed ones and one by the operator are named", async () => {
  const told = () => textOf("[data-check=signatures]");
  await show("signed moves");
  assert.match(textOf(".verdict"), CONSISTENT);
  for (const [seat, count] of facts.moves.entries()) {
    assert.ok(
      told().includes(`Moves of seat ${seat + 1}: ${count} (${count} signed by the browser that took the seat).`),
    );
  }
  await show("signed moves for the public");
  assert.match(textOf(".verdict"), CONSISTENT);
  const [count] = facts.moves;
  assert.ok(told().includes(`Moves of seat 1: ${count} (${count} not revealed in this file).`));
  assert.doesNotMatch(told(), /until the game is over/);
  assert.equal(verdicts().signatures, "left");
  await show("a move signed by the operator");
  const [place, seat] = facts["first signed"];
  assert.ok(textOf("#first-bad").includes(place));
  assert.ok(textOf("#first-bad").includes(`not signed with the key of seat ${seat + 1}`));
});

test("garbage has a report, and is not sent to the server", async () => {
  const line = '{"format":"stele-bundle/1"}\n';
  for (const raw of ["", "\0\xff".repeat(999), line.repeat(3), `${"[".repeat(99999)}\n\n\n`, '{"junk":1}\n']) {
    await choose(Buffer.from(raw, "latin1"), undefined);
    assert.match(textOf(".verdict"), INCONSISTENT);
    assert.deepEqual(sent, []);
  }
});

test("a dossier and receipts are honest files but no records, which is said, and nothing is sent", async () => {
  const { dossier, receipts } = JSON.parse(Buffer.from(shown["a dispute"][0], "base64"));
  for (const indent of [0, 2]) {
    await choose(Buffer.from(JSON.stringify(dossier, null, indent)), undefined);
    assert.equal(textOf(".verdict"), `This is a dossier of game ${dossier.game}, not its record.`);
    assert.equal(textOf("#report code"), dossier.digest);
    assert.deepEqual(sent, []);
  }
  await choose(Buffer.from(`${JSON.stringify(receipts[0])}\n`), undefined);
  assert.equal(textOf(".verdict"), "These are receipts, not a record.");
  assert.deepEqual(sent, []);
});

test("progress is told of every check, with shares between nothing and all", async () => {
  const told = [];
  await verified(new Blob([bytesIn(shown["a record of kheops"][0])]), (name, share) => told.push([name, share]));
  const names = new Set(told.map(([name]) => name));
  for (const name of ["chain", "secrets", "openings", "luck"]) assert.ok(names.has(name), name);
  assert.ok(told.every(([, share]) => share >= 0 && share <= 1));
});

test("the server's names for the players are called not proven", async () => {
  await show("names");
  assert.match(textOf(".verdict"), CONSISTENT);
  assert.match(textOf("[data-check=header]"), /\(not proven\): Person 0 \(player-0\), Person 1 \(player-1\)/);
});

test("a file's texts stay texts", async () => {
  await show("a hostile text");
  assert.match(textOf(".verdict"), INCONSISTENT);
  assert.equal(document.querySelectorAll("#report img").length, 0);
});

test("the same place is named as by the verifier in one file, the conformance suite and the record's description", async () => {
  const wrong = [];
  for (const [name, raw, places] of placed) {
    const found = await firstBad(raw);
    if (!places.includes(found)) wrong.push([name, found, places]);
  }
  assert.ok(placed.length > 100);
  assert.deepEqual(wrong, []);
});

test("disputed records of a signed game are whole: luck and signatures pass", async () => {
  const disputed = placed.filter(([name]) => name.endsWith(", for all") && !name.startsWith("timed"));
  assert.ok(disputed.length);
  for (const [name, raw] of disputed) {
    const { checks } = await verified(new Blob([bytesIn(raw)]), () => {});
    const told = Object.fromEntries(checks.map((one) => [one.name, one.verdict]));
    assert.deepEqual([told.signatures, told.luck], ["passed", "passed"], name);
  }
});

test("the line that counts after rollbacks is that of the verifier in one file", () => {
  for (const [backs, counting] of rollbacks) {
    const line = new Rollbacks();
    for (const [at, back] of backs) {
      line.take({ action: at, effect: 0 }, { type: "RolledBack", position: `${back}-0` });
    }
    assert.deepEqual(
      counting.map((_one, index) => line.counts({ action: index + 1, effect: 0 })),
      counting,
    );
  }
});
