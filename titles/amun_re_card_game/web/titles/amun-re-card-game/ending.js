// The sources of points in a finished game, from its events, and the tie-breaks.

import { gettext } from "../../core/i18n.js";

/** @import { Ending } from "../../types.js" */
/** @import { View } from "./view.js" */

/** @type {Ending["sources"]} */
export const sources = {
  PointsScored: {
    seat: "seat",
    total: "total",
    parts: {
      pyramids: () => gettext("Pyramids"),
      fields: () => gettext("Fields"),
      pharaoh: () => gettext("The Pharaoh"),
      fewest_ankhs: () => gettext("The fewest Ankhs"),
    },
    rest: () => gettext("Never below 0"),
  },
};

/** @type {Ending<View>["criteria"]} */
export const criteria = [
  { rule: "AC-E1", name: () => gettext("Points"), value: (table, seat) => table.players[seat].points },
  {
    rule: "AC-E2",
    name: () => gettext("Pyramids on all three Provinces"),
    value: (table, seat) => table.players[seat].provinces.reduce((sum, { pyramids }) => sum + pyramids, 0),
  },
  {
    rule: "AC-E3",
    name: () => gettext("Position from the end of the turn order"),
    value: ({ turn_order: order }, seat) => order.length - order.indexOf(seat),
  },
];
