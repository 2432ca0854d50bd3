// Whether the reader steps on so fast that nothing which moves between two steps could be seen.

const FAST_MILLISECONDS = 200; // the shortest journey of a piece: what follows sooner would cut each of them off

/** Measures the steps of one replay. While they are hasty, what they are shown on says so to the style sheets. */
export class Haste {
  #last = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Element} place */
  constructor(place) {
    this.place = place;
  }

  /** A step is to be shown: whether it follows the one before at once. */
  step() {
    const now = performance.now();
    const isHasty = now - this.#last < FAST_MILLISECONDS;
    this.#last = now;
    if (!isHasty || this.#timer) return isHasty;
    this.place.classList.add("hasty");
    this.#calmDown();
    return true;
  }

  /** When nobody has stepped on for a while all is as it was: looked for now and then, and not planned at each step. */
  #calmDown() {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (performance.now() - this.#last < 2 * FAST_MILLISECONDS) this.#calmDown();
      else this.place.classList.remove("hasty");
    }, 2 * FAST_MILLISECONDS);
  }
}
