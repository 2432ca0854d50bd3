// Ed25519 points: accepts as public keys only canonical points of the curve's prime-order group. With a point of small
// order anyone can sign; programs disagree about points with a component of small order or in a non-canonical encoding.

/** 32 bytes in canonical base64. */
const FORM = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const MOST_KNOWN = 1000;

// The curve -x² + y² = 1 + d·x²·y² over the integers modulo p (RFC 8032, section 5.1).
const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);

/** x, y, z, t in extended coordinates: x/z and y/z are the point's, and t is x·y/z. @typedef {[bigint, bigint, bigint, bigint]} Point */

/** @type {Map<string, boolean>} */
const known = new Map();

/** @param {bigint} number */
function mod(number) {
  const rest = number % P;
  return rest < 0n ? rest + P : rest;
}

/**
 * @param {bigint} base
 * @param {bigint} exponent
 */
function power(base, exponent) {
  let result = 1n;
  for (let [square, left] = [base, exponent]; left; square = mod(square * square), left >>= 1n) {
    if (left & 1n) result = mod(result * square);
  }
  return result;
}

/**
 * @param {Point} one
 * @param {Point} other
 * @returns {Point}
 */
function sum(one, other) {
  const a = mod((one[1] - one[0]) * (other[1] - other[0]));
  const b = mod((one[1] + one[0]) * (other[1] + other[0]));
  const [c, d] = [mod(2n * one[3] * other[3] * D), mod(2n * one[2] * other[2])];
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/**
 * @param {bigint} number
 * @param {Point} point
 */
function times(number, point) {
  /** @type {Point} */
  let result = [0n, 1n, 1n, 0n];
  for (let [twice, left] = [point, number]; left; twice = sum(twice, twice), left >>= 1n) {
    if (left & 1n) result = sum(result, twice);
  }
  return result;
}

/** @param {Point} point */
function isNeutral([x, y, z]) {
  return x === 0n && y === z;
}

/**
 * The point with this canonical base64 encoding; null if there is none.
 * @param {string} text
 * @returns {Point | null}
 */
function pointIn(text) {
  const bytes = Array.from(atob(text), (one) => BigInt(one.charCodeAt(0)));
  const number = bytes.reduceRight((higher, byte) => (higher << 8n) | byte, 0n);
  const [y, sign] = [number & (2n ** 255n - 1n), number >> 255n];
  if (y >= P) return null;
  const square = mod((y * y - 1n) * power(mod(D * y * y + 1n), P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square)) x = mod(x * ROOT);
  if (mod(x * x - square) || (!x && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

/**
 * Whether only the owner can sign for this key: canonical, on the curve, and of prime order.
 * @param {string} text
 */
export function isPublicKey(text) {
  if (!FORM.test(text)) return false;
  let is = known.get(text);
  if (is === undefined) {
    const point = pointIn(text);
    is = point !== null && !isNeutral(point) && isNeutral(times(ORDER, point));
    if (known.size < MOST_KNOWN) known.set(text, is);
  }
  return is;
}
