// Stage layout: arranges the surface and the panels of a title's stage in the available space. Wide: panels at the
// side. Tall: panels below. On a phone, upright or sideways: one panel at a time, behind tabs. Text is never scaled
// down: if space is short, panels fold to one line, then they scroll, then the surface can be panned. The lines of the
// other players stay in sight. In a large window the panels grow, too.

import { html } from "../kit/elements.js";
import { seatMark } from "../kit/icons.js";
import { svg } from "../kit/elements.js";
import { AROUND } from "../kit/stage.js";

/** @import { Drawn } from "../kit/elements.js" */
/** @import { Panel, Stage, Surface } from "../kit/stage.js" */

/**
 * The space for a stage in CSS pixels; without a height it is as high as needed.
 * @typedef {{ width: number, height: number | null }} Room
 */
/** @typedef {"wide" | "tall" | "upright" | "sideways" | "alone"} Arrangement */
/**
 * The layout of a stage in a space.
 * @typedef {object} Fit
 * @property {Arrangement} arrangement
 * @property {number} drawn the drawing width of the surface
 * @property {number} scale its enlargement
 * @property {number} height of the surface as drawn, if it does not fill more
 * @property {number} [fill] the height that it may fill, beside the panels
 * @property {boolean} isMoved whether it is larger than its place and can be panned
 * @property {number} beside the width in which a panel is drawn
 * @property {number} grown the enlargement of the panels
 * @property {number} count the number of columns of panels
 */

const GAP = 8;
// A phone, upright or held sideways
const NARROW = 640;
const LOW = { least: 480, width: 920, height: 480 };
/** The surface's share of a low window. */
const SIDEWAYS = 0.58;
/** The minimum and maximum width of the panels at the side. */
const SIDE = { least: 272, most: 460 };
/** The minimum height of the panels below, and the width of their columns. */
const BELOW = { least: 150, column: 330 };
/**
 * From the first width on, panels beside the surface grow with it, up to this; from the second, they may stand in two
 * columns, which grow less.
 */
const LARGE = { width: 1500, columns: 1780, most: 1.5, mostInTwo: 1.2 };
/** The surface's maximum share of an upright phone's stage. */
const UPRIGHT = 0.62;
/** How much larger the surface must be to prefer panels below: panels beside it are easier to read. */
const LARGER = 1.35;
const LINE = 40;
const TRIES = 7;

/** Arranges the stages of one board, and stores which panels the reader has opened. */
export class StageLayout {
  /** The panels the reader has opened (true) or folded, by key. @type {Map<string, boolean>} */
  #wanted = new Map();
  /** The chosen tab. @type {string | null} */
  #tab = null;
  /** @type {Fit | null} */
  #fit = null;
  #room = "";

