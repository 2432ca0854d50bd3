// One player's own part of the table: pawns in reserve, Ankhs, points, and the tiles of the hand.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext, ngettext } from "../../texts.js";
import { pawn, symbol } from "./icons.js";
import { at, box, edge, fit, nameOf, picture, telling } from "./parts.js";
import { backNodes, HEIGHT, OUTER, tileNodes, tileText } from "./tile.js";

const KINDS = ["worker", "priest", "mummy", "pharaoh"];
const ANKH = { symbol: "ankh" };

const colourText = (colour) => (colour === "white" ? gettext("white") : gettext("blue"));

function reserveText(kind, number) {
  return {
    worker: () => gettext("Worker: {number} in reserve", { number }),
    priest: () => gettext("Priest: {number} in reserve", { number }),
    mummy: () => gettext("Mummy: {number} in reserve", { number }),
    pharaoh: () => gettext("Pharaoh: {number} in reserve", { number }),
  }[kind]();
}

function titleLine(table, context, player, width) {
  const name = nameOf(context, player.seat);
  const isActing = context.toAct.includes(player.seat);
  const words = gettext("to act");
  const pill = isActing ? words.length * 7.2 + 18 : 0;
  const colour = colourText(player.colour);
  const chip = colour.length * 6.8 + 16;
  const space = width - 28 - 66 - chip - 8 - (pill ? pill + 8 : 0);
  const shown = fit(name, space, 17);
  const nodes = [seatMark(player.seat, 0, 5, 20), label(28, 21, shown, { class: "kheops-name" })];
  let x = width - 68;
  if (isActing) {
    x -= pill;
    nodes.push(
      picture(
        gettext("{name} is to act", { name }),
        box(x, 4, pill, 22, "kheops-acting", 11),
        label(x + pill / 2, 19, words, { class: "kheops-acting-text", "text-anchor": "middle" }),
      ),
    );
    x -= 6;
  }
  x -= chip;
  nodes.push(
    picture(
      player.colour === "white"
        ? gettext("{name} has the white pawns", { name })
        : gettext("{name} has the blue pawns", { name }),
      box(x, 5, chip, 20, `kheops-chip kheops-${player.colour}`, 10),
      label(x + chip / 2, 19, colour, { class: `kheops-chip-text kheops-${player.colour}`, "text-anchor": "middle" }),
    ),
  );
  const points = picture(
    ngettext("{number} point", "{number} points", player.points),
    box(width - 60, 0, 60, 30, "kheops-points", 6),
    svg("path", { d: `M${width - 54} 23l9-15 9 15z`, class: "kheops-points-sign" }),
    label(width - 19, 22, player.points, { class: "kheops-points-text", "text-anchor": "middle" }),
    edge(width - 60, 0, 60, 30),
  );
  context.note(points, `points ${player.seat}`, player.points);
  return [...nodes, points];
}

function reserve(context, player, width, own) {
  const step = (width - 62) / KINDS.length;
  const isNarrow = step < 64;
  return KINDS.map((kind, index) => {
    const number = player.reserve[kind];
    const words = reserveText(kind, number);
    const node = at(
      index * step,
      0,
      picture(
        words,
        box(0.5, 0.5, step - 5, 43, number ? "kheops-reserve" : "kheops-reserve kheops-spent", 7),
        pawn(kind, player.colour, null, isNarrow ? 14 : 17, 22, isNarrow ? 26 : 32),
        label(isNarrow ? 25 : 32, 27, `×${number}`, {
          class: `${isNarrow ? "kheops-small" : "kheops-line"} kheops-on-plate${number ? " kheops-strong" : ""}`,
        }),
      ),
      edge(0, 0, step - 4, 44, 8, 1.5),
    );
    context.note(node, `reserve ${player.seat} ${kind}`, number);
    if (own) context.pick(node, { pawn: kind }, words);
    return node;
  });
}

function ankhs(context, player, x) {
  const number = player.ankhs;
  const node = at(
    x,
    0,
    telling(
      ngettext("{number} Ankh, worth {points}", "{number} Ankhs, worth {points}", number, { points: number * number }),
      box(0.5, 0.5, 61, 43, "kheops-reserve", 7),
      symbol(ANKH, 14, 22, 24),
      label(27, 20, `×${number}`, { class: "kheops-line kheops-on-plate kheops-strong" }),
      label(27, 36, `= ${number * number}`, { class: "kheops-line kheops-on-plate" }),
    ),
    edge(0, 0, 62, 44, 8, 1.5),
  );
  context.note(node, `ankhs ${player.seat}`, number);
  return node;
}

