// Areas: splits a drawing for a narrow page into the board and a row of pictures, one for each other part.
// The reader swipes through the areas instead of scrolling past all of them.

import { html, svg } from "./elements.js";

/** @import { Drawn } from "./elements.js" */

/** A title's drawing begins with its header and what it is played on: on a narrow page these stay together. */
const BOARD = 2;
/** Marks reach beyond the edge of what they are on. */
const BLEED = 4;

/**
 * Take the parts of a whole drawing apart. What is no drawing, or has no other parts, stays as it is.
 * @param {Drawn} whole
 */
export function apart(whole) {
  const zones = whole.children.filter(({ area }) => area !== null);
  if (whole.name !== "svg" || zones.length <= BOARD) return whole;
  const areas = zones.slice(BOARD);
  const rest = whole.children.filter(({ area }) => area === null);
  const { class: look, "aria-label": name } = whole.attributes;
  const [width, height] = String(whole.attributes.viewBox).split(" ").slice(2).map(Number);
  const bottom = Math.max(...zones.map(({ area }) => (area ? area.y + area.height : 0)));
  return html(
    "div",
    { class: "kit-areas", role: "group", "aria-label": name },
    html("div", { class: "kit-main" }, picture(look, "board", zones.slice(0, BOARD))),
    html("div", { class: "kit-names" }, ...areas.map(nameOf)),
    html(
      "div",
      { class: "kit-strip", tabindex: 0, role: "group", "aria-label": name },
      ...areas.map((zone) => picture(look, `area ${zone.attributes["aria-label"]}`, [zone])),
    ),
    // What lies beside the parts: it is drawn below them, or only lent to them.
    svg("svg", { class: `${look} kit-rest`, viewBox: `0 ${bottom} ${width} ${Math.max(1, height - bottom)}` }, ...rest),
  );
}

/**
 * These parts of a drawing as a picture of its own.
 * @param {unknown} look
 * @param {string} key
 * @param {Drawn[]} zones
 */
function picture(look, key, zones) {
  const areas = zones.flatMap(({ area }) => area ?? []);
  const left = Math.min(...areas.map(({ x }) => x)) - BLEED;
  const top = Math.min(...areas.map(({ y }) => y)) - BLEED;
  const width = Math.max(...areas.map((area) => area.x + area.width)) + BLEED - left;
  const height = Math.max(...areas.map((area) => area.y + area.height)) + BLEED - top;
  const node = svg("svg", { class: `${look}`, viewBox: `${left} ${top} ${width} ${height}` }, ...zones);
  return Object.assign(node, { key });
}

/**
 * What leads to an area: its name, and whether something in it can be picked.
 * @param {Drawn} zone
 * @param {number} index
 */
function nameOf(zone, index) {
  const look = canPick(zone) ? "kit-area-name kit-area-asked" : "kit-area-name";
  return html("button", { type: "button", class: look, "data-area": index }, String(zone.attributes["aria-label"]));
}

/**
 * @param {Drawn} part
 * @returns {boolean}
 */
function canPick({ attributes, children }) {
  return "data-pick" in attributes || children.some(canPick);
}
