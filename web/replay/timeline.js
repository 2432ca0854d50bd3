// Timeline: the replay's slider on the curve of the points, with the phases of the game marked.

import { annulled } from "../record/annulled-steps.js";
import { html, replace, svg } from "../core/dom.js";
import { seatMark } from "../core/seat-colours.js";
import { gettext } from "../core/i18n.js";

const HEIGHT = 50;
const FOOT = HEIGHT - 12;
const EDGE = 10;
const NEAR_PIXELS = 4;

/** @import { PhaseStart } from "../record/frames.js" */
/** @import { Step } from "../types.js" */
/** @typedef {"found" | "kept" | "remarked" | "turning" | "judged"} Kind what is marked beside the parts of the game */
/** @typedef {{ most: number, top: string, words: string, of: (index: number) => number[] }} Curve what is drawn in the place of the points */

/** The slider on the score graph. */
export class Timeline {
  /** @type {Step[]} */
  #steps = [];
  /** @type {PhaseStart[]} */
  #phases = [];
  /** The marked steps with their names. @type {Record<Kind, Map<number, string>>} */
  #marks = { found: new Map(), kept: new Map(), remarked: new Map(), turning: new Map(), judged: new Map() };
  /** The annulled steps. @type {boolean[]} */
  #annulled = [];
  #index = 0;
  /** The width of the curve. */
  #width = 0;
  #isDue = false;
  /** A curve that replaces the points. @type {Curve | null} */
  #curve = null;
  /** Returns a step's board for the preview. @type {(index: number) => Element | null} */
  pictured = () => null;

