// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

/** A card: its number, its name and its suit. */
export type Card = {
  card: number;
  name: string;
  suit: Suit;
};

export type Phases = "dealing" | "playing" | "taking" | "scoring" | "over";

/** A player's hand, and the card played in this trick; what the viewer does not know is null. */
export type Player = {
  hand: (Card | null)[];
  played: Card | null;
  seat: number;
};

export type Suit = "clubs" | "diamonds" | "hearts" | "spades";

/** The whole table. */
export type Table = {
  deal: number;
  deals: number;
  phase: Phases;
  players: Player[];
  points: number[];
  tricks: number[];
  trump: Suit;
};
