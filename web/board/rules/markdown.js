// Markdown: renders the rules' text as paragraphs, lists and tables, with links from rule numbers to the rules.

import { html, tableHead } from "../../core/dom.js";

/** @import { Child } from "../../types.js" */

const PIECES = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\b(?:[A-Z]{2}-[A-Z]+|[GR])\d+\b)/;

/**
 * A line with its `code`, **strong** and *emphasis*; the numbers in `rules` become links.
 * @param {string} line
 * @param {Record<string, string>} rules
 * @returns {Child[]}
 */
export function inline(line, rules) {
  return line.split(PIECES).map((piece) => {
    if (piece in rules) return html.a({ href: `#${piece}` }, piece);
    if (piece.length > 2 && piece.startsWith("`")) return html.code(piece.slice(1, -1));
    if (piece.length > 4 && piece.startsWith("**")) return html.strong(piece.slice(2, -2));
    if (piece.length > 2 && piece.startsWith("*")) return html.em(piece.slice(1, -1));
    return piece;
  });
}

/**
 * One paragraph, or a list or a table where each line is an item or a row.
 * @param {string} words
 * @param {Record<string, string>} rules
 */
export function paragraph(words, rules) {
  const lines = words.split("\n");
  if (words.startsWith("- ")) {
    return html.ul(lines.map((line) => html.li(...inline(line.slice(2), rules))));
  }
  if (!words.startsWith("|")) return html.p(...inline(words, rules));
  const [head, , ...rows] = lines.map((line) => line.slice(1, -1).split("|"));
  return html.table(
    tableHead(head.map((cell) => cell.trim())),
    html.tbody(rows.map((row) => html.tr(...row.map((cell) => html.td(...inline(cell.trim(), rules)))))),
  );
}
