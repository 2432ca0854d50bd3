// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

/** A cell of the pyramid; `up`: its triangle stands on a side. `orientation` counts thirds, clockwise. */
export type Cell = {
  cell: string;
  orientation: number | null;
  pawn: Pawn | null;
  tile: Tile | null;
  up: boolean;
};

export type ClosedRule = "border" | "strict";

export type Colour = "white" | "blue";

/** The origin of the game's component data. */
export type Components = {
  digest: string;
  name: string;
  status: string;
};

/** A dungeon as it would be scored now; `pawns` counts each seat's pawns in it. */
export type Dungeon = {
  apex: number;
  cells: string[];
  closed: boolean;
  cursed: boolean;
  halls: number;
  longest: number;
  pawns: number[];
  sarcophagi: number;
  value: number;
  winner: number | null;
};

export type Kind = "hall" | "corridor";

/** A pawn in the pyramid, and its owner. */
export type Pawn = {
  kind: PawnKind;
  seat: number;
};

export type PawnKind = "worker" | "priest" | "mummy" | "pharaoh";

/** A player's possessions; `hand` is null if unknown to the viewer. */
export type Player = {
  ankhs: number;
  colour: Colour;
  hand: Tile[] | null;
  hand_size: number;
  points: number;
  reserve: Reserve;
  seat: number;
};

export type Power = "rotate_corridor" | "rotate_hall" | "swap" | "move";

/** The number of pawns of each kind in reserve. */
export type Reserve = {
  mummy: number;
  pharaoh: number;
  priest: number;
  worker: number;
};

/** The readings of the rulebook in this game. */
export type Settings = {
  closed_rule: ClosedRule;
  pharaoh_after_mummy: boolean;
  swap_may_use_placed_pawn: boolean;
};

export type Step = "deal" | "pawn" | "power" | "tile" | "draw" | "score" | "over";

export type Symbol = "none" | "rotate_corridor" | "rotate_hall" | "swap" | "move" | "no_pawn" | "double" | "ankh" | "sarcophagus" | "curse";

/** The whole table; `power` is the power triggered by this turn's pawn, which was placed at `placed`. */
export type Table = {
  cells: Cell[];
  components: Components;
  deck: number;
  dungeons: Dungeon[];
  open_cells: string[];
  phase: "end" | "setup" | "turns";
  placed: string | null;
  players: Player[];
  power: Power | null;
  settings: Settings;
  step: Step;
  tiles_to_lay: number;
  turn: number;
  white: number;
};

/** A tile; `sides` says for each of its three sides whether it is open, `colour` is a sarcophagus's. */
export type Tile = {
  colour: string | null;
  figure: string | null;
  id: number;
  kind: Kind;
  sides: boolean[];
  symbol: Symbol;
};
