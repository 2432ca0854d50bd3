// The replay of a game: every step of its record on the board, from any perspective that the reader may take.

import { call, follow, gamePath, problemText, signedIn } from "./api.js";
import { Board } from "./board.js";
import { find, html, replace } from "./dom.js";
import { announce, buildFooter, buildMasthead, notice } from "./masthead.js";
import { findStep, readPlace, writePlace } from "./place.js";
import { Recording, actionStep, phaseStep, phasesOf } from "./recording.js";
import { seatName } from "./seats.js";
import { Steering } from "./steering.js";
import { Story } from "./story.js";
import { gettext, ngettext, textsReady, timeText } from "./texts.js";
import { Timeline } from "./timeline.js";
import { drawingOf } from "./titles.js";

const ID = decodeURIComponent(location.pathname.split("/")[2]);
const IS_EMBEDDED = location.pathname.endsWith("/embed");

const END = "999999999"; // an action that no game reaches: findStep takes it for the last

const recordings = new Map(); // one for each viewer that was looked from

let summary = null;
let drawing = null;
let place = readPlace(location.hash);
let index = 0;
let phases = [];
let wantsStep = true; // the step that the address names has not been reached yet

let board = null;
let timeline = null;
let steering = null;
let story = null;
let comparing = null;

const isOver = () => ["finished", "aborted"].includes(summary.status);

/** Whose record is read: a seat's with hindsight is everything, seen from that seat's side. */
const viewer = () => (place.hindsight && isOver() ? "all" : (place.as ?? "public"));
const recording = () => recordings.get(viewer());
const steps = () => recording().steps;

function layOut() {
  replace(
    find("main"),
    html(
      "div",
      { class: "game-head" },
      html("h1", {}, summary.title),
      html("span", { id: "progress", class: "tag", role: "status" }),
      html("span", { class: "grow" }),
      IS_EMBEDDED
        ? html(
            "a",
            { class: "button", id: "open-whole", target: "_blank", rel: "noopener", href: `/games/${ID}/replay` },
            gettext("Open in Stele"),
          )
        : [
            html(
              "label",
              { class: "switch", hidden: !drawing.isOwn },
              html("input", {
                type: "checkbox",
                id: "plain",
                onchange: async (event) => {
                  await board.showPlain(event.target.checked);
                  show(index);
                },
              }),
              gettext("Plain tables"),
            ),
            summary.status === "playing" &&
              html("a", { class: "button", href: `/games/${ID}${location.search}` }, gettext("To the table")),
            html("button", { type: "button", id: "share", disabled: true, onclick: share }, gettext("Share")),
          ],
    ),
    html(
      "div",
      { class: "table-layout" },
      html(
        "div",
        { class: "replay-middle" },
        !IS_EMBEDDED && html("div", { id: "perspective", class: "perspective" }),
        html("p", { id: "step", class: "step-text" }),
        html("div", { id: "board", class: "board-place" }),
        html(
          "div",
          { class: "replay-panel" },
          html("div", { id: "timeline", class: "timeline" }),
          html("div", {
            id: "steering",
            class: "steering",
            role: "group",
            "aria-label": gettext("Move through the replay"),
          }),
        ),
        html("section", { id: "comparing", "aria-labelledby": "compare-heading", hidden: true }),
      ),
      !IS_EMBEDDED &&
        html(
          "div",
          { class: "beside" },
          summary.result && html("section", { class: "turn" }, html("h2", {}, gettext("Result")), result()),
          html(
            "section",
            { id: "story", class: "story-place", "aria-labelledby": "story-heading" },
            html("h2", { id: "story-heading" }, gettext("The story")),
          ),
        ),
    ),
  );
  board = new Board(find("board"), drawing);
  timeline = new Timeline(find("timeline"), (to) => {
    steering.pause();
    show(to);
  });
  steering = new Steering(find("steering"), go, pin);
  if (IS_EMBEDDED) return;
  story = new Story(
    find("story"),
    gettext("The story"),
    (step) => writePlace({ ...place, at: step.position }),
    (to) => {
      steering.pause();
      show(to);
    },
  );
  showPerspectives();
}

