// The standing orders for a round: the reward and the place of its Stones, and the harvest.

import { gettext } from "../../core/i18n.js";
import { provinceName } from "./province.js";

/**
 * @import { OrderForm } from "../../types.js"
 * @import { View } from "./view.js"
 */

const MOST = { most: { from: 0, to: 9 } };
/** The order in which rewards are taken. @type {Record<string, { name: () => string, order: string[] }>} */
const REWARDS = {
  stones: { name: () => gettext("Stones"), order: ["stones", "farmers", "favor"] },
  farmers: { name: () => gettext("Farmers"), order: ["farmers", "stones", "favor"] },
  favor: { name: () => gettext("Favor cards"), order: ["favor", "stones", "farmers"] },
};

/**
 * The standing orders available to this seat.
 * @param {View} table
 * @param {number} seat
 * @returns {OrderForm[]}
 */
export function forms(table, seat) {
  const { kingdom, round } = table;
  const guard = `table.kingdom == \`${kingdom}\` && table.round == \`${round}\``;
  const own = table.provinces.filter(({ owner }) => owner === seat).map(({ id }) => id);
  const ends = gettext("Until this round ends.");
  /** @type {OrderForm[]} */
  const offered = [
    {
      id: "harvest",
      choices: [],
      ends: gettext("Until this round ends, harvest without playing or selling a card."),
      orders: () => [
        {
          guard,
          when: "table.phase == 'harvest'",
          note: gettext("Harvest without playing a card"),
          moves: [{ type: "TakeIncome" }],
        },
      ],
    },
  ];
  if (own.length) {
    offered.unshift({
      id: "reward",
      choices: [
        {
          label: gettext("As my reward, take as many as possible:"),
          values: Object.keys(REWARDS),
          name: (thing) => REWARDS[thing].name(),
        },
        { label: gettext("Stones go to"), values: own, name: (id) => provinceName(table, String(id)) },
      ],
      ends,
      orders: (thing, province) => [
        {
          guard,
          when: "table.phase == 'reward'",
          note: gettext("Reward: {things} first, Stones to {province}", {
            things: REWARDS[thing].name(),
            province: provinceName(table, province),
          }),
          moves: [
            { type: "TakeReward", ...Object.fromEntries(REWARDS[thing].order.map((name) => [name, MOST])) },
            { type: "PlaceFarmer", province: { any: true } },
            { type: "PlaceStone", province },
          ],
        },
      ],
    });
  }
  return offered;
}
