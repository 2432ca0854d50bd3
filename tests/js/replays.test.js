// A finished game of each title: its states, its story, its sums of points, and its boards, which are updated in place.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { before, test } from "node:test";

import { page, serve, textOf, until } from "./dom.js";

const games = JSON.parse(execFileSync("python", ["-m", "tests.js.replays"], { encoding: "utf8", maxBuffer: 2 ** 28 }));
const { Recording } = await import("../../web/record/frames.js");
const { drawingOf } = await import("../../web/board/load-drawing.js");
const { mark, pictureOf } = await import("../../web/board/title-drawing.js");
const { StageLayout } = await import("../../web/board/stage-layout.js");
const { counting, svg } = await import("../../web/kit/elements.js");
const { Motion } = await import("../../web/kit/piece-motion.js");
const { reconcile } = await import("../../web/kit/reconcile.js");
const { zone } = await import("../../web/kit/table-frame.js");
const { toldTogether } = await import("../../web/record/alike-steps.js");
const { localised } = await import("../../web/record/sentences.js");
const { timeText } = await import("../../web/core/i18n.js");
const { Story } = await import("../../web/record/story.js");
const { byPlayer } = await import("../../web/table/key-steps.js");
const { endingOf, reasons, sum, tally } = await import("../../web/table/ending/score-breakdown.js");

/** Boards are drawn at every step of every title's game in the long form, at every so many of one title in the short. */
const IS_LONG = Boolean(process.env.STELE_TESTS_LONG);
const STRIDE = IS_LONG ? 1 : 64;
const DRAWN = IS_LONG ? Object.keys(games) : ["das-amulett"];

/** The analysis of a game, as far as it has come; null: nobody has asked for it. */
let analysis = null;

