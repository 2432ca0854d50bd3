// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export interface Player {
  seat: number;
  speed: number;
  seconds: number;
  /** How many gates the skier has passed. */
  passed: number;
  /** The last face of the die; null: not rolled yet. */
  face: number | null;
  fell: boolean;
}

export interface View {
  phase: "choosing" | "skiing" | "over";
  gate: number;
  gates: number;
  icy: number[];
  players: Player[];
}

export type Context = DrawingContext<View>;
