// Timeline: the curve of the points, which is the replay's slider: the phases of the game and the marked steps are on it,
// and steps that have not been seen yet can be hidden.

import { annulled } from "../record/annulled-steps.js";
import { html, optionsOf, replace, svg } from "../core/dom.js";
import { seatMark, spread } from "../core/seat-colours.js";
import { gettext } from "../core/i18n.js";
import { pointsIn, pointsText } from "../core/points.js";

/** The height of the row of marks above the curve, and of the row of chapters below it. */
const HEAD = 13;
const FOOT = 15;
const EDGE = 10;
const NEAR_PIXELS = 5;
const MARK = 10;
const PICTURED_MILLISECONDS = 40;
/** This far above the curve a dragging pointer moves half as fast, at twice this distance a third, and so on. */
const FINE_PIXELS = 30;

/** The marks as paths in a box of ten by ten, so that they differ by more than their colour. */
const SIGNS = {
  found: "M4 0h2v10H4z",
  forked: "M4.200 10V6L1 2.500 2.200 1.200 5 4.300 7.800 1.200 9 2.500 5.800 6v4z",
  judged: "M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8z",
  remarked: "M.5 1h9v6h-4l-3 3V7h-2z",
  turning: "M5 9.500L.300 1h9.400z",
  kept: "M1.800 0h6.400v10L5 7.200 1.800 10z",
};

/** @import { PhaseStart } from "../record/frames.js" */
/** @import { Step } from "../types.js" */
/** @typedef {keyof typeof SIGNS} Kind what is marked beside the parts of the game */
/** @typedef {{ most: number, top: string, words: string, of: (index: number) => number[] }} Curve what is drawn in the place of the points, without values where none are known */
/** @typedef {{ least: number, most: number }} Bounds of what is drawn */

