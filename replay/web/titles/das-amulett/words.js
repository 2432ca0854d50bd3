// Names and sentences: metals, gems, terrains, and what a spell does in few words.

import { gettext } from "../../texts.js";

export const METALS = ["gold", "silver", "copper", "iron"];

const METAL_NAMES = {
  gold: () => gettext("gold"), silver: () => gettext("silver"), copper: () => gettext("copper"), iron: () => gettext("iron"),
};
const GEM_NAMES = {
  red: () => gettext("red"), yellow: () => gettext("yellow"), green: () => gettext("green"), clear: () => gettext("clear"),
  white: () => gettext("white"), light_blue: () => gettext("light blue"), blue: () => gettext("blue"), grey: () => gettext("grey"),
  orange: () => gettext("orange"), brown: () => gettext("brown"),
};
const TERRAIN_NAMES = {
  water: () => gettext("water"), forest: () => gettext("forest"), plain: () => gettext("plain"),
  mountain: () => gettext("mountain"), city: () => gettext("city"),
};
const COLOUR_NAMES = {
  grey: () => gettext("grey spell, metals phase"),
  red: () => gettext("red spell, gems phase"),
  blue: () => gettext("blue spell, energy phase"),
};

export const metalName = (metal) => METAL_NAMES[metal]();
export const gemName = (gem) => GEM_NAMES[gem]();
export const terrainName = (terrain) => TERRAIN_NAMES[terrain]();
export const colourName = (colour) => COLOUR_NAMES[colour]();

/** The metal that is exchanged in regions of this terrain; null: every one. */
export const METAL_OF = { water: "gold", forest: "silver", plain: "copper", mountain: "iron", city: null };

/** Gems as words: "2 red, 1 blue". */
export function gemList(gems) {
  const counts = new Map();
  for (const gem of gems) counts.set(gem, (counts.get(gem) ?? 0) + 1);
  return [...counts].map(([gem, number]) => `${number} ${gemName(gem)}`).join(", ");
}

/** Metals as words: "2 gold, 1 iron". */
export const metalList = (count) =>
  METALS.filter((metal) => count[metal]).map((metal) => `${count[metal]} ${metalName(metal)}`).join(", ");

const WILD_ONE = {
  anywhere: (values) => gettext("Own {metal} cards count as any metal.", values),
  wall: (values) => gettext("Along the Wall, own {metal} cards count as any metal.", values),
  pyramid: (values) => gettext("At pyramids, own {metal} cards count as any metal.", values),
};
const WILD_ALL = {
  anywhere: () => gettext("All own cards count as any metal."),
  wall: () => gettext("Along the Wall, all own cards count as any metal."),
  pyramid: () => gettext("At pyramids, all own cards count as any metal."),
};
const REFUND = {
  anywhere: (values) => gettext("Of the own winning offer take back {amount}.", values),
  wall: (values) => gettext("Along the Wall, take back {amount} of the own winning offer.", values),
  pyramid: (values) => gettext("At pyramids, take back {amount} of the own winning offer.", values),
};
const GIFT = {
  anywhere: (values) => gettext("Gems taken besides for a won exchange: {amount}.", values),
  wall: (values) => gettext("Gems taken besides for an exchange won along the Wall: {amount}.", values),
  pyramid: (values) => gettext("Gems taken besides for an exchange won at a pyramid: {amount}.", values),
};
const NO_LIMIT = 999;

function skim({ least, most, amount }) {
  if (least <= 0) return gettext("Of a winning offer of {most} or fewer take {amount}.", { most, amount });
  if (most >= NO_LIMIT) return gettext("Of a winning offer of {least} or more take {amount}.", { least, amount });
  return gettext("Of a winning offer of {least} to {most} take {amount}.", { least, most, amount });
}

const EFFECTS = {
  income: ({ gem, metal, amount }) =>
    gettext("For each own gem of the kind {gem}: {amount} {metal} more.", { gem: gemName(gem), amount, metal: metalName(metal) }),
  teleport: () => gettext("Move a gem of the map to another region."),
  extra_metal: () => gettext("Name a metal: everybody may use it too, in the whole phase."),
  chosen_disc: () => gettext("Choose the disc instead of drawing it."),
  skim,
  refund: ({ amount, where }) => REFUND[where]({ amount }),
  wild: ({ metal, where }) => (metal ? WILD_ONE[where]({ metal: metalName(metal) }) : WILD_ALL[where]()),
  gift: ({ amount, where }) => GIFT[where]({ amount }),
  power: ({ amount }) => gettext("Who outbids your offer must offer at least {amount} cards more.", { amount }),
  equal: () => gettext("An offer as high as the best one beats it."),
  free_move: () => gettext("Move the company to any region with gems."),
  arc: () => gettext("Move its energy to other spells of yours."),
  vortex: ({ amount, own_too }) =>
    own_too
      ? gettext("Tokens removed from any spells: up to {amount}.", { amount })
      : gettext("Tokens removed from spells of others: up to {amount}.", { amount }),
};

/** What this spell does. */
export function effectText(spell) {
  if (!spell.effect) return gettext("Gives metals only.");
  return EFFECTS[spell.effect.type]?.(spell.effect) ?? spell.text;
}
