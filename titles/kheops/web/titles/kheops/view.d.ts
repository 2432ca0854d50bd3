// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export type Colour = "white" | "blue";
export type PawnKind = "worker" | "priest" | "mummy" | "pharaoh";
export type Power = "rotate_corridor" | "rotate_hall" | "swap" | "move";

export interface Tile {
  id: number;
  kind: "hall" | "corridor";
  /** Whether each of the three sides is open. */
  sides: boolean[];
  symbol: string;
  /** Of a sarcophagus; a host's own tiles may have any. */
  colour: string | null;
  figure: string | null;
}

export interface Pawn {
  seat: number;
  kind: PawnKind;
}

/** A place in the pyramid; `up`: its triangle stands on a side. */
export interface Cell {
  cell: string;
  up: boolean;
  tile: Tile | null;
  orientation: number | null;
  pawn: Pawn | null;
}

/** A cell on which a tile lies. */
export interface LaidCell extends Cell {
  tile: Tile;
  orientation: number;
}

export interface Dungeon {
  cells: string[];
  halls: number;
  sarcophagi: number;
  apex: number;
  longest: number;
  closed: boolean;
  cursed: boolean;
  /** How many pawns each seat has in it. */
  pawns: number[];
  value: number;
  winner: number | null;
}

export interface Player {
  seat: number;
  colour: Colour;
  hand_size: number;
  /** Null: a hand that the viewer does not know. */
  hand: Tile[] | null;
  reserve: Record<PawnKind, number>;
  ankhs: number;
  points: number;
}

export interface View {
  phase: "setup" | "turns" | "end";
  step: "deal" | "pawn" | "power" | "tile" | "draw" | "score" | "over";
  turn: number;
  white: number;
  power: Power | null;
  placed: string | null;
  deck: number;
  tiles_to_lay: number;
  open_cells: string[];
  cells: Cell[];
  dungeons: Dungeon[];
  players: Player[];
  settings: Record<string, string | boolean>;
  components: { name: string; status: string; digest: string };
}

export type Context = DrawingContext<View>;

/** What a tile shows in its middle. */
export type TileSymbol = Pick<Tile, "symbol" | "colour" | "figure">;

/** A pawn as it stands on a tile. */
export interface Standing {
  kind: PawnKind;
  colour: Colour;
}
