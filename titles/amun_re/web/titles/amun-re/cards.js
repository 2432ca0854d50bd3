// The Favor cards: their names, their look in a hand, and their move fields.

import { at, box, edge, picture } from "../../kit/shapes.js";
import { middle, textAt, wrapped } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { coin, favorIcon } from "./icons.js";

/**
 * @import { Fields } from "../../types.js"
 * @import { Context, Player, View } from "./view.js"
 */

/** @type {Record<string, () => string>} */
const NAMES = {
  bribe: () => gettext("Bribe"),
  protection: () => gettext("Protection"),
  free_farmer: () => gettext("Free Farmer"),
  architect: () => gettext("Architect"),
  offering_adjuster: () => gettext("Blue card"),
  treasury: () => gettext("Treasury"),
  great_harvest: () => gettext("Great Harvest"),
  one_bank: () => gettext("One bank"),
  one_half: () => gettext("One half"),
  river: () => gettext("On the Nile"),
  desert: () => gettext("Off the Nile"),
  many_farmers: () => gettext("Many Farmers"),
};

const ORDER = Object.keys(NAMES);
const YELLOW = ["one_bank", "one_half", "river", "desert", "many_farmers"];

/**
 * The name of a card.
 * @param {string} card
 */
export const cardName = (card) => NAMES[card]?.() ?? card;

/** Each card's effect, in a few words. @type {Record<string, (table: View) => string>} */
const RULES = {
  bribe: () => gettext("bid where you were last outbid"),
  protection: () => gettext("a player who outbids you must skip one space"),
  free_farmer: () => gettext("a Farmer without a Field"),
  architect: () => gettext("a pyramid for two Stones"),
  offering_adjuster: ({ components }) =>
    gettext("raises or lowers the common offering by {number}", { number: components.adjust }),
  treasury: () => gettext("8 Gold instead of a province's income"),
  great_harvest: () => gettext("1 more Gold for each Farmer in a province"),
  one_bank: () => gettext("3 points if all your provinces are on one bank"),
  one_half: () => gettext("3 points if all your provinces are in one half of Egypt"),
  river: () => gettext("3 points if all your provinces are on the Nile"),
  desert: () => gettext("3 points if all your provinces are off the Nile"),
  many_farmers: ({ components }) => gettext("3 points with {number} Farmers", { number: components.min_farmers }),
};

/** The move fields of each card. @type {Record<string, Fields>} */
const PICKS = {
  bribe: { bribe: true },
  protection: { protection: true },
  offering_adjuster: { adjusts: true },
  architect: { type: "PlayArchitect" },
  free_farmer: { type: "PlayFreeFarmer" },
  treasury: { type: "PlayTreasury" },
  great_harvest: { type: "PlayGreatHarvest" },
};

/**
 * @param {string} card
 */
const kind = (card) => (YELLOW.includes(card) ? "yellow" : card === "offering_adjuster" ? "blue" : "plain");
const CARD = 62;
const SELL = 24;

/**
 * @param {string[]} cards
 */
function counted(cards) {
  return ORDER.map((card) => /** @type {const} */ ([card, cards.filter((one) => one === card).length])).filter(
    ([, count]) => count,
  );
}

/**
 * @param {string} card
 * @param {number} count
 * @param {number} width
 * @param {number} height
 */
function face(card, count, width, height) {
  const words = wrapped(cardName(card), width - 1, "amunre-card-text", 2);
  const many =
    count > 1 &&
    at(width - 25, 3, box(0, 0, 22, 16, "amunre-count", 8), middle(11, 12, `×${count}`, "amunre-count-text"));
  return [
    box(0.5, 0.5, width - 1, height - 1, count ? `amunre-card amunre-card-${kind(card)}` : "amunre-card-spent", 6),
    favorIcon(card, width / 2 - 12, words.length > 1 ? 5 : 9, 24),
    ...words.map((line, index) =>
      middle(width / 2, height - 8 - (words.length - 1 - index) * 12.5, line, count ? "amunre-card-text" : "kit-small"),
    ),
    many,
  ];
}

/**
 * A visible hand, as cards of each type; the viewer's own can be played and sold.
 * @param {View} table
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 * @param {boolean} own
 */
export function hand(table, context, player, width, own) {
  const shown = own ? context.asked.players[player.seat].hand : player.hand;
  const now = Object.fromEntries(counted(player.hand ?? []));
  const columns = Math.max(3, Math.floor((width + 6) / 78));
  const size = (width - 6 * (columns - 1)) / columns;
  const step = CARD + 6 + (own ? SELL + 4 : 0);
  const types = counted(shown ?? []);
  const nodes = types.flatMap(([card], index) => {
    const x = (index % columns) * (size + 6);
    const y = Math.floor(index / columns) * step;
    const count = now[card] ?? 0;
    const name = `${cardName(card)}: ${RULES[card]?.(table) ?? ""}`;
    const node = at(
      x,
      y,
      context.piece(
        picture(count > 1 ? `${name} (${count})` : name, ...face(card, count, size, CARD)),
        "favor",
        `hand ${player.seat} ${card}`,
        { face: card, count, isStock: count > 1 },
      ),
      edge(0, 0, size, CARD),
    );
    context.note(node, `card ${player.seat} ${card}`, count, { name: cardName(card), text: count });
    if (!own) return [node];
    context.pick(node, PICKS[card] ?? { cards: card }, name);
    const words = gettext("Sell {card} for 1 Gold", { card: cardName(card) });
    const sign = at(
      x,
      y + CARD + 4,
      picture(
        words,
        box(0.5, 0.5, size - 1, SELL - 1, "amunre-sell", 6),
        coin(size / 2 - 18, 4, 16),
        textAt(size / 2 + 3, 16.5, "+1", "kit-chip-text"),
      ),
      edge(0, 0, size, SELL),
    );
    context.pick(sign, { type: "SellFavor", card }, words);
    return [node, sign];
  });
  return { nodes, height: types.length ? Math.ceil(types.length / columns) * step : 0 };
}
