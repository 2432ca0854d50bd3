// Materials of the pyramid, as definitions of a drawing: blocks for halls and for corridors, and the paving of halls.

import { svg } from "../../kit/elements.js";
import { pattern, shading } from "../../kit/materials.js";
import { path } from "../../kit/shapes.js";

/** The stones of this board. */
export const stones = () =>
  svg(
    "defs",
    {},
    shading("kheops-hall", [0, 1]),
    shading("kheops-corridor", [0, 1]),
    pattern(
      "kheops-paving",
      16,
      12,
      path("M0 0h16v12H0z", "kheops-floor"),
      path("M0 .5h16M0 6.5h16M4 .5v6M12 6.5V12", "kheops-joint"),
    ),
  );
