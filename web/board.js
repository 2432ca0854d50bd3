// The board on a page: it lets the title's drawing draw a state, makes what can be picked into buttons, and marks what
// changed. The drawing says what its parts stand for; it knows neither the legal moves nor what was before.

import { html, replace } from "./dom.js";
import { colourSeats } from "./seats.js";
import { gettext } from "./texts.js";
import { plainDrawing } from "./titles.js";

/** @import { Choice } from "./choice.js" */
/** @import { Drawing, Drawn, Fields, LoadedDrawing, State, Viewer } from "./types.js" */
/** @typedef {Map<string, { node: Drawn, value: string }>} Notes what each part of a drawing shows, by its key */
/**
 * @typedef {object} Showing
 * @property {State} state
 * @property {State | null} before what differs from this state is marked
 * @property {State | null} foreseen the state after the chosen move: drawn instead, and marked where it differs
 * @property {Choice | null} choice what can be picked
 * @property {number | null} seat from which seat's side to look; null: from the viewer's
 */

const NARROWEST = 300;
/** A seat's colour where the title's pieces give the seats theirs, and nobody has pieces yet. */
const UNKNOWN = { colour: "var(--soft)", edge: "var(--card)" };
const MOST_KEPT = 3; // drawings whose notes are kept: the one that is shown and what it is compared with

/** A board on a page, in the width of its place. */
export class Board {
  /** Instead of the drawing, while the reader wants plain tables. @type {Drawing | null} */
  plain = null;
  /** @type {Showing | null} */
  #shown = null;
  #width = 0;
  /** What drawings of the last states showed. @type {{ state: State, drawing: Drawing, viewer: Viewer, notes: Notes }[]} */
  #kept = [];

  /**
   * @param {HTMLElement} place
   * @param {LoadedDrawing} drawing
   */
  constructor(place, drawing) {
    this.place = place;
    this.drawing = drawing;
    new ResizeObserver(() => {
      if (Math.abs(place.clientWidth - this.#width) > 1) this.redraw();
    }).observe(place);
  }

  /**
   * Show a state.
   * @param {State} state
   * @param {Partial<Omit<Showing, "state">>} [how]
   */
  show(state, { before = null, foreseen = null, choice = null, seat = null } = {}) {
    this.#shown = { state, before, foreseen, choice, seat };
    this.redraw();
  }

  /**
   * Show tables of plain values instead of the drawing, or the drawing again.
   * @param {boolean} isPlain
   */
  async showPlain(isPlain) {
    this.plain = isPlain && this.drawing.isOwn ? await plainDrawing() : null;
    this.redraw();
  }

  /** Draw what is shown anew, in the width that there is now. */
  redraw() {
    if (!this.#shown) return;
    const { state, before, foreseen, choice } = this.#shown;
    this.#width = this.place.clientWidth;
    if (!state.table) {
      if (this.drawing.seatColours) colourSeats(state.seats.map(() => UNKNOWN));
      replace(this.place, html("p", { class: "empty" }, gettext("The table is laid when every seat is taken.")));
      return;
    }
    colourSeats(this.drawing.seatColours?.(state.table) ?? []);
    const focused = pickOf(document.activeElement, this.place);
    const { picture, notes } = this.#draw(foreseen ?? state, choice, state);
    if (foreseen) mark(notes, this.#notesOf(state), "preview");
    else if (before?.table) mark(notes, this.#notesOf(before), "changed");
    replace(this.place, picture, foreseen && html("p", { class: "preview-mark" }, gettext("Preview, not played yet")));
    if (focused) focus(this.place.querySelector(`[data-pick="${CSS.escape(focused)}"]`) ?? this.place);
  }

  /** Put the focus on the first thing that can be picked; whether there is one. */
  focusFirst() {
    return focus(this.place.querySelector(".can-pick"));
  }

  /**
   * @param {State} state
   * @param {Choice | null} choice
   * @param {State} asked the state that the choice is made in
   */
  #draw(state, choice, asked) {
    const drawing = this.plain ?? this.drawing;
    const viewer = this.#shown?.seat ?? state.as;
    /** @type {Notes} */
    const notes = new Map();
    const picture = drawing.draw(state.table, {
      width: Math.max(NARROWEST, this.#width),
      seats: state.seats,
      viewer,
      toAct: asked.to_act,
      asked: asked.table,
      points: state.points,
      status: state.status,
      pick: (node, fields, name) => choice && offer(node, choice, choice.relevant(fields), name),
      note: (node, key, value) => notes.set(key, { node, value: JSON.stringify(value) }),
    });
    this.#kept = [{ state, drawing, viewer, notes }, ...this.#kept].slice(0, MOST_KEPT);
    return { picture, notes };
  }

  /** @param {State} state */
  #notesOf(state) {
    const drawing = this.plain ?? this.drawing;
    const viewer = this.#shown?.seat ?? state.as;
    const kept = this.#kept.find((one) => one.state === state && one.drawing === drawing && one.viewer === viewer);
    return kept?.notes ?? this.#draw(state, null, state).notes;
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

/** @param {Element | null} element */
function focus(element) {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  element.focus({ preventScroll: true });
  return true;
}

/**
 * @param {Notes} notes
 * @param {Notes} earlier
 * @param {string} name
 */
function mark(notes, earlier, name) {
  for (const [key, { node, value }] of notes) {
    if (earlier.get(key)?.value !== value) node.classList.add(name);
  }
}

/**
 * @param {Drawn} node
 * @param {Choice} choice
 * @param {Fields} fields
 * @param {string} name
 */
function offer(node, choice, fields, name) {
  if (!choice.canPick(fields)) return;
  const isPicked = choice.isPicked(fields);
  node.classList.add("can-pick");
  node.classList.toggle("picked", isPicked);
  node.setAttribute("role", "button");
  node.setAttribute("tabindex", "0");
  node.setAttribute("aria-label", name);
  node.setAttribute("aria-pressed", String(isPicked));
  node.dataset.pick = JSON.stringify(fields);
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    choice.toggle(fields);
  });
  node.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choice.toggle(fields);
  });
}
