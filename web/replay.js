// The page of a replay: every step of a game's record on the board, from any perspective that the reader may take.

import { Problem, call, gamePath, problemText, signedIn } from "./api.js";
import { here, namedHere } from "./base.js";
import { Board } from "./board.js";
import { find, html, replace } from "./dom.js";
import { lossOf } from "./loss.js";
import { buildFooter, buildMasthead, notice } from "./masthead.js";
import { noGame } from "./no-game.js";
import { Perspectives } from "./perspectives.js";
import { readPlace, writePlace } from "./place.js";
import { ranking } from "./ranking.js";
import { receiptsOf } from "./receipt-box.js";
import { Replaying } from "./replaying.js";
import { Steering } from "./steering.js";
import { Story } from "./story.js";
import { gettext, textsReady, timeText } from "./texts.js";
import { Timeline } from "./timeline.js";
import { drawingOf } from "./titles.js";

/** @import { Disputes } from "./disputes.js" */
/** @import { Place } from "./place.js" */
/** @import { LoadedDrawing, State, Step, Summary } from "./types.js" */

const ID = namedHere();
const IS_EMBEDDED = location.pathname.endsWith("/embed");

/**
 * What stands beside the title: in another page's frame the way to the whole page, otherwise what can be done.
 * @param {Summary} summary
 * @param {boolean} hasPlain whether plain tables are another view of the board
 */
function headOf(summary, hasPlain) {
  if (IS_EMBEDDED) {
    const address = `/games/${ID}/replay`;
    return [
      html(
        "a",
        { class: "button", id: "open-whole", target: "_blank", rel: "noopener", href: address },
        gettext("Open in Stele"),
      ),
    ];
  }
  return [
    html(
      "label",
      { class: "switch", hidden: !hasPlain },
      html("input", { type: "checkbox", id: "plain" }),
      gettext("Plain tables"),
    ),
    summary.status === "playing" &&
      html("a", { class: "button", href: `/games/${ID}${location.search}` }, gettext("To the table")),
    isOver(summary) && html("button", { type: "button", id: "check-luck" }, gettext("Check the luck")),
    html("a", { class: "button", id: "dossier" }, gettext("Dossier of this step")),
    html("button", { type: "button", id: "share", disabled: true }, gettext("Share")),
  ];
}

/**
 * @param {Summary} summary
 * @param {boolean} hasPlain
 */
function layOut(summary, hasPlain) {
  replace(
    find("main"),
    html(
      "div",
      { class: "game-head" },
      html("h1", {}, summary.title),
      summary.imported &&
        html(
          "span",
          { class: "tag", id: "imported", title: timeText(summary.imported.at) },
          gettext("imported: it was not played here"),
        ),
      html("span", { id: "progress", class: "tag", role: "status" }),
      html("span", { class: "grow" }),
      headOf(summary, hasPlain),
    ),
    lossOf(summary),
    html("div", { id: "disputes-place" }),
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
          summary.result &&
            html(
              "section",
              { class: "turn" },
              html("h2", {}, gettext("Result")),
              ranking(summary.result, summary.seats),
            ),
          html(
            "section",
            { id: "story", class: "story-place", "aria-labelledby": "story-heading" },
            html("h2", { id: "story-heading" }, gettext("The story")),
          ),
        ),
    ),
  );
}

/**
 * The replay with its page around it.
 * @param {Summary} summary
 * @param {LoadedDrawing} drawing
 * @param {Place} place
 */
function build(summary, drawing, place) {
  layOut(summary, drawing.isOwn);
  const replaying = new Replaying(summary, drawing, place);
  const goTo = (/** @type {number} */ to) => replaying.goTo(to);
  const pin = () => replaying.pin();
  const board = new Board(find("board"), drawing);
  replaying.useParts({
    board,
    timeline: new Timeline(find("timeline"), goTo),
    steering: new Steering(find("steering"), (id) => replaying.go(id), pin),
    story: IS_EMBEDDED
      ? null
      : new Story(
          find("story"),
          gettext("The story"),
          (step) => writePlace({ ...replaying.place, at: step.position }),
          goTo,
        ),
    perspectives: IS_EMBEDDED ? null : new Perspectives(find("perspective"), (changes) => replaying.look(changes), pin),
    share: IS_EMBEDDED ? null : /** @type {HTMLButtonElement} */ (find("share")),
    nameDossier: IS_EMBEDDED ? null : nameDossier,
    showDisputes: IS_EMBEDDED ? null : (state) => showDisputes(replaying, state),
  });
  if (!IS_EMBEDDED) {
    const plain = /** @type {HTMLInputElement} */ (find("plain"));
    plain.addEventListener("change", async () => {
      await board.showPlain(plain.checked);
      replaying.showAgain();
    });
    find("share").addEventListener("click", () => share(replaying));
    document.getElementById("check-luck")?.addEventListener("click", () => checkLuck(summary));
  }
  addEventListener("hashchange", () => replaying.follow(readPlace(location.hash)));
  return replaying;
}

/**
 * Let the link lead to the dossier of this step.
 * @param {Step} step
 * @param {string} viewer
 */
function nameDossier({ position }, viewer) {
  const address = here(`/games/${ID}/dossier${location.search}`);
  find("dossier").setAttribute("href", address + writePlace({ at: position, as: viewer }));
}

/** @type {Disputes | null} */
let disputes = null;

/**
 * Tell what was disputed in this game, if anything was.
 * @param {Replaying} replaying
 * @param {State} state
 */
async function showDisputes(replaying, state) {
  if (!state.disputes) return;
  const { Disputes } = await import("./disputes.js");
  disputes ??= new Disputes(find("disputes-place"), () => replaying.isOver && location.reload());
  disputes.show(replaying.summary, state);
}

/**
 * What few readers ask for is loaded when it is asked for.
 * @param {Replaying} replaying
 */
async function share({ place, step }) {
  const { openSharing } = await import("./sharing.js");
  openSharing(ID, place, step, find("board"));
}

/** @param {Summary} summary */
function isOver({ status }) {
  return status === "finished" || status === "aborted";
}

/** @param {Summary} summary */
async function checkLuck(summary) {
  const { openLuck } = await import("./luck.js");
  await openLuck(summary);
}

/** Hold the receipts of this game, if this browser has any, against its record. */
async function checkReceipts() {
  if (!(await receiptsOf(ID)).length) return;
  const { checkRecord } = await import("./contradiction.js");
  await checkRecord(ID);
}

async function start() {
  await textsReady;
  if (IS_EMBEDDED) document.body.classList.add("embedded");
  else {
    buildMasthead();
    buildFooter();
  }
  try {
    /** @type {Summary} */
    const summary = await call(gamePath(ID));
    const place = readPlace(location.hash);
    if (IS_EMBEDDED) place.as = "public";
    else place.as ??= summary.your_seat === null || !signedIn() ? "public" : String(summary.your_seat);
    const replaying = build(summary, await drawingOf(summary.rulebook), place);
    if (!IS_EMBEDDED) checkReceipts();
    try {
      await replaying.load();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 403 || place.as === "public") throw error;
      notice(problemText(error), "bad");
      await replaying.look({ as: "public", hindsight: false });
    }
    if (!replaying.isOver) replaying.followOn();
  } catch (error) {
    noGame(error);
  }
}

start();
