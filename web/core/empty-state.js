// Empty state: a sentence in place of an empty list, and a link to fill it.

import { html } from "./dom.js";
import { gettext } from "./i18n.js";

/** A link to the form for a new game. */
export const startGame = () => ({ words: gettext("Start a game"), href: "/#new-game" });

/**
 * The sentence with its link, if any.
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
