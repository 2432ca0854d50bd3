// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

/** A Province that is up for auction, and the Gold card in front of it. */
export type Bid = {
  gold: number | null;
  province: Province;
  seat: number | null;
};

/** The origin of the game's component data, and the cost of Pyramids bought together. */
export type Components = {
  construction_cost: number[];
  digest: string;
  name: string;
  status: string;
};

/** How many Provinces of a Kingdom have not been turned over yet. */
export type Deck = {
  kingdom: number;
  left: number;
  of: number;
};

/** An Extended Province: its cards, the newest one last, and its Pyramids, printed and tokens. */
export type ExtendedProvince = {
  cards: Province[];
  place: number;
  printed: number;
  pyramids: number;
  tokens: number;
};

/** The revealed offerings, the Pyramids granted for them, seat by seat, and the flood. */
export type Offerings = {
  favors: number[];
  flood: number | null;
  revealed: number[][];
  total: number | null;
};

export type Phase = "display" | "auction" | "pharaoh" | "offering" | "flood" | "favours" | "development" | "points" | "over";

/** The cards and tokens in front of a player; `step` is the player's step in the development. */
export type Player = {
  acquired: Province | null;
  ankhs: number;
  caravans: number;
  discarded: number[];
  display: number[];
  fields: number;
  offering: SealedOffering;
  points: number;
  points_by_kingdom: number[];
  provinces: ExtendedProvince[];
  pyramids_to_place: number;
  revenue: number;
  seat: number;
  step: Step | null;
};

/** A Province card, and the Kingdom on its back. */
export type Province = {
  ankhs: number;
  caravan: boolean;
  fields: number;
  id: string;
  kingdom: number;
  pyramids: number;
};

/** Whether a player has sealed an offering; `cards` is null if they are hidden from the viewer. */
export type SealedOffering = {
  cards: number[] | null;
  sealed: boolean;
};

export type Step = "revenue" | "construction" | "placement" | "preparation" | "done";

/** The whole table. */
export type Table = {
  auction: number;
  components: Components;
  decks: Deck[];
  kingdom: number;
  offering: Offerings;
  pharaoh: number;
  phase: Phase;
  players: Player[];
  row: Bid[];
  tokens_used: Tokens;
  turn_order: number[];
};

/** The number of tokens on the table. */
export type Tokens = {
  points: number;
  pyramids: number;
};
