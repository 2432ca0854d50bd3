// The board of Das Amulett: where its parts lie at each width, and what is asked.

import { at } from "../../kit/shapes.js";
import { board, boardWidth, componentsLine, seating, zone } from "../../kit/table-frame.js";
import { gettext } from "../../core/i18n.js";
import { askedZone } from "./asked.js";
import { choice } from "./advanced-setup.js";
import { exchange } from "./exchange.js";
import { header, phase } from "./header.js";
import { map } from "./map.js";
import { ores } from "./ores.js";
import { metals } from "./metals.js";
import { playerPanel } from "./players.js";
import { spells } from "./spells.js";

/**
 * @import { SoundName } from "../../types.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Context, View } from "./view.js"
 */

export { phase };

const GAP = 10;
const WIDE = 960;
const THREE = 1280;
const TWO = 680;

/** How the pieces sound when they arrive. @type {Record<string, SoundName>} */
export const sounds = { gem: "gem", metal: "card", spell: "card", energy: "coin" };

/** What is asked, for each type of command. */
export const questions = {
  KeepSpells: () => gettext("Keep two of your four spells."),
  FuelSpells: () => gettext("Put Energy on your two spells."),
  BidEnergy: () => gettext("Bid Energy for the spell."),
  Pass: () => gettext("Pass."),
  UseNoMore: () => gettext("You may use no more spells."),
  LiftGem: () => gettext("Teleportation: you may lift a gem."),
  DropGem: () => gettext("Lay the gem down in another region."),
  TakeMetal: () => gettext("Take a card of any metal."),
  NameMetal: () => gettext("You may name a metal that is accepted too."),
  ChooseDisc: () => gettext("You may choose the disc."),
  OfferMetals: () => gettext("Offer metal cards, or pass."),
  LayMetals: () => gettext("Lay the cards of your offer."),
  TakeGem: () => gettext("Take a gem."),
  TakeBack: () => gettext("Take cards of the offer to your hand."),
  MoveCompany: () => gettext("Move the company."),
  MoveEnergy: () => gettext("You may move Energy to other spells of yours."),
  RemoveEnergy: () => gettext("You may remove Energy from a spell."),
  DiscardSpell: () => gettext("Choose the spell that goes under the deck next."),
};

/** What one can do where several of these are asked for. */
export const alternatives = {
  BidEnergy: () => gettext("bid Energy for the spell"),
  Pass: () => gettext("pass"),
  UseNoMore: () => gettext("use no more spells"),
  LiftGem: () => gettext("lift a gem by Teleportation"),
  TakeMetal: () => gettext("take a card of any metal"),
  NameMetal: () => gettext("name a metal that is accepted too"),
  ChooseDisc: () => gettext("choose the disc"),
  OfferMetals: () => gettext("offer metal cards"),
  MoveCompany: () => gettext("move the company"),
  MoveEnergy: () => gettext("move Energy to other spells of yours"),
  RemoveEnergy: () => gettext("remove Energy from a spell"),
  DiscardSpell: () => gettext("choose the spell that goes under the deck next"),
};

const EXCHANGE = ["exchange", "payment", "gem", "take_back"];

/**
 * The part in which something happens now, or null. A chosen move may end the phase: what was asked stays drawn.
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
 * The whole board.
 * @param {View} table
 * @param {Context} context
 */
export function draw(table, context) {
  const width = boardWidth(context);
  const top = header(table, context, width);
  const children = [top.node];
  const isWide = width >= WIDE;
  const isWidest = width >= THREE;
  const side = isWide
    ? Math.round(Math.min(540, Math.max(380, width * (isWidest ? 0.29 : 0.4))))
    : width >= TWO
      ? Math.floor((width - GAP) / 2)
      : width;
  const main = width - (isWidest ? 2 : 1) * (side + GAP);
  const start = top.height + GAP;
  const columns =
    width >= TWO
      ? [
          { x: 0, width: main, y: start },
          { x: main + GAP, width: side, y: start },
          ...(isWidest ? [{ x: main + side + 2 * GAP, width: side, y: start }] : []),
        ]
      : [{ x: 0, width, y: start }];
  /** @type {(column: { x: number, y: number, width: number }, part: Part | null) => void} */
  const put = (column, part) => {
    if (!part) return;
    children.push(zone(column.x, column.y, column.width, part.height, part.title, ...part.nodes));
    column.y += part.height + GAP;
  };
  const [first, last = first] = columns;
  if (isWide || first === last) put(first, map(table, context, first.width));
  else {
    // Between phone and wide page the map has the whole width, and the columns begin below it.
    const whole = { ...first, width };
    put(whole, map(table, context, width));
    for (const column of columns) column.y = whole.y;
  }
  const isAuction = context.asked.phase === "spells";
  put(last, actions(table, context, last.width));
  if (isAuction) put(last, spells(table, context, last.width));
  const [own, ...others] = seating(table, context);
  put(last, playerPanel(table, context, own, last.width));
  if (!isAuction) put(first, spells(table, context, first.width));
  put(first, metals(table, context, first.width));
  for (const player of others) {
    const column = columns.reduce((least, one) => (one.y < least.y ? one : least));
    put(column, playerPanel(table, context, player, column.width));
  }
  const bottom = Math.max(...columns.map((column) => column.y));
  const isPrinted = ["exact", "host"].includes(table.components.status);
  if (!isPrinted) {
    const name = table.components.name;
    const more = gettext("Map and spells are {name}: a reconstruction, not the printed ones.", { name });
    const words = gettext("Map, costs and metals of spells: reconstructed");
    children.push(at(0, bottom - 4, componentsLine(words, more)));
  }
  const height = isPrinted ? bottom : bottom + 16;
  return board("amulett-board", gettext("The table of Das Amulett"), width, height, ores(), ...children);
}
