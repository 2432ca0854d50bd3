// Pager: shows a list page by page, with a button for the next page.

import { button } from "./dom.js";
import { gettext } from "./i18n.js";

/** @import { Attributes } from "../types.js" */

/**
 * The function that shows the next page, and a button that calls it, which is hidden without further pages.
 * @template {{ next: string | number | null }} Page
 * @param {(cursor: string) => Promise<Page>} read shows the page with this cursor, and returns it
 * @param {string} [words]
 * @param {Attributes} [attributes]
 */
export function pager(read, words = gettext("Show more"), attributes = {}) {
  let cursor = "0";
  const next = async () => {
    more.disabled = true;
    try {
      const page = await read(cursor);
      cursor = String(page.next);
      more.hidden = page.next === null;
      return page;
    } finally {
      more.disabled = false;
    }
  };
  const more = button(words, next, { hidden: true, ...attributes });
  return { next, more };
}
