// Display names: a person's name, or the text for an account that no longer has one.

import { gettext } from "./i18n.js";

/**
 * The name, or what somebody is called who has none any more.
 * @param {{ name: string | null }} player
 */
export function called({ name }) {
  return name ?? gettext("A former player");
}
