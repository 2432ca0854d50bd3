// Next question: what is still missing after a partial choice, in the names of the parts that tell the remaining moves
// apart.

import { gettext, listed } from "../../core/i18n.js";

/** @import { Choice } from "./move-choice.js" */
/** @import { Picture } from "../title-drawing.js" */
/** @import { Fields } from "../../types.js" */

/** More alternatives are counted instead of named. */
const MOST_NAMED = 4;

/**
 * The question after a partial choice; empty before the first pick, and once a move is chosen. While many things can be
 * added to a list, such as cards, it only names those in it.
 * @param {Choice} choice
 * @param {Picture | null} picture the board on which the parts are picked
 */
export function nextQuestion(choice, picture) {
  if (choice.isEmpty || choice.chosen) return "";
  const namesOf = (/** @type {(fields: Fields) => boolean} */ isMeant) => [
    ...new Set(
      [...(picture?.fields ?? [])]
        .filter(([, fields]) => isMeant(choice.relevant(fields)))
        .map(([part]) => picture?.names.get(part) ?? ""),
    ),
  ];
  const chosen = listed(namesOf((fields) => choice.isPicked(fields)));
  const open = namesOf((fields) => choice.isAsked(fields));
  if (!open.length) return gettext("Choose a move in the list.");
  if (open.length > MOST_NAMED && choice.isCollecting) return gettext("So far: {chosen}.", { chosen });
  if (open.length > MOST_NAMED) {
    const number = open.length;
    return chosen
      ? gettext("{chosen}: choose one of {number} highlighted options.", { chosen, number })
      : gettext("Choose one of {number} highlighted options.", { number });
  }
  const alternatives = listed(open, "disjunction");
  return chosen
    ? gettext("{chosen}: {alternatives}?", { chosen, alternatives })
    : gettext("{alternatives}?", { alternatives });
}
