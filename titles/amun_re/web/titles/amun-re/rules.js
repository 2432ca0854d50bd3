// The numbered rules about each kind of part in the drawing, and about each question.

/** @import { View } from "./view.js" */

const YELLOW = ["AR-F12", "AR-V6", "AR-F2"];

/** @type {Record<string, string[]>} */
export const parts = {
  phase: ["AR-T2", "AR-T1"],
  "start player": ["AR-S5", "AR-R3"],
  crown: ["AR-S5", "AR-R3"],
  deck: ["AR-F4", "AR-S1"],
  discard: ["AR-F1", "AR-F4"],
  "farmers left": ["AR-M4", "AR-P1"],
  bid: ["AR-A2", "AR-A3", "AR-A4"],
  "pick gold": ["AR-A2", "AR-A5"],
  gold: ["AR-S2", "AR-A5", "AR-E2"],
  cards: ["AR-F1", "AR-F3"],
  pyramids: ["AR-V3", "AR-V4", "AR-P3"],
  stones: ["AR-P3", "AR-V5"],
  sealed: ["AR-O1"],
  "to place": ["AR-P1", "AR-P2"],
  card: ["AR-F1", "AR-F3"],
  "card * bribe": ["AR-F5", "AR-A4"],
  "card * protection": ["AR-F6"],
  "card * free_farmer": ["AR-F7"],
  "card * architect": ["AR-F8", "AR-P3"],
  "card * offering_adjuster": ["AR-F9", "AR-O6"],
  "card * treasury": ["AR-F10"],
  "card * great_harvest": ["AR-F11"],
  "card * one_bank": YELLOW,
  "card * one_half": YELLOW,
  "card * river": YELLOW,
  "card * desert": YELLOW,
  "card * many_farmers": YELLOW,
  province: ["AR-B2"],
  "province in auction": ["AR-A2", "AR-A3", "AR-B1"],
  "province out": ["AR-S4"],
  "province with fields": ["AR-H4", "AR-P1"],
  "province with mine": ["AR-H2"],
  "province with caravan": ["AR-H3"],
  "province with temples": ["AR-V2"],
  "pick province": ["AR-B2"],
  tile: ["AR-O7", "AR-H4", "AR-V2"],
  total: ["AR-O5", "AR-O6"],
  offer: ["AR-O1", "AR-O2", "AR-O3"],
  "pick theft": ["AR-O2", "AR-O3"],
  "pick amount": ["AR-O6", "AR-F9"],
  reward: ["AR-R1", "AR-R2"],
  "pick favor": ["AR-R2"],
  "pick farmers": ["AR-R2", "AR-P1"],
  "pick stones": ["AR-R2", "AR-P2"],
  goods: ["AR-M1", "AR-M2"],
  "goods favor": ["AR-M3", "AR-M2"],
  "goods farmers": ["AR-M4", "AR-M2"],
  "goods stones": ["AR-P3", "AR-M2"],
  harvest: ["AR-H2", "AR-H3", "AR-H4"],
  points: ["AR-V1", "AR-E3"],
  "would temples": ["AR-V2"],
  "would pyramids": ["AR-V3"],
  "would sets": ["AR-V4"],
  "would west": ["AR-V5"],
  "would east": ["AR-V5"],
  "would total": ["AR-V1"],
  "would gold": ["AR-E2"],
  yellow: YELLOW,
  coin: ["AR-S2", "AR-E2"],
  favor: ["AR-F1", "AR-F3"],
  farmer: ["AR-P1", "AR-H4"],
  stone: ["AR-P2", "AR-P3"],
};

/** @type {Record<string, string[]>} */
export const asks = {
  ChooseProvince: ["AR-X2", "AR-X1"],
  PlaceBid: ["AR-A2", "AR-A3", "AR-A4", "AR-A5"],
  SellFavor: ["AR-F3"],
  BuyFavor: ["AR-M1", "AR-M2", "AR-M3"],
  BuyFarmers: ["AR-M2", "AR-M4"],
  BuyStones: ["AR-M2", "AR-P3"],
  PlaceFarmer: ["AR-P1"],
  PlaceStone: ["AR-P2", "AR-P3"],
  PlayFreeFarmer: ["AR-F7"],
  PlayArchitect: ["AR-F8"],
  EndMarket: ["AR-M1"],
  SealOffering: ["AR-O1", "AR-O2", "AR-O3", "AR-R1"],
  DeclareAdjustment: ["AR-O6", "AR-F9"],
  TakeReward: ["AR-R1", "AR-R2"],
  PlayTreasury: ["AR-F10"],
  PlayGreatHarvest: ["AR-F11"],
  TakeIncome: ["AR-H1", "AR-H2", "AR-H3", "AR-H4"],
  SealScoringCards: ["AR-V6", "AR-F12"],
};

/**
 * Further kinds of a part, by its content.
 * @param {string} key
 * @param {View} table
 */
export function more(key, table) {
  const [kind, id] = key.split(" ");
  const land = kind === "province" ? table.provinces.find((one) => one.id === id) : null;
  if (!land) return [];
  return [
    table.row.some(({ province }) => province === id) && "province in auction",
    land.gold_mine > 0 && "province with mine",
    land.caravan > 0 && "province with caravan",
    land.temples > 0 && "province with temples",
    land.fields > 0 && "province with fields",
  ].flatMap((one) => one || []);
}
