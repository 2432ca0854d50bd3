// A player's panel: pawns in reserve, Ankhs, points, and the tiles in hand.

import { svg } from "../../kit/elements.js";
import { actingPill, pill, pointsPlate } from "../../kit/panels.js";
import { at, box, edge, lettered, path, picture } from "../../kit/shapes.js";
import { seatMark } from "../../kit/icons.js";
import { nameOf } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { pawn, symbol } from "./icons.js";
import { backNodes, HEIGHT, OUTER, pawnKind, tileNodes, tileText } from "./tile.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Colour, Context, PawnKind, Player, Tile } from "./view.js"
 */

/** @type {PawnKind[]} */
const KINDS = ["worker", "priest", "mummy", "pharaoh"];
const ANKH = { symbol: "ankh", colour: null, figure: null };

/** @param {Colour} colour */
const colourText = (colour) => (colour === "white" ? gettext("white") : gettext("blue"));

/** @type {Record<PawnKind, (number: number) => string>} */
const RESERVE = {
  worker: (number) => gettext("Worker: {number} in reserve", { number }),
  priest: (number) => gettext("Priest: {number} in reserve", { number }),
  mummy: (number) => gettext("Mummy: {number} in reserve", { number }),
  pharaoh: (number) => gettext("Pharaoh: {number} in reserve", { number }),
};

/**
 * A player's points if the game ended now: dungeons and Ankhs are scored only at its end, and the plate would be empty
 * until then.
 * @param {Context} context
 * @param {Player} player
 */
