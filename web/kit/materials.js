// Materials: gradients and patterns that light and texture all boards in the same way. The light comes from the upper
// left: faces towards it are lit, those away from it are shaded, and raised shapes cast a soft shadow to the lower
// right. Each material is defined once in a drawing, and used by the style sheets: `fill: var(--kit-gold-material)`.
// Its colours are in kit.css, by theme.

import { svg } from "./elements.js";

/** @import { Drawn } from "./elements.js" */

/** The directions of a gradient: from upper left to lower right, like the light; downwards; lengthwise. */
const WAYS = {
  across: { x1: 0, y1: 0, x2: 1, y2: 1 },
  down: { x1: 0, y1: 0, x2: 0, y2: 1 },
  along: { x1: 0, y1: 0, x2: 1, y2: 0 },
};

/**
 * A gradient from lit to shaded; the style sheet defines the colours of its stops, `<name>-1` and so on.
 * @param {string} name
 * @param {number[]} offsets the offsets of its stops, from 0 to 1
 * @param {keyof typeof WAYS} [way]
 */
export const shading = (name, offsets, way = "across") =>
  svg(
    "linearGradient",
    { id: name, ...WAYS[way] },
    ...offsets.map((offset, index) => svg("stop", { offset, class: `${name}-${index + 1}` })),
  );

/**
 * A repeating pattern of this size.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {Drawn[]} parts
 */
export const pattern = (name, width, height, ...parts) =>
  svg("pattern", { id: name, width, height, patternUnits: "userSpaceOnUse" }, ...parts);

// Grains of sand, scattered so that the repetition is not visible: shaded ones and lit ones.
const DARK_GRAINS =
  "M3 5h1.4v1.2H3zM17 2h1v1h-1zM29 9h1.6v1.2H29zM41 4h1v1.2h-1zM9 14h1v1H9zM23 18h1.4v1H23zM37 16h1v1h-1zM46 22h1.2v1H46z" +
  "M5 26h1.2v1H5zM15 30h1.6v1.2H15zM31 27h1v1h-1zM42 33h1.4v1.2H42zM2 38h1v1H2zM21 40h1v1h-1zM34 42h1.6v1H34zM11 45h1v1.2h-1z";
const LIT_GRAINS =
  "M7 8h1v1H7zM21 6h1.4v1H21zM34 3h1v1h-1zM45 11h1v1h-1zM13 20h1.2v1H13zM28 14h1v1h-1zM40 25h1.4v1H40zM1 19h1v1H1z" +
  "M10 34h1v1h-1zM25 33h1.4v1.2H25zM37 37h1v1h-1zM46 44h1v1h-1zM17 46h1.2v1H17zM29 47h1v1h-1zM4 44h1v1H4zM20 25h1v1h-1z";

/** The boards' materials, as definitions of a drawing. */
export const materials = () =>
  svg(
    "defs",
    {},
    shading("kit-papyrus", [0, 0.55, 1]),
    shading("kit-night", [0, 1], "down"),
    shading("kit-gold", [0, 0.45, 1]),
    shading("kit-face-lit", [0, 1]),
    shading("kit-face-shaded", [0, 1], "down"),
    shading("kit-stone", [0, 1]),
    shading("kit-light", [0, 0.4, 0.6, 1]),
    pattern(
      "kit-grain",
      48,
      48,
      svg("path", { d: DARK_GRAINS, class: "kit-grain-dark" }),
      svg("path", { d: LIT_GRAINS, class: "kit-grain-lit" }),
    ),
    // The only filter: for large things that do not move.
    svg(
      "filter",
      { id: "kit-shadow", x: "-3%", y: "-3%", width: "106%", height: "108%" },
      svg("feDropShadow", { dx: 1.5, dy: 2, stdDeviation: 1.8, class: "kit-shadow-colour" }),
    ),
  );
