// Board: draws a state with its title's drawing, marks changes, animates pieces and makes its parts pickable.
// A drawing names its parts; it is independent of the legal moves and of the previous state.

import { html, replace } from "../core/dom.js";
import { isSequel, mark, pictureOf } from "./title-drawing.js";
import { mayMove } from "../kit/reduced-motion.js";
import { Motion } from "../kit/piece-motion.js";
import { reconcile } from "../kit/reconcile.js";
import { colourSeats } from "../core/seat-colours.js";
import { play } from "../sound/sound.js";
import { gettext } from "../core/i18n.js";
import { plainDrawing } from "./load-drawing.js";
import { StageLayout } from "./stage-layout.js";

/** @import { Choice } from "../table/choice/move-choice.js" */
/** @import { Picture } from "./title-drawing.js" */
/** @import { Room } from "./stage-layout.js" */
/** @import { Drawing, LoadedDrawing, State } from "../types.js" */
/**
 * @typedef {object} Showing
 * @property {State} state
 * @property {State | null} before what differs from this state is marked
 * @property {State | null} moved what was moved since this state has left a ghost; null: since the one before
 * @property {State | null} foreseen the state after the chosen move: drawn instead, and marked where it differs
 * @property {Choice | null} choice what can be picked
 * @property {number | null} seat from which seat's side to look; null: from the viewer's
 * @property {number} within how many milliseconds pieces may take to their places; 0: they are there at once
 */
/** @type {Omit<Showing, "state">} */
const PLAIN = { before: null, moved: null, foreseen: null, choice: null, seat: null, within: Infinity };
const NARROWEST = 300;
/** How wide a picture is that shows all of a table. */
const PICTURED = 1100;
/** A seat's colour where the title's pieces give the seats theirs, and nobody has pieces yet. */
const UNKNOWN = { colour: "var(--soft)", edge: "var(--card)" };
// Pictures whose notes are kept: the one that is shown and what it is compared with
const MOST_KEPT = 3;
// Milliseconds for all that is played at once, unless that leaves less than the second for each of it.
const MOST_PLAYED = 8000;
const LEAST_EACH = 220;

/** A board on a page: in the room of the view around it, or where there is none in the width of its place. */
export class Board {
  /** Instead of the drawing, while the reader wants plain tables. @type {Drawing | null} */
  plain = null;
  /** @type {Showing | null} */
  #shown = null;
  /** Is called whenever something was drawn. */
  drawn = () => {};
  /** What stands on the page. @type {Picture | null} */
  #picture = null;
  /** The room that it was drawn for. @type {Room} */
  #room = { width: 0, height: null };
  #layout = new StageLayout();
  /** The last pictures. @type {Picture[]} */
  #kept = [];
  /** What tells of the last move. @type {Element | null} */
  #lastMove = null;
  /** What lets pieces travel. */
  #motion = new Motion((kind, across) => play(this.drawing.sounds?.[kind] ?? "stone", across));
  /** States that are still to be shown. @type {State[]} */
  #queue = [];
  /** What is shown behind them, unless something else is shown before. @type {Showing | null} */
  #last = null;
  /** @type {Promise<void> | null} */
  #playing = null;
  /** Hears each state that is shown in passing, and may hold it. @type {(state: State) => Promise<void> | void} */
  passing = () => {};

