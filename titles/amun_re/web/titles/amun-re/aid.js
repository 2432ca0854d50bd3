// The player aid: a round, prices, rewards, the harvest, and the points.

import { caravan, crown, pyramid, sun } from "../../kit/icons.js";
import { gettext } from "../../core/i18n.js";
import { coin, doublePyramid, farmer, favor, mine, stone, temple, theft } from "./icons.js";

/**
 * @import { TitleAid } from "../../types.js"
 * @import { Phase as PhaseName, View } from "./view.js"
 */

/**
 * @param {PhaseName[]} phases
 * @returns {(table: View) => boolean}
 */
const during =
  (...phases) =>
  (table) =>
    phases.includes(table.phase);

/** The subject of the steps. */
export const order = () => gettext("A round; three rounds make a Kingdom, two Kingdoms a game");

/** The steps of a round. */
export const steps = [
  {
    words: () => gettext("Auction: a Scribe on every province; then pay, and take what it brings."),
    rules: ["AR-A2", "AR-A3", "AR-B1"],
    isNow: during("deal", "choice", "auction", "control"),
  },
  {
    words: () => gettext("Market: Favor cards, then Farmers, then Stones."),
    rules: ["AR-M1"],
    isNow: during("market"),
  },
  {
    words: () => gettext("Offering: Gold in secret; the total sets the harvest, the ranking sets the rewards."),
    rules: ["AR-O1", "AR-O7", "AR-R1"],
    isNow: during("offering", "adjustment", "reward"),
  },
  { words: () => gettext("Harvest: all players earn Gold."), rules: ["AR-H1"], isNow: during("harvest") },
  {
    words: () => gettext("After three rounds: the Kingdom is scored."),
    rules: ["AR-V1", "AR-N1"],
    isNow: during("scoring", "points"),
  },
  {
    words: () => gettext("After the New Kingdom: points for Gold."),
    rules: ["AR-E1", "AR-E2"],
    isNow: during("gold", "over"),
  },
];

/** The tables of costs and gains. @type {TitleAid["tables"]} */
export const tables = [
  {
    title: () => gettext("Prices in the market"),
    lines: [
      {
        sign: coin,
        words: () => gettext("1, 2, 3, 4, 5 of a kind:"),
        value: () => "1, 3, 6, 10, 15",
        rules: ["AR-M2"],
      },
      {
        sign: favor,
        words: () => gettext("Favor cards: at most one per symbol on your best province"),
        rules: ["AR-M3"],
      },
      { sign: farmer, words: () => gettext("Farmers: at most one per open Field"), rules: ["AR-M4"] },
      { sign: stone, words: () => gettext("three Stones in a province make a pyramid"), rules: ["AR-P3"] },
    ],
  },
  {
    title: () => gettext("Offerings: cards, Farmers, Stones as a reward"),
    lines: [
      {
        sign: crown,
        words: () => gettext("the most Gold; also begins the next round:"),
        value: () => "3",
        rules: ["AR-R1", "AR-R3"],
      },
      { sign: coin, words: () => gettext("the second most"), value: () => "2", rules: ["AR-R1"] },
      { sign: coin, words: () => gettext("all other offerings"), value: () => "1", rules: ["AR-R1"] },
      {
        sign: theft,
        words: () => gettext("Theft: no reward, but 3 Gold; the total drops by 3"),
        rules: ["AR-O3"],
      },
    ],
  },
  {
    title: () => gettext("Harvest: Gold"),
    lines: [
      { sign: mine, words: () => gettext("a mine: what it shows"), rules: ["AR-H2"] },
      { sign: caravan, words: () => gettext("a Caravan: what it shows, if the tile has a camel"), rules: ["AR-H3"] },
      { sign: farmer, words: () => gettext("each Farmer: what the tile shows"), rules: ["AR-H4"] },
    ],
  },
  {
    title: () => gettext("Points"),
    lines: [
      { sign: temple, words: () => gettext("each Temple: what the tile shows"), rules: ["AR-V2"] },
      { sign: pyramid, words: () => gettext("each pyramid"), value: () => "1", rules: ["AR-V3"] },
      {
        sign: doublePyramid,
        words: () => gettext("each set: one pyramid in each of your provinces"),
        value: () => "3",
        rules: ["AR-V4"],
      },
      { sign: pyramid, words: () => gettext("the most pyramids on a bank"), value: () => "5", rules: ["AR-V5"] },
      {
        sign: sun,
        words: () => gettext("a yellow card, if its condition is met"),
        value: () => "3",
        rules: ["AR-F12"],
      },
      {
        sign: coin,
        words: () => gettext("at the end, the most Gold:"),
        value: () => "6, 4, 2",
        rules: ["AR-E2"],
      },
    ],
  },
];
