// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export interface Claim {
  seat: number;
  count: number;
  face: number;
}

export interface Player {
  seat: number;
  left: number;
  /** Of each die that was rolled in this round; null: under a cup into which the viewer does not see. */
  faces: (number | null)[];
}

export interface View {
  phase: "rolling" | "bidding" | "doubt" | "loss" | "over";
  round: number;
  turn: number;
  claim: Claim | null;
  doubter: number | null;
  dice: number;
  dice_lost: number;
  players: Player[];
}

export type Context = DrawingContext<View>;
