// Data loss notice: the warning on a game's pages that the server lost a part of its record.

import { html } from "../core/dom.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { Summary } from "../types.js" */

/**
 * A sentence for everybody, or nothing if nothing was lost.
 * @param {Summary} summary
 */
export function lossOf({ loss }) {
  if (!loss) return null;
  return html(
    "p",
    { id: "loss", class: "notice warn" },
    gettext(
      "This server lost what was recorded after position {kept}. Its operator let the game go on from there ({time}).",
      { kept: loss.kept, time: timeText(loss.accepted_at) },
    ),
  );
}
