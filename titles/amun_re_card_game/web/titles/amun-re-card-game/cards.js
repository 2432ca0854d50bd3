// The cards: Provinces, Extended Provinces with their Pyramids, Gold, and their texts.

import { label, svg } from "../../kit/elements.js";
import { at, box, path, tenth, times } from "../../kit/shapes.js";
import { caravan, pyramid } from "../../kit/icons.js";
import { middle, textWidth } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { ankh, field, ingot, wingedSun } from "./icons.js";

/**
 * @import { Sign } from "../../kit/panels.js"
 * @import { Context, ExtendedProvince, Province } from "./view.js"
 */

/** Where a Gold card lies. @typedef {"display" | "discarded" | "row" | "offered"} GoldPlace */

/** The height of a card relative to its width: it is drawn 100 wide and 128 high and scaled. */
export const CARD_HEIGHT = 1.28;
/** How much of a covered card stays visible, relative to its width. */
const STRIP = 0.26;
/** The minimum text size on a card of any size. */
const LEAST_TEXT = 12;

/** The height of the foot of an Extended Province of this width, proportional for large cards. @param {number} width */
export const baseHeight = (width) => BASE * Math.max(1, width / ROOMY);
const BASE = 30;
const ROOMY = 110;

/** The Kingdoms as numerals. */
export const ROMAN = ["", "I", "II", "III"];

/**
 * The printed values of a Province card, in words.
 * @param {Province} card
 */
