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
      temples: () => gettext("Temples"),
      pyramids: () => gettext("Pyramids"),
      sets: () => gettext("Sets of pyramids"),
      west: () => gettext("The west bank"),
      east: () => gettext("The east bank"),
      cards: () => gettext("Yellow cards"),
    },
  },
  GoldScored: { seat: "seat", total: "points", parts: { points: () => gettext("Gold") } },
};

/** @type {Ending<View>["criteria"]} */
export const criteria = [
  { rule: "AR-E3", name: () => gettext("Points"), value: (table, seat) => table.players[seat].points },
  { rule: "AR-E3", name: () => gettext("Pyramids"), value: (table, seat) => table.players[seat].pyramids },
  { rule: "AR-E3", name: () => gettext("Stones"), value: (table, seat) => table.players[seat].stones },
];

export const shared = "AR-E3";
