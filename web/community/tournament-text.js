// Tournament texts: the status and the pairing system, in words.

import { gettext, ngettext } from "../core/i18n.js";
import { lengthText } from "../core/time-left.js";
import { boundsText } from "../lobby/rating-bounds.js";

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
  if (kind === "groups") return gettext("groups, then a knock-out");
  return kind === "swiss" ? gettext("Swiss pairing") : gettext("round robin");
}

/** What its form adds to the pairing system: texts, and false for what it has not. @param {ListedTournament} tournament */
export function formTexts({ form }) {
  const { least_rating: least, most_rating: most, groups } = form;
  return [
    groups > 0 && gettext("{number} groups", { number: groups }),
    groups > 0 && ngettext("one player of each goes on", "{number} players of each go on", form.advancing),
    form.cycles > 1 && gettext("all meet twice"),
    form.seeding === "rating" && gettext("seeded by rating"),
    form.third_place && gettext("with a game for the third place"),
    form.round_limit > 0 && gettext("at most {time} per round", { time: lengthText(form.round_limit) }),
    (least !== null || most !== null) && boundsText({ least, most }),
    form.by_invitation && gettext("by invitation"),
  ];
}
