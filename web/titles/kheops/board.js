// The board of Kheops: where its parts lie at each width, what a move would change, what is asked.

import { label, svg } from "../../dom.js";
import { gettext } from "../../texts.js";
import { dungeonTable } from "./dungeons.js";
import { frieze } from "./icons.js";
import { at, box, edge, fit, nameOf, picture, zone } from "./parts.js";
import { playerPanel } from "./players.js";
import { pyramid } from "./pyramid.js";

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

/** The part of the game that this table is in: in each round both players lay a tile. */
export function phase(table) {
  if (table.phase === "setup") return { key: "setup", label: gettext("The set-up") };
  if (table.phase === "end") return { key: "end", label: gettext("The scoring") };
  const round = Math.floor((TO_LAY - table.tiles_to_lay) / 2) + 1;
  return { key: `round-${round}`, label: gettext("Round {round}", { round }) };
}

// What a move changes

const NEIGHBOURS_UP = [
  [-1, 1],
  [0, -1],
  [0, 1],
];
const NEIGHBOURS_DOWN = [
  [1, -1],
  [0, 1],
  [0, -1],
];

/** The empty cells that share a side with a tile. */
function openCells(cells) {
  const laid = new Set(cells.filter((cell) => cell.tile).map((cell) => cell.cell));
  const isNear = ({ cell, up }) => {
    const row = cell.charCodeAt(0);
    const column = Number(cell.slice(1));
    return (up ? NEIGHBOURS_UP : NEIGHBOURS_DOWN).some(([rows, columns]) =>
      laid.has(`${String.fromCharCode(row + rows)}${column + columns}`),
    );
  };
  return cells.filter((cell) => !cell.tile && isNear(cell)).map((cell) => cell.cell);
}

const POWERS = ["rotate_corridor", "rotate_hall", "swap", "move"];

function placePawn(table, move, seat, at) {
  const cell = at(move.cell);
  if (cell.pawn) table.players[cell.pawn.seat].reserve.worker += 1;
  cell.pawn = { seat, kind: move.pawn };
  table.players[seat].reserve[move.pawn] -= 1;
  table.placed = move.cell;
  table.power = POWERS.includes(cell.tile.symbol) ? cell.tile.symbol : null;
  table.step = table.power ? "power" : "tile";
}

function usePower(table, move, at) {
  if (move.type === "Rotate") at(move.cell).orientation = (at(move.cell).orientation + move.thirds) % 3;
  else {
    const [from, to] = move.type === "Swap" ? [move.own, move.enemy] : [move.origin, move.target];
    [at(from).pawn, at(to).pawn] = [at(to).pawn, at(from).pawn];
    if (move.type === "Swap" && table.placed === from) table.placed = to;
  }
  table.power = null;
  table.step = "tile";
}

function placeTile(table, move, seat, at) {
  const player = table.players[seat];
  const cell = at(move.cell);
  cell.tile = player.hand?.find((tile) => tile.id === move.tile) ?? null;
  cell.orientation = move.orientation;
  player.hand = player.hand?.filter((tile) => tile.id !== move.tile) ?? null;
  player.hand_size -= 1;
  table.tiles_to_lay -= 1;
  table.open_cells = openCells(table.cells);
  if (!table.tiles_to_lay) {
    table.step = "score";
    table.phase = "end";
  } else if (table.deck) table.step = "draw";
  else {
    table.step = "pawn";
    table.turn = 1 - seat;
    table.placed = null;
  }
}

/** The table as it would be right after this move of this seat. */
export function preview(table, move, seat) {
  const next = structuredClone(table);
  const at = (name) => next.cells.find((cell) => cell.cell === name);
  if (move.type === "PlacePawn") placePawn(next, move, seat, at);
  else if (move.type === "PlaceTile") placeTile(next, move, seat, at);
  else usePower(next, move, at);
  // What was asked stays drawn, so that another answer can be picked; it is no part of the table.
  const before = {
    step: table.step,
    turn: table.turn,
    power: table.power,
    hand: table.players[seat].hand,
    pawns: Object.fromEntries(table.cells.map((cell) => [cell.cell, cell.pawn])),
  };
  return Object.defineProperty(next, "before", { value: before });
}

// The header

const stepName = (step) =>
  ({
    pawn: () => gettext("Pawn"),
    power: () => gettext("Power"),
    tile: () => gettext("Tile"),
    draw: () => gettext("Draw"),
  })[step]();

