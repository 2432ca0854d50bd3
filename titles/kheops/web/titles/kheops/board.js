// The board of Kheops: where its parts lie at each width, whose colours they are, what is asked.

import { at, box, edge } from "../../kit/shapes.js";
import { board, boardWidth, componentsLine, frieze, nameOf, seating, steps, zone } from "../../kit/table-frame.js";
import { fitted, textAt } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { dungeonTable } from "./dungeons.js";
import { playerPanel } from "./players.js";
import { pyramid } from "./pyramid.js";
import { stones } from "./stone.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Player, View } from "./view.js"
 */

const GAP = 10;
const WIDE = 960;
const PHONE = 620;
const TO_LAY = 30;
const STEPS = ["pawn", "power", "tile", "draw"];

/** What is asked, for each type of command. */
export const questions = {
  PlacePawn: () => gettext("Place a pawn on a tile."),
  Rotate: () => gettext("Turn a tile of the kind that the power names, by one or two thirds."),
  Swap: () => gettext("Swap a pawn of your own and one of the enemy."),
  Move: () => gettext("Move a pawn of your own to another tile."),
  PlaceTile: () => gettext("Lay a tile of your hand in the pyramid."),
};

/**
 * The seats have the colours of their pawns.
 * @param {View} table
 */
export const seatColours = ({ players }) =>
  players.map(({ colour }) => ({ colour: `var(--kheops-${colour})`, edge: `var(--kheops-${colour}-edge)` }));

/**
 * The part of the game that this table is in: in each round both players lay a tile.
 * @param {View} table
 */
export function phase(table) {
  if (table.phase === "setup") return { key: "setup", label: gettext("The set-up") };
  if (table.phase === "end") return { key: "end", label: gettext("The scoring") };
  const round = Math.floor((TO_LAY - table.tiles_to_lay) / 2) + 1;
  return { key: `round-${round}`, label: gettext("Round {round}", { round }), chapter: String(round) };
}

/**
 * What happens now, in words.
 * @param {View} table
 * @param {Context} context
 */
function asked(table, context) {
  const name = nameOf(context, table.turn);
  if (table.phase === "setup") return gettext("The pyramid is begun and hands are drawn.");
  switch (table.step) {
    case "pawn":
      return gettext("{name} places a pawn", { name });
    case "power":
      return gettext("{name} uses a power", { name });
    case "tile":
      return gettext("{name} lays a tile", { name });
    case "draw":
      return gettext("{name} draws a tile", { name });
    case "over":
      return gettext("The game is over.");
    default:
      return gettext("The dungeons are scored.");
  }
}

/**
 * The steps of a turn.
 * @param {View} table
 * @param {number} width
 */
function chain(table, width) {
  const names = [gettext("Pawn"), gettext("Power"), gettext("Tile"), gettext("Draw")];
  const now = table.phase === "turns" ? STEPS.indexOf(table.step) : -1;
  const words = now < 0 ? phase(table).label : gettext("Step: {step}", { step: names[now] });
  return steps(names, now, width, words);
}

/**
 * The header: it stays with what is asked while a chosen move is drawn below it.
 * @param {Context} context
 * @param {number} width
 */
function header(context, width) {
  const table = context.asked;
  const { label } = phase(table);
  const words = asked(table, context);
  const isPhone = width <= PHONE;
  const height = isPhone ? 88 : 62;
  const chained = isPhone ? width - 20 : Math.min(460, width * 0.42);
  const space = isPhone ? width - 24 : width - chained - 40;
  const node = zone(
    0,
    0,
    width,
    height,
    label,
    box(0.5, 0.5, width - 1, height - 1, "kit-header", 10),
    textAt(12, 24, label, "kit-title"),
    fitted(12, 43, words, space, "kit-on-header"),
    isPhone ? at(10, 50, chain(table, chained)) : at(width - chained - 14, 16, chain(table, chained)),
    frieze(10, height - 10, width - 20, 14),
    edge(0, 0, width, height, 10, 0),
  );
  context.note(node, "step", [table.phase, table.turn, table.step, table.power]);
  return { node, height };
}

/**
 * The whole board.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const width = boardWidth(context);
  const isWide = width >= WIDE;
  const top = header(context, width);
  const children = [top.node];
  const sideWidth = isWide ? Math.round(Math.min(460, Math.max(360, width * 0.31))) : width;
  const mainWidth = isWide ? width - sideWidth - GAP : width;
  /** @type {(x: number, y: number, each: number, part: Part, height?: number) => number} */
  const place = (x, y, each, part, height = part.height) => {
    children.push(zone(x, y, each, height, part.title, ...part.nodes));
    return y + height + GAP;
  };
  const start = top.height + GAP;
  const players = seating(table, context);
  /** @type {(player: Player, each: number) => Part} */
  const panel = (player, each) => playerPanel(context, player, each, player.seat === context.viewer);
  let y = place(0, start, mainWidth, pyramid(table, context, mainWidth));
  if (isWide) {
    let side = start;
    for (const player of players) side = place(mainWidth + GAP, side, sideWidth, panel(player, sideWidth));
    side = place(mainWidth + GAP, side, sideWidth, dungeonTable(table, context, sideWidth));
    y = Math.max(y, side);
  } else {
    const columns = width > 2 * 350 + GAP ? 2 : 1;
    const each = (width - GAP * (columns - 1)) / columns;
    const panels = players.map((player) => panel(player, each));
    if (columns === 2) {
      const height = Math.max(...panels.map((one) => one.height));
      panels.forEach((one, index) => place(index * (each + GAP), y, each, one, height));
      y += height + GAP;
    } else for (const one of panels) y = place(0, y, each, one);
    y = place(0, y, width, dungeonTable(table, context, width));
  }
  if (!["exact", "host"].includes(table.components.status)) {
    const name = table.components.name;
    const more = gettext("The tiles are {name}: a reconstruction, not the printed ones.", { name });
    children.push(at(0, y - 4, componentsLine(gettext("Tiles: reconstructed"), more)));
    y += 16;
  }
  return board("kheops-board", gettext("The table of Kheops"), width, y, stones(), ...children);
}