const tileName = (tile) => gettext("Tile {id}: {tile}", { id: tile.id, tile: tileText(tile) });

/** A tile in the hand: its picture with its number beside the apex. */
function handTile(context, tile, size, own) {
  const words = tileName(tile);
  const node = svg(
    "g",
    {},
    telling(
      words,
      at(size / 2, size * OUTER, ...tileNodes(tile, 0, size)),
      label(size * 0.2, size * 0.24, tile.id, { class: "kheops-small kheops-soft", "text-anchor": "middle" }),
    ),
    edge(0, 0, size, size * HEIGHT, 6, 1.5),
  );
  if (own) context.pick(node, { tile: tile.id }, words);
  return node;
}

function turnedTile(context, tile, orientation, size) {
  const words = orientation
    ? ngettext("Tile {id}, turned by {number} third", "Tile {id}, turned by {number} thirds", orientation, {
        id: tile.id,
      })
    : gettext("Tile {id}, unturned", { id: tile.id });
  const node = svg(
    "g",
    {},
    telling(words, at(size / 2, size * OUTER, ...tileNodes(tile, orientation, size))),
    edge(0, 0, size, size * HEIGHT, 6, 1.5),
  );
  context.pick(node, { tile: tile.id, orientation }, words);
  return node;
}

const orientations = (tile) => (new Set(tile.sides).size === 1 ? [0] : [0, 1, 2]);

/** The hand: tiles in a row, or while one is laid each with the ways of turning it. */
function hand(table, context, player, width, own) {
  const asked = table.before ?? table;
  const isLaying = own && asked.step === "tile" && asked.turn === player.seat;
  const tiles = (own && asked.hand) || player.hand;
  const count = tiles ? tiles.length : player.hand_size;
  const name = nameOf(context, player.seat);
  const group = svg("g", {
    role: "group",
    "aria-label": ngettext("The hand of {name}: {number} tile", "The hand of {name}: {number} tiles", count, { name }),
  });
  let height;
  if (!count) {
    group.append(label(0, 24, gettext("no tiles in hand"), { class: "kheops-small kheops-soft" }));
    height = 34;
  } else if (isLaying) {
    const size = Math.min(88, (width - 52) / 4);
    const step = Math.ceil(size * HEIGHT) + 10;
    const gap = Math.min(18, (width - 4 * size - 28) / 3);
    tiles.forEach((tile, index) => {
      const y = index * step;
      group.append(
        box(0.5, y - 3.5, width - 1, step - 3, "kheops-lane", 6),
        at(6, y, handTile(context, tile, size, own)),
        svg("path", { d: `M${size + 12} ${y + step / 2 - 12}l7 7-7 7`, class: "kheops-next" }),
        ...orientations(tile).map((orientation) =>
          at(22 + size + gap + orientation * (size + gap), y, turnedTile(context, tile, orientation, size)),
        ),
      );
    });
    height = tiles.length * step;
  } else {
    const size = Math.min(tiles ? 96 : 64, (width - 24) / 3);
    for (let index = 0; index < count; index += 1) {
      const x = index * (size + 10);
      if (tiles) group.append(at(x, 0, handTile(context, tiles[index], size, own)));
      else group.append(at(x + size / 2, size * OUTER, picture(gettext("A tile face down"), ...backNodes(size))));
    }
    group.append(edge(0, 0, count * (size + 10) - 10, size * HEIGHT, 6, 3));
    height = Math.ceil(size * HEIGHT);
  }
  context.note(group, `hand ${player.seat}`, player.hand ? player.hand.map((tile) => tile.id) : player.hand_size);
  return { node: group, height };
}

/** A player's part: its title, its height, and what is drawn within the width. */
export function playerPanel(table, context, player, width, own) {
  const pad = 12;
  const inner = width - 2 * pad;
  const tiles = hand(table, context, player, inner, own);
  const nodes = [
    at(pad, 8, ...titleLine(table, context, player, inner)),
    at(pad, 48, ...reserve(context, player, inner, own), ankhs(context, player, inner - 62)),
    at(pad, 104, tiles.node),
  ];
  if (context.toAct.includes(player.seat)) {
    nodes.unshift(box(1, 1, width - 2, 104 + tiles.height + 8, "kheops-frame-acting", 8));
  }
  return {
    title: gettext("{name}, {colour}", { name: nameOf(context, player.seat), colour: colourText(player.colour) }),
    height: 104 + tiles.height + 10,
    nodes,
  };
}
