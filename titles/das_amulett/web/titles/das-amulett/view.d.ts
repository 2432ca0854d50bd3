// The shape of this title's `view`, as its drawing gets it.

import type { DrawingContext } from "../../types.js";

export type Metal = "gold" | "silver" | "copper" | "iron";
export type Terrain = "water" | "forest" | "plain" | "mountain" | "city";
export type Count = Record<Metal, number>;
/** Where an effect works. */
export type Where = "anywhere" | "wall" | "pyramid";

/** What a spell does: its type says which of the other fields it has. */
export type Effect =
  | { type: "income"; gem: string; metal: Metal; amount: number }
  | { type: "teleport" | "extra_metal" | "chosen_disc" | "equal" | "free_move" | "arc" }
  | { type: "skim"; least: number; most: number; amount: number }
  | { type: "refund" | "gift"; amount: number; where: Where }
  | { type: "wild"; metal: Metal | null; where: Where }
  | { type: "power"; amount: number }
  | { type: "vortex"; amount: number; own_too: boolean };

export interface Spell {
  name: string;
  printed: string;
  colour: "grey" | "red" | "blue";
  cost: number;
  metals: Count;
  wilds: number;
  effect: Effect | null;
  text: string;
  name_is: string;
  /** Of a spell in play: how many tokens lie on it. */
  energy?: number;
}

/** A spell in play. */
export interface InPlay extends Spell {
  energy: number;
}

export interface Region {
  name: string;
  terrain: Terrain;
  pyramid: boolean;
  wall: boolean;
  x: number;
  y: number;
  adjacent: string[];
  gems: string[];
  reachable: boolean;
}

export interface Player {
  seat: number;
  reserve: number;
  cards: number;
  /** Null: a hand that the viewer does not know. */
  metals: Count | null;
  gems: string[];
  different: number;
  spells: InPlay[];
  dealt: Spell[] | null;
  kept: string[] | null;
  fuel: number[] | null;
  has_kept: boolean;
  has_fuelled: boolean;
  accepted: Metal[] | null;
  least_offer: number | null;
}

export type PhaseName =
  | "setup"
  | "choice"
  | "spells"
  | "metals"
  | "gems"
  | "exchange"
  | "payment"
  | "gem"
  | "take_back"
  | "movement"
  | "energy"
  | "over";

export interface View {
  phase: PhaseName;
  turn: number;
  turn_limit: number;
  advanced: boolean;
  hat: number;
  queue: number[];
  company: string;
  /** The gems that lie where the company is. */
  on_offer: string[];
  disc: number | null;
  moves: number;
  discs: number[];
  discs_in_bag: number;
  desires: Metal[];
  regions: Region[];
  spells: { deck: number; pile: number; under: string[]; offered: Spell | null };
  metals: { stock: Count | null; cards: number; empty: Metal[] };
  /** Seat by seat; null: not answered, 0: passed. */
  bids: (number | null)[];
  bidder: number | null;
  best_bid: number;
  laid: Count;
  to_lay: number;
  gems_due: number;
  take_backs: number[];
  picks: number;
  lifted: { region: string; gem: string } | null;
  winner: number | null;
  players: Player[];
  goal: { different: number; gems: number };
  board: { width: number; height: number; radius_tenths: number; wall: [number, number][] };
  components: { name: string; status: string; digest: string };
}

export type Context = DrawingContext<View>;
