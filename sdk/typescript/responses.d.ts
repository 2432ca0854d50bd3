// Written by `python -m api.pages.page_types --client`; do not change it by hand.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Abort a game before its first move. */
export type Abort = {
  type: "Abort";
};

/** Agree that the clocks stop. They do when all agree. */
export type AgreePause = {
  type: "AgreePause";
};

/** Buy this many Farmers. */
export type AmunRe_BuyFarmers = {
  type: "BuyFarmers";
  count: number;
};

/** Buy this many Favor cards. */
export type AmunRe_BuyFavor = {
  type: "BuyFavor";
  count: number;
};

/** Buy this many Stones. */
export type AmunRe_BuyStones = {
  type: "BuyStones";
  count: number;
};

/** Expert rules: put this province of your hand up for auction. */
export type AmunRe_ChooseProvince = {
  type: "ChooseProvince";
  province: string;
};

/** The blue Favor card raises the common offering by its amount, or lowers it: a negative amount. */
export type AmunRe_DeclareAdjustment = {
  type: "DeclareAdjustment";
  amount: number;
};

/** Leave the market. */
export type AmunRe_EndMarket = {
  type: "EndMarket";
};

/** Offering: a blue card changes the common offering by this amount. */
export type AmunRe_Event_AdjustmentDeclared = {
  type: "AdjustmentDeclared";
  data: {
    seat: number;
    amount: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Market: a pyramid of two Stones. */
export type AmunRe_Event_ArchitectPlayed = {
  type: "ArchitectPlayed";
  data: {
    seat: number;
    province: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Auction: a Scribe is placed. `space` is the place on the bid track, `outbid` the seat whose Scribe goes back. */
export type AmunRe_Event_BidPlaced = {
  type: "BidPlaced";
  data: {
    seat: number;
    province: string;
    space: number;
    gold: number;
    bribe: boolean;
    protection: boolean;
    outbid: number | null;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Auction: the one-time bonus of the province; its Stones make `pyramids`, Favor cards are drawn next. */
export type AmunRe_Event_BonusTaken = {
  type: "BonusTaken";
  data: {
    seat: number;
    province: string;
    stones: number;
    pyramids: number;
    favor: number;
    gold: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Expert rules: all players may now choose a province for this round. */
export type AmunRe_Event_ChoiceInvited = {
  type: "ChoiceInvited";
  data: {
    kingdom: number;
    round: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The component data of this game. `favors` counts the Favor cards of each type. */
export type AmunRe_Event_Components = {
  name: string;
  status: string;
  digest: string;
  bid_track: number[];
  tiles: AmunRe_Event_OfferingTile[];
  adjust: number;
  min_farmers: number;
  provinces: AmunRe_Event_Province[];
  favors: Json[][];
};

/** The discarded Favor cards are the new deck. */
export type AmunRe_Event_DeckShuffled = {
  type: "DeckShuffled";
  data: {
    cards: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** No Favor card is left to draw. */
export type AmunRe_Event_DrawLost = {
  type: "DrawLost";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A Farmer is placed on a Field. */
export type AmunRe_Event_FarmerPlaced = {
  type: "FarmerPlaced";
  data: {
    seat: number;
    province: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player draws a Favor card; the others cannot see it. */
export type AmunRe_Event_FavorDrawn = {
  type: "FavorDrawn";
  data: {
    seat: number;
    card: "architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury" | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A Favor card is discarded for 1 Gold. */
export type AmunRe_Event_FavorSold = {
  type: "FavorSold";
  data: {
    seat: number;
    card: "architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Market: a Farmer without a Field. */
export type AmunRe_Event_FreeFarmerPlayed = {
  type: "FreeFarmerPlayed";
  data: {
    seat: number;
    province: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The end: everything is scored. */
export type AmunRe_Event_GameScored = {
  type: "GameScored";
  data: {
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The end: a player's Gold, its rank, and the points for it. */
export type AmunRe_Event_GoldScored = {
  type: "GoldScored";
  data: {
    seat: number;
    gold: number;
    place: number;
    points: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Market: this many Favor cards, Farmers or Stones are bought together. */
export type AmunRe_Event_GoodsBought = {
  type: "GoodsBought";
  data: {
    seat: number;
    goods: string;
    count: number;
    gold: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Harvest: one Gold more for each Farmer of this province. */
export type AmunRe_Event_GreatHarvestPlayed = {
  type: "GreatHarvestPlayed";
  data: {
    seat: number;
    province: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The end: the remaining Favor cards become 1 Gold each. */
export type AmunRe_Event_HandSold = {
  type: "HandSold";
  data: {
    seat: number;
    cards: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Harvest: all players harvest in turn. */
export type AmunRe_Event_HarvestBegun = {
  type: "HarvestBegun";
  data: {
    order: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Harvest: a player's income by its sources. */
export type AmunRe_Event_IncomeTaken = {
  type: "IncomeTaken";
  data: {
    seat: number;
    mines: number;
    caravans: number;
    farmers: number;
    treasury: number;
    total: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The Old Kingdom ends: Scribes and Farmers leave, pyramids and Stones stay; or the New one does. */
export type AmunRe_Event_KingdomEnded = {
  type: "KingdomEnded";
  data: {
    kingdom: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Market: a player leaves. */
export type AmunRe_Event_MarketLeft = {
  type: "MarketLeft";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Market: players buy in turn. */
export type AmunRe_Event_MarketOpened = {
  type: "MarketOpened";
  data: {
    order: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offering: the common offering determines the tile in the delta, counted from 0; thieves take their Gold. */
export type AmunRe_Event_NileFlooded = {
  type: "NileFlooded";
  data: {
    total: number;
    tile: number;
    thieves: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** One player's offering: Gold, or the Theft card, and whether a blue Favor card is added. */
export type AmunRe_Event_Offer = Json[];

/** Offering: a player has sealed one; the Gold, Theft, and blue card are secret. */
export type AmunRe_Event_OfferingSealed = {
  type: "OfferingSealed";
  data: {
    seat: number;
    kingdom: number;
    round: number;
    offer: Json[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** An Offering tile: its range of totals, Gold per Farmer, points per Temple, and whether Caravans earn. */
export type AmunRe_Event_OfferingTile = Json[];

/** Offering: all players may now seal one. */
export type AmunRe_Event_OfferingsInvited = {
  type: "OfferingsInvited";
  data: {
    kingdom: number;
    round: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offering: all are turned over together, seat by seat; Gold is paid, blue cards are discarded. */
export type AmunRe_Event_OfferingsRevealed = {
  type: "OfferingsRevealed";
  data: {
    kingdom: number;
    round: number;
    offers: AmunRe_Event_Offer[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Scoring: a player's points in this Kingdom, by their sources. */
export type AmunRe_Event_PointsScored = {
  type: "PointsScored";
  data: {
    seat: number;
    kingdom: number;
    temples: number;
    pyramids: number;
    sets: number;
    west: number;
    east: number;
    cards: number;
    total: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A province as printed: its location, its permanent yields, and its one-time bonus. */
export type AmunRe_Event_Province = Json[];

/** Auction: a player pays and controls the province. */
export type AmunRe_Event_ProvinceAcquired = {
  type: "ProvinceAcquired";
  data: {
    seat: number;
    province: string;
    gold: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Expert rules: a player has chosen the province to put up for auction. */
export type AmunRe_Event_ProvinceChosen = {
  type: "ProvinceChosen";
  data: {
    seat: number;
    kingdom: number;
    round: number;
    province: string | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Expert rules: a province card is dealt to a player; the others cannot see it. */
export type AmunRe_Event_ProvinceDealt = {
  type: "ProvinceDealt";
  data: {
    seat: number;
    province: string | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Auction: these provinces are up for auction in this round. By the expert rules, in the order of the seats. */
export type AmunRe_Event_ProvincesRevealed = {
  type: "ProvincesRevealed";
  data: {
    kingdom: number;
    round: number;
    provinces: string[];
    chosen: boolean;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offering: a player takes this many Favor cards, Farmers and Stones. */
export type AmunRe_Event_RewardTaken = {
  type: "RewardTaken";
  data: {
    seat: number;
    favor: number;
    farmers: number;
    stones: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offering: the number of rewards of each player, in this order, and the start player from the next round on. */
export type AmunRe_Event_RewardsGranted = {
  type: "RewardsGranted";
  data: {
    order: number[];
    rewards: number[];
    start: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Scoring: all players may lay down yellow Favor cards. */
export type AmunRe_Event_ScoringBegun = {
  type: "ScoringBegun";
  data: {
    kingdom: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Scoring: the yellow Favor cards are turned over, seat by seat, and discarded. */
export type AmunRe_Event_ScoringCardsRevealed = {
  type: "ScoringCardsRevealed";
  data: {
    kingdom: number;
    cards: (("architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury")[])[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Scoring: a player has chosen yellow Favor cards, or none. */
export type AmunRe_Event_ScoringCardsSealed = {
  type: "ScoringCardsSealed";
  data: {
    seat: number;
    kingdom: number;
    cards: ("architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury")[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A Stone is placed; the third one becomes a pyramid with the other two. */
export type AmunRe_Event_StonePlaced = {
  type: "StonePlaced";
  data: {
    seat: number;
    province: string;
    pyramid: boolean;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: the component data, the rules, and the start player. Version 1 had no `strict_supply`: Stones never ran out. Version 2 had no `together`: the harvest was in turn. */
export type AmunRe_Event_TableLaid = {
  type: "TableLaid";
  data: {
    players: number;
    components: AmunRe_Event_Components;
    expert: boolean;
    start: number;
    strict_supply: boolean;
    together: boolean;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Harvest: Gold from the reserve instead of this province's income. */
export type AmunRe_Event_TreasuryPlayed = {
  type: "TreasuryPlayed";
  data: {
    seat: number;
    province: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Bid this Gold for this province, with a Bribe where you were last outbid, with Protection. */
export type AmunRe_PlaceBid = {
  type: "PlaceBid";
  province: string;
  gold: number;
  bribe?: boolean;
  protection?: boolean;
};

/** Place a Farmer on an open Field of this province. */
export type AmunRe_PlaceFarmer = {
  type: "PlaceFarmer";
  province: string;
};

/** Place a Stone in this province. */
export type AmunRe_PlaceStone = {
  type: "PlaceStone";
  province: string;
};

/** Play the Favor card: a pyramid for two Stones of this province. */
export type AmunRe_PlayArchitect = {
  type: "PlayArchitect";
  province: string;
};

/** Play the Favor card: a Farmer without a Field in this province. */
export type AmunRe_PlayFreeFarmer = {
  type: "PlayFreeFarmer";
  province: string;
};

/** Play the Favor card: one more Gold for each Farmer of this province. */
export type AmunRe_PlayGreatHarvest = {
  type: "PlayGreatHarvest";
  province: string;
};

/** Play the Favor card: Gold from the reserve instead of this province's income. */
export type AmunRe_PlayTreasury = {
  type: "PlayTreasury";
  province: string;
};

/** Offer this Gold, or with `theft` the Theft card (and no Gold), with or without a blue Favor card. */
export type AmunRe_SealOffering = {
  type: "SealOffering";
  gold: number;
  theft?: boolean;
  adjusts?: boolean;
};

/** Lay down these yellow Favor cards, none twice; none at all is possible. */
export type AmunRe_SealScoringCards = {
  type: "SealScoringCards";
  /** The order of the values of cards does not matter. */
  cards: ("bribe" | "protection" | "free_farmer" | "architect" | "offering_adjuster" | "treasury" | "great_harvest" | "one_bank" | "one_half" | "river" | "desert" | "many_farmers")[];
};

/** Discard a Favor card for 1 Gold. */
export type AmunRe_SellFavor = {
  type: "SellFavor";
  card: "bribe" | "protection" | "free_farmer" | "architect" | "offering_adjuster" | "treasury" | "great_harvest" | "one_bank" | "one_half" | "river" | "desert" | "many_farmers";
};

/** The state of a game of amun-re as one viewer may see it. The table is null until every seat is taken. */
export type AmunRe_State = {
  rulebook: "amun-re";
  table: AmunRe_Table | null;
  /** The viewer: a seat, `public` or `all`. */
  as: number | "public" | "all";
  status: "waiting" | "playing" | "finished" | "aborted";
  title: string;
  players: number;
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  /** The SHA-256 of the key of the game's luck. */
  commitment: string;
  seats: SeatInState[];
  /** The seats that must act now. */
  to_act: number[];
  /** The number of moves so far. */
  moves: number;
  points: number[] | null;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29). */
  teams?: number[];
  /** The seats that are out of the game (G29); missing for a title without. */
  eliminated?: number[];
  result: Result | null;
  /** Missing if the operator decides disputes. */
  referee?: Referee;
  /** Missing if there are no disputes. */
  disputes?: ShownDispute[];
  /** The key of the game's luck, published when the game is over. */
  key?: string;
  /** Why the operator called the game off (G27). */
  called_off?: string;
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Only while the clocks are stopped by agreement of all players (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, until all do (G19). */
  pause_agreed?: number[];
  /** The deadline of each seat whose clock runs, earliest first. */
  deadlines?: Deadline[];
  /** Seat by seat: present or future vacations, and playing times. */
  away?: Record<string, Away>;
};

/** The whole table. `prices` are for one item, for two, and so on; an unlimited quarry is null. */
export type AmunRe_Table = {
  banks: AmunRe_Table_Banks;
  bid_track: number[];
  bidder: number | null;
  components: AmunRe_Table_Components;
  deck: number;
  discard: ("architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury")[];
  expert: boolean;
  farmers_left: number;
  goods: "farmers" | "favor" | "stones" | null;
  kingdom: number;
  next_start: number;
  offering: AmunRe_Table_Offering;
  phase: "adjustment" | "auction" | "choice" | "control" | "deal" | "gold" | "harvest" | "market" | "offering" | "over" | "points" | "reward" | "scoring";
  players: AmunRe_Table_Player[];
  prices: number[];
  provinces: AmunRe_Table_Land[];
  queue: number[];
  round: number;
  row: AmunRe_Table_Bid[];
  start: number;
  stones_left: number | null;
  tiles: AmunRe_Table_OfferingTile[];
  turn_order: number[];
};

/** The current winner of each bank. */
export type AmunRe_Table_Banks = {
  east: number[];
  west: number[];
};

/** A province that is up for auction; `next` is the minimum of the next bid in Gold. */
export type AmunRe_Table_Bid = {
  gold: number | null;
  next: number | null;
  protected: boolean;
  province: string;
  seat: number | null;
};

/** The one-time bonus of a province. */
export type AmunRe_Table_Bonus = {
  favor: number;
  gold: number;
  stones: number;
};

/** Whether a province is chosen; null if the viewer does not know which. */
export type AmunRe_Table_Chosen = {
  province: string | null;
  sealed: boolean;
};

/** The origin of the game's component data, and values not found elsewhere in the table. */
export type AmunRe_Table_Components = {
  adjust: number;
  digest: string;
  favors: Record<string, number>;
  min_farmers: number;
  name: string;
  status: string;
};

/** A harvest's income by source. */
export type AmunRe_Table_Income = {
  caravans: number;
  farmers: number;
  mines: number;
  total: number;
  treasury: number;
};

/** A province: its yields, contents and owner, and the certainty of each value, if known. */
export type AmunRe_Table_Land = {
  bank: "east" | "west";
  bonus: AmunRe_Table_Bonus;
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
export type AmunRe_Table_Offer = {
  adjusts: boolean;
  gold: number;
  theft: boolean;
};

/** The revealed offerings and their outcome; `tile` counts from 0. */
export type AmunRe_Table_Offering = {
  offers: AmunRe_Table_Offer[];
  rewards: number[];
  tile: number | null;
  total: number | null;
};

/** An Offering tile: its range of totals and its effects. */
export type AmunRe_Table_OfferingTile = {
  camel: boolean;
  farmer_income: number;
  max: number;
  min: number;
  temple_points: number;
};

/** A player's possessions; null if unknown to the viewer, or only in the expert rules. */
export type AmunRe_Table_Player = {
  banned: string | null;
  chosen: AmunRe_Table_Chosen;
  favor_cards: number;
  gold: number;
  great_harvest: string | null;
  hand: ("architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury")[] | null;
  income: AmunRe_Table_Income | null;
  offer: AmunRe_Table_Offer | null;
  points: number;
  points_by_scoring: number[];
  protected: boolean;
  province_hand: string[] | null;
  provinces: string[];
  provinces_in_hand: number | null;
  pyramids: number;
  scoring: AmunRe_Table_Scoring;
  scoring_cards: ("architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury")[] | null;
  sealed: boolean;
  seat: number;
  stones: number;
  to_place: AmunRe_Table_ToPlace;
  treasury: string | null;
  used: ("architect" | "bribe" | "desert" | "free_farmer" | "great_harvest" | "many_farmers" | "offering_adjuster" | "one_bank" | "one_half" | "protection" | "river" | "treasury")[];
};

/** The points of a scoring at this moment, without yellow cards; Temples need a tile in the delta. */
export type AmunRe_Table_Scoring = {
  east: number;
  gold: number;
  pyramids: number;
  sets: number;
  temples: number | null;
  total: number;
  west: number;
};

/** Goods that have not been placed yet. */
export type AmunRe_Table_ToPlace = {
  farmers: number;
  stones: number;
};

/** Play no more cards and harvest. */
export type AmunRe_TakeIncome = {
  type: "TakeIncome";
};

/** Take this many Favor cards, Farmers and Stones, together at most what was granted. */
export type AmunRe_TakeReward = {
  type: "TakeReward";
  favor: number;
  farmers: number;
  stones: number;
};

/** Buy this many Pyramids together, or none. */
export type AmunReCardGame_BuildPyramids = {
  type: "BuildPyramids";
  count: number;
};

/** Lay out the first display: Gold cards of exactly 14 in all, the 0 card among them. */
export type AmunReCardGame_ChooseGold = {
  type: "ChooseGold";
  /** The order of the values of cards does not matter. */
  cards: number[];
};

/** Auction: a Province is turned over for each player. */
export type AmunReCardGame_Event_AuctionOpened = {
  type: "AuctionOpened";
  data: {
    kingdom: number;
    auction: number;
    provinces: AmunReCardGame_Event_Province[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The component data of this game, as stored in its record. `construction_cost[n]` is the Gold for n Pyramids bought together. */
export type AmunReCardGame_Event_Components = {
  name: string;
  status: string;
  digest: string;
  construction_cost: number[];
  provinces: AmunReCardGame_Event_Province[];
};

/** Favors: the Pyramids granted by Amun-Re, seat by seat. */
export type AmunReCardGame_Event_FavorsGranted = {
  type: "FavorsGranted";
  data: {
    pyramids: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: a player lays out a first display. */
export type AmunReCardGame_Event_GoldChosen = {
  type: "GoldChosen";
  data: {
    seat: number;
    cards: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Third Kingdom: there is no preparation; remaining Gold is worth nothing. */
export type AmunReCardGame_Event_GoldLeftOver = {
  type: "GoldLeftOver";
  data: {
    seat: number;
    gold: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Auction: a Gold card is placed in front of a Province; `outbid` takes their card back. */
export type AmunReCardGame_Event_GoldPlaced = {
  type: "GoldPlaced";
  data: {
    seat: number;
    gold: number;
    province: string;
    outbid: number | null;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Preparation: the next display. `lost` is Gold that nine cards cannot show. */
export type AmunReCardGame_Event_GoldPrepared = {
  type: "GoldPrepared";
  data: {
    seat: number;
    cards: number[];
    lost: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** All have scored. */
export type AmunReCardGame_Event_KingdomEnded = {
  type: "KingdomEnded";
  data: {
    kingdom: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offerings: their total determines the height of the Nile; `level` is the Gold for each Field. */
export type AmunReCardGame_Event_NileFlooded = {
  type: "NileFlooded";
  data: {
    total: number;
    level: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offerings: a player has chosen. The cards and their number are hidden from the others. */
export type AmunReCardGame_Event_OfferingSealed = {
  type: "OfferingSealed";
  data: {
    seat: number;
    kingdom: number;
    cards: number[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offerings: all players may now seal one. */
export type AmunReCardGame_Event_OfferingsInvited = {
  type: "OfferingsInvited";
  data: {
    kingdom: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Offerings: all are turned over together, seat by seat. */
export type AmunReCardGame_Event_OfferingsRevealed = {
  type: "OfferingsRevealed";
  data: {
    kingdom: number;
    offerings: number[][];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: chance names the first Pharaoh. */
export type AmunReCardGame_Event_PharaohDrawn = {
  type: "PharaohDrawn";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Auction: the most visible Ankhs make the Pharaoh; `ankhs` are those of all players. */
export type AmunReCardGame_Event_PharaohNamed = {
  type: "PharaohNamed";
  data: {
    seat: number;
    ankhs: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Victory Points of one player for this Kingdom, by reason; `total` is never below 0. */
export type AmunReCardGame_Event_PointsScored = {
  type: "PointsScored";
  data: {
    seat: number;
    kingdom: number;
    pyramids: number;
    fields: number;
    pharaoh: number;
    fewest_ankhs: number;
    total: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A Province card: its printed values, and the Kingdom on its back. */
export type AmunReCardGame_Event_Province = Json[];

/** Auction: a player takes the Province. In the first Kingdom it is laid down at once. `returns`: the 0 card goes back to the display; any other card is discarded. */
export type AmunReCardGame_Event_ProvinceAcquired = {
  type: "ProvinceAcquired";
  data: {
    seat: number;
    province: AmunReCardGame_Event_Province;
    gold: number;
    returns: boolean;
    placed: boolean;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Second and third Kingdom: the new card is laid over one of the previous Kingdom. */
export type AmunReCardGame_Event_ProvinceExtended = {
  type: "ProvinceExtended";
  data: {
    seat: number;
    place: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A Pyramid token is placed, and never moves again. */
export type AmunReCardGame_Event_PyramidPlaced = {
  type: "PyramidPlaced";
  data: {
    seat: number;
    place: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Construction: this many Pyramids are bought at once. */
export type AmunReCardGame_Event_PyramidsBuilt = {
  type: "PyramidsBuilt";
  data: {
    seat: number;
    count: number;
    cost: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Revenue: Gold from Fields, Caravans and the remaining Gold cards, which are discarded. */
export type AmunReCardGame_Event_RevenueEarned = {
  type: "RevenueEarned";
  data: {
    seat: number;
    fields: number;
    caravans: number;
    cards: number;
    total: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: the component data is settled, and all players have nine Gold cards. `edition` is the edition of the rules (R51). Version 1 had no `together`: all were asked in turn order. Version 2 had no `edition`: it was the first one. */
export type AmunReCardGame_Event_TableLaid = {
  type: "TableLaid";
  data: {
    players: number;
    components: AmunReCardGame_Event_Components;
    together: boolean;
    edition: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Lay the Province just acquired over the one in this place: 0, 1 or 2 from left to right. */
export type AmunReCardGame_ExtendProvince = {
  type: "ExtendProvince";
  place: number;
};

/** Place a Gold card of the display in front of a Province of the row. */
export type AmunReCardGame_PlaceGold = {
  type: "PlaceGold";
  gold: number;
  province: string;
};

/** Place one Pyramid on the Province in this place: 0, 1 or 2 from left to right. */
export type AmunReCardGame_PlacePyramid = {
  type: "PlacePyramid";
  place: number;
};

/** Lay out the next display: Gold cards of exactly the remaining Gold, including the 0 card. */
export type AmunReCardGame_PrepareGold = {
  type: "PrepareGold";
  /** The order of the values of cards does not matter. */
  cards: number[];
};

/** Offer these Gold cards of the display; at least one. */
export type AmunReCardGame_SealOffering = {
  type: "SealOffering";
  /** The order of the values of cards does not matter. */
  cards: number[];
};

/** The state of a game of amun-re-card-game as one viewer may see it. The table is null until every seat is taken. */
export type AmunReCardGame_State = {
  rulebook: "amun-re-card-game";
  table: AmunReCardGame_Table | null;
  /** The viewer: a seat, `public` or `all`. */
  as: number | "public" | "all";
  status: "waiting" | "playing" | "finished" | "aborted";
  title: string;
  players: number;
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  /** The SHA-256 of the key of the game's luck. */
  commitment: string;
  seats: SeatInState[];
  /** The seats that must act now. */
  to_act: number[];
  /** The number of moves so far. */
  moves: number;
  points: number[] | null;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29). */
  teams?: number[];
  /** The seats that are out of the game (G29); missing for a title without. */
  eliminated?: number[];
  result: Result | null;
  /** Missing if the operator decides disputes. */
  referee?: Referee;
  /** Missing if there are no disputes. */
  disputes?: ShownDispute[];
  /** The key of the game's luck, published when the game is over. */
  key?: string;
  /** Why the operator called the game off (G27). */
  called_off?: string;
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Only while the clocks are stopped by agreement of all players (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, until all do (G19). */
  pause_agreed?: number[];
  /** The deadline of each seat whose clock runs, earliest first. */
  deadlines?: Deadline[];
  /** Seat by seat: present or future vacations, and playing times. */
  away?: Record<string, Away>;
};

/** The whole table. */
export type AmunReCardGame_Table = {
  auction: number;
  components: AmunReCardGame_Table_Components;
  decks: AmunReCardGame_Table_Deck[];
  kingdom: number;
  offering: AmunReCardGame_Table_Offerings;
  pharaoh: number;
  phase: "auction" | "development" | "display" | "favours" | "flood" | "offering" | "over" | "pharaoh" | "points";
  players: AmunReCardGame_Table_Player[];
  row: AmunReCardGame_Table_Bid[];
  tokens_used: AmunReCardGame_Table_Tokens;
  turn_order: number[];
};

/** A Province that is up for auction, and the Gold card in front of it. */
export type AmunReCardGame_Table_Bid = {
  gold: number | null;
  province: AmunReCardGame_Table_Province;
  seat: number | null;
};

/** The origin of the game's component data, and the cost of Pyramids bought together. */
export type AmunReCardGame_Table_Components = {
  construction_cost: number[];
  digest: string;
  name: string;
  status: string;
};

/** How many Provinces of a Kingdom have not been turned over yet. */
export type AmunReCardGame_Table_Deck = {
  kingdom: number;
  left: number;
  of: number;
};

/** An Extended Province: its cards, the newest one last, and its Pyramids, printed and tokens. */
export type AmunReCardGame_Table_ExtendedProvince = {
  cards: AmunReCardGame_Table_Province[];
  place: number;
  printed: number;
  pyramids: number;
  tokens: number;
};

/** The revealed offerings, the Pyramids granted for them, seat by seat, and the flood. */
export type AmunReCardGame_Table_Offerings = {
  favors: number[];
  flood: number | null;
  revealed: number[][];
  total: number | null;
};

/** The cards and tokens in front of a player; `step` is the player's step in the development. */
export type AmunReCardGame_Table_Player = {
  acquired: AmunReCardGame_Table_Province | null;
  ankhs: number;
  caravans: number;
  discarded: number[];
  display: number[];
  fields: number;
  offering: AmunReCardGame_Table_SealedOffering;
  points: number;
  points_by_kingdom: number[];
  provinces: AmunReCardGame_Table_ExtendedProvince[];
  pyramids_to_place: number;
  revenue: number;
  seat: number;
  step: "construction" | "done" | "placement" | "preparation" | "revenue" | null;
};

/** A Province card, and the Kingdom on its back. */
export type AmunReCardGame_Table_Province = {
  ankhs: number;
  caravan: boolean;
  fields: number;
  id: string;
  kingdom: number;
  pyramids: number;
};

/** Whether a player has sealed an offering; `cards` is null if they are hidden from the viewer. */
export type AmunReCardGame_Table_SealedOffering = {
  cards: number[] | null;
  sealed: boolean;
};

/** The number of tokens on the table. */
export type AmunReCardGame_Table_Tokens = {
  points: number;
  pyramids: number;
};

/** An event of a game of amun-re-card-game: one of the title's own, or one that all titles have. */
export type AmunReCardGameEvent = AmunReCardGame_Event_TableLaid | AmunReCardGame_Event_PharaohDrawn | AmunReCardGame_Event_GoldChosen | AmunReCardGame_Event_AuctionOpened | AmunReCardGame_Event_GoldPlaced | AmunReCardGame_Event_ProvinceAcquired | AmunReCardGame_Event_ProvinceExtended | AmunReCardGame_Event_PharaohNamed | AmunReCardGame_Event_OfferingsInvited | AmunReCardGame_Event_OfferingSealed | AmunReCardGame_Event_OfferingsRevealed | AmunReCardGame_Event_NileFlooded | AmunReCardGame_Event_FavorsGranted | AmunReCardGame_Event_PyramidPlaced | AmunReCardGame_Event_RevenueEarned | AmunReCardGame_Event_PyramidsBuilt | AmunReCardGame_Event_GoldPrepared | AmunReCardGame_Event_GoldLeftOver | AmunReCardGame_Event_PointsScored | AmunReCardGame_Event_KingdomEnded | Event_GameCreated | Event_Forked | Event_SeatTaken | Event_SeatLeft | Event_SeatReleased | Event_SeatReserved | Event_SeatOffered | Event_NonceOpened | Event_BeaconAwaited | Event_BeaconRecorded | Event_CommandSigned | Event_StatementSigned | Event_KeyChanged | Event_GameStarted | Event_SeatResigned | Event_GameAborted | Event_GameFinished | Event_DisputeOpened | Event_DisputeAnswered | Event_DisputeWithdrawn | Event_SecretDisclosed | Event_DisputeDecided | Event_RolledBack | Event_ResultReplaced | Event_SeatFreed | Event_SeatTakenOver | Event_TakeBackAsked | Event_TakeBackAnswered | Event_TakeBackWithdrawn | Event_EndProposed | Event_EndAnswered | Event_EndWithdrawn | Event_TakenBack | Event_TimedOut | Event_SeatReturned | Event_TimeGranted | Event_PauseAgreed | Event_PauseDeclined | Event_GamePaused | Event_GameResumed | Event_VacationTaken | Event_VacationEnded | Event_PlayTimesSet | Event_ServerAway | Event_MoveOrdered;

/** A move in a game of amun-re-card-game: one of the title's own, or one that all titles have. */
export type AmunReCardGameMove = AmunReCardGame_ChooseGold | AmunReCardGame_PlaceGold | AmunReCardGame_ExtendProvince | AmunReCardGame_SealOffering | AmunReCardGame_PlacePyramid | AmunReCardGame_BuildPyramids | AmunReCardGame_PrepareGold | Resign | Abort | LeaveSeat | OpenDispute | AnswerDispute | WithdrawDispute | DiscloseSecret | AskTakeBack | AnswerTakeBack | WithdrawTakeBack | ProposeEnd | AnswerEnd | WithdrawEnd | Return | GrantTime | AgreePause | DeclinePause | Resume | TakeVacation | EndVacation | SetPlayTimes;

/** An event of a game of amun-re: one of the title's own, or one that all titles have. */
export type AmunReEvent = AmunRe_Event_TableLaid | AmunRe_Event_ProvinceDealt | AmunRe_Event_ChoiceInvited | AmunRe_Event_ProvinceChosen | AmunRe_Event_ProvincesRevealed | AmunRe_Event_BidPlaced | AmunRe_Event_ProvinceAcquired | AmunRe_Event_BonusTaken | AmunRe_Event_MarketOpened | AmunRe_Event_FavorDrawn | AmunRe_Event_DeckShuffled | AmunRe_Event_DrawLost | AmunRe_Event_FavorSold | AmunRe_Event_GoodsBought | AmunRe_Event_FarmerPlaced | AmunRe_Event_StonePlaced | AmunRe_Event_FreeFarmerPlayed | AmunRe_Event_ArchitectPlayed | AmunRe_Event_MarketLeft | AmunRe_Event_OfferingsInvited | AmunRe_Event_OfferingSealed | AmunRe_Event_OfferingsRevealed | AmunRe_Event_AdjustmentDeclared | AmunRe_Event_NileFlooded | AmunRe_Event_RewardsGranted | AmunRe_Event_RewardTaken | AmunRe_Event_HarvestBegun | AmunRe_Event_TreasuryPlayed | AmunRe_Event_GreatHarvestPlayed | AmunRe_Event_IncomeTaken | AmunRe_Event_ScoringBegun | AmunRe_Event_ScoringCardsSealed | AmunRe_Event_ScoringCardsRevealed | AmunRe_Event_PointsScored | AmunRe_Event_KingdomEnded | AmunRe_Event_HandSold | AmunRe_Event_GoldScored | AmunRe_Event_GameScored | Event_GameCreated | Event_Forked | Event_SeatTaken | Event_SeatLeft | Event_SeatReleased | Event_SeatReserved | Event_SeatOffered | Event_NonceOpened | Event_BeaconAwaited | Event_BeaconRecorded | Event_CommandSigned | Event_StatementSigned | Event_KeyChanged | Event_GameStarted | Event_SeatResigned | Event_GameAborted | Event_GameFinished | Event_DisputeOpened | Event_DisputeAnswered | Event_DisputeWithdrawn | Event_SecretDisclosed | Event_DisputeDecided | Event_RolledBack | Event_ResultReplaced | Event_SeatFreed | Event_SeatTakenOver | Event_TakeBackAsked | Event_TakeBackAnswered | Event_TakeBackWithdrawn | Event_EndProposed | Event_EndAnswered | Event_EndWithdrawn | Event_TakenBack | Event_TimedOut | Event_SeatReturned | Event_TimeGranted | Event_PauseAgreed | Event_PauseDeclined | Event_GamePaused | Event_GameResumed | Event_VacationTaken | Event_VacationEnded | Event_PlayTimesSet | Event_ServerAway | Event_MoveOrdered;

/** A move in a game of amun-re: one of the title's own, or one that all titles have. */
export type AmunReMove = AmunRe_ChooseProvince | AmunRe_PlaceBid | AmunRe_SellFavor | AmunRe_BuyFavor | AmunRe_BuyFarmers | AmunRe_BuyStones | AmunRe_PlaceFarmer | AmunRe_PlaceStone | AmunRe_PlayFreeFarmer | AmunRe_PlayArchitect | AmunRe_EndMarket | AmunRe_SealOffering | AmunRe_DeclareAdjustment | AmunRe_TakeReward | AmunRe_PlayTreasury | AmunRe_PlayGreatHarvest | AmunRe_TakeIncome | AmunRe_SealScoringCards | Resign | Abort | LeaveSeat | OpenDispute | AnswerDispute | WithdrawDispute | DiscloseSecret | AskTakeBack | AnswerTakeBack | WithdrawTakeBack | ProposeEnd | AnswerEnd | WithdrawEnd | Return | GrantTime | AgreePause | DeclinePause | Resume | TakeVacation | EndVacation | SetPlayTimes;

/** Comment on another player's dispute, and say whether you agree to the requested remedy. */
export type AnswerDispute = {
  type: "AnswerDispute";
  number: number;
  agrees: boolean;
  text?: string;
};

/** Agree to the end that another player proposes, or refuse it. */
export type AnswerEnd = {
  type: "AnswerEnd";
  agrees: boolean;
};

/** Agree to the take-back that another player requests, or refuse it. */
export type AnswerTakeBack = {
  type: "AnswerTakeBack";
  agrees: boolean;
};

/** A seat, taken or not. */
export type AnySeat = {
  seat: number;
  /** The player's id; null for a computer player. */
  player: string | null;
  /** Their present name; for a former player words that say so. */
  name: string | null;
  /** Only for a player whose account was deleted, and who has no name. */
  former?: boolean;
  /** `person`, `free`, or the kind of computer player. */
  kind: string;
  resigned: boolean;
  /** Only for a seat that its player offers to another player (G22). */
  offered?: Offer;
  /** Only for a seat whose player lost it by a decision: it may be taken over (G15). */
  freed?: boolean;
  /** Only for a seat whose player's time ran out: a computer player answers `once`, or has the `seat` until the player returns (G18). */
  absent?: "once" | "seat";
  /** Only for a free seat: the id of the player it is reserved for (G21). */
  reserved?: string;
  /** Only in the summary of one game: that player's name, or null if their account was deleted. */
  reserved_name?: string | null;
  /** Only in the summary of one game, except a tournament's: when it becomes open to all players. */
  reserved_until?: string;
};

/** Ask to take your own last move back. */
export type AskTakeBack = {
  type: "AskTakeBack";
};

/** A player's absences. */
export type Away = {
  away?: Span[];
  play_times?: ShownPlayTimes;
};

/** A bot's rating on one ladder. */
export type BotRating = {
  rating: number;
  uncertainty: number;
  /** Whether it is based on few games; the leaderboard lists these after the others. */
  provisional: boolean;
  /** The number of rated games. */
  games: number;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** Whether it is for games with bots, which have ladders of their own. */
  programs: boolean;
};

/** The bot accounts of this server, by name. */
export type BotsResponse = {
  bots: ListedBot[];
};

/** The certainty of a part of the component data: `exact`, `attested`, `reconstructed` or `host` (a host's file). */
export type ComponentStatus = {
  part: string;
  status: string;
  note: string;
};

/** A kind of computer player, and how it plays, in the reader's language. */
export type ComputerKind = {
  id: string;
  text: string;
  /** Its level, from 0 on, each stronger than the one before; null for one without a level. */
  level: number | null;
};

/** Bid this many Energy tokens for the spell that is turned up. */
export type DasAmulett_BidEnergy = {
  type: "BidEnergy";
  tokens: number;
};

/** Magical Journey: the company moves this many times. */
export type DasAmulett_ChooseDisc = {
  type: "ChooseDisc";
  disc: number;
};

/** Of several spells without energy, put this one under the deck next. */
export type DasAmulett_DiscardSpell = {
  type: "DiscardSpell";
  spell: string;
};

/** Teleportation: lay it into this region. */
export type DasAmulett_DropGem = {
  type: "DropGem";
  region: string;
};

/** A player has enough gems on the amulet and wins immediately. */
export type DasAmulett_Event_AmuletCompleted = {
  type: "AmuletCompleted";
  data: {
    seat: number;
    different: number;
    gems: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Energy of this spell may be moved to other spells of its owner. */
export type DasAmulett_Event_Arc = Json[];

/** The numbered disc is chosen, not drawn. */
export type DasAmulett_Event_ChosenDisc = Json[];

/** Gems phase: a player moves the company. */
export type DasAmulett_Event_CompanyMoved = {
  type: "CompanyMoved";
  data: {
    seat: number;
    region: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: no other region has gems, the phase ends. */
export type DasAmulett_Event_CompanyStuck = {
  type: "CompanyStuck";
  data: {
    region: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The component data of this game. `gems` counts the gems of each kind in the bag. `wall` is the line of the Great Wall on a board of this `width` and `height`; the radius of its hexagons is in tenths. */
export type DasAmulett_Event_Components = {
  name: string;
  status: string;
  digest: string;
  width: number;
  height: number;
  radius_tenths: number;
  wall: Json[][];
  start: string;
  energy: number;
  metal_cards: number;
  discs: number[];
  win_different: number;
  win_total: number;
  gems: Json[][];
  regions: DasAmulett_Event_Region[];
  spells: DasAmulett_Event_Spell[];
};

/** Gems phase: a player chooses how often the company moves. */
export type DasAmulett_Event_DiscChosen = {
  type: "DiscChosen";
  data: {
    seat: number;
    spell: string;
    disc: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: the disc determines how often the company moves. */
export type DasAmulett_Event_DiscDrawn = {
  type: "DiscDrawn";
  data: {
    disc: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Metals phase: all piles are empty, these cards are lost. */
export type DasAmulett_Event_DrawsLost = {
  type: "DrawsLost";
  data: {
    seat: number;
    cards: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Spell phase: a player bids this many tokens. */
export type DasAmulett_Event_EnergyBid = {
  type: "EnergyBid";
  data: {
    seat: number;
    tokens: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Energy phase: tokens go from one of the player's spells to another. */
export type DasAmulett_Event_EnergyMoved = {
  type: "EnergyMoved";
  data: {
    seat: number;
    source: string;
    spell: string;
    tokens: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Energy phase: all players in turn. */
export type DasAmulett_Event_EnergyPhaseBegun = {
  type: "EnergyPhaseBegun";
  data: {
    order: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Energy phase: a vortex returns a token to the reserve of the spell's owner. */
export type DasAmulett_Event_EnergyRemoved = {
  type: "EnergyRemoved";
  data: {
    seat: number;
    vortex: string;
    spell: string;
    owner: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Energy phase: a player's spells use up their energy, in order; it goes to the reserve. */
export type DasAmulett_Event_EnergySpent = {
  type: "EnergySpent";
  data: {
    seat: number;
    tokens: number[];
    total: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** An offer as large as the highest one beats it. */
export type DasAmulett_Event_Equal = Json[];

/** Gems phase: all players may offer metals for a gem of this region, in this order. */
export type DasAmulett_Event_ExchangeOpened = {
  type: "ExchangeOpened";
  data: {
    region: string;
    order: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: a player has won with this many cards, takes the hat, and may take up to this many gems. */
export type DasAmulett_Event_ExchangeWon = {
  type: "ExchangeWon";
  data: {
    seat: number;
    cards: number;
    gems: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A metal is named that all players may use too, in all exchanges of the phase. */
export type DasAmulett_Event_ExtraMetal = Json[];

/** The company may be moved to any region with gems. */
export type DasAmulett_Event_FreeMove = Json[];

/** Metals phase: the gem is laid into another region. */
export type DasAmulett_Event_GemDropped = {
  type: "GemDropped";
  data: {
    seat: number;
    region: string;
    gem: "blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Metals phase: Teleportation takes a gem from a region. */
export type DasAmulett_Event_GemLifted = {
  type: "GemLifted";
  data: {
    seat: number;
    spell: string;
    region: string;
    gem: "blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: a gem goes to the winner's amulet. */
export type DasAmulett_Event_GemTaken = {
  type: "GemTaken";
  data: {
    seat: number;
    region: string;
    gem: "blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: the gems are drawn from the bag for the regions, in the order of the component data. */
export type DasAmulett_Event_GemsLaid = {
  type: "GemsLaid";
  data: {
    gems: (("blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow")[])[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: first, in turn, spells that work before the disc is drawn. */
export type DasAmulett_Event_GemsPhaseBegun = {
  type: "GemsPhaseBegun";
  data: {
    order: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** This many more gems for the owner's winning offer, in such a region. */
export type DasAmulett_Event_Gift = Json[];

/** For each gem of this kind on the amulet, this many more cards of this metal. */
export type DasAmulett_Event_Income = Json[];

/** Gems phase: this metal is accepted too, from all players, until the phase ends. */
export type DasAmulett_Event_MetalNamed = {
  type: "MetalNamed";
  data: {
    seat: number;
    spell: string;
    metal: "copper" | "gold" | "iron" | "silver";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Metals phase: a card of free choice. */
export type DasAmulett_Event_MetalTaken = {
  type: "MetalTaken";
  data: {
    seat: number;
    metal: "copper" | "gold" | "iron" | "silver" | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: a player gets the first metal cards. */
export type DasAmulett_Event_MetalsDealt = {
  type: "MetalsDealt";
  data: {
    seat: number;
    cards: number;
    metals: Json[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Metals phase: the metals from symbols and gem magic; `picks` more cards are of free choice. */
export type DasAmulett_Event_MetalsDrawn = {
  type: "MetalsDrawn";
  data: {
    seat: number;
    cards: number;
    picks: number;
    metals: Json[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: the winner lays out the offer's cards. */
export type DasAmulett_Event_MetalsLaid = {
  type: "MetalsLaid";
  data: {
    seat: number;
    metals: Json[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: a player offers this many cards. */
export type DasAmulett_Event_MetalsOffered = {
  type: "MetalsOffered";
  data: {
    seat: number;
    cards: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Metals phase: all players gain metals in turn. */
export type DasAmulett_Event_MetalsPhaseBegun = {
  type: "MetalsPhaseBegun";
  data: {
    order: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: a player takes cards of the offer, or none. */
export type DasAmulett_Event_MetalsTakenBack = {
  type: "MetalsTakenBack";
  data: {
    seat: number;
    metals: Json[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: there was no offer; the gems stay. */
export type DasAmulett_Event_NobodyOffered = {
  type: "NobodyOffered";
  data: {
    region: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: the rest of the offer goes back to the piles. */
export type DasAmulett_Event_OfferDiscarded = {
  type: "OfferDiscarded";
  data: {
    metals: Json[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player passes, in an auction or in an exchange. */
export type DasAmulett_Event_Passed = {
  type: "Passed";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The number of cards in each pile: published when one runs short or out, and at the end of the metals phase. */
export type DasAmulett_Event_PilesCounted = {
  type: "PilesCounted";
  data: {
    stock: Json[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player who outbids the owner's offer must offer this many more cards. */
export type DasAmulett_Event_Power = Json[];

/** This many cards of the owner's winning offer come back, in such a region. */
export type DasAmulett_Event_Refund = Json[];

/** A region as printed, called by its name; `gems` are there at the beginning, `x` and `y` are for drawing. */
export type DasAmulett_Event_Region = Json[];

/** Gems phase: there is nothing to exchange at the company's location. */
export type DasAmulett_Event_RegionEmpty = {
  type: "RegionEmpty";
  data: {
    region: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** This many cards of any winning offer go to the owner's hand, if its size is between these two. */
export type DasAmulett_Event_Skim = Json[];

/** A Spell card as printed; `text` describes its effect, `metals` its metals, `wilds` those of free choice. Spells are called by their names, which are unique; `printed` is the name on the printed card. */
export type DasAmulett_Event_Spell = Json[];

/** Spell phase: a player puts the tokens on the spell and takes the hat. */
export type DasAmulett_Event_SpellAcquired = {
  type: "SpellAcquired";
  data: {
    seat: number;
    spell: string;
    tokens: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Energy phase: a spell without energy goes under the deck. */
export type DasAmulett_Event_SpellDiscarded = {
  type: "SpellDiscarded";
  data: {
    seat: number;
    spell: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Spell phase: there was no bid; the spell goes under the deck. */
export type DasAmulett_Event_SpellReturned = {
  type: "SpellReturned";
  data: {
    spell: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Spell phase: a spell of the pile is up for auction. */
export type DasAmulett_Event_SpellTurnedUp = {
  type: "SpellTurnedUp";
  data: {
    spell: string;
    order: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Advanced set-up: four spells to choose from. */
export type DasAmulett_Event_SpellsDealt = {
  type: "SpellsDealt";
  data: {
    seat: number;
    spells: string[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player does not use these spells now. */
export type DasAmulett_Event_SpellsDeclined = {
  type: "SpellsDeclined";
  data: {
    seat: number;
    spells: string[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Advanced set-up: a player has put energy on the two. */
export type DasAmulett_Event_SpellsFuelled = {
  type: "SpellsFuelled";
  data: {
    seat: number;
    energy: Json[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Advanced set-up: a player has chosen two of them. */
export type DasAmulett_Event_SpellsKept = {
  type: "SpellsKept";
  data: {
    seat: number;
    spells: Json[] | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: all players' first spells and the energy on them, seat by seat; `chosen` in the advanced set-up. */
export type DasAmulett_Event_SpellsRevealed = {
  type: "SpellsRevealed";
  data: {
    spells: Json[][];
    energy: Json[][];
    chosen: boolean;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: the component data, the kind of set-up, the maximum number of turns, and the player with the hat. `edition` is the edition of the rules (R73). Version 1 had none: it was the first one. */
export type DasAmulett_Event_TableLaid = {
  type: "TableLaid";
  data: {
    players: number;
    components: DasAmulett_Event_Components;
    advanced: boolean;
    turn_limit: number;
    hat: number;
    edition: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Gems phase: these players, in this order, may take this many cards of the offer. */
export type DasAmulett_Event_TakeBackInvited = {
  type: "TakeBackInvited";
  data: {
    order: number[];
    cards: number[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A gem on the board is moved to another region. */
export type DasAmulett_Event_Teleport = Json[];

/** Spell phase: this many spells are laid face down to be auctioned. */
export type DasAmulett_Event_TurnBegun = {
  type: "TurnBegun";
  data: {
    turn: number;
    pile: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** House rule: this many turns were played, the game ends. */
export type DasAmulett_Event_TurnLimitReached = {
  type: "TurnLimitReached";
  data: {
    turns: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** This much energy is removed from spells: of other players, or of any player. */
export type DasAmulett_Event_Vortex = Json[];

/** The owner's cards of this metal, or of all, count as any metal, in such a region. */
export type DasAmulett_Event_Wild = Json[];

/** Advanced set-up: this many Energy tokens on the first and on the second of the two kept spells. */
export type DasAmulett_FuelSpells = {
  type: "FuelSpells";
  first: number;
  second: number;
  spells: Json[];
};

/** Advanced set-up: keep these two of the four spells that were dealt. */
export type DasAmulett_KeepSpells = {
  type: "KeepSpells";
  /** The order of the values of first and second does not matter. */
  first: string;
  /** The order of the values of first and second does not matter. */
  second: string;
};

/** Lay this many cards of each metal for the winning offer. */
export type DasAmulett_LayMetals = {
  type: "LayMetals";
  gold?: number;
  silver?: number;
  copper?: number;
  iron?: number;
};

/** Teleportation: lift this gem from this region. */
export type DasAmulett_LiftGem = {
  type: "LiftGem";
  region: string;
  gem: "red" | "yellow" | "green" | "clear" | "white" | "light_blue" | "blue" | "grey" | "orange" | "brown";
};

/** Move the company to this region. */
export type DasAmulett_MoveCompany = {
  type: "MoveCompany";
  region: string;
};

/** Arc of Energy: move this many of its tokens to this other spell of its owner. */
export type DasAmulett_MoveEnergy = {
  type: "MoveEnergy";
  spell: string;
  tokens: number;
};

/** Burning Desire: this metal is accepted too, from all players, in the whole phase. */
export type DasAmulett_NameMetal = {
  type: "NameMetal";
  metal: "gold" | "silver" | "copper" | "iron";
};

/** Offer this many cards of accepted metals. */
export type DasAmulett_OfferMetals = {
  type: "OfferMetals";
  cards: number;
};

/** Make no offer in this auction, or no further one in this exchange. */
export type DasAmulett_Pass = {
  type: "Pass";
};

/** Remove one token from this spell of this player by a vortex. */
export type DasAmulett_RemoveEnergy = {
  type: "RemoveEnergy";
  vortex: string;
  spell: string;
  owner: number;
};

/** The state of a game of das-amulett as one viewer may see it. The table is null until every seat is taken. */
export type DasAmulett_State = {
  rulebook: "das-amulett";
  table: DasAmulett_Table | null;
  /** The viewer: a seat, `public` or `all`. */
  as: number | "public" | "all";
  status: "waiting" | "playing" | "finished" | "aborted";
  title: string;
  players: number;
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  /** The SHA-256 of the key of the game's luck. */
  commitment: string;
  seats: SeatInState[];
  /** The seats that must act now. */
  to_act: number[];
  /** The number of moves so far. */
  moves: number;
  points: number[] | null;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29). */
  teams?: number[];
  /** The seats that are out of the game (G29); missing for a title without. */
  eliminated?: number[];
  result: Result | null;
  /** Missing if the operator decides disputes. */
  referee?: Referee;
  /** Missing if there are no disputes. */
  disputes?: ShownDispute[];
  /** The key of the game's luck, published when the game is over. */
  key?: string;
  /** Why the operator called the game off (G27). */
  called_off?: string;
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Only while the clocks are stopped by agreement of all players (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, until all do (G19). */
  pause_agreed?: number[];
  /** The deadline of each seat whose clock runs, earliest first. */
  deadlines?: Deadline[];
  /** Seat by seat: present or future vacations, and playing times. */
  away?: Record<string, Away>;
};

/** The whole table. In `bids`, seat by seat, null means no answer yet and 0 a pass. */
export type DasAmulett_Table = {
  advanced: boolean;
  best_bid: number;
  bidder: number | null;
  bids: (number | null)[];
  board: DasAmulett_Table_Board;
  company: string;
  components: DasAmulett_Table_Components;
  desires: ("copper" | "gold" | "iron" | "silver")[];
  disc: number | null;
  discs: number[];
  discs_in_bag: number;
  gems_due: number;
  goal: DasAmulett_Table_Goal;
  hat: number;
  laid: DasAmulett_Table_Metals;
  lifted: DasAmulett_Table_Lifted | null;
  metals: DasAmulett_Table_Stock;
  moves: number;
  on_offer: ("blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow")[];
  phase: "choice" | "energy" | "exchange" | "gem" | "gems" | "metals" | "movement" | "over" | "payment" | "setup" | "spells" | "take_back";
  picks: number;
  players: DasAmulett_Table_Player[];
  queue: number[];
  regions: DasAmulett_Table_Region[];
  spells: DasAmulett_Table_Spells;
  take_backs: number[];
  to_lay: number;
  turn: number;
  turn_limit: number;
  winner: number | null;
};

/** The data for drawing the map. */
export type DasAmulett_Table_Board = {
  height: number;
  radius_tenths: number;
  wall: number[][];
  width: number;
};

/** The origin of the game's component data. */
export type DasAmulett_Table_Components = {
  digest: string;
  name: string;
  status: string;
};

/** The effect of a spell: its type determines its other fields. */
export type DasAmulett_Table_Effect = {
  amount?: number;
  gem?: "blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow";
  least?: number;
  metal?: "copper" | "gold" | "iron" | "silver" | null;
  most?: number;
  own_too?: boolean;
  type: "arc" | "chosen_disc" | "equal" | "extra_metal" | "free_move" | "gift" | "income" | "power" | "refund" | "skim" | "teleport" | "vortex" | "wild";
  where?: "anywhere" | "pyramid" | "wall";
};

/** The number of different gems that win, or the total number. */
export type DasAmulett_Table_Goal = {
  different: number;
  gems: number;
};

/** A spell in play, and the number of tokens on it. */
export type DasAmulett_Table_InPlay = {
  colour: "blue" | "grey" | "red";
  cost: number;
  effect: DasAmulett_Table_Effect | null;
  energy: number;
  metals: DasAmulett_Table_Metals;
  name: string;
  name_is: string;
  printed: string;
  text: string;
  wilds: number;
};

/** A gem that is on its way to another region. */
export type DasAmulett_Table_Lifted = {
  gem: "blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow";
  region: string;
};

/** A number of cards of each metal. */
export type DasAmulett_Table_Metals = {
  copper: number;
  gold: number;
  iron: number;
  silver: number;
};

/** A player's possessions; null if unknown to the viewer. */
export type DasAmulett_Table_Player = {
  accepted: ("copper" | "gold" | "iron" | "silver")[] | null;
  cards: number;
  dealt: DasAmulett_Table_Spell[] | null;
  different: number;
  fuel: number[] | null;
  gems: ("blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow")[];
  has_fuelled: boolean;
  has_kept: boolean;
  kept: string[] | null;
  least_offer: number | null;
  metals: DasAmulett_Table_Metals | null;
  reserve: number;
  seat: number;
  spells: DasAmulett_Table_InPlay[];
};

/** A region, the gems in it, and whether the company may move there now. */
export type DasAmulett_Table_Region = {
  adjacent: string[];
  gems: ("blue" | "brown" | "clear" | "green" | "grey" | "light_blue" | "orange" | "red" | "white" | "yellow")[];
  name: string;
  pyramid: boolean;
  reachable: boolean;
  terrain: "city" | "forest" | "mountain" | "plain" | "water";
  wall: boolean;
  x: number;
  y: number;
};

/** A Spell card, called by its name; `printed` is the name on the card. */
export type DasAmulett_Table_Spell = {
  colour: "blue" | "grey" | "red";
  cost: number;
  effect: DasAmulett_Table_Effect | null;
  metals: DasAmulett_Table_Metals;
  name: string;
  name_is: string;
  printed: string;
  text: string;
  wilds: number;
};

/** The pile of spells, and the one on offer. */
export type DasAmulett_Table_Spells = {
  deck: number;
  offered: DasAmulett_Table_Spell | null;
  pile: number;
  under: string[];
};

/** The cards in no player's hand; `stock` is null if unknown to the viewer. */
export type DasAmulett_Table_Stock = {
  cards: number;
  empty: ("copper" | "gold" | "iron" | "silver")[];
  stock: DasAmulett_Table_Metals | null;
};

/** Take back this many cards of each metal from the offer on the table; none at all is possible. */
export type DasAmulett_TakeBack = {
  type: "TakeBack";
  gold?: number;
  silver?: number;
  copper?: number;
  iron?: number;
};

/** Take a gem of this kind from the region of the company. */
export type DasAmulett_TakeGem = {
  type: "TakeGem";
  gem: "red" | "yellow" | "green" | "clear" | "white" | "light_blue" | "blue" | "grey" | "orange" | "brown";
};

/** Take a card of this metal: for a free symbol, or because a pile is empty. */
export type DasAmulett_TakeMetal = {
  type: "TakeMetal";
  metal: "gold" | "silver" | "copper" | "iron";
};

/** Decline to use further spells now. */
export type DasAmulett_UseNoMore = {
  type: "UseNoMore";
};

/** An event of a game of das-amulett: one of the title's own, or one that all titles have. */
export type DasAmulettEvent = DasAmulett_Event_TableLaid | DasAmulett_Event_GemsLaid | DasAmulett_Event_MetalsDealt | DasAmulett_Event_SpellsDealt | DasAmulett_Event_SpellsKept | DasAmulett_Event_SpellsFuelled | DasAmulett_Event_SpellsRevealed | DasAmulett_Event_TurnBegun | DasAmulett_Event_SpellTurnedUp | DasAmulett_Event_EnergyBid | DasAmulett_Event_Passed | DasAmulett_Event_SpellAcquired | DasAmulett_Event_SpellReturned | DasAmulett_Event_MetalsPhaseBegun | DasAmulett_Event_GemLifted | DasAmulett_Event_GemDropped | DasAmulett_Event_SpellsDeclined | DasAmulett_Event_MetalsDrawn | DasAmulett_Event_MetalTaken | DasAmulett_Event_DrawsLost | DasAmulett_Event_PilesCounted | DasAmulett_Event_GemsPhaseBegun | DasAmulett_Event_MetalNamed | DasAmulett_Event_DiscChosen | DasAmulett_Event_DiscDrawn | DasAmulett_Event_ExchangeOpened | DasAmulett_Event_RegionEmpty | DasAmulett_Event_MetalsOffered | DasAmulett_Event_ExchangeWon | DasAmulett_Event_NobodyOffered | DasAmulett_Event_MetalsLaid | DasAmulett_Event_GemTaken | DasAmulett_Event_TakeBackInvited | DasAmulett_Event_MetalsTakenBack | DasAmulett_Event_OfferDiscarded | DasAmulett_Event_CompanyMoved | DasAmulett_Event_CompanyStuck | DasAmulett_Event_EnergyPhaseBegun | DasAmulett_Event_EnergyMoved | DasAmulett_Event_EnergyRemoved | DasAmulett_Event_EnergySpent | DasAmulett_Event_SpellDiscarded | DasAmulett_Event_AmuletCompleted | DasAmulett_Event_TurnLimitReached | Event_GameCreated | Event_Forked | Event_SeatTaken | Event_SeatLeft | Event_SeatReleased | Event_SeatReserved | Event_SeatOffered | Event_NonceOpened | Event_BeaconAwaited | Event_BeaconRecorded | Event_CommandSigned | Event_StatementSigned | Event_KeyChanged | Event_GameStarted | Event_SeatResigned | Event_GameAborted | Event_GameFinished | Event_DisputeOpened | Event_DisputeAnswered | Event_DisputeWithdrawn | Event_SecretDisclosed | Event_DisputeDecided | Event_RolledBack | Event_ResultReplaced | Event_SeatFreed | Event_SeatTakenOver | Event_TakeBackAsked | Event_TakeBackAnswered | Event_TakeBackWithdrawn | Event_EndProposed | Event_EndAnswered | Event_EndWithdrawn | Event_TakenBack | Event_TimedOut | Event_SeatReturned | Event_TimeGranted | Event_PauseAgreed | Event_PauseDeclined | Event_GamePaused | Event_GameResumed | Event_VacationTaken | Event_VacationEnded | Event_PlayTimesSet | Event_ServerAway | Event_MoveOrdered;

/** A move in a game of das-amulett: one of the title's own, or one that all titles have. */
export type DasAmulettMove = DasAmulett_KeepSpells | DasAmulett_FuelSpells | DasAmulett_BidEnergy | DasAmulett_Pass | DasAmulett_UseNoMore | DasAmulett_LiftGem | DasAmulett_DropGem | DasAmulett_TakeMetal | DasAmulett_NameMetal | DasAmulett_ChooseDisc | DasAmulett_OfferMetals | DasAmulett_LayMetals | DasAmulett_TakeGem | DasAmulett_TakeBack | DasAmulett_MoveCompany | DasAmulett_MoveEnergy | DasAmulett_RemoveEnergy | DasAmulett_DiscardSpell | Resign | Abort | LeaveSeat | OpenDispute | AnswerDispute | WithdrawDispute | DiscloseSecret | AskTakeBack | AnswerTakeBack | WithdrawTakeBack | ProposeEnd | AnswerEnd | WithdrawEnd | Return | GrantTime | AgreePause | DeclinePause | Resume | TakeVacation | EndVacation | SetPlayTimes;

/** The deadline of a seat. */
export type Deadline = {
  seat: number;
  at: string;
};

/** The decision of a dispute. */
export type Decided = {
  by: "players" | "referee" | "operator";
  text: string;
  remedy: Remedy;
};

/** Do not agree that the clocks stop, or withdraw your agreement. */
export type DeclinePause = {
  type: "DeclinePause";
};

/** Open a secret of yours to the judge of an open dispute: the `field` of the event at `position`. */
export type DiscloseSecret = {
  type: "DiscloseSecret";
  number: number;
  position: string;
  field: string;
};

/** A secret that this seat opened to the judge: the `field` of the event at `position`. */
export type Disclosure = {
  seat: number;
  position: string;
  field: string;
};

/** Be back before your vacation is over. */
export type EndVacation = {
  type: "EndVacation";
};

/** An event, as one viewer may see it. The schema depends on the game's title. */
export type Event = AmunReEvent | AmunReCardGameEvent | DasAmulettEvent | KheopsEvent;

/** Public beacon of an earlier game: a network that signed a random number in each of its rounds (G28). Round 1 was at `genesis_time`, in seconds since 1970 UTC, and one followed every `period` seconds. Its `hash`, keys and signatures, in hexadecimal, are not checked. */
export type Event_Beacon = {
  hash: string;
  id: string;
  public_key: string;
  group_hash: string;
  genesis_time: number;
  period: number;
  scheme: "bls-unchained-g1-rfc9380";
};

/** In an earlier game, all persons had joined: its luck waited for this round of its beacon. */
export type Event_BeaconAwaited = {
  type: "BeaconAwaited";
  data: {
    round: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** In an earlier game, the round's `signature`, in hexadecimal. Its SHA-256 is a part of the luck. */
export type Event_BeaconRecorded = {
  type: "BeaconRecorded";
  data: {
    round: number;
    signature: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The player's preceding event, in the same action, follows from this signed command. `text` is the signed canonical JSON (`docs/reference/records.md`), `signature` the seat's signature, in base64. The command may be a secret, so the text is secret until the game is over; its SHA-256 is in `digest`, which version 1 did not have. */
export type Event_CommandSigned = {
  type: "CommandSigned";
  data: {
    seat: number;
    signature: string;
    text: string | Hidden;
    digest: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Another player comments on a dispute, and agrees to the requested remedy or not. */
export type Event_DisputeAnswered = {
  type: "DisputeAnswered";
  data: {
    seat: number;
    number: number;
    agrees: boolean;
    text: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A dispute was decided: by all `players` together, by the game's `referee`, or by the `operator`. */
export type Event_DisputeDecided = {
  type: "DisputeDecided";
  data: {
    number: number;
    by: "operator" | "players" | "referee";
    text: string;
    remedy: Event_Remedy;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player disputes the action that ends at `position`, and requests a remedy. */
export type Event_DisputeOpened = {
  type: "DisputeOpened";
  data: {
    seat: number;
    number: number;
    position: string;
    text: string;
    remedy: Event_Remedy;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The player who opened the dispute withdraws it. */
export type Event_DisputeWithdrawn = {
  type: "DisputeWithdrawn";
  data: {
    seat: number;
    number: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Another player agrees to end the game or refuses it. */
export type Event_EndAnswered = {
  type: "EndAnswered";
  data: {
    seat: number;
    agrees: boolean;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player proposes to end the game now: as a `draw`, or ranked by the points `as_it_stands`. */
export type Event_EndProposed = {
  type: "EndProposed";
  data: {
    seat: number;
    kind: "as_it_stands" | "draw";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The player withdraws their proposal to end the game. */
export type Event_EndWithdrawn = {
  type: "EndWithdrawn";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** This is an analysis game, which begins as a copy of another game up to a position with this digest. The first `actions` actions of its record are the copy; the rest was played there. If the original was still running, the copy contains what the seat `seen_by` saw, and the rest was dealt anew by the method with the number `dealing` (none and 0: the original was over, and the copy is complete). Version 1 had neither. */
export type Event_Forked = {
  type: "Forked";
  data: {
    game: string;
    position: string;
    digest: string;
    actions: number;
    seen_by: number | null;
    dealing: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The game was aborted and does not count. `key` is the game key, now public. The player in `seat` did so before the first move; no seat: the operator did, and gives the reason in `text`. Version 1 had no `text`, and always a seat. */
export type Event_GameAborted = {
  type: "GameAborted";
  data: {
    seat: number | null;
    key: string;
    text: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A game was opened. `commitment` is the SHA-256 of the game key, `private` keeps it out of the list of open games. `computers` names the computer players that take the last seats, `nonce_commitments` binds each of them to a nonce (empty: this one has none). `game` is the game's id, so that a record cannot be passed off as another game's. `luck` is the scheme by which the luck is bound; in a `strict` game players' nonces are committed to as well, in a `signed` game players sign their moves. `referee` is the id of the player who decides disputes (empty: the operator decides). `pace` sets the players' time limits (none: no limit), `reserved` holds for each seat the id of the player it is reserved for (empty: open to anyone; no ids: every seat). `referee_name` is only in records of versions 4 and 5: the referee's name at that time. `edition` is the edition of the rules by which the game is played: 1 in all records of earlier versions. A `rated` game was agreed to count for ratings. Version 1 called the title's id `title` and had neither `private` nor `computers` nor `game`; version 2 had no members after `game`, version 3 neither `referee` nor members after it, version 4 neither `pace` nor `reserved`, version 6 neither `edition` nor `rated`. `signing` is the scheme of players' signatures, `referee_key` the key with which the judge, the referee or else the operator, signs decisions in a signed game (empty: decisions are not signed); version 7 had neither. `beacon` is the public beacon that earlier games could take a part of their luck from (none in all others); version 8 did not have it. */
export type Event_GameCreated = {
  type: "GameCreated";
  data: {
    rulebook: string;
    players: number;
    /** By name, in the title's own form. */
    options: Record<string, Json>;
    commitment: string;
    private: boolean;
    computers: string[];
    game: string;
    luck: "1" | "2";
    strict: boolean;
    nonce_commitments: string[];
    signed: boolean;
    referee: string;
    pace: Event_Pace | null;
    reserved: string[];
    edition: 1 | 2;
    rated: boolean;
    /** Their present names, whatever the record contains. */
    referee_name: string;
    signing: "1" | "2";
    referee_key: string;
    beacon: Event_Beacon | null;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The game is over. `key` is the game key: once it is public, every draw and sealed value can be checked. */
export type Event_GameFinished = {
  type: "GameFinished";
  data: {
    result: Event_Result;
    key: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** All players have agreed: the clocks stop until a player starts them again. */
export type Event_GamePaused = {
  type: "GamePaused";
  data: {
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player started the clocks again. */
export type Event_GameResumed = {
  type: "GameResumed";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The last seat was taken. */
export type Event_GameStarted = {
  type: "GameStarted";
  data: {
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The seat signs with another key from now on. `signature` is the old key's confirmation by the first scheme of signatures; empty: there is none, or it is the signature after this event. `recovery` is the seat's recovery key, if that one signed; version 1 did not have it. */
export type Event_KeyChanged = {
  type: "KeyChanged";
  data: {
    seat: number;
    public_key: string;
    signature: string;
    recovery: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The preceding event of this seat, in the same action, is a standing order set by its player. */
export type Event_MoveOrdered = {
  type: "MoveOrdered";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** In a strict game in which all seats are taken, a player revealed the nonce they had committed to. */
export type Event_NonceOpened = {
  type: "NonceOpened";
  data: {
    seat: number;
    nonce: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The time limits of a game's players; all lengths are in milliseconds. By `answer` each answer may take `time`; by `bank` a seat begins with `time`, gains `increment` with each visit, or with each answer in the first edition of the rules, and never has more than `cap`. With `windows` only the time in a player's own play windows counts. Each player may be away for `vacation` days in a year. At the end of a seat's time a computer player answers this `once`, or takes the `seat` until its player returns, or the seat resigns (`resign`), or nothing happens (`never`). */
export type Event_Pace = {
  kind: "answer" | "bank";
  time: number;
  increment: number;
  cap: number;
  windows: boolean;
  vacation: number;
  outcome: "never" | "once" | "resign" | "seat";
};

/** A player agrees that the clocks stop. */
export type Event_PauseAgreed = {
  type: "PauseAgreed";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player does not want the clocks to stop: all earlier agreements lapse. */
export type Event_PauseDeclined = {
  type: "PauseDeclined";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player's windows: from minute to minute of the week (Monday 0:00 is 0), ascending, in the named zone. `offsets` say from which time on, in milliseconds since 1970 UTC, the zone is how many minutes ahead of UTC, as known when they were recorded; the last one holds from then on. */
export type Event_PlayTimes = {
  zone: string;
  windows: Json[][];
  offsets: Json[][];
};

/** Only these times of the week count for this seat from now on. */
export type Event_PlayTimesSet = {
  type: "PlayTimesSet";
  data: {
    seat: number;
    times: Event_PlayTimes;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The remedy: nothing, play on from `position`, end with these `places` by seat, or free a `seat`. */
export type Event_Remedy = {
  kind: "free_seat" | "none" | "result" | "roll_back";
  position: string;
  places: number[];
  seat: number | null;
};

/** The result of a game, seat by seat: place (1 wins; equal places share), points, and the reason in words. Partners have the same place. If the players of a cooperative game lose, all have place 2. */
export type Event_Result = {
  places: number[];
  points: number[];
  reason: string;
};

/** A finished game gets another result. */
export type Event_ResultReplaced = {
  type: "ResultReplaced";
  data: {
    result: Event_Result;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** By a decision play goes on from `position`. */
export type Event_RolledBack = {
  type: "RolledBack";
  data: {
    position: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The player lost this seat by a decision. A computer player answers for it until a new player takes it over. */
export type Event_SeatFreed = {
  type: "SeatFreed";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player left before the start: the seat is free again. */
export type Event_SeatLeft = {
  type: "SeatLeft";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player offers their seat to the person with this id; an empty id withdraws the offer. `name` is only in records of version 1: that person's name at that time. */
export type Event_SeatOffered = {
  type: "SeatOffered";
  data: {
    seat: number;
    player: string;
    /** Their present names, whatever the record contains. */
    name: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Before the start, a reserved seat that was not taken becomes open to anyone. */
export type Event_SeatReleased = {
  type: "SeatReleased";
  data: {
    seat: number;
    why: "declined" | "expired" | "released";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Before the start, the first player reserves a free seat for the person with this id, in place of another. */
export type Event_SeatReserved = {
  type: "SeatReserved";
  data: {
    seat: number;
    player: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player resigned. A computer player answers for the seat from now on, and it is ranked last. */
export type Event_SeatResigned = {
  type: "SeatResigned";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The player is back, and answers for the seat again. */
export type Event_SeatReturned = {
  type: "SeatReturned";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player joined. `kind` is `person` or the name of a computer player, `nonce` is their contribution to the luck. In a strict game a person has a `nonce_commitment` instead. `public_key` (Ed25519, 32 bytes in base64) is the key that the seat signs with; empty: it does not sign. `name` is only in records of versions 1 and 2: the player's name at that time. `recovery` is the SHA-256 of a key that may also sign a change of key (empty: there is none). Version 1 had neither `nonce_commitment` nor `public_key`, version 3 no `recovery`. */
export type Event_SeatTaken = {
  type: "SeatTaken";
  data: {
    seat: number;
    player: string;
    kind: string;
    nonce: string;
    nonce_commitment: string;
    public_key: string;
    /** Their present names, whatever the record contains. */
    name: string;
    recovery: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player took a seat that was freed or offered to them, with its hand and its knowledge. `name` is only in records of version 1: the player's name at that time. `recovery` is the SHA-256 of a key that may also sign a change of key (empty: there is none); version 2 did not have it. */
export type Event_SeatTakenOver = {
  type: "SeatTakenOver";
  data: {
    seat: number;
    player: string;
    public_key: string;
    /** Their present names, whatever the record contains. */
    name: string;
    recovery: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player opens a secret `to` the judge of the dispute: the `field` of the event at `position`. The value is not in the event: it is the sealed one at that position, whose commitment everyone has. */
export type Event_SecretDisclosed = {
  type: "SecretDisclosed";
  data: {
    seat: number;
    number: number;
    position: string;
    field: string;
    to: "operator" | "referee";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The server was away between two times: no clock ran, and nothing else happened in the game. */
export type Event_ServerAway = {
  type: "ServerAway";
  data: {
    since: number;
    until: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A signature like any other, of a command that is not a move of the title's own: its text is public. `seat` is -1 for the judge, who signs a decision with the key in `GameCreated`. */
export type Event_StatementSigned = {
  type: "StatementSigned";
  data: {
    seat: number;
    signature: string;
    text: string;
    digest: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Another player agrees to the requested take-back or refuses it. */
export type Event_TakeBackAnswered = {
  type: "TakeBackAnswered";
  data: {
    seat: number;
    agrees: boolean;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player asks to take their own last move back: play would continue from `position`, before that move. */
export type Event_TakeBackAsked = {
  type: "TakeBackAsked";
  data: {
    seat: number;
    position: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The player withdraws their request for a take-back. */
export type Event_TakeBackWithdrawn = {
  type: "TakeBackWithdrawn";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** All players agree to a take-back, so play continues from `position`. */
export type Event_TakenBack = {
  type: "TakenBack";
  data: {
    position: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player gave another player `time` more for the current decision. */
export type Event_TimeGranted = {
  type: "TimeGranted";
  data: {
    seat: number;
    to: number;
    time: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The time of this seat ran out at `deadline`, in milliseconds since 1970 UTC. `asked` is the position since which the seat has been asked without acting; version 1 did not have it. */
export type Event_TimedOut = {
  type: "TimedOut";
  data: {
    seat: number;
    deadline: number;
    asked: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player is back before their vacation is over. */
export type Event_VacationEnded = {
  type: "VacationEnded";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A player is away between two times; that time does not count. */
export type Event_VacationTaken = {
  type: "VacationTaken";
  data: {
    seat: number;
    since: number;
    until: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A part of the record, and the next page's `after`, or null at its end. */
export type EventsResponse = {
  events: Event[];
  next: string | null;
};

/** An event that a move would cause. */
export type ForeseenEvent = {
  type: string;
  text: string;
};

/** The consequences of one or several moves, as far as their seat can know them. `position` and `digest` are those of the initial state. The preview is not `complete` if luck, another player's secret or another player's answer decides; moves after that point are not examined. `moves` are those that the seat could make next, if the preview is complete and the same seat is asked again. */
export type ForeseenResponse = {
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  events: ForeseenEvent[];
  state: State;
  /** The seats that must act now. */
  to_act: number[];
  complete: boolean;
  moves: LegalMove[];
};

/** The summary of a game, with the caller's own data. */
export type GameResponse = {
  id: string;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** How many play. */
  players: number;
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  private: boolean;
  status: "waiting" | "playing" | "finished" | "aborted";
  seats: AnySeat[];
  free_seats: number;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** The SHA-256 of the key of the game's luck, published before any seat was taken. */
  commitment: string;
  /** The seats that must act now. */
  to_act: number[];
  /** Seat by seat; null before the start. */
  points: number[] | null;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29). */
  teams?: number[];
  result: Result | null;
  /** The deadline of each seat whose clock runs, earliest first. */
  deadlines: Deadline[];
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Only while the clocks are stopped by agreement of all players (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, until all do (G19). */
  pause_agreed?: number[];
  created_at: string;
  updated_at: string;
  /** Only for an imported game: no player here has a seat in it. */
  imported?: Import;
  /** In signed games only: persons sign all their moves (G10). */
  signed?: boolean;
  /** The scheme of players' signatures; docs/reference/records.md describes both. */
  signing?: "1" | "2";
  /** In strict games only: players commit to a nonce when joining (G9). */
  strict?: boolean;
  /** In strict games only: the seats whose nonces are missing for the start. */
  to_open?: number[];
  /** Missing if the operator decides disputes. */
  referee?: Referee;
  /** In analysis games only: the game and position it was copied from (G16, G26). */
  fork?: Origin;
  /** Only while a take-back is requested. */
  take_back?: ShownTakeBack;
  /** Only while an end is proposed. */
  proposed_end?: ShownEnd;
  /** Only in rated games. */
  rated?: boolean;
  /** Only in games with rating bounds. */
  ratings?: ShownBounds;
  /** Why the operator called the game off (G27); missing otherwise. */
  called_off?: string;
  /** The seat whose player called the game off after luck was drawn (G6); missing otherwise. */
  aborted_by?: number;
  /** The numbers of the open disputes; missing if there are none. */
  disputed?: number[];
  /** The tournament to which it belongs, if any. */
  tournament?: TournamentOfGame;
  loss?: Loss;
  your_seat: number | null;
  /** The SHA-256 of your last signed text in this game, which the next one must name, or `first`. */
  previous?: string;
  /** The invitation of a private game, for its players and the caller who opens it. */
  invite?: string;
};

/** A player's windows: from minute to minute of the week (Monday 0:00 is 0), ascending, in the named zone. `offsets` say from which time on, in milliseconds since 1970 UTC, the zone is how many minutes ahead of UTC, as known when they were recorded; the last one holds from then on. */
export type Given_PlayTimes = {
  zone: string;
  windows: Json[][];
  offsets: Json[][];
};

/** The remedy: nothing, play on from `position`, end with these `places` by seat, or free a `seat`. */
export type Given_Remedy = {
  kind?: "none" | "roll_back" | "result" | "free_seat";
  position?: string;
  places?: number[];
  seat?: number | null;
};

/** Give another player more time for the current decision, in milliseconds. */
export type GrantTime = {
  type: "GrantTime";
  to: number;
  time?: number;
};

/** Replaces a value that this viewer may not see; a hidden pile with public height shows its height. */
export type Hidden = {
  hidden: true;
  height?: number;
};

/** The time of a game's import, and its signer; empty if unsigned. The game was not played here. */
export type Import = {
  at: string;
  /** The name of the signing server, as it calls itself. */
  origin: string;
  /** The public key that signed it, in base64. */
  key: string;
};

/** A player's tiles with an Ankh that count, and their square. */
export type Kheops_Event_AnkhsScored = {
  type: "AnkhsScored";
  data: {
    seat: number;
    ankhs: number;
    points: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up: nineteen tiles are turned up and laid as the base of the pyramid. */
export type Kheops_Event_BaseLaid = {
  type: "BaseLaid";
  data: {
    tiles: Kheops_Event_BaseTile[];
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A tile of the base, its cell and its orientation. */
export type Kheops_Event_BaseTile = Json[];

/** The component data of this game. `base` are the cells that are filled before the first turn. */
export type Kheops_Event_Components = {
  name: string;
  status: string;
  digest: string;
  base: string[];
  tiles: Kheops_Event_Tile[];
};

/** The value of one dungeon, by reason, and its winner (none: a tie, no pawn, or a curse). */
export type Kheops_Event_DungeonScored = {
  type: "DungeonScored";
  data: {
    cells: string[];
    halls: number;
    sarcophagi: number;
    apex: number;
    longest: number;
    closed: boolean;
    cursed: boolean;
    pawns: Json[];
    value: number;
    winner: number | null;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A pawn of the player goes to another tile. */
export type Kheops_Event_PawnMoved = {
  type: "PawnMoved";
  data: {
    seat: number;
    origin: string;
    target: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A pawn is placed. `captured`: the Mummy sent a worker back to its owner. `power` is the power it triggers. */
export type Kheops_Event_PawnPlaced = {
  type: "PawnPlaced";
  data: {
    seat: number;
    pawn: "mummy" | "pharaoh" | "priest" | "worker";
    cell: string;
    captured: boolean;
    power: "move" | "rotate_corridor" | "rotate_hall" | "swap" | null;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A pawn of the player and one of the opponent change places. */
export type Kheops_Event_PawnsSwapped = {
  type: "PawnsSwapped";
  data: {
    seat: number;
    own: string;
    enemy: string;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The power has no target. */
export type Kheops_Event_PowerUnused = {
  type: "PowerUnused";
  data: {
    seat: number;
    power: "move" | "rotate_corridor" | "rotate_hall" | "swap";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Everything is scored. */
export type Kheops_Event_PyramidScored = {
  type: "PyramidScored";
  data: {
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** The readings of the rulebook in this game (rulings R17, R25 and R39). */
export type Kheops_Event_Settings = {
  closed_rule: "border" | "strict";
  swap_may_use_placed_pawn: boolean;
  pharaoh_after_mummy: boolean;
};

/** Set-up: the tiles of this game, the readings of the rules, and the players' colours. */
export type Kheops_Event_TableLaid = {
  type: "TableLaid";
  data: {
    components: Kheops_Event_Components;
    settings: Kheops_Event_Settings;
    white: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A tile as printed: `sides[n]` says whether its side n is open (KH-N2). */
export type Kheops_Event_Tile = Json[];

/** A player draws a tile from the deck; the other cannot see it. */
export type Kheops_Event_TileDrawn = {
  type: "TileDrawn";
  data: {
    seat: number;
    tile: number | Hidden;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A tile from the hand is laid. `then`: a tile is drawn, the turn passes without, or the pyramid is complete. */
export type Kheops_Event_TilePlaced = {
  type: "TilePlaced";
  data: {
    seat: number;
    tile: number;
    cell: string;
    orientation: number;
    then: "draw" | "pass" | "score";
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** A tile is turned clockwise by `thirds`; `orientation` is its new orientation. */
export type Kheops_Event_TileRotated = {
  type: "TileRotated";
  data: {
    seat: number;
    cell: string;
    thirds: number;
    orientation: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Set-up is over: white begins. */
export type Kheops_Event_TurnsBegin = {
  type: "TurnsBegin";
  data: {
    seat: number;
  };
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
};

/** Use the power of moving: one of the player's pawns goes to another cell. */
export type Kheops_Move = {
  type: "Move";
  origin: string;
  target: string;
};

/** Place a pawn from the reserve on a tile; the Mummy may replace an opponent's Worker. */
export type Kheops_PlacePawn = {
  type: "PlacePawn";
  pawn: "worker" | "priest" | "mummy" | "pharaoh";
  cell: string;
};

/** Lay a tile from the hand in an empty cell, turned clockwise by 0, 1 or 2 thirds. */
export type Kheops_PlaceTile = {
  type: "PlaceTile";
  tile: number;
  cell: string;
  orientation: number;
};

/** Use the power of rotation: turn the tile in this cell clockwise by one or two thirds. */
export type Kheops_Rotate = {
  type: "Rotate";
  cell: string;
  thirds: number;
};

/** The state of a game of kheops as one viewer may see it. The table is null until every seat is taken. */
export type Kheops_State = {
  rulebook: "kheops";
  table: Kheops_Table | null;
  /** The viewer: a seat, `public` or `all`. */
  as: number | "public" | "all";
  status: "waiting" | "playing" | "finished" | "aborted";
  title: string;
  players: number;
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  /** The SHA-256 of the key of the game's luck. */
  commitment: string;
  seats: SeatInState[];
  /** The seats that must act now. */
  to_act: number[];
  /** The number of moves so far. */
  moves: number;
  points: number[] | null;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29). */
  teams?: number[];
  /** The seats that are out of the game (G29); missing for a title without. */
  eliminated?: number[];
  result: Result | null;
  /** Missing if the operator decides disputes. */
  referee?: Referee;
  /** Missing if there are no disputes. */
  disputes?: ShownDispute[];
  /** The key of the game's luck, published when the game is over. */
  key?: string;
  /** Why the operator called the game off (G27). */
  called_off?: string;
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Only while the clocks are stopped by agreement of all players (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, until all do (G19). */
  pause_agreed?: number[];
  /** The deadline of each seat whose clock runs, earliest first. */
  deadlines?: Deadline[];
  /** Seat by seat: present or future vacations, and playing times. */
  away?: Record<string, Away>;
};

/** Use the power of swapping: the player's pawn in the cell `own` and the opponent's in `enemy` change places. */
export type Kheops_Swap = {
  type: "Swap";
  own: string;
  enemy: string;
};

/** The whole table; `power` is the power triggered by this turn's pawn, which was placed at `placed`. */
export type Kheops_Table = {
  cells: Kheops_Table_Cell[];
  components: Kheops_Table_Components;
  deck: number;
  dungeons: Kheops_Table_Dungeon[];
  open_cells: string[];
  phase: "end" | "setup" | "turns";
  placed: string | null;
  players: Kheops_Table_Player[];
  power: "move" | "rotate_corridor" | "rotate_hall" | "swap" | null;
  settings: Kheops_Table_Settings;
  step: "deal" | "draw" | "over" | "pawn" | "power" | "score" | "tile";
  tiles_to_lay: number;
  turn: number;
  white: number;
};

/** A cell of the pyramid; `up`: its triangle stands on a side. `orientation` counts thirds, clockwise. */
export type Kheops_Table_Cell = {
  cell: string;
  orientation: number | null;
  pawn: Kheops_Table_Pawn | null;
  tile: Kheops_Table_Tile | null;
  up: boolean;
};

/** The origin of the game's component data. */
export type Kheops_Table_Components = {
  digest: string;
  name: string;
  status: string;
};

/** A dungeon as it would be scored now; `pawns` counts each seat's pawns in it. */
export type Kheops_Table_Dungeon = {
  apex: number;
  cells: string[];
  closed: boolean;
  cursed: boolean;
  halls: number;
  longest: number;
  pawns: number[];
  sarcophagi: number;
  value: number;
  winner: number | null;
};

/** A pawn in the pyramid, and its owner. */
export type Kheops_Table_Pawn = {
  kind: "mummy" | "pharaoh" | "priest" | "worker";
  seat: number;
};

/** A player's possessions; `hand` is null if unknown to the viewer. */
export type Kheops_Table_Player = {
  ankhs: number;
  colour: "blue" | "white";
  hand: Kheops_Table_Tile[] | null;
  hand_size: number;
  points: number;
  reserve: Kheops_Table_Reserve;
  seat: number;
};

/** The number of pawns of each kind in reserve. */
export type Kheops_Table_Reserve = {
  mummy: number;
  pharaoh: number;
  priest: number;
  worker: number;
};

/** The readings of the rulebook in this game. */
export type Kheops_Table_Settings = {
  closed_rule: "border" | "strict";
  pharaoh_after_mummy: boolean;
  swap_may_use_placed_pawn: boolean;
};

/** A tile; `sides` says for each of its three sides whether it is open, `colour` is a sarcophagus's. */
export type Kheops_Table_Tile = {
  colour: string | null;
  figure: string | null;
  id: number;
  kind: "corridor" | "hall";
  sides: boolean[];
  symbol: "ankh" | "curse" | "double" | "move" | "no_pawn" | "none" | "rotate_corridor" | "rotate_hall" | "sarcophagus" | "swap";
};

/** An event of a game of kheops: one of the title's own, or one that all titles have. */
export type KheopsEvent = Kheops_Event_TableLaid | Kheops_Event_BaseLaid | Kheops_Event_TileDrawn | Kheops_Event_TurnsBegin | Kheops_Event_PawnPlaced | Kheops_Event_PowerUnused | Kheops_Event_TileRotated | Kheops_Event_PawnsSwapped | Kheops_Event_PawnMoved | Kheops_Event_TilePlaced | Kheops_Event_DungeonScored | Kheops_Event_AnkhsScored | Kheops_Event_PyramidScored | Event_GameCreated | Event_Forked | Event_SeatTaken | Event_SeatLeft | Event_SeatReleased | Event_SeatReserved | Event_SeatOffered | Event_NonceOpened | Event_BeaconAwaited | Event_BeaconRecorded | Event_CommandSigned | Event_StatementSigned | Event_KeyChanged | Event_GameStarted | Event_SeatResigned | Event_GameAborted | Event_GameFinished | Event_DisputeOpened | Event_DisputeAnswered | Event_DisputeWithdrawn | Event_SecretDisclosed | Event_DisputeDecided | Event_RolledBack | Event_ResultReplaced | Event_SeatFreed | Event_SeatTakenOver | Event_TakeBackAsked | Event_TakeBackAnswered | Event_TakeBackWithdrawn | Event_EndProposed | Event_EndAnswered | Event_EndWithdrawn | Event_TakenBack | Event_TimedOut | Event_SeatReturned | Event_TimeGranted | Event_PauseAgreed | Event_PauseDeclined | Event_GamePaused | Event_GameResumed | Event_VacationTaken | Event_VacationEnded | Event_PlayTimesSet | Event_ServerAway | Event_MoveOrdered;

/** A move in a game of kheops: one of the title's own, or one that all titles have. */
export type KheopsMove = Kheops_PlacePawn | Kheops_Rotate | Kheops_Swap | Kheops_Move | Kheops_PlaceTile | Resign | Abort | LeaveSeat | OpenDispute | AnswerDispute | WithdrawDispute | DiscloseSecret | AskTakeBack | AnswerTakeBack | WithdrawTakeBack | ProposeEnd | AnswerEnd | WithdrawEnd | Return | GrantTime | AgreePause | DeclinePause | Resume | TakeVacation | EndVacation | SetPlayTimes;

/** Leave your seat before the game has started. */
export type LeaveSeat = {
  type: "LeaveSeat";
};

/** A move that is ready to be sent, and its effect in the reader's language. */
export type LegalMove = {
  move: Move;
  text: string;
};

/** All legal moves of your seat now. */
export type LegalMovesResponse = {
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  moves: LegalMove[];
};

/** A bot account. */
export type ListedBot = {
  id: string;
  name: string;
  /** Null for an owner who is no longer known. */
  owner: PlayerResponse | null;
  since: string;
  /** The time of its last request, to the hour; null: it has made none. */
  used_at: string | null;
  ratings: BotRating[];
};

/** Data of a game that was lost on this server; the operator has accepted that the game goes on without it. */
export type Loss = {
  /** The game's former position; empty if unknown. */
  lost: string;
  /** The position from which it went on. */
  kept: string;
  accepted_at: string;
};

/** A command of the game's title, or one of all titles. */
export type Move = AmunReMove | AmunReCardGameMove | DasAmulettMove | KheopsMove;

/** The events that a move caused, and the state after them. */
export type MoveResponse = {
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  events: Event[];
  state: State;
  /** The seats that must act now. */
  to_act: number[];
  receipt: Receipt;
};

/** A seat in a sentence, and its player's name there. */
export type NamedSeat = {
  seat: number;
  name: string;
};

/** A time in a sentence, and its words there: in UTC, unless the reader's time zone is known. */
export type NamedTime = {
  at: string;
  words: string;
};

/** A notification. */
export type NoticeResponse = {
  id: string;
  kind: "turn" | "reminder" | "timed-out" | "out-of-time" | "outage" | "invited" | "declined" | "not-kept" | "offered" | "luck" | "started" | "over" | "aborted" | "called-off" | "resigned" | "take-back" | "taken-back" | "end" | "pause" | "time" | "order" | "dispute" | "decided" | "lost-seat" | "taken-over" | "operator" | "tournament-entry" | "tournament-place" | "tournament-removed" | "tournament-start" | "tournament-round" | "tournament-bye" | "tournament-result" | "tournament-end" | "tournament-called-off" | "digest" | "message" | "account";
  /** Empty for a notice without a game, such as one about your account. */
  game: string;
  /** Its position in the game's record. */
  position: string;
  at: string;
  text: string;
  unread: boolean;
  /** Whether it still applies, for example whether it is still your turn. */
  standing: boolean;
  /** Your seat in the game, if any. */
  seat?: number;
  /** The seat that it is about, if it is another one. */
  by?: number;
  /** The id of the tournament that it is about, if any. */
  tournament?: string;
};

/** One page of your notifications, newest first. */
export type NoticesResponse = {
  notices: NoticeResponse[];
  /** `before` for the next page; null after the last one. */
  next: number | null;
  /** The number of all unread notices. */
  unread: number;
};

/** The player to whom a seat is offered. */
export type Offer = {
  /** The player's id. */
  player: string;
  /** Their name. */
  name: string;
};

/** Dispute the action at a position, and request a remedy. */
export type OpenDispute = {
  type: "OpenDispute";
  position: string;
  text: string;
  remedy?: Given_Remedy;
};

/** A player's statement on another's dispute. */
export type Opinion = {
  seat: number;
  agrees: boolean;
  text: string;
};

/** One setting of a new game. Kind `components` takes a component file: TOML text, or an equivalent object. `label` is what a form calls it, `labels` what it calls each of the choices; `text` explains it. */
export type Option = {
  name: string;
  kind: "flag" | "number" | "choice" | "components";
  default: boolean | number | string | null;
  text: string;
  choices?: string[];
  least?: number | null;
  most?: number | null;
  label?: string;
  labels?: string[];
};

/** The game and the position from which an analysis game was copied. */
export type Origin = {
  game: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** If that game was still running: the seat whose view was copied; the rest was dealt again (G26). */
  seen_by?: number;
};

/** The time limits of a game's players; all lengths are in milliseconds. By `answer` each answer may take `time`; by `bank` a seat begins with `time`, gains `increment` with each visit, or with each answer in the first edition of the rules, and never has more than `cap`. With `windows` only the time in a player's own play windows counts. Each player may be away for `vacation` days in a year. At the end of a seat's time a computer player answers this `once`, or takes the `seat` until its player returns, or the seat resigns (`resign`), or nothing happens (`never`). */
export type Pace = {
  kind: "answer" | "bank";
  time: number;
  increment: number;
  cap: number;
  windows: boolean;
  vacation: number;
  outcome: "once" | "seat" | "resign" | "never";
};

/** A title's numbers of players. */
export type PlayerNumbers = {
  min: number;
  max: number;
};

/** A player. */
export type PlayerResponse = {
  id: string;
  name: string;
  /** Only for bots: the owner's id. */
  owner?: string;
};

/** Propose to end the game now, as a draw or ranked by the current points. */
export type ProposeEnd = {
  type: "ProposeEnd";
  kind: "draw" | "as_it_stands";
};

/** The server's signed statement of a game's position, its time, and the request. `flask verify` checks it. */
export type Receipt = {
  scheme: "stele/receipt/2";
  /** The server's origin. */
  origin: string;
  game: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** When the action was recorded, in milliseconds since 1970 UTC. */
  at: number;
  /** The SHA-256 of the request's body in hexadecimal; empty in a bundle. */
  request: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  public_key: string;
  /** 64 bytes in base64. */
  signature: string;
};

/** The player who decides the disputes of a game. */
export type Referee = {
  /** The player's id. */
  player: string;
  /** Their present name. */
  name: string;
  /** Only for a player whose account was deleted, and who has no name. */
  former?: boolean;
};

/** The remedy: nothing, play on from `position`, end with these `places` by seat, or free a `seat`. */
export type Remedy = {
  kind: "none" | "roll_back" | "result" | "free_seat";
  position: string;
  places: number[];
  seat: number | null;
};

/** Resign a running game. */
export type Resign = {
  type: "Resign";
};

/** The result of a game, seat by seat: place (1 wins; equal places share), points, and the reason in words. Partners have the same place. If the players of a cooperative game lose, all have place 2. */
export type Result = {
  places: number[];
  points: number[];
  reason: string;
};

/** Restart the clocks. */
export type Resume = {
  type: "Resume";
};

/** Answer for your seat again, after a computer player took over when your time ran out. */
export type Return = {
  type: "Return";
};

/** A chapter of a title's rules: its text, and the numbers of its rules. */
export type RuleChapter = {
  title: string;
  /** 1: the whole title; 2: a chapter; 3 and more: a part of the one before. */
  level: number;
  /** Paragraphs, with `code`, **strong** and *emphasis*; a list or table has a line for each row. */
  words: string[];
  rules: string[];
  /** The rule that the chapter has an example for. */
  example: string | null;
};

/** A title with its rules by number and in chapters, and the fields of each of its moves by the move's type. The rules of all titles (`G1` and following) are included, in the last chapters. */
export type RulebookResponse = {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  players: PlayerNumbers;
  /** What its players' points count. */
  unit: Unit;
  /** The team of each seat, once for each number of players who play in teams. */
  teams: number[][];
  options: Option[];
  components: ComponentStatus[];
  /** About how often a game brings each player back, for each number of players from the lowest on; empty if not measured. */
  visits: number[];
  /** The same for players who use standing orders where they can; empty for a title without them. */
  visits_ordered: number[];
  /** Whether there is a lesson with the first moves of a game. */
  lesson: boolean;
  rules: Record<string, string>;
  /** The language of the rules: yours, if they are translated. */
  rules_language: string;
  chapters: RuleChapter[];
  moves: Record<string, string[]>;
};

/** All titles, and all kinds of computer players. */
export type RulebooksResponse = {
  rulebooks: Title[];
  computers: ComputerKind[];
};

/** A seat, its player, their contribution to the random draws, and the key that they sign with. */
export type SeatInState = {
  seat: number;
  /** The player's id; null for a computer player. */
  player: string | null;
  /** Their present name; for a former player words that say so. */
  name: string | null;
  /** Only for a player whose account was deleted, and who has no name. */
  former?: boolean;
  /** `person`, `free`, or the kind of computer player. */
  kind: string;
  resigned: boolean;
  /** Only for a seat that its player offers to another player (G22). */
  offered?: Offer;
  /** Only for a seat whose player lost it by a decision: it may be taken over (G15). */
  freed?: boolean;
  /** Only for a seat whose player's time ran out: a computer player answers `once`, or has the `seat` until the player returns (G18). */
  absent?: "once" | "seat";
  nonce: string;
  /** Ed25519, 32 bytes in base64; missing for a seat that does not sign. */
  public_key?: string;
};

/** Let only these times of the week count for you. */
export type SetPlayTimes = {
  type: "SetPlayTimes";
  times: Given_PlayTimes;
};

/** The rating bounds of a game's free seats; null: no bound. */
export type ShownBounds = {
  least: number | null;
  most: number | null;
};

/** A dispute: its subject, the players' statements, and its outcome. */
export type ShownDispute = {
  /** Disputes are numbered from 1. */
  number: number;
  seat: number;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
  remedy: Remedy;
  answers: Opinion[];
  outcome: "open" | "withdrawn" | "decided";
  decided: Decided | null;
  disclosed: Disclosure[];
};

/** A proposed end of the game (G23). */
export type ShownEnd = {
  /** Who proposes it. */
  seat: number;
  kind: "draw" | "as_it_stands";
  agreed: number[];
  /** The seats that have not agreed yet. */
  waits_for: number[];
};

/** A player's playing times in the week: pairs of minutes since Monday 0:00 in their zone. */
export type ShownPlayTimes = {
  zone: string;
  windows: number[][];
};

/** A requested take-back (G20). */
export type ShownTakeBack = {
  /** The player whose last move it concerns. */
  seat: number;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  agreed: number[];
  /** The seats that have not agreed yet. */
  waits_for: number[];
};

/** From one time until another. */
export type Span = {
  since: string;
  until: string;
};

/** The state of a game as one viewer may see it, by the game's title. */
export type State = AmunRe_State | AmunReCardGame_State | DasAmulett_State | Kheops_State;

/** The game at one position, as one viewer may see it. */
export type StateResponse = {
  game: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** The viewer: a seat, `public` or `all`. */
  as: number | "public" | "all";
  state: State;
};

/** Be away between two times, in milliseconds since 1970 UTC. */
export type TakeVacation = {
  type: "TakeVacation";
  since: number;
  until: number;
};

/** A title: the options for a new game, and how certain its component data is. */
export type Title = {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  players: PlayerNumbers;
  /** What its players' points count. */
  unit: Unit;
  /** The team of each seat, once for each number of players who play in teams. */
  teams: number[][];
  options: Option[];
  components: ComponentStatus[];
  /** About how often a game brings each player back, for each number of players from the lowest on; empty if not measured. */
  visits: number[];
  /** The same for players who use standing orders where they can; empty for a title without them. */
  visits_ordered: number[];
  /** Whether there is a lesson with the first moves of a game. */
  lesson: boolean;
};

/** The tournament of a game. */
export type TournamentOfGame = {
  id: string;
  name: string;
  /** The number of its round, from 1. */
  round: number;
};

/** The unit of a title's points, in the reader's language, and whether most or fewest are better. */
export type Unit = {
  /** The heading of a column. */
  name: string;
  /** The words for exactly one; `{number}` stands for it. */
  one: string;
  /** The words for any other `{number}`. */
  many: string;
  better: "most" | "fewest";
};

/** Withdraw your dispute. */
export type WithdrawDispute = {
  type: "WithdrawDispute";
  number: number;
};

/** Withdraw your proposal to end the game. */
export type WithdrawEnd = {
  type: "WithdrawEnd";
};

/** Withdraw your request for a take-back. */
export type WithdrawTakeBack = {
  type: "WithdrawTakeBack";
};
