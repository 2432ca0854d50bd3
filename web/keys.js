// The keys of a replay, in a dialog.

import { openDialog } from "./dialogs.js";
import { html } from "./dom.js";
import { gettext } from "./texts.js";

const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** What other keys do, in words. @type {Record<string, () => string>} */
const WORDS = {
  f: () => gettext("Look with the next one's eyes"),
  z: () => gettext("The whole board, or its natural size"),
  b: () => gettext("Bookmark this step"),
  "/": () => gettext("Search the story"),
  n: () => gettext("The next step that was found"),
  N: () => gettext("The one before"),
  c: () => gettext("Compare with this position"),
  s: () => gettext("Story and more: show or hide"),
};

/**
 * Open the dialog.
 * @param {{ keys: string[], text: () => string }[]} moves
 * @param {string[]} others the keys that do something besides moving and playing
 */
export function openKeys(moves, others) {
  const named = (/** @type {string} */ key) =>
    Object.entries(SIGNS).reduce((name, [from, to]) => name.replace(from, to), key);
  const rows = [
    ...moves.map(({ keys, text }) => [keys.map(named), text()]),
    [[gettext("Space")], gettext("Play or pause")],
    [["+", "−"], gettext("Faster or slower")],
    [["i"], gettext("What a part of the board is")],
    ...others.filter((key) => key in WORDS).map((key) => [[key], WORDS[key]()]),
  ];
  openDialog(
    gettext("Keys"),
    html(
      "table",
      { class: "keys" },
      html(
        "tbody",
        {},
        rows.map(([keys, words]) =>
          html(
            "tr",
            {},
            html(
              "th",
              { scope: "row" },
              [...keys].map((key) => html("kbd", {}, key)),
            ),
            html("td", {}, String(words)),
          ),
        ),
      ),
    ),
  );
}
