// Availability in all games: the checkbox that applies a change to all of them, and the report of refusals.

import { call } from "../../core/api.js";
import { field, openDialog } from "../../core/dialogs.js";
import { here } from "../../core/base-path.js";
import { html } from "../../core/dom.js";
import { notice } from "../../core/page-header.js";
import { gettext, ngettext } from "../../core/i18n.js";

/** @import { Move } from "../../types.js" */
/** @typedef {{ id: string, rulebook: string, said: boolean, reason?: string }} Told */

/** A box in a form: whether this shall be said in all games. */
export function everywhereBox() {
  const box = html("input", { type: "checkbox", name: "everywhere", id: "everywhere" });
  return { box, line: field(gettext("In all of my games with clocks"), box) };
}

/**
 * Say this in all of the reader's games with clocks, and tell where it could not be said.
 * @param {Move} move
 */
export async function sayEverywhere(move) {
  /** @type {{ games: Told[] }} */
  const { games } = await call("/api/me/availability", { method: "POST", body: move });
  const refused = games.filter(({ said }) => !said);
  const number = games.length - refused.length;
  notice(ngettext("It is said in one game.", "It is said in {number} games.", number));
  if (!refused.length) return;
  const unreached = gettext("it cannot be reached now");
  openDialog(
    gettext("Not in these games"),
    html(
      "ul",
      { id: "not-said" },
      refused.map(({ id, reason = unreached }) =>
        html("li", {}, html("a", { href: here(`/games/${id}`) }, gettext("Game {id}", { id })), `: ${reason}`),
      ),
    ),
  );
}
