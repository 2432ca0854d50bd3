// Rating bounds of a game's open seats or of a tournament, in words.

import { gettext } from "../core/i18n.js";

/** @import { Summary } from "../types.js" */

/**
 * The rating range in which players can join.
 * @param {NonNullable<Summary["ratings"]>} bounds
 */
export function boundsText({ least, most }) {
  if (most === null) return gettext("rating {least} or higher", { least });
  if (least === null) return gettext("rating up to {most}", { most });
  return gettext("rating {least} to {most}", { least, most });
}
