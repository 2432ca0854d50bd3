// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export type PhaseName =
  "display" | "auction" | "pharaoh" | "offering" | "flood" | "favours" | "development" | "points" | "over";

/** A Province card. */
export interface Province {
  id: string;
  kingdom: number;
  ankhs: number;
  fields: number;
  caravan: boolean;
  pyramids: number;
}

/** A Province that is up for auction, and the Gold card in front of it. */
export interface Bid {
  province: Province;
  seat: number | null;
  gold: number | null;
}

/** An Extended Province: its cards, the newest one last, and its Pyramids. */
export interface ExtendedProvince {
  place: number;
  cards: Province[];
  printed: number;
  tokens: number;
  pyramids: number;
}

export interface Player {
  seat: number;
  display: number[];
  discarded: number[];
  offering: { sealed: boolean; cards: number[] | null };
  acquired: Province | null;
  provinces: ExtendedProvince[];
  ankhs: number;
  fields: number;
  caravans: number;
  pyramids_to_place: number;
  revenue: number;
  step: string | null;
  points_by_kingdom: number[];
  points: number;
}

export interface View {
  kingdom: number;
  auction: number;
  phase: PhaseName;
  pharaoh: number | null;
  turn_order: number[];
  row: Bid[];
  decks: { kingdom: number; left: number; of: number }[];
  /** Offerings and the Pyramids that they bring, seat by seat, when they are revealed. */
  offering: { revealed: number[][]; favors: number[]; total: number | null; flood: number | null };
  tokens_used: { pyramids: number; points: number };
  players: Player[];
  components: { name: string; status: string; digest: string; construction_cost: number[] };
}

export type Context = DrawingContext<View>;

/** Where a Gold card lies. */
export type GoldPlace = "display" | "discarded" | "row" | "offered";
