// The board of Amun-Re: The Card Game: the layout of its parts at each width, and the questions.

import { svg } from "../../kit/elements.js";
import { shading } from "../../kit/materials.js";
import { playerPanels, Stage } from "../../kit/stage.js";
import { gettext } from "../../core/i18n.js";
import { auctionRow, cellsOf } from "./auction.js";
import { ROMAN } from "./cards.js";
import { header, OFFERING_PHASES, partName } from "./header.js";
import { offeringSurface, offeringTable } from "./offering.js";
import { displaySurface, playerPanel, provincesSurface, standing } from "./players.js";
import { tables } from "./tables.js";

/** @import { Bid, SoundName } from "../../types.js" */
/** @import { Panel, Surface } from "../../kit/stage.js" */
/** @import { Context, Phase as PhaseName, View } from "./view.js" */

/** The minimum and maximum width of the surface: above that it is enlarged. */
const LEAST = 300;
const MOST = 900;

/** The phases in which one player's Provinces are the surface. @type {PhaseName[]} */
const BUILDING = ["development", "points", "over"];

/** The sounds of arriving pieces. @type {Record<string, SoundName>} */
export const sounds = { province: "card", "gold card": "card", sealed: "card", crown: "coin" };

/** The questions, for each type of command. */
export const questions = {
  ChooseGold: () => gettext("Lay out Gold cards totalling 14, including the 0."),
  PlaceGold: () => gettext("Place a Gold card in front of a Province."),
  ExtendProvince: () => gettext("Choose the Province that your new card covers."),
  SealOffering: () => gettext("Choose the Gold cards of your Offering."),
  PlacePyramid: () => gettext("Place a Pyramid on one of your Provinces that have the fewest."),
  BuildPyramids: () => gettext("Choose how many Pyramids to build."),
  PrepareGold: () => gettext("Lay out Gold cards totalling exactly the Gold you have left, including the 0."),
};

/** The test for a bid. @type {Bid} */
export const bid = {
  command: "PlaceGold",
  number: "gold",
  name: ({ province }) => gettext("Province {id}", { id: String(province) }),
};

/**
 * The current part of the game: the naming of the Pharaoh ends its auction, the flood its offerings.
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
 * The surface: the viewer's Gold cards at the very beginning, the Provinces in their auction, the offerings, or the
 * Provinces to build on, or to lay a new card or a gift of Amun-Re on. A chosen move may end the phase: then the surface of the question stays.
 * @param {View} table
 * @param {Context} context
 */
function surfaceOf(table, context) {
  const { phase: now, players } = context.asked;
  const shown = table.phase === now ? table : context.asked;
  const chooser = now === "display" && typeof context.viewer === "number" ? context.viewer : null;
  const builder = BUILDING.includes(now) || isPlacing(context) ? builderOf(shown, context) : null;
  const partIn = (/** @type {number} */ width, /** @type {number} */ height) => {
    if (chooser !== null) return displaySurface(shown, context, shown.players[chooser], width, height);
    if (builder !== null) return provincesSurface(shown, context, shown.players[builder], width, height);
    if (OFFERING_PHASES.includes(now)) return offeringSurface(shown, context, width, height);
    return auctionRow(shown, context, width, height);
  };
  /** @type {Surface["draw"]} */
  const drawn = (width, fill = 0) => partIn(width, Math.max(cellsOf(width, players.length).height, fill));
  return { chooser, builder, surface: { least: LEAST, most: MOST, draw: drawn } };
}

/** Whether the viewer has a new card or Pyramids to place. @param {Context} context */
function isPlacing({ viewer, asked }) {
  if (typeof viewer !== "number") return false;
  const { acquired, pyramids_to_place: pyramids } = asked.players[viewer];
  return (asked.row.length === 0 && acquired !== null) || (asked.phase === "favours" && pyramids > 0);
}

/**
 * The seat whose Provinces are on the surface: the viewer's, or otherwise the builder's.
 * @param {View} table
 * @param {Context} context
 */
function builderOf(table, { viewer, toAct }) {
  if (typeof viewer === "number") return viewer;
  const [leader] = table.turn_order.toSorted((one, other) => table.players[other].points - table.players[one].points);
  return table.players.find(({ step }) => step && step !== "done")?.seat ?? toAct[0] ?? leader;
}

/** The materials: the papyrus of the cards, and the water of the Nile. */
const sheets = () => svg("defs", {}, shading("amun-parchment", [0, 1]), shading("amun-water", [0, 1], "down"));

/** The components that differ from the printed ones, in words; nothing if all are as printed. @param {View} table */
function reconstructed({ components }) {
  if (["exact", "host"].includes(components.status)) return null;
  return gettext("The Province cards are {name}: a reconstruction, not the printed ones.", { name: components.name });
}

/**
 * The whole table.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const { chooser, builder, surface } = surfaceOf(table, context);
  /** @type {Panel[]} */
  const panels = playerPanels(table, context, standing, (player, width, isOwn) =>
    playerPanel(table, context, player, width, isOwn, {
      gold: player.seat !== chooser,
      provinces: player.seat !== builder,
    }),
  );
  /** @type {Panel} */
  const numbers = {
    key: "tables",
    label: gettext("Tables"),
    line: gettext("Revenue, Construction, points"),
    draw: (width) => tables(table, context, width),
  };
  // Prices matter while building.
  if (context.asked.phase === "development") panels.splice(panels[0]?.isFirst ? 1 : 0, 0, numbers);
  else panels.push(numbers);
  panels.unshift({ key: "phase", label: partName(context.asked), draw: (width) => header(table, context, width) });
  if (builder !== null && context.asked.phase !== "auction") {
    const { total } = table.offering;
    panels.push({
      key: "offerings",
      label: gettext("Offerings to Amun-Re"),
      line: total === null ? "" : gettext("total {total}", { total }),
      draw: (width) => offeringTable(table, context, width),
    });
  }
  const name = gettext("Amun-Re: The Card Game table");
  return new Stage("amun-board", name, surface, panels, [sheets()], reconstructed(table));
}
