// The board of Das Amulett: the map as the surface, the panels around it, and the questions.

import { svg } from "../../kit/elements.js";
import { shading } from "../../kit/materials.js";
import { playerPanels, Stage } from "../../kit/stage.js";
import { gettext } from "../../core/i18n.js";
import { askedZone } from "./other-questions.js";
import { choice } from "./advanced-setup.js";
import { exchange } from "./exchange.js";
import { header, phase } from "./header.js";
import { map } from "./map.js";
import { metals, stock } from "./metals.js";
import { playerPanel, standing } from "./players.js";
import { pilesLine, spells } from "./spells.js";

/**
 * @import { SoundName } from "../../types.js"
 * @import { Panel, Surface } from "../../kit/stage.js"
 * @import { Context, View } from "./view.js"
 */

export { phase };

/** The sounds of arriving pieces. @type {Record<string, SoundName>} */
export const sounds = { gem: "gem", metal: "card", spell: "card", energy: "coin" };

/** The questions, for each type of command: likely ones first, since several are named in this order. */
export const questions = {
  KeepSpells: () => gettext("Keep two of your four spells."),
  FuelSpells: () => gettext("Put energy on your two spells."),
  BidEnergy: () => gettext("Bid energy for the spell."),
  LiftGem: () => gettext("Teleportation: you may lift a gem."),
  DropGem: () => gettext("Put the gem in another region."),
  TakeMetal: () => gettext("Take a card of any metal."),
  NameMetal: () => gettext("You may name another metal to be accepted."),
  ChooseDisc: () => gettext("You may choose the disc."),
  OfferMetals: () => gettext("Offer metal cards, or pass."),
  LayMetals: () => gettext("Lay down the cards of your offer."),
  TakeGem: () => gettext("Take a gem."),
  TakeBack: () => gettext("Take cards from the offer back into your hand."),
  MoveCompany: () => gettext("Move the company."),
  MoveEnergy: () => gettext("You may move energy to your other spells."),
  RemoveEnergy: () => gettext("You may remove energy from a spell."),
  DiscardSpell: () => gettext("Choose the spell that goes under the deck next."),
  Pass: () => gettext("Pass."),
  UseNoMore: () => gettext("You may stop using spells."),
};

/** The wording if several of these are asked at the same time. */
export const alternatives = {
  BidEnergy: () => gettext("bid energy for the spell"),
  LiftGem: () => gettext("lift a gem with Teleportation"),
  TakeMetal: () => gettext("take a card of any metal"),
  NameMetal: () => gettext("name another metal to be accepted"),
  ChooseDisc: () => gettext("choose the disc"),
  OfferMetals: () => gettext("offer metal cards"),
  MoveCompany: () => gettext("move the company"),
  MoveEnergy: () => gettext("move energy to your other spells"),
  RemoveEnergy: () => gettext("remove energy from a spell"),
  DiscardSpell: () => gettext("choose the spell that goes under the deck next"),
  Pass: () => gettext("pass"),
  UseNoMore: () => gettext("use no more spells"),
};

const EXCHANGE = ["exchange", "payment", "gem", "take_back"];

/**
 * The options for drawing an occasional part to test whether it is needed. @type {Pick<Context, "pick" | "note" |
 * "piece">}
 */
const UNTOLD = { pick: () => {}, note: () => {}, piece: (part) => part };

/**
 * The part of the current action, or null. A chosen move may end the phase: the part of the question stays.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function actions(table, context, width) {
  const shown = table.phase === context.asked.phase ? table : context.asked;
  if (shown.phase === "choice") return choice(shown, context, width);
  if (EXCHANGE.includes(shown.phase)) return exchange(shown, context, width);
  return askedZone(shown, context, width);
}

/**
 * The panel of the current action, or nothing.
 * @param {View} table
 * @param {Context} context
 * @returns {Panel[]}
 */
function asked(table, context) {
  const found = actions(table, { ...context, ...UNTOLD }, 300);
  if (!found) return [];
  return [{ key: "asked", label: found.title, draw: (width) => actions(table, context, width) ?? found }];
}

/** Gold, silver, copper and iron in the light. */
const ores = () =>
  svg("defs", {}, ...["gold", "silver", "copper", "iron"].map((metal) => shading(`amulett-${metal}`, [0, 1])));

/** The components that differ from the printed ones, in words; nothing if all are as printed. @param {View} table */
function reconstructed({ components }) {
  if (["exact", "host"].includes(components.status)) return null;
  return gettext("The map and spells are {name}: a reconstruction, not the printed ones.", { name: components.name });
}

/**
 * The whole table: the map is the surface.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const isAuction = context.asked.phase === "spells";
  /** @type {Panel} */
  const offered = {
    key: "spells",
    label: gettext("Spells"),
    line: isAuction ? undefined : pilesLine(table),
    draw: (width) => spells(table, context, width),
  };
  const players = playerPanels(table, context, standing, (player, width) => playerPanel(table, context, player, width));
  /** @type {Panel[]} */
  const panels = [
    ...asked(table, context),
    ...(isAuction ? [offered] : []),
    { key: "phase", label: phase(context.asked).label, draw: (width) => header(table, context, width) },
    ...players,
    ...(isAuction ? [] : [offered]),
    { key: "metals", label: gettext("Metals"), line: stock(table), draw: (width) => metals(table, context, width) },
  ];
  /** @type {Surface} */
  const surface = { least: 328, most: 760, draw: (width, fill) => map(table, context, width, fill) };
  const name = gettext("Das Amulett table");
  return new Stage("amulett-board", name, surface, panels, [ores()], reconstructed(table));
}
