// The board of Amun-Re: where its parts lie at each width, and what is asked.

import { at } from "../../kit/shapes.js";
import { board, boardWidth, componentsLine, seating, zone } from "../../kit/table-frame.js";
import { gettext } from "../../core/i18n.js";
import { auction, choice } from "./auction.js";
import { header, phase } from "./header.js";
import { lands } from "./land.js";
import { LARGE, map } from "./map.js";
import { harvest, market } from "./market.js";
import { adjustment, offering, reward, yellowCards } from "./offering.js";
import { playerPanel } from "./players.js";
import { provinceName } from "./province.js";
import { scores } from "./scores.js";

/**
 * @import { Bid, SoundName } from "../../types.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, Player, View } from "./view.js"
 */

export { phase };

const GAP = 10;
// Where the parts beside the map may be as narrow as they are on a phone, the map has its large provinces.
const NARROWEST_SIDE = 320;
const WIDE = LARGE + GAP + NARROWEST_SIDE;
const THREE = LARGE + 2 * (GAP + NARROWEST_SIDE);
const TWO = 640;

/** How the pieces sound when they arrive. @type {Record<string, SoundName>} */
export const sounds = { coin: "coin", favor: "card" };

/** What is asked, for each type of command. */
export const questions = {
  ChooseProvince: () => gettext("Choose the province that you put up for auction."),
  PlaceBid: () => gettext("Bid for a province."),
  SellFavor: () => gettext("You may sell Favor cards for 1 Gold each."),
  BuyFavor: () => gettext("Buy Favor cards."),
  BuyFarmers: () => gettext("Buy Farmers."),
  BuyStones: () => gettext("Buy Stones."),
  PlaceFarmer: () => gettext("Place a Farmer on an open Field."),
  PlaceStone: () => gettext("Place a Stone in one of your provinces."),
  PlayFreeFarmer: () => gettext("You may play the Free Farmer in one of your provinces."),
  PlayArchitect: () => gettext("You may play the Architect where two Stones lie."),
  EndMarket: () => gettext("Leave the market."),
  SealOffering: () => gettext("Offer Gold to Amun-Re, or lay the Theft card."),
  DeclareAdjustment: () => gettext("Raise or lower the common offering."),
  TakeReward: () => gettext("Choose your reward."),
  PlayTreasury: () => gettext("You may play the Treasury on one of your provinces."),
  PlayGreatHarvest: () => gettext("You may play the Great Harvest on one of your provinces."),
  TakeIncome: () => gettext("Take your income."),
  SealScoringCards: () => gettext("Lay down the yellow cards that you want to score."),
};

/** What one can do where several of these are asked for. */
export const alternatives = {
  PlaceBid: () => gettext("bid for a province"),
  SealOffering: () => gettext("offer Gold to Amun-Re, or lay the Theft card"),
  SellFavor: () => gettext("sell Favor cards for 1 Gold each"),
  BuyFavor: () => gettext("buy Favor cards"),
  BuyFarmers: () => gettext("buy Farmers"),
  BuyStones: () => gettext("buy Stones"),
  PlaceFarmer: () => gettext("place a Farmer on an open Field"),
  PlaceStone: () => gettext("place a Stone in one of your provinces"),
  PlayFreeFarmer: () => gettext("play the Free Farmer in one of your provinces"),
  PlayArchitect: () => gettext("play the Architect where two Stones lie"),
  EndMarket: () => gettext("leave the market"),
  PlayTreasury: () => gettext("play the Treasury on one of your provinces"),
  PlayGreatHarvest: () => gettext("play the Great Harvest on one of your provinces"),
  TakeIncome: () => gettext("take your income"),
};

/** What is a bid. @type {Bid} */
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

/** The part in which something happens in each phase. @type {Record<string, (table: View, context: Context, width: number) => Part>} */
const ZONES = {
  choice,
  auction,
  control: auction,
  market,
  offering,
  adjustment,
  reward,
  harvest,
  scoring: yellowCards,
  points: yellowCards,
};

/**
 * The part in which something happens. A chosen move may end the phase: then what was asked stays drawn.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function actions(table, context, width) {
  const shown = table.phase === context.asked.phase ? table : context.asked;
  return ZONES[shown.phase]?.(shown, context, width);
}

/**
 * Parts in columns, each put where there is the least above it.
 * @param {Part[]} parts
 * @param {number} count
 * @param {(x: number, y: number, each: number, part: Part) => number} place
 * @param {number} left
 * @param {number} top
 * @param {number} each
 */
function columnsOf(parts, count, place, left, top, each) {
  const ends = Array.from({ length: count }, () => top);
  for (const part of parts) {
    const column = ends.indexOf(Math.min(...ends));
    ends[column] = place(left + column * (each + GAP), ends[column], each, part);
  }
  return Math.max(...ends);
}

/**
 * The whole board.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const width = boardWidth(context);
  const isWide = width >= WIDE;
  const top = header(table, context, width);
  const children = [top.node];
  const sides = width >= THREE ? 2 : 1;
  const beside = Math.round(Math.min(480, Math.max(360, (width * 0.37) / Math.sqrt(sides))));
  const sideWidth = Math.min(beside, Math.floor((width - LARGE) / sides) - GAP);
  const mainWidth = isWide ? width - sides * (sideWidth + GAP) : width;
  /** @type {(x: number, y: number, each: number, part: Part) => number} */
  const place = (x, y, each, part) => {
    children.push(zone(x, y, each, part.height, part.title, ...part.nodes));
    return y + part.height + GAP;
  };
  const start = top.height + GAP;
  /** @type {(player: Player, each: number) => Part} */
  const panel = (player, each) => playerPanel(table, context, player, each, player.seat === context.viewer);
  let y = place(0, start, mainWidth, map(table, context, mainWidth));
  if (isWide) {
    const part = actions(table, context, sideWidth);
    const parts = seating(table, context).map((player) => panel(player, sideWidth));
    if (part) parts.unshift(part);
    if (sides === 1) y = place(0, y, mainWidth, scores(table, context, mainWidth));
    else parts.push(scores(table, context, sideWidth));
    y = Math.max(y, columnsOf(parts, sides, place, mainWidth + GAP, start, sideWidth));
  } else {
    const part = actions(table, context, width);
    if (part) y = place(0, y, width, part);
    const count = width >= TWO ? 2 : 1;
    const each = (width - GAP * (count - 1)) / count;
    y = columnsOf(
      seating(table, context).map((player) => panel(player, each)),
      count,
      place,
      0,
      y,
      each,
    );
    y = place(0, y, width, scores(table, context, width));
  }
  if (!["exact", "host"].includes(table.components.status)) {
    const name = table.components.name;
    const more = gettext("The provinces and Favor cards are {name}: partly a reconstruction, not the printed ones.", {
      name,
    });
    const words = gettext("Provinces and Favor cards: partly reconstructed");
    children.push(at(0, y - 4, componentsLine(words, more)));
    y += 16;
  }
  return board("amunre-board", gettext("The table of Amun-Re"), width, y, lands(), ...children);
}