const pointsNow = ({ points }, player) => points?.[player.seat] ?? player.points;

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function titleLine(context, player, width) {
  const name = nameOf(context, player.seat);
  const now = pointsNow(context, player);
  const points = pointsPlate(context, player.seat, now, width, {
    name: ngettext("{number} point", "{number} points", now),
    sign: (x, y) => path(`M${x + 1} ${y + 18}l9-15 9 15z`, "kheops-points-sign"),
  });
  const free = width - 68;
  const pillOf = actingPill(context, player.seat, free, 4);
  // In a narrow panel only the name stays: then a frame marks the player to act, and the seat's mark has the colour.
  const space = textWidth(name, "kit-name") + 36;
  const acting = free - pillOf.width - 6 >= space ? pillOf : { node: null, width: 0 };
  const right = free - (acting.width ? acting.width + 6 : 0);
  const owner =
    player.colour === "white"
      ? gettext("{name} has the white pawns", { name })
      : gettext("{name} has the blue pawns", { name });
  const look = `kheops-chip-${player.colour}`;
  const colour = pill(right, 4, colourText(player.colour), owner, `kheops-chip ${look}`, `kheops-chip-text ${look}`);
  const isRoomy = right - colour.width >= space;
  return [
    seatMark(player.seat, 0, 5, 20),
    fitted(28, 21, name, right - (isRoomy ? colour.width : 0) - 36, "kit-name"),
    isRoomy && colour.node,
    acting.node,
    points,
  ];
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {boolean} own
 */
function reserve(context, player, width, own) {
  const step = (width - 62) / KINDS.length;
  const isNarrow = step < 64;
  return KINDS.map((kind, index) => {
    const number = player.reserve[kind];
    const words = RESERVE[kind](number);
    const middleOf = (step - 5) / 2;
    const look = `kheops-on-plate${number ? " kit-strong" : ""}`;
    const node = at(
      index * step,
      0,
      picture(
        words,
        box(0.5, 0.5, step - 5, 43, number ? "kheops-reserve" : "kheops-reserve kheops-spent", 7),
        context.piece(
          isNarrow ? pawn(kind, player.colour, middleOf, 16, 25) : pawn(kind, player.colour, 17, 22, 32),
          pawnKind(player.seat, kind),
          `reserve ${player.seat}`,
          { count: number, isStock: true },
        ),
        isNarrow ? middle(middleOf, 40, `×${number}`, `kit-small ${look}`) : textAt(32, 27, `×${number}`, look),
      ),
      edge(0, 0, step - 4, 44, 8, 1.5),
    );
    context.note(node, `reserve ${player.seat} ${kind}`, number);
    if (own) context.pick(node, { pawn: kind }, words);
    return lettered(node, node);
  });
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} x
 */
function ankhs(context, player, x) {
  const number = player.ankhs;
  const node = at(
    x,
    0,
    picture(
      ngettext("{number} Ankh, worth {points}", "{number} Ankhs, worth {points}", number, { points: number * number }),
      box(0.5, 0.5, 61, 43, "kheops-reserve", 7),
      symbol(ANKH, 14, 22, 24),
      textAt(27, 20, `×${number}`, "kheops-on-plate kit-strong"),
      textAt(27, 36, `= ${number * number}`, "kheops-on-plate"),
    ),
    edge(0, 0, 62, 44, 8, 1.5),
  );
  context.note(node, `ankhs ${player.seat}`, number, { name: gettext("Ankhs"), text: number });
  return node;
}

/**
 * @param {Tile} tile
 */
const tileName = (tile) => gettext("Tile {id}: {tile}", { id: tile.id, tile: tileText(tile) });

/**
 * A tile in the hand: its picture with its number beside the apex. A tile laid by a chosen move can still be picked.
 * @param {Context} context
 * @param {Player} player
 * @param {Tile} tile
 * @param {number} size
 * @param {boolean} own
 */
function handTile(context, player, tile, size, own) {
  const words = tileName(tile);
  const shown = svg("g", {}, ...tileNodes(tile, 0, size));
  if (player.hand?.some(({ id }) => id === tile.id)) {
    context.piece(shown, "tile", `hand ${player.seat}`, { id: tile.id });
  }
  const node = svg(
    "g",
    {},
    picture(words, at(size / 2, size * OUTER, shown), middle(size * 0.2, size * 0.24, tile.id, "kit-small kit-soft")),
    edge(0, 0, size, size * HEIGHT, 6, 1.5),
  );
  if (own) context.pick(node, { tile: tile.id }, words);
  return node;
}

/**
 * @param {Context} context
 * @param {Tile} tile
 * @param {number} orientation
 * @param {number} size
 */
function turnedTile(context, tile, orientation, size) {
  const words = orientation
    ? ngettext(
        "Tile {id}, turned by {number} third of a turn",
        "Tile {id}, turned by {number} thirds of a turn",
        orientation,
        {
          id: tile.id,
        },
      )
    : gettext("Tile {id}, unturned", { id: tile.id });
  const node = svg(
    "g",
    {},
    picture(words, at(size / 2, size * OUTER, ...tileNodes(tile, orientation, size))),
    edge(0, 0, size, size * HEIGHT, 6, 1.5),
  );
  context.pick(node, { tile: tile.id, orientation }, words);
  return node;
}

/**
 * @param {Tile} tile
 */
const orientations = (tile) => (new Set(tile.sides).size === 1 ? [0] : [0, 1, 2]);

/**
 * The hand: tiles in a row, or while one is laid each with its possible orientations.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {boolean} own
 */
function hand(context, player, width, own) {
  const { asked } = context;
  const isLaying = own && asked.step === "tile" && asked.turn === player.seat;
  const tiles = own ? asked.players[player.seat].hand : player.hand;
  const count = tiles ? tiles.length : player.hand_size;
  const name = nameOf(context, player.seat);
  const group = svg("g", {
    role: "group",
    "aria-label": ngettext("{name}'s hand: {number} tile", "{name}'s hand: {number} tiles", count, { name }),
  });
  let height;
  if (!count) {
    group.append(textAt(0, 24, gettext("no tiles in hand"), "kit-small kit-soft"));
    height = 34;
  } else if (isLaying && tiles) {
    const size = Math.min(88, (width - 52) / 4);
    const step = Math.ceil(size * HEIGHT) + 10;
    const gap = Math.min(18, (width - 4 * size - 28) / 3);
    tiles.forEach((tile, index) => {
      const y = index * step;
      group.append(
        box(0.5, y - 3.5, width - 1, step - 3, "kheops-lane", 6),
        at(6, y, handTile(context, player, tile, size, own)),
        path(`M${size + 12} ${y + step / 2 - 12}l7 7-7 7`, "kheops-next"),
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
      if (tiles) group.append(at(x, 0, handTile(context, player, tiles[index], size, own)));
      else {
        const back = picture(gettext("A face-down tile"), ...backNodes(size));
        context.piece(back, "tile", `hand ${player.seat}`);
        group.append(at(x + size / 2, size * OUTER, back));
      }
    }
    group.append(edge(0, 0, count * (size + 10) - 10, size * HEIGHT, 6, 3));
    height = Math.ceil(size * HEIGHT);
  }
  const value = player.hand ? player.hand.map((tile) => tile.id) : player.hand_size;
  const known = player.hand?.map(tileName).join("; ");
  const text =
    known ||
    (player.hand_size ? ngettext("{number} tile", "{number} tiles", player.hand_size) : gettext("no tiles in hand"));
  context.note(group, `hand ${player.seat}`, value, { name: gettext("Hand"), text });
  return { node: group, height };
}

/**
 * A player's public summary, in a few words.
 * @param {Context} context
 * @param {Player} player
 */
export const standing = (context, player) =>
  [
    ngettext("{number} point", "{number} points", pointsNow(context, player)),
    ngettext("{number} Ankh", "{number} Ankhs", player.ankhs),
  ].join(" · ");

/**
 * A player's panel: its title, its height, and its content for a width.
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {boolean} own
 * @returns {Part}
 */
export function playerPanel(context, player, width, own) {
  const pad = 12;
  const inner = width - 2 * pad;
  const tiles = hand(context, player, inner, own);
  const nodes = [
    at(pad, 8, ...titleLine(context, player, inner)),
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
