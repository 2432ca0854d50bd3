// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export interface View {
  phase: "walking" | "tide" | "over";
  tide: number;
  tides: number;
  turn: number;
  steps: number;
  fields: { field: string; water: number }[];
  /** The field of each seat's warden; null: out of the game. */
  players: { seat: number; field: string | null }[];
}

export type Context = DrawingContext<View>;
