// Replay page: every step of a game's record on the board, from any perspective that the reader may take.

import { Problem, call, gamePath, shownAsOf, signedIn } from "../core/api.js";
import { here, namedHere } from "../core/base-path.js";
import { explainParts, keepRulesIn } from "../board/rules/rules-controls.js";
import { Board } from "../board/board.js";
import { find } from "../core/dom.js";
import { hasteIn, rest } from "./autoplay-pause.js";
import { Replaying } from "./controller.js";
import { buildFrame, problemNotice } from "../masthead/page-header.js";
import { noGame } from "../table/not-found.js";
import { Perspectives, viewersOf } from "./perspective.js";
import { readPlace, seatOf, writePlace } from "../record/positions.js";
import { layOut } from "./layout.js";
import { Side } from "../board/side-panel.js";
import { resultsSwitch } from "./spoilers.js";
import { Steering } from "./controls.js";
import { Story } from "../record/story.js";
import { Study } from "./study-tools.js";
import { tellAtHand } from "../sound/describe.js";
import { gettext, language, textsReady } from "../core/i18n.js";
import { Timeline } from "./timeline.js";
import { drawingOf, loadDrawingAhead, loadStyle } from "../board/load-drawing.js";
import { toggleWholeScreen } from "../board/fullscreen.js";
import { Zooming } from "../board/zoom.js";

/** @import { Disputes } from "../table/proposals/disputes.js" */
/** @import { Place } from "../record/positions.js" */
/** @import { LoadedDrawing, ReplayParts, State, Step, Summary } from "../types.js" */

const ID = namedHere();
const IS_EMBEDDED = location.pathname.endsWith("/embed");

/**
 * Rarely used parts, by the id of their buttons. @type {Record<string, (replaying: Replaying, side: Side | null) =>
 * unknown>}
 */
const ASIDES = {
  share: async (replaying) => {
    const { openSharing } = await import("./share.js");
    if (replaying.parts) openSharing(replaying, replaying.parts.board);
  },
  "check-luck": async ({ summary }) => {
    const [{ openLuck }] = await Promise.all([import("./luck-dialog.js"), loadStyle("/web/replay/luck-dialog.css")]);
    await openLuck(summary);
  },
  explain: async (replaying, side) => {
    const [{ openExplained }] = await Promise.all([
      import("./game-analysis.js"),
      loadStyle("/web/replay/analysis.css"),
    ]);
    await openExplained(replaying, () => side?.uncover());
  },
  judge: async (replaying, side) => {
    side?.open("study");
    const [{ openMoveAnalysis }] = await Promise.all([
      import("./move-analysis.js"),
      loadStyle("/web/replay/analysis.css"),
    ]);
    await openMoveAnalysis(replaying);
  },
  guess: async (replaying, side) => {
    const [{ toggleGuessing }] = await Promise.all([import("./guess.js"), loadStyle("/web/replay/guess.css")]);
    side?.uncover();
    toggleGuessing(replaying);
  },
  "try-line": async ({ summary, step }) => (await import("../table/fork.js")).openForking(summary, step),
};

/**
 * The replay with its page around it.
 * @param {Summary} summary
 * @param {LoadedDrawing} drawing
 * @param {Place} place
 */
function build(summary, drawing, place) {
  const replaying = new Replaying(summary, drawing, place);
  layOut(summary, { isOver: replaying.isOver, hasPlain: drawing.isOwn, isEmbedded: IS_EMBEDDED });
  const goTo = (/** @type {number} */ to) => replaying.goTo(to);
  const board = new Board(find("board"), drawing);
  board.first = summary.your_seat ?? 0; // from every perspective
  const story = IS_EMBEDDED
    ? null
    : new Story(
        find("story"),
        gettext("Story"),
        (step) => writePlace({ as: replaying.place.as, hindsight: replaying.place.hindsight, at: step.position }),
        (index) => {
          goTo(index);
          side?.uncover();
        },
      );
  const side = IS_EMBEDDED
    ? null
    : new Side(find("side"), find("show-side"), () => story?.mark(replaying.index), "stele-replay-side");
  if (side) keepRulesIn(side, board);
  const zooming = new Zooming(find("stage"));
  /** @type {ReplayParts} */
  const parts = {
    board,
    isHasty: hasteIn(find("stage")),
    story,
    timeline: new Timeline(find("timeline"), /** @type {HTMLSelectElement} */ (find("phase-choice")), goTo),
    steering: new Steering(find("steering"), {
      go: (id) => replaying.go(id),
      rest: () => rest(replaying.steps, replaying.index, replaying.phases),
      keys: IS_EMBEDDED ? {} : keysOf(replaying, side, zooming),
    }),
    perspectives: IS_EMBEDDED ? null : new Perspectives(find("perspective"), (changes) => replaying.look(changes)),
    study: null,
    side,
    ofStep: /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("button.of-step")]),
    result: document.getElementById("result"),
    nameDossier: IS_EMBEDDED ? null : nameDossier,
    showDisputes: IS_EMBEDDED ? null : (state) => showDisputes(replaying, state),
  };
  replaying.useParts(parts);
  find("reveal").addEventListener("click", () => {
    replaying.reveal();
    find("scrubber").focus(); // the button has gone
  });
  tellAtHand(({ ofReplay }) => ofReplay(replaying, board));
  if (!IS_EMBEDDED) {
    parts.study = new Study(replaying, parts);
    if (side) side.selected.chat = () => openChat(replaying, side);
    useButtons(replaying, parts, side);
  }
  addEventListener("hashchange", () => replaying.follow(readPlace(location.hash)));
  return replaying;
}

