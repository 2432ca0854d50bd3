// Fast stepping: detects rapid steps and marks the board so that style sheets skip its animations.

const IN_A_ROW = 3;
const FAST_MILLISECONDS = 200; // the shortest journey of a piece: what follows sooner would cut each of them off

/**
 * To be asked at each step, whether it and those before it follow each other at once. As long as they do, the place in
 * which they are shown says so to the style sheets.
 * @param {Element} place
 */
export function hasteIn(place) {
  let last = -Infinity;
  let fast = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const calmDown = () => {
    const isOver = performance.now() - last > FAST_MILLISECONDS;
    timer = isOver ? undefined : setTimeout(calmDown, FAST_MILLISECONDS);
    place.classList.toggle("hasty", !isOver);
  };
  return () => {
    const now = performance.now();
    fast = now - last < FAST_MILLISECONDS ? fast + 1 : 0;
    last = now;
    if (fast >= IN_A_ROW && !timer) calmDown();
    return fast >= IN_A_ROW;
  };
}
