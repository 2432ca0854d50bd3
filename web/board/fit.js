// Fit to window: draws a board at the width that shows it largest as a whole, and scales it down with CSS.

/** @import { Board } from "./board.js" */

const WIDEST = 1900;
// The next width that is tried, at least.
const WIDER = 1.1;
const TRIES = 4;
// Scales that are as good as each other.
const EVEN = 0.99;

/** Boards that share one scale: the one that is shown, and beside it the one that it is compared with. */
export class Fitting {
  /** Whether the whole board is in sight; otherwise it has its natural size, and is scrolled. */
  isWhole = true;
  /** @type {Board[]} */
  #boards = [];
  /** The width in which they are drawn. */
  #width = 0;
  /** How much room the view has. Who asks for it between two drawings has the whole page laid out. */
  #room = { width: 0, height: 0 };
  /** How high the highest drawing in this width was: with each step anew the board would jump. */
  #tallest = 0;

  /**
   * @param {Board} board its place lies in a view of its own, which nothing else fills
   * @param {(isWhole: boolean) => void} changed hears whether the whole board is in sight now
   */
  constructor(board, changed) {
    this.changed = changed;
    this.#boards = [board];
    board.chooseWidth = () => this.#choose();
    const view = viewOf(board);
    new ResizeObserver(() => this.refit()).observe(view);
    view.addEventListener("dblclick", (event) => this.#zoom(event));
  }

  /** Show this board beside the first one, or with null the first one alone. @param {Board | null} board */
  pair(board) {
    const boards = this.#boards.slice(0, 1);
    this.#boards = board ? [...boards, board] : boards;
    if (board) board.chooseWidth = this.#boards[0].chooseWidth;
    if (board) for (const [one, other] of [this.#boards, this.#boards.toReversed()]) follow(viewOf(one), viewOf(other));
    // The one that comes was drawn in a width of its own
    this.#width = 0;
    this.refit();
  }

  /** Show the whole board, or its natural size. @param {boolean} isWhole */
  show(isWhole) {
    this.isWhole = isWhole;
    this.changed(isWhole);
    this.refit();
  }

  /** Fit what was drawn just now. */
  fit() {
    const heights = this.#boards.map(heightOf);
    if (heights.includes(null)) return this.#natural();
    if (!this.#width) return this.refit();
    this.#tallest = Math.max(this.#tallest, ...heights.map(Number));
    return this.#scale();
  }

  /** Find the width anew: the views or what is drawn have changed. */
  refit() {
    const drawn = this.#width;
    if (!this.#find()) return this.#natural();
    if (this.#width !== drawn) for (const board of this.#boards) board.redraw();
    return this.#scale();
  }

  /** In which width a board is to be drawn: before the first drawing is put on the page, the best one is found. */
  #choose() {
    if (!this.#width) this.#find();
    return this.#width || this.#boards[0].place.clientWidth;
  }

  /** Find the width in which all is shown largest; whether there is one. */
  #find() {
    const { clientWidth: width, clientHeight: height } = viewOf(this.#boards[0]);
    this.#room = { width, height };
    if (!width || !height) return false;
    let best = { width, scale: 0, tallest: 0 };
    let [low, high] = [width, Infinity];
    let wanted = width;
    for (let tried = 0; tried < TRIES; tried += 1) {
      const heights = this.#boards.map((board) => board.heightIn(wanted));
      if (heights.includes(null)) return false;
      const tallest = Math.max(...heights.map(Number));
      const [across, down] = [width / wanted, height / tallest];
      const scale = Math.min(1, across, down);
      // As large in more width is better: what is drawn there grows with it.
      if (scale > best.scale * (wanted > best.width ? EVEN : 1)) best = { width: wanted, scale, tallest };
      if (!this.isWhole || scale === 1) break;
      if (down < across) low = wanted;
      else high = wanted;
      // As text that is set wider takes fewer lines, a drawing keeps about its area.
      const even = Math.sqrt((wanted * tallest * width) / height);
      wanted = Math.round(Math.min(WIDEST, high < Infinity ? (low + high) / 2 : Math.max(even, low * WIDER)));
    }
    this.#width = best.width;
    this.#tallest = best.tallest;
    return true;
  }

  #scale() {
    const { width, height } = this.#room;
    const scale = this.isWhole ? Math.min(1, width / this.#width, height / this.#tallest) : 1;
    for (const board of this.#boards) {
      board.place.style.width = `${this.#width}px`;
      viewOf(board).classList.toggle("whole", this.isWhole);
      // What is scrolled must be reached with the keyboard
      viewOf(board).tabIndex = this.isWhole ? -1 : 0;
      board.place.style.setProperty("--scale", String(scale));
      board.place.style.marginInlineStart = `${Math.max(0, (width - scale * this.#width) / 2)}px`;
    }
  }

  /** Tables of plain values have the width that there is. */
  #natural() {
    this.#width = 0;
    for (const board of this.#boards) {
      viewOf(board).classList.remove("whole");
      viewOf(board).tabIndex = 0;
      for (const name of ["width", "margin-inline-start", "--scale"]) board.place.style.removeProperty(name);
    }
  }

  /** @param {MouseEvent} event */
  #zoom(event) {
    // It is picked twice.
    if (event.target instanceof Element && event.target.closest("[data-pick]")) return;
    const view = viewOf(this.#boards[0]);
    const box = this.#boards[0].place.firstElementChild?.getBoundingClientRect();
    if (!box) return;
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    this.show(!this.isWhole);
    view.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2);
  }
}

/** @param {Board} board */
function viewOf({ place }) {
  return /** @type {HTMLElement} */ (place.parentElement);
}

/** How high a drawing is by itself; null: this is none. @param {Board} board */
function heightOf({ place }) {
  const drawn = place.firstElementChild;
  return drawn instanceof SVGSVGElement ? drawn.viewBox.baseVal.height : null;
}

/**
 * @param {HTMLElement} view
 * @param {HTMLElement} other
 */
function follow(view, other) {
  view.onscroll = () => other.scrollTo(view.scrollLeft, view.scrollTop);
}
