// Spoilers: whether a finished game's replay hides what comes after the steps seen, by the link, the reader's setting and
// whether the reader has played.

import { html } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { gettext } from "../core/i18n.js";

/** @import { Summary } from "../types.js" */

const KEPT = "stele-show-results";
/**
 * Whether the later steps and the result are hidden at first: the link decides; without it the reader's setting does, and
 * those who played know how the game ended.
 * @param {Summary} summary
 * @param {boolean} isOver
 */
export function hidesLater({ your_seat: seat }, isOver) {
  const asked = new URLSearchParams(location.search).get("s"); // 1 shows results, 0 hides them
  if (!isOver || asked === "1") return false;
  return asked === "0" || (typeof seat !== "number" && kept(KEPT) === null);
}

/**
 * The setting that always shows results.
 * @param {() => void} shown called when the reader turns it on
 */
export function resultsSwitch(shown) {
  /** @type {HTMLInputElement} */
  const box = html.input({
    type: "checkbox",
    id: "always-results",
    checked: kept(KEPT) !== null,
    onchange: () => {
      keep(KEPT, box.checked ? "shown" : null);
      if (box.checked) shown();
    },
  });
  return html.label({ class: "switch" }, box, gettext("Show results in replays"));
}
