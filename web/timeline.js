// The scrubber: a slider over all steps, and above it the score graph with a mark where each part of the game begins.

import { annulled } from "./annulled.js";
import { html, replace, svg } from "./dom.js";
import { seatMark } from "./seats.js";
import { gettext } from "./texts.js";

const HEIGHT = 72;
const EDGE = 12;

/** @import { PhaseStart } from "./recording.js" */
/** @import { Step } from "./types.js" */

/** The slider, the score graph, and the choice of a part of the game. */
export class Timeline {
  /** @type {Step[]} */
  #steps = [];
  /** @type {PhaseStart[]} */
  #phases = [];
  /** Which steps count no longer. @type {boolean[]} */
  #annulled = [];
  #index = 0;

  /**
   * @param {HTMLElement} place
   * @param {(index: number) => void} chosen hears where the reader goes
   */
  constructor(place, chosen) {
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
      oninput: () => chosen(Number(this.slider.value)),
    });
    /** @type {HTMLSelectElement} */
    this.phaseChoice = html("select", {
      id: "phase-choice",
      "aria-label": gettext("Go to a part of the game"),
      onchange: () => chosen(Number(this.phaseChoice.value)),
    });
    place.append(this.graph, html("div", { class: "slider-line" }, this.slider, this.phaseChoice));
    new ResizeObserver(() => this.#draw()).observe(this.graph);
  }

  /**
   * Take these steps and parts of the game.
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
   * Show where the reader is.
   * @param {number} index
   */
  mark(index) {
    this.#index = index;
    const step = this.#steps[index];
    if (!step) return;
    this.slider.value = String(index);
    const words = this.#annulled[index] ? gettext("{text} (annulled)", { text: step.text }) : step.text;
    this.slider.setAttribute("aria-valuetext", `${step.position}: ${words}`);
    const phase = this.#phases.findLast((one) => one.index <= index);
    this.phaseChoice.value = phase ? String(phase.index) : "";
    const x = String(this.#x(index));
    for (const line of this.graph.querySelectorAll(".graph-now")) {
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
  }

  /** @param {number} index */
  #x(index) {
    const width = this.graph.clientWidth;
    return EDGE + (index / Math.max(1, this.#steps.length - 1)) * (width - 2 * EDGE);
  }

  #draw() {
    const width = this.graph.clientWidth;
    const seats = this.#steps.at(-1)?.state.seats ?? [];
    if (!width || !seats.length) return;
    const points = this.#steps.map((step) => step.state.points ?? []);
    const most = Math.max(1, ...points.flat());
    const least = Math.min(0, ...points.flat());
    const y = (/** @type {number} */ number) => HEIGHT - 20 - ((number - least) / (most - least)) * (HEIGHT - 36);
    const final = points[points.length - 1];
    const words = seats.map((seat) => `${seat.name}: ${final[seat.seat] ?? 0}`).join(", ");
    const picture = svg(
      "svg",
      {
        viewBox: `0 0 ${width} ${HEIGHT}`,
        width,
        height: HEIGHT,
        role: "img",
        "aria-label": gettext("Points over time. At the end: {points}", { points: words }),
      },
      this.#phases.map(({ index, label }, place) =>
        svg(
          "g",
          {},
          svg("title", {}, label),
          svg("rect", {
            x: this.#x(index),
            y: 0,
            height: HEIGHT - 14,
            class: place % 2 ? "graph-phase odd" : "graph-phase",
            width: Math.max(0, this.#x(this.#phases[place + 1]?.index ?? this.#steps.length - 1) - this.#x(index)),
          }),
          svg("path", { d: `M${this.#x(index)} ${HEIGHT - 14}v8`, class: "graph-tick" }),
        ),
      ),
      this.#annulled.map(
        (isAnnulled, index) =>
          isAnnulled && svg("path", { d: `M${this.#x(index - 1)} 4H${this.#x(index)}`, class: "graph-annulled" }),
      ),
      svg("text", { x: 2, y: y(most) + 4, class: "graph-number" }, String(most)),
      seats.map(({ seat }) => svg("path", { d: this.#line(points, seat, y), class: `graph-line seat-line-${seat}` })),
      seats.map(({ seat }) => {
        const last = points.findLastIndex((one) => one.length);
        return last < 0 ? null : seatMark(seat, this.#x(last) - 10, y(points[last][seat]) - 5, 10);
      }),
      svg("line", { class: "graph-now", x1: 0, x2: 0, y1: 0, y2: HEIGHT - 6 }),
    );
    picture.addEventListener("click", (event) => {
      const along = (event.clientX - picture.getBoundingClientRect().left - EDGE) / (width - 2 * EDGE);
      this.chosen(Math.round(Math.min(1, Math.max(0, along)) * (this.#steps.length - 1)));
    });
    replace(this.graph, picture);
    this.mark(this.#index);
  }

  /**
   * A line of steps: points change at once, not bit by bit. Equal scores lie side by side, not upon each other.
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