  /**
   * @param {HTMLElement} place
   * @param {LoadedDrawing} drawing
   */
  constructor(place, drawing) {
    this.place = place;
    this.drawing = drawing;
    place.addEventListener("click", (event) => {
      this.#opened(event);
      this.#picked(event);
    });
    place.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#picked(event);
    });
    for (const name of ["pointerdown", "keydown"]) {
      document.addEventListener(name, () => this.skip(), { capture: true, passive: true });
    }
    const resized = new ResizeObserver(() => {
      const { width, height } = this.#measured();
      const higher = Math.abs((height ?? 0) - (this.#room.height ?? 0));
      const isOtherWidth = Math.abs(width - this.#room.width) > 1;
      if (isOtherWidth || higher > 1) this.redraw();
      if (isOtherWidth) this.#bringPicksToSight(); // the panels lie elsewhere then
    });
    resized.observe(place);
    if (this.#view) resized.observe(this.#view);
  }

  /** What has the room that the board may fill; null: it is as high as it needs. */
  get #view() {
    return this.place.closest(".view");
  }

  /** @returns {Room} */
  #measured() {
    const view = this.#view;
    return view
      ? { width: view.clientWidth, height: view.clientHeight }
      : { width: this.place.clientWidth, height: null };
  }

  /** Something is asked anew: what it is about comes to the front. */
  ask() {
    this.#layout.ask();
    if (this.#picture) this.redraw();
    this.#bringPicksToSight();
  }

  #bringPicksToSight() {
    for (const frame of this.place.querySelectorAll(".kit-surface, .kit-panels")) bringToSight(frame);
  }

  /** A panel was opened, folded or chosen by its tab. @param {Event} event */
  #opened(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-panel]") : null;
    if (!target || !this.place.contains(target)) return;
    this.#layout.toggle(String(target.getAttribute("data-panel")), target.getAttribute("aria-expanded") === "true");
    this.redraw();
  }

  /**
   * Show a state.
   * @param {State} state
   * @param {Partial<Omit<Showing, "state">>} [how]
   */
  show(state, how = {}) {
    this.#last = null;
    this.#queue = [];
    this.#shown = { ...PLAIN, ...how, state };
    this.redraw();
  }

  /**
   * Show these states one after another, behind those that are still to be shown, each when the pieces of the one before
   * lie still; and then this one, which is fulfilled when it stands there.
   * @param {State[]} passed
   * @param {State} state
   * @param {Partial<Omit<Showing, "state">>} how
   */
  async play(passed, state, how) {
    if (mayMove()) this.#queue.push(...passed);
    if (!this.#queue.length && !this.#playing) {
      this.show(state, how);
      return;
    }
    this.#last = { ...PLAIN, ...how, state };
    this.#playing ??= this.#playOn();
    await this.#playing;
  }

  async #playOn() {
    while (this.#last && this.#queue.length) {
      const within = Math.max(LEAST_EACH, MOST_PLAYED / this.#queue.length);
      const before = this.#shown?.state ?? null;
      const state = /** @type {State} */ (this.#queue.shift());
      this.#shown = { ...PLAIN, seat: this.#last.seat, state, before, within };
      this.redraw();
      const passing = this.passing(state);
      await this.#motion.rest();
      await passing;
    }
    this.#playing = null;
    if (this.#last) this.show(this.#last.state, this.#last);
  }

  /** Let everything that moves arrive at once, and show at once what was to come. */
  skip() {
    this.#motion.finish();
    if (!this.#last) return;
    this.show(this.#last.state, this.#last);
    this.#motion.finish();
  }

  /**
   * Show tables of plain values instead of the drawing, or the drawing again.
   * @param {boolean} isPlain
   */
  async showPlain(isPlain) {
    this.plain = isPlain && this.drawing.isOwn ? await plainDrawing() : null;
    this.redraw();
  }

  /** Draw what is shown anew, in the room that there is now. */
  redraw() {
    if (!this.#shown) return;
    const { state, before, moved, foreseen, choice, within } = this.#shown;
    this.#room = this.#measured();
    this.#motion.finish();
    this.#lastMove?.remove();
    if (!state.table) {
      this.#picture = null;
      if (this.drawing.seatColours) colourSeats(state.seats.map(() => UNKNOWN));
      replace(this.place, html("p", { class: "empty" }, gettext("The board is set up when all seats are taken.")));
      this.drawn();
      return;
    }
    colourSeats(this.drawing.seatColours?.(state.table) ?? []);
    const focused = pickOf(document.activeElement, this.place);
    const picture = this.#draw(foreseen ?? state, choice, state);
    if (foreseen) mark(picture.notes, this.#earlier(state).notes, "preview");
    else if (before?.table) mark(picture.notes, this.#earlier(before).notes, "changed");
    this.#put(picture, within);
    // While steps are played pieces are seen on their way.
    if (!foreseen && within === Infinity) this.#showLastMove(picture, moved ?? before);
    if (foreseen) this.place.append(html("p", { class: "preview-mark" }, gettext("Preview, not played yet")));
    if (focused && pickOf(document.activeElement, this.place) !== focused) {
      focus(this.place.querySelector(`[data-pick="${CSS.escape(focused)}"]`) ?? this.place);
    }
    this.drawn();
  }

  /** All of the table in one picture, as it is kept or sent: elements of its own, or a copy of the plain tables. */
  inOnePicture() {
    if (!this.#picture) throw new Error("there is no board here");
    const { state, viewer, drawing, whole } = this.#picture;
    if (drawing !== this.drawing) return /** @type {Element} */ (whole.element?.cloneNode(true));
    const picture = pictureOf(drawing, state, viewer, PICTURED, null, state, (stage) => stage.whole(PICTURED));
    reconcile(null, picture.whole);
    return /** @type {Element} */ (picture.whole.element);
  }

  /** Whether something on the board can be picked. */
  get hasPicks() {
    return this.place.querySelector(".can-pick") !== null;
  }

  /** What stands on the page, with what each of its parts stands for; null: no table is laid. */
  get picture() {
    return this.#picture;
  }

  /** The title of the game that is shown; nothing before one is. */
  get title() {
    return this.#shown?.state.rulebook ?? "";
  }

  /** Put the focus on the first thing that can be picked; whether there is one. */
  focusFirst() {
    return focus(this.place.querySelector(".can-pick"));
  }

  /**
   * Put a picture on the page, with the elements of the one that stands there.
   * @param {Picture} picture
   * @param {number} within
   */
  #put(picture, within) {
    const old = this.#picture;
    const moves = old && within && isSequel(old, picture) && mayMove();
    const start = moves && this.#motion.prepare(old.pieces, picture.pieces);
    const counts = reconcile(old?.drawing === picture.drawing ? old.whole : null, picture.whole);
    this.#picture = picture;
    // What is scrolled must be reached with the keyboard: a stage has its own places for that.
    if (this.#view instanceof HTMLElement) {
      this.#view.tabIndex = picture.whole.attributes.class?.toString().startsWith("kit-stage") ? -1 : 0;
    }
    this.place.style.setProperty("--beside", `${this.#layout.beside}px`);
    const { element } = picture.whole;
    if (element && element !== this.place.firstChild) replace(this.place, element);
    while (element?.nextSibling) element.nextSibling.remove();
    if (start) start(within);
    if (moves) this.#motion.count(counts, within);
  }

  /**
   * @param {State} state
   * @param {Choice | null} choice
   * @param {State} asked the state that the choice is made in
   */
  #draw(state, choice, asked) {
    const viewer = this.#shown?.seat ?? state.as;
    const width = Math.max(NARROWEST, this.#room.width);
    const room = { width, height: this.#room.height };
    const picture = pictureOf(this.plain ?? this.drawing, state, viewer, width, choice, asked, (stage, draft) =>
      this.#layout.arrange(stage, room, draft),
    );
    this.#kept = [picture, ...this.#kept].slice(0, MOST_KEPT);
    return picture;
  }

  /**
   * The picture of a state that is not on the page.
   * @param {State} state
   */
  #earlier(state) {
    const drawing = this.plain ?? this.drawing;
    const viewer = this.#shown?.seat ?? state.as;
    const width = Math.max(NARROWEST, this.#room.width);
    const isIt = (/** @type {Picture} */ one) =>
      one.state === state && one.drawing === drawing && one.viewer === viewer && one.width === width;
    const picture =
      this.#kept.find(isIt) ??
      pictureOf(drawing, state, viewer, width, null, state, (stage) => this.#layout.surfaceOf(stage));
    this.#kept = [picture, ...this.#kept.filter((one) => one !== picture)].slice(0, MOST_KEPT);
    return picture;
  }

  /**
   * By a module that comes after the first board.
   * @param {Picture} picture
   * @param {State | null} since
   */
  async #showLastMove(picture, since) {
    if (!since?.table) return;
    const found = await import("./last-move.js").catch(() => null); // without the server it is left out
    if (found && picture === this.#picture) this.#lastMove = found.showLastMove(picture, this.#earlier(since));
  }

  /** @param {Event} event */
  #picked(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-pick]") : null;
    const fields = pickOf(target, this.place);
    const choice = this.#shown?.choice;
    if (!fields || !choice || event.defaultPrevented) return;
    event.preventDefault();
    choice.toggle(JSON.parse(fields), target?.getAttribute("data-turned"));
  }
}

/**
 * What this element stands for, if it lies in this place and can be picked.
 * @param {Element | null} element
 * @param {HTMLElement} place
 */
function pickOf(element, place) {
  return element && place.contains(element) ? element.getAttribute("data-pick") : null;
}

/**
 * Bring what can be picked into sight, if it is scrolled away.
 * @param {Element} frame
 */
function bringToSight(frame) {
  const { top, bottom, left, right } = frame.getBoundingClientRect();
  const picks = [...frame.querySelectorAll(".can-pick")].map((one) => one.getBoundingClientRect());
  const isSeen = picks.some((one) => one.top >= top && one.bottom <= bottom && one.left >= left && one.right <= right);
  if (!picks.length || isSeen) return;
  const [first] = picks;
  frame.scrollBy((first.left + first.right - left - right) / 2, (first.top + first.bottom - top - bottom) / 2);
}

/** @param {Element | null} element */
function focus(element) {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  element.focus({ preventScroll: true });
  return true;
}
