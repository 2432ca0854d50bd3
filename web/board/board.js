// Board: draws a state with its title's drawing, marks changes, animates pieces and makes its parts pickable.
// A drawing names its parts; it is independent of the legal moves and of the previous state.

import { html, replace } from "../core/dom.js";
import { differencesOf } from "./differences.js";
import { draftOf, isSequel, mark, pictureOf } from "./title-drawing.js";
import { mayMove } from "../kit/reduced-motion.js";
import { reconcile } from "../kit/reconcile.js";
import { colourSeats } from "../core/seat-colours.js";
import { play } from "../sound/sound.js";
import { gettext } from "../core/i18n.js";
import { plainDrawing } from "./load-drawing.js";
import { StageLayout } from "./stage-layout.js";

/** @import { Choice } from "./choice/move-choice.js" */
/** @import { Motion } from "../kit/piece-motion.js" */
/** @import { Around, Picture } from "./title-drawing.js" */
/** @import { PlainDrawing } from "./load-drawing.js" */
/** @import { Room } from "./stage-layout.js" */
/** @import { LoadedDrawing, State } from "../types.js" */
/**
 * @typedef {object} Showing
 * @property {State} state
 * @property {State | null} before what differs from this state is marked
 * @property {State | null} moved what was moved since this state has left a ghost; null: since the one before
 * @property {State | null} foreseen the state after the chosen move: drawn instead, and marked where it differs
 * @property {string} told what that state is, in words; empty: the preview of a move that is not played yet
 * @property {Choice | null} choice what can be picked
 * @property {number | null} seat from which seat's side to look; null: from the viewer's
 * @property {number} within how many milliseconds pieces may take to their places; 0: they are there at once
 */
/**
 * What a picture for export shows beside the table.
 * @typedef {object} Pictured
 * @property {State} [state] the state; without it the one on the board
 * @property {State | null} [before] marked is what was moved and changed since this state
 * @property {{ before: State, after: State } | null} [better] a better answer: what it would have moved is marked, too
 */
/** @type {Omit<Showing, "state">} */
const PLAIN = { before: null, moved: null, foreseen: null, told: "", choice: null, seat: null, within: Infinity };
/** The parts that the question is about. */
const ASKED = ".can-pick:not(.picked, .aside)";
const NARROWEST = 300;
/** The width of a picture of the whole table. */
const PICTURED = 1100;
/** A seat's colour if the title's pieces determine it, before any seat has pieces. */
const UNKNOWN = { colour: "var(--soft)", edge: "var(--card)" };
// Stored pictures: the current one and the one it is compared with
const MOST_KEPT = 3;
// The limit for animations that play together, in milliseconds, unless each would get less than the second value.
const MOST_PLAYED = 8000;
const LEAST_EACH = 220;

