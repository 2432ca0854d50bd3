// Stage: the result of a title's drawing, with the surface and the panels around it. The page decides their places and
// sizes.

import { svg } from "./elements.js";
import { materials } from "./materials.js";
import { nameOf, seating, zone } from "./table-frame.js";

/** @import { Child, Drawn } from "./elements.js" */
/** @import { Part } from "./table-frame.js" */
/** @import { DrawingContext } from "../types" */

/**
 * The playing surface: the pyramid, the map, the row of an auction.
 * @typedef {object} Surface
 * @property {number} least the minimum width for drawing it with all its text
 * @property {number} most above this width it is scaled instead
 * @property {(width: number, fill?: number) => Part} draw in this width. What is lower than `fill` may be made as high
 *   as that, so that it lies in line with the panels beside it
 */
/**
 * A panel beside the surface: a player's area, a market, a track.
 * @typedef {object} Panel
 * @property {string} key its identity across drawings
 * @property {string} label its name on its tab
 * @property {number} [seat] the seat of the area
 * @property {boolean} [isFirst] whether it is about the current question
 * @property {string} [line] its summary while folded
 * @property {(width: number) => Part} draw
 */

/** The minimum width of the panels in the single picture. */
const COLUMN = 400;
/** The margin for marks beyond an edge. */
const BLEED = 4;

/** A title's table before it is arranged. */
export class Stage {
  /**
   * @param {string} look the class of its pictures
   * @param {string} name its name, such as "The table of Kheops"
   * @param {Surface} surface
   * @param {Panel[]} panels in order of importance
   * @param {Child[]} lent shared definitions, such as patterns
   * @param {string | null} [reconstructed] its components that differ from the printed ones
   */
  constructor(look, name, surface, panels, lent = [], reconstructed = null) {
    this.look = look;
    this.name = name;
    this.surface = surface;
    this.panels = panels;
    this.lent = lent;
    this.reconstructed = reconstructed;
  }

  /**
   * A picture of one part in this width, with a margin for its marks.
   * @param {string} key
   * @param {Part} part
   * @param {number} width
   */
  picture(key, part, width) {
    const [across, down] = [width + 2 * BLEED, part.height + 2 * BLEED];
    const node = svg(
      "svg",
      {
        viewBox: `${-BLEED} ${-BLEED} ${across} ${down}`,
        width: across,
        height: down,
        class: `kit-board ${this.look}`,
      },
      zone(0, 0, width, part.height, part.title, ...part.nodes),
    );
    return Object.assign(node, { key: `picture ${key}` });
  }

  /** The shared definitions of its pictures, in an invisible picture. */
  materials() {
    return svg("svg", { class: `kit-board ${this.look} kit-lent`, "aria-hidden": "true" }, materials(), ...this.lent);
  }

  /**
   * The surface alone, as one self-contained picture.
   * @param {number} width
   */
  surfaceAlone(width) {
    const { least, most, draw } = this.surface;
    const drawn = Math.max(least, Math.min(most, width));
    const node = this.picture("surface", draw(drawn), drawn);
    return this.#standing(node, []);
  }

  /**
   * Everything in one picture: the surface above the panels, in columns.
   * @param {number} width
   */
  whole(width) {
    const { least, most, draw } = this.surface;
    const across = Math.max(least, Math.min(most, width));
    const part = draw(across);
    const count = Math.max(1, Math.floor((across + GAP) / (COLUMN + GAP)));
    const each = Math.floor((across - GAP * (count - 1)) / count);
    const ends = Array.from({ length: count }, () => part.height + GAP);
    const zones = this.panels.map((panel) => {
      const { title, height, nodes } = panel.draw(each);
      const column = ends.indexOf(Math.min(...ends));
      const y = ends[column];
      ends[column] += height + GAP;
      return zone(column * (each + GAP), y, each, height, title, ...nodes);
    });
    const node = this.picture("whole", part, across);
    const height = Math.max(part.height, ...ends.map((end) => end - GAP)) + 2 * BLEED;
    Object.assign(node.attributes, { height, viewBox: `${-BLEED} ${-BLEED} ${across + 2 * BLEED} ${height}` });
    return this.#standing(node, zones);
  }

  /**
   * A self-contained picture.
   * @param {Drawn} node
   * @param {Drawn[]} more
   */
  #standing(node, more) {
    node.children = [materials(), ...this.lent.flat().filter(isDrawn), ...node.children, ...more];
    Object.assign(node.attributes, { role: "group", "aria-label": this.name });
    return node;
  }
}

/** A part placed below another. */
const GAP = 10;

/** @param {unknown} child @returns {child is Drawn} */
const isDrawn = (child) => typeof child === "object" && child !== null;

/** The total margin of a picture around its part. */
export const AROUND = 2 * BLEED;

/**
 * A panel for each player's area, in seating order; the viewer's own is never folded.
 * @template {{ seat: number }} Player
 * @param {{ players: Player[] }} table
 * @param {DrawingContext} context
 * @param {(player: Player) => string} line the summary of an area
 * @param {(player: Player, width: number, isOwn: boolean) => Part} draw
 * @returns {Panel[]}
 */
export function playerPanels(table, context, line, draw) {
  return seating(table, context).map((player) => {
    const isOwn = player.seat === context.viewer;
    return {
      key: `player ${player.seat}`,
      label: nameOf(context, player.seat),
      seat: player.seat,
      isFirst: isOwn,
      line: isOwn ? undefined : line(player),
      draw: (width) => draw(player, width, isOwn),
    };
  });
}
