// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export interface Player {
  seat: number;
  points: number;
}

export interface View {
  phase: "choosing" | "rolling" | "over";
  round: number;
  rounds: number;
  turn: number;
  pot: number;
  die: number | null;
  players: Player[];
}

export type Context = DrawingContext<View>;
