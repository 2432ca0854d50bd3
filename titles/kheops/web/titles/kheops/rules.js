// The numbered rules about each kind of part in the drawing, and about each question.

/** @import { View } from "./view.js" */

/** @type {Record<string, string[]>} */
export const parts = {
  step: ["KH-T1"],
  cell: ["KH-N1"],
  "empty open": ["KH-L1", "KH-L2", "KH-L3"],
  empty: ["KH-L1"],
  hall: ["KH-P2", "KH-V3"],
  corridor: ["KH-P2", "KH-V3"],
  "symbol ankh": ["KH-V8"],
  "symbol curse": ["KH-V7"],
  "symbol double": ["KH-V2"],
  "symbol sarcophagus": ["KH-V3"],
  "symbol no_pawn": ["KH-P3"],
  "symbol rotate_hall": ["KH-W1", "KH-W5"],
  "symbol rotate_corridor": ["KH-W1", "KH-W5"],
  "symbol swap": ["KH-W2", "KH-W5"],
  "symbol move": ["KH-W3", "KH-W4"],
  "symbol none": [],
  "pawn * worker": ["KH-V1"],
  "pawn * priest": ["KH-R1", "KH-R2"],
  "pawn * mummy": ["KH-M1", "KH-M3"],
  "pawn * pharaoh": ["KH-F1"],
  "reserve * worker": ["KH-P1", "KH-P2"],
  "reserve * priest": ["KH-R3", "KH-R1", "KH-R2"],
  "reserve * mummy": ["KH-M1", "KH-M2", "KH-M3"],
  "reserve * pharaoh": ["KH-F2", "KH-F1"],
  ankhs: ["KH-V8"],
  points: ["KH-E2", "KH-V1", "KH-V8"],
  hand: ["KH-S4", "KH-L1", "KH-L2"],
  tile: ["KH-S2"],
  deck: ["KH-L4", "KH-E1"],
  power: ["KH-W5", "KH-W6"],
  "pick thirds": ["KH-W1", "R21"],
  "pick orientation": ["KH-L2", "KH-L3"],
  "pick tile": ["KH-L1"],
  dungeon: ["KH-D2", "KH-V1", "KH-V3"],
  "dungeon closed": ["KH-V6", "KH-V1", "KH-V3"],
  "dungeon cursed": ["KH-V7", "KH-D2"],
  line: ["KH-D2", "KH-V1", "KH-V3"],
};

/** @type {Record<string, string[]>} */
export const asks = {
  PlacePawn: ["KH-P1", "KH-P2", "KH-P3"],
  Rotate: ["KH-W1", "KH-W5", "KH-R2"],
  Swap: ["KH-W2", "KH-W5", "KH-R1"],
  Move: ["KH-W3", "KH-W4", "KH-W5"],
  PlaceTile: ["KH-L1", "KH-L2", "KH-L3"],
};

/**
 * Further kinds of a part, by its content.
 * @param {string} key
 * @param {View} table
 */
export function more(key, table) {
  const [kind, place] = key.split(" ");
  if (kind === "dungeon" || kind === "line") {
    const dungeon = table.dungeons.find(({ cells }) => cells[0] === place);
    return [dungeon?.cursed && "dungeon cursed", dungeon?.closed && "dungeon closed"].flatMap((one) => one || []);
  }
  const cell = kind === "cell" ? table.cells.find((one) => one.cell === place) : null;
  if (!cell) return [];
  if (!cell.tile) return [table.open_cells.includes(cell.cell) ? "empty open" : "empty"];
  const pawn = cell.pawn ? [`pawn ${cell.pawn.seat} ${cell.pawn.kind}`] : [];
  return [...pawn, `symbol ${cell.tile.symbol}`, cell.tile.kind];
}
