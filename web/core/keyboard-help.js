// Keyboard help: the dialogs that list the keys of a table and of a replay.

import { openDialog } from "./dialogs.js";
import { html } from "./dom.js";
import { gettext } from "./i18n.js";

const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** The other keys' functions, in words. @type {Record<string, () => string>} */
const WORDS = {
  f: () => gettext("Next player's view"),
  z: () => gettext("Double or restore the board size"),
  b: () => gettext("Bookmark this step"),
  "/": () => gettext("Search the story"),
  n: () => gettext("Next search result"),
  N: () => gettext("Previous search result"),
  c: () => gettext("Compare with this position"),
  e: () => gettext("Analyse this step"),
  s: () => gettext("Story and more: show or hide"),
  F: () => gettext("Full screen"),
};

/** The functions of a table's keys, in order. @type {[string[], () => string][]} */
const AT_TABLE = [
  [["g"], () => gettext("Go to the first available choice")],
  [["Enter"], () => gettext("Confirm")],
  [["Shift", "Enter"], () => gettext("Confirm (where Enter turns a piece)")],
  [["Esc"], () => gettext("Undo everything")],
  [["i"], () => gettext("Explain a part of the board")],
  [
    ["1", "…", "6"],
    () =>
      gettext(
        "Describe the decision to make, the last action, the points, the time, the available choices, the changes in the preview",
      ),
  ],
  [["t"], () => gettext("Describe")],
  [["n"], () => gettext("Next game")],
  [["/"], () => gettext("Search the story")],
  [["+", "−"], () => gettext("Zoom in or out")],
  [["z"], WORDS.z],
  [["F"], WORDS.F],
  [["s"], WORDS.s],
];

/** Open the dialog of a table's keys. */
export function openTableKeys() {
  show(AT_TABLE.map(([keys, text]) => [keys, text()]));
}

/**
 * Open the dialog of a replay's keys.
 * @param {{ keys: string[], text: () => string }[]} moves
 * @param {string[]} others the keys for other functions than moving and playing
 */
export function openKeys(moves, others) {
  const named = (/** @type {string} */ key) =>
    Object.entries(SIGNS).reduce((name, [from, to]) => name.replace(from, to), key);
  const rows = [
    ...moves.map(({ keys, text }) => [keys.map(named), text()]),
    [[gettext("Space")], gettext("Play or pause")],
    [["+", "−"], gettext("Faster or slower")],
    [["i"], gettext("Explain a part of the board")],
    [["1", "2", "3"], gettext("Describe this step, its changes and the points")],
    [["t"], gettext("Describe")],
    ...others.filter((key) => key in WORDS).map((key) => [[key], WORDS[key]()]),
  ];
  show(rows);
}

/** @param {(string | string[])[][]} rows */
function show(rows) {
  openDialog(
    gettext("Keyboard shortcuts"),
    html.table(
      { class: "keys" },
      html.tbody(
        rows.map(([keys, words]) =>
          html.tr(
            html.th(
              { scope: "row" },
              [...keys].map((key) => html.kbd(key)),
            ),
            html.td(String(words)),
          ),
        ),
      ),
    ),
  );
}
