// Rule link: the number of a rule, or other words for it, as a link to its text.

import { html } from "../../core/dom.js";

/**
 * A link from a rule's number, or other words for it: it opens the rules beside the board at that rule, or in a new tab
 * the title's page.
 * @param {string} title
 * @param {string} number
 * @param {string} [words]
 */
export function ruleLink(title, number, words = number) {
  return html.a(
    {
      class: "rule-number",
      href: `/titles/${title}#${number}`,
      onclick: async (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const { openRules } = await import("./rules-panel.js");
        await openRules(title, [number], { toFocus: true });
      },
    },
    words,
  );
}
