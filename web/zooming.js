// Two fingers enlarge the board and move it about; one finger moves it while it is enlarged; a double tap puts it back.

const LARGEST = 4;
const DOUBLE = 2;

/** What is enlarged in its frame, whose size it does not change. */
export class Zooming {
  /** The fingers on the board, by their pointers. @type {Map<number, { x: number, y: number }>} */
  #fingers = new Map();
  /** @type {HTMLElement | null} */
  #frame = null;
  #zoom = 1;

  /**
   * @param {HTMLElement} place
   * @param {string} frames of the frames around what was touched, the nearest of these is meant
   */
  constructor(place, frames) {
    this.frames = frames;
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#moved(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      place.addEventListener(name, ({ pointerId }) => this.#fingers.delete(pointerId));
    }
    // Two fingers, or one on an enlarged board, do not scroll the page.
    const keepStill = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length > 1 || (this.#zoom > 1 && this.#isIn(event.target))) event.preventDefault();
    };
    place.addEventListener("touchmove", keepStill, { passive: false });
    place.addEventListener("dblclick", (event) => this.#doubled(event), { capture: true });
  }

  /** @param {EventTarget | null} target */
  #isIn(target) {
    return target instanceof Node && this.#frame !== null && this.#frame.contains(target);
  }

  /** @param {PointerEvent} event */
  #down({ pointerType, pointerId, target, clientX, clientY }) {
    const frame = target instanceof Element ? target.closest(this.frames) : null;
    if (pointerType !== "touch" || !(frame instanceof HTMLElement)) return;
    if (frame !== this.#frame) {
      this.reset();
      this.#frame = frame;
    }
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
  }

  /** @param {PointerEvent} event */
  #moved({ pointerId, clientX, clientY }) {
    if (!this.#fingers.has(pointerId)) return;
    const before = span([...this.#fingers.values()]);
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
    const after = span([...this.#fingers.values()]);
    if (this.#fingers.size < 2 && this.#zoom === 1) return;
    const wider = before.far && after.far ? after.far / before.far : 1;
    this.#enlarge(this.#zoom * wider, before, after);
  }

  /**
   * Enlarge so that what was at one point comes to lie at the other.
   * @param {number} zoom
   * @param {{ x: number, y: number }} from
   * @param {{ x: number, y: number }} to
   */
  #enlarge(zoom, from, to = from) {
    const frame = this.#frame;
    if (!frame) return;
    const { left, top, height } = frame.getBoundingClientRect();
    const next = Math.min(LARGEST, Math.max(1, zoom));
    if (this.#zoom === 1) frame.style.height = `${height}px`;
    const grown = next / this.#zoom;
    const [x, y] = [(frame.scrollLeft + from.x - left) * grown, (frame.scrollTop + from.y - top) * grown];
    this.#zoom = next;
    if (next === 1) return this.reset();
    frame.style.setProperty("--zoom", String(next));
    frame.classList.add("zoomed");
    frame.scrollTo(x - (to.x - left), y - (to.y - top));
  }

  /** Put it back as it was. */
  reset() {
    this.#zoom = 1;
    this.#frame?.classList.remove("zoomed");
    this.#frame?.style.removeProperty("--zoom");
    this.#frame?.style.removeProperty("height");
    this.#frame?.scrollTo(0, 0);
  }

  /** @param {MouseEvent} event */
  #doubled(event) {
    const frame = event.target instanceof Element ? event.target.closest(this.frames) : null;
    if (!(frame instanceof HTMLElement)) return;
    if (this.#zoom > 1) {
      event.stopPropagation();
      this.reset();
    } else if (!frame.matches(".view") && !(/** @type {Element} */ (event.target).closest("[data-pick]"))) {
      this.#frame = frame;
      this.#enlarge(DOUBLE, { x: event.clientX, y: event.clientY });
    }
  }
}

/**
 * The middle between the fingers, and how far apart they are.
 * @param {{ x: number, y: number }[]} fingers
 */
function span(fingers) {
  const [one, other = one] = fingers;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, far: Math.hypot(one.x - other.x, one.y - other.y) };
}
