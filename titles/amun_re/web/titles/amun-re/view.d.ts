// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export type Bank = "west" | "east";
export type Goods = "favor" | "farmers" | "stones";

/** A province on the map: what it brings, what stands in it, whose it is. */
export interface Land {
  id: string;
  name: string;
  bank: Bank;
  half: "lower" | "upper";
  river: boolean;
  fields: number;
  favor: number;
  gold_mine: number;
  caravan: number;
  temples: number;
  bonus: { stones: number; favor: number; gold: number };
  owner: number | null;
  farmers: number;
  free_farmers: number;
  stones: number;
  pyramids: number;
  /** How sure each value is, where it is known. */
  certainty?: Record<string, string> | null;
}

/** A province that is up for auction; `next`: the least Gold of the next bid. */
export interface Bid {
  province: string;
  seat: number | null;
  gold: number | null;
  next: number | null;
  protected: boolean;
}

export interface Offer {
  gold: number;
  theft: boolean;
  adjusts: boolean;
}

export interface OfferingTile {
  min: number;
  max: number;
  farmer_income: number;
  temple_points: number;
  camel: boolean;
}

/** What a scoring would bring now, without yellow cards; Temples need a tile in the delta. */
export interface Scoring {
  temples: number | null;
  pyramids: number;
  sets: number;
  west: number;
  east: number;
  total: number;
  gold: number;
}

/** What the harvest brings by its sources. */
export interface Income {
  mines: number;
  caravans: number;
  farmers: number;
  treasury: number;
  total: number;
}

export interface Player {
  seat: number;
  gold: number;
  favor_cards: number;
  /** Null: a hand that the viewer does not know. */
  hand: string[] | null;
  used: string[];
  banned: string | null;
  protected: boolean;
  provinces: string[];
  provinces_in_hand: number | null;
  province_hand: string[] | null;
  chosen: { sealed: boolean; province: string | null };
  sealed: boolean;
  offer: Offer | null;
  scoring_cards: string[] | null;
  to_place: { farmers: number; stones: number };
  treasury: string | null;
  great_harvest: string | null;
  pyramids: number;
  stones: number;
  points_by_scoring: number[];
  points: number;
  scoring: Scoring;
  /** In the harvest, for who has still to take it. */
  income: Income | null;
}

export type PhaseName =
  | "deal"
  | "choice"
  | "auction"
  | "control"
  | "market"
  | "offering"
  | "adjustment"
  | "reward"
  | "harvest"
  | "scoring"
  | "points"
  | "gold"
  | "over";

export interface View {
  kingdom: number;
  round: number;
  phase: PhaseName;
  start: number;
  next_start: number | null;
  turn_order: number[];
  queue: number[];
  goods: Goods | null;
  /** The price of one thing, of two, and so on. */
  prices: number[];
  row: Bid[];
  bidder: number | null;
  provinces: Land[];
  deck: number;
  discard: string[];
  farmers_left: number;
  /** Null: the quarry has no end. */
  stones_left: number | null;
  offering: { offers: Offer[]; total: number | null; tile: number | null; rewards: number[] };
  players: Player[];
  banks: Record<Bank, number[]>;
  expert: boolean;
  bid_track: number[];
  tiles: OfferingTile[];
  components: {
    name: string;
    status: string;
    digest: string;
    adjust: number;
    min_farmers: number;
    favors: Record<string, number>;
  };
}

export type Context = DrawingContext<View>;
