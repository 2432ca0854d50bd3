// The numbered rules about each kind of part in the drawing, and about each question.

/** @type {Record<string, string[]>} */
export const parts = {
  row: ["AC-A2", "AC-A3", "AC-A6"],
  acquired: ["AC-A6", "AC-X1"],
  "acquired * own": ["AC-X1", "AC-X2"],
  pharaoh: ["AC-A9", "AC-A2", "AC-V4"],
  crown: ["AC-A9", "AC-A2", "AC-V4"],
  ankhs: ["AC-A8", "AC-A9", "AC-V5"],
  fields: ["AC-C2", "AC-O4", "AC-V3"],
  caravans: ["AC-C2"],
  gold: ["AC-S1", "AC-A7"],
  "gold card": ["AC-A2", "AC-A3", "AC-A7"],
  sealed: ["AC-O1", "AC-O3"],
  waiting: ["AC-P1", "AC-P2"],
  pyramid: ["AC-P1", "AC-P2", "AC-V2"],
  province: ["AC-P2", "AC-V2", "AC-X1"],
  points: ["AC-V1", "AC-E1", "AC-E2"],
  score: ["AC-V1", "AC-E1", "AC-E2"],
  revenue: ["AC-C2", "AC-C7"],
  deck: ["AC-S2", "AC-A1"],
  flood: ["AC-O4"],
  offering: ["AC-O3", "AC-F1", "AC-F2"],
  "pick count": ["AC-C3", "AC-C5", "AC-C6"],
};

/** @type {Record<string, string[]>} */
export const asks = {
  ChooseGold: ["AC-S4"],
  PlaceGold: ["AC-A2", "AC-A3", "AC-A4"],
  ExtendProvince: ["AC-X1", "AC-X2"],
  SealOffering: ["AC-O1", "AC-O2", "AC-O4", "AC-F1"],
  PlacePyramid: ["AC-P2", "AC-P1"],
  BuildPyramids: ["AC-C3", "AC-C5", "AC-C6"],
  PrepareGold: ["AC-C7"],
};
