// The standing orders for a Kingdom: the Province that a new card covers, and placing Pyramids from the left.

import { gettext } from "../../core/i18n.js";

/**
 * @import { OrderForm } from "../../types.js"
 * @import { View } from "./view.js"
 */

/**
 * The standing orders available to this seat.
 * @param {View} table
 * @param {number} seat
 * @returns {OrderForm[]}
 */
export function forms(table, seat) {
  const guard = `table.kingdom == \`${table.kingdom}\``;
  const ends = gettext("Until this Kingdom ends.");
  /** The Provinces that a card of this Kingdom may cover. */
  const { provinces } = table.players[seat];
  const open = provinces.filter(({ cards }) => cards[cards.length - 1].kingdom < table.kingdom);
  /** @type {OrderForm[]} */
  const offered = [
    {
      id: "pyramids",
      choices: [],
      ends: gettext("Place each Pyramid on the leftmost Province that can take it. Until this Kingdom ends."),
      orders: () => [
        {
          guard,
          when: `table.players[${seat}].pyramids_to_place > \`0\``,
          note: gettext("Place Pyramids from the left"),
          moves: [{ type: "PlacePyramid", place: { least: { from: 0, to: 2 } } }],
        },
      ],
    },
  ];
  if (open.length) {
    offered.unshift({
      id: "cover",
      choices: [
        {
          label: gettext("When I win a Province, preferably lay it on"),
          values: open.map(({ place }) => place),
          name: (place) => gettext("Province {id}", { id: topOf(Number(place)) }),
        },
      ],
      ends,
      orders: (place) => [
        {
          guard,
          when: `table.players[${seat}].acquired`,
          note: gettext("A new Province covers {id} first", { id: topOf(Number(place)) }),
          moves: [
            { type: "ExtendProvince", place: Number(place) },
            { type: "ExtendProvince", place: { any: true } },
          ],
        },
      ],
    });
  }
  return offered;

  /** @param {number} place */
  function topOf(place) {
    const { cards } = provinces[place];
    return cards[cards.length - 1].id;
  }
}