function asked(table, context) {
  const name = nameOf(context, table.turn);
  if (table.phase === "setup") return gettext("The pyramid is begun and hands are drawn.");
  if (table.step === "over") return gettext("The game is over.");
  if (table.phase === "end") return gettext("The dungeons are scored.");
  return {
    pawn: () => gettext("{name} places a pawn", { name }),
    power: () => gettext("{name} uses a power", { name }),
    tile: () => gettext("{name} lays a tile", { name }),
    draw: () => gettext("{name} draws a tile", { name }),
  }[table.step]();
}

function chain(table, width) {
  const now = table.phase === "turns" ? STEPS.indexOf(table.step) : -1;
  const step = width / STEPS.length;
  const nodes = STEPS.map((name, index) => {
    const state = now < 0 ? "coming" : index < now ? "past" : index === now ? "now" : "coming";
    const x = index * step;
    const tip = index < STEPS.length - 1 ? 9 : 0;
    const shape = `M${x + 2} 0H${x + step - tip - 1}l${tip} 12-${tip} 12H${x + 2}${index ? "l9-12z" : "z"}`;
    return [
      svg("path", { d: shape, class: `kheops-step kheops-step-${state}` }),
      label(x + step / 2 + (index ? 3 : 0), 16, fit(stepName(name), step - 20, 11.5), {
        class: `kheops-step-text kheops-step-text-${state}`,
        "text-anchor": "middle",
      }),
    ];
  });
  const words = now < 0 ? phase(table).label : gettext("Step: {step}", { step: stepName(STEPS[now]) });
  return picture(words, ...nodes.flat());
}

function header(table, context, width) {
  const { label: title } = phase(table);
  const words = asked(table, context);
  const isPhone = width <= PHONE;
  const height = isPhone ? 88 : 62;
  const steps = isPhone ? width - 20 : Math.min(460, width * 0.42);
  const node = zone(
    0,
    0,
    width,
    height,
    title,
    box(0.5, 0.5, width - 1, height - 1, "kheops-header", 10),
    label(12, 24, title, { class: "kheops-title" }),
    label(12, 43, fit(words, isPhone ? width - 24 : width - steps - 40, 13), { class: "kheops-on-header" }),
    isPhone ? at(10, 50, chain(table, steps)) : at(width - steps - 14, 16, chain(table, steps)),
    frieze(10, height - 10, width - 20),
  );
  node.append(edge(0, 0, width, height, 10, 0));
  context.note(node, "step", [table.phase, table.turn, table.step, table.power]);
  return { node, height };
}

/** The players as they sit, the viewer first. */
function seating(table, context) {
  const count = table.players.length;
  const first = typeof context.viewer === "number" ? context.viewer : 0;
  return Array.from({ length: count }, (_, step) => table.players[(first + step) % count]);
}

function componentsLine(table) {
  if (["exact", "host"].includes(table.components.status)) return null;
  return svg(
    "g",
    {},
    svg(
      "title",
      {},
      gettext("The tiles are {name}: a reconstruction, not the printed ones.", {
        name: table.components.name,
      }),
    ),
    label(4, 14, gettext("Tiles: reconstructed"), { class: "kheops-small kheops-soft" }),
  );
}

/** The whole board. */
export function draw(table, context) {
  const width = Math.max(320, Math.floor(context.width));
  const isWide = width >= WIDE;
  const top = header(table, context, width);
  const children = [top.node];
  const sideWidth = isWide ? Math.round(Math.min(460, Math.max(360, width * 0.34))) : width;
  const mainWidth = isWide ? width - sideWidth - GAP : width;
  const place = (x, y, each, part, height = part.height) => {
    children.push(zone(x, y, each, height, part.title, ...part.nodes));
    return y + height + GAP;
  };
  const start = top.height + GAP;
  const players = seating(table, context);
  const panel = (player, each) => playerPanel(table, context, player, each, player.seat === context.viewer);
  let y = place(0, start, mainWidth, pyramid(table, context, mainWidth));
  if (isWide) {
    let side = start;
    for (const player of players) side = place(mainWidth + GAP, side, sideWidth, panel(player, sideWidth));
    y = Math.max(place(0, y, mainWidth, dungeonTable(table, context, mainWidth)), side);
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
  const note = componentsLine(table);
  if (note) children.push(at(0, y - 4, note));
  const height = Math.ceil(note ? y + 16 : y);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      class: "kheops-board",
      role: "group",
      "aria-label": gettext("The table of Kheops"),
    },
    ...children,
  );
}
