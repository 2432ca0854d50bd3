// @ts-nocheck
// What a move of one seat changes by itself, on a copy of the table: what chance or the next phase bring is left out.

import { METALS } from "./words.js";

function standing(table, seat, bid) {
  table.bids[seat] = bid;
  if (bid === 0) return;
  table.bidder = seat;
  table.best_bid = bid;
}

const regionOf = (table, name) => table.regions.find((region) => region.name === name);

function without(list, one) {
  const place = list.indexOf(one);
  if (place >= 0) list.splice(place, 1);
}

function takeMetal(table, player, metal) {
  player.cards += 1;
  table.metals.cards -= 1;
  table.picks -= 1;
  if (player.metals) player.metals[metal] += 1;
  if (table.metals.stock) table.metals.stock[metal] -= 1;
}

/** Cards between hand and table: laid down with 1, taken back with -1. */
function lay(table, player, move, sign) {
  let sum = 0;
  for (const metal of METALS) {
    const number = move[metal] ?? 0;
    sum += number;
    table.laid[metal] += sign * number;
    if (player.metals) player.metals[metal] -= sign * number;
  }
  player.cards -= sign * sum;
  if (sign > 0) table.to_lay -= sum;
}

function takeGem(table, player, gem) {
  without(regionOf(table, table.company).gems, gem);
  player.gems.push(gem);
  player.different = new Set(player.gems).size;
  table.gems_due -= 1;
}

/** The owner of a spell, and the spell. */
function inPlay(table, name) {
  for (const player of table.players) {
    const spell = player.spells.find((one) => one.name === name);
    if (spell) return { player, spell };
  }
  return null;
}

function moveEnergy(table, player, move) {
  const arc = player.spells.find((spell) => spell.effect?.type === "arc");
  const target = player.spells.find((spell) => spell.name === move.spell);
  arc.energy -= move.tokens;
  target.energy += move.tokens;
}

function removeEnergy(table, name) {
  const { player, spell } = inPlay(table, name);
  spell.energy -= 1;
  player.reserve += 1;
}

function discard(table, player, name) {
  player.spells = player.spells.filter((spell) => spell.name !== name);
  table.spells.under.push(name);
  table.spells.deck += 1;
}

const EFFECTS = {
  KeepSpells: (table, player, move) => Object.assign(player, { kept: [move.first, move.second], has_kept: true }),
  FuelSpells: (table, player, move) => Object.assign(player, { fuel: [move.first, move.second], has_fuelled: true }),
  BidEnergy: (table, player, move) => standing(table, player.seat, move.tokens),
  OfferMetals: (table, player, move) => standing(table, player.seat, move.cards),
  Pass: (table, player) => standing(table, player.seat, 0),
  LiftGem: (table, player, move) => {
    without(regionOf(table, move.region).gems, move.gem);
    table.lifted = { region: move.region, gem: move.gem };
  },
  DropGem: (table, player, move) => {
    if (table.lifted) regionOf(table, move.region).gems.push(table.lifted.gem);
    table.lifted = null;
  },
  TakeMetal: (table, player, move) => takeMetal(table, player, move.metal),
  NameMetal: (table, player, move) => {
    if (!table.desires.includes(move.metal)) table.desires.push(move.metal);
  },
  ChooseDisc: (table, player, move) => {
    Object.assign(table, { disc: move.disc, moves: move.disc });
    table.discs_in_bag -= move.disc;
  },
  LayMetals: (table, player, move) => lay(table, player, move, 1),
  TakeBack: (table, player, move) => lay(table, player, move, -1),
  TakeGem: (table, player, move) => takeGem(table, player, move.gem),
  MoveCompany: (table, player, move) => {
    table.company = move.region;
    table.moves -= 1;
    table.discs_in_bag += 1;
  },
  MoveEnergy: moveEnergy,
  RemoveEnergy: (table, player, move) => removeEnergy(table, move.spell),
  DiscardSpell: (table, player, move) => discard(table, player, move.spell),
};

/** The table as it would be right after this move of this seat. */
export function preview(table, move, seat) {
  const next = structuredClone(table);
  EFFECTS[move.type]?.(next, next.players[seat], move);
  return next;
}
