// Icons: signs of one stroke for the controls of the pages, each drawn as a path in a box of 24 units.

import { svg } from "./dom.js";

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  inbox: "M3 6h18v13H3zM3 6l9 7 9-7",
  story: "M5 5h14M5 10h14M5 15h14M5 20h8",
  chat: "M4 5h16v11h-9l-5 4v-4H4z",
  rules: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  study: "M4 4v16h16M7 16l4-6 3 3 6-8",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  more: "M5 11v2M12 11v2M19 11v2",
  "full-screen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  close: "M6 6l12 12M18 6L6 18",
};

/**
 * An icon. It says nothing to a screen reader: what it stands on has a name.
 * @param {keyof typeof PATHS} name
 * @param {number} [size] in pixels
 */
export const icon = (name, size = 20) => lineIcon(PATHS[name], size);

/**
 * A sign of one stroke that is needed in one place only.
 * @param {string} d its path
 * @param {number} [size] in pixels
 */
export const lineIcon = (d, size = 20) => drawn({ d, fill: "none" }, size);

/**
 * A filled sign, such as the arrow of a control that plays.
 * @param {string} d its path
 * @param {number} [size] in pixels
 */
export const filledIcon = (d, size = 20) => drawn({ d }, size);

/**
 * @param {{ d: string, fill?: string }} path
 * @param {number} size
 */
function drawn(path, size) {
  return svg.svg(
    { class: "icon", viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", focusable: "false" },
    svg.path(path),
  );
}
