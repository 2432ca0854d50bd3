// Replay controller: holds the record, perspective, step and pinned position, and updates the page's parts.

import { Problem, call, gamePath } from "../core/api.js";
import { find } from "../core/dom.js";
import { notice, problemNotice, refusalNotice } from "../core/page-header.js";
import { findStep, seatOf, writePlace } from "../record/positions.js";
import { Recording, phasesOf, targetStep } from "../record/frames.js";
import { sayStep } from "../record/story.js";
import { gettext, ngettext } from "../core/i18n.js";
import { loadStyle } from "../board/load-drawing.js";
import { CONNECTION_WORDS, Following } from "../core/event-stream.js";

/** @import { Comparing } from "./compare.js" */
/** @import { Place } from "../record/positions.js" */
/** @import { PhaseStart } from "../record/frames.js" */
/** @import { LoadedDrawing, ReplayParts, Step, Summary } from "../types.js" */

const END = "999999999"; // an action that no game reaches: findStep takes it for the last
const GATHER_MILLISECONDS = 60;
const APART_MILLISECONDS = 400; // browsers refuse more than a hundred changes of the address in half a minute

/** One replay: it holds where the reader is, and shows it on the parts of the page. */
export class Replaying {
  /** One for each viewer that was looked from. @type {Map<string, Recording>} */
  #recordings = new Map();
  /** The index of the step that is shown. */
  index = 0;
  /** The position of the step that is shown. */
  #shownAt = "";
  /** Where the parts of the game begin. @type {PhaseStart[]} */
  phases = [];
  /** The step that the address names has not been reached yet. */
  #wantsStep = true;
  /** That step, shown before the record has been read so far. @type {Step | null} */
  #glimpsed = null;
  /** Where the reader goes from it, as soon as its neighbours are there. @type {string[]} */
  #ways = [];
  /** @type {Comparing | null} */
  #comparing = null;

  /**
   * @param {Summary} summary
   * @param {LoadedDrawing} drawing
   * @param {Place} place
   */
  constructor(summary, drawing, place) {
    this.summary = summary;
    this.drawing = drawing;
    this.place = place;
  }

  /** Take the parts of the page, which call this replay when the reader uses them. @param {ReplayParts} parts */
  useParts(parts) {
    this.parts = parts;
    this.#showPerspectives();
  }

