// Last move: a ghost of each moved piece at its old place, and an arrow to its new place.

import { svg } from "../kit/elements.js";
import { path, tenth } from "../kit/shapes.js";
import { changes, journeys } from "../kit/piece-matching.js";
import { bare, elementOf, spotOf } from "../kit/piece-motion.js";
import { reconcile } from "../kit/reconcile.js";

/** @import { Drawn } from "../kit/elements.js" */
/** @import { Piece, Spot } from "../kit/piece-matching.js" */
/** @import { Picture } from "./title-drawing.js" */

const MOST = 6; // players never move more than this
const HEAD = 11;
// Arrows keep to their right, so that two exchanged pieces have two arrows.
const ASIDE = 4;

/**
 * Show on the surface of a picture on the page what moved since an earlier one. Returns the marks, to be removed with
 * the next picture; null: nothing moved, or the surface had another size.
 * @param {Picture} now
 * @param {Picture} earlier
 */
export function showLastMove(now, earlier) {
  const [surface, then] = [now, earlier].map(({ whole }) => surfaceIn(whole));
  if (!surface || !then || surface.attributes.viewBox !== then.attributes.viewBox) return null;
  const root = /** @type {SVGSVGElement} */ (surface.element);
  const ways = waysIn(then);
  const lying = now.pieces.filter((piece) => root.contains(elementOf(piece)));
  const { known, leaving, arriving } = changes(
    earlier.pieces.filter(({ part }) => ways.has(part)),
    lying,
  );
  const moved = {
    known: known.filter(({ from, to }) => from.place !== to.place),
    leaving: leaving.filter(({ piece }) => !piece.isStock),
    arriving: arriving.filter(({ piece }) => !piece.isStock),
  };
  const left = [...moved.known.map(({ from }) => from), ...moved.leaving.map(({ piece }) => piece)];
  if (!left.length || left.length > MOST) return null;
  const ghosts = left.map(({ part }) => {
    // Its container determines its place and perhaps its look.
    const outer = /** @type {Drawn[]} */ (ways.get(part));
    return outer.reduceRight(
      (inner, { attributes }) => svg("g", { transform: attributes.transform, class: attributes.class }, inner),
      svg("g", { class: "kit-ghost" }, part),
    );
  });
  const layer = svg("g", { class: "kit-last-move", "aria-hidden": "true" }, ...ghosts);
  reconcile(null, layer);
  const element = bare(/** @type {SVGElement} */ (layer.element));
  const [seat, ...others] = earlier.state.to_act;
  if (seat !== undefined && !others.length) {
    element.style.setProperty("--arrow", `var(--seat-${seat})`);
    element.style.setProperty("--arrow-edge", `var(--seat-${seat}-edge, var(--card))`);
  }
  root.append(element);
  const spot = (/** @type {Piece} */ piece) => spotOf(elementOf(piece));
  const toSurface = DOMMatrix.fromMatrix({ e: -scrollX, f: -scrollY });
  toSurface.preMultiplySelf(root.getScreenCTM()?.inverse());
  const found = journeys(moved, [], [], spot, spot);
  const arrows = svg("g", {}, ...found.flatMap(({ from, to }) => arrowNodes(spot(from), spot(to), toSurface)));
  reconcile(null, arrows);
  element.append(/** @type {Element} */ (arrows.element));
  // If a similar part is there now, a ghost would only blur it.
  const isTaken = (/** @type {Spot} */ { x, y, width }) =>
    lying.map(spot).some((one) => Math.hypot(one.x - x, one.y - y) < width / 2 && one.width < width * 2);
  for (const piece of left) if (isTaken(spot(piece))) elementOf(piece).remove();
  return element;
}

/**
 * The marks of the last move for a picture for export, whose surface lies where it lies in a picture of it alone.
 * @param {HTMLElement} place on the page
 * @param {Picture} now
 * @param {Picture} earlier
 * @param {boolean} [isBetter] it was not played: only where it would have gone, or what it would have changed, is marked
 */
export function lastMoveIn(place, now, earlier, isBetter = false) {
  reconcile(null, now.whole);
  const alone = /** @type {Element} */ (now.whole.element);
  place.append(alone);
  const marks = showLastMove(now, earlier);
  const found = isBetter ? betterMarks(now, earlier, marks) : marks;
  alone.remove();
  return found ? [found] : [];
}

/**
 * The arrows of a better move, or frames around the parts that it would have changed.
 * @param {Picture} now
 * @param {Picture} earlier
 * @param {SVGElement | null} marks
 */
function betterMarks(now, earlier, marks) {
  const surface = surfaceIn(now.whole);
  if (!surface) return null;
  const root = /** @type {SVGSVGElement} */ (surface.element);
  if (marks?.querySelector(".kit-arrow")) {
    for (const ghost of marks.querySelectorAll(".kit-ghost")) ghost.remove();
    marks.classList.add("kit-better");
    return marks;
  }
  const toSurface = root.getScreenCTM()?.inverse();
  const changed = [...now.notes].filter(
    ([key, { part, value }]) => earlier.notes.get(key)?.value !== value && root.contains(part.element ?? null),
  );
  if (!changed.length || changed.length > MOST) return null;
  const frames = changed.map(([, { part }]) => {
    const { left, top, right, bottom } = /** @type {Element} */ (part.element).getBoundingClientRect();
    const [from, to] = [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((one) =>
      one.matrixTransform(toSurface),
    );
    const size = { width: tenth(to.x - from.x), height: tenth(to.y - from.y) };
    return svg("rect", { x: tenth(from.x), y: tenth(from.y), ...size, rx: 6, class: "kit-arrow" });
  });
  const layer = svg("g", { class: "kit-last-move kit-better" }, ...frames);
  reconcile(null, layer);
  return /** @type {SVGElement} */ (layer.element);
}

/**
 * The surface of an arranged stage, or nothing.
 * @param {Drawn} whole
 */
const surfaceIn = (whole) => [whole, whole.children[0]?.children[0]].find((part) => part?.key === "picture surface");

/**
 * The containers of each part, outermost first.
 * @param {Drawn} root
 */
function waysIn(root) {
  /** @type {Map<Drawn, Drawn[]>} */
  const found = new Map();
  const look = (/** @type {Drawn} */ part, /** @type {Drawn[]} */ way) => {
    for (const child of part.children) {
      found.set(child, way);
      look(child, [...way, child]);
    }
  };
  look(root, []);
  return found;
}

/**
 * An arrow from the middle of a ghost to the edge of the moved part.
 * @param {Spot} from
 * @param {Spot} to
 * @param {DOMMatrix} toSurface
 */
function arrowNodes(from, to, toSurface) {
  const [start, end] = [from, to].map(({ x, y }) => new DOMPoint(x, y).matrixTransform(toSurface));
  const far = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [x, y] = [(end.x - start.x) / far, (end.y - start.y) / far];
  const length = Math.max(far / 2, far - (Math.min(to.width, to.height) / 2) * toSurface.a);
  const point = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${tenth(start.x + x * along - y * (across + ASIDE))} ${tenth(start.y + y * along + x * (across + ASIDE))}`;
  const head = `M${point(length - HEAD, HEAD * 0.6)}L${point(length, 0)}L${point(length - HEAD, -HEAD * 0.6)}`;
  const d = `M${point(0, 0)}L${point(length, 0)}${head}`;
  return [path(d, "kit-arrow-edge"), path(d, "kit-arrow")];
}
