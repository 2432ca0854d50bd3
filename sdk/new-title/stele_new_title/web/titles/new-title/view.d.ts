// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

export type Phase = "choosing" | "rolling" | "over";

/** A player's points. */
export type Player = {
  points: number;
  seat: number;
};

/** The whole table. `die` is the last roll, or null before the first. */
export type Table = {
  die: number | null;
  phase: Phase;
  players: Player[];
  pot: number;
  round: number;
  rounds: number;
  turn: number;
};
