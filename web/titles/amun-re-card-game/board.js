// The board of Amun-Re: The Card Game: where its parts lie at each width, what a move would change, what is asked.

import { label, svg } from "../../dom.js";
import { gettext } from "../../texts.js";
import { at, ROMAN } from "./cards.js";
import { header, middle, partName, tables, zone } from "./parts.js";
import { playerPanel } from "./players.js";

const GAP = 10;
const PHONE = 620;

/** What is asked, for each type of command. */
export const questions = {
  ChooseGold: () => gettext("Lay out Gold cards of 14 in all, the 0 among them."),
  PlaceGold: () => gettext("Place a Gold card in front of a Province."),
  ExtendProvince: () => gettext("Choose the Province that your new card covers."),
  SealOffering: () => gettext("Choose the Gold cards of your Offering."),
  PlacePyramid: () => gettext("Place a Pyramid on a Province that has the fewest."),
  BuildPyramids: () => gettext("Choose how many Pyramids to build."),
  PrepareGold: () => gettext("Lay out Gold cards worth exactly the Gold that is left, the 0 among them."),
};

/** The part of the game that this table is in: the naming of the Pharaoh ends its auction, the flood its offerings. */
export function phase(table) {
  if (table.phase === "display" || table.phase === "over") return { key: table.phase, label: partName(table) };
  const kingdom = ROMAN[table.kingdom];
  if (table.phase === "auction" || table.phase === "pharaoh") {
    return {
      key: `${table.kingdom}-auction-${table.auction}`,
      label: gettext("Kingdom {kingdom}, auction {auction}", { kingdom, auction: table.auction }),
    };
  }
  const part = table.phase === "flood" ? "offering" : table.phase;
  return {
    key: `${table.kingdom}-${part}`,
    label: gettext("Kingdom {kingdom}, {part}", { kingdom, part: partName(table) }),
  };
}

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

/** The players as they sit, the viewer first. */
function seating(table, context) {
  const count = table.players.length;
  const first = typeof context.viewer === "number" ? context.viewer : 0;
  return Array.from({ length: count }, (_, step) => table.players[(first + step) % count]);
}

function playerRows(table, context, width) {
  const own = (player) => player.seat === context.viewer;
  const columns = width >= 1060 ? 2 : 1;
  const rows = [];
  for (const player of seating(table, context)) {
    const last = rows[rows.length - 1];
    if (own(player) || !last || last.length === columns || last.some(own)) rows.push([player]);
    else last.push(player);
  }
  return rows.map((players) => {
    const each = (width - GAP * (players.length - 1)) / players.length;
    const panels = players.map((player) => playerPanel(table, context, player, each, own(player)));
    const height = Math.max(...panels.map((panel) => panel.height));
    return {
      height,
      draw: (y) =>
        panels.map((panel, index) => zone(index * (each + GAP), y, each, height, panel.title, ...panel.nodes)),
    };
  });
}

function componentsLine(table) {
  if (["exact", "host"].includes(table.components.status)) return null;
  return svg(
    "g",
    {},
    svg(
      "title",
      {},
      gettext("The Province cards are {name}: a reconstruction, not the printed ones.", {
        name: table.components.name,
      }),
    ),
    label(4, 14, gettext("Province cards: reconstructed"), { class: "amun-small amun-soft" }),
  );
}

/** The whole board. */
export function draw(table, context) {
  const width = Math.max(320, Math.floor(context.width));
  const phone = width <= PHONE;
  const children = [];
  const top = header(table, context, width, width >= 960);
  children.push(top.node);
  let y = top.height + GAP;

  const beside = width >= 1000;
  const sideWidth = beside ? Math.round(Math.max(414, width * 0.38)) : width;
  const rowWidth = beside ? width - sideWidth - GAP : width;
  const row = middle(table, context, rowWidth, !phone);
  const side = tables(table, context, sideWidth);
  const rowHeight = beside ? Math.max(row.height, side.height) : row.height;
  children.push(zone(0, y, rowWidth, rowHeight, row.title, ...row.nodes));
  if (beside) children.push(zone(rowWidth + GAP, y, sideWidth, rowHeight, side.title, ...side.nodes));
  y += rowHeight + GAP;

  playerRows(table, context, width).forEach((line, index) => {
    children.push(...line.draw(y));
    y += line.height + GAP;
    // On a narrow page the prices lie next to the viewer's own Provinces, where they are used.
    if (index === 0 && !beside) {
      children.push(zone(0, y, width, side.height, side.title, ...side.nodes));
      y += side.height + GAP;
    }
  });

  const note = componentsLine(table);
  if (note) {
    children.push(at(0, y, note));
    y += 20;
  }
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${Math.ceil(y)}`,
      width,
      height: Math.ceil(y),
      class: "amun-board",
      role: "group",
      "aria-label": gettext("The table of Amun-Re: The Card Game"),
    },
    ...children,
  );
}