/** The slider on the score graph. */
export class Timeline {
  /** @type {Step[]} */
  #steps = [];
  /** @type {PhaseStart[]} */
  #phases = [];
  /** The marked steps with their names. @type {Record<Kind, Map<number, string>>} */
  #marks = {
    found: new Map(),
    forked: new Map(),
    judged: new Map(),
    remarked: new Map(),
    turning: new Map(),
    kept: new Map(),
  };
  /** The annulled steps. @type {boolean[]} */
  #annulled = [];
  #index = 0;
  /** The last step that may be seen; null: all may. @type {number | null} */
  #seen = null;
  /** The seat whose line is drawn on top. @type {number | null} */
  #own = null;
  /** The size of the curve. */
  #size = { width: 0, height: 0 };
  /** The distance of equal lines. */
  #apart = 0;
  /** The values of each step. @type {number[][]} */
  #points = [];
  /** The bounds of the values up to each step. @type {Bounds[]} */
  #bounds = [];
  /** The drawn bounds. @type {Bounds} */
  #drawn = { least: 0, most: 1 };
  /** What grows with the steps seen. @type {{ clip: Element, ends: Element[], whole: Element } | null} */
  #growing = null;
  #marked = svg.g({ class: "graph-marks" });
  #isDue = false;
  /** A dragging pointer: where it was, its place between the steps, and whether it has left the curve. @type {{ x: number,
   * place: number, isFine: boolean } | null} */
  #drag = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #picturing;
  /** The step of the hint. */
  #toldAt = 0;
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
    this.graph = html.div({ class: "graph" });
    /** @type {HTMLInputElement} */
    this.slider = html.input({
      type: "range",
      id: "scrubber",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": gettext("Step of the replay"),
      oninput: () => this.#slid(),
      // The pointer is followed here: a browser's own slider knows no fine steps.
      onmousedown: (event) => event.preventDefault(),
      onpointerdown: (event) => this.#grasp(event),
      onpointermove: (event) => this.#follow(event),
      onpointerup: () => this.#release(),
      onpointercancel: () => this.#release(),
      onpointerleave: () => this.#hideHint(),
    });
    this.slider.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    this.hint = html.div({ class: "graph-hint", hidden: true, "aria-hidden": "true" });
    this.phaseChoice = phaseChoice;
    phaseChoice.addEventListener("change", () => chosen(Number(phaseChoice.value)));
    this.now = html.div({ class: "graph-now", hidden: true });
    place.append(this.graph, this.now, this.slider, this.hint);
    new ResizeObserver(() => this.#draw()).observe(this.graph);
  }

  /** @param {PointerEvent} event */
  #grasp(event) {
    if (event.button || !this.#steps.length) return;
    const { slider } = this;
    slider.setPointerCapture(event.pointerId);
    slider.focus({ preventScroll: true });
    this.#drag = { x: event.clientX, place: this.#placeAt(event), isFine: false };
    this.#slideTo(this.#drag.place);
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const drag = this.#drag;
    if (!drag) {
      this.#tell(Math.round(this.#placeAt(event)));
      return;
    }
    const above = this.graph.getBoundingClientRect().top - event.clientY;
    drag.isFine ||= above > FINE_PIXELS / 2;
    const by = (event.clientX - drag.x) / this.#stepWidth / (1 + Math.max(0, above) / FINE_PIXELS);
    drag.place = drag.isFine ? this.#within(drag.place + by) : this.#placeAt(event);
    drag.x = event.clientX;
    this.#slideTo(drag.place);
  }

  #release() {
    this.#drag = null;
    this.#hideHint();
  }

  #hideHint() {
    if (this.#drag) return;
    clearTimeout(this.#picturing);
    this.hint.hidden = true;
  }

  /** @param {number} place */
  #slideTo(place) {
    const index = Math.round(place);
    if (Number(this.slider.value) !== index) {
      this.slider.value = String(index);
      this.#slid();
    }
    this.#tell(index);
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
   * @param {number | null} [own] the seat whose line is drawn on top
   */
  show(steps, phases, own = null) {
    this.#steps = steps;
    this.#phases = phases;
    this.#own = own;
    this.#annulled = annulled(steps);
    this.slider.max = String(Math.max(0, steps.length - 1));
    replace(this.phaseChoice, optionsOf(phases.map(({ index, label }) => [index, label])));
    this.#measure();
    this.#draw();
    this.mark(this.#index);
  }

  /**
   * Mark these steps on the curve.
   * @param {Kind} kind
   * @param {Map<number, string>} marks the steps' indexes and names
   */
  annotate(kind, marks) {
    const before = this.#marks[kind];
    if (before.size === marks.size && [...marks].every(([at, name]) => before.get(at) === name)) return;
    this.#marks[kind] = marks;
    this.#drawMarks();
  }

  /**
   * Draw this curve instead of the points; null restores the points.
   * @param {Curve | null} curve
   */
  draw(curve) {
    this.#curve = curve;
    this.#measure();
    this.#draw();
  }

  /**
   * Show the curve and its marks up to this step; null: all of them.
   * @param {number | null} seen
   */
  reveal(seen) {
    const before = this.#seen;
    if (seen === before) return;
    this.#seen = seen;
    const { least, most } = this.#scale();
    if (seen === null || before === null || least !== this.#drawn.least || most !== this.#drawn.most) {
      this.#draw();
      return;
    }
    this.#grow();
    const [from, to] = [Math.min(before, seen), Math.max(before, seen)];
    const isMarked = Object.values(this.#marks).some((marks) => [...marks.keys()].some((at) => at > from && at <= to));
    if (isMarked) this.#drawMarks();
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

  get #stepWidth() {
    return (this.#size.width - 2 * EDGE) / Math.max(1, this.#steps.length - 1);
  }

  /** @param {number} index */
  #x(index) {
    return EDGE + index * this.#stepWidth;
  }

  /** @param {number} place */
  #within(place) {
    return Math.min(this.#steps.length - 1, Math.max(0, place));
  }

  /** The place of a pointer between the steps. @param {PointerEvent} event */
  #placeAt({ clientX }) {
    return this.#within((clientX - this.graph.getBoundingClientRect().left - EDGE) / this.#stepWidth);
  }

  /** @param {number} index */
  #isHidden(index) {
    return this.#seen !== null && index > this.#seen;
  }

  /** Show a hint about the step below the pointer. @param {number} index */
  #tell(index) {
    if (!this.#steps[index]) return;
    const near = Object.values(this.#marks)
      .toReversed()
      .flatMap((marks) => [...marks])
      .filter(([at]) => !this.#isHidden(at) && Math.abs(at - index) * this.#stepWidth < NEAR_PIXELS);
    const isHeld = this.#drag !== null;
    // While the curve is held, the board and the hint show the same step.
    const [at, name] = (isHeld ? near.find(([one]) => one === index) : near[0]) ?? [index, ""];
    const { position, text } = this.#steps[at];
    const number = gettext("Step {number} of {all}", { number: at + 1, all: this.#steps.length });
    const isHidden = this.#isHidden(at) && !isHeld;
    if (!this.hint.hidden && !isHeld && at === this.#toldAt) return;
    this.#toldAt = at;
    replace(
      this.hint,
      html.strong([name, this.#phaseOf(at)?.label].filter(Boolean).join(" · ")),
      html.span(
        number,
        ": ",
        html.span({ class: "story-position" }, position),
        " ",
        isHidden ? gettext("not seen yet") : text,
      ),
    );
    this.hint.hidden = false;
    clearTimeout(this.#picturing);
    if (!isHeld && !isHidden) this.#picturing = setTimeout(() => this.#picture(at), PICTURED_MILLISECONDS);
    this.#placeHint(at);
  }

  /** Show the small board of this step, as soon as the pointer rests. @param {number} index */
  #picture(index) {
    const picture = this.pictured(index);
    if (picture) this.hint.append(picture);
    this.#placeHint(index);
  }

  /** @param {number} index */
  #placeHint(index) {
    const room = this.graph.clientWidth - this.hint.offsetWidth;
    const left = this.#x(index) - this.hint.offsetWidth / 2;
    this.hint.style.insetInlineStart = `${Math.max(0, Math.min(room, left))}px`;
  }

  /** Find the values of all steps, and their bounds. */
  #measure() {
    const curve = this.#curve;
    this.#points = this.#steps.map((step, index) => curve?.of(index) ?? pointsIn(step.state) ?? []);
    let [least, most] = [0, 0];
    this.#bounds = this.#points.map((points) => {
      least = Math.min(least, ...points);
      most = Math.max(most, ...points);
      return { least, most };
    });
  }

  /** The bounds to draw; while steps are hidden they are round, since they must not tell what comes. @returns {Bounds} */
  #scale() {
    const { least, most } = this.#bounds[this.#seen ?? this.#bounds.length - 1] ?? { least: 0, most: 1 };
    if (this.#curve) return { least: 0, most: this.#curve.most };
    if (least === most) return { least: 0, most: 1 };
    return this.#seen === null ? { least, most } : { least: -rounded(-least), most: rounded(most) };
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.graph;
    const seats = this.#steps.at(-1)?.state.seats ?? [];
    if (!width || !seats.length) return;
    const unit = this.#steps.at(-1)?.state.unit;
    this.#size = { width, height };
    this.#apart = spread(seats.length);
    this.#drawn = this.#scale();
    const ordered = seats.toSorted((one, other) => Number(one.seat === this.#own) - Number(other.seat === this.#own));
    const clip = svg.rect({ height });
    const ends = seats.map(({ seat }) => svg.g({ class: "graph-end" }, seatMark(seat, -5, -5, 10)));
    const whole = svg.svg(
      { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" },
      svg.defs(svg.clipPath({ id: "graph-seen" }, clip)),
      this.#phases
        .map(({ index, chapter }, place) => [
          svg.rect({
            x: this.#x(index),
            height,
            class: place % 2 ? "graph-phase odd" : "graph-phase",
            width: Math.max(0, this.#x(this.#phases[place + 1]?.index ?? this.#steps.length - 1) - this.#x(index)),
          }),
          svg.path({
            d: `M${this.#x(index)} ${height - FOOT - 3}V${chapter === this.#phases[place - 1]?.chapter ? height - FOOT : height}`,
            class: "graph-tick",
          }),
        ])
        .flat(),
      this.#chapters().map(({ name, index }) =>
        svg.text({ x: this.#x(index) + 3, y: height - 3, class: "graph-chapter" }, name),
      ),
      // Behind the line of the first step.
      svg.text(
        { x: this.#x(this.#phases[0]?.index ?? 0) + 4, y: HEAD + 9, class: "graph-number" },
        this.#curve?.top ?? (unit !== null && pointsText(unit, this.#drawn.most)),
      ),
      svg.g(
        { "clip-path": "url(#graph-seen)" },
        ordered.map(({ seat }) => this.#line(seat)),
        this.#annulled.map(
          (isAnnulled, index) =>
            isAnnulled &&
            svg.path({ d: `M${this.#x(index - 1)} ${HEAD + 2}H${this.#x(index)}`, class: "graph-annulled" }),
        ),
      ),
      ends,
      this.#marked,
    );
    this.#growing = { clip, ends, whole };
    this.#grow();
    this.#drawMarks();
    replace(this.graph, whole);
    this.#dropNames();
    this.now.hidden = false;
    this.#moveNow();
  }

  /** Show the curve up to the last step that may be seen, without drawing it again. */
  #grow() {
    if (!this.#growing) return;
    const { clip, ends, whole } = this.#growing;
    const last = this.#points.findLastIndex((one, index) => one.length && !this.#isHidden(index));
    const end = this.#seen === null ? this.#size.width : this.#x(this.#seen) + 1;
    clip.setAttribute("width", String(end));
    ends.forEach((mark, seat) => {
      const points = this.#points[last]?.[seat];
      if (points === undefined) mark.setAttribute("visibility", "hidden");
      else {
        mark.removeAttribute("visibility");
        mark.setAttribute("transform", `translate(${this.#x(last)} ${this.#y(points) + seat * this.#apart})`);
      }
    });
    whole.setAttribute("aria-label", this.#words());
  }

  #drawMarks() {
    replace(
      this.#marked,
      /** @type {Kind[]} */ (Object.keys(SIGNS)).flatMap((kind) =>
        [...this.#marks[kind].keys()].map(
          (at) =>
            !this.#isHidden(at) &&
            svg.path({
              class: `graph-mark graph-${kind}`,
              d: SIGNS[kind],
              transform: `translate(${this.#x(at) - MARK / 2} 1)`,
            }),
        ),
      ),
    );
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

  /** The curve in words, up to the last step that may be seen. */
  #words() {
    const index = this.#seen ?? this.#steps.length - 1;
    if (this.#curve && this.#seen === null) return this.#curve.words;
    const { state } = this.#steps[index];
    const { unit } = state;
    if (unit === null) return gettext("Phases of the game");
    const reached = pointsIn(state);
    const points = state.seats.map(({ seat, name }) => `${name}: ${pointsText(unit, reached?.[seat] ?? 0)}`).join(", ");
    if (unit) {
      return this.#seen === null
        ? gettext("{unit} over time. Final: {points}", { unit: unit.name, points })
        : gettext("{unit} over time. So far: {points}", { unit: unit.name, points });
    }
    return this.#seen === null
      ? gettext("Points over time. Final: {points}", { points })
      : gettext("Points over time. So far: {points}", { points });
  }

  /** The height of a value. @param {number} value */
  #y(value) {
    const { least, most } = this.#drawn;
    const foot = this.#size.height - FOOT - 5;
    return foot - ((value - least) / (most - least)) * (foot - HEAD - 5);
  }

  /**
   * A step line: points change abruptly, not gradually. Equal scores are drawn side by side, not on top of each other.
   * Nothing is drawn where no value is known. An edge below it shows it on any ground.
   * @param {number} seat
   */
  #line(seat) {
    let d = "";
    /** @type {number | undefined} */
    let before;
    this.#points.forEach((one, index) => {
      const value = one[seat];
      if (value === before) return;
      if (before !== undefined) d += `H${this.#x(value === undefined ? index - 1 : index)}`;
      if (value !== undefined) {
        const height = this.#y(value) + seat * this.#apart;
        d += before === undefined ? `M${this.#x(index)} ${height}` : `V${height}`;
      }
      before = value;
    });
    if (before !== undefined) d += `H${this.#x(this.#points.length - 1)}`;
    const own = seat === this.#own ? " own" : "";
    return svg.g(
      { class: `seat-line-${seat}${own}` },
      svg.path({ d, class: "graph-edge" }),
      svg.path({ d, class: "graph-line" }),
    );
  }
}

/**
 * The next round number: 1, 2, 5, 10, 20, 50 and so on; 0 for none.
 * @param {number} number
 */
function rounded(number) {
  if (number <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(number));
  return ([1, 2, 5].find((one) => one * power >= number) ?? 10) * power;
}
