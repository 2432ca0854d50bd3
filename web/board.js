// The board on a page: it lets the title's drawing draw a state, makes what can be picked into buttons, and marks what
// changed. The drawing says what its parts stand for; it knows neither the legal moves nor what was before.

import { html, replace } from "./dom.js";
import { colourSeats } from "./seats.js";
import { gettext } from "./texts.js";
import { plainDrawing } from "./titles.js";

const NARROWEST = 300;

export class Board {
  /** `place` is the element that holds the board; `drawing` comes from `drawingOf`. */
  constructor(place, drawing) {
    this.place = place;
    this.drawing = drawing;
    this.plain = null; // instead of the drawing, while the reader wants plain tables
    this.shown = null;
    this.width = 0;
    new ResizeObserver(() => {
      if (this.shown && Math.abs(this.place.clientWidth - this.width) > 1) this.redraw();
    }).observe(place);
  }

  /**
   * Show a state. `before`: mark what differs from this state; `choice`: what can be picked; `seat`: from which seat's
   * side to look (by default the viewer's).
   */
  show(state, { before = null, choice = null, seat = null } = {}) {
    this.shown = { state, before, choice, seat };
    colourSeats((state.table && this.drawing.seatColours?.(state.table)) || []);
    this.redraw();
  }

  /** Show tables of plain values instead of the drawing, or the drawing again. */
  async showPlain(isPlain) {
    this.plain = isPlain && this.drawing.isOwn ? await plainDrawing() : null;
    if (this.shown) this.redraw();
  }

  /** Draw what is shown anew, in the width that there is now. */
  redraw() {
    const { state, before, choice } = this.shown;
    this.width = this.place.clientWidth;
    if (!state.table) {
      replace(this.place, html("p", { class: "empty" }, gettext("The table is laid when every seat is taken.")));
      return;
    }
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.pick : null;
    const move = choice?.chosen?.move;
    const chosenTable = move && this.#preview(state.table, move);
    const notes = new Map();
    const picture = this.#draw(chosenTable ?? state.table, state, choice, notes);
    if (chosenTable) mark(notes, this.#notesOf(state.table, state), "preview");
    else if (before?.table) mark(notes, this.#notesOf(before.table, before), "changed");
    replace(this.place, picture);
    if (focused) this.place.querySelector(`[data-pick="${CSS.escape(focused)}"]`)?.focus();
  }

  #preview(table, move) {
    return this.drawing.preview?.(table, move, this.#viewer()) ?? null;
  }

  #viewer() {
    return this.shown.seat ?? this.shown.state.as;
  }

  #draw(table, state, choice, notes) {
    return (this.plain ?? this.drawing).draw(table, {
      width: Math.max(NARROWEST, this.width),
      seats: state.seats,
      viewer: this.#viewer(),
      toAct: state.to_act,
      asked: state.table,
      points: state.points,
      status: state.status,
      pick: (node, fields, name) => choice && offer(node, choice, choice.relevant(fields), name),
      note: (node, key, value) => notes.set(key, { node, value: JSON.stringify(value) }),
    });
  }

  #notesOf(table, state) {
    const notes = new Map();
    this.#draw(table, state, null, notes);
    return notes;
  }
}

function mark(notes, earlier, name) {
  for (const [key, { node, value }] of notes) {
    if (earlier.get(key)?.value !== value) node.classList.add(name);
  }
}

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
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choice.toggle(fields);
  });
}
