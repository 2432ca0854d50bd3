// @ts-nocheck
// What the table is worth: what a scoring would bring each player now, and what the harvest brings.

const GOLD_POINTS = [6, 4, 2];
const SET_POINTS = 3;
const BANK_POINTS = 5;
const TREASURY_GOLD = 8;

export const landsOf = (table, seat) => table.provinces.filter((one) => one.owner === seat);

/** Who controls the province with the most pyramids on a bank; ties by its Stones, else all of them. */
export function strongest(table, bank) {
  const lands = table.provinces.filter((one) => one.bank === bank && one.owner !== null && one.pyramids);
  const rank = (one) => one.pyramids * 3 + one.stones;
  const best = Math.max(0, ...lands.map(rank));
  return [...new Set(lands.filter((one) => rank(one) === best).map((one) => one.owner))].sort(
    (one, other) => one - other,
  );
}

/** The points by source if there were a scoring now; Temples need a tile in the delta. */
export function scoring(table, player) {
  const lands = landsOf(table, player.seat);
  const tile = table.offering.tile;
  const temples =
    tile === null ? null : table.tiles[tile].temple_points * lands.reduce((sum, one) => sum + one.temples, 0);
  const sets = lands.length ? SET_POINTS * Math.min(...lands.map((one) => one.pyramids)) : 0;
  const west = table.banks.west.includes(player.seat) ? BANK_POINTS : 0;
  const east = table.banks.east.includes(player.seat) ? BANK_POINTS : 0;
  const place = table.players.filter((one) => one.gold > player.gold).length;
  const total = (temples ?? 0) + player.pyramids + sets + west + east;
  return { temples, pyramids: player.pyramids, sets, west, east, total, gold: GOLD_POINTS[place] ?? 0 };
}

/** The Gold of a player's harvest with the tile that lies in the delta. */
export function income(table, player) {
  const tile = table.tiles[table.offering.tile];
  const sum = { mines: 0, caravans: 0, farmers: 0, treasury: 0, total: 0 };
  for (const land of landsOf(table, player.seat)) {
    if (player.treasury === land.id) sum.treasury = TREASURY_GOLD;
    else {
      const each = tile.farmer_income + (player.great_harvest === land.id ? 1 : 0);
      sum.mines += land.gold_mine;
      sum.caravans += tile.camel ? land.caravan : 0;
      sum.farmers += each * (land.farmers + land.free_farmers);
    }
  }
  sum.total = sum.mines + sum.caravans + sum.farmers + sum.treasury;
  return sum;
}
