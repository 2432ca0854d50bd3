// Drawer: a dialog at the side of the page, or at the bottom on a phone; one is open at a time.

import { openDialog } from "./dialogs.js";

/** @import { Child } from "../types.js" */

/**
 * Open it, in the place of the one that is open.
 * @param {string} title
 * @param {Child[]} content
 */
export function openDrawer(title, ...content) {
  // Closed, it gives the focus back to where this one will give it back to.
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.drawer"))?.close();
  const dialog = openDialog(title, ...content);
  dialog.classList.add("drawer");
  return dialog;
}
