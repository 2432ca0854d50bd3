// The standing orders for a whole turn: limits for its other spells, and offers in its exchanges.

import { gettext, ngettext } from "../../core/i18n.js";
import { GEMS, gemName } from "./words.js";

/**
 * @import { OrderForm } from "../../types.js"
 * @import { View } from "./view.js"
 */

const MOST_CARDS = 20;
const PASS = { type: "Pass" };
/** @type {Record<string, () => string>} */
const SPELLS = {
  any: () => gettext("every spell"),
  grey: () => gettext("grey spells"),
  red: () => gettext("red spells"),
  blue: () => gettext("blue spells"),
};
/** @type {Record<string, () => string>} */
const KINDS = {
  new: () => gettext("a gem of a kind I don't have yet"),
  any: () => gettext("any gem"),
};
/** @param {string} kind */
const kindName = (kind) => KINDS[kind]?.() ?? gettext("a gem: {gem}", { gem: gemName(kind) });
/** @param {number} most */
const upTo = (most) => Array.from({ length: most + 1 }, (_, number) => number);

/**
 * The standing orders available to this seat.
 * @param {View} table
 * @param {number} seat
 * @returns {OrderForm[]}
 */
export function forms(table, seat) {
  const { turn } = table;
  const own = table.players[seat];
  const guard = `table.turn == \`${turn}\``;
  const missing = GEMS.filter((gem) => !own.gems.includes(gem));
  const energy = own.reserve + own.spells.reduce((sum, spell) => sum + spell.energy, 0);
  return [
    {
      id: "spells",
      choices: [
        {
          label: gettext("When a spell is turned up, bid at most"),
          values: upTo(energy),
          name: (number) => (number ? String(number) : gettext("nothing: pass")),
        },
        { label: gettext("for"), values: Object.keys(SPELLS), name: (colour) => SPELLS[colour]() },
      ],
      ends: gettext("As little as possible; pass if that is not enough. Until this turn ends."),
      orders: (number, colour) => [
        {
          guard,
          when:
            colour === "any"
              ? "table.phase == 'spells'"
              : `table.phase == 'spells' && table.spells.offered.colour == '${colour}'`,
          note: Number(number)
            ? gettext("Turn {turn}: bid up to {number} for {spells}", { turn, number, spells: SPELLS[colour]() })
            : gettext("Turn {turn}: pass on {spells}", { turn, spells: SPELLS[colour]() }),
          moves: [...bids("BidEnergy", "tokens", Number(number)), PASS],
        },
      ],
    },
    {
      id: "exchanges",
      choices: [
        {
          label: gettext("In each exchange offer at most"),
          values: upTo(MOST_CARDS),
          name: (number) =>
            number ? ngettext("{number} card", "{number} cards", Number(number)) : gettext("nothing: pass"),
        },
        {
          label: gettext("where there is"),
          values: [...Object.keys(KINDS), ...GEMS],
          name: (kind) => kindName(String(kind)),
        },
      ],
      ends: gettext("As little as possible; pass where there is none. Until this turn ends or you have won a gem."),
      orders: (number, kind) => {
        const wanted = kind === "any" ? GEMS : kind === "new" ? missing : [kind];
        const until = `${guard} && length(table.players[${seat}].gems) == \`${own.gems.length}\``;
        const rest = { guard: until, when: "table.phase == 'exchange'", moves: [PASS] };
        if (!Number(number)) return [{ ...rest, note: gettext("Turn {turn}: pass in all exchanges", { turn }) }];
        return [
          {
            guard: until,
            when: `table.phase == 'exchange' && table.on_offer[?contains(\`${JSON.stringify(wanted)}\`, @)]`,
            note: gettext("Turn {turn}: offer up to {number} where there is {gems}", {
              turn,
              number,
              gems: kindName(kind),
            }),
            moves: [...bids("OfferMetals", "cards", Number(number)), PASS],
          },
          { ...rest, note: gettext("Turn {turn}: pass in all other exchanges", { turn }) },
        ];
      },
    },
  ];
}

/**
 * The minimum bid, up to this number; nothing for 0.
 * @param {string} type
 * @param {string} field
 * @param {number} most
 */
function bids(type, field, most) {
  return most ? [{ type, [field]: { least: { from: 1, to: most } } }] : [];
}
