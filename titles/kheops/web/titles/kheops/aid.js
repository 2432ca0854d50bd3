// The player aid: a turn, the value of a dungeon, and the effects of pawns and powers.

import { gettext } from "../../core/i18n.js";
import { apex, hall, longest, pawn, symbol } from "./icons.js";

/**
 * @import { AidLine, TitleAid } from "../../types.js"
 * @import { PawnKind, View } from "./view.js"
 */

const HALF = 12; // this board's icons are centred

/**
 * @param {string} name
 * @param {string | null} [colour]
 * @param {string | null} [figure]
 * @returns {AidLine["sign"]}
 */
const symbolSign =
  (name, colour = null, figure = null) =>
  (x, y, size) =>
    symbol({ symbol: name, colour, figure }, x + HALF, y + HALF, size);

/**
 * @param {(x: number, y: number, size: number) => ReturnType<typeof hall>} draw
 * @returns {AidLine["sign"]}
 */
const centred = (draw) => (x, y, size) => draw(x + HALF, y + HALF, size);

/**
 * @param {PawnKind} kind
 * @returns {AidLine["sign"]}
 */
const pawnSign = (kind) => (x, y, size) => pawn(kind, "white", x + HALF, y + HALF, size);

/** The subject of the steps. */
export const order = () => gettext("A turn");

/** The steps of a turn. */
export const steps = [
  {
    words: () => gettext("Place a pawn from your reserve on a tile that has none."),
    rules: ["KH-P1", "KH-P2"],
    isNow: (/** @type {View} */ table) => table.phase === "turns" && table.step === "pawn",
  },
  {
    words: () => gettext("Use the power shown on the tile."),
    rules: ["KH-W5"],
    isNow: (/** @type {View} */ table) => table.phase === "turns" && table.step === "power",
  },
  {
    words: () => gettext("Lay one of your tiles next to the pyramid."),
    rules: ["KH-L1"],
    isNow: (/** @type {View} */ table) => table.phase === "turns" && table.step === "tile",
  },
  {
    words: () => gettext("Draw a tile."),
    rules: ["KH-L4"],
    isNow: (/** @type {View} */ table) => table.phase === "turns" && table.step === "draw",
  },
  {
    words: () => gettext("When the pyramid is complete, the dungeons are scored."),
    rules: ["KH-E1", "KH-V1"],
    isNow: (/** @type {View} */ table) => table.phase === "end",
  },
];

/** The tables of values. @type {TitleAid["tables"]} */
export const tables = [
  {
    title: () => gettext("Value of a dungeon"),
    lines: [
      { sign: centred(hall), words: () => gettext("each hall"), value: () => "1", rules: ["KH-V3"] },
      {
        sign: symbolSign("sarcophagus", "yellow", "king"),
        words: () => gettext("a single sarcophagus"),
        value: () => "+5",
        rules: ["KH-V3"],
      },
      {
        sign: symbolSign("sarcophagus", "yellow", "queen"),
        words: () => gettext("two sarcophagi of the same colour, and no others"),
        value: () => "+15",
        rules: ["KH-V3"],
      },
      { sign: centred(apex), words: () => gettext("with the apex"), value: () => "+5", rules: ["KH-V4"] },
      { sign: centred(longest), words: () => gettext("the longest"), value: () => "+5", rules: ["KH-V5"] },
      { words: () => gettext("closed dungeons: total"), value: () => "×2", rules: ["KH-V6"] },
      { sign: symbolSign("curse"), words: () => gettext("cursed"), value: () => "0", rules: ["KH-V7"] },
    ],
  },
  {
    title: () => gettext("Who scores"),
    lines: [
      {
        sign: pawnSign("worker"),
        words: () => gettext("more pawns in a dungeon: its value; no points in a tie"),
        rules: ["KH-V1", "R35"],
      },
      { sign: symbolSign("double"), words: () => gettext("a pawn on a 2 counts"), value: () => "2", rules: ["KH-V2"] },
      {
        sign: symbolSign("ankh"),
        words: () => gettext("1, 2, 3, 4 pawns on Ankhs:"),
        value: () => "1, 4, 9, 16",
        rules: ["KH-V8"],
      },
    ],
  },
  {
    title: () => gettext("Powers and special pawns"),
    lines: [
      { sign: symbolSign("rotate_hall"), words: () => gettext("turn a hall"), rules: ["KH-W1"] },
      { sign: symbolSign("rotate_corridor"), words: () => gettext("turn a corridor"), rules: ["KH-W1"] },
      {
        sign: symbolSign("swap"),
        words: () => gettext("swap one of your pawns with one of your opponent's"),
        rules: ["KH-W2"],
      },
      { sign: symbolSign("move"), words: () => gettext("move another of your pawns"), rules: ["KH-W3"] },
      { sign: symbolSign("no_pawn"), words: () => gettext("no pawns allowed here"), rules: ["KH-P3"] },
      {
        sign: pawnSign("mummy"),
        words: () => gettext("Mummy: may replace an opponent's Worker"),
        rules: ["KH-M1"],
      },
      {
        sign: pawnSign("priest"),
        words: () => gettext("Priest: only after the Mummy; the opponent can neither move it nor turn its tile"),
        rules: ["KH-R1", "KH-R3"],
      },
      {
        sign: pawnSign("pharaoh"),
        words: () => gettext("Pharaoh: like a Priest, and counts 2"),
        rules: ["KH-F1", "KH-F2"],
      },
    ],
  },
];