/**
 * Show steps in small at the curve and the story.
 * @param {Replaying} replaying
 */
async function glimpseSteps(replaying) {
  if (!replaying.parts) return;
  const { board, story, timeline } = replaying.parts;
  const { glimpseAtLines, glimpseOnCurve } = await import("../board/step-preview.js");
  const seeing = (/** @type {number} */ index) => {
    const { state } = replaying.steps[index] ?? {};
    const before = replaying.steps[index - 1]?.state ?? null;
    return state ? { state, before, viewer: seatOf(replaying.place) ?? state.as } : null;
  };
  glimpseOnCurve(timeline, board, seeing);
  if (story) glimpseAtLines(story, board, seeing);
}

/**
 * The keys for other functions than moving and playing.
 * @param {Replaying} replaying
 * @param {Side | null} side
 * @param {Zooming} zooming
 * @returns {Record<string, () => void>}
 */
function keysOf(replaying, side, zooming) {
  return {
    f: () => {
      const viewers = viewersOf(replaying.summary, replaying.isOver).map(([value]) => value);
      const next = viewers.indexOf(replaying.place.as ?? "public") + 1;
      replaying.look({ as: viewers[next % viewers.length], hindsight: false });
    },
    z: () => zooming.toggle(),
    b: () => replaying.parts?.study?.bookmark(),
    "/": () => {
      side?.open("story");
      find("find").focus();
    },
    n: () => replaying.parts?.study?.go(1),
    N: () => replaying.parts?.study?.go(-1),
    c: () => replaying.pin(),
    s: () => side?.toggle(),
    ...(replaying.summary.status === "finished" && { e: () => ASIDES.judge(replaying, side) }),
    F: toggleWholeScreen,
  };
}

/**
 * @param {Replaying} replaying
 * @param {ReplayParts} parts
 * @param {Side | null} side
 */
function useButtons(replaying, { board, study }, side) {
  const plain = /** @type {HTMLInputElement} */ (find("plain"));
  plain.addEventListener("change", async () => {
    await board.showPlain(plain.checked);
    replaying.showAgain();
  });
  if (replaying.isOver) find("plain-menu").append(resultsSwitch(() => replaying.reveal()));
  find("pin").addEventListener("click", () => replaying.pin());
  find("bookmark").addEventListener("click", () => study?.bookmark());
  for (const [name, open] of Object.entries(ASIDES)) {
    document.getElementById(name)?.addEventListener("click", () => open(replaying, side));
  }
}

/**
 * Point the link to the dossier of this step.
 * @param {Step} step
 * @param {string} viewer
 */
function nameDossier({ position }, viewer) {
  const address = here(`/games/${ID}/dossier${location.search}`);
  find("dossier").setAttribute("href", address + writePlace({ at: position, as: viewer }));
}

/**
 * Open the chat of a finished game, which everyone who may see the game can read.
 * @param {Replaying} replaying
 * @param {Side} side
 */
async function openChat({ summary, place }, side) {
  const [{ Chat }] = await Promise.all([import("../community/chat-tab.js"), loadStyle("/web/community/chat.css")]);
  const chat = new Chat(side, { id: ID, state: summary, summary }, (_page, position) =>
    writePlace({ ...place, at: position }),
  );
  await chat.look();
  await chat.open();
}

/** @type {Disputes | null} */
let disputes = null;

/**
 * Show the disputes of this game, if any.
 * @param {Replaying} replaying
 * @param {State} state
 */
async function showDisputes(replaying, state) {
  if (!state.disputes) return;
  const { Disputes } = await import("../table/proposals/disputes.js");
  disputes ??= new Disputes(find("disputes-place"), () => replaying.isOver && location.reload());
  disputes.show(replaying.summary, state);
}

/** Compare this browser's receipts of this game, if any, with its record. */
async function checkReceipts() {
  await (await import("../signing/record-changed.js")).checkRecord(ID);
}

async function start() {
  if (IS_EMBEDDED) {
    await textsReady;
    document.documentElement.lang = language;
    document.body.classList.add("embedded");
    if (location.search === "?board") document.body.classList.add("board-only"); // for a picture in a mail
  } else {
    await buildFrame();
  }
  loadDrawingAhead();
  try {
    const summary = await call(gamePath(ID));
    const drawing = await drawingOf(summary.rulebook);
    const place = readPlace(location.hash); // as it is when the page starts following it
    if (IS_EMBEDDED) place.as = "public";
    else place.as ??= summary.your_seat === null || !signedIn() ? "public" : String(summary.your_seat);
    const replaying = build(summary, drawing, place);
    const loading = replaying.load().catch((error) => {
      if (!(error instanceof Problem) || error.status !== 403 || place.as === "public") throw error;
      problemNotice(error);
      return replaying.look({ as: "public", hindsight: false });
    });
    if (replaying.parts) explainParts(replaying.parts.board, undefined, loading).catch(() => {}); // it is left out
    await loading;
    glimpseSteps(replaying).catch(() => {}); // it is left out
    if (!replaying.isOver) replaying.followOn();
    if (!IS_EMBEDDED && !shownAsOf()) checkReceipts().catch(() => {}); // they are checked on the next visit
  } catch (error) {
    noGame(error);
  }
}

start();
