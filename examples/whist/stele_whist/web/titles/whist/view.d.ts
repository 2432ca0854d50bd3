// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export type Suit = "clubs" | "diamonds" | "hearts" | "spades";
export type Card = { card: number; name: string; suit: Suit };
export type Player = { seat: number; hand: (Card | null)[]; played: Card | null };

export interface View {
  phase: "dealing" | "playing" | "taking" | "scoring" | "over";
  deal: number;
  deals: number;
  trump: Suit;
  tricks: [number, number];
  points: [number, number];
  players: Player[];
}

export type Context = DrawingContext<View>;
