// Piece motion: moves pictures of pieces above the board from their old to their new places, and counts numbers. The
// drawing is never delayed: it shows the new state immediately, with a moving piece hidden at its destination until it
// arrives.

import { html, svg } from "../core/dom.js";
import { changes, journeys } from "./piece-matching.js";

/** @import { Journey, Piece, Spot } from "./piece-matching.js" */
/** @import { Count } from "./reconcile.js" */

/** @typedef {{ element: Element, look: string, matrix: DOMMatrix, spot: Spot }} Copy a picture, and how it comes to the page */

const SHORTEST = 200;
const LONGEST = 500;
const EACH_PIXEL = 0.45; // milliseconds per pixel
const FOLLOWING = 70; // milliseconds between pieces that take the same way
const MOST_TOGETHER = 6;
const MOST = 40; // more moves than this are a jump to another position, which is not animated
const LIFT = 1.12;
const EASE = "cubic-bezier(.3, .1, .2, 1)";
const MARKS = ["can-pick", "aside", "picked", "changed", "preview"];
const OWN = ["data-pick", "tabindex", "role", "aria-label", "aria-pressed"];

/** The moving pieces of one board. */
export class Motion {
  /** @type {Set<Animation>} */
  #animations = new Set();
  /** @type {HTMLElement | null} */
  #layer = null;
  /** @type {Count[]} */
  #counts = [];
  #frame = 0;
  #started = 0;
  #within = Infinity;
  /** @type {(() => void) | null} */
  #done = null;

  /**
   * @param {(kind: string, across: number) => void} landed called with each arrived piece and its horizontal position
   */
  constructor(landed) {
    this.landed = landed;
  }

  /** Whether a piece is moving. */
  get isMoving() {
    return this.#animations.size > 0 || this.#counts.length > 0;
  }

  /**
   * Record the old places before the redraw. Returns the function that starts the animation after it, or null if no
   * piece moves.
   * @param {Piece[]} before
   * @param {Piece[]} after
   */
  prepare(before, after) {
    const changed = changes(before, after);
    const { known, leaving, arriving } = changed;
    if (!known.length && !leaving.length && !arriving.length) return null;
    const sources = banksFor(arriving, before);
    const sinks = banksFor(leaving, after);
    const moving = [...known.map(({ from }) => from), ...leaving.map(({ piece }) => piece)];
    const old = new Map(moving.map((piece) => [piece, copyOf(elementOf(piece))]));
    const spotsBefore = new Map(sources.map((piece) => [piece, spotOf(elementOf(piece))]));
    for (const [piece, { spot }] of old) spotsBefore.set(piece, spot);
    return (/** @type {number} */ within) => {
      /** @type {Map<Piece, Spot>} */
      const spots = new Map();
      const spotAfter = (/** @type {Piece} */ piece) => {
        const spot = spots.get(piece) ?? spotOf(elementOf(piece));
        spots.set(piece, spot);
        return spot;
      };
      const spotBefore = (/** @type {Piece} */ piece) => /** @type {Spot} */ (spotsBefore.get(piece));
      const found = journeys(changed, sources, sinks, spotBefore, spotAfter);
      const number = found.reduce((sum, one) => sum + Math.min(one.number, MOST_TOGETHER), 0);
      if (!number || number > MOST) return;
      this.#layer = html.div({ class: "kit-travelling", "aria-hidden": "true" });
      this.#within = within;
      document.body.append(this.#layer);
      /** @type {Map<string, number>} */
      const sent = new Map();
      for (const one of found) {
        const way = `${one.to.kind} from ${one.from.place}`;
        const shown = old.get(one.from) ?? null;
        this.#send(one, spotBefore(one.from), spotAfter(one.to), shown, sent.get(way) ?? 0);
        sent.set(way, (sent.get(way) ?? 0) + 1);
      }
    };
  }

  /**
   * @param {Journey} journey
   * @param {Spot} start
   * @param {Spot} end
   * @param {Copy | null} before its old picture, unless it comes from a bank
   * @param {number} order its order among the pieces on the same way
   */
  #send({ from, to, number }, start, end, before, order) {
    const turn = ((from.turn - to.turn + 540) % 360) - 180;
    const way = Math.hypot(end.x - start.x, end.y - start.y);
    const count = Math.min(number, MOST_TOGETHER);
    const own = Math.min(LONGEST, SHORTEST + way * EACH_PIXEL);
    const first = Math.min(order, MOST_TOGETHER) * FOLLOWING;
    const pace = Math.min(1, this.#within / (first + own + (count - 1) * FOLLOWING));
    const landed = () => this.landed(to.kind, (end.x - scrollX) / innerWidth);
    if (from.place === to.place) {
      const turning = [{ transform: `rotate(${turn}deg)` }, { transform: "rotate(0deg)" }];
      this.#run("kit-travel", elementOf(to), turning, own * pace, 0, landed);
      return;
    }
    const isPaid = to.count === Infinity || (to.isStock && !from.isStock);
    const shown = isPaid && before ? before : copyOf(elementOf(to));
    for (let index = 0; index < count; index += 1) {
      const picture = this.#picture(index ? { ...shown, element: copyAgain(shown.element) } : shown);
      const delay = (first + index * FOLLOWING) * pace;
      this.#run("kit-travel", picture, flight(start, end, shown.spot, turn), own * pace, delay, () => {
        picture.remove();
        landed();
      });
    }
    if (to.isStock) return;
    const unseen = [{ opacity: 0 }, { opacity: 0 }];
    this.#run("kit-awaited", elementOf(to), unseen, (first + own + (count - 1) * FOLLOWING) * pace, 0, () => {});
  }

  /**
   * A picture in a separate box above the page: while it moves the board need not be repainted.
   * @param {Copy} copy
   */
  #picture(copy) {
    const { x, y, width, height } = copy.spot;
    const [left, top] = [x - width / 2, y - height / 2];
    const outer = alone(copy, "kit-flying");
    Object.assign(outer.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.#layer?.append(outer);
    return outer;
  }

  /**
   * @param {string} name
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   * @param {() => void} arrived
   */
  #run(name, element, frames, duration, delay, arrived) {
    const animation = element.animate(frames, { id: name, duration, delay, easing: EASE, fill: "backwards" });
    this.#animations.add(animation);
    animation.addEventListener("finish", () => {
      this.#animations.delete(animation);
      arrived();
      this.#rest();
    });
  }

  /**
   * Count these numbers up or down.
   * @param {Count[]} counts
   * @param {number} within
   */
  count(counts, within) {
    this.#counts = counts;
    this.#started = performance.now();
    const duration = Math.min(LONGEST, within);
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, Math.max(0, now - this.#started) / duration);
      for (const { element, from, to } of this.#counts) {
        element.textContent = String(Math.round(from + (to - from) * share));
      }
      if (share < 1) this.#frame = requestAnimationFrame(step);
      else {
        this.#counts = [];
        this.#rest();
      }
    };
    for (const { element, from } of counts) element.textContent = String(from);
    if (counts.length) this.#frame = requestAnimationFrame(step);
  }

  /** Finish all animations immediately. */
  finish() {
    cancelAnimationFrame(this.#frame);
    for (const { element, to } of this.#counts) element.textContent = String(to);
    this.#counts = [];
    for (const animation of this.#animations) animation.cancel();
    this.#animations.clear();
    this.#rest();
  }

  /** Wait until all pieces have arrived. @returns {Promise<void>} */
  rest() {
    if (!this.isMoving) return Promise.resolve();
    return new Promise((resolve) => {
      this.#done = resolve;
    });
  }

  #rest() {
    if (this.isMoving) return;
    this.#layer?.remove();
    this.#layer = null;
    const done = this.#done;
    this.#done = null;
    done?.();
  }
}

/**
 * The banks that these pieces may need.
 * @param {{ piece: Piece }[]} pieces
 * @param {Piece[]} drawn
 */
function banksFor(pieces, drawn) {
  const kinds = new Set(pieces.map(({ piece }) => piece.kind));
  return drawn.filter(({ kind, count }) => count === Infinity && kinds.has(kind));
}

/** @param {Piece} piece */
export const elementOf = ({ part }) => /** @type {SVGGraphicsElement} */ (part.element);

/**
 * A picture's place on the page.
 * @param {Element} element
 * @returns {Spot}
 */
export function spotOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2 + scrollX, y: top + height / 2 + scrollY, width, height };
}

