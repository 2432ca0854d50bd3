// The board of Amun-Re: The Card Game: where its parts lie at each width, and what is asked.

import { at, times } from "../../kit/shapes.js";
import { board, boardWidth, componentsLine, seating, zone } from "../../kit/table-frame.js";
import { gettext } from "../../core/i18n.js";
import { auctionRow } from "./auction.js";
import { ROMAN } from "./cards.js";
import { header, OFFERING_PHASES, partName } from "./header.js";
import { offeringTable } from "./offering.js";
import { playerPanel } from "./players.js";
import { sheets } from "./sheets.js";
import { tables } from "./tables.js";

/** @import { Bid, SoundName } from "../../types.js" */
/** @import { Context, Player, View } from "./view.js" */

const GAP = 10;
const PHONE = 620;
// So wide are players' parts that lie side by side, at least.
const ABREAST = 470;

/** How the pieces sound when they arrive. @type {Record<string, SoundName>} */
export const sounds = { province: "card", "gold card": "card", sealed: "card", crown: "coin" };

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

/** What is a bid. @type {Bid} */
export const bid = {
  command: "PlaceGold",
  number: "gold",
  name: ({ province }) => gettext("Province {id}", { id: String(province) }),
};

/**
 * The part of the game that this table is in: the naming of the Pharaoh ends its auction, the flood its offerings.
 * @param {View} table
 */
export function phase(table) {
  if (table.phase === "display" || table.phase === "over") return { key: table.phase, label: partName(table) };
  const kingdom = ROMAN[table.kingdom];
  if (table.phase === "auction" || table.phase === "pharaoh") {
    return {
      key: `${table.kingdom}-auction-${table.auction}`,
      label: gettext("Kingdom {kingdom}, auction {auction}", { kingdom, auction: table.auction }),
      chapter: gettext("Kingdom {kingdom}", { kingdom }),
    };
  }
  const part = table.phase === "flood" ? "offering" : table.phase;
  return {
    key: `${table.kingdom}-${part}`,
    label: gettext("Kingdom {kingdom}, {part}", { kingdom, part: partName(table) }),
    chapter: gettext("Kingdom {kingdom}", { kingdom }),
  };
}

/**
 * The middle of the table: Provinces in their auction, or the offerings. A chosen move may end the phase: then what was
 * asked stays drawn.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @param {boolean} wide
 */
function center(table, context, width, wide) {
  const shown = table.phase === context.asked.phase ? table : context.asked;
  return OFFERING_PHASES.includes(shown.phase)
    ? offeringTable(shown, context, width)
    : auctionRow(shown, context, width, wide);
}

/**
 * The players' parts in rows, the viewer's alone in its row; how high each row is.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function playerRows(table, context, width) {
  const seats = seating(table, context);
  const isOwn = (/** @type {Player} */ player) => player.seat === context.viewer;
  const [own, others] = [seats.filter(isOwn), seats.filter((player) => !isOwn(player))];
  const lines = Math.ceil(others.length / Math.max(1, Math.floor((width + GAP) / (ABREAST + GAP))));
  const abreast = Math.ceil(others.length / lines);
  const rows = times(lines, (line) => others.slice(line * abreast, (line + 1) * abreast));
  if (own.length) rows.unshift(own);
  return rows.map((players) => {
    const each = (width - GAP * (players.length - 1)) / players.length;
    const panels = players.map((player) => playerPanel(table, context, player, each, isOwn(player)));
    const height = Math.max(...panels.map((panel) => panel.height));
    return {
      height,
      draw: (/** @type {number} */ y) =>
        panels.map((panel, index) => zone(index * (each + GAP), y, each, height, panel.title, ...panel.nodes)),
    };
  });
}

/**
 * The whole board.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const width = boardWidth(context);
  const phone = width <= PHONE;
  const children = [];
  const top = header(table, context, width, width >= 960);
  children.push(top.node);
  let y = top.height + GAP;

  const beside = width >= 1000;
  const sideWidth = beside ? Math.round(Math.max(414, width * 0.38)) : width;
  const rowWidth = beside ? width - sideWidth - GAP : width;
  const row = center(table, context, rowWidth, !phone);
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

  if (!["exact", "host"].includes(table.components.status)) {
    const name = table.components.name;
    const more = gettext("The Province cards are {name}: a reconstruction, not the printed ones.", { name });
    children.push(at(0, y, componentsLine(gettext("Province cards: reconstructed"), more)));
    y += 20;
  }
  return board("amun-board", gettext("The table of Amun-Re: The Card Game"), width, y, sheets(), ...children);
}
