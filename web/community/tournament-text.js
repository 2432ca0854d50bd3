// Tournament texts: the status and the pairing system, in words.

import { gettext } from "../core/i18n.js";

/** @import { ListedTournament } from "../types.js" */

/** The status of a tournament. @param {ListedTournament} tournament */
export function statusText({ status, rounds, played, closed }) {
  switch (status) {
    case "open":
      return closed ? gettext("registration closed") : gettext("open for registration");
    case "running":
      return gettext("round {number} of {all}", { number: played, all: rounds });
    case "over":
      return gettext("finished");
    default:
      return gettext("called off");
  }
}

/** The pairing system. @param {ListedTournament["kind"]} kind */
export function kindText(kind) {
  if (kind === "knockout") return gettext("knock-out");
  return kind === "swiss" ? gettext("Swiss pairing") : gettext("round robin");
}
