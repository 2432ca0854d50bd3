// Piece matching: pairs the pieces of two drawings that left a place with those that came to one. A drawing names each
// piece and its place on the table; hidden pieces are not included.

/** @import { Drawn } from "./elements.js" */

/**
 * @typedef {object} Piece
 * @property {Drawn} part its part of the drawing
 * @property {string} kind pieces of one kind look alike
 * @property {string} place its place on the table
 * @property {string | number | null} id its identity, if the viewer can tell
 * @property {string | null} face its visible face; null: it is face down, or its kind has only one face
 * @property {number} count how many pieces this picture represents; infinite: an unlimited supply
 * @property {boolean} isStock whether the picture stays when it is empty
 * @property {number} turn its rotation, in degrees
 */

/** @typedef {{ x: number, y: number, width: number, height: number }} Spot the middle of a picture, and its size */

/** @typedef {{ from: Piece, to: Piece, number: number }} Journey so many pieces go */

/**
 * The pieces that have left their places, and those that have arrived. An identifiable piece in the same place has only
 * been turned, or has stayed.
 * @param {Piece[]} before
 * @param {Piece[]} after
 */
export function changes(before, after) {
  /** @type {Journey[]} */
  const known = [];
  const told = new Map(before.flatMap((piece) => (piece.id === null ? [] : [[nameOf(piece), piece]])));
  /** @type {Piece[]} */
  const arrived = [];
  for (const to of after) {
    if (to.id === null) continue;
    const from = told.get(nameOf(to));
    told.delete(nameOf(to));
    if (!from) arrived.push(to);
    else if (from.place !== to.place || from.turn !== to.turn) known.push({ from, to, number: 1 });
  }
  const [left, come] = [heaps(before), heaps(after)];
  const leaving = [...told.values()].map((piece) => ({ piece, number: 1 }));
  const arriving = arrived.map((piece) => ({ piece, number: 1 }));
  for (const key of new Set([...left.keys(), ...come.keys()])) {
    const [was, is] = [left.get(key) ?? [], come.get(key) ?? []];
    const difference = total(is) - total(was);
    if (difference > 0) arriving.push(...last(is, difference));
    if (difference < 0) leaving.push(...last(was, -difference));
  }
  return { known, leaving, arriving };
}

/**
 * The moves: of each kind the nearest pairs first; identifiable pieces are never confused. A piece without a partner
 * comes from or goes to an unlimited supply.
 * @param {ReturnType<typeof changes>} changed
 * @param {Piece[]} sources the unlimited supplies in the old drawing
 * @param {Piece[]} sinks the unlimited supplies in the new drawing
 * @param {(piece: Piece) => Spot} spotBefore
 * @param {(piece: Piece) => Spot} spotAfter
 */
export function journeys({ known, leaving, arriving }, sources, sinks, spotBefore, spotAfter) {
  const found = [...known];
  const pairs = leaving.flatMap((from) =>
    arriving
      .filter((to) => mayBeOne(from.piece, to.piece))
      .map((to) => ({
        from,
        to,
        isSure: from.piece.face === to.piece.face,
        far: distance(spotBefore(from.piece), spotAfter(to.piece)),
      })),
  );
  pairs.sort((one, other) => Number(other.isSure) - Number(one.isSure) || one.far - other.far);
  for (const { from, to } of pairs) {
    const number = Math.min(from.number, to.number);
    if (!number) continue;
    found.push({ from: from.piece, to: to.piece, number });
    from.number -= number;
    to.number -= number;
  }
  for (const { piece, number } of arriving) {
    const from = nearest(sources, piece, spotBefore, spotAfter(piece));
    if (number && from) found.push({ from, to: piece, number });
  }
  for (const { piece, number } of leaving) {
    const to = nearest(sinks, piece, spotAfter, spotBefore(piece));
    if (number && to) found.push({ from: piece, to, number });
  }
  return found;
}

/** @param {Piece} piece */
const nameOf = ({ kind, id }) => `${kind} ${id}`;

/**
 * @param {Piece} one
 * @param {Piece} other
 */
const mayBeOne = (one, other) =>
  one.kind === other.kind &&
  (one.id === null || other.id === null) &&
  (one.face === null || other.face === null || one.face === other.face);

/**
 * The indistinguishable pieces, by kind and place.
 * @param {Piece[]} pieces
 */
function heaps(pieces) {
  /** @type {Map<string, Piece[]>} */
  const found = new Map();
  for (const piece of pieces) {
    if (piece.id !== null || piece.count === Infinity) continue;
    const key = `${piece.kind} ${piece.face} @ ${piece.place}`;
    const heap = found.get(key);
    if (heap) heap.push(piece);
    else found.set(key, [piece]);
  }
  return found;
}

/** @param {Piece[]} heap */
const total = (heap) => heap.reduce((sum, { count }) => sum + count, 0);

/**
 * The last `wanted` pieces of a heap.
 * @param {Piece[]} heap
 * @param {number} wanted
 */
function last(heap, wanted) {
  const found = [];
  let left = wanted;
  for (let index = heap.length - 1; index >= 0 && left > 0; index -= 1) {
    const number = Math.min(left, heap[index].count);
    if (number > 0) found.push({ piece: heap[index], number });
    left -= number;
  }
  return found;
}

/**
 * @param {Spot} one
 * @param {Spot} other
 */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * @param {Piece[]} homes
 * @param {Piece} piece
 * @param {(piece: Piece) => Spot} spotOf
 * @param {Spot} from
 */
function nearest(homes, piece, spotOf, from) {
  const possible = homes.filter((home) => mayBeOne(home, piece));
  const sure = possible.filter(({ face }) => face === piece.face);
  const fit = sure.length ? sure : possible;
  const far = (/** @type {Piece} */ home) => distance(spotOf(home), from);
  return fit.length ? fit.reduce((best, home) => (far(home) < far(best) ? home : best)) : null;
}
