// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

/** The bid that stands. */
export type Claim = {
  count: number;
  face: number;
  seat: number;
};

export type Phase = "rolling" | "bidding" | "doubt" | "loss" | "over";

/** How many dice a player has left, and their faces; null if the viewer cannot see under the cup. */
export type Player = {
  faces: (number | null)[];
  left: number;
  seat: number;
};

/** The whole table. */
export type Table = {
  claim: Claim | null;
  dice: number;
  dice_lost: number;
  doubter: number | null;
  phase: Phase;
  players: Player[];
  round: number;
  turn: number;
};
