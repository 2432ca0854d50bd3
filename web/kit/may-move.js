const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether anything may move: the reader has nothing against it, and looks. */
export const mayMove = () => !still.matches && document.visibilityState === "visible";
