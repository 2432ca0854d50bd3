// Zoom and pan: enlarges the board by pinch, touchpad or Ctrl+wheel, and moves it by drag.
// A double tap resets it.

const LARGEST = 4;
const DOUBLE = 2;
const WHEEL = 0.004; // enlargement per pixel of the wheel
const STEP = 1.3; // enlargement per key press
const DRAGGED_PIXELS = 5; // below this a mouse drag is a click

/** The elements that can be zoomed. */
const FRAMES = ".kit-surface";

/** Zooming inside a frame, whose size does not change. */
export class Zooming {
  /** The fingers on the board, by pointer id. @type {Map<number, { x: number, y: number }>} */
  #fingers = new Map();
  /** @type {HTMLElement | null} */
  #frame = null;
  #zoom = 1;
  /**
   * Where the mouse was pressed, and whether the board was dragged. @type {{ x: number, y: number, isDragged: boolean }
   * | null}
   */
  #mouse = null;

  /** @param {HTMLElement} place the container of the frames */
  constructor(place) {
    this.place = place;
    place.addEventListener("wheel", (event) => this.#wheeled(event), { passive: false });
    place.addEventListener("click", (event) => this.#clicked(event), { capture: true });
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
    const frame = target instanceof Element ? target.closest(FRAMES) : null;
    if (!(frame instanceof HTMLElement)) return;
    if (pointerType !== "touch") {
      this.#mouse = frame === this.#frame && this.#zoom > 1 ? { x: clientX, y: clientY, isDragged: false } : null;
      return;
    }
    this.#take(frame);
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
  }

  /** @param {HTMLElement} frame the frame to zoom */
  #take(frame) {
    if (frame === this.#frame) return;
    this.reset();
    this.#frame = frame;
  }

  /** @param {WheelEvent} event */
  #wheeled(event) {
    const { target, deltaX, deltaY, clientX, clientY } = event;
    const frame = target instanceof Element ? target.closest(FRAMES) : null;
    if (!(frame instanceof HTMLElement)) return;
    if (event.ctrlKey || event.metaKey) {
      this.#take(frame);
      this.#enlarge(this.#zoom * Math.exp(-deltaY * WHEEL), { x: clientX, y: clientY });
    } else if (frame === this.#frame && this.#zoom > 1) frame.scrollBy(deltaX, deltaY);
    else return;
    event.preventDefault();
  }

  /**
   * Zoom in or out at the centre.
   * @param {1 | -1} way
   */
  step(way) {
    const wanted = this.#frame?.isConnected ? this.#frame : this.place.querySelector(FRAMES);
    if (!(wanted instanceof HTMLElement)) return;
    this.#take(wanted);
    const { left, top, width, height } = wanted.getBoundingClientRect();
    this.#enlarge(this.#zoom * STEP ** way, { x: left + width / 2, y: top + height / 2 });
  }

  /** Zoom the centre to double size, or reset. */
  toggle() {
    if (this.#zoom > 1) this.reset();
    else for (let zoom = 1; zoom < DOUBLE; zoom *= STEP) this.step(1);
  }

  /** A drag is not a click. @param {Event} event */
  #clicked(event) {
    if (this.#mouse?.isDragged) {
      event.stopPropagation();
      event.preventDefault();
    }
    this.#mouse = null;
  }

  /** @param {PointerEvent} event */
  #moved({ pointerId, clientX, clientY, buttons }) {
    if (this.#mouse && buttons) this.#drag(this.#mouse, clientX, clientY);
    if (!this.#fingers.has(pointerId)) return;
    const before = span([...this.#fingers.values()]);
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
    const after = span([...this.#fingers.values()]);
    if (this.#fingers.size < 2 && this.#zoom === 1) return;
    const wider = before.far && after.far ? after.far / before.far : 1;
    this.#enlarge(this.#zoom * wider, before, after);
  }

  /**
   * @param {{ x: number, y: number, isDragged: boolean }} mouse
   * @param {number} x
   * @param {number} y
   */
  #drag(mouse, x, y) {
    if (!mouse.isDragged && Math.hypot(x - mouse.x, y - mouse.y) < DRAGGED_PIXELS) return;
    this.#frame?.scrollBy(mouse.x - x, mouse.y - y);
    Object.assign(mouse, { x, y, isDragged: true });
  }

  /**
   * Zoom so that one point moves to another.
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

  /** Reset the zoom. */
  reset() {
    this.#zoom = 1;
    this.#frame?.classList.remove("zoomed");
    this.#frame?.style.removeProperty("--zoom");
    this.#frame?.style.removeProperty("height");
    this.#frame?.scrollTo(0, 0);
  }

  /** @param {MouseEvent} event */
  #doubled(event) {
    const frame = event.target instanceof Element ? event.target.closest(FRAMES) : null;
    if (!(frame instanceof HTMLElement)) return;
    if (this.#zoom > 1) {
      event.stopPropagation();
      this.reset();
    } else if (!(/** @type {Element} */ (event.target).closest("[data-pick]"))) {
      this.#frame = frame;
      this.#enlarge(DOUBLE, { x: event.clientX, y: event.clientY });
    }
  }
}

/**
 * The midpoint and distance of the fingers.
 * @param {{ x: number, y: number }[]} fingers
 */
function span(fingers) {
  const [one, other = one] = fingers;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, far: Math.hypot(one.x - other.x, one.y - other.y) };
}
