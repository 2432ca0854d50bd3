// Names and sentences: metals, gems, terrains, and the effects of spells in few words.

import { gettext, ngettext } from "../../core/i18n.js";

/** @import { Effect, Gem, Metal, Metals, Spell, Terrain, Where } from "./view.js" */

/** The metals, in the order of their value. @type {Metal[]} */
export const METALS = ["gold", "silver", "copper", "iron"];

/** @type {Record<Metal, () => string>} */
const METAL_NAMES = {
  gold: () => gettext("gold"),
  silver: () => gettext("silver"),
  copper: () => gettext("copper"),
  iron: () => gettext("iron"),
};
/** @type {Record<string, () => string>} */
const GEM_NAMES = {
  red: () => gettext("red"),
  yellow: () => gettext("yellow"),
  green: () => gettext("green"),
  clear: () => gettext("clear"),
  white: () => gettext("white"),
  light_blue: () => gettext("light blue"),
  blue: () => gettext("blue"),
  grey: () => gettext("grey"),
  orange: () => gettext("orange"),
  brown: () => gettext("brown"),
};
/** @type {Record<Terrain, () => string>} */
const TERRAIN_NAMES = {
  water: () => gettext("water"),
  forest: () => gettext("forest"),
  plain: () => gettext("plain"),
  mountain: () => gettext("mountain"),
  city: () => gettext("city"),
};
/** @type {Record<Spell["colour"], () => string>} */
const COLOUR_NAMES = {
  grey: () => gettext("grey spell, metals phase"),
  red: () => gettext("red spell, gems phase"),
  blue: () => gettext("blue spell, energy phase"),
};

/** The kinds of gems. */
export const GEMS = /** @type {Gem[]} */ (Object.keys(GEM_NAMES));

/**
 * A metal in words.
 * @param {Metal} metal
 */
export const metalName = (metal) => METAL_NAMES[metal]();
/**
 * A kind of gem in words.
 * @param {string} gem
 */
export const gemName = (gem) => GEM_NAMES[gem]();
/**
 * A terrain in words.
 * @param {Terrain} terrain
 */
export const terrainName = (terrain) => TERRAIN_NAMES[terrain]();
/**
 * The colour of a spell in words, with the phase in which it works.
 * @param {Spell["colour"]} colour
 */
export const colourName = (colour) => COLOUR_NAMES[colour]();

/** The metal exchanged in regions of this terrain; null: every one. @type {Record<Terrain, Metal | null>} */
export const METAL_OF = { water: "gold", forest: "silver", plain: "copper", mountain: "iron", city: null };

/**
 * Gems as words: "red × 2, blue × 1".
 * @param {string[]} gems
 */
export function gemList(gems) {
  const counts = new Map();
  for (const gem of gems) counts.set(gem, (counts.get(gem) ?? 0) + 1);
  return [...counts].map(([gem, number]) => gettext("{gem} × {number}", { gem: gemName(gem), number })).join(", ");
}

/**
 * Metals as words: "2 gold, 1 iron".
 * @param {Metals} count
 */
export const metalList = (count) =>
  METALS.filter((metal) => count[metal])
    .map((metal) => `${count[metal]} ${metalName(metal)}`)
    .join(", ");

/** @type {Record<Where, (values: { metal: string }) => string>} */
const WILD_ONE = {
  anywhere: (values) => gettext("Your {metal} counts as any metal.", values),
  wall: (values) => gettext("Along the Wall, your {metal} counts as any metal.", values),
  pyramid: (values) => gettext("At pyramids, your {metal} counts as any metal.", values),
};
/** @type {Record<Where, () => string>} */
const WILD_ALL = {
  anywhere: () => gettext("All your cards count as any metal."),
  wall: () => gettext("Along the Wall, all your cards count as any metal."),
  pyramid: () => gettext("At pyramids, all your cards count as any metal."),
};
/** @type {Record<Where, (cards: number) => string>} */
const REFUND = {
  anywhere: (cards) =>
    ngettext("When you win, take {number} card back.", "When you win, take {number} cards back.", cards),
  wall: (cards) =>
    ngettext(
      "When you win along the Wall, take {number} card back.",
      "When you win along the Wall, take {number} cards back.",
      cards,
    ),
  pyramid: (cards) =>
    ngettext(
      "When you win at a pyramid, take {number} card back.",
      "When you win at a pyramid, take {number} cards back.",
      cards,
    ),
};
/** @type {Record<Where, (gems: number) => string>} */
const GIFT = {
  anywhere: (gems) => ngettext("When you win, take {number} more gem.", "When you win, take {number} more gems.", gems),
  wall: (gems) =>
    ngettext(
      "When you win along the Wall, take {number} more gem.",
      "When you win along the Wall, take {number} more gems.",
      gems,
    ),
  pyramid: (gems) =>
    ngettext(
      "When you win at a pyramid, take {number} more gem.",
      "When you win at a pyramid, take {number} more gems.",
      gems,
    ),
};
const NO_LIMIT = 999;

/**
 * @param {{ least: number, most: number, amount: number }} options
 */
function skim({ least, most, amount }) {
  if (least <= 0) {
    return ngettext(
      "Take {number} card from any winning offer of {most} or fewer.",
      "Take {number} cards from any winning offer of {most} or fewer.",
      amount,
      { most },
    );
  }
  if (most >= NO_LIMIT) {
    return ngettext(
      "Take {number} card from any winning offer of {least} or more.",
      "Take {number} cards from any winning offer of {least} or more.",
      amount,
      { least },
    );
  }
  return ngettext(
    "Take {number} card from any winning offer of {least} to {most}.",
    "Take {number} cards from any winning offer of {least} to {most}.",
    amount,
    { least, most },
  );
}

/** The texts of the effects. @type {Record<Effect["type"], (effect: Required<Effect> & { metal: Metal }) => string>} */
const EFFECTS = {
  income: ({ gem, metal, amount }) =>
    gettext("For each {gem} gem you have: {amount} {metal} more.", {
      gem: gemName(gem),
      amount,
      metal: metalName(metal),
    }),
  teleport: () => gettext("Move a gem on the map to another region."),
  extra_metal: () => gettext("Name a metal that all players may also use for the whole phase."),
  chosen_disc: () => gettext("Choose the disc instead of drawing it."),
  skim,
  refund: ({ amount, where }) => REFUND[where](amount),
  wild: ({ metal, where }) => (metal ? WILD_ONE[where]({ metal: metalName(metal) }) : WILD_ALL[where]()),
  gift: ({ amount, where }) => GIFT[where](amount),
  power: ({ amount }) => gettext("To outbid your offer, a player must offer at least {amount} cards more.", { amount }),
  equal: () => gettext("Your offer may equal the best one; if it does, it leads."),
  free_move: () => gettext("Move the company to any region with gems."),
  arc: () => gettext("Move its energy to your other spells."),
  vortex: ({ amount, own_too }) =>
    own_too
      ? gettext("Remove up to {amount} energy from any spells.", { amount })
      : gettext("Remove up to {amount} energy from other players' spells.", { amount }),
};

/**
 * The effect of this spell, in words.
 * @param {Spell} spell
 */
export function effectText(spell) {
  if (!spell.effect) return gettext("Gives metals only.");
  return EFFECTS[spell.effect.type]?.(/** @type {never} */ (spell.effect)) ?? spell.text;
}