function result() {
  const order = summary.seats
    .map((seat) => seat.seat)
    .sort((one, other) => summary.result.places[one] - summary.result.places[other]);
  return html(
    "ol",
    { class: "ranking" },
    order.map((seat) =>
      html(
        "li",
        { value: summary.result.places[seat] },
        seatName(seat, summary.seats[seat].name),
        " ",
        html("strong", {}, ngettext("{number} point", "{number} points", summary.result.points[seat])),
      ),
    ),
  );
}

function showPerspectives() {
  const choices = [["public", gettext("The public")]];
  for (const { seat, name } of summary.seats) {
    if (seat === summary.your_seat) choices.push([String(seat), gettext("My seat ({name})", { name })]);
    else if (isOver()) choices.push([String(seat), name]);
  }
  if (isOver()) choices.push(["all", gettext("Everything")]);
  const isSeat = /^\d+$/.test(place.as ?? "");
  replace(
    find("perspective"),
    html("label", { for: "as" }, gettext("Seen by")),
    html(
      "select",
      { id: "as", onchange: (event) => look({ as: event.target.value, hindsight: false }) },
      choices.map(([value, words]) => html("option", { value, selected: value === (place.as ?? "public") }, words)),
    ),
    isOver() &&
      html(
        "fieldset",
        { class: "hindsight", disabled: !isSeat },
        html("legend", { class: "unseen" }, gettext("What is shown")),
        hindsightChoice(false, gettext("As seen then")),
        hindsightChoice(true, gettext("With hindsight")),
      ),
    html("button", { type: "button", id: "pin", onclick: pin }, gettext("Compare with this position")),
  );
}

function hindsightChoice(value, words) {
  return html(
    "label",
    {},
    html("input", {
      type: "radio",
      name: "hindsight",
      value: value ? "1" : "0",
      checked: place.hindsight === value,
      onchange: () => look({ hindsight: value }),
    }),
    words,
  );
}

/** Take another perspective at the same position. */
async function look(changes) {
  steering.pause();
  place = { ...place, ...changes };
  wantsStep = true;
  try {
    await load();
  } catch (error) {
    notice(problemText(error), "bad");
    if (place.as === "public") return;
    place = { ...place, as: "public", hindsight: false };
    await load();
  }
  showPerspectives();
  find("as").focus();
}

/** Read this viewer's record, and show the step that the address names as soon as it is there. */
async function load() {
  const wanted = viewer();
  if (!recordings.has(wanted)) recordings.set(wanted, new Recording(ID, wanted));
  const found = recordings.get(wanted);
  story?.clear();
  if (found.steps.length) grown(found.steps);
  if (!found.isWhole) await found.read((fresh) => viewer() === wanted && grown(fresh));
  if (viewer() !== wanted) return; // the reader has taken another perspective meanwhile
  find("progress").textContent = "";
  if (wantsStep) show(findStep(found.steps, place.at ?? firstPlace()));
  wantsStep = false;
}

function grown(fresh) {
  const found = recording();
  story?.add(fresh);
  phases = phasesOf(found.steps, drawing.phase);
  timeline.show(found.steps, phases);
  if (!found.isWhole)
    find("progress").textContent = ngettext("One step read …", "{number} steps read …", found.steps.length);
  if (!wantsStep) return;
  const reached = findStep(found.steps, place.at ?? firstPlace());
  const isThere = reached < found.steps.length - 1 || found.isWhole;
  if (isThere) wantsStep = false;
  show(reached, !isThere);
}

/** Without a place in the address: a finished game from its first laid table on, a running one where it is now. */
function firstPlace() {
  if (!isOver()) return null;
  return steps().find((step) => step.state.table)?.position ?? null;
}

/** Show the step at this index. While the record is still being read the address keeps what it asked for. */
function show(to, isPassing = false) {
  const all = steps();
  if (!all.length) return;
  index = Math.max(0, Math.min(all.length - 1, to));
  const step = all[index];
  if (!isPassing) {
    place.at = step.position;
    history.replaceState(null, "", location.search + writePlace(place));
  }
  const seat = /^\d+$/.test(place.as ?? "") ? Number(place.as) : null;
  const pinned = place.compare ? all[findStep(all, place.compare)] : null;
  board.show(step.state, { before: (pinned ?? all[index - 1])?.state ?? null, seat });
  replace(
    find("step"),
    html("span", { class: "story-position" }, step.position),
    " ",
    html("span", {}, step.text),
    " ",
    html("time", { datetime: step.at }, timeText(step.at)),
  );
  announce(step.text);
  if (!IS_EMBEDDED) find("share").disabled = false;
  timeline.mark(index);
  story?.mark(index);
  showComparison(pinned, step, seat);
  document.title = `${step.position} · ${summary.title} · Stele`;
}