/**
 * A copy of a part's current picture, without its labels and marks.
 * @param {Element} element
 * @returns {Copy}
 */
export function copyOf(element) {
  const copy = bare(/** @type {Element} */ (element.cloneNode(true)));
  const parent = /** @type {SVGGraphicsElement} */ (element.parentNode);
  const matrix = DOMMatrix.fromMatrix({ e: scrollX, f: scrollY }).multiply(parent.getScreenCTM() ?? undefined);
  const look = element.closest(".kit-board")?.getAttribute("class") ?? "";
  return { element: copy, look, matrix, spot: spotOf(element) };
}

/**
 * A part's picture without labels and marks.
 * @template {Element} Picture
 * @param {Picture} picture
 */
export function bare(picture) {
  for (const one of [picture, ...picture.querySelectorAll("*")]) {
    one.classList.remove(...MARKS);
    for (const name of OWN) one.removeAttribute(name);
  }
  return picture;
}

/**
 * A copy as a separate drawing, in its board's look.
 * @param {Copy} copy
 * @param {string} name
 */
export function alone({ element, look, matrix: { a, b, c, d, e, f }, spot: { x, y, width, height } }, name) {
  return svg.svg(
    {
      class: `${look} ${name}`,
      viewBox: `${x - width / 2} ${y - height / 2} ${width} ${height}`,
      "aria-hidden": "true",
    },
    svg.g({ transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` }, element),
  );
}

/** @param {Element} element */
const copyAgain = (element) => /** @type {Element} */ (element.cloneNode(true));

/**
 * A picture's animation from one spot to another, slightly lifted half-way.
 * @param {Spot} start
 * @param {Spot} end
 * @param {Spot} own the place of the picture itself
 * @param {number} turn
 */
function flight(start, end, own, turn) {
  const share = (/** @type {Spot} */ spot) => Math.hypot(spot.width, spot.height) / Math.hypot(own.width, own.height);
  const spots = [
    { ...start, scale: share(start) },
    { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, scale: ((share(start) + share(end)) / 2) * LIFT },
    { ...end, scale: share(end) },
  ];
  return spots.map(({ x, y, scale }, step) => ({
    transform: `translate(${x - own.x}px, ${y - own.y}px) rotate(${turn * (1 - step / 2)}deg) scale(${scale})`,
  }));
}
