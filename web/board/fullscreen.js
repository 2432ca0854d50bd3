// Fullscreen: the button that shows the page on the whole screen.

import { button, svg } from "../core/dom.js";
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
  const made = button(sign(), toggleWholeScreen, {
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

/** The icon: four corners. */
function sign() {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true", focusable: "false" },
    svg("path", {
      d: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
    }),
  );
}