export function printed(card) {
  const parts = [
    card.ankhs && ngettext("{number} Ankh", "{number} Ankhs", card.ankhs),
    card.fields && ngettext("{number} Field", "{number} Fields", card.fields),
    card.caravan && gettext("a Caravan"),
    card.pyramids && ngettext("{number} printed Pyramid", "{number} printed Pyramids", card.pyramids),
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * A Province card in words.
 * @param {Province} card
 */
export const provinceText = (card) => gettext("Province {id}: {symbols}", { id: card.id, symbols: printed(card) });

// The landscape of each Kingdom behind its symbols, far and near: the sphinx among dunes, a temple before cliffs, a
// sail on the Nile with palms on its bank.
const VIGNETTES = [
  ["", ""],
  [
    "M76 34a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 106c14-12 30-12 42-4s26 6 42-6v24H8z",
    "M20 113v-8c0-6 4-8 10-8h22c1-9 4-15 11-15s10 5 10 11l-2 6c6 0 9 3 9 8v6zM8 120v-6q20-6 42-2t42-1v9z",
  ],
  [
    "M76 34a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 120V86l9-3 5-8h13l5 5 12 2 6-9h15l5 8 9 3 5-2v36z",
    "M8 120v-5h84v5zM30 92h40v3H30zM20 103h60v3H20zM32 95h4v8h-4zM40 95h4v8h-4zM48 95h4v8h-4zM56 95h4v8h-4zM64 95h4v8h-4z" +
      "M22 106h4v9h-4zM31 106h4v9h-4zM40 106h5v9h-5zM55 106h5v9h-5zM65 106h4v9h-4zM74 106h4v9h-4z",
  ],
  [
    "M22 34a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 104q7-4 14 0t14 0 14 0 14 0 14 0 14 0v16H8z",
    "M28 106q14 7 30 0l-4 8H33zM42 74h2v32h-2zM45 77q15 11 1 25zM8 120v-5q21-4 42 0t42-1v6z" +
      "M80 116c-1-10 0-18 2-26-8-3-12 2-12 6 0-8 7-10 11-7-4-5-9-4-11-2 3-5 10-4 13 0 1-5 8-6 11-2-5-1-8 0-9 3 6-2 10 2 10 6-3-4-8-6-11-4-1 8-2 16-1 26z",
  ],
];

/**
 * @param {number} count
 * @param {number} size
 * @param {number} step
 * @param {number} y
 * @param {Sign} draw
 */
function row(count, size, step, y, draw) {
  const start = 50 - ((count - 1) * step + size) / 2;
  return times(count, (index) => draw(start + index * step, y, size));
}

/**
 * The upper edge of a card at this scale: its name and its printed Pyramids.
 * @param {Province} card
 * @param {number} scale
 */
function strip(card, scale) {
  const size = Math.max(12, LEAST_TEXT / scale);
  const start = 10 + (textWidth(card.id, "amun-card-id") * size) / LEAST_TEXT;
  const step = Math.min(card.pyramids > 3 ? 11 : 13.5, Math.max(3, (81 - start) / Math.max(1, card.pyramids - 1)));
  return [
    label(6, tenth(13.5 + size * 0.36), card.id, { class: "amun-card-number", "font-size": tenth(size) }),
    ...times(card.pyramids, (index) => pyramid(81 - step * (card.pyramids - 1 - index), 5, 14)),
  ];
}

/**
 * A Province card of this width with its upper left corner at 0, 0.
 * @param {Province} card
 * @param {number} width
 */
export function provinceCard(card, width) {
  const many = card.ankhs > 4;
  const rows = [
    row(card.ankhs, many ? 18 : 20, many ? 16.5 : 19, 1, ankh),
    row(card.fields, 22, card.fields > 5 ? 13 : card.fields > 4 ? 15.5 : 18, 0, field),
    card.caravan ? [caravan(32, -3, 27)] : [],
  ].filter((icons) => icons.length);
  const space = (90 - rows.length * 23) / (rows.length + 1);
  const [far, near] = VIGNETTES[card.kingdom];
  return svg(
    "g",
    { transform: `scale(${width / 100})`, class: `amun-province amun-kingdom-${card.kingdom}` },
    box(2, 3, 99, 127, "kit-cast", 7),
    box(0.5, 0.5, 99, 127, "amun-card", 7),
    box(0.5, 0.5, 99, 127, "kit-light", 7),
    box(5, 26, 90, 97, "amun-parchment", 4),
    path(far, "amun-far"),
    path(near, "amun-near"),
    box(7.5, 28.5, 85, 92, "amun-parchment-line", 3),
    ...strip(card, width / 100),
    ...rows.map((icons, index) => at(0, 28.5 + space + index * (23 + space), ...icons)),
  );
}

/**
 * An empty place for a card of this Kingdom.
 * @param {number} kingdom
 * @param {number} width
 */
export function cardPlace(kingdom, width) {
  const [far, near] = VIGNETTES[kingdom];
  return svg(
    "g",
    { transform: `scale(${width / 100})`, class: `amun-place amun-kingdom-${kingdom}` },
    box(0.5, 0.5, 99, 127, "amun-card", 7),
    box(5, 26, 90, 97, "amun-parchment", 4),
    path(far, "amun-far"),
    path(near, "amun-near"),
  );
}

/**
 * The visible part of a covered card: its upper edge with the printed Pyramids.
 * @param {Province} card
 * @param {number} width
 */
function coveredCard(card, width) {
  return svg(
    "g",
    { transform: `scale(${width / 100})`, class: `amun-kingdom-${card.kingdom}` },
    path("M.5 40V7.5a7 7 0 0 1 7-7h85a7 7 0 0 1 7 7V40z", "amun-card"),
    path("M5 26h90", "amun-parchment-line"),
    ...strip(card, width / 100),
  );
}

/**
 * The height of an Extended Province of this number of cards.
 * @param {number} cards
 * @param {number} width
 */
export const stackHeight = (cards, width) => ((cards - 1) * STRIP + CARD_HEIGHT) * width;

/**
 * The width of an Extended Province with this height, including its foot, and number of cards.
 * @param {number} height
 * @param {number} cards
 */
export function widthIn(height, cards) {
  const high = stackHeight(cards, 1);
  return Math.min((height - BASE) / high, height / (high + BASE / ROOMY));
}

/**
 * An Extended Province: the newest card in front, and the visible parts of the older ones.
 * @param {Province[]} cards
 * @param {number} width
 */
export function stack(cards, width) {
  return cards.map((card, index) =>
    at(0, index * STRIP * width, index === cards.length - 1 ? provinceCard(card, width) : coveredCard(card, width)),
  );
}

/**
 * The Pyramid tokens on a Province, and the total number of Pyramids with the printed ones.
 * @param {Context} context
 * @param {ExtendedProvince} province
 * @param {string} where
 * @param {number} width
 */
export function pyramidBase(context, province, where, width) {
  const scale = Math.max(1, width / ROOMY);
  const wide = width / scale;
  const step = Math.min(13, (wide - 64) / Math.max(1, province.tokens - 1));
  return svg(
    "g",
    scale > 1 ? { transform: `scale(${scale})` } : {},
    box(0, 0, wide, BASE - 4, "amun-base", 5),
    ...times(province.tokens, (index) => context.piece(pyramid(4 + index * step, 5, 15), "pyramid", where)),
    box(wide - 43, 2.5, 40, BASE - 9, "amun-total", 10),
    pyramid(wide - 39, 6, 12),
    middle(wide - 15.5, 18, province.pyramids, "amun-total-text"),
  );
}

/**
 * What else an Extended Province has, in words: the cards under the newest one, and its Pyramids.
 * @param {ExtendedProvince} province
 */
function moreIn(province) {
  const under = province.cards.slice(0, -1).map((card) => card.id);
  return [
    under.length ? gettext("over {ids}", { ids: under.join(", ") }) : "",
    province.pyramids && ngettext("{number} Pyramid in all", "{number} Pyramids in all", province.pyramids),
    province.tokens && ngettext("{number} of them added", "{number} of them added", province.tokens),
  ].filter(Boolean);
}

/**
 * An Extended Province in words.
 * @param {ExtendedProvince} province
 */
export function extendedText(province) {
  const id = province.cards.map((card) => card.id).join(", ");
  const symbols = printed(province.cards[province.cards.length - 1]);
  const words = gettext("Province {place}, {id}: {symbols}", { place: province.place + 1, id, symbols });
  return [words, ...moreIn(province)].join("; ");
}

/**
 * The place of an Extended Province as a thing, and what lies there.
 * @param {ExtendedProvince} province
 */
export const extendedTold = (province) => ({
  name: gettext("Extended Province {place}", { place: province.place + 1 }),
  text: [provinceText(province.cards[province.cards.length - 1]), ...moreIn(province)].join("; "),
});

/** @type {Record<GoldPlace, (gold: number) => string>} */
const GOLD = {
  display: (gold) => gettext("Gold card {gold}", { gold }),
  discarded: (gold) => gettext("Gold card {gold}, discarded", { gold }),
  row: (gold) => gettext("Gold card {gold}, in front of a Province", { gold }),
  offered: (gold) => gettext("Gold card {gold}, offered", { gold }),
};

/** @type {Record<GoldPlace, () => string>} */
const GOLD_PLACES = {
  display: () => gettext("in the display"),
  discarded: () => gettext("discarded"),
  row: () => gettext("in front of a Province"),
  offered: () => gettext("offered"),
};

/** The place of a Gold card in words. @param {GoldPlace} where */
export const goldPlaceText = (where) => GOLD_PLACES[where]();

/**
 * The places of Gold cards: in the accessible name, and in the card's look.
 * @param {number} gold
 * @param {GoldPlace} where
 */
export const goldText = (gold, where) => GOLD[where](gold);

/** The corner radius of a Gold card of this width. @param {number} width */
export const goldRadius = (width) => Math.max(Math.min(5, width / 5), width / 12);

/**
 * A Gold card with its upper left corner at 0, 0; `where` is display, discarded, row or offered.
 * @param {number} gold
 * @param {number} width
 * @param {number} height
 * @param {GoldPlace} [where]
 */
export function goldCard(gold, width, height, where = "display") {
  const bright = where === "display" || where === "offered";
  const size = bright ? Math.max(12, Math.min(width * 0.68, height * 0.46)) : Math.min(18, Math.max(12, width * 0.5));
  const withIngot = bright && height >= 44;
  const inset = Math.max(3, width * 0.06);
  return [
    box(0.5, 0.5, width - 1, height - 1, `amun-gold amun-gold-${where}`, goldRadius(width)),
    bright && width >= 26 && box(inset, inset, width - 2 * inset, height - 2 * inset, "amun-gold-line", 3),
    withIngot && ingot(width / 2 - width * 0.3, height * 0.55, width * 0.6),
    label(width / 2, withIngot ? height * 0.52 : height / 2 + size * 0.35, gold, {
      class: `amun-gold-text amun-gold-text-${bright ? "bright" : "dim"}`,
      "text-anchor": "middle",
      "font-size": size,
    }),
  ];
}

/**
 * A face-down card: a sealed offering.
 * @param {number} width
 * @param {number} height
 */
export function sealedCard(width, height) {
  return [
    box(0.5, 0.5, width - 1, height - 1, "amun-back", 4),
    box(3, 3, width - 6, height - 6, "amun-back-line", 2.5),
    wingedSun(width * 0.12, height / 2 - width * 0.35, width * 0.76),
  ];
}
