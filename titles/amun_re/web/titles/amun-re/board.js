// The board of Amun-Re: the map, the panels around it, and the questions.

import { playerPanels, Stage } from "../../kit/stage.js";
import { gettext } from "../../core/i18n.js";
import { auction, choice } from "./auction.js";
import { header, phase, round } from "./header.js";
import { lands } from "./land.js";
import { LEAST, map, MOST } from "./map.js";
import { harvest, market } from "./market.js";
import { adjustment, commonOffering, offering, offers, reward, yellowCards } from "./offering.js";
import { playerPanel, standing } from "./players.js";
import { provinceName } from "./province.js";
import { leading, scores } from "./scores.js";

/**
 * @import { Bid, SoundName } from "../../types.js"
 * @import { Panel } from "../../kit/stage.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, View } from "./view.js"
 */

export { phase };

/** The sounds of arriving pieces. @type {Record<string, SoundName>} */
export const sounds = { coin: "coin", favor: "card" };

/** The questions, for each type of command: likely ones first, since several are named in this order. */
export const questions = {
  ChooseProvince: () => gettext("Choose the province to put up for auction."),
  PlaceBid: () => gettext("Bid for a province."),
  BuyFarmers: () => gettext("Buy Farmers."),
  BuyStones: () => gettext("Buy Stones."),
  BuyFavor: () => gettext("Buy Favor cards."),
  PlaceFarmer: () => gettext("Place a Farmer on an open Field."),
  PlaceStone: () => gettext("Place a Stone in one of your provinces."),
  SealOffering: () => gettext("Offer Gold to Amun-Re, or play the Theft card."),
  DeclareAdjustment: () => gettext("Raise or lower the common offering."),
  TakeReward: () => gettext("Choose your reward."),
  TakeIncome: () => gettext("Take your income."),
  SealScoringCards: () => gettext("Lay down the yellow cards that you want to score."),
  EndMarket: () => gettext("Leave the market."),
  PlayFreeFarmer: () => gettext("You may play the Free Farmer in one of your provinces."),
  PlayArchitect: () => gettext("You may play the Architect in a province with two Stones."),
  PlayTreasury: () => gettext("You may play the Treasury on one of your provinces."),
  PlayGreatHarvest: () => gettext("You may play the Great Harvest on one of your provinces."),
  SellFavor: () => gettext("You may sell Favor cards for 1 Gold each."),
};

/** The wording if several of these are asked at the same time. */
export const alternatives = {
  PlaceBid: () => gettext("bid for a province"),
  BuyFarmers: () => gettext("buy Farmers"),
  BuyStones: () => gettext("buy Stones"),
  BuyFavor: () => gettext("buy Favor cards"),
  PlaceFarmer: () => gettext("place a Farmer on an open Field"),
  PlaceStone: () => gettext("place a Stone in one of your provinces"),
  SealOffering: () => gettext("offer Gold to Amun-Re, or play the Theft card"),
  TakeIncome: () => gettext("take your income"),
  EndMarket: () => gettext("leave the market"),
  PlayFreeFarmer: () => gettext("play the Free Farmer in one of your provinces"),
  PlayArchitect: () => gettext("play the Architect in a province with two Stones"),
  PlayTreasury: () => gettext("play the Treasury on one of your provinces"),
  PlayGreatHarvest: () => gettext("play the Great Harvest on one of your provinces"),
  SellFavor: () => gettext("sell Favor cards for 1 Gold each"),
};

/** The test for a bid. @type {Bid} */
export const bid = {
  command: "PlaceBid",
  number: "gold",
  name: ({ province, bribe, protection }, table) =>
    [
      provinceName(/** @type {View} */ (table), String(province)),
      bribe && gettext("with Bribe"),
      protection && gettext("with Protection"),
    ]
      .filter(Boolean)
      .join(", "),
};

/**
 * The panel of a phase: its name and drawing.
 * @typedef {{ label: () => string, draw: (table: View, context: Context, width: number) => Part }} Action
 */

/** @type {Record<string, Action>} */
const ACTIONS = {
  choice: { label: () => gettext("Choice of provinces"), draw: choice },
  auction: { label: () => gettext("Auction"), draw: auction },
  control: { label: () => gettext("Auction"), draw: auction },
  market: { label: () => gettext("Market"), draw: market },
  offering: { label: () => gettext("Offerings"), draw: offering },
  adjustment: { label: () => gettext("Blue cards"), draw: adjustment },
  reward: { label: () => gettext("Rewards"), draw: reward },
  harvest: { label: () => gettext("Harvest"), draw: harvest },
  scoring: { label: () => gettext("Yellow Favor cards"), draw: yellowCards },
  points: { label: () => gettext("Yellow Favor cards"), draw: yellowCards },
};

/** The phases in which the offerings are the most important part beside the action. */
const OFFERED = ["offering", "adjustment", "reward"];

/**
 * The panel of the current action. A chosen move may end the phase: then the panel of the question stays.
 * @param {View} table
 * @param {Context} context
 * @returns {Panel[]}
 */
function actions(table, context) {
  const shown = table.phase === context.asked.phase ? table : context.asked;
  const action = ACTIONS[shown.phase];
  if (!action) return [];
  return [{ key: "action", label: action.label(), draw: (width) => action.draw(shown, context, width) }];
}

/** The components that differ from the printed ones, in words; nothing if all are as printed. @param {View} table */
function reconstructed({ components: { name, status } }) {
  if (["exact", "host"].includes(status)) return null;
  return gettext("The provinces and Favor cards are {name}: partly a reconstruction, not the printed ones.", { name });
}

/**
 * The whole table.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const [own, ...others] = playerPanels(table, context, standing, (player, width, isOwn) =>
    playerPanel(table, context, player, width, isOwn),
  );
  /** @type {Panel} */
  const offered = {
    key: "offers",
    label: gettext("Offerings"),
    line: commonOffering(table),
    draw: (width) => offers(table, context, width),
  };
  const isOffered = OFFERED.includes(table.phase);
  /** @type {Panel[]} */
  const panels = [
    ...actions(table, context),
    // One's Gold and cards before the round: in a low window it is they that a bid needs.
    own,
    { key: "step", label: round(context.asked), draw: (width) => header(context, width) },
    ...(isOffered ? [offered] : []),
    ...others,
    ...(isOffered ? [] : [offered]),
    {
      key: "scores",
      label: gettext("Scoring"),
      line: leading(table, context),
      draw: (width) => scores(table, context, width),
    },
  ];
  const surface = { least: LEAST, most: MOST, draw: (/** @type {number} */ width) => map(table, context, width) };
  const name = gettext("Amun-Re table");
  return new Stage("amunre-board", name, surface, panels, [lands()], reconstructed(table));
}
