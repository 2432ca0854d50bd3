// Fullscreen: the button that shows the page on the whole screen.

import { button } from "../core/dom.js";
import { icon } from "../core/icon.js";
import { gettext } from "../core/i18n.js";

/** Enter or leave fullscreen. */
export async function toggleWholeScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else if (document.fullscreenEnabled) await document.documentElement.requestFullscreen();
}

/** The button for it, if the browser supports it. */
export function wholeScreenButton() {
  if (!document.fullscreenEnabled) return null;
  const words = gettext("Full screen");
  const made = button(icon("full-screen", 18), toggleWholeScreen, {
    id: "whole-screen",
    "aria-pressed": "false",
    "aria-label": words,
    title: `${words} (F)`,
  });
  document.addEventListener("fullscreenchange", () =>
    made.setAttribute("aria-pressed", String(document.fullscreenElement !== null)),
  );
  return made;
}
