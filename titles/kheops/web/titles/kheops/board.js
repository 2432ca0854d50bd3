// The board of Kheops: the layout of its parts at each width, the players' colours, the questions.

import { pattern, shading } from "../../kit/materials.js";
import { at, box, edge, path } from "../../kit/shapes.js";
import { playerPanels, Stage } from "../../kit/stage.js";
import { frieze, nameOf, steps } from "../../kit/table-frame.js";
import { fitted, textAt } from "../../kit/text.js";
import { svg } from "../../kit/elements.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { dungeonTable } from "./dungeons.js";
import { playerPanel, standing } from "./players.js";
import { pyramid } from "./pyramid.js";

/**
 * @import { Surface } from "../../kit/stage.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, View } from "./view.js"
 */

const HEADER = 88;
const TO_LAY = 30;
const STEPS = ["pawn", "power", "tile", "draw"];

/** The questions, for each type of command. */
export const questions = {
  PlacePawn: () => gettext("Place a pawn on a tile."),
  Rotate: () => gettext("Turn a tile, of the kind shown by the power, by one or two thirds of a full turn."),
  Swap: () => gettext("Swap one of your pawns with one of your opponent's."),
  Move: () => gettext("Move one of your pawns to another tile."),
  PlaceTile: () => gettext("Lay a tile from your hand in the pyramid; pick its cell again to turn the tile."),
};

/**
 * The seats have the colours of their pawns.
 * @param {View} table
 */
export const seatColours = ({ players }) =>
  players.map(({ colour }) => ({ colour: `var(--kheops-${colour})`, edge: `var(--kheops-${colour}-edge)` }));

/**
 * The current part of the game: in each round both players lay a tile.
 * @param {View} table
 */
export function phase(table) {
  if (table.phase === "setup") return { key: "setup", label: gettext("Setup") };
  if (table.phase === "end") return { key: "end", label: gettext("Scoring") };
  const round = Math.floor((TO_LAY - table.tiles_to_lay) / 2) + 1;
  return { key: `round-${round}`, label: gettext("Round {round}", { round }), chapter: String(round) };
}

/**
 * The current question, in words.
 * @param {View} table
 * @param {Context} context
 */
function asked(table, context) {
  const name = nameOf(context, table.turn);
  if (table.phase === "setup") return gettext("The pyramid is started and hands are drawn.");
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
 * The state of the game: it stays at the question during a preview.
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
function header(context, width) {
  const table = context.asked;
  const { label } = phase(table);
  const node = svg(
    "g",
    {},
    box(0.5, 0.5, width - 1, HEADER - 1, "kit-header", 8),
    textAt(12, 24, label, "kit-title"),
    fitted(12, 43, asked(table, context), width - 24, "kit-on-header"),
    at(10, 52, chain(table, width - 20)),
    frieze(10, HEADER - 10, width - 20, 14),
    edge(0, 0, width, HEADER, 10, 0),
  );
  // Whose turn it is: the rest changes with every step.
  context.note(node, "step", [table.phase, table.turn], { name: gettext("Turn"), text: asked(table, context) });
  return { title: label, height: HEADER, nodes: [node] };
}

/** The stones: blocks for halls and for corridors, and the paving of halls. */
const stones = () =>
  svg(
    "defs",
    {},
    shading("kheops-hall", [0, 1]),
    shading("kheops-corridor", [0, 1]),
    pattern(
      "kheops-paving",
      16,
      12,
      path("M0 0h16v12H0z", "kheops-floor"),
      path("M0 .5h16M0 6.5h16M4 .5v6M12 6.5V12", "kheops-joint"),
    ),
  );

/** The components that differ from the printed ones, in words; nothing if all are as printed. @param {View} table */
function reconstructed({ components }) {
  if (["exact", "host"].includes(components.status)) return null;
  return gettext("The tiles are {name}: a reconstruction, not the printed ones.", { name: components.name });
}

/**
 * The whole table.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const players = playerPanels(
    table,
    context,
    (player) => standing(context, player),
    (player, width, isOwn) => playerPanel(context, player, width, isOwn),
  );
  const panels = [
    { key: "step", label: phase(context.asked).label, draw: (/** @type {number} */ width) => header(context, width) },
    ...players,
    {
      key: "dungeons",
      label: gettext("Dungeons"),
      line: ngettext("{number} dungeon", "{number} dungeons", table.dungeons.length),
      draw: (/** @type {number} */ width) => dungeonTable(table, context, width),
    },
  ];
  /** @type {Surface} */
  const surface = { least: 300, most: 840, draw: (width, fill) => pyramid(table, context, width, fill) };
  return new Stage("kheops-board", gettext("Kheops table"), surface, panels, [stones()], reconstructed(table));
}
