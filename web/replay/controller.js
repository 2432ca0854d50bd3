// Replay controller: holds the record, perspective, step and pinned position, and updates the page's parts.

import { Problem, call, gamePath } from "../core/api.js";
import { siteName } from "../core/club.js";
import { find } from "../core/dom.js";
import { problemNotice } from "../masthead/page-header.js";
import { compare, findStep, seatOf, writePlace } from "../record/positions.js";
import { Recording, phasesOf, targetStep } from "../record/frames.js";
import { sayStep } from "../record/story.js";
import { stepsRead } from "./layout.js";
import { hidesLater } from "./spoilers.js";
import { loadStyle } from "../board/load-drawing.js";
import { CONNECTION_WORDS, Following } from "../core/event-stream.js";

/** @import { Comparing } from "./compare.js" */
/** @import { Place } from "../record/positions.js" */
/** @import { PhaseStart } from "../record/frames.js" */
/** @import { LoadedDrawing, ReplayParts, Step, Summary } from "../types.js" */

const END = "999999999"; // an action beyond any game: findStep takes it for the last
const GATHER_MILLISECONDS = 60;
const APART_MILLISECONDS = 400; // browsers refuse more than a hundred address changes in half a minute

/** One replay: it holds the reader's view, and shows it in the parts of the page. */
export class Replaying {
  /** One per viewer. @type {Map<string, Recording>} */
  #recordings = new Map();
  /** The index of the current step. */
  index = 0;
  /** The position of the current step. */
  #shownAt = "";
  /** The first steps of the game's parts. @type {PhaseStart[]} */
  phases = [];
  /** The step named in the address has not been loaded yet. */
  #wantsStep = true;
  /** That step, shown before the record is read up to it. @type {Step | null} */
  #glimpsed = null;
  /** Navigation from it, pending until its neighbours are loaded. @type {string[]} */
  #ways = [];
  /** @type {Comparing | null} */
  #comparing = null;
  /** Whether the steps after the furthest one shown are hidden. */
  #hidesLater;
  /** The position of the furthest step shown. */
  #furthest = "";

  /**
   * @param {Summary} summary
   * @param {LoadedDrawing} drawing
   * @param {Place} place
   */
  constructor(summary, drawing, place) {
    this.summary = summary;
    this.drawing = drawing;
    this.place = place;
    this.#hidesLater = hidesLater(summary, this.isOver);
  }

  /** Set the parts of the page, which call this replay. @param {ReplayParts} parts */
  useParts(parts) {
    this.parts = parts;
    this.#showPerspectives();
    this.#showHiding();
  }

