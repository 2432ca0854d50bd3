// @ts-nocheck
// How the table would look right after a move of one seat.

function layOut(player, cards) {
  const every = [...player.display, ...player.discarded].sort((one, other) => one - other);
  player.display = cards;
  player.discarded = every.filter((gold) => !cards.includes(gold));
}

function placeGold(table, player, move) {
  const bid = table.row.find((one) => one.province.id === move.province);
  if (bid.seat !== null) {
    const loser = table.players[bid.seat];
    loser.display = [...loser.display, bid.gold].sort((one, other) => one - other);
  }
  bid.seat = player.seat;
  bid.gold = move.gold;
  player.display = player.display.filter((gold) => gold !== move.gold);
}

function extendProvince(player, place) {
  const province = player.provinces[place];
  const card = player.acquired;
  province.cards.push(card);
  province.printed += card.pyramids;
  province.pyramids += card.pyramids;
  player.acquired = null;
  const tops = player.provinces.map((one) => one.cards[one.cards.length - 1]);
  const sum = (key) => tops.reduce((total, top) => total + Number(top[key]), 0);
  player.ankhs = sum("ankhs");
  player.fields = sum("fields");
  player.caravans = sum("caravan");
}

/** The table as it would be right after this move of this seat. */
export function preview(table, move, seat) {
  const next = structuredClone(table);
  const player = next.players[seat];
  switch (move.type) {
    case "ChooseGold":
      layOut(player, move.cards);
      break;
    case "PlaceGold":
      placeGold(next, player, move);
      break;
    case "ExtendProvince":
      extendProvince(player, move.place);
      break;
    case "SealOffering":
      player.offering = { sealed: true, cards: move.cards };
      break;
    case "PlacePyramid":
      player.provinces[move.place].tokens += 1;
      player.provinces[move.place].pyramids += 1;
      player.pyramids_to_place -= 1;
      if (player.step === "placement" && !player.pyramids_to_place) player.step = "preparation";
      next.tokens_used.pyramids += 1;
      break;
    case "BuildPyramids":
      player.revenue -= table.components.construction_cost[move.count];
      player.pyramids_to_place = move.count;
      player.step = move.count ? "placement" : "preparation";
      break;
    case "PrepareGold":
      layOut(player, move.cards);
      player.revenue = 0;
      player.step = "done";
      break;
  }
  return next;
}
