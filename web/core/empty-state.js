// Empty state: what will be listed in this place, and the one step that fills it.

import { html } from "./dom.js";
import { gettext } from "./i18n.js";

/** The step into the form of a new game. */
export const startGame = () => ({ words: gettext("Start a game"), href: "/#new-game" });

/**
 * The sentence with its step, if there is one.
 * @param {string} words
 * @param {{ words: string, href: string } | null | false} [step]
 */
export function emptyState(words, step) {
  return html(
    "p",
    { class: "empty" },
    words,
    step && [" ", html("a", { class: "button", href: step.href }, step.words)],
  );
}
