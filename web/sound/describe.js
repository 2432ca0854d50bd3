// Describe button and keys: digits announce one part of the page, "t" and the button list all, in words that are loaded
// when they are first asked for.

import { html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** @import { Telling } from "./page-in-words.js" */

/** The button that describes the page in words. */
export function tellButton() {
  return html.button({ type: "button", id: "tell", "aria-haspopup": "dialog" }, gettext("Describe"));
}

/**
 * Enable the button and the keys.
 * @param {(words: typeof import("./page-in-words.js")) => Telling[]} tellingsOf
 */
export function tellAtHand(tellingsOf) {
  const describe = async (/** @type {string} */ key) => {
    const words = await import("./page-in-words.js");
    const tellings = tellingsOf(words);
    const wanted = tellings[Number(key) - 1];
    if (key === "t") words.openTelling(tellings);
    else if (wanted) words.tell(wanted);
  };
  document.addEventListener("keydown", ({ target, key, altKey, ctrlKey, metaKey }) => {
    if (!(target instanceof Element) || altKey || ctrlKey || metaKey || !/^[1-9t]$/.test(key)) return;
    if (target.closest("input:not([type=range], [type=checkbox]), select, textarea, dialog")) return;
    describe(key);
  });
  document.getElementById("tell")?.addEventListener("click", () => describe("t"));
}
