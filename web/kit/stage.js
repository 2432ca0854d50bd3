// Stage: what a title's drawing hands over, the surface that one plays on and the panels around it.
// The page decides where each of them lies and how large it is.

import { svg } from "./elements.js";
import { materials } from "./materials.js";
import { nameOf, seating, zone } from "./table-frame.js";

/** @import { Child, Drawn } from "./elements.js" */
/** @import { Part } from "./table-frame.js" */
/** @import { DrawingContext } from "../types" */

/**
 * What one plays on: the pyramid, the map, the row of an auction.
 * @typedef {object} Surface
 * @property {number} least the narrowest width in which it can be drawn with all that is written on it
 * @property {number} most wider than this it is not drawn anew but enlarged
 * @property {(width: number) => Part} draw
 */
/**
 * What lies beside the surface: a player's area, a market, a track.
 * @typedef {object} Panel
 * @property {string} key who it is from drawing to drawing
 * @property {string} label what it is called on its tab
 * @property {number} [seat] whose area it is
 * @property {boolean} [isFirst] whether it is about what is asked now
 * @property {string} [line] what of it matters, in a few words, while it is folded
 * @property {(width: number) => Part} draw
 */

/** How wide the panels are at least where all is one picture. */
const COLUMN = 400;
/** Marks reach beyond the edge of what they are on. */
const BLEED = 4;

/** A title's table before it is arranged. */
export class Stage {
  /**
   * @param {string} look the class of all its pictures
   * @param {string} name what it is called, as "The table of Kheops"
   * @param {Surface} surface
   * @param {Panel[]} panels in the order of what matters
   * @param {Child[]} lent what its pictures refer to, as patterns
   * @param {string | null} [reconstructed] what of its components is not as it was printed
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
   * A picture of one part in this width, with the room that its marks need around it.
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

  /** What all its pictures refer to, in a picture that shows nothing. */
  materials() {
    return svg("svg", { class: `kit-board ${this.look} kit-lent`, "aria-hidden": "true" }, materials(), ...this.lent);
  }

  /**
   * The surface alone, as one picture with all that it refers to.
   * @param {number} width
   */
  surfaceAlone(width) {
    const { least, most, draw } = this.surface;
    const drawn = Math.max(least, Math.min(most, width));
    const node = this.picture("surface", draw(drawn), drawn);
    return this.#standing(node, []);
  }

  /**
   * All of it as one picture: the surface above the panels, in columns.
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
   * A picture that needs no other.
   * @param {Drawn} node
   * @param {Drawn[]} more
   */
  #standing(node, more) {
    node.children = [materials(), ...this.lent.flat().filter(isDrawn), ...node.children, ...more];
    Object.assign(node.attributes, { role: "group", "aria-label": this.name });
    return node;
  }
}

/** What lies below another part. */
const GAP = 10;

/** @param {unknown} child @returns {child is Drawn} */
const isDrawn = (child) => typeof child === "object" && child !== null;

/** How much wider and higher a picture is than the part in it. */
export const AROUND = 2 * BLEED;

/**
 * A panel for the area of each player, in the order of their seats at the screen; one's own is first and never a line.
 * @template {{ seat: number }} Player
 * @param {{ players: Player[] }} table
 * @param {DrawingContext} context
 * @param {(player: Player) => string} line what of an area matters, in a few words
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