/** What few readers ask for is loaded when it is asked for. */
async function share() {
  const { openSharing } = await import("./sharing.js");
  openSharing(ID, place, steps()[index], find("board"));
}

async function showComparison(pinned, step, seat) {
  if (IS_EMBEDDED || (!pinned && !comparing)) return;
  if (!comparing) {
    const { Comparing } = await import("./comparing.js");
    comparing ??= new Comparing(find("comparing"), drawing, () => {
      place.compare = null;
      show(index);
    });
    if (step !== steps()[index]) return; // the reader went on meanwhile, and that step shows the comparison
  }
  comparing.show(pinned, step, seat, board.plain);
}

/** Go first, last, or one step, action or part on or back; whether there was anywhere to go. */
function go(id) {
  const last = steps().length - 1;
  if (id === "last" && !recording().isWhole) {
    // The end is still on its way: it is shown when it is there.
    place.at = END;
    wantsStep = true;
  }
  const targets = {
    first: () => 0,
    last: () => last,
    next: () => index + 1,
    previous: () => index - 1,
    "next-action": () => actionStep(steps(), index, 1),
    "previous-action": () => actionStep(steps(), index, -1),
    "next-phase": () => phaseStep(phases, index, 1, last),
    "previous-phase": () => phaseStep(phases, index, -1, last),
  };
  const to = Math.max(0, Math.min(last, targets[id]()));
  if (to === index) return false;
  if (place.at !== END) wantsStep = false;
  show(to, wantsStep);
  return to < last || id !== "next";
}

/** Compare from now on with the position that is shown. */
function pin() {
  if (IS_EMBEDDED || !steps().length) return;
  place.compare = steps()[index].position;
  show(index);
  notice(gettext("Pinned {position}: now go to another position to compare.", { position: place.compare }));
}

/** A running game's record grows while it is looked at; who stands at its end goes along. */
function followOn() {
  let reading = null;
  follow(
    ID,
    steps().at(-1).position,
    () => {
      reading ??= setTimeout(async () => {
        const isAtEnd = index === steps().length - 1;
        try {
          await recording().read((fresh) => grown(fresh));
          summary = await call(gamePath(ID));
          if (isAtEnd) show(steps().length - 1);
          if (isOver()) showPerspectives();
        } catch (error) {
          notice(problemText(error), "bad");
        }
        reading = null;
      }, 60);
    },
    (word) => {
      find("progress").textContent =
        word === "live" ? gettext("live") : word === "lost" ? gettext("reconnecting …") : "";
    },
  );
}

async function start() {
  await textsReady;
  if (IS_EMBEDDED) document.body.classList.add("embedded");
  else {
    buildMasthead();
    buildFooter();
  }
  try {
    summary = await call(gamePath(ID));
    if (IS_EMBEDDED) place.as = "public";
    else place.as ??= summary.your_seat === null || !signedIn() ? "public" : String(summary.your_seat);
    drawing = await drawingOf(summary.rulebook);
    layOut();
    try {
      await load();
    } catch (error) {
      if (error.status !== 403 || place.as === "public") throw error;
      notice(problemText(error), "bad");
      await look({ as: "public", hindsight: false });
    }
    if (!isOver()) followOn();
  } catch (error) {
    replace(
      find("main"),
      html("h1", {}, error.title ?? gettext("This game cannot be shown")),
      html("p", {}, problemText(error)),
      html("p", {}, html("a", { href: "/" }, gettext("Lobby"))),
    );
  }
}

addEventListener("hashchange", () => {
  const asked = readPlace(location.hash);
  const isOther = (asked.as ?? place.as) !== place.as || asked.hindsight !== place.hindsight;
  place = { ...asked, as: asked.as ?? place.as };
  if (isOther) look({}).catch((error) => notice(problemText(error), "bad"));
  else show(findStep(steps(), place.at));
});

start();
