// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

export type Phases = "choosing" | "skiing" | "over";

/** A skier: `passed` counts the gates so far, `face` is the last one of the die, or null before the first. */
export type Player = {
  face: number | null;
  fell: boolean;
  passed: number;
  seat: number;
  seconds: number;
  speed: number;
};

/** The whole table. */
export type Table = {
  gate: number;
  gates: number;
  icy: number[];
  phase: Phases;
  players: Player[];
};