before(() =>
  serve((_method, path) => {
    const [, title, call, query] = /^\/api\/games\/([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(path) ?? [];
    const asked = new URLSearchParams(query);
    if (call === undefined && games[title]) return [200, { ...games[title].summary, id: title }];
    if (call === "analysis" && analysis) return [200, analysis];
    if (call === "analysis") return [404, { type: "urn:stele:problem:no-analysis" }];
    if (call?.startsWith("alternatives/")) return [200, alternatives(title, Number(call.split("/")[1]))];
    if (call === "dossier") return [200, { asked: [] }]; // no choice there
    if (call !== "replay") return [404, { type: "urn:stele:problem:not-found" }];
    assert.deepEqual([asked.get("state"), asked.get("brief")], ["patch", "true"]);
    const only = games[title].steps.find(({ position }) => position === asked.get("from"));
    return [200, only ? JSON.stringify(only) : games[title].lines[asked.get("as")], "application/x-ndjson"];
  }),
);

/** All steps of a title's game for a viewer. */
async function stepsOf(title, viewer) {
  const recording = new Recording(title, viewer);
  await recording.read();
  return recording.steps;
}

test("a sentence has its times as the reader's clock shows them", () => {
  const at = "2026-12-17T03:14:00.000Z";
  const parts = [{ seat: 0, name: "Ada" }, "'s time ran out on ", { at, words: "2026-12-17 03:14 UTC" }, "."];
  const told = { type: "TimedOut", text: "Ada's time ran out on 2026-12-17 03:14 UTC.", parts };
  const said = localised(told);
  assert.equal(said.text, `Ada's time ran out on ${timeText(at)}.`);
  assert.equal(localised(said), said);
});

for (const [title, { steps: sent, events, state, rules }] of Object.entries(games)) {
  test(`the patched states of ${title} are the server's, step by step`, async () => {
    const mine = (await stepsOf(title, "1")).map((step) => [step.position, step.state]);
    assert.deepEqual(
      mine,
      sent.map((step) => [step.position, step.state]),
    );
  });

  test(`what is told of ${title} since a move is told beside the player whom it is about`, async () => {
    const names = state.seats.map(({ name }) => name);
    for (const [seat, told] of byPlayer(await stepsOf(title, "1"), [1])) {
      for (const { text } of told) {
        const subject = names.findIndex((name) => text.startsWith(name));
        if (subject >= 0) assert.equal(seat, subject, text);
      }
    }
  });

  test(`the events of ${title} add up to the points, and the places follow from the named criteria`, async () => {
    const ending = await endingOf(title);
    const rows = tally(ending, events, state.seats.length);
    assert.ok(rows.length || title === "das-amulett");
    if (rows.length) assert.deepEqual(sum(rows, state.seats.length).points, state.result.points);
    const leads = state.seats.map(({ seat }) => ending.criteria.map(({ value }) => value(state.table, seat)));
    const isAhead = (one, other) => {
      const at = one.findIndex((value, place) => value !== other[place]);
      return at >= 0 && one[at] > other[at];
    };
    assert.deepEqual(
      state.result.places,
      leads.map((mine) => 1 + leads.filter((other) => isAhead(other, mine)).length),
    );
    for (const rule of [...ending.criteria.map((one) => one.rule), ending.shared ?? ending.criteria[0].rule]) {
      assert.ok(rules.includes(rule), rule);
    }
  });
}

for (const title of DRAWN) {
  test(`a board of ${title} that is updated in place equals a fresh drawing, forwards and backwards`, async () => {
    const steps = (await stepsOf(title, "public")).filter((step) => step.state.table);
    const drawing = await drawingOf(title);
    const layout = new StageLayout();
    const arranged = (stage, draft) => layout.arrange(stage, { width: 1100, height: null }, draft);
    const drawn = (shown) => pictureOf(drawing, shown, shown.as, 1100, null, shown, arranged);
    let last = null;
    const differ = [];
    const back = steps.toReversed().filter((_step, place) => place % STRIDE === 0);
    const forth = steps.filter((_step, place) => place < 4 || place % STRIDE === 0);
    for (const { state: shown, position } of [...forth, ...back]) {
      const [picture, fresh] = [drawn(shown), drawn(shown)];
      if (last) for (const one of [picture, fresh]) mark(one.notes, last.notes, "changed");
      reconcile(last?.whole ?? null, picture.whole);
      reconcile(null, fresh.whole);
      if (!picture.whole.element.isEqualNode(fresh.whole.element)) differ.push(position);
      last = picture;
    }
    assert.deepEqual(differ, []);
  });
}

test("a part with a key keeps its element, also with another parent, attributes and text", () => {
  const piece = (key, look, text) => Object.assign(svg("text", { class: look, x: 1 }, text), { key });
  const group = (...children) => svg("g", {}, ...children);
  const first = svg(
    "svg",
    {},
    group(piece("one", "a", "1"), svg("path", { d: "M0 0" })),
    group(piece("two", "b", "2")),
    group("–"),
  );
  reconcile(null, first);
  const [one, two] = first.element.querySelectorAll("text");
  const path = first.element.querySelector("path");
  const [after, fresh] = [0, 1].map(() =>
    svg(
      "svg",
      { role: "img" },
      group(piece("two", "c", "2"), svg("path", { d: "M1 1" })),
      group(piece("three", "b", "3"), piece("one", "a", "4"), "words", svg("title", {}, "t")),
      group(svg("circle")),
    ),
  );
  reconcile(first, after);
  reconcile(null, fresh);
  assert.equal(after.element, first.element);
  assert.deepEqual(
    [...after.element.querySelectorAll("text")].map((node) => [one, two].indexOf(node)),
    [1, -1, 0],
  );
  assert.equal(after.element.querySelector("path"), path);
  assert.ok(after.element.isEqualNode(fresh.element));
});

/** What is inserted when the second drawing replaces the first, by class, name or text. */
function inserted(first, second) {
  reconcile(null, first);
  const watching = new MutationObserver(() => {});
  watching.observe(first.element, { childList: true, subtree: true });
  reconcile(first, second);
  return watching
    .takeRecords()
    .flatMap(({ addedNodes }) =>
      [...addedNodes].map((node) => node.getAttribute?.("class") ?? node.getAttribute?.("aria-label") ?? node.data),
    );
}

test("what is not moved is not touched when something is inserted, left out, swapped or renamed beside it", () => {
  const group = (name) => svg("g", { class: name }, svg("text", {}, name));
  const keyed = (name) => Object.assign(group(name), { key: name });
  const part = (title, ...children) => zone(0, 0, 9, 9, title, ...children);
  const all = (...children) => svg("svg", {}, ...children);
  const [a, b, c, d] = [..."abcd"].map((name) => () => keyed(name));
  assert.deepEqual(
    [
      inserted(
        all(part("one", group("a")), part("two", group("b"))),
        all(part("new"), part("one", group("a")), part("two", group("b"))),
      ),
      inserted(
        all(svg("path"), group("a"), group("b")),
        all(svg("path"), svg("text", { class: "new" }, "new"), group("a"), group("b")),
      ),
      inserted(all(a(), group("b"), c()), all(group("b"), c())),
      inserted(all(a(), b(), c(), d()), all(b(), c(), a(), d())),
      inserted(all(svg("text", {}, "1")), all(svg("text", {}, "2"))),
    ],
    [["new"], ["new"], [], ["a"], []],
  );
});

test("a growing number is shown growing, and ends at its value", async () => {
  const drawn = (points) => svg("svg", {}, counting(svg("text", {}, String(points))));
  const [first, second] = [drawn(3), drawn(90)];
  reconcile(null, first);
  document.body.append(first.element);
  const motion = new Motion(() => {});
  const seen = [];
  const watch = () => seen.push(Number(first.element.textContent));
  new MutationObserver(watch).observe(first.element, { childList: true, characterData: true, subtree: true });
  motion.count(reconcile(first, second), Infinity);
  watch();
  await motion.rest();
  watch();
  assert.deepEqual([seen[0], seen.at(-1)], [3, 90]);
  assert.deepEqual(
    seen,
    seen.toSorted((one, other) => one - other),
  );
  assert.ok(seen.some((one) => one > 3 && one < 90));
});

test("similar steps of a seat are one line of the story, which can be unfolded", () => {
  const story = new Story(document.createElement("div"), "Story", ({ position }) => `#${position}`);
  story.added = toldTogether();
  const step = (position, seat, text) => {
    const name = ["Ada", "Bo 2"][seat];
    const rest = text.slice(name.length).split(/(\d+)/);
    const parts = [{ seat, name }, ...rest.map((part, place) => (place % 2 ? Number(part) : part))];
    return { position, text, type: "Laid", seat: null, at: "2026-01-01T00:00:00Z", seats: [seat], parts };
  };
  const lines = () =>
    [...story.list.children].filter((one) => !one.hidden).map((one) => one.querySelector(".story-text").textContent);
  const buttons = () => [...story.list.querySelectorAll("button")].filter((one) => !one.hidden);
  story.add([step("3-0", 0, "Ada laid 2 on 7."), step("3-1", 0, "Ada laid 2 on 9.")]);
  story.add([
    step("3-2", 0, "Ada laid 2 on 7."),
    step("3-3", 1, "Bo 2 laid 2 on 7."),
    step("3-4", 0, "Ada laid 2 on 7."),
    step("3-5", 0, "Ada laid 3 on 9."),
  ]);
  const others = ["Bo 2 laid 2 on 7.", "Ada laid 2 on 7.", "Ada laid 3 on 9."];
  assert.deepEqual(lines(), ["Ada laid 2 on 7, 9, 7.", ...others]);
  buttons()[0].click();
  assert.deepEqual(lines(), ["Ada laid 2 on 7.", "Ada laid 2 on 9.", "Ada laid 2 on 7.", ...others]);
  story.add([step("3-6", 0, "Ada laid 3 on 4.")]);
  assert.deepEqual(
    buttons().map((one) => one.textContent),
    ["×3", "×2"],
  );
});

test("ties are explained by the deciding numbers and their rule; a resigned seat is not compared", () => {
  const table = [
    [9, 2],
    [9, 3],
    [5, 1],
    [5, 1],
    [99, 0],
  ];
  const seats = ["Ada", "Bo", "Cy", "Di", "Ed"].map((name, seat) => ({ name, seat, resigned: name === "Ed" }));
  const criteria = ["points", "stones"].map((name, at) => ({
    rule: `X${at}`,
    name: () => name,
    value: (shown, seat) => shown[seat][at],
  }));
  const result = { places: [2, 1, 3, 3, 5], points: [9, 9, 5, 5, 99] };
  assert.deepEqual(reasons({ criteria, sources: { Scored: {} }, shared: "X2" }, { table, result, seats }), [
    { text: "points: Bo and Ada are tied. stones: Bo 3, Ada 2.", rule: "X1" },
    { text: "Cy and Di are tied on all criteria and share place 3.", rule: "X2" },
  ]);
});

/** A decision with two answers, the second of which is better. */
function alternatives(title, action) {
  const { steps } = games[title];
  const { position, seat } = steps.find((one) => one.position === `${action}-0`);
  const { state } = steps.findLast((one) => Number(one.position.split("-")[0]) < action);
  const moves = ["played", "better"].map((text, number) => ({
    move: { type: text, number },
    text: `the ${text} move`,
  }));
  return { action, seat, position, state, moves };
}

test("a visitor's replay agrees with the record at its beginning, middle and end, whatever is analysed", async () => {
  const title = "kheops";
  const { steps, state } = games[title];
  const { seats, result } = state;
  for (const name of ["clientWidth", "clientHeight"]) {
    Object.defineProperty(page.HTMLElement.prototype, name, { get: () => 600, configurable: true });
  }
  page.SVGElement.prototype.getComputedTextLength = () => 1;
  // Unlike a browser, this window says so when a page replaces its own address.
  page.addEventListener("hashchange", (event) => event.stopImmediatePropagation());
  page.history.replaceState(null, "", `/games/${title}/replay#1-0`);
  await import("../../web/replay/page.js");
  const isWhole = () => document.querySelector("#progress")?.textContent === "";
  await until(() => document.querySelector("#scrubber")?.max === String(steps.length - 1) && isWhole());
  const curve = () => document.querySelector(".graph svg");
  const points = (words, values) => {
    const told = seats.map(({ seat, name }) => `${name}: ${values?.[seat] ?? 0}`).join(", ");
    assert.equal(curve().getAttribute("aria-label"), `Points over time. ${words}: ${told}`);
  };
  const goTo = async (index) => {
    const slider = document.querySelector("#scrubber");
    slider.value = String(index);
    slider.dispatchEvent(new Event("input"));
    await until(() => textOf("#step").startsWith(`${steps[index].position} `));
  };
  const middle = steps.findIndex((one, index) => index >= steps.length / 2 && one.position.endsWith("-0"));
  for (const index of [steps.findIndex((one) => one.state.table), middle]) {
    await goTo(index);
    points("So far", steps[index].state.points);
  }

  // Nobody has asked for an analysis: a visitor is told that a name is needed, and sees no more than before.
  document.querySelector("#explain").click();
  await until(() => textOf("#explained .hint").includes("Choose a name to request one."));
  points("So far", steps[middle].state.points);
  assert.ok(document.querySelector("#result").hidden && !document.querySelector("#reveal").hidden);
  document.querySelector("#sign-in-to-analyse").click();
  await until(() => document.querySelector("dialog"));
  assert.match(textOf("dialog"), /Sign in to request the analysis\./);
  document.querySelector("dialog").close();
  document.querySelector("#study-back").click();
  assert.ok(document.querySelector("#result").hidden);

  // An analysis from the middle on: nothing is drawn before, and the end is the result.
  const moves = steps.filter(({ position, seat }) => position.endsWith("-0") && seat !== null);
  const judged = moves.slice(moves.length / 2);
  const moments = judged.map(({ position }, number) => {
    const first = number / judged.length;
    return { position, chances: [first, 1 - first], known: [first, 1 - first], luck: [0, 0] };
  });
  const [, lost] = judged;
  const answers = alternatives(title, Number(lost.position.split("-")[0])).moves;
  const decision = { position: lost.position, seat: lost.seat, played: answers[0], better: answers[1] };
  const balance = { answers: 1, lost: 0.3, error: 0.1, accuracy: 50, luck: 0, luck_error: 0 };
  analysis = {
    state: "done", is_attended: true, ahead: 0, done: 1, pieces: 2, seconds_left: 0, moments, luck_share: null,
    players: seats.map(({ seat }) => ({ seat, ...balance })),
    decisions: [{ ...decision, lost: 0.3, error: 0.1, accuracy: 50 }],
    turning_points: [{ ...decision, before: 0.5, after: 0.2, gain: 0.3 }],
  }; // prettier-ignore
  document.querySelector("#explain").click();
  await until(() => textOf("#explained h3"));
  assert.ok(!document.querySelector("#result").hidden && document.querySelector("#reveal").hidden);
  const won = seats.map(({ seat, name }) => `${name}: ${result.places[seat] === 1 ? 100 : 0} %`).join(", ");
  const reached = `Analysed from ${moments[0].position} on.`;
  assert.equal(curve().getAttribute("aria-label"), `Winning chances over time. Final: ${won} ${reached}`);
  const x = (index) => 10 + (index * 580) / (steps.length - 1);
  const at = (position) => x(steps.findIndex((one) => one.position === position));
  const drawn = document.querySelector(".seat-line-0 .graph-line").getAttribute("d");
  assert.equal(Number(drawn.slice(1).split(" ")[0]), at(moments[0].position));
  assert.equal(Number(drawn.split("H").at(-1)), x(steps.length - 1));

  // A question about a mistake has its answer nowhere in sight, nor does a guess.
  const isInSight = () => !document.querySelector("#explained .turning-points").closest("#explained [hidden]");
  assert.ok(textOf("#explained .turning-points").includes("the better move") && isInSight());
  document.querySelector("#learn").click();
  await until(() => textOf("#mistakes p").includes("Question 1 of 1"));
  assert.ok(!isInSight());
  document.querySelector("#mistake-close").click();
  assert.ok(isInSight());
  document.querySelector("#guess").click();
  await until(() => !document.querySelector("#guessing")?.hidden && document.querySelector("#guessing"));
  assert.ok(!isInSight());
  await goTo(steps.findIndex(({ position }) => position === moves[0].position) - 1);
  await until(() => textOf("#guess-question") === "The next step is not a move to guess.");
  document.querySelector("#guess-stop").click();
  assert.ok(isInSight());

  document.querySelector("#shown-curve").value = "points";
  document.querySelector("#shown-curve").dispatchEvent(new Event("change"));
  await goTo(steps.length - 1);
  points("Final", result.points);
});
