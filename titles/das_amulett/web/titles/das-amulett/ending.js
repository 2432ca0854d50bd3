// The tie-breaks of a finished game. There are no points: an amulet is complete, or it is not.

import { gettext } from "../../core/i18n.js";

/** @import { Ending } from "../../types.js" */
/** @import { View } from "./view.js" */

/** @type {Ending["sources"]} */
export const sources = {};

/** @type {Ending<View>["criteria"]} */
export const criteria = [
  { rule: "DA-W1", name: () => gettext("Amulet completed"), value: ({ winner }, seat) => Number(winner === seat) },
  { rule: "R70", name: () => gettext("Kinds of gems"), value: (table, seat) => new Set(table.players[seat].gems).size },
  { rule: "R70", name: () => gettext("Gems"), value: (table, seat) => table.players[seat].gems.length },
  { rule: "R70", name: () => gettext("Metal cards"), value: (table, seat) => table.players[seat].cards },
];

export const shared = "R70";