  get #parts() {
    if (!this.parts) throw new Error("the page has no parts yet");
    return this.parts;
  }

  /** Whether the game has ended. */
  get isOver() {
    return this.summary.status === "finished" || this.summary.status === "aborted";
  }

  /** Whose record is read: a seat's with hindsight is everything, seen from that seat's side. */
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

  /** The steps that have been read. */
  get steps() {
    return this.#recording.steps;
  }

  /** The step that is shown. */
  get step() {
    return this.#glimpsed ?? this.steps[this.index];
  }

  #showPerspectives() {
    this.#parts.perspectives?.show(this.summary, this.isOver, this.place);
  }

  /**
   * Take another perspective at the same position; what may not be seen is seen as the public sees it.
   * @param {Partial<Place>} changes
   */
  async look(changes) {
    this.#parts.steering.pause();
    this.place = { ...this.place, ...changes };
    this.#wantsStep = true;
    try {
      await this.load();
    } catch (error) {
      refusalNotice(error);
      if (this.place.as === "public") return;
      this.place = { ...this.place, as: "public", hindsight: false };
      await this.load();
    }
    this.#showPerspectives();
  }

  /** Read this viewer's record, and show the step that the address names as soon as it is there. */
  async load() {
    const found = this.#recording;
    this.#parts.story?.clear();
    this.#glimpsed = null;
    this.#ways = [];
    if (found.steps.length) this.#grown(found.steps);
    else await this.#glimpse(found);
    if (!found.isWhole) await found.read((fresh) => this.#recording === found && this.#grown(fresh));
    if (this.#recording !== found) return; // the reader has taken another perspective meanwhile
    find("progress").textContent = "";
    if (this.#wantsStep) this.show(findStep(found.steps, this.place.at ?? this.#firstPlace()));
    this.#wantsStep = false;
  }

  /** Show the step that is asked for before all others are read. @param {Recording} found */
  async #glimpse(found) {
    const asked = this.place.at;
    const at = asked ?? (this.isOver ? null : this.summary.position);
    const step = at && at !== END ? await found.glimpse(at) : null;
    // The address may ask for another step by now.
    if (!step || this.#recording !== found || !this.#wantsStep || this.place.at !== asked) return;
    this.#glimpsed = step;
    if (this.place.at) this.place.at = step.position;
    writeAddress(this.place);
    this.#showOnBoard(step, null);
  }

  /** Let the address say what is shown. */
  writeAddress() {
    if (!this.#wantsStep) writeAddress(this.place);
  }

  /** @param {Step[]} fresh */
  #grown(fresh) {
    const { steps, isWhole } = this.#recording;
    this.#parts.story?.add(fresh);
    this.phases = phasesOf(steps, this.drawing.phase);
    this.#parts.timeline.show(steps, this.phases);
    this.#parts.study?.grown();
    this.#parts.explained?.grown();
    if (isWhole && steps.length) this.#parts.showDisputes?.(steps[steps.length - 1].state);
    if (isWhole) this.#parts.study?.whole();
    if (!isWhole) find("progress").textContent = ngettext("One step loaded …", "{number} steps loaded …", steps.length);
    if (this.#wantsStep) this.#showWanted();
  }

  /** Show the step that the address names; while it has not been read, the last one before it. */
  #showWanted() {
    const { steps, isWhole } = this.#recording;
    const reached = findStep(steps, this.place.at ?? this.#firstPlace());
    const isThere = reached < steps.length - 1 || isWhole;
    this.#wantsStep = !isThere;
    if (!isThere && this.#glimpsed) return;
    this.show(reached, !isThere);
    for (const way of this.#ways.splice(0)) this.go(way);
  }

  /** Without a place in the address: a finished game from its first laid table on, a running one where it is now. */
  #firstPlace() {
    if (!this.isOver) return null;
    return this.steps.find((step) => step.state.table)?.position ?? null;
  }

  /**
   * Show the step at this index. While the record is still being read the address keeps what it asked for.
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
    const pinned = place.compare ? steps[findStep(steps, place.compare)] : null;
    this.#showOnBoard(step, pinned ?? steps[this.index - 1] ?? null);
    this.#parts.timeline.mark(this.index);
    this.#parts.story?.mark(this.index);
    this.#parts.study?.moved();
    this.#parts.judged?.moved();
    this.#showComparison(pinned, step);
  }

  /**
   * @param {Step} step
   * @param {Step | null} before what has changed since then is marked
   */
  #showOnBoard(step, before) {
    const { pace } = this.#parts.steering;
    const isStep = step.position !== this.#shownAt; // the page shows the same step anew, which is no haste
    this.#shownAt = step.position;
    const within = isStep && pace === Infinity && this.#parts.isHasty() ? 0 : pace;
    this.#parts.board.show(step.state, { before: before?.state ?? null, seat: seatOf(this.place), within });
    sayStep(find("step"), step);
    for (const button of this.#parts.ofStep) button.disabled = false;
    this.#parts.nameDossier?.(step, this.#viewer);
    document.title = `${step.position} · ${this.summary.title} · Stele`;
  }

  /** Show the same step anew. */
  showAgain() {
    if (this.#glimpsed) this.#showOnBoard(this.#glimpsed, null);
    else this.show(this.index);
  }

  /**
   * Show a step that the reader named, and play on no further.
   * @param {number} to
   */
  goTo(to) {
    this.#parts.steering.pause();
    this.show(to);
  }

  /** Show what a changed address asks for. @param {Place} asked */
  follow(asked) {
    const as = asked.as ?? this.place.as;
    const isOther = as !== this.place.as || asked.hindsight !== this.place.hindsight;
    this.place = { ...asked, as };
    if (isOther) this.look({}).catch(problemNotice);
    else this.#showWanted();
    this.#parts.study?.take();
  }

  /**
   * The comparison is loaded when it is asked for: few readers compare.
   * @param {Step | null} pinned
   * @param {Step} step
   */
  async #showComparison(pinned, step) {
    if (!this.#parts.perspectives || (!pinned && !this.#comparing)) return;
    if (!this.#comparing) {
      const [{ Comparing }] = await Promise.all([import("./compare.js"), loadStyle("/web/board/generic-drawing.css")]);
      this.#comparing ??= new Comparing(this.drawing, () => {
        this.place.compare = null;
        this.showAgain();
      });
      if (step !== this.step) return; // the reader went on meanwhile, and that step shows the comparison
    }
    if (pinned && find("comparing").hidden) this.#parts.side?.select("study");
    this.#comparing.show(pinned, step, seatOf(this.place), this.#parts.board.plain);
  }

  /**
   * Go first, last, or one step, action or part on or back. Whether playing can go on from there: false when there was
   * nowhere to go, and when the next step was the last.
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
      // The end is still on its way: it is shown when it is there.
      this.place.at = END;
      this.#wantsStep = true;
    }
    const to = Math.max(0, Math.min(last, targetStep(id, this.index, steps, this.phases)));
    if (to === this.index && !this.#glimpsed) return false;
    if (this.place.at !== END) this.#wantsStep = false;
    this.show(to, this.#wantsStep);
    return to < last || id !== "next";
  }

  /** Compare from now on with the position that is shown. */
  pin() {
    if (!this.#parts.perspectives || !this.steps.length) return;
    this.place.compare = this.step.position;
    this.showAgain();
    notice(gettext("{position} is pinned. Go to another position to compare.", { position: this.place.compare }));
  }

  /** Let the record of a running game grow while it is looked at. */
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

  /** Read what a running game's record has gained; who stands at its end goes along. */
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

/** When the page's address may change again. */
let next = 0;
/** What is written next. @type {Place} */
let latest;
/** @type {ReturnType<typeof setTimeout> | null} */
let waiting = null;

/**
 * Let the page's address lead to this place: at once, or as soon as the address may change again.
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
  next = performance.now() + APART_MILLISECONDS;
  history.replaceState(null, "", location.search + writePlace(latest));
}
