// The offering: amounts to seal, the Theft card, the blue card, its declaration, the rewards; and the yellow cards.

import { button, chip, chips } from "../../kit/panels.js";
import { at, circle, edge, picture, range, times } from "../../kit/shapes.js";
import { heading, nameOf, ownPlayer } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth, wrapped } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";
import { cardName } from "./cards.js";
import { arrow, farmer, favor, favorIcon, stone, theft } from "./icons.js";

/**
 * @import { Sign } from "../../kit/panels.js"
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, Offer, Player, View } from "./view.js"
 */

const MOST_COINS = 40;
const COIN = 34;
// In these phases the previous round's offerings are still there.
const EARLIER = ["deal", "choice", "auction", "control", "market"];

/**
 * @param {Offer} offer
 */
const offerShort = (offer) => `${offer.theft ? gettext("Theft") : offer.gold}${offer.adjusts ? " ±" : ""}`;

/**
 * An offering in words.
 * @param {Offer} offer
 */
function offerText(offer) {
  const words = offer.theft ? gettext("Theft") : gettext("{gold} Gold", { gold: offer.gold });
  return offer.adjusts ? gettext("{offer} with the blue card", { offer: words }) : words;
}

/**
 * The common offering in words.
 * @param {View} table
 */
export function commonOffering({ offering: { total }, phase }) {
  if (total === null) return gettext("Common offering: none yet");
  return EARLIER.includes(phase)
    ? gettext("Last common offering: {total} Gold", { total })
    : gettext("Common offering: {total} Gold", { total });
}

/**
 * Each player's offering, or whether it is sealed.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function offers(table, context, width) {
  const inner = width - 24;
  const isSealing = table.phase === "offering";
  const isPast = EARLIER.includes(table.phase);
  const words = commonOffering(table);
  const lines = wrapped(words, inner, "kit-strong", 2);
  const high = lines.length * 17;
  const line = at(
    12,
    0,
    picture(words, ...lines.map((one, index) => textAt(0, 20 + index * 17, one, "kit-strong"))),
    edge(-3, 5, inner + 6, high + 3),
  );
  const { total } = table.offering;
  context.note(line, "total", total, {
    name: gettext("Common offering"),
    text: total === null ? gettext("none") : gettext("{gold} Gold", { gold: total }),
  });
  const row = chips(table.players.length, inner, 76, (seat, x, y, size) => {
    const player = table.players[seat];
    const offer = table.offering.offers[seat] ?? player.offer;
    const without = isSealing && player.sealed ? gettext("sealed") : null;
    const text = offer ? offerShort(offer) : (without ?? (isSealing ? gettext("not yet") : "–"));
    const said = offer ? offerText(offer) : (without ?? gettext("nothing offered"));
    const name = `${nameOf(context, seat)}: ${said}`;
    const shown = offer || without ? said : isSealing ? gettext("not offered yet") : gettext("none");
    const told = { name: gettext("Offering"), text: shown };
    const node = chip(context, seat, x, y, size, text, name, { key: `offer ${seat}`, value: text, told });
    // Offerings are paid here.
    return isPast ? node : context.piece(node, "coin", `offer ${seat}`, { face: String(seat), count: Infinity });
  });
  return { title: words, height: 22 + high + row.height, nodes: [line, at(12, 13 + high, ...row.nodes)] };
}

/**
 * @param {Context} context
 * @param {Player} player
 * @param {number} width
 */
function amounts(context, player, width) {
  const columns = Math.floor((width + 2) / COIN);
  const step = width / columns;
  const count = Math.min(player.gold, MOST_COINS);
  const nodes = times(count, (index) => {
    const gold = index + 1;
    const words = gettext("Offer {gold} Gold", { gold });
    const node = at(
      (index % columns) * step,
      Math.floor(index / columns) * COIN,
      picture(
        words,
        circle(step / 2, 16, 14.5, "amunre-coin"),
        circle(step / 2, 16, 11.5, "amunre-coin-ring"),
        middle(step / 2, 20.5, gold, "amunre-coin-text"),
      ),
      edge(step / 2 - 15, 1, 30, 30, 15, 1),
    );
    context.pick(node, { gold, theft: false }, words);
    return node;
  });
  return { nodes, height: Math.ceil(count / columns) * COIN };
}

/**
 * The heading if there is space for it, otherwise the short one.
 * @param {string} words
 * @param {string} short
 * @param {number} pixels
 */
const whole = (words, short, pixels) => (textWidth(words, "kit-heading") <= pixels ? words : short);

/**
 * All players seal an offering; the viewer's amounts are coins.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function offering(table, context, width) {
  const inner = width - 24;
  const player = ownPlayer(context.asked, context);
  /** @type {Child[]} */
  const nodes = [...heading(whole(gettext("Offerings to Amun-Re, in secret"), gettext("Offerings"), inner - 18))];
  let y = 30;
  if (player && !player.sealed) {
    const coins = amounts(context, player, inner);
    nodes.push(at(12, y, ...coins.nodes));
    y += coins.height + 4;
    nodes.push(
      button(
        context,
        12,
        y,
        inner,
        gettext("Theft card"),
        { theft: true, gold: 0 },
        {
          name: gettext("Offer the Theft card: it takes 3 Gold"),
          sign: theft,
        },
      ),
    );
    y += 36;
    if (player.hand?.includes("offering_adjuster")) {
      const each = (inner - 6) / 2;
      nodes.push(
        button(context, 12, y, each, gettext("with the blue card"), { adjusts: true }),
        button(context, 18 + each, y, each, gettext("without the blue card"), { adjusts: false }),
      );
      y += 36;
    }
  } else {
    const sealed = table.players.filter((one) => one.sealed).length;
    const words = gettext("{number} of {all} offerings are sealed.", { number: sealed, all: table.players.length });
    nodes.push(fitted(12, y + 14, words, inner, "kit-soft"));
    y += 24;
  }
  return { title: gettext("Offerings"), height: y + 6, nodes };
}

