// The header: Kingdom and round, the phases of a round as a track, the piles, the start player.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import { farmer, favor, frieze, pharaoh } from "./icons.js";
import { at, box, edge, fit, middle, nameOf, picture, tenth, zone } from "./parts.js";

const PHONE = 620;
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

export const kingdomName = (kingdom) => (kingdom === 1 ? gettext("Old Kingdom") : gettext("New Kingdom"));

const partNames = () => [
  gettext("Auction"),
  gettext("Market"),
  gettext("Offering"),
  gettext("Harvest"),
  gettext("Scoring"),
];

/** The part of the game in key and words. */
export function phase(table) {
  const part = PARTS[table.phase];
  const kingdom = kingdomName(table.kingdom);
  if (part === 5) return { key: "end", label: gettext("The end of the game") };
  if (part === 4) return { key: `${table.kingdom}-scoring`, label: gettext("{kingdom}: scoring", { kingdom }) };
  if (part === -1) {
    const label = gettext("{kingdom}: the deal", { kingdom });
    return { key: `${table.kingdom}-${table.round}-deal`, label };
  }
  const values = { kingdom, round: table.round };
  const words = [
    () => gettext("{kingdom}, round {round}: auction", values),
    () => gettext("{kingdom}, round {round}: market", values),
    () => gettext("{kingdom}, round {round}: offering", values),
    () => gettext("{kingdom}, round {round}: harvest", values),
  ];
  const keys = ["auction", "market", "offering", "harvest"];
  return { key: `${table.kingdom}-${table.round}-${keys[part]}`, label: words[part]() };
}

/** The two Kingdoms with their three rounds each. */
function rounds(table, width) {
  const each = (width - 8) / 2;
  const nodes = [1, 2].flatMap((kingdom) => {
    const x = (kingdom - 1) * (each + 8);
    const isNow = kingdom === table.kingdom;
    const tone = isNow ? "amunre-sign-now" : "amunre-sign";
    const discs = Array.from({ length: ROUNDS }, (_, index) => {
      const isPast = kingdom < table.kingdom || (isNow && index + 1 < table.round);
      const state = isNow && index + 1 === table.round ? "now" : isPast ? "past" : "coming";
      return [
        svg("circle", { cx: tenth(x + each - 56 + index * 20), cy: 14, r: 8.5, class: `amunre-round-${state}` }),
        middle(x + each - 56 + index * 20, 18, index + 1, `amunre-round-text amunre-round-text-${state}`),
      ];
    });
    return [
      box(x, 0, each, 28, tone, 14),
      label(tenth(x + 12), 18.5, fit(kingdom === 1 ? gettext("Old") : gettext("New"), each - 80, 13), {
        class: `${tone}-text`,
      }),
      ...discs.flat(),
    ];
  });
  return picture(
    gettext("{kingdom}, round {round} of 3", { kingdom: kingdomName(table.kingdom), round: table.round }),
    ...nodes,
  );
}

function track(table, width) {
  const names = partNames();
  const now = PARTS[table.phase];
  const step = width / names.length;
  const nodes = names.map((name, index) => {
    const state = index < now ? "past" : index === now ? "now" : "coming";
    const x = index * step;
    const tip = index < names.length - 1 ? 7 : 0;
    const shape = `M${tenth(x + 1)} 0H${tenth(x + step - tip - 1)}l${tip} 12-${tip} 12H${tenth(x + 1)}${index ? "l7-12z" : "z"}`;
    return [
      svg("path", { d: shape, class: `amunre-step amunre-step-${state}` }),
      middle(x + step / 2 + (index ? 2 : 0), 16, fit(name, step - 8, 11), `amunre-step-text amunre-step-text-${state}`),
    ];
  });
  return picture(gettext("Phase: {phase}", { phase: phase(table).label }), ...nodes.flat());
}

function counts(table, context, width) {
  const name = nameOf(context, table.start);
  const entries = [
    [
      "deck",
      table.deck,
      favor,
      gettext("{number} Favor cards in the deck", { number: table.deck }),
      gettext("deck {number}", { number: table.deck }),
    ],
    [
      "discard",
      table.discard.length,
      favor,
      gettext("{number} Favor cards discarded", { number: table.discard.length }),
      gettext("discarded {number}", { number: table.discard.length }),
    ],
    [
      "farmers left",
      table.farmers_left,
      farmer,
      gettext("{number} Farmers left in the reserve", { number: table.farmers_left }),
      gettext("left {number}", { number: table.farmers_left }),
    ],
  ];
  let x = 0;
  const nodes = entries.map(([key, value, draw, words, text]) => {
    const wide = 22 + text.length * 6.6;
    const node = at(
      x,
      0,
      picture(words, draw(1, 2, 16), label(20, 15, text, { class: "amunre-on-header amunre-small" })),
      edge(-1, 0, wide, 20, 4),
    );
    x += wide + 6;
    context.note(node, key, value);
    return node;
  });
  const space = width - x;
  const shown = fit(name, space - 46, 12);
  const token = at(
    x,
    0,
    picture(
      gettext("{name} is the start player", { name }),
      pharaoh(1, -1, 22),
      seatMark(table.start, 27, 3, 14),
      space > 84 && label(45, 15, shown, { class: "amunre-on-header amunre-small" }),
    ),
    edge(0, -2, Math.min(space, 46 + shown.length * 7), 24, 5),
  );
  context.note(token, "start player", table.start);
  return [...nodes, token];
}

/** The header within this width. */
export function header(table, context, width) {
  const isPhone = width <= PHONE;
  const { label: title } = phase(table);
  const half = Math.min(520, (width - 40) / 2);
  const height = isPhone ? 140 : 86;
  const parts = isPhone
    ? [
        at(10, 34, rounds(table, width - 20)),
        at(10, 68, track(table, width - 20)),
        at(10, 101, ...counts(table, context, width - 20)),
      ]
    : [
        at(12, 42, ...counts(table, context, width - half - 40)),
        at(width - half - 12, 8, rounds(table, half)),
        at(width - half - 12, 42, track(table, half)),
      ];
  const node = zone(
    0,
    0,
    width,
    height,
    title,
    box(0.5, 0.5, width - 1, height - 1, "amunre-header", 10),
    label(12, 24, fit(title, isPhone ? width - 24 : width - half - 40, 18.5), { class: "amunre-title" }),
    frieze(10, height - 11, width - 20),
    ...parts,
  );
  node.append(edge(0, 0, width, height, 10, 0));
  context.note(node, "phase", [table.kingdom, table.round, table.phase]);
  return { node, height };
}
