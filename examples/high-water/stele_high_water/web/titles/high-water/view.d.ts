// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

/** A field, and how high the water is on it. */
export type Field = {
  field: string;
  water: number;
};

export type Phases = "walking" | "tide" | "over";

/** The whole table. */
export type Table = {
  fields: Field[];
  phase: Phases;
  players: Warden[];
  steps: number;
  tide: number;
  tides: number;
  turn: number;
};

/** The field of a seat's warden, or null: out of the game. */
export type Warden = {
  field: string | null;
  seat: number;
};
