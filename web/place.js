// Places in a game's record, and the address of a view of one: `#17-2&as=1&compare=12-0`.

/** Before (negative), at (0) or after (positive): positions are compared by action, then by effect. */
export function compare(one, other) {
  const [action, effect] = one.split("-").map(Number);
  const [otherAction, otherEffect] = other.split("-").map(Number);
  return action - otherAction || (effect ?? 0) - (otherEffect ?? 0);
}

/** What an address's part after # asks for: `{ at, as, hindsight, compare }`; `at` is a position, an action or a time. */
export function readPlace(hash) {
  const [at, ...rest] = hash.replace(/^#/, "").split("&");
  const more = new URLSearchParams(rest.join("&"));
  return {
    at: decodeURIComponent(at) || null,
    as: more.get("as"),
    hindsight: more.get("hindsight") === "1",
    compare: more.get("compare"),
  };
}

/** The address's part after # for a view. */
export function writePlace({ at, as, hindsight, compare: other }) {
  const more = new URLSearchParams();
  if (as !== null && as !== undefined) more.set("as", as);
  if (hindsight) more.set("hindsight", "1");
  if (other) more.set("compare", other);
  const text = more.toString();
  return `#${at}${text ? `&${text}` : ""}`;
}

/**
 * The index of the step that `at` means among steps in their order: a position is itself, an action its last effect,
 * a time the last step at or before it; what lies beyond an end is that end.
 */
export function findStep(steps, at) {
  if (!at || !steps.length) return steps.length - 1;
  if (/^\d+-\d+$/.test(at)) return lastIndex(steps, (step) => compare(step.position, at) <= 0);
  if (/^\d+$/.test(at)) return lastIndex(steps, (step) => Number(step.position.split("-")[0]) <= Number(at));
  const time = Date.parse(at);
  if (Number.isNaN(time)) return steps.length - 1;
  return lastIndex(steps, (step) => Date.parse(step.at) <= time);
}

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
