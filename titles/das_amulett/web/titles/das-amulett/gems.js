// The gems, each designed in a box of 24 units and scaled. Each kind has its own cut: its outline, the shaded facets,
// the lit facets, and the edges between facets.

import { icon, path } from "../../kit/shapes.js";

/** @type {Record<string, [string, string, string, string]>} */
const CUTS = {
  red: [
    "M7 1.5h10L22.5 7v10L17 22.5H7L1.5 17V7z",
    "M22.5 7v10L17 22.5H7L8.5 18h7l2.5-2.5v-7z",
    "M1.5 17V7L7 1.5h10L15.5 6h-7L6 8.5v7z",
    "M8.5 6h7L18 8.5v7L15.5 18h-7L6 15.5v-7zM17 1.5L15.5 6M22.5 17L18 15.5M7 22.5L8.5 18M1.5 7L6 8.5",
  ],
  yellow: [
    "M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22z",
    "M19.8 4.2a11 11 0 0 1-15.6 15.6l3.2-3.2L12 18.5l4.6-1.9 1.9-4.6-1.9-4.6z",
    "M4.2 19.8A11 11 0 0 1 19.8 4.2l-3.2 3.2L12 5.5 7.4 7.4 5.5 12l1.9 4.6z",
    "M12 5.5l4.6 1.9 1.9 4.6-1.9 4.6-4.6 1.9-4.6-1.9L5.5 12l1.9-4.6z",
  ],
  green: [
    "M7 .5h10l3 3v17l-3 3H7l-3-3v-17z",
    "M20 3.5v17l-3 3H7l-3-3L8 18l1 1h6l1-1V6z",
    "M4 20.5v-17l3-3h10l3 3L16 6l-1-1H9L8 6v12z",
    "M9 5h6l1 1v12l-1 1H9l-1-1V6zM20 3.5L16 6M4 20.5L8 18M20 20.5L16 18M4 3.5L8 6",
  ],
  clear: [
    "M5.5 3h13L23.5 9.5 12 22.5.5 9.5z",
    "M23.5 9.5L12 22.5l3.5-13zM18.5 3l5 6.5h-8z",
    "M5.5 3L.5 9.5h8zM12 3l3.5 6.5h-7zM8.5 9.5L12 22.5.5 9.5z",
    "M.5 9.5h23M5.5 3l3 6.5L12 3l3.5 6.5 3-6.5M8.5 9.5l3.5 13 3.5-13",
  ],
  white: [
    "M12 3.5c6.5 0 11.5 3.5 11.5 8.5S18.5 20.5 12 20.5.5 17 .5 12 5.5 3.5 12 3.5z",
    "M23.3 10.5c1.2 6-4.8 10-11.3 10S1.7 17.6.7 13.6C4 17 8 18 12 17.6s9-3 11.3-7.1z",
    "M4.5 11.5c.5-3 3.5-5 8-5.2-1 2.4-4 4.5-8 5.2z",
    "",
  ],
  light_blue: [
    "M12 .5c2 4.5 8.5 8.5 8.5 14.5a8.5 8.5 0 1 1-17 0C3.5 9 10 5 12 .5z",
    "M12 .5c2 4.5 8.5 8.5 8.5 14.5a8.5 8.5 0 0 1-8.5 8.5V20l4.5-5.5-4.5-6z",
    "M12 .5C10 5 3.5 9 3.5 15h4l4.5-6.5z",
    "M12 .5v8l-4.5 6L12 20l4.5-5.5-4.5-6M3.5 15h4M16.5 15h4",
  ],
  blue: [
    "M12 .5L22.5 12 12 23.5 1.5 12z",
    "M22.5 12L12 23.5 1.5 12h5L12 18l5.5-6z",
    "M1.5 12L12 .5V6l-5.5 6z",
    "M12 6l5.5 6-5.5 6-5.5-6zM12 .5V6M12 18v5.5M1.5 12h5M17.5 12h5",
  ],
  grey: [
    "M12 .8l10 5.6v11.2l-10 5.6-10-5.6V6.4z",
    "M2 17.6L12 12l10 5.6-10 5.6z",
    "M12 .8V12L2 17.6V6.4z",
    "M12 .8V12l10 5.6M12 12L2 17.6",
  ],
  orange: [
    "M12 1.5c3.5 5.5 7.5 12.5 11 20-7-1.3-15-1.3-22 0 3.5-7.5 7.5-14.5 11-20z",
    "M12 1.5c3.5 5.5 7.5 12.5 11 20-7-1.3-15-1.3-22 0l6.5-4h9L12 9z",
    "M12 1.5c-3.5 5.5-7.5 12.5-11 20l6.5-4L12 9z",
    "M12 9l4.5 8.5h-9zM12 1.5V9M23 21.5l-6.5-4M1 21.5l6.5-4",
  ],
  brown: [
    "M12 .5C18 5 20.5 8.5 20.5 12S18 19 12 23.5C6 19 3.5 15.5 3.5 12S6 5 12 .5z",
    "M3.5 12h17c0 3.5-2.5 7-8.5 11.5z",
    "M12 .5C6 5 3.5 8.5 3.5 12H12z",
    "M12 .5v23M3.5 12h17",
  ],
};

/**
 * A faceted gem of this kind.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function gem(kind, x, y, size) {
  const [outline, shaded, lit, edges] = CUTS[kind];
  return icon(
    x,
    y,
    size,
    path(outline, `amulett-gem amulett-gem-${kind}`),
    path(shaded, "amulett-gem-shaded"),
    path(lit, "amulett-gem-lit"),
    edges && path(edges, `amulett-facet amulett-facet-${kind}`),
  );
}
