// Keyboard help: the dialogs that list the keys of a table and of a replay.

import { openDialog } from "./dialogs.js";
import { html } from "./dom.js";
import { gettext } from "./i18n.js";

const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** What other keys do, in words. @type {Record<string, () => string>} */
const WORDS = {
  f: () => gettext("Look with the next one's eyes"),
  z: () => gettext("The board at twice its size, or as it was"),
  b: () => gettext("Bookmark this step"),
  "/": () => gettext("Search the story"),
  n: () => gettext("The next step that was found"),
  N: () => gettext("The one before"),
  c: () => gettext("Compare with this position"),
  e: () => gettext("Judge this step"),
  s: () => gettext("Story and more: show or hide"),
  F: () => gettext("The whole screen"),
};

/** What the keys of a table do, in its order. @type {[string[], () => string][]} */
const AT_TABLE = [
  [["g"], () => gettext("To the first thing that can be picked")],
  [["Enter"], () => gettext("Confirm")],
  [["Shift", "Enter"], () => gettext("Confirm where Enter turns a piece")],
  [["Esc"], () => gettext("Put everything back")],
  [["i"], () => gettext("What a part of the board is")],
  [
    ["1", "…", "6"],
    () =>
      gettext("Tell what is asked, what happened last, the points, the time, what can be picked, what would change"),
  ],
  [["t"], () => gettext("Tell me")],
  [["n"], () => gettext("The next game")],
  [["/"], () => gettext("Search the story")],
  [["+", "−"], () => gettext("Larger or smaller")],
  [["z"], WORDS.z],
  [["F"], WORDS.F],
  [["s"], WORDS.s],
];

/** Open the dialog for a table. */
export function openTableKeys() {
  show(AT_TABLE.map(([keys, text]) => [keys, text()]));
}

/**
 * Open the dialog for a replay.
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
    [["1", "2", "3"], gettext("Tell this step, what it changed, the points")],
    [["t"], gettext("Tell me")],
    ...others.filter((key) => key in WORDS).map((key) => [[key], WORDS[key]()]),
  ];
  show(rows);
}

/** @param {(string | string[])[][]} rows */
function show(rows) {
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