/**
 * Blue cards are declared; each raises or lowers the common offering.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function adjustment(table, context, width) {
  const inner = width - 24;
  const each = (inner - 6) / 2;
  const number = table.components.adjust;
  const { queue } = context.asked;
  const words = queue.length
    ? gettext("{name} declares the blue card", { name: nameOf(context, queue[0]) })
    : gettext("The offerings are revealed.");
  const buttons = queue.length
    ? [
        button(
          context,
          12,
          56,
          each,
          `+${number}`,
          { amount: number },
          {
            name: gettext("Raise the common offering by {number}", { number }),
            sign: (x, y, size) => arrow(x, y, size, true),
          },
        ),
        button(
          context,
          18 + each,
          56,
          each,
          `−${number}`,
          { amount: -number },
          {
            name: gettext("Lower the common offering by {number}", { number }),
            sign: (x, y, size) => arrow(x, y, size, false),
          },
        ),
      ]
    : [];
  return {
    title: gettext("Blue cards"),
    height: buttons.length ? 94 : 62,
    nodes: [...heading(gettext("Common offering")), fitted(12, 46, words, inner, "kit-soft"), ...buttons],
  };
}

/**
 * The rewards for the offerings: how many each player may take, and of what.
 * @param {View} _table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function reward(_table, context, width) {
  const inner = width - 24;
  const { queue } = context.asked;
  const { rewards } = context.asked.offering;
  const row = chips(queue.length, inner, 80, (index, x, y, size) => {
    const number = rewards[index];
    const name = gettext("{name} takes rewards: {number}", { name: nameOf(context, queue[index]), number });
    return chip(context, queue[index], x, y, size, `× ${number}`, name, {
      key: `reward ${queue[index]}`,
      value: number,
      told: { name: gettext("Rewards to take"), text: number },
    });
  });
  /** @type {Child[]} */
  const nodes = [...heading(gettext("Rewards")), at(12, 32, ...row.nodes)];
  let y = 38 + (queue.length ? row.height : 0);
  if (!queue.length) {
    nodes.push(fitted(12, y + 12, gettext("All rewards have been taken."), inner, "kit-soft"));
    y += 22;
  }
  const most = rewards[0] ?? 0;
  /** @type {{ field: string, sign: Sign, goods: string }[]} */
  const kinds = [
    { field: "favor", sign: favor, goods: gettext("Favor cards") },
    { field: "farmers", sign: farmer, goods: gettext("Farmers") },
    { field: "stones", sign: stone, goods: gettext("Stones") },
  ];
  if (most) {
    const each = Math.min(64, (inner - 40) / 4 - 5);
    kinds.forEach(({ field, sign, goods }, line) => {
      const top = y + line * 36;
      const drawn = sign(3, 4, 22);
      if (field === "stones") context.piece(drawn, "stone", "quarry", { count: Infinity });
      nodes.push(at(12, top, picture(goods, drawn)));
      for (const number of range(0, most)) {
        const name = gettext("{goods}: {number}", { goods, number });
        nodes.push(button(context, 50 + number * (each + 5), top, each, String(number), { [field]: number }, { name }));
      }
    });
    y += 3 * 36;
  }
  return { title: gettext("Rewards"), height: y + 6, nodes };
}

/**
 * Yellow cards are laid down face down; then all are revealed.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function yellowCards(table, context, width) {
  const inner = width - 24;
  /** @type {Child[]} */
  const nodes = [...heading(gettext("Yellow Favor cards"))];
  table.players.forEach((player, index) => {
    const cards = player.scoring_cards ?? [];
    const isKnown = player.scoring_cards !== null && (player.sealed || table.phase === "points" || cards.length > 0);
    const text = cards.length
      ? cards.map(cardName).join(", ")
      : isKnown
        ? gettext("no card")
        : player.sealed
          ? gettext("sealed")
          : gettext("not yet");
    const name = `${nameOf(context, player.seat)}: ${text}`;
    nodes.push(
      chip(context, player.seat, 12, 32 + index * 31, inner, text, name, {
        sign: cards.length ? (left, top, size) => favorIcon(cards[0], left, top, size) : null,
        key: `yellow ${player.seat}`,
        value: text,
        told: { name: gettext("Yellow Favor cards"), text },
      }),
    );
  });
  let y = 34 + table.players.length * 31;
  if (table.phase === "scoring" && typeof context.viewer === "number") {
    nodes.push(button(context, 12, y, inner, gettext("Lay down yellow cards, or none"), { type: "SealScoringCards" }));
    y += 36;
  }
  return { title: gettext("Yellow Favor cards"), height: y + 4, nodes };
}
