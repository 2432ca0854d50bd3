// Reduced motion: whether animations may run, from the reader's preference and the page's visibility.

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Stored, because evaluating the query at each step would compute the whole page's style.
let isStill = still.matches;
still.addEventListener("change", () => (isStill = still.matches));

/** Whether animations may run: the reader allows them, and the page is visible. */
export const mayMove = () => !isStill && document.visibilityState === "visible";
