// Reduced motion: whether animations may run, from the reader's preference and the page's visibility.

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Asked at each step, the query itself would have the whole page's style computed each time.
let isStill = still.matches;
still.addEventListener("change", () => (isStill = still.matches));

/** Whether anything may move: the reader has nothing against it, and looks. */
export const mayMove = () => !isStill && document.visibilityState === "visible";
