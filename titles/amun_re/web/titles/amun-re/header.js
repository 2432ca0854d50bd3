// The header: Kingdom and round, the phases of a round as a track, the piles, the start player.

import { svg } from "../../kit/elements.js";
import { at, box, circle, edge, path, picture, tenth, times } from "../../kit/shapes.js";
import { crown, seatMark, sun } from "../../kit/icons.js";
import { nameOf, steps } from "../../kit/table-frame.js";
import { fitted, middle, textAt, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { bids, coin, farmer, favor, harvest } from "./icons.js";

/** @import { Drawn } from "../../kit/elements.js" */
/** @import { Sign } from "../../kit/panels.js" */
/** @import { Part } from "../../kit/table-frame.js" */
/** @import { Context, Phase as PhaseName, View } from "./view.js" */

const HEIGHT = 96;
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
 * The part of the game, as a key and in words.
 * @param {View} table
 */
export function phase(table) {
  const part = PARTS[table.phase];
  const kingdom = kingdomName(table.kingdom);
  if (part === 5) return { key: "end", label: gettext("End of the game") };
  if (part === 4) {
    const label = gettext("{kingdom}: scoring", { kingdom });
    return { key: `${table.kingdom}-scoring`, label, chapter: gettext("Scoring") };
  }
  const chapter = round(table);
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
 * The Kingdom and the round in short.
 * @param {View} table
 */
export const round = ({ kingdom, round: number }) => `${kingdom === 1 ? gettext("Old") : gettext("New")} ${number}`;

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
        circle(x + each - 51 + index * 19, 14, 8.5, `amunre-round-${state}`),
        middle(x + each - 51 + index * 19, 18, index + 1, `amunre-round-text amunre-round-text-${state}`),
      ];
    });
    return [
      box(x, 0, each, 28, tone, 14),
      fitted(x + 9, 18.5, kingdom === 1 ? gettext("Old") : gettext("New"), each - 70, `${tone}-text kit-small`),
      ...discs.flat(),
    ];
  });
  return picture(
    gettext("{kingdom}, round {round} of 3", { kingdom: kingdomName(table.kingdom), round: table.round }),
    ...nodes,
  );
}

/** The width of a step that is not the current one and has only its icon. */
const SIGN_STEP = 26;

/**
 * The phases of a round: with their names if there is space, otherwise as icons with the current one's name.
 * @param {View} table
 * @param {number} width
 */
function track(table, width) {
  const words = gettext("Phase: {phase}", { phase: phase(table).label });
  const names = partNames();
  const now = PARTS[table.phase];
  const each = width / names.length;
  if (names.every((name) => textWidth(name, "kit-step-text kit-step-text-now") <= each - 13)) {
    return steps(names, now, width, words);
  }
  /** @type {Sign[]} */
  const signs = [bids, coin, favor, harvest, sun];
  const isNamed = now >= 0 && now < names.length;
  const plain = isNamed ? SIGN_STEP : each;
  let x = 0;
  const nodes = signs.flatMap((sign, index) => {
    const isNow = index === now;
    const wide = isNow ? width - plain * (signs.length - 1) : plain;
    const tip = index < signs.length - 1 ? 7 : 0;
    const left = x + (index ? 7 : 0);
    const shape = `M${tenth(x + 1)} 0H${tenth(x + wide - tip - 1)}l${tip} 12-${tip} 12H${tenth(x + 1)}${index ? "l7-12z" : "z"}`;
    const state = index < now ? "past" : isNow ? "now" : "coming";
    const drawn = [
      path(shape, `kit-step kit-step-${state}`),
      sign(isNow ? left + 6 : left + (wide - 7 - 15) / 2, 4.5, 15),
      isNow && fitted(left + 24, 16, names[index], wide - 38, "kit-step-text kit-step-text-now"),
    ];
    x += wide;
    return drawn;
  });
  return picture(words, ...nodes);
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
      thing: gettext("Favor cards in the deck"),
      value: deck,
      sign: favor,
      words: ngettext("{number} Favor card in the deck", "{number} Favor cards in the deck", deck),
      text: gettext("deck {number}", { number: deck }),
    },
    {
      key: "discard",
      thing: gettext("Discarded Favor cards"),
      value: discard.length,
      sign: favor,
      words: ngettext("{number} Favor card discarded", "{number} Favor cards discarded", discard.length),
      text: gettext("discarded {number}", { number: discard.length }),
    },
    {
      key: "farmers left",
      thing: gettext("Farmers in the reserve"),
      value: left,
      sign: farmer,
      words: ngettext("{number} Farmer left in the reserve", "{number} Farmers left in the reserve", left),
      text: gettext("left {number}", { number: left }),
    },
  ];
  const look = "kit-on-header kit-small";
  const gap = 8;
  // Without space for words the numbers are alone: the icons and accessible names identify them.
  const all = entries.reduce((sum, { text }) => sum + 24 + textWidth(text, look) + gap, 0);
  const isWordy = all + 60 <= width;
  let x = 0;
  const nodes = entries.map(({ key, thing, value, sign, words, text }) => {
    const shown = isWordy ? text : String(value);
    const wide = 24 + textWidth(shown, look);
    const drawn = pile(sign(1, 2, 16), key, value, context);
    const node = at(
      x,
      0,
      picture(words, drawn, key === "discard" && path("M2 17L16 3", "amunre-gone"), textAt(20, 15, shown, look)),
      edge(-1, 0, wide, 20, 4),
    );
    x += wide + gap;
    context.note(node, key, value, { name: thing, text: value });
    return node;
  });
  const named = textWidth(name, look);
  const isNamed = named <= width - x - 48;
  const wide = isNamed ? 47 + named : 43;
  const token = at(
    width - wide,
    0,
    picture(
      gettext("{name} is the start player", { name }),
      crown(1, -1, 22),
      seatMark(table.start, 27, 3, 14),
      isNamed && textAt(45, 15, name, look),
    ),
    edge(0, -2, wide, 24, 5),
  );
  context.note(token, "start player", table.start, { name: gettext("Start player"), text: name });
  return [...nodes, token];
}

/**
 * The icon of a pile: cards are drawn from it and laid on it, Farmers come from it.
 * @param {Drawn} drawn
 * @param {string} key
 * @param {number} count
 * @param {Context} context
 */
const pile = (drawn, key, count, context) =>
  context.piece(drawn, key === "farmers left" ? "farmer" : "favor", key, { count, isStock: true });

/**
 * The state of the game: it stays at the question during a preview.
 * @param {Context} context
 * @param {number} width
 * @returns {Part}
 */
export function header(context, width) {
  const { asked } = context;
  const { label: title } = phase(asked);
  const inner = width - 20;
  const node = svg(
    "g",
    {},
    box(0.5, 0.5, width - 1, HEIGHT - 1, "kit-header", 8),
    at(10, 8, rounds(asked, inner)),
    at(10, 40, track(asked, inner)),
    at(10, 71, ...counts(asked, context, inner)),
    edge(0, 0, width, HEIGHT, 10, 0),
  );
  context.note(node, "phase", [asked.kingdom, asked.round, PARTS[asked.phase]], {
    name: gettext("Phase"),
    text: title,
  });
  return { title, height: HEIGHT, nodes: [node] };
}