  /** The width of the panels of the last stage, all columns together. */
  get beside() {
    if (!this.#fit) return 0;
    const { beside, grown, count } = this.#fit;
    return count * Math.floor((beside + AROUND) * grown) + (count - 1) * GAP - AROUND;
  }

  /** The enlargement of the panels of the last stage. */
  get grown() {
    return this.#fit?.grown ?? 1;
  }

  /** A new choice: bring the panel with its parts to the front. */
  ask() {
    this.#tab = null;
  }

  /**
   * Open or fold this panel, or bring its tab to the front.
   * @param {string} key
   * @param {boolean} isOpen whether it is currently open
   */
  toggle(key, isOpen) {
    this.#tab = key;
    this.#wanted.set(key, !isOpen);
  }

  /**
   * Arrange a stage; null: its height has changed, so it must be drawn again.
   * @param {Stage} stage
   * @param {Room} room
   * @param {() => Stage} draft the same stage, for measuring only
   * @param {Stage | null} [twin] the stage of a board in a room of the same size: what both have gets the same place
   * @returns {Drawn | null}
   */
  arrange(stage, room, draft, twin = null) {
    const { width, height } = room;
    const here = `${stage.look} ${width} ${height} ${twin !== null}`;
    const refit = () => {
      const drafted = draft();
      const surface = asHigh(drafted.surface, twin);
      const high = drafted.panels.reduce((sum, panel) => sum + panel.draw(SIDE.least).height + AROUND + GAP, 0);
      return twin ? fittedInHalf(surface, room, high) : fitted(surface, room, high);
    };
    if (!this.#fit || here !== this.#room) this.#fit = refit();
    this.#room = here;
    const { arrangement, drawn, scale, beside, grown, count, isMoved, fill } = this.#fit;
    const part = asHigh(stage.surface, twin).draw(drawn, fill);
    if (part.height !== this.#fit.height && part.height !== fill) {
      this.#fit = refit();
      return null;
    }
    const picture = stage.picture("surface", part, drawn);
    picture.attributes.width = Math.floor((drawn + AROUND) * scale);
    picture.attributes.height = Math.floor((part.height + AROUND) * scale);
    // Scrollable areas must be reachable by keyboard.
    const surface = html("div", { class: "kit-surface", tabindex: isMoved ? 0 : null }, picture);
    const isTabbed = arrangement === "upright" || arrangement === "sideways";
    const others = new Map(twin?.panels.map((panel) => [panel.key, panel.draw(beside).height]));
    const panels = stage.panels.map((panel) => {
      const own = panel.draw(beside);
      const high = Math.max(own.height, others.get(panel.key) ?? 0);
      const shown = stage.picture(panel.key, { ...own, height: high }, beside);
      shown.attributes.width = Math.floor((beside + AROUND) * grown);
      shown.attributes.height = Math.floor((high + AROUND) * grown);
      return { panel, picture: shown };
    });
    // Those of one board alone are last, so that the others line up.
    if (twin) panels.sort((one, other) => Number(others.has(other.panel.key)) - Number(others.has(one.panel.key)));
    const below = height === null ? null : height - (part.height + AROUND) * scale - GAP;
    const columns = { count, high: arrangement === "wide" ? height : below, line: LINE * grown };
    const shown = isTabbed ? this.#tabs(panels) : this.#columns(panels, columns);
    const rest = arrangement === "alone" ? [] : shown;
    return html(
      "div",
      { class: `kit-stage kit-${arrangement}`, role: "group", "aria-label": stage.name },
      surface,
      ...rest,
      stage.materials(),
    );
  }

  /**
   * The surface of another state, in the size of the last stage; its panels only register their parts.
   * @param {Stage} stage
   */
  surfaceOf(stage) {
    const { drawn, beside, fill } = /** @type {Fit} */ (this.#fit);
    for (const panel of stage.panels) panel.draw(beside);
    return stage.picture("surface", stage.surface.draw(drawn, fill), drawn);
  }

  /**
   * One panel at a time, behind tabs.
   * @param {{ panel: Panel, picture: Drawn }[]} panels
   */
  #tabs(panels) {
    const front =
      panels.find(({ panel }) => panel.key === this.#tab) ??
      panels.find(({ picture }) => isIn(picture, isAsked)) ??
      panels.find(({ picture }) => isIn(picture, canPick)) ??
      panels.find(({ panel }) => panel.isFirst) ??
      panels[0];
    if (!front) return [];
    const names = panels.map(({ panel, picture }) =>
      Object.assign(
        html(
          "button",
          {
            type: "button",
            class: isIn(picture, isAsked) ? "kit-tab kit-tab-asked" : "kit-tab",
            "data-panel": panel.key,
            "aria-expanded": "false",
            "aria-current": panel === front.panel ? "true" : null,
          },
          panel.seat === undefined ? null : markOf(panel.seat),
          html("span", { class: "kit-tab-name" }, panel.label),
        ),
        { key: `tab ${panel.key}` },
      ),
    );
    return [
      html("div", { class: "kit-tabs" }, ...names),
      html("div", { class: "kit-panels", tabindex: 0, role: "group", "aria-label": front.panel.label }, front.picture),
    ];
  }

  /**
   * All panels, in columns; if they are too high, the last ones are folded first. Of the other players a line stays in
   * sight then, before the first player's area.
   * @param {{ panel: Panel, picture: Drawn }[]} panels
   * @param {{ count: number, high: number | null, line: number }} room the number of columns, their maximum height, and
   *   the height of a folded panel
   */
  #columns(panels, { count, high, line }) {
    const heightOf = (/** @type {Drawn} */ { attributes }) => Number(attributes.height);
    const open = new Set(panels.map(({ panel }) => panel.key));
    let all = panels.reduce((sum, { picture }) => sum + heightOf(picture) + GAP, 0);
    for (const { panel, picture } of panels.toReversed()) {
      const wanted = this.#wanted.get(panel.key);
      const isTooHigh = high !== null && all > high * count && panel.line !== undefined;
      if (isIn(picture, canPick) || wanted || (wanted === undefined && !isTooHigh)) continue;
      open.delete(panel.key);
      all -= heightOf(picture) - line;
    }
    const isPlayer = (/** @type {{ panel: Panel }} */ { panel }) => panel.seat !== undefined && !panel.isFirst;
    const others = panels.filter((one) => isPlayer(one) && !open.has(one.panel.key));
    const first = panels.findIndex(({ panel }) => panel.seat !== undefined);
    const lines = html(
      "div",
      { class: "kit-lines" },
      ...others.map(({ panel, picture }) => panelNode(panel, picture, false)),
    );
    lines.key = "lines";
    /** @type {{ height: number, nodes: Drawn[] }[]} */
    const columns = Array.from({ length: count }, () => ({ height: 0, nodes: [] }));
    panels.forEach((one, index) => {
      const { panel, picture } = one;
      const isOpen = open.has(panel.key);
      const put = (/** @type {Drawn} */ node, /** @type {number} */ tall) => {
        const column = columns.reduce((best, each) => (each.height < best.height ? each : best));
        column.nodes.push(node);
        column.height += tall + GAP;
      };
      if (index === first && others.length) put(lines, others.length * line);
      if (!others.includes(one)) put(panelNode(panel, picture, isOpen), isOpen ? heightOf(picture) : line);
    });
    const nodes = columns.map(({ nodes: each }) => html("div", { class: "kit-column" }, ...each));
    return [html("div", { class: "kit-panels", tabindex: 0, role: "group" }, ...nodes)];
  }
}

/**
 * The arrangement with the largest surface.
 * @param {Surface} surface
 * @param {Room} room
 * @param {number} high the height of all panels, as narrow as they can be
 * @returns {Fit}
 */
function fitted(surface, { width, height }, high) {
  const columns = { beside: columnWidth(width), grown: 1, count: countIn(width) };
  if (height === null) return { arrangement: "tall", ...largest(surface, width, Infinity), ...columns };
  if (height <= LOW.height && width >= LOW.least && width <= LOW.width && width > height) {
    const across = Math.floor(width * SIDEWAYS);
    const beside = { beside: width - across - GAP - AROUND, grown: 1, count: 1 };
    return { arrangement: "sideways", ...largest(surface, across, height), ...beside };
  }
  if (width <= NARROW) {
    const beside = { beside: width - AROUND, grown: 1, count: 1 };
    return { arrangement: "upright", ...largest(surface, width, height * UPRIGHT), ...beside };
  }
  const inOne = Math.min(LARGE.most, Math.max(1, width / LARGE.width));
  const count = width >= LARGE.columns && high * inOne > height ? 2 : 1;
  const grown = count === 1 ? inOne : LARGE.mostInTwo;
  const side = largest(surface, width - count * (SIDE.least * grown + GAP), height);
  const below = largest(surface, width, height - BELOW.least - GAP);
  const areaOf = (/** @type {typeof side} */ one) => one.drawn * one.height * one.scale ** 2;
  if (grown === 1 && areaOf(below) > areaOf(side) * LARGER) return { arrangement: "tall", ...below, ...columns };
  const left = Math.floor(width - (side.drawn + AROUND) * side.scale - GAP - (count - 1) * GAP);
  const each = left / count / grown;
  const fill = Math.floor(height / side.scale) - AROUND;
  const beside = Math.floor(Math.min(SIDE.most, Math.max(SIDE.least, each))) - AROUND;
  return { arrangement: "wide", ...side, fill, beside, grown, count };
}

/**
 * This surface, as high as the one of a board beside it.
 * @param {Surface} surface
 * @param {Stage | null} twin
 * @returns {Surface}
 */
function asHigh(surface, twin) {
  if (!twin) return surface;
  return {
    ...surface,
    draw: (width, fill) => {
      const part = surface.draw(width, fill);
      return { ...part, height: Math.max(part.height, twin.surface.draw(width, fill).height) };
    },
  };
}

/**
 * The arrangement of one of two boards side by side: if the panels would leave too little room, the surface is alone.
 * @param {Surface} surface
 * @param {Room} room
 * @param {number} high
 * @returns {Fit}
 */
function fittedInHalf(surface, room, high) {
  const fit = fitted(surface, room, high);
  const isTabbed = fit.arrangement === "upright" || fit.arrangement === "sideways";
  if (!isTabbed || !fit.isMoved || room.height === null) return fit;
  return { ...fit, arrangement: "alone", ...largest(surface, room.width, room.height), beside: room.width - AROUND };
}

/** The number of panel columns that fit in this width. @param {number} width */
const countIn = (width) => Math.max(1, Math.floor((width + GAP) / (BELOW.column + GAP)));

/** @param {number} width */
function columnWidth(width) {
  const count = countIn(width);
  return Math.floor((width - GAP * (count - 1)) / count) - AROUND;
}

/**
 * The largest width of a surface within these pixels. It is never below its minimum: a surface that is too large can be
 * panned.
 * @param {Surface} surface
 * @param {number} across
 * @param {number} down
 */
function largest({ least, most, draw }, across, down) {
  const heightIn = (/** @type {number} */ width) => draw(Math.max(least, Math.min(most, Math.floor(width)))).height;
  // The margin for marks around it is enlarged too.
  const scaleOf = (/** @type {number} */ width) => Math.max(1, (width + AROUND) / (most + AROUND));
  let [low, high] = [Math.min(least, across - AROUND), across - AROUND];
  const fits = (/** @type {number} */ width) => (heightIn(width) + AROUND) * scaleOf(width) <= down;
  if (fits(high)) low = high;
  for (let tried = 0; tried < TRIES && high - low > 2; tried += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const drawn = Math.max(least, Math.min(most, Math.floor(low)));
  const [scale, height] = [scaleOf(low), heightIn(drawn)];
  const isMoved = drawn + AROUND > across || (height + AROUND) * scale > down;
  return { drawn, scale, height, isMoved };
}

/**
 * A panel with its toggle.
 * @param {Panel} panel
 * @param {Drawn} picture
 * @param {boolean} isOpen
 */
function panelNode(panel, picture, isOpen) {
  const { key, seat, label, line } = panel;
  const toggle =
    line !== undefined &&
    html(
      "button",
      { type: "button", class: "kit-fold", "data-panel": key, "aria-expanded": String(isOpen), "aria-label": label },
      !isOpen && seat !== undefined && markOf(seat),
      !isOpen && html("span", { class: "kit-fold-name" }, label),
      !isOpen && html("span", { class: "kit-fold-line" }, line),
      html("span", { class: "kit-fold-sign", "aria-hidden": "true" }, isOpen ? "▴" : "▾"),
    );
  const node = html("section", { class: isOpen ? "kit-panel" : "kit-panel kit-folded" }, toggle, isOpen && picture);
  return Object.assign(node, { key: `panel ${key}` });
}

/** @param {number} seat */
const markOf = (seat) =>
  svg("svg", { class: "kit-tab-mark", viewBox: "0 0 20 20", "aria-hidden": "true" }, seatMark(seat, 1, 1, 18));

/**
 * Whether there is a part like this in the picture.
 * @param {Drawn} part
 * @param {(part: Drawn) => boolean} isMeant
 * @returns {boolean}
 */
function isIn(part, isMeant) {
  return isMeant(part) || part.children.some((child) => isIn(child, isMeant));
}

/** @param {Drawn} part */
const canPick = ({ attributes }) => "data-pick" in attributes;

/** Whether picking it answers the question. @param {Drawn} part */
const isAsked = (part) => canPick(part) && !/\b(picked|aside)\b/.test(String(part.attributes.class));
