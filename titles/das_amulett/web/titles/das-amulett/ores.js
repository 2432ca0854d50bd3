// The metals of this board, as definitions of a drawing.

import { svg } from "../../kit/elements.js";
import { shading } from "../../kit/materials.js";

/** Gold, silver, copper and iron in the light. */
export const ores = () =>
  svg("defs", {}, ...["gold", "silver", "copper", "iron"].map((metal) => shading(`amulett-${metal}`, [0, 1])));