  /**
   * @param {HTMLElement} place
   * @param {HTMLSelectElement} phaseChoice
   * @param {(index: number) => void} chosen called with the reader's choice
   */
  constructor(place, phaseChoice, chosen) {
    this.chosen = chosen;
    this.graph = html("div", { class: "graph" });
    /** @type {HTMLInputElement} */
    this.slider = html("input", {
      type: "range",
      id: "scrubber",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": gettext("Step of the replay"),
      oninput: () => this.#slid(),
      onpointerdown: () => this.hint.classList.add("held"),
      onpointerup: () => this.hint.classList.remove("held"),
      onpointermove: (event) => this.#tell(this.#indexAt(event)),
      onpointerleave: () => (this.hint.hidden = true),
    });
    this.hint = html("div", { class: "graph-hint", hidden: true, "aria-hidden": "true" });
    this.phaseChoice = phaseChoice;
    phaseChoice.addEventListener("change", () => chosen(Number(phaseChoice.value)));
    this.now = html("div", { class: "graph-now", hidden: true });
    place.append(this.graph, this.now, this.slider, this.hint);
    new ResizeObserver(() => this.#draw()).observe(this.graph);
  }

  /** A pointer moves faster than boards are drawn: after the first step, only the last one per frame is shown. */
  #slid() {
    this.#say(Number(this.slider.value));
    if (this.#isDue) return;
    this.#isDue = true;
    const first = Number(this.slider.value);
    this.chosen(first);
    requestAnimationFrame(() => {
      this.#isDue = false;
      const last = Number(this.slider.value);
      if (last !== first && last !== this.#index) this.chosen(last);
    });
  }

  /**
   * Set the steps and parts of the game.
   * @param {Step[]} steps
   * @param {PhaseStart[]} phases
   */
  show(steps, phases) {
    this.#steps = steps;
    this.#phases = phases;
    this.#annulled = annulled(steps);
    this.slider.max = String(Math.max(0, steps.length - 1));
    replace(
      this.phaseChoice,
      phases.map(({ index, label }) => html("option", { value: index }, label)),
    );
    this.#draw();
    this.mark(this.#index);
  }

  /**
   * Mark these steps on the curve.
   * @param {Kind} kind
   * @param {Map<number, string>} marks the steps' indexes and names
   */
  annotate(kind, marks) {
    this.#marks[kind] = marks;
    this.#draw();
  }

  /**
   * Draw this curve instead of the points; null restores the points.
   * @param {Curve | null} curve
   */
  draw(curve) {
    this.#curve = curve;
    this.#draw();
  }

  /**
   * Show the current step.
   * @param {number} index
   */
  mark(index) {
    this.#index = index;
    if (!this.#steps[index]) return;
    this.slider.value = String(index);
    this.#say(index);
    const phase = String(this.#phaseOf(index)?.index ?? "");
    if (this.phaseChoice.value !== phase) this.phaseChoice.value = phase;
    this.#moveNow();
  }

  /** Move the line of the current step, without redrawing the curve. */
  #moveNow() {
    this.now.style.transform = `translateX(${this.#x(this.#index)}px)`;
  }

  /** @param {number} index */
  #say(index) {
    const step = this.#steps[index];
    if (!step) return;
    const told = this.#annulled[index] ? gettext("{text} (undone)", { text: step.text }) : step.text;
    const words = { number: index + 1, all: this.#steps.length, text: told };
    this.slider.setAttribute("aria-valuetext", gettext("Step {number} of {all}: {text}", words));
  }

  /** @param {number} index */
  #phaseOf(index) {
    return this.#phases.findLast((one) => one.index <= index);
  }

  /** @param {number} index */
  #x(index) {
    return EDGE + (index / Math.max(1, this.#steps.length - 1)) * (this.#width - 2 * EDGE);
  }

  /** @param {PointerEvent} event */
  #indexAt({ clientX }) {
    const { left, width } = this.graph.getBoundingClientRect();
    const along = (clientX - left - EDGE) / (width - 2 * EDGE);
    return Math.round(Math.min(1, Math.max(0, along)) * (this.#steps.length - 1));
  }

  /** Show a hint about the step below the pointer. @param {number} index */
  #tell(index) {
    const step = this.#steps[index];
    if (!step) return;
    const near = [...this.#marks.turning, ...this.#marks.kept, ...this.#marks.remarked].find(
      ([at]) => Math.abs(this.#x(at) - this.#x(index)) < NEAR_PIXELS,
    );
    const [at, name] = near ?? [index, ""];
    const shown = this.#steps[at] ?? step;
    replace(
      this.hint,
      html("strong", {}, [name, this.#phaseOf(at)?.label].filter(Boolean).join(" · ")),
      html("span", {}, html("span", { class: "story-position" }, shown.position), " ", shown.text),
      // While the slider is held, the board itself follows.
      this.hint.classList.contains("held") ? null : this.pictured(at),
    );
    this.hint.hidden = false;
    const room = this.graph.clientWidth - this.hint.offsetWidth;
    this.hint.style.insetInlineStart = `${Math.max(0, Math.min(room, this.#x(at) - this.hint.offsetWidth / 2))}px`;
  }

  #draw() {
    const width = this.graph.clientWidth;
    const seats = this.#steps.at(-1)?.state.seats ?? [];
    if (!width || !seats.length) return;
    this.#width = width;
    const curve = this.#curve;
    const points = this.#steps.map((step, index) => curve?.of(index) ?? step.state.points ?? []);
    const most = curve?.most ?? Math.max(1, ...points.flat());
    const least = Math.min(0, ...points.flat());
    const y = (/** @type {number} */ number) => FOOT - 6 - ((number - least) / (most - least)) * (FOOT - 16);
    const last = points.findLastIndex((one) => one.length);
    replace(
      this.graph,
      svg(
        "svg",
        {
          viewBox: `0 0 ${width} ${HEIGHT}`,
          width,
          height: HEIGHT,
          role: "img",
          "aria-label": curve?.words ?? this.#words(points),
        },
        this.#phases
          .map(({ index, chapter }, place) => [
            svg("rect", {
              x: this.#x(index),
              height: HEIGHT,
              class: place % 2 ? "graph-phase odd" : "graph-phase",
              width: Math.max(0, this.#x(this.#phases[place + 1]?.index ?? this.#steps.length - 1) - this.#x(index)),
            }),
            svg("path", {
              d: `M${this.#x(index)} ${FOOT - 3}V${chapter === this.#phases[place - 1]?.chapter ? FOOT : HEIGHT}`,
              class: "graph-tick",
            }),
          ])
          .flat(),
        this.#chapters().map(({ name, index }) =>
          svg("text", { x: this.#x(index) + 3, y: HEIGHT - 2.5, class: "graph-chapter" }, name),
        ),
        // Behind the line of the first step.
        svg(
          "text",
          { x: this.#x(this.#phases[0]?.index ?? 0) + 4, y: 10, class: "graph-number" },
          curve?.top ?? String(most),
        ),
        seats.map(({ seat }) => svg("path", { d: this.#line(points, seat, y), class: `graph-line seat-line-${seat}` })),
        last >= 0 && seats.map(({ seat }) => seatMark(seat, this.#x(last) - 5, y(points[last][seat]) - 5, 10)),
        Object.entries(this.#marks).map(([kind, marks]) =>
          svg("path", { class: `graph-${kind}`, d: [...marks.keys()].map((at) => `M${this.#x(at)} 0v9`).join("") }),
        ),
        this.#annulled.map(
          (isAnnulled, index) =>
            isAnnulled && svg("path", { d: `M${this.#x(index - 1)} 4H${this.#x(index)}`, class: "graph-annulled" }),
        ),
      ),
    );
    this.#dropNames();
    this.now.hidden = false;
    this.#moveNow();
  }

  #chapters() {
    return this.#phases
      .filter(({ chapter }, place) => chapter !== this.#phases[place - 1]?.chapter)
      .map(({ chapter, index }) => ({ name: chapter, index }));
  }

  #dropNames() {
    const chapters = this.#chapters();
    const ends = [...chapters.slice(1).map(({ index }) => this.#x(index)), this.graph.clientWidth];
    [...this.graph.querySelectorAll("text.graph-chapter")].forEach((name, place) => {
      const text = /** @type {SVGTextElement} */ (name);
      if (this.#x(chapters[place].index) + 5 + text.getComputedTextLength() > ends[place]) text.remove();
    });
  }

  /** The curve in words. @param {number[][]} points */
  #words(points) {
    const { state } = this.#steps[points.length - 1];
    const final = state.seats.map(({ seat, name }) => `${name}: ${state.points?.[seat] ?? 0}`);
    return gettext("Points over time. Final: {points}", { points: final.join(", ") });
  }

  /**
   * A step line: points change abruptly, not gradually. Equal scores are drawn side by side, not on top of each other.
   * @param {number[][]} points
   * @param {number} seat
   * @param {(number: number) => number} y
   */
  #line(points, seat, y) {
    let path = "";
    /** @type {number | null} */
    let before = null;
    points.forEach((one, index) => {
      const value = one[seat];
      if (value === undefined || value === before) return;
      const height = y(value) + seat * 1.5;
      path += path ? `H${this.#x(index)}V${height}` : `M${this.#x(index)} ${height}`;
      before = value;
    });
    return path && `${path}H${this.#x(points.length - 1)}`;
  }
}
