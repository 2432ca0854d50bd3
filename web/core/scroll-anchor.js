// Scroll anchoring: keeps a part of the page in place while content above it changes its height.

/**
 * Keep a part of the page where it is, once the reader has touched it or scrolled, whatever becomes of what is above
 * it. The browser's own way does that only where the page is scrolled already.
 * @param {HTMLElement} part
 * @param {Element[]} above
 */
export function keepSteady(part, above) {
  const place = () => part.getBoundingClientRect().top + scrollY;
  let before = place();
  let touched = false;
  part.addEventListener("pointerdown", () => (touched = true), { once: true });
  const observer = new ResizeObserver(() => {
    const now = place();
    if (touched || scrollY > 0) scrollBy({ top: now - before, behavior: "instant" });
    before = now;
  });
  for (const one of above) observer.observe(one);
  addEventListener("resize", () => {
    before = place();
  });
}
