// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;

/** The data for drawing the map. */
export type Board = {
  height: number;
  radius_tenths: number;
  wall: number[][];
  width: number;
};

export type Colour = "grey" | "red" | "blue";

/** The origin of the game's component data. */
export type Components = {
  digest: string;
  name: string;
  status: string;
};

/** The effect of a spell: its type determines its other fields. */
export type Effect = {
  amount?: number;
  gem?: Gem;
  least?: number;
  metal?: Metal | null;
  most?: number;
  own_too?: boolean;
  type: "arc" | "chosen_disc" | "equal" | "extra_metal" | "free_move" | "gift" | "income" | "power" | "refund" | "skim" | "teleport" | "vortex" | "wild";
  where?: Where;
};

export type Gem = "red" | "yellow" | "green" | "clear" | "white" | "light_blue" | "blue" | "grey" | "orange" | "brown";

/** The number of different gems that win, or the total number. */
export type Goal = {
  different: number;
  gems: number;
};

/** A spell in play, and the number of tokens on it. */
export type InPlay = {
  colour: Colour;
  cost: number;
  effect: Effect | null;
  energy: number;
  metals: Metals;
  name: string;
  name_is: string;
  printed: string;
  text: string;
  wilds: number;
};

/** A gem that is on its way to another region. */
export type Lifted = {
  gem: Gem;
  region: string;
};

export type Metal = "gold" | "silver" | "copper" | "iron";

/** A number of cards of each metal. */
export type Metals = {
  copper: number;
  gold: number;
  iron: number;
  silver: number;
};

export type Phase = "setup" | "choice" | "spells" | "metals" | "gems" | "exchange" | "payment" | "gem" | "take_back" | "movement" | "energy" | "over";

/** A player's possessions; null if unknown to the viewer. */
export type Player = {
  accepted: Metal[] | null;
  cards: number;
  dealt: Spell[] | null;
  different: number;
  fuel: number[] | null;
  gems: Gem[];
  has_fuelled: boolean;
  has_kept: boolean;
  kept: string[] | null;
  least_offer: number | null;
  metals: Metals | null;
  reserve: number;
  seat: number;
  spells: InPlay[];
};

/** A region, the gems in it, and whether the company may move there now. */
export type Region = {
  adjacent: string[];
  gems: Gem[];
  name: string;
  pyramid: boolean;
  reachable: boolean;
  terrain: Terrain;
  wall: boolean;
  x: number;
  y: number;
};

/** A Spell card, called by its name; `printed` is the name on the card. */
export type Spell = {
  colour: Colour;
  cost: number;
  effect: Effect | null;
  metals: Metals;
  name: string;
  name_is: string;
  printed: string;
  text: string;
  wilds: number;
};

/** The pile of spells, and the one on offer. */
export type Spells = {
  deck: number;
  offered: Spell | null;
  pile: number;
  under: string[];
};

/** The cards in no player's hand; `stock` is null if unknown to the viewer. */
export type Stock = {
  cards: number;
  empty: Metal[];
  stock: Metals | null;
};

/** The whole table. In `bids`, seat by seat, null means no answer yet and 0 a pass. */
export type Table = {
  advanced: boolean;
  best_bid: number;
  bidder: number | null;
  bids: (number | null)[];
  board: Board;
  company: string;
  components: Components;
  desires: Metal[];
  disc: number | null;
  discs: number[];
  discs_in_bag: number;
  gems_due: number;
  goal: Goal;
  hat: number;
  laid: Metals;
  lifted: Lifted | null;
  metals: Stock;
  moves: number;
  on_offer: Gem[];
  phase: Phase;
  picks: number;
  players: Player[];
  queue: number[];
  regions: Region[];
  spells: Spells;
  take_backs: number[];
  to_lay: number;
  turn: number;
  turn_limit: number;
  winner: number | null;
};

export type Terrain = "water" | "forest" | "plain" | "mountain" | "city";

export type Where = "anywhere" | "wall" | "pyramid";
