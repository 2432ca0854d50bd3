// The error of a title's drawing, for its author: loaded only after one.

import { html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/**
 * The error and its place, in a paragraph.
 * @param {unknown} error
 */
export function drawingError(error) {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  const where = lines.find((line) => /:\d+:\d+/.test(line)) ?? "";
  const told = gettext("The drawing has an error, so tables show the position. {error}", {
    error: `${error} ${where.trim()}`,
  });
  return html("p", { class: "hint", role: "alert" }, told);
}