  get #parts() {
    if (!this.parts) throw new Error("the page has no parts yet");
    return this.parts;
  }

  /** Whether the game has ended. */
  get isOver() {
    return this.summary.status === "finished" || this.summary.status === "aborted";
  }

  /** Whose record is read: a seat's view with hindsight is everything, from that seat's side. */
  get #viewer() {
    return this.place.hindsight && this.isOver ? "all" : (this.place.as ?? "public");
  }

  get #recording() {
    const viewer = this.#viewer;
    const found =
      this.#recordings.get(viewer) ?? new Recording(this.summary.id, viewer, this.isOver ? this.summary.position : "");
    this.#recordings.set(viewer, found);
    return found;
  }

  /** The loaded steps. */
  get steps() {
    return this.#recording.steps;
  }

  /** The current step. */
  get step() {
    return this.#glimpsed ?? this.steps[this.index];
  }

  /** The index of the last step that may be seen; null: all may. */
  get seen() {
    return this.#hidesLater ? findStep(this.steps, this.#furthest || "0-0") : null;
  }

  /** Show everything that was hidden so as not to tell how the game goes on. */
  reveal() {
    if (!this.#hidesLater) return;
    this.#hidesLater = false;
    this.#showSeen();
    this.#showHiding();
    this.#parts.study?.moved();
  }

  /** Hide what comes after the current step. */
  hideLater() {
    this.#hidesLater = true;
    this.#furthest = this.step.position;
    this.#showSeen();
    this.#showHiding();
    this.#parts.study?.moved();
  }

  /** Show what may be seen, on the curve and in the story. */
  #showSeen() {
    this.#parts.timeline.reveal(this.seen);
    this.#parts.story?.reveal(this.seen);
  }

  #showHiding() {
    find("reveal").hidden = !this.#hidesLater;
    this.#parts.result?.toggleAttribute("hidden", this.#hidesLater);
    this.showAnswers();
  }

  /** Whether what analyses have found must not be seen: the end is hidden, or the reader is asked for a move. */
  get hidesAnswers() {
    const { asking, guess } = this.#parts;
    return this.#hidesLater || asking !== undefined || Boolean(guess?.isOn);
  }

  /** Show what analyses have found, unless it must not be seen. */
  showAnswers() {
    this.#parts.explained?.hide(this.hidesAnswers);
  }

  /** A step was reached; who has seen the last one has seen how it ended. @param {Step} step */
  #reached({ position }) {
    if (!this.#hidesLater) return;
    if (compare(position, this.#furthest) > 0) this.#furthest = position;
    if (this.#recording.isWhole && this.#furthest === this.steps.at(-1)?.position) this.reveal();
    else this.#showSeen();
  }

  #showPerspectives() {
    this.#parts.perspectives?.show(this.summary, this.isOver, this.place);
  }

  /**
   * Change the perspective at the same position; without permission, the public view is shown.
   * @param {Partial<Place>} changes
   */
  async look(changes) {
    this.#parts.steering.pause();
    this.place = { ...this.place, ...changes };
    this.#wantsStep = true;
    try {
      await this.load();
    } catch (error) {
      problemNotice(error);
      if (this.place.as === "public") return;
      this.place = { ...this.place, as: "public", hindsight: false };
      await this.load();
    }
    this.#showPerspectives();
  }

  /** Load this viewer's record, and show the step named in the address as soon as possible. */
  async load() {
    const found = this.#recording;
    this.#parts.story?.clear();
    this.#glimpsed = null;
    this.#ways = [];
    if (found.steps.length) this.#grown(found.steps);
    else await this.#glimpse(found);
    if (!found.isWhole) await found.read((fresh) => this.#recording === found && this.#grown(fresh));
    if (this.#recording !== found) return; // the perspective has changed meanwhile
    find("progress").textContent = "";
    if (this.#wantsStep) this.show(findStep(found.steps, this.place.at ?? this.#firstPlace()));
    else if (this.place.compare) this.showAgain(); // the pinned step may be later than the one shown
    this.#wantsStep = false;
  }

  /** Show the requested step before all others are loaded. @param {Recording} found */
  async #glimpse(found) {
    const asked = this.place.at;
    const at = asked ?? (this.isOver ? null : this.summary.position);
    const step = at && at !== END ? await found.glimpse(at) : null;
    // The address may have changed meanwhile.
    if (!step || this.#recording !== found || !this.#wantsStep || this.place.at !== asked) return;
    this.#glimpsed = step;
    this.#furthest = compare(step.position, this.#furthest) > 0 ? step.position : this.#furthest;
    if (this.place.at) this.place.at = step.position;
    writeAddress(this.place);
    this.#showOnBoard(step, null);
  }

  /** Write the current view into the address. */
  writeAddress() {
    if (!this.#wantsStep) writeAddress(this.place);
  }

  /** @param {Step[]} fresh */
  #grown(fresh) {
    const { steps, isWhole } = this.#recording;
    this.#parts.story?.add(fresh);
    this.phases = phasesOf(steps, this.drawing.phase);
    this.#showSeen();
    this.#parts.timeline.show(steps, this.phases, seatOf(this.place));
    this.#parts.study?.grown();
    this.#parts.explained?.grown();
    if (isWhole && steps.length) this.#parts.showDisputes?.(steps[steps.length - 1].state);
    if (isWhole) this.#parts.study?.whole();
    if (!isWhole) find("progress").textContent = stepsRead(steps.length);
    if (this.#wantsStep) this.#showWanted();
  }

  /** Show the step named in the address; until it is loaded, the last one before it. */
  #showWanted() {
    const { steps, isWhole } = this.#recording;
    const reached = findStep(steps, this.place.at ?? this.#firstPlace());
    const isThere = reached < steps.length - 1 || isWhole;
    this.#wantsStep = !isThere;
    if (!isThere && this.#glimpsed) return;
    this.show(reached, !isThere);
    for (const way of this.#ways.splice(0)) this.go(way);
  }

  /** The default step: a finished game's first move, a running game's current step. */
  #firstPlace() {
    if (!this.isOver) return null;
    const tables = this.steps.filter((step) => step.state.table);
    const first = tables.find(({ seat, position }) => seat !== null && position.endsWith("-0"));
    return (first ?? tables[0])?.position ?? null;
  }

  /**
   * Show the step at this index. While the record is loading the address keeps its request.
   * @param {number} to
   * @param {boolean} [isPassing]
   */
  show(to, isPassing = false) {
    const steps = this.steps;
    if (!steps.length) return;
    this.#glimpsed = null;
    this.index = Math.max(0, Math.min(steps.length - 1, to));
    const { step, place } = this;
    if (!isPassing) {
      place.at = step.position;
      writeAddress(place);
    }
    this.#reached(step);
    const pinned = this.#pinned;
    this.#showOnBoard(step, pinned ?? steps[this.index - 1] ?? null);
    this.#parts.timeline.mark(this.index);
    this.#parts.story?.mark(this.index);
    this.#parts.study?.moved();
    this.#parts.judged?.moved();
    this.#parts.asking?.moved();
    this.#parts.guess?.moved();
    this.#showComparison(pinned, step);
  }

  /** The step to compare with; null: none, or not loaded yet. */
  get #pinned() {
    const { steps, isWhole } = this.#recording;
    if (!this.place.compare) return null;
    const index = findStep(steps, this.place.compare);
    return index < steps.length - 1 || isWhole ? steps[index] : null;
  }

  /**
   * @param {Step} step
   * @param {Step | null} before the changes since then are marked
   */
  #showOnBoard(step, before) {
    const { pace } = this.#parts.steering;
    const isStep = step.position !== this.#shownAt; // redrawing the same step is not rapid stepping
    this.#shownAt = step.position;
    const within = isStep && pace === Infinity && this.#parts.isHasty() ? 0 : pace;
    this.#parts.board.show(step.state, { before: before?.state ?? null, seat: seatOf(this.place), within });
    sayStep(find("step"), step);
    for (const button of this.#parts.ofStep) button.disabled = false;
    this.#parts.nameDossier?.(step, this.#viewer);
    document.title = `${step.position} · ${this.summary.title} · ${siteName}`;
  }

  /** Show the same step again. */
  showAgain() {
    if (this.#glimpsed) this.#showOnBoard(this.#glimpsed, null);
    else this.show(this.index);
  }

  /**
   * Show a step chosen by the reader, and stop playback.
   * @param {number} to
   */
  goTo(to) {
    this.#parts.steering.pause();
    this.show(to);
  }

  /** Show the view of a changed address. @param {Place} asked */
  follow(asked) {
    known = location.hash;
    const as = asked.as ?? this.place.as;
    const isOther = as !== this.place.as || asked.hindsight !== this.place.hindsight;
    this.place = { ...asked, as };
    if (isOther) this.look({});
    else this.#showWanted();
    this.#parts.study?.take();
  }

  /**
   * The comparison is loaded on demand: few readers use it.
   * @param {Step | null} pinned
   * @param {Step} step
   */
  async #showComparison(pinned, step) {
    if (!this.#parts.perspectives || (!pinned && !this.#comparing)) return;
    if (!this.#comparing) {
      const [{ Comparing }] = await Promise.all([import("./compare.js"), loadStyle("/web/board/generic-drawing.css")]);
      this.#comparing ??= new Comparing(this.#parts.board, () => {
        this.place.compare = null;
        this.showAgain();
      });
      if (step !== this.step) return; // the reader has moved on, and that step shows the comparison
    }
    if (pinned && find("comparing").hidden) this.#parts.side?.select("study");
    this.#comparing.show(pinned, step, seatOf(this.place), this.#parts.board.plain);
  }

  /**
   * Go to the first or last step, or one step, action or part forward or back. Whether playback can continue: false if
   * there was nowhere to go, and if the next step was the last.
   * @param {string} id
   */
  go(id) {
    const steps = this.steps;
    if (this.#glimpsed && id !== "last" && !(id === "first" && steps.length)) {
      this.#ways.push(id);
      return false;
    }
    const last = steps.length - 1;
    if (id === "last" && !this.#recording.isWhole) {
      // The end is still loading: it is shown when it arrives.
      this.place.at = END;
      this.#wantsStep = true;
    }
    const to = Math.max(0, Math.min(last, targetStep(id, this.index, steps, this.phases)));
    if (to === this.index && !this.#glimpsed) return false;
    if (this.place.at !== END) this.#wantsStep = false;
    this.show(to, this.#wantsStep);
    return to < last || id !== "next";
  }

  /** Compare with the current position from now on. */
  pin() {
    if (!this.#parts.perspectives || !this.steps.length) return;
    this.place.compare = this.step.position;
    this.showAgain();
  }

  /** Follow a running game's record. */
  followOn() {
    /** @type {ReturnType<typeof setTimeout> | null} */
    let reading = null;
    const heard = () => {
      reading ??= setTimeout(async () => {
        await this.#readOn();
        reading = null;
      }, GATHER_MILLISECONDS);
    };
    const { position } = this.steps[this.steps.length - 1];
    new Following(gamePath(this.summary.id, "/events"), position, heard, (word) => {
      find("progress").textContent = CONNECTION_WORDS[word]();
    });
  }

  /** Load a running game's new steps; a reader at the end follows them. */
  async #readOn() {
    const isAtEnd = this.index === this.steps.length - 1;
    try {
      this.summary = await call(gamePath(this.summary.id));
      await this.#recording.read((fresh) => this.#grown(fresh));
      if (isAtEnd) this.show(this.steps.length - 1);
      if (this.isOver) this.#showPerspectives();
    } catch (error) {
      problemNotice(error);
      if (error instanceof Problem && error.status === 403) await this.look({ as: "public", hindsight: false });
    }
  }
}

/** The earliest time for the next address change. */
let next = 0;
/** The pending address. @type {Place} */
let latest;
/** @type {ReturnType<typeof setTimeout> | null} */
let waiting = null;
/** The address as this page wrote or followed it. Another one is the reader's, who is about to be followed. */
let known = location.hash;

/**
 * Write this place into the page's address: immediately, or as soon as it may change again.
 * @param {Place} place
 */
function writeAddress(place) {
  const now = performance.now();
  latest = place;
  if (waiting) return;
  if (now >= next) write();
  else waiting = setTimeout(write, next - now);
}

function write() {
  waiting = null;
  if (location.hash !== known) return;
  next = performance.now() + APART_MILLISECONDS;
  history.replaceState(null, "", location.search + writePlace(latest));
  known = location.hash;
}
