// The numbered rules about each kind of part in the drawing, and about each question.

/** @import { Effect, View } from "./view.js" */

/** @type {Record<string, string[]>} */
export const parts = {
  phase: ["DA-T1"],
  hat: ["DA-T2", "DA-P4", "DA-X4"],
  moves: ["DA-G4", "DA-G3"],
  desires: ["DA-G2"],
  amulet: ["DA-W1"],
  points: ["DA-W1"],
  reserve: ["DA-S4", "DA-P3", "DA-E5"],
  cards: ["DA-M2", "DA-X3"],
  metals: ["DA-M2", "DA-X3"],
  "metal pile": ["DA-M2", "DA-M3", "DA-M4"],
  "metal cards": ["DA-S3", "DA-X8"],
  "discs in bag": ["DA-G4"],
  region: ["DA-X6", "DA-V2"],
  "region of the company": ["DA-X1", "DA-X6"],
  "region city": ["DA-B2"],
  "region terrain": ["DA-B1"],
  "region pyramid": ["DA-B4"],
  gem: ["DA-X6", "DA-W1"],
  company: ["DA-V1", "DA-V2"],
  deck: ["DA-P1", "DA-P5"],
  pile: ["DA-P1"],
  under: ["DA-P5", "DA-E6"],
  offered: ["DA-P2", "DA-P3", "DA-P4"],
  energy: ["DA-K2", "DA-E5", "DA-E6"],
  spell: ["DA-K2", "DA-E5"],
  "effect none": ["DA-K19", "DA-M2"],
  "effect income": ["DA-K3", "DA-M2"],
  "effect teleport": ["DA-M1"],
  "effect extra_metal": ["DA-G2"],
  "effect chosen_disc": ["DA-G3"],
  "effect skim low": ["DA-K6"],
  "effect skim high": ["DA-K7"],
  "effect refund": ["DA-K8"],
  "effect refund place": ["DA-K9"],
  "effect wild": ["DA-K10"],
  "effect wild place": ["DA-K11"],
  "effect gift": ["DA-K12", "DA-X6"],
  "effect power": ["DA-K13"],
  "effect equal": ["DA-K14"],
  "effect free_move": ["DA-V3"],
  "effect arc": ["DA-E2"],
  "effect vortex others": ["DA-E3"],
  "effect vortex any": ["DA-E4"],
  bid: ["DA-P2", "DA-P3"],
  answer: ["DA-X1", "DA-X2"],
  choice: ["DA-A1", "DA-A2"],
  accepted: ["DA-X3", "DA-B1"],
  laid: ["DA-X5", "DA-X8"],
  due: ["DA-X6", "DA-X7"],
  metal: ["DA-M2"],
  "pick metal": ["DA-M3", "DA-M4"],
  "pick tokens": ["DA-P3"],
  "pick disc": ["DA-G3"],
  "pick gem": ["DA-X6"],
  "pick spell": ["DA-K2"],
  "pick first": ["DA-A2"],
  "pick second": ["DA-A2"],
};

/** @type {Record<string, string[]>} */
export const asks = {
  KeepSpells: ["DA-A1"],
  FuelSpells: ["DA-A2"],
  BidEnergy: ["DA-P2", "DA-P3", "DA-P4"],
  Pass: ["DA-P2", "DA-X1"],
  UseNoMore: ["DA-K2"],
  LiftGem: ["DA-M1"],
  DropGem: ["DA-M1"],
  TakeMetal: ["DA-M3", "DA-M4"],
  NameMetal: ["DA-G2"],
  ChooseDisc: ["DA-G3"],
  OfferMetals: ["DA-X1", "DA-X2", "DA-X3", "DA-X4"],
  LayMetals: ["DA-X5"],
  TakeGem: ["DA-X6"],
  TakeBack: ["DA-X7", "DA-K8", "DA-K9"],
  MoveCompany: ["DA-V1", "DA-V2"],
  MoveEnergy: ["DA-E2"],
  RemoveEnergy: ["DA-E3", "DA-E4"],
  DiscardSpell: ["DA-E6"],
};

/**
 * The kind of an effect.
 * @param {Effect | null} effect
 */
function effectKind(effect) {
  if (!effect) return "effect none";
  switch (effect.type) {
    case "skim":
      return effect.least ? "effect skim high" : "effect skim low";
    case "refund":
      return effect.where === "anywhere" ? "effect refund" : "effect refund place";
    case "wild":
      return effect.metal ? "effect wild" : "effect wild place";
    case "vortex":
      return effect.own_too ? "effect vortex any" : "effect vortex others";
    default:
      return `effect ${effect.type}`;
  }
}

/**
 * Further kinds of a part, by its content.
 * @param {string} key
 * @param {View} table
 */
export function more(key, table) {
  const [kind] = key.split(" ", 1);
  const name = key.slice(kind.length + 1);
  if (kind === "region") {
    const region = table.regions.find((one) => one.name === name);
    if (!region) return [];
    return [
      region.name === table.company && "region of the company",
      region.terrain === "city" ? "region city" : "region terrain",
      region.pyramid && "region pyramid",
    ].flatMap((one) => one || []);
  }
  if (kind === "offered") return table.spells.offered ? [effectKind(table.spells.offered.effect)] : [];
  if (kind === "bid" && table.phase !== "spells") return ["answer"];
  const spell = kind === "energy" && table.players.flatMap(({ spells }) => spells).find((one) => one.name === name);
  return spell ? [effectKind(spell.effect)] : [];
}
