// Empty state: a sentence in place of an empty list, and a link to fill it; cards that say what will be on an empty page;
// or a whole page that says why it is empty.

import { html } from "./dom.js";
import { gettext } from "./i18n.js";

/** @import { Child } from "../types.js" */

/** A link to the form for a new game. */
export const startGame = () => ({ words: gettext("Start a game"), href: "/#new-game" });

/**
 * The sentence with its link, if any.
 * @param {string} words
 * @param {{ words: string, href: string } | null | false} [step]
 */
export function emptyState(words, step) {
  return html.p({ class: "empty" }, words, step && [" ", html.a({ class: "button", href: step.href }, step.words)]);
}

/**
 * Cards that say what a page without content is for, each with a way on.
 * @param {{ heading: Child, words: Child, way?: Child }[]} cards
 */
export function guide(cards) {
  return html.ul(
    { class: "guide" },
    cards.map(({ heading, words, way }) =>
      html.li({ class: "sheet" }, html.h2(heading), html.p(words), way && html.p(way)),
    ),
  );
}

/**
 * A page that has nothing to show: the reason under its title, and the ways on.
 * @param {string} title
 * @param {string} words
 * @param {Child[]} ways links and buttons
 */
export function blankPage(title, words, ...ways) {
  return html.div(
    { class: "blank-page" },
    html.img({ src: "/web/stele.svg", alt: "", width: 64, height: 64 }),
    html.h1(title),
    html.p(words),
    html.div({ class: "buttons" }, ...ways),
  );
}

/** The way to the lobby. @param {string} [look] */
export const toLobby = (look = "") => html.a({ class: `button ${look}`, href: "/" }, gettext("Lobby"));
