// What somebody is called in a list of people.

import { gettext } from "./i18n.js";

/**
 * The name, or what somebody is called who has none any more.
 * @param {{ name: string | null }} player
 */
export function called({ name }) {
  return name ?? gettext("A former player");
}
