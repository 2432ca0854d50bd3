// The sources of points in a finished game, from its events, and the tie-breaks.

import { gettext } from "../../core/i18n.js";

/** @import { Ending } from "../../types.js" */
/** @import { View } from "./view.js" */

/** @type {Ending["sources"]} */
export const sources = {
  DungeonScored: {
    seat: "winner",
    total: "value",
    parts: {
      halls: () => gettext("Halls"),
      sarcophagi: () => gettext("Sarcophagi"),
      apex: () => gettext("The apex"),
      longest: () => gettext("The longest dungeon"),
    },
    rest: () => gettext("Closed dungeons, doubled"),
  },
  AnkhsScored: { seat: "seat", total: "points", parts: { points: () => gettext("Ankhs") } },
};

/** @type {Ending<View>["criteria"]} */
export const criteria = [
  { rule: "KH-E2", name: () => gettext("Points"), value: (table, seat) => table.players[seat].points },
];

export const shared = "R43";
