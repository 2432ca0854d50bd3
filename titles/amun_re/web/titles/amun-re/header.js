// The header: Kingdom and round, the phases of a round as a track, the piles, the start player.

import { at, box, circle, edge, picture, times } from "../../kit/shapes.js";
import { crown, seatMark } from "../../kit/icons.js";
import { frieze, nameOf, steps, zone } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { farmer, favor } from "./icons.js";

/** @import { Drawn } from "../../kit/elements.js" */
/** @import { Context, PhaseName, View } from "./view.js" */

const PHONE = 620;
/** @type {Record<PhaseName, number>} */
const PARTS = {
  deal: -1,
  choice: 0,
  auction: 0,
  control: 0,
  market: 1,
  offering: 2,
  adjustment: 2,
  reward: 2,
  harvest: 3,
  scoring: 4,
  points: 4,
  gold: 5,
  over: 5,
};
const ROUNDS = 3;

/**
 * @param {number} kingdom
 */
export const kingdomName = (kingdom) => (kingdom === 1 ? gettext("Old Kingdom") : gettext("New Kingdom"));

const partNames = () => [
  gettext("Auction"),
  gettext("Market"),
  gettext("Offering"),
  gettext("Harvest"),
  gettext("Scoring"),
];

/**
 * The part of the game in key and words.
 * @param {View} table
 */
export function phase(table) {
  const part = PARTS[table.phase];
  const kingdom = kingdomName(table.kingdom);
  if (part === 5) return { key: "end", label: gettext("The end of the game") };
  if (part === 4) {
    const label = gettext("{kingdom}: scoring", { kingdom });
    return { key: `${table.kingdom}-scoring`, label, chapter: gettext("Scoring") };
  }
  const chapter = `${table.kingdom === 1 ? gettext("Old") : gettext("New")} ${table.round}`;
  if (part === -1) {
    return { key: `${table.kingdom}-${table.round}-deal`, label: gettext("{kingdom}: the deal", { kingdom }), chapter };
  }
  const values = { kingdom, round: table.round };
  const words = [
    () => gettext("{kingdom}, round {round}: auction", values),
    () => gettext("{kingdom}, round {round}: market", values),
    () => gettext("{kingdom}, round {round}: offering", values),
    () => gettext("{kingdom}, round {round}: harvest", values),
  ];
  const keys = ["auction", "market", "offering", "harvest"];
  return { key: `${table.kingdom}-${table.round}-${keys[part]}`, label: words[part](), chapter };
}

/**
 * The two Kingdoms with their three rounds each.
 * @param {View} table
 * @param {number} width
 */
function rounds(table, width) {
  const each = (width - 8) / 2;
  const nodes = [1, 2].flatMap((kingdom) => {
    const x = (kingdom - 1) * (each + 8);
    const isNow = kingdom === table.kingdom;
    const tone = isNow ? "amunre-sign-now" : "amunre-sign";
    const discs = times(ROUNDS, (index) => {
      const isPast = kingdom < table.kingdom || (isNow && index + 1 < table.round);
      const state = isNow && index + 1 === table.round ? "now" : isPast ? "past" : "coming";
      return [
        circle(x + each - 56 + index * 20, 14, 8.5, `amunre-round-${state}`),
        middle(x + each - 56 + index * 20, 18, index + 1, `amunre-round-text amunre-round-text-${state}`),
      ];
    });
    return [
      box(x, 0, each, 28, tone, 14),
      fitted(x + 12, 18.5, kingdom === 1 ? gettext("Old") : gettext("New"), each - 80, `${tone}-text`),
      ...discs.flat(),
    ];
  });
  return picture(
    gettext("{kingdom}, round {round} of 3", { kingdom: kingdomName(table.kingdom), round: table.round }),
    ...nodes,
  );
}

/**
 * @param {View} table
 * @param {number} width
 */
function track(table, width) {
  const words = gettext("Phase: {phase}", { phase: phase(table).label });
  return steps(partNames(), PARTS[table.phase], width, words);
}

/**
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function counts(table, context, width) {
  const name = nameOf(context, table.start);
  const { deck, discard, farmers_left: left } = table;
  const entries = [
    {
      key: "deck",
      value: deck,
      sign: favor,
      words: ngettext("{number} Favor card in the deck", "{number} Favor cards in the deck", deck),
      text: gettext("deck {number}", { number: deck }),
    },
    {
      key: "discard",
      value: discard.length,
      sign: favor,
      words: ngettext("{number} Favor card discarded", "{number} Favor cards discarded", discard.length),
      text: gettext("discarded {number}", { number: discard.length }),
    },
    {
      key: "farmers left",
      value: left,
      sign: farmer,
      words: ngettext("{number} Farmer left in the reserve", "{number} Farmers left in the reserve", left),
      text: gettext("left {number}", { number: left }),
    },
  ];
  let x = 0;
  const nodes = entries.map(({ key, value, sign, words, text }) => {
    const wide = 24 + textWidth(text, "kit-on-header kit-small");
    const node = at(
      x,
      0,
      picture(words, pile(sign(1, 2, 16), key, value, context), textAt(20, 15, text, "kit-on-header kit-small")),
      edge(-1, 0, wide, 20, 4),
    );
    x += wide + 8;
    context.note(node, key, value);
    return node;
  });
  const space = width - x;
  const wide = space > 84 ? 47 + Math.min(space - 48, textWidth(name, "kit-on-header kit-small")) : 43;
  const token = at(
    x,
    0,
    picture(
      gettext("{name} is the start player", { name }),
      crown(1, -1, 22),
      seatMark(table.start, 27, 3, 14),
      space > 84 && fitted(45, 15, name, space - 48, "kit-on-header kit-small"),
    ),
    edge(0, -2, wide, 24, 5),
  );
  context.note(token, "start player", table.start);
  return [...nodes, token];
}

/**
 * The sign of a pile: cards are drawn from it and laid on it, Farmers come from it.
 * @param {Drawn} drawn
 * @param {string} key
 * @param {number} count
 * @param {Context} context
 */
const pile = (drawn, key, count, context) =>
  context.piece(drawn, key === "farmers left" ? "farmer" : "favor", key, { count, isStock: true });

/**
 * The header within this width: where the game is stays what is asked while a chosen move is drawn below it.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
export function header(table, context, width) {
  const { asked } = context;
  const isPhone = width <= PHONE;
  const { label: title } = phase(asked);
  const half = Math.min(520, (width - 40) / 2);
  const height = isPhone ? 140 : 86;
  const parts = isPhone
    ? [
        at(10, 34, rounds(asked, width - 20)),
        at(10, 68, track(asked, width - 20)),
        at(10, 101, ...counts(table, context, width - 20)),
      ]
    : [
        at(12, 42, ...counts(table, context, width - half - 40)),
        at(width - half - 12, 8, rounds(asked, half)),
        at(width - half - 12, 42, track(asked, half)),
      ];
  const node = zone(
    0,
    0,
    width,
    height,
    title,
    box(0.5, 0.5, width - 1, height - 1, "kit-header", 10),
    fitted(12, 24, title, isPhone ? width - 24 : width - half - 40, "kit-title"),
    frieze(10, height - 11, width - 20),
    ...parts,
    edge(0, 0, width, height, 10, 0),
  );
  context.note(node, "phase", [asked.kingdom, asked.round, asked.phase]);
  return { node, height };
}
