// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

export type Bank = "west" | "east";

/** The current winner of each bank. */
export type Banks = {
  east: number[];
  west: number[];
};

/** A province that is up for auction; `next` is the minimum of the next bid in Gold. */
export type Bid = {
  gold: number | null;
  next: number | null;
  protected: boolean;
  province: string;
  seat: number | null;
};

/** The one-time bonus of a province. */
export type Bonus = {
  favor: number;
  gold: number;
  stones: number;
};

/** Whether a province is chosen; null if the viewer does not know which. */
export type Chosen = {
  province: string | null;
  sealed: boolean;
};

/** The origin of the game's component data, and values not found elsewhere in the table. */
export type Components = {
  adjust: number;
  digest: string;
  favors: Record<string, number>;
  min_farmers: number;
  name: string;
  status: string;
};

export type Favor = "bribe" | "protection" | "free_farmer" | "architect" | "offering_adjuster" | "treasury" | "great_harvest" | "one_bank" | "one_half" | "river" | "desert" | "many_farmers";

export type Goods = "favor" | "farmers" | "stones";

/** A harvest's income by source. */
export type Income = {
  caravans: number;
  farmers: number;
  mines: number;
  total: number;
  treasury: number;
};

/** A province: its yields, contents and owner, and the certainty of each value, if known. */
export type Land = {
  bank: Bank;
  bonus: Bonus;
  caravan: number;
  certainty: Record<string, string> | null;
  farmers: number;
  favor: number;
  fields: number;
  free_farmers: number;
  gold_mine: number;
  half: "lower" | "upper";
  id: string;
  name: string;
  owner: number | null;
  pyramids: number;
  river: boolean;
  stones: number;
  temples: number;
};

/** One player's offering: Gold, or the Theft card, and whether a blue Favor card is added. */
export type Offer = {
  adjusts: boolean;
  gold: number;
  theft: boolean;
};

/** The revealed offerings and their outcome; `tile` counts from 0. */
export type Offering = {
  offers: Offer[];
  rewards: number[];
  tile: number | null;
  total: number | null;
};

/** An Offering tile: its range of totals and its effects. */
export type OfferingTile = {
  camel: boolean;
  farmer_income: number;
  max: number;
  min: number;
  temple_points: number;
};

export type Phase = "deal" | "choice" | "auction" | "control" | "market" | "offering" | "adjustment" | "reward" | "harvest" | "scoring" | "points" | "gold" | "over";

/** A player's possessions; null if unknown to the viewer, or only in the expert rules. */
export type Player = {
  banned: string | null;
  chosen: Chosen;
  favor_cards: number;
  gold: number;
  great_harvest: string | null;
  hand: Favor[] | null;
  income: Income | null;
  offer: Offer | null;
  points: number;
  points_by_scoring: number[];
  protected: boolean;
  province_hand: string[] | null;
  provinces: string[];
  provinces_in_hand: number | null;
  pyramids: number;
  scoring: Scoring;
  scoring_cards: Favor[] | null;
  sealed: boolean;
  seat: number;
  stones: number;
  to_place: ToPlace;
  treasury: string | null;
  used: Favor[];
};

/** The points of a scoring at this moment, without yellow cards; Temples need a tile in the delta. */
export type Scoring = {
  east: number;
  gold: number;
  pyramids: number;
  sets: number;
  temples: number | null;
  total: number;
  west: number;
};

/** The whole table. `prices` are for one item, for two, and so on; an unlimited quarry is null. */
export type Table = {
  banks: Banks;
  bid_track: number[];
  bidder: number | null;
  components: Components;
  deck: number;
  discard: Favor[];
  expert: boolean;
  farmers_left: number;
  goods: Goods | null;
  kingdom: number;
  next_start: number;
  offering: Offering;
  phase: Phase;
  players: Player[];
  prices: number[];
  provinces: Land[];
  queue: number[];
  round: number;
  row: Bid[];
  start: number;
  stones_left: number | null;
  tiles: OfferingTile[];
  turn_order: number[];
};

/** Goods that have not been placed yet. */
export type ToPlace = {
  farmers: number;
  stones: number;
};
