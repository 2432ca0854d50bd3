// Positions: compares positions in a record, and reads and writes a view's address fragment.
// For example: `#17-2&as=1&compare=12-0&find=Baharya&mark=23-0+Flood`.

/** @typedef {{ at: string, name: string }} Bookmark a position and what the reader calls it */
/**
 * @typedef {object} Place what an address's part after # asks for
 * @property {string | null} at a position, an action or a time
 * @property {string | null} as the viewer
 * @property {boolean} hindsight
 * @property {string | null} compare the position to compare with
 * @property {string} find the search term in the story
 * @property {Bookmark[]} marks
 */

/**
 * Before (negative), at (0) or after (positive): positions are compared by action, then by effect.
 * @param {string} one
 * @param {string} other
 */
export function compare(one, other) {
  const [action, effect] = one.split("-").map(Number);
  const [otherAction, otherEffect] = other.split("-").map(Number);
  return action - otherAction || (effect ?? 0) - (otherEffect ?? 0);
}

/** The action of a position. @param {string} position */
export const actionOf = (position) => position.split("-")[0];

/**
 * The view described by an address's fragment.
 * @param {string} hash
 * @returns {Place}
 */
export function readPlace(hash) {
  const [at, ...rest] = hash.replace(/^#/, "").split("&");
  const more = new URLSearchParams(rest.join("&"));
  return {
    at: decodeURIComponent(at) || null,
    as: more.get("as"),
    hindsight: more.get("hindsight") === "1",
    compare: more.get("compare"),
    find: more.get("find") ?? "",
    marks: more.getAll("mark").map((text) => {
      const [position, ...name] = text.split(" ");
      return { at: position, name: name.join(" ") };
    }),
  };
}

/**
 * The address's fragment for a view.
 * @param {Partial<Place>} place
 */
export function writePlace({ at, as, hindsight, compare: other, find, marks = [] }) {
  const more = new URLSearchParams();
  if (as) more.set("as", as);
  if (hindsight) more.set("hindsight", "1");
  if (other) more.set("compare", other);
  if (find) more.set("find", find);
  for (const mark of marks) more.append("mark", `${mark.at} ${mark.name}`.trim());
  const text = more.toString();
  return `#${at}${text ? `&${text}` : ""}`;
}

/**
 * The index of the step at `at` among ordered steps: a position, an action's last effect, or the last step at or before
 * a time; out-of-range values give the nearest end.
 * @param {{ position: string, at: string }[]} steps
 * @param {string | null} at
 */
export function findStep(steps, at) {
  if (!at || !steps.length) return steps.length - 1;
  if (/^\d+-\d+$/.test(at)) return lastIndex(steps, (step) => compare(step.position, at) <= 0);
  if (/^\d+$/.test(at)) return lastIndex(steps, (step) => Number(step.position.split("-")[0]) <= Number(at));
  const time = Date.parse(at);
  if (Number.isNaN(time)) return steps.length - 1;
  return lastIndex(steps, (step) => Date.parse(step.at) <= time);
}

/**
 * @template Step
 * @param {Step[]} steps
 * @param {(step: Step) => boolean} fits
 */
function lastIndex(steps, fits) {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(steps[middle])) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The seat of a view, or null. @param {Place} place */
export const seatOf = ({ as }) => (/^\d+$/.test(as ?? "") ? Number(as) : null);
