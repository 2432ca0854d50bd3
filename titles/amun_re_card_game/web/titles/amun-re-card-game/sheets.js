// The materials of this board, as definitions of a drawing: the papyrus of its cards, the water of the Nile.

import { svg } from "../../kit/elements.js";
import { shading } from "../../kit/materials.js";

/** The materials of this board. */
export const sheets = () => svg("defs", {}, shading("amun-parchment", [0, 1]), shading("amun-water", [0, 1], "down"));
