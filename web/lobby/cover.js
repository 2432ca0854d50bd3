// Title covers: a title's cover picture or a generated one, and the names of its components' statuses.

import { html, svg } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { filesOf } from "../board/load-drawing.js";

/** @import { Title } from "../types.js" */

/**
 * The cover of a title: its own picture, or one generated from its name.
 * @param {Title} title
 */
export async function coverOf(title) {
  const files = filesOf(title.id);
  if (files.includes("cover.svg")) {
    return html.img({ class: "cover", src: `/web/titles/${title.id}/cover.svg`, alt: "", width: 640, height: 360 });
  }
  const turn = [...title.id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  const stones = Array.from({ length: 9 }, (_one, place) => {
    const size = 40 + ((turn * (place + 3)) % 70);
    return svg.rect({
      x: 30 + place * 66,
      y: 320 - size,
      width: 52,
      height: size,
      rx: 4,
      class: `cover-stone seat-${place % 6}`,
    });
  });
  return svg.svg(
    { class: "cover", viewBox: "0 0 640 360", "aria-hidden": "true" },
    svg.rect({ width: 640, height: 360, class: "cover-ground" }),
    svg.circle({ cx: 80 + turn, cy: 110, r: 56, class: "cover-sun" }),
    stones,
  );
}

/** @type {Record<string, () => string>} */
const STATUS = {
  exact: () => gettext("as printed"),
  attested: () => gettext("attested"),
  reconstructed: () => gettext("reconstructed"),
  host: () => gettext("custom"),
};

/**
 * The meaning of a status of component data, in words.
 * @param {string} status
 */
export function statusText(status) {
  return STATUS[status]?.() ?? status;
}
