// Study panel: shows one tool of the study at a time, with a way back to the others.

import { button, find } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** What leaves a tool, where more than hiding it is to be done. @typedef {() => void} Left */

/** The open tools, each within the one before it. @type {{ tool: HTMLElement, left: Left }[]} */
const open = [];

/** @type {HTMLButtonElement | null} */
let back = null;

/**
 * Show this section of the study in place of the others.
 * @param {HTMLElement} tool begins with its heading
 * @param {Left} [left] called when another tool or the reader takes it away
 * @param {boolean} [isWithin] whether the way back leads to the tool that is open now
 */
export function openTool(tool, left = () => {}, isWithin = false) {
  if (open.at(-1)?.tool === tool) return;
  if (!isWithin) while (open.length) leave();
  open.push({ tool, left });
  show();
}

/** Show what was there before this tool. @param {HTMLElement} tool */
export function closeTool(tool) {
  const at = open.findIndex((one) => one.tool === tool);
  if (at >= 0) open.splice(at, 1);
  show();
}

/** Show all tools. */
export function closeTools() {
  while (open.length) leave();
  show();
}

function leave() {
  open.pop()?.left();
}

function goBack() {
  const hadFocus = back === document.activeElement;
  leave();
  show();
  const [heading] = open.at(-1)?.tool.querySelectorAll("h2") ?? [];
  if (hadFocus) (heading ?? find("show-study")).focus();
}

function show() {
  const shown = open.at(-1)?.tool;
  const panel = find("panel-study");
  panel.classList.toggle("has-tool", shown !== undefined);
  for (const one of panel.children) one.classList.toggle("is-tool", one === shown);
  back ??= button("‹", goBack, { id: "study-back", class: "quiet", "aria-label": gettext("Back to the tools") });
  if (shown) shown.prepend(back);
  else back.remove();
}
