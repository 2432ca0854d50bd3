// Account page elements: buttons that change the account, and lists of credentials.

import { call } from "../core/api.js";
import { button, html } from "../core/dom.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { Account, Child } from "../types.js" */
/** @typedef {(account: Account) => void} Show shows the account as it is now */

/**
 * A button that changes the account.
 * @param {string} words
 * @param {string} what the button's purpose, for screen readers
 * @param {() => Promise<void>} change
 */
export function changing(words, what, change) {
  /** @type {HTMLButtonElement} */
  const made = button(
    words,
    async () => {
      made.disabled = true;
      try {
        await change();
      } finally {
        made.disabled = false; // the player may change their mind
      }
    },
    { "aria-label": what },
  );
  return made;
}

/**
 * Removes the item at this path.
 * @param {string} path
 * @param {Show} show
 */
export const remove = (path, show) => async () => show(await call(path, { method: "DELETE", withSession: true }));

/** When an item was last used. @param {string | null} time */
export const usedText = (time) =>
  time ? gettext("last used {time}", { time: timeText(time) }) : gettext("never used");

/**
 * A list, or its empty state.
 * @param {Child[][]} items
 * @param {string} none
 */
export function list(items, none) {
  if (!items.length) return html.p({ class: "empty" }, none);
  return html.ul(
    { class: "credentials" },
    items.map((item) => html.li(...item)),
  );
}
