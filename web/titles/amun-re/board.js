// The board of Amun-Re: where its parts lie at each width, what a move would change, what is asked.

import { label, svg } from "../../dom.js";
import { gettext } from "../../texts.js";
import { auction, choice } from "./auction.js";
import { header, phase } from "./header.js";
import { map } from "./map.js";
import { harvest, market } from "./market.js";
import { preview } from "./moves.js";
import { adjustment, offering, reward, yellowCards } from "./offering.js";
import { at, zone } from "./parts.js";
import { playerPanel } from "./players.js";
import { scores } from "./scores.js";

export { phase, preview };

const GAP = 10;
const WIDE = 960;
const TWO = 640;

/** What is asked, for each type of command. */
export const questions = {
  ChooseProvince: () => gettext("Choose the province that you put up for auction."),
  PlaceBid: () => gettext("Bid for a province."),
  SellFavor: () => gettext("You may sell Favor cards for 1 Gold each."),
  BuyFavor: () => gettext("Buy Favor cards, or go on."),
  BuyFarmers: () => gettext("Buy Farmers, or go on."),
  BuyStones: () => gettext("Buy Stones, or go on."),
  PlaceFarmer: () => gettext("Place a Farmer on an open Field."),
  PlaceStone: () => gettext("Place a Stone in one of your provinces."),
  PlayFreeFarmer: () => gettext("You may play the Free Farmer in one of your provinces."),
  PlayArchitect: () => gettext("You may play the Architect where two Stones lie."),
  EndMarket: () => gettext("Leave the market when you have bought enough."),
  SealOffering: () => gettext("Offer Gold to Amun-Re, or lay the Theft card."),
  DeclareAdjustment: () => gettext("Raise or lower the common offering."),
  TakeReward: () => gettext("Choose your reward."),
  PlayTreasury: () => gettext("You may play the Treasury on one of your provinces."),
  PlayGreatHarvest: () => gettext("You may play the Great Harvest on one of your provinces."),
  TakeIncome: () => gettext("Take your income."),
  SealScoringCards: () => gettext("Lay down the yellow cards that you want to score."),
};

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

/** The players as they sit, the viewer first. */
function seating(table, context) {
  const count = table.players.length;
  const first = typeof context.viewer === "number" ? context.viewer : 0;
  return Array.from({ length: count }, (_, step) => table.players[(first + step) % count]);
}

function componentsLine(table) {
  if (["exact", "host"].includes(table.components.status)) return null;
  return svg(
    "g",
    {},
    svg(
      "title",
      {},
      gettext("The provinces and Favor cards are {name}: partly a reconstruction, not the printed ones.", {
        name: table.components.name,
      }),
    ),
    label(4, 14, gettext("Provinces and Favor cards: partly reconstructed"), { class: "amunre-small amunre-soft" }),
  );
}

/** The players' parts in columns, each put where there is the least above it. */
function columnsOf(panels, count, place, left, top, each) {
  const ends = Array.from({ length: count }, () => top);
  for (const panel of panels) {
    const column = ends.indexOf(Math.min(...ends));
    ends[column] = place(left + column * (each + GAP), ends[column], each, panel);
  }
  return Math.max(...ends);
}

/** The whole board. */
export function draw(table, context) {
  const width = Math.max(320, Math.floor(context.width));
  const isWide = width >= WIDE;
  const top = header(table, context, width);
  const children = [top.node];
  const sideWidth = isWide ? Math.round(Math.min(480, Math.max(360, width * 0.37))) : width;
  const mainWidth = isWide ? width - sideWidth - GAP : width;
  const place = (x, y, each, part) => {
    children.push(zone(x, y, each, part.height, part.title, ...part.nodes));
    return y + part.height + GAP;
  };
  const start = top.height + GAP;
  const actions = ZONES[table.phase];
  const panel = (player, each) => playerPanel(table, context, player, each, player.seat === context.viewer);
  let y = place(0, start, mainWidth, map(table, context, mainWidth));
  if (isWide) {
    let side = start;
    if (actions) side = place(mainWidth + GAP, side, sideWidth, actions(table, context, sideWidth));
    y = place(0, y, mainWidth, scores(table, context, mainWidth));
    for (const player of seating(table, context))
      side = place(mainWidth + GAP, side, sideWidth, panel(player, sideWidth));
    y = Math.max(y, side);
  } else {
    if (actions) y = place(0, y, width, actions(table, context, width));
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
  const note = componentsLine(table);
  if (note) children.push(at(0, y - 4, note));
  const height = Math.ceil(note ? y + 16 : y);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      class: "amunre-board",
      role: "group",
      "aria-label": gettext("The table of Amun-Re"),
    },
    ...children,
  );
}
