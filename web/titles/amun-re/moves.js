// @ts-nocheck
// What a move of one seat changes by itself, on a copy of the table: what chance or the next phase bring is left out.

import { income, strongest } from "./sums.js";

const GOODS = { BuyFavor: "favor", BuyFarmers: "farmers", BuyStones: "stones" };
const NEXT_GOODS = { favor: "farmers", farmers: "stones", stones: null };
const STONES_FOR_A_PYRAMID = 3;
const STONES_WITH_ARCHITECT = 2;

export const cost = (count) => (count * (count + 1)) / 2;

function leaveHand(table, player, card, isUsed) {
  if (player.hand?.includes(card)) player.hand.splice(player.hand.indexOf(card), 1);
  player.favor_cards -= 1;
  if (isUsed) player.used.push(card);
  table.discard.push(card);
}

/** The seat after the last bidder that has no Scribe on a province yet. */
function nextBidder(table, seat) {
  const count = table.players.length;
  const placed = table.row.map((bid) => bid.seat);
  if (!placed.includes(null)) return null;
  return Array.from({ length: count }, (_, step) => (seat + 1 + step) % count).find((one) => !placed.includes(one));
}

function placeBid(table, player, move) {
  const bid = table.row.find((one) => one.province === move.province);
  if (bid.seat !== null) table.players[bid.seat].banned = move.province;
  if (move.bribe) leaveHand(table, player, "bribe", true);
  if (move.protection) {
    leaveHand(table, player, "protection", true);
    player.protected = true;
  }
  bid.seat = player.seat;
  bid.gold = move.gold;
  bid.protected = player.protected;
  bid.next = table.bid_track[table.bid_track.indexOf(move.gold) + (player.protected ? 2 : 1)] ?? null;
  table.bidder = nextBidder(table, player.seat);
}

function build(table, player, land) {
  land.pyramids += 1;
  player.pyramids += 1;
  table.banks = { west: strongest(table, "west"), east: strongest(table, "east") };
}

function placeStone(table, player, land) {
  player.to_place.stones -= 1;
  if (land.stones + 1 === STONES_FOR_A_PYRAMID) {
    player.stones -= land.stones;
    land.stones = 0;
    build(table, player, land);
  } else {
    land.stones += 1;
    player.stones += 1;
    table.banks = { west: strongest(table, "west"), east: strongest(table, "east") };
  }
}

function playArchitect(table, player, land) {
  leaveHand(table, player, "architect", true);
  land.stones -= STONES_WITH_ARCHITECT;
  player.stones -= STONES_WITH_ARCHITECT;
  build(table, player, land);
}

function playFreeFarmer(table, player, land) {
  leaveHand(table, player, "free_farmer", true);
  land.free_farmers += 1;
  table.farmers_left -= 1;
}

function buy(table, player, goods, count) {
  player.gold -= cost(count);
  if (goods !== "favor") player.to_place[goods] = count;
  table.goods = NEXT_GOODS[goods];
}

function takeReward(table, player, move) {
  player.to_place = { farmers: move.farmers, stones: move.stones };
  table.queue.shift();
  table.offering.rewards.shift();
}

function harvest(table, player) {
  player.gold += income(table, player).total;
  player.treasury = null;
  player.great_harvest = null;
  table.queue.shift();
}

function declare(table, amount) {
  table.offering.total += amount;
  table.queue.shift();
}

function sell(table, player, card) {
  leaveHand(table, player, card, false);
  player.gold += 1;
}

function playInHarvest(table, player, card, province) {
  leaveHand(table, player, card, true);
  player[card] = province;
}

function seal(player, changes) {
  player.sealed = true;
  Object.assign(player, changes);
}

function placeFarmer(table, player, land) {
  land.farmers += 1;
  player.to_place.farmers -= 1;
  table.farmers_left -= 1;
}

function leaveMarket(table) {
  table.queue.shift();
  table.goods = "favor";
}

function choose(player, province) {
  player.chosen = { sealed: true, province };
}

const EFFECTS = {
  ChooseProvince: (table, player, land, move) => choose(player, move.province),
  PlaceBid: (table, player, land, move) => placeBid(table, player, move),
  SellFavor: (table, player, land, move) => sell(table, player, move.card),
  PlaceFarmer: placeFarmer,
  PlaceStone: placeStone,
  PlayFreeFarmer: playFreeFarmer,
  PlayArchitect: playArchitect,
  EndMarket: leaveMarket,
  SealOffering: (table, player, land, { gold, theft, adjusts }) => seal(player, { offer: { gold, theft, adjusts } }),
  DeclareAdjustment: (table, player, land, move) => declare(table, move.amount),
  TakeReward: (table, player, land, move) => takeReward(table, player, move),
  PlayTreasury: (table, player, land, move) => playInHarvest(table, player, "treasury", move.province),
  PlayGreatHarvest: (table, player, land, move) => playInHarvest(table, player, "great_harvest", move.province),
  TakeIncome: harvest,
  SealScoringCards: (table, player, land, move) => seal(player, { scoring_cards: move.cards }),
};

/** The table as it would be right after this move of this seat. */
export function preview(table, move, seat) {
  const next = structuredClone(table);
  const player = next.players[seat];
  const land = next.provinces.find((one) => one.id === move.province);
  if (move.type in GOODS) buy(next, player, GOODS[move.type], move.count);
  else EFFECTS[move.type]?.(next, player, land, move);
  return next;
}
