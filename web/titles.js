// What a title brings to the browser: cover, drawing and style, found by its name. A title without them is shown by the
// generic drawing, so that it can be played and replayed the day its folder appears.

import { here } from "./base.js";
import { html, svg } from "./dom.js";
import { gettext, titleTexts } from "./texts.js";

/** @import { Drawing, LoadedDrawing, Title } from "./types.js" */

/** The files of each title that has a drawing. @type {Promise<Record<string, string[]>> | null} */
let drawings = null;

/** @param {string} title */
function filesOf(title) {
  drawings ??= fetch(here("/web/drawings.json"))
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}));
  return drawings.then((found) => found[title] ?? []);
}

/**
 * The drawing of any title: tables of plain values.
 * @returns {Promise<Drawing & { questions: Record<string, () => string> }>}
 */
export function plainDrawing() {
  return import("./titles/generic.js");
}

/**
 * The drawing module of a title: its own, or the generic one.
 * @param {string} title
 * @returns {Promise<LoadedDrawing>}
 */
export async function drawingOf(title) {
  const files = await filesOf(title);
  if (!files.includes("board.js")) {
    const [plain] = await Promise.all([plainDrawing(), titleTexts(title)]);
    return { ...plain, isOwn: false };
  }
  const folder = `/web/titles/${title}`;
  const styles = ["/web/kit/kit.css", ...(files.includes("board.css") ? [`${folder}/board.css`] : [])].map(loadStyle);
  const [own] = await Promise.all([import(here(`${folder}/board.js`)), ...styles, titleTexts(title)]);
  return { questions: {}, ...own, isOwn: true };
}

/**
 * Load a stylesheet that not every page needs; it waits until it is there.
 * @param {string} address
 */
export function loadStyle(address) {
  return new Promise((resolve) => {
    document.head.append(html("link", { rel: "stylesheet", href: address, onload: resolve, onerror: resolve }));
  });
}

/**
 * The cover of a title: its own picture, or one that is made from its name.
 * @param {Title} title
 */
export async function coverOf(title) {
  const files = await filesOf(title.id);
  if (files.includes("cover.svg")) {
    return html("img", { class: "cover", src: `/web/titles/${title.id}/cover.svg`, alt: "", width: 640, height: 360 });
  }
  const turn = [...title.id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  const stones = Array.from({ length: 9 }, (_one, place) => {
    const size = 40 + ((turn * (place + 3)) % 70);
    return svg("rect", {
      x: 30 + place * 66,
      y: 320 - size,
      width: 52,
      height: size,
      rx: 4,
      class: `cover-stone seat-${place % 6}`,
    });
  });
  return svg(
    "svg",
    { class: "cover", viewBox: "0 0 640 360", "aria-hidden": "true" },
    svg("rect", { width: 640, height: 360, class: "cover-ground" }),
    svg("circle", { cx: 80 + turn, cy: 110, r: 56, class: "cover-sun" }),
    stones,
  );
}

/** @type {Record<string, () => string>} */
const STATUS = {
  exact: () => gettext("as printed"),
  attested: () => gettext("attested"),
  reconstructed: () => gettext("reconstructed"),
  host: () => gettext("the host's own"),
};

/**
 * What a status of component data means, in words.
 * @param {string} status
 */
export function statusText(status) {
  return STATUS[status]?.() ?? status;
}