/** A board on a page: it fills the view around it, or the width of its place. */
export class Board {
  /** The plain tables, while they replace the drawing. @type {PlainDrawing | null} */
  plain = null;
  /** Called after an error of the drawing, to show the plain tables. */
  failed = () => this.showPlain(true);
  /** The error of the drawing, once it had one. @type {unknown} */
  #fault = null;
  /** @type {Showing | null} */
  #shown = null;
  /** Called after each drawing. */
  drawn = () => {};
  /** The current picture. @type {Picture | null} */
  #picture = null;
  /** The size it was drawn for. @type {Room} */
  #room = { width: 0, height: null };
  #layout = new StageLayout();
  /** The board beside this one, with the same layout. @type {Board | null} */
  #twin = null;
  /** The seat whose area is first; without one, the viewer's is. @type {number | undefined} */
  first = undefined;
  /** The last pictures. @type {Picture[]} */
  #kept = [];
  /** The marks of the last move. @type {Element | null} */
  #lastMove = null;
  /** Animates the pieces; null until the first picture is shown, which does not wait for it. @type {Motion | null} */
  #motion = null;
  /** States still to be shown. @type {State[]} */
  #queue = [];
  /** The state after them, unless it is replaced. @type {Showing | null} */
  #last = null;
  /** @type {Promise<void> | null} */
  #playing = null;
  /** Called with each intermediate state; may pause there. @type {(state: State) => Promise<void> | void} */
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
    place.addEventListener("scroll", ({ target }) => this.#scrolled(target), { capture: true, passive: true });
    const resized = new ResizeObserver(() => {
      const { width, height } = this.#measured();
      const higher = Math.abs((height ?? 0) - (this.#room.height ?? 0));
      const isOtherWidth = Math.abs(width - this.#room.width) > 1;
      if (isOtherWidth || higher > 1) this.redraw();
      if (isOtherWidth) this.#bringPicksToSight(); // the panels are in other places then
    });
    resized.observe(place);
    if (this.#view) resized.observe(this.#view);
  }

  /** The view that the board may fill; null: it is as high as it needs. */
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

  /** A new choice: bring its parts to the front. */
  ask() {
    this.#layout.ask();
    if (this.#picture) this.redraw();
    this.#bringPicksToSight();
  }

  #bringPicksToSight() {
    for (const frame of this.place.querySelectorAll(".kit-surface, .kit-panels")) bringToSight(frame);
  }

  /** The board beside this one is scrolled along. @param {EventTarget | null} target */
  #scrolled(target) {
    if (!(target instanceof Element)) return;
    if (target.matches(".kit-panels")) tellMore(target);
    if (!this.#twin || !target.matches(".kit-surface")) return;
    this.#twin.place.querySelector(".kit-surface")?.scrollTo(target.scrollLeft, target.scrollTop);
  }

  /** A panel was opened, folded or chosen by its tab. @param {Event} event */
  #opened(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-panel]") : null;
    if (!target || !this.place.contains(target)) return;
    this.#layout.toggle(String(target.getAttribute("data-panel")), target.getAttribute("aria-expanded") === "true");
    this.redraw();
    this.#twin?.redraw();
  }

  /**
   * Line up with another board of this title, in a room of the same size, or with none.
   * @param {Board | null} twin
   */
  lineUpWith(twin) {
    if (twin === this.#twin) return;
    for (const one of [this, twin, this.#twin]) if (one) one.#kept = [];
    if (this.#twin) this.#twin.#twin = null;
    this.#twin = twin;
    if (!twin) return;
    twin.#twin = this;
    this.#layout = twin.#layout;
    this.first = twin.first;
  }

  /**
   * The parts that differ between two states, in words.
   * @param {State | null | undefined} before
   * @param {State | null | undefined} after
   */
  differences(before, after) {
    if (!this.#picture || !before?.table || !after?.table) return [];
    const now = this.#picture.state === after ? this.#picture : this.#earlier(after);
    return differencesOf(this.#earlier(before).notes, now.notes);
  }

  /**
   * Point at the parts with these keys, and no others.
   * @param {string[]} keys
   */
  pointAt(keys) {
    for (const one of this.place.querySelectorAll(".pointed-at")) one.classList.remove("pointed-at");
    for (const key of keys) {
      const element = this.#picture?.notes.get(key)?.part.element;
      if (element instanceof Element) element.classList.add("pointed-at");
    }
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
   * Show these states one after another, after those still to be shown, each when the previous animation has ended;
   * then this one. Resolves when it is shown.
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
    if (!this.#motion) await this.#loadMotion();
    while (this.#last && this.#queue.length) {
      const within = Math.max(LEAST_EACH, MOST_PLAYED / this.#queue.length);
      const before = this.#shown?.state ?? null;
      const state = /** @type {State} */ (this.#queue.shift());
      this.#shown = { ...PLAIN, seat: this.#last.seat, state, before, within };
      this.redraw();
      const passing = this.passing(state);
      await this.#motion?.rest();
      await passing;
    }
    this.#playing = null;
    if (this.#last) this.show(this.#last.state, this.#last);
  }

  /** Finish all animations, and show the final state immediately. */
  skip() {
    this.#motion?.finish();
    if (!this.#last) return;
    this.show(this.#last.state, this.#last);
    this.#motion?.finish();
  }

  /**
   * Switch to the plain tables or back to the drawing.
   * @param {boolean} isPlain
   */
  async showPlain(isPlain) {
    this.plain = isPlain && this.drawing.isOwn ? await plainDrawing() : null;
    this.redraw();
  }

  /** Redraw the current state in the available space; if the drawing has an error, as plain tables. */
  redraw() {
    if (!this.#shown) return;
    try {
      this.#redraw(this.#shown);
      if (this.plain && this.#fault) {
        const text = this.plain.drawingErrorText(this.#fault);
        this.place.append(html.p({ class: "hint", role: "alert" }, text));
      }
    } catch (error) {
      if (this.plain || !this.drawing.isOwn) throw error;
      this.#fault = error;
      this.failed();
    }
  }

  /** @param {Showing} shown */
  #redraw({ state, before, moved, foreseen, told, choice, within }) {
    this.#room = this.#measured();
    this.#motion?.finish();
    this.#lastMove?.remove();
    if (!state.table) {
      this.#picture = null;
      if (this.drawing.seatColours) colourSeats(state.seats.map(() => UNKNOWN));
      replace(this.place, html.p({ class: "empty" }, gettext("The board is set up when all seats are taken.")));
      this.drawn();
      return;
    }
    colourSeats(this.#fault ? [] : (this.drawing.seatColours?.(state.table) ?? []));
    const focused = pickOf(document.activeElement, this.place);
    const picture = this.#draw(foreseen ?? state, choice, state);
    if (foreseen) mark(picture.notes, this.#earlier(state).notes, "preview");
    else if (before?.table) mark(picture.notes, this.#earlier(before).notes, "changed");
    this.#put(picture, within);
    // While steps are played, pieces are visible in motion; between compared positions there are many moves.
    if (!foreseen && !this.#twin && within === Infinity) this.#showLastMove(picture, moved ?? before);
    if (foreseen) this.place.append(html.p({ class: "preview-mark" }, told || gettext("Preview, not played yet")));
    if (focused && pickOf(document.activeElement, this.place) !== focused) {
      focus(this.place.querySelector(`[data-pick="${CSS.escape(focused)}"]`) ?? this.place);
    }
    this.drawn();
  }

  /**
   * Put the whole table in one picture into a place on the page, for export: separate elements, or a copy of the plain
   * tables. `step` is another step than the one shown.
   * @param {HTMLElement} place
   * @param {Pictured} [step]
   * @returns {Promise<Element>}
   */
  async pictureIn(place, { state, before, better } = {}) {
    if (!this.#picture) throw new Error("there is no board here");
    const { viewer, drawing, whole } = this.#picture;
    const shown = state ?? this.#picture.state;
    if (drawing !== this.drawing && shown === this.#picture.state) {
      const copy = /** @type {Element} */ (whole.element?.cloneNode(true));
      place.append(copy);
      return copy;
    }
    const draw = (/** @type {State} */ one) =>
      pictureOf(drawing, one, viewer, PICTURED, null, one, (stage) => stage.whole(PICTURED));
    const picture = draw(shown);
    if (before?.table) mark(picture.notes, draw(before).notes, "changed");
    reconcile(null, picture.whole);
    const element = /** @type {Element} */ (picture.whole.element);
    place.append(element);
    if (before?.table) {
      const { lastMoveIn } = await import("./last-move.js");
      const surfaceOf = (/** @type {State} */ one) => pictureOf(drawing, one, viewer, PICTURED, null, one);
      element.append(...lastMoveIn(place, surfaceOf(shown), surfaceOf(before)));
      if (better) element.append(...lastMoveIn(place, surfaceOf(better.after), surfaceOf(better.before), true));
    }
    return element;
  }

  /** Whether something on the board can be picked. */
  get hasPicks() {
    return this.place.querySelector(".can-pick") !== null;
  }

  /** Whether something on the board answers the question. */
  get isAsking() {
    return this.place.querySelector(ASKED) !== null;
  }

  /** The current picture, with the meaning of each part; null: no game. */
  get picture() {
    return this.#picture;
  }

  /** The title of the game; nothing before one is shown. */
  get title() {
    return this.#shown?.state.rulebook ?? "";
  }

  /** Focus the first part that is asked for; whether there is one. */
  focusFirst() {
    return focus(this.place.querySelector(ASKED));
  }

  /**
   * Put a picture on the page, reusing the elements of the current one.
   * @param {Picture} picture
   * @param {number} within
   */
  #put(picture, within) {
    const old = this.#picture;
    const moves = old && within && isSequel(old, picture) && mayMove();
    const start = moves && this.#motion?.prepare(old.pieces, picture.pieces);
    const counts = reconcile(old?.drawing === picture.drawing ? old.whole : null, picture.whole);
    this.#picture = picture;
    // Scrollable areas must be reachable by keyboard: a stage has its own places for that.
    if (this.#view instanceof HTMLElement) {
      this.#view.tabIndex = picture.whole.attributes.class?.toString().startsWith("kit-stage") ? -1 : 0;
    }
    this.place.style.setProperty("--beside", `${this.#layout.beside}px`);
    this.place.style.setProperty("--grown", String(this.#layout.grown));
    const { element } = picture.whole;
    if (element && element !== this.place.firstChild) replace(this.place, element);
    while (element?.nextSibling) element.nextSibling.remove();
    this.place.querySelectorAll(".kit-panels").forEach(tellMore);
    if (start) start(within);
    if (moves) this.#motion?.count(counts, within);
    if (!old) this.#loadMotion();
  }

  /** Load what animates the pieces; without it they change places at once. */
  async #loadMotion() {
    const found = await import("../kit/piece-motion.js").catch(() => null);
    if (!found) return;
    this.#motion ??= new found.Motion((kind, across) => play(this.drawing.sounds?.[kind] ?? "stone", across));
  }

  /**
   * @param {State} state
   * @param {Choice | null} choice
   * @param {State} asked the state of the choice
   */
  #draw(state, choice, asked) {
    const viewer = this.#shown?.seat ?? state.as;
    const width = Math.max(NARROWEST, this.#room.width);
    const room = { width, height: this.#room.height };
    const drawing = this.plain ?? this.drawing;
    const beside = this.#beside;
    const twin = beside?.table
      ? draftOf(drawing, beside, viewer, width, { first: this.first, beside: state.table })
      : null;
    const picture = pictureOf(
      drawing,
      state,
      viewer,
      width,
      choice,
      asked,
      (stage, draft) => this.#layout.arrange(stage, room, draft, twin),
      this.#around,
    );
    this.#kept = [picture, ...this.#kept].slice(0, MOST_KEPT);
    return picture;
  }

  /** The state on the board beside this one. */
  get #beside() {
    return this.#twin ? this.#twin.#shown?.state : undefined;
  }

  /** @returns {Around} */
  get #around() {
    return { first: this.first, beside: this.#beside?.table };
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
      pictureOf(drawing, state, viewer, width, null, state, (stage) => this.#layout.surfaceOf(stage), this.#around);
    this.#kept = [picture, ...this.#kept.filter((one) => one !== picture)].slice(0, MOST_KEPT);
    return picture;
  }

  /**
   * The module is loaded after the first board.
   * @param {Picture} picture
   * @param {State | null} since
   */
  async #showLastMove(picture, since) {
    if (!since?.table) return;
    const found = await import("./last-move.js").catch(() => null); // offline it is left out
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
    this.#bringPicksToSight();
  }
}

/**
 * The pickable part of this element, if it is inside this place.
 * @param {Element | null} element
 * @param {HTMLElement} place
 */
function pickOf(element, place) {
  return element && place.contains(element) ? element.getAttribute("data-pick") : null;
}

/**
 * Tell whether there is more of these panels above or below what is in sight.
 * @param {Element} panels
 */
function tellMore(panels) {
  const { scrollTop, scrollHeight, clientHeight } = panels;
  panels.classList.toggle("more-above", scrollTop > 1);
  panels.classList.toggle("more-below", scrollTop + clientHeight < scrollHeight - 1);
}

/**
 * Scroll the parts that are asked for into view.
 * @param {Element} frame
 */
function bringToSight(frame) {
  const { top, bottom, left, right } = frame.getBoundingClientRect();
  const picks = [...frame.querySelectorAll(ASKED)].map((one) => one.getBoundingClientRect());
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
